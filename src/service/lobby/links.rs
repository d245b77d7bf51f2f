//! Invitation links to games, which their owners create. See `service::invitation_links`.

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::details::{GameDetails, details_for};
use super::start::must_wait;
use super::{lock, lock_as_owner, must_be_owner, must_own};
use crate::error::{Code, Error, bounded};
use crate::service::invitation_links::{self, CreatedInvitationLink, InvitationLink};
use crate::service::page::Page;
use crate::service::tag::Seen;
use crate::service::{Ctx, Tx};
use crate::store::games;
use crate::store::invitation_links::LinkTarget;

/// How often a link can be used, at most.
const USES: std::ops::RangeInclusive<u16> = 1..=100;
/// How many hours a link can work.
const HOURS: std::ops::RangeInclusive<u16> = 1..=720;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateInvitationLink {
    /// How many players may join with it.
    #[serde(default = "ten")]
    #[schema(minimum = 1, maximum = 100, default = 10)]
    pub uses: u16,
    /// How many hours it works.
    #[serde(default = "a_week")]
    #[schema(minimum = 1, maximum = 720, default = 168)]
    pub hours: u16,
}

fn ten() -> u16 {
    10
}

fn a_week() -> u16 {
    168
}

pub async fn make_link(
    tx: &mut Tx<'_>,
    game: Uuid,
    owner: Uuid,
    new: &CreateInvitationLink,
) -> Result<CreatedInvitationLink, Error> {
    bounded("uses", new.uses, &USES)?;
    bounded("hours", new.hours, &HOURS)?;
    lock_as_owner(tx, game, owner, &Seen::Nothing).await?;
    invitation_links::create(tx, LinkTarget::Game(game), owner, (new.uses, new.hours)).await
}

/// The links to a game for its owner.
pub async fn links(
    ctx: &mut Ctx,
    game: Uuid,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<InvitationLink>, Error> {
    let target = LinkTarget::Game(game);
    let place = invitation_links::place(target, after)?;
    must_be_owner(ctx, game, account).await?;
    invitation_links::page(&mut ctx.db, target, place, limit).await
}

/// Takes a link back; harmless to repeat.
pub async fn revoke_link(tx: &mut Tx<'_>, game: Uuid, link: Uuid, owner: Uuid) -> Result<(), Error> {
    must_own(&lock(tx, game, owner, false).await?.game, owner)?;
    invitation_links::revoke(tx, LinkTarget::Game(game), link).await
}

/// The game behind a link, for anyone who has it, until the game starts.
pub async fn behind(ctx: &mut Ctx, token: &str, account: Uuid) -> Result<GameDetails, Error> {
    let not_found = || Code::LinkNotFound.problem();
    let (target, _) = invitation_links::working(ctx, token, LinkTarget::Game).await?.ok_or_else(not_found)?;
    let game = games::get(&mut ctx.db, target.id()).await?.ok_or_else(not_found)?;
    must_wait(game.status).map_err(|_| not_found())?;
    details_for(&mut ctx.db, game, Some(account)).await
}
