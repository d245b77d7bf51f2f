//! Tickets: a browser's EventSource sends no headers, so it opens a stream with a credential for that alone.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::hub::Credential;
use crate::error::{Code, Error, Sentence};
use crate::service::Ctx;
use crate::service::access::{Grant, Scope, Scopes};
use crate::store::credentials::{self, StreamTicketRow};
use crate::time_control::Instant;

/// Opens one stream once, without an `Authorization` header.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StreamTicket {
    /// For the address of the stream, as `?ticket=`.
    pub ticket: String,
    /// The only path that it opens.
    pub path: String,
    /// Until when it can be used.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
}

pub async fn issue_ticket(
    ctx: &mut Ctx,
    credential: Credential,
    path: String,
) -> Result<StreamTicket, Error> {
    if !is_stream(&path) {
        return Err(Code::InvalidField.field("path", Sentence::TicketPaths));
    }
    let ticket = BASE64_URL_SAFE_NO_PAD.encode(ctx.app.secrets.bytes::<32>());
    let expires_at = ctx.app.now() + TimeDelta::seconds(ctx.app.settings.streams.ticket_seconds);
    let (session_id, token_id) = match credential.grant {
        Grant::Session(id) => (Some(id), None),
        Grant::Token { id, .. } => (None, Some(id)),
    };
    let row = StreamTicketRow {
        ticket_hash: hash(&ticket),
        account_id: credential.account,
        session_id,
        token_id,
        path,
        expires_at,
        ends_at: credential.ends_at,
    };
    credentials::add_stream_ticket(&mut ctx.db, &row).await?;
    Ok(StreamTicket { ticket, path: row.path, expires_at })
}

/// Uses a ticket up at `path`. A ticket that is brought to another address is used up as well.
pub async fn use_ticket(ctx: &mut Ctx, ticket: &str, path: &str) -> Result<Credential, Error> {
    let used = credentials::use_stream_ticket(&mut ctx.db, &hash(ticket)).await?;
    let used = used.filter(|used| used.path == path).ok_or_else(|| Code::TokenInvalid.problem())?;
    if used.expires_at <= ctx.app.now() || used.ends_at.is_some_and(|end| end <= ctx.app.now()) {
        return Err(Code::TokenExpired.problem());
    }
    let grant = match (used.session_id, used.token_id) {
        (Some(session), _) => Grant::Session(session),
        (None, Some(id)) => Grant::Token { id, scopes: Scopes::from_iter([Scope::GamesRead]) },
        (None, None) => return Err(Code::TokenInvalid.problem()),
    };
    // The session or token that the ticket was made with may have ended meanwhile.
    grant.ensure_valid(ctx).await?;
    Ok(Credential { account: used.account_id, grant, ends_at: used.ends_at })
}

/// Is this the path of a stream in its one canonical form? A ticket is compared with the path of the request as text.
fn is_stream(path: &str) -> bool {
    let is_id = |id: &str| Uuid::try_parse(id).is_ok_and(|parsed| parsed.hyphenated().to_string() == id);
    let followed = ["/v1/games/", "/v1/people/", "/v1/competitions/"]
        .into_iter()
        .find_map(|list| path.strip_prefix(list));
    let followed = followed.and_then(|rest| rest.strip_suffix("/stream"));
    path == "/v1/me/stream" || followed.is_some_and(is_id)
}

fn hash(ticket: &str) -> Vec<u8> {
    Sha256::digest(ticket).to_vec()
}
