//! Invitation links to clubs, which their organisers create. See `service::invitation_links`.

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Club, lock_as, must_go_on, open_as, shown};
use crate::error::{Code, Error, bounded};
use crate::service::invitation_links::{self, CreatedInvitationLink, InvitationLink};
use crate::service::page::Page;
use crate::service::{Ctx, Tx};
use crate::store::Connection;
use crate::store::club_members::ClubRole;
use crate::store::clubs;
use crate::store::invitation_links::LinkTarget;

/// How often a link can be used, at most.
const USES: std::ops::RangeInclusive<u16> = 1..=1000;
/// How many hours a link can work: up to a year.
const HOURS: std::ops::RangeInclusive<u16> = 1..=8784;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateClubLink {
    /// How many players may join with it.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    pub uses: u16,
    /// How many hours it works.
    #[serde(default = "four_weeks")]
    #[schema(minimum = 1, maximum = 8784, default = 672)]
    pub hours: u16,
}

fn hundred() -> u16 {
    100
}

fn four_weeks() -> u16 {
    672
}

/// Creates a link, by an organiser. Errors: `invalid_field`, `too_many_links` and those of a role that is too small.
pub async fn make_link(
    tx: &mut Tx<'_>,
    club: Uuid,
    account: Uuid,
    new: &CreateClubLink,
) -> Result<CreatedInvitationLink, Error> {
    bounded("uses", new.uses, &USES)?;
    bounded("hours", new.hours, &HOURS)?;
    lock_as(tx, club, account, ClubRole::Organiser).await?;
    invitation_links::create(tx, LinkTarget::Club(club), account, (new.uses, new.hours)).await
}

/// The links to a club, for its organisers.
pub async fn links(
    connection: &mut Connection,
    club: Uuid,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<InvitationLink>, Error> {
    let target = LinkTarget::Club(club);
    let place = invitation_links::place(target, after)?;
    open_as(connection, club, account, ClubRole::Organiser).await?;
    invitation_links::page(connection, target, place, limit).await
}

/// Takes a link back; harmless to repeat.
pub async fn revoke_link(tx: &mut Tx<'_>, club: Uuid, link: Uuid, account: Uuid) -> Result<(), Error> {
    lock_as(tx, club, account, ClubRole::Organiser).await?;
    invitation_links::revoke(tx, LinkTarget::Club(club), link).await
}

/// The club behind a link, for anyone who has it. Errors: `link_not_found`, `club_ended`.
pub async fn behind(ctx: &mut Ctx, token: &str, account: Uuid) -> Result<Club, Error> {
    let not_found = || Code::LinkNotFound.problem();
    let (target, _) = invitation_links::working(ctx, token, LinkTarget::Club).await?.ok_or_else(not_found)?;
    let row = clubs::find(&mut ctx.db, target.id()).await?.ok_or_else(not_found)?;
    must_go_on(&row)?;
    shown(&mut ctx.db, row, Some(account)).await
}
