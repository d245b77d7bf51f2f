//! Deliveries: what became of the mails to a reader.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::notifications::Withheld;
use crate::service::page::{self, Page};
use crate::store::Connection;
use crate::store::mails::listed::{self, ListedMail};
use crate::store::mails::queue::MailResult;
use crate::time_control::Instant;

/// A notification or mail to you, and what became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Delivery {
    /// Such as `your_turn` or `verify_address`; `batch` and `digest` hold several notifications. New kinds may be
    /// added.
    pub kind: String,
    /// Null for mails about the account and those that hold several notifications.
    pub game_id: Option<Uuid>,
    /// When what it tells became true.
    #[schema(value_type = String, format = DateTime)]
    pub written_at: Instant,
    /// When it was or is to be sent.
    #[schema(value_type = String, format = DateTime)]
    pub due_at: Instant,
    pub status: DeliveryStatus,
    /// When it was sent or dropped; null while it waits.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub settled_at: Option<Instant>,
    pub attempts: i16,
    /// Why it waits although it is due (`quiet`, `hold_down`, `address_limit`), or why the last try failed; else null.
    pub delay_reason: Option<String>,
    /// Why it was not sent, in stable words, such as `stale: decision closed` or `suppressed: preference`; else null.
    pub reason: Option<String>,
}

/// `held`: waits for the end of quiet hours or hold-down; `collected`: went into a mail with others, listed by itself;
/// `stale`: no longer true when it was due; `dead`: could not be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryStatus {
    /// It will be sent.
    Waiting,
    /// It was due and waits for the end of your quiet hours or of your hold-down.
    Held,
    /// A mail server took it.
    Sent,
    /// It went into a mail with others, which is listed by itself.
    Collected,
    /// You don't want such notices.
    Muted,
    /// Its question was no longer open when it was to be sent.
    Stale,
    /// It could not be sent.
    Dead,
}

/// A page of the mails to `account`.
pub async fn deliveries(
    connection: &mut Connection,
    account: Uuid,
    given: Option<&str>,
    limit: u16,
) -> Result<Page<Delivery>, Error> {
    let list = format!("deliveries {account}");
    let place = page::place(&list, given)?;
    let rows = listed::to_account(connection, account, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| (row.created_at, row.key.id)).map(Delivery::from))
}

impl From<ListedMail> for Delivery {
    fn from(row: ListedMail) -> Self {
        let state = match row.result {
            Some(MailResult::Sent) => DeliveryStatus::Sent,
            Some(MailResult::Collected) => DeliveryStatus::Collected,
            Some(MailResult::Suppressed) if row.reason.as_deref() == Some(Withheld::Preference.reason()) => {
                DeliveryStatus::Muted
            }
            Some(MailResult::Stale) => DeliveryStatus::Stale,
            Some(MailResult::Suppressed | MailResult::Dead | MailResult::Dropped) => DeliveryStatus::Dead,
            None if row.is_held => DeliveryStatus::Held,
            None => DeliveryStatus::Waiting,
        };
        let why = if state == DeliveryStatus::Held { row.held } else { row.problem };
        Self {
            kind: row.kind,
            game_id: row.game_id,
            written_at: row.created_at,
            due_at: row.due_at,
            status: state,
            settled_at: row.settled_at,
            attempts: row.attempts,
            delay_reason: why,
            reason: row.reason,
        }
    }
}
