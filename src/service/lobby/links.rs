//! Invitation links: anyone who has the secret may join, within the number of uses and the time that the owner set.
//!
//! The secret contains the id of its game, so that it is looked up where the game is; only its hash is stored.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::details::{GameDetails, details_for};
use super::start::must_wait;
use super::{lock, lock_as_owner, must_be_owner, must_own};
use crate::error::{Code, Error, bounded};
use crate::service::link_token::LinkToken;
use crate::service::page::{self, Page};
use crate::service::tag::Seen;
use crate::service::{Ctx, Tx};
use crate::store::invitations::InvitationLinkRow;
use crate::store::{games, invitations};
use crate::time_control::Instant;

type InvitationLinkToken = LinkToken<24>;

/// The most links to a game that work at the same time.
const MAX_LINKS: i64 = 10;
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

/// What is known of a link, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct InvitationLink {
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
pub struct CreatedInvitationLink {
    /// The secret to pass on, for `link` in a request to join. Never shown again.
    pub token: String,
    pub link: InvitationLink,
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
    let now = tx.app.now();
    if invitations::count_working_links(&mut tx.db, game, now).await? >= MAX_LINKS {
        return Err(Code::TooManyLinks.problem());
    }
    let token = InvitationLinkToken::new(&tx.app, game).to_string();
    let row = InvitationLinkRow {
        game_id: game,
        id: tx.app.new_id(),
        token_hash: hash(&token),
        made_by: owner,
        created_at: now,
        expires_at: now + TimeDelta::hours(i64::from(new.hours)),
        uses_left: i16::try_from(new.uses).unwrap_or(i16::MAX),
        revoked_at: None,
    };
    invitations::add_link(&mut tx.db, &row).await?;
    Ok(CreatedInvitationLink { token, link: InvitationLink::from(row) })
}

/// The links to a game for its owner.
pub async fn links(
    ctx: &mut Ctx,
    game: Uuid,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<InvitationLink>, Error> {
    let list = format!("links to {game}");
    let place = page::place(&list, after)?;
    must_be_owner(ctx, game, account).await?;
    let rows = invitations::page_of_links(&mut ctx.db, game, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.id).map(InvitationLink::from))
}

/// Takes a link back; harmless to repeat.
pub async fn revoke_link(tx: &mut Tx<'_>, game: Uuid, link: Uuid, owner: Uuid) -> Result<(), Error> {
    must_own(&lock(tx, game, owner, false).await?.game, owner)?;
    let found = invitations::revoke_link(&mut tx.ctx.db, game, link, tx.ctx.app.now()).await?;
    if found { Ok(()) } else { Err(Code::LinkNotFound.problem()) }
}

/// The game behind a link, for anyone who has it, until the game starts.
pub async fn behind(ctx: &mut Ctx, token: &str, account: Uuid) -> Result<GameDetails, Error> {
    let not_found = || Code::LinkNotFound.problem();
    let link = working(ctx, token).await?.ok_or_else(not_found)?;
    let game = games::get(&mut ctx.db, link.game_id).await?.ok_or_else(not_found)?;
    must_wait(game.status).map_err(|_| not_found())?;
    details_for(&mut ctx.db, game, Some(account)).await
}

/// The link that works and has this secret.
pub async fn working(ctx: &mut Ctx, token: &str) -> Result<Option<InvitationLinkRow>, Error> {
    let Some(parsed) = InvitationLinkToken::parse(token) else { return Ok(None) };
    Ok(invitations::working_link(&mut ctx.db, parsed.partition, &hash(token), ctx.app.now()).await?)
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

impl From<InvitationLinkRow> for InvitationLink {
    fn from(row: InvitationLinkRow) -> Self {
        Self {
            id: row.id,
            uses_left: row.uses_left,
            created_at: row.created_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
        }
    }
}
