//! The messages of a club, which its members write and read. One that is removed is gone for everybody.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{must_go_on, open_as};
use crate::error::{Code, Error};
use crate::service::messages::checked_message;
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx};
use crate::store::accounts;
use crate::store::club_members::ClubRole;
use crate::store::club_messages::{self, ClubMessageRow, NewClubMessage};
use crate::time_control::Instant;

/// A message to all members of a club.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClubMessage {
    pub id: Uuid,
    /// Its number among the messages of the club, from 1. Removed messages leave gaps.
    #[schema(minimum = 1)]
    pub number: i64,
    /// The account of the author, who may have left the club.
    pub account_id: Uuid,
    /// The name of the author; null if their account is gone.
    pub name: Option<String>,
    /// Plain text, without formatting.
    pub text: String,
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
}

impl From<ClubMessageRow> for ClubMessage {
    fn from(row: ClubMessageRow) -> Self {
        let ClubMessageRow { number, id, account, name, text, at } = row;
        Self { id, number, account_id: account, name, text, at }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateClubMessage {
    /// Plain text; of control characters only line breaks and tabs.
    #[schema(min_length = 1, max_length = 2000)]
    pub text: String,
}

/// Sends a message to the members of a club, by one of them. Errors: `club_not_found`, `not_a_club_member`, `club_ended`,
/// `invalid_field`, `secret_in_text`.
pub async fn post_message(
    tx: &mut Tx<'_>,
    club: Uuid,
    account: Uuid,
    message: &CreateClubMessage,
) -> Result<ClubMessage, Error> {
    must_go_on(&open_as(&mut tx.db, club, account, ClubRole::Member).await?.0)?;
    let text = checked_message(&message.text)?;
    let new = NewClubMessage { club, id: tx.app.new_id(), account, text, at: tx.app.now() };
    let number = club_messages::add(&mut tx.db, &new).await?;
    let name = accounts::find(&mut tx.db, account).await?.map(|row| row.name);
    let NewClubMessage { id, at, .. } = new;
    Ok(ClubMessage { id, number, account_id: account, name, text: text.to_owned(), at })
}

/// What the members of a club wrote, newest first, without authors whom the reader blocks. Errors: `club_not_found`,
/// `not_a_club_member`.
pub async fn messages(
    ctx: &mut Ctx,
    club: Uuid,
    account: Uuid,
    cursor: Option<&str>,
    limit: u16,
) -> Result<Page<ClubMessage>, Error> {
    open_as(&mut ctx.db, club, account, ClubRole::Member).await?;
    let list = format!("messages of club {club}");
    let place = page::place(&list, cursor)?;
    let rows = club_messages::page(&mut ctx.db, club, account, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.number).map(ClubMessage::from))
}

/// Removes a message, by its author or an organiser, also after the end of the club; harmless to repeat. Errors:
/// `club_not_found`, `not_a_club_member`, `club_role_too_small`.
pub async fn remove_message(tx: &mut Tx<'_>, club: Uuid, account: Uuid, message: Uuid) -> Result<(), Error> {
    let (_, role) = open_as(&mut tx.db, club, account, ClubRole::Member).await?;
    let author = club_messages::author(&mut tx.db, club, message).await?;
    match author {
        Some(author) if author != account && role < ClubRole::Organiser => {
            Err(Code::ClubRoleTooSmall.problem())
        }
        _ => Ok(club_messages::remove(&mut tx.db, club, message).await?),
    }
}
