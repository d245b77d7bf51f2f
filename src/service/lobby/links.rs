//! Invitation links: whoever has the secret may join, so often and so long as the owner said.
//!
//! The secret names its game, so that it is looked up where the game is; only its hash is stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::hold::{hold, hold_as_owner, look_as_owner, must_own};
use super::shown::{GameShown, shown_to};
use super::state::must_wait;
use crate::app::App;
use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::service::cursor;
use crate::service::tag::Seen;
use crate::store::invitations::{self, InvitationLinkRow};
use crate::store::{Connection, games};

/// The secret part of a link, in bytes.
const SECRET: usize = 24;
/// The bytes that name the game.
const GAME: usize = 16;
/// The most links of a table that work at the same time.
const MOST_LINKS: i64 = 10;
/// How often a link can be used, at most.
const USES: std::ops::RangeInclusive<u16> = 1..=100;
/// How many hours a link can work.
const HOURS: std::ops::RangeInclusive<u16> = 1..=720;

/// What a new link is good for.
#[derive(Debug, Clone, Copy)]
pub struct NewLink {
    /// How many may join with it.
    pub uses: u16,
    pub hours: u16,
}

/// A link, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Link {
    /// Its id; later links have greater ones.
    pub id: Uuid,
    /// How many may still join with it.
    pub uses_left: i16,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// Until when it works.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
    /// When it was taken back.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub revoked_at: Option<Instant>,
}

/// A link with its secret, which is shown this once.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MadeLink {
    /// What is to be passed on; `link` of joining.
    pub token: String,
    /// What it is good for.
    pub link: Link,
}

/// A page of links, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Links {
    /// The links.
    pub links: Vec<Link>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// Makes a link. Errors: those of [`hold_as_owner`], `invalid_field`, `too_many_links`.
pub async fn make_link(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    owner: Uuid,
    new: NewLink,
) -> Result<MadeLink, Error> {
    check(new)?;
    hold_as_owner(connection, game, owner, &Seen::Nothing).await?;
    let now = app.now();
    if invitations::count_working_links(connection, game, now).await? >= MOST_LINKS {
        return Err(Code::TooManyLinks.problem());
    }
    let secret: [u8; SECRET] = app.secrets.bytes();
    let token = BASE64_URL_SAFE_NO_PAD.encode([game.as_bytes().as_slice(), &secret].concat());
    let row = InvitationLinkRow {
        game_id: game,
        id: app.new_id(),
        token_hash: hash(&token),
        made_by: owner,
        created_at: now,
        expires_at: now + TimeDelta::hours(i64::from(new.hours)),
        uses_left: i16::try_from(new.uses).unwrap_or(i16::MAX),
        revoked_at: None,
    };
    invitations::add_link(connection, &row).await?;
    Ok(MadeLink { token, link: Link::from(row) })
}

fn check(new: NewLink) -> Result<(), Error> {
    if !USES.contains(&new.uses) {
        let sentence = format!("A link is used {} to {} times.", USES.start(), USES.end());
        return Err(Code::InvalidField.field("uses", sentence));
    }
    if !HOURS.contains(&new.hours) {
        let sentence = format!("A link works {} to {} hours.", HOURS.start(), HOURS.end());
        return Err(Code::InvalidField.field("hours", sentence));
    }
    Ok(())
}

/// The links of a table for its owner. Errors: `game_not_found`, `not_the_owner`, `invalid_parameter`.
pub async fn links(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Links, Error> {
    let list = format!("links to {game}");
    let before = after.map(|after| cursor::read(&list, after)).transpose()?;
    look_as_owner(app, connection, game, account).await?;
    let mut rows = invitations::page_of_links(connection, game, before, i64::from(limit) + 1).await?;
    let next_cursor = cursor::cut(&list, &mut rows, limit, |row| row.id);
    Ok(Links { links: rows.into_iter().map(Link::from).collect(), next_cursor })
}

/// Takes a link back; harmless to repeat. Errors: `game_not_found`, `not_the_owner`, `link_not_found`.
pub async fn revoke_link(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    link: Uuid,
    owner: Uuid,
) -> Result<(), Error> {
    must_own(&hold(connection, game, owner, false).await?.game, owner)?;
    let found = invitations::revoke_link(connection, game, link, app.now()).await?;
    if found { Ok(()) } else { Err(Code::LinkNotFound.problem()) }
}

/// The table behind a link, for whoever has it, until it starts. Error: `link_not_found`.
pub async fn behind(
    app: &App,
    connection: &mut Connection,
    token: &str,
    account: Uuid,
) -> Result<GameShown, Error> {
    let not_found = || Code::LinkNotFound.problem();
    let link = working(app, connection, token).await?.ok_or_else(not_found)?;
    let game = games::get(connection, link.game_id).await?.ok_or_else(not_found)?;
    must_wait(game.status).map_err(|_| not_found())?;
    shown_to(connection, game, Some(account)).await
}

/// The link that works and has this secret.
pub async fn working(
    app: &App,
    connection: &mut Connection,
    token: &str,
) -> Result<Option<InvitationLinkRow>, Error> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
    let Some((game, secret)) = bytes.split_at_checked(GAME) else { return Ok(None) };
    let (Ok(game), SECRET) = (Uuid::from_slice(game), secret.len()) else { return Ok(None) };
    Ok(invitations::working_link(connection, game, &hash(token), app.now()).await?)
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

impl From<InvitationLinkRow> for Link {
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
