//! Reading what was said, and how far somebody has read.

use serde::Serialize;
use uuid::Uuid;

use super::MessageShown;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::cursor;
use crate::service::table::Table;
use crate::store::messages::{self, EVERYBODY, MessageSpan, TalkStatus};
use crate::store::{self, Connection};

/// MessageSpan page of the messages of a game somebody wants.
#[derive(Debug)]
pub struct Wanted {
    pub game: Uuid,
    pub account: Option<Uuid>,
    /// Where the last page ended.
    pub cursor: Option<String>,
    pub limit: u16,
}

/// A page of messages, the newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Messages {
    /// The messages.
    pub messages: Vec<MessageShown>,
    /// Up to which number you have read; null for those without a seat.
    pub read: Option<i64>,
    /// How many you have not read; null for those without a seat.
    pub unread: Option<i64>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// How far somebody has read.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Read {
    /// Up to which number.
    pub read: i64,
    /// How many are left.
    pub unread: i64,
}

/// A page of what was said. Errors: `game_not_found`, `invalid_parameter`.
pub async fn list(app: &App, connection: &mut Connection, wanted: &Wanted) -> Result<Messages, Error> {
    let table = Table::open(app, connection, wanted.game, wanted.account, None).await?;
    let member = wanted.account.filter(|_| table.seat.is_some());
    let reader = member.unwrap_or(EVERYBODY);
    // Pages are of one box: whoever gets or loses a seat begins anew.
    let list = format!("messages {} {reader}", wanted.game);
    let before = match &wanted.cursor {
        Some(text) => number(cursor::read(&list, text)?),
        None => i64::MAX,
    };
    let most = i64::from(wanted.limit) + 1;
    let mut page = messages::page(connection, wanted.game, reader, MessageSpan::Before(before), most).await?;
    let next_cursor = cursor::cut(&list, &mut page, wanted.limit, |last| as_id(last.number));
    let standing = match member {
        Some(_) => Some(messages::status(connection, wanted.game, reader).await?),
        None => None,
    };
    Ok(Messages {
        messages: page.into_iter().map(MessageShown::from).collect(),
        read: standing.map(|standing| standing.read),
        unread: standing.map(|standing| standing.unread),
        next_cursor,
    })
}

/// A number in the place of an id.
fn as_id(number: i64) -> Uuid {
    Uuid::from_u128(u128::try_from(number).unwrap_or_default())
}

fn number(id: Uuid) -> i64 {
    i64::try_from(id.as_u128()).unwrap_or(i64::MAX)
}

/// Notes that somebody has read everything up to `number`. Errors: `game_not_found`, `not_a_member`, `invalid_field`.
pub async fn mark_read(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    number: i64,
) -> Result<Read, Error> {
    let table = Table::open(app, connection, game, Some(account), None).await?;
    table.member()?;
    let standing = messages::status(connection, game, account).await?;
    if !(0..=standing.last).contains(&number) {
        let sentence = format!("You can read messages 1 to {}; 0 is none.", standing.last);
        return Err(Code::InvalidField.field("number", sentence));
    }
    if !messages::mark_read(connection, game, account, number).await? {
        store::transaction(connection, async |connection| {
            if messages::hold(connection, game).await? {
                messages::open_boxes(connection, game, &[account]).await?;
            }
            Ok(())
        })
        .await?;
        messages::mark_read(connection, game, account, number).await?;
    }
    let TalkStatus { read, unread, .. } = messages::status(connection, game, account).await?;
    Ok(Read { read, unread })
}
