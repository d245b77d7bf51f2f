//! What operators announce to every player.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::notifications::enqueue;
use crate::service::audit::{self, AuditKind};
use crate::service::page::{self, Page};
use crate::service::plain;
use crate::service::{Ctx, Tx};
use crate::store::operators::AnnouncementRow;
use crate::store::{accounts, operators};
use crate::time_control::Instant;

const MAX_CHARS: usize = 2000;
/// How many days an announcement is shown by default, and at most.
const DEFAULT_DAYS: i64 = 7;
const MAX_DAYS: i64 = 366;
/// The list of announcements, as a cursor knows it.
const LIST: &str = "announcements";

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateAnnouncement {
    /// Plain text for every player.
    #[schema(min_length = 1, max_length = 2000)]
    pub text: String,
    /// Until when it is shown: at most a year; a week if left out.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Instant>,
}

/// What operators tell every player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Announcement {
    /// Later ones are greater.
    pub id: Uuid,
    /// Plain text, as the operator wrote it.
    pub text: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// Until when it is shown.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
}

/// What is announced now. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(ctx: &mut Ctx, after: Option<&str>, limit: u16) -> Result<Page<Announcement>, Error> {
    let place = page::place(LIST, after)?;
    let rows =
        operators::page_of_announcements(&mut ctx.db, ctx.app.now(), place, i64::from(limit) + 1).await?;
    Ok(page::cut(LIST, rows, limit, &place, |row| row.id).map(Announcement::from))
}

/// Announces something.
pub async fn announce(
    tx: &mut Tx<'_>,
    operator: Uuid,
    new: &CreateAnnouncement,
) -> Result<Announcement, Error> {
    let now = tx.app.now();
    let text = plain::lines("text", &new.text, 1, MAX_CHARS)?;
    let expires_at = new.expires_at.unwrap_or(now + TimeDelta::days(DEFAULT_DAYS));
    if expires_at <= now || expires_at > now + TimeDelta::days(MAX_DAYS) {
        return Err(Code::InvalidField.field("expires_at", Sentence::WithinAYear));
    }
    let row = AnnouncementRow { id: tx.app.new_id(), text, made_by: operator, created_at: now, expires_at };
    operators::add_announcement(&mut tx.db, &row).await?;
    let detail = json!({"announcement": row.id});
    audit::record(tx, operator, AuditKind::Announced, detail).await?;
    Ok(row.into())
}

/// How many accounts are mailed an announcement in one step.
const MAILED_AT_ONCE: i64 = 200;

/// Queues the mails of an announcement for the next accounts; `false` when every account has its mail. Players who want
/// none are left out when the mails are sent. Each mail has an id of its own, so that a step that is done twice mails
/// no player twice.
pub async fn mail_next(ctx: &mut Ctx) -> Result<bool, Error> {
    let Some((id, up_to)) = operators::unmailed_announcement(&mut ctx.db, ctx.app.now()).await? else {
        return Ok(false);
    };
    let accounts = accounts::verified_after(&mut ctx.db, up_to, MAILED_AT_ONCE).await?;
    let Some(last) = accounts.last() else {
        operators::announcement_mailed(&mut ctx.db, id, ctx.app.now()).await?;
        return Ok(true);
    };
    enqueue::announcement(&ctx.app, &mut ctx.db, id, &accounts).await?;
    operators::announcement_mailed_up_to(&mut ctx.db, id, *last).await?;
    Ok(true)
}

/// Takes an announcement back.
pub async fn end(tx: &mut Tx<'_>, operator: Uuid, id: Uuid) -> Result<(), Error> {
    if !operators::end_announcement(&mut tx.ctx.db, id, tx.ctx.app.now()).await? {
        return Err(Code::AnnouncementNotFound.problem());
    }
    let detail = json!({"announcement": id});
    audit::record(tx, operator, AuditKind::AnnouncementEnded, detail).await
}

impl From<AnnouncementRow> for Announcement {
    fn from(row: AnnouncementRow) -> Self {
        Self { id: row.id, text: row.text, created_at: row.created_at, expires_at: row.expires_at }
    }
}
