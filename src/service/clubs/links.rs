//! Links to a club: anyone who has the secret sees the club and may join, within the number of uses and the time that an
//! organiser set. The secret contains the id of its club, and only its hash is stored.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Club, lock_as, must_be, must_go_on, shown};
use crate::error::{Code, Error, bounded};
use crate::service::link_token::LinkToken;
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx};
use crate::store::Connection;
use crate::store::club_members::ClubRole;
use crate::store::clubs::{self, ClubLinkRow};
use crate::time_control::Instant;

type ClubLinkToken = LinkToken<24>;

/// The most links to a club that work at the same time.
const MAX_LINKS: usize = 10;
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

/// What is known of a link to a club, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClubLink {
    /// Later ones are greater.
    pub id: Uuid,
    /// How many players may still join with it.
    pub uses_left: i16,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
    /// Null while it works.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub revoked_at: Option<Instant>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreatedClubLink {
    /// The secret to pass on, for `link` in a request to join. Never shown again.
    pub token: String,
    pub link: ClubLink,
}

/// Creates a link, by an organiser. Errors: `invalid_field`, `too_many_links` and those of a role that is too small.
pub async fn make_link(
    tx: &mut Tx<'_>,
    club: Uuid,
    account: Uuid,
    new: &CreateClubLink,
) -> Result<CreatedClubLink, Error> {
    bounded("uses", new.uses, &USES)?;
    bounded("hours", new.hours, &HOURS)?;
    lock_as(tx, club, account, ClubRole::Organiser).await?;
    let now = tx.app.now();
    if clubs::working_links(&mut tx.db, club, now).await?.len() >= MAX_LINKS {
        return Err(Code::TooManyLinks.problem());
    }
    let token = ClubLinkToken::new(&tx.app, club).to_string();
    let row = ClubLinkRow {
        club_id: club,
        id: tx.app.new_id(),
        token_hash: hash(&token),
        made_by: account,
        created_at: now,
        expires_at: now + TimeDelta::hours(i64::from(new.hours)),
        uses_left: i16::try_from(new.uses).unwrap_or(i16::MAX),
        revoked_at: None,
    };
    clubs::add_link(&mut tx.db, &row).await?;
    Ok(CreatedClubLink { token, link: ClubLink::from(row) })
}

/// The links to a club, for its organisers.
pub async fn links(
    connection: &mut Connection,
    club: Uuid,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<ClubLink>, Error> {
    let list = format!("links to club {club}");
    let place = page::place(&list, after)?;
    let row = clubs::find(connection, club).await?.ok_or_else(|| Code::ClubNotFound.problem())?;
    must_be(connection, &row, account, ClubRole::Organiser).await?;
    let rows = clubs::page_of_links(connection, club, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.id).map(ClubLink::from))
}

/// Takes a link back; harmless to repeat.
pub async fn revoke_link(tx: &mut Tx<'_>, club: Uuid, link: Uuid, account: Uuid) -> Result<(), Error> {
    lock_as(tx, club, account, ClubRole::Organiser).await?;
    let found = clubs::revoke_link(&mut tx.ctx.db, club, link, tx.ctx.app.now()).await?;
    if found { Ok(()) } else { Err(Code::LinkNotFound.problem()) }
}

/// The club behind a link, for anyone who has it. Errors: `link_not_found`, `club_ended`.
pub async fn behind(ctx: &mut Ctx, token: &str, account: Uuid) -> Result<Club, Error> {
    let not_found = || Code::LinkNotFound.problem();
    let link = working(ctx, token).await?.ok_or_else(not_found)?;
    let row = clubs::find(&mut ctx.db, link.club_id).await?.ok_or_else(not_found)?;
    must_go_on(&row)?;
    shown(&mut ctx.db, row, Some(account)).await
}

/// The link that works and has this secret.
pub async fn working(ctx: &mut Ctx, token: &str) -> Result<Option<ClubLinkRow>, Error> {
    let Some(parsed) = ClubLinkToken::parse(token) else { return Ok(None) };
    let hash = hash(token);
    let links = clubs::working_links(&mut ctx.db, parsed.partition, ctx.app.now()).await?;
    Ok(links.into_iter().find(|link| link.token_hash == hash))
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

impl From<ClubLinkRow> for ClubLink {
    fn from(row: ClubLinkRow) -> Self {
        Self {
            id: row.id,
            uses_left: row.uses_left,
            created_at: row.created_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
        }
    }
}
