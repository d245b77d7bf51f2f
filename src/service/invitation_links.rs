//! Invitation links to games and clubs: anyone who has the secret may join, within the number of uses and the time that
//! was set. The secret contains the id of what it leads to, so that it is looked up there; only its hash is stored.
//!
//! Knows nothing of who may create a link, or of joining: `lobby` and `clubs` do.

use chrono::TimeDelta;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::link_token::LinkToken;
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx};
use crate::store::Connection;
use crate::store::invitation_links::{self, InvitationLinkRow, LinkTarget};
use crate::store::pages::Place;
use crate::time_control::Instant;

type InvitationLinkToken = LinkToken<24>;

/// The most links to one game or club that work at the same time.
const MAX_LINKS: i64 = 10;

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

/// Creates a link with which `uses` players may join within `hours`. What it leads to must be locked. Error:
/// `too_many_links`.
pub async fn create(
    tx: &mut Tx<'_>,
    target: LinkTarget,
    made_by: Uuid,
    (uses, hours): (u16, u16),
) -> Result<CreatedInvitationLink, Error> {
    let now = tx.app.now();
    if invitation_links::count_working(&mut tx.db, target, now).await? >= MAX_LINKS {
        return Err(Code::TooManyLinks.problem());
    }
    let token = InvitationLinkToken::new(&tx.app, target.id()).to_string();
    let row = InvitationLinkRow {
        id: tx.app.new_id(),
        token_hash: hash(&token),
        made_by,
        created_at: now,
        expires_at: now + TimeDelta::hours(i64::from(hours)),
        uses_left: i16::try_from(uses).unwrap_or(i16::MAX),
        revoked_at: None,
    };
    invitation_links::add(&mut tx.db, target, &row).await?;
    Ok(CreatedInvitationLink { token, link: InvitationLink::from(row) })
}

/// The place in the list of links that a cursor names. Error: `invalid_parameter`.
pub fn place(target: LinkTarget, cursor: Option<&str>) -> Result<Place<Uuid>, Error> {
    page::place(&list(target), cursor)
}

/// The links from a place on, newest first, with those that no longer work.
pub async fn page(
    connection: &mut Connection,
    target: LinkTarget,
    place: Place<Uuid>,
    limit: u16,
) -> Result<Page<InvitationLink>, Error> {
    let rows = invitation_links::page(connection, target, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list(target), rows, limit, &place, |row| row.id).map(InvitationLink::from))
}

fn list(target: LinkTarget) -> String {
    format!("links to {}", target.id())
}

/// Takes a link back; harmless to repeat. Error: `link_not_found`.
pub async fn revoke(tx: &mut Tx<'_>, target: LinkTarget, link: Uuid) -> Result<(), Error> {
    let found = invitation_links::revoke(&mut tx.ctx.db, target, link, tx.ctx.app.now()).await?;
    if found { Ok(()) } else { Err(Code::LinkNotFound.problem()) }
}

/// The link that works and has this secret, and what it leads to: of the kind that `target` makes of an id.
pub async fn working(
    ctx: &mut Ctx,
    token: &str,
    target: fn(Uuid) -> LinkTarget,
) -> Result<Option<(LinkTarget, InvitationLinkRow)>, Error> {
    let Some(parsed) = InvitationLinkToken::parse(token) else { return Ok(None) };
    let target = target(parsed.partition);
    let found = invitation_links::working(&mut ctx.db, target, &hash(token), ctx.app.now()).await?;
    Ok(found.map(|row| (target, row)))
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
