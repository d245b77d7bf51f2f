//! Messages between the players of a game, and private notes.
//!
//! Who may read a message is settled when it is sent: everyone who may see the game, or the players who sit in the
//! named seats just then. A player who takes a seat over later reads the messages to all players, and none that was
//! sent to the seat before. No reader's numbers, pages or streams change by messages between others.

mod notes;

pub use notes::{GameNote, note, write_note};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence, bounded};
use crate::notifications::{MailKind, enqueue};
use crate::service::loaded_game::LoadedGame;
use crate::service::{Ctx, Tx, page, plain};
use crate::store::feeds::FeedMessage;
use crate::store::mails::{self, UnreadMessages};
use crate::store::messages::{self, BoxMessage, EVERYBODY, MessageRow, MessageSpan, TalkStatus};
use crate::store::pages::Place;
use crate::store::{self, Connection, accounts};
use crate::time_control::Instant;
use rules::Seat;

/// A message to players of a game, as one reader sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Message {
    pub id: Uuid,
    /// Its number among the messages that you may read, from 1.
    pub number: i64,
    /// The account of the sender.
    pub account_id: Uuid,
    /// The same as `account_id`.
    #[schema(deprecated)]
    pub account: Uuid,
    /// The name of the sender; null if their account is deleted.
    pub name: Option<String>,
    /// The sender's seat at that time; null before the seats are dealt.
    pub seat: Option<i16>,
    /// The seats that may read it; null for all players.
    pub to: Option<Vec<i16>>,
    /// Plain text, without formatting.
    pub text: String,
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
}

impl Message {
    /// A message of a feed, under the number that it has in the reader's box.
    pub fn sent(sent: &FeedMessage, number: i64) -> Self {
        Self {
            id: sent.id,
            number,
            account_id: sent.account,
            account: sent.account,
            name: sent.name.clone(),
            seat: sent.seat,
            to: sent.to_seats.clone(),
            text: sent.text.clone(),
            at: sent.at,
        }
    }
}

impl From<BoxMessage> for Message {
    fn from(row: BoxMessage) -> Self {
        Self {
            id: row.id,
            number: row.number,
            account_id: row.account,
            account: row.account,
            name: row.name,
            seat: row.seat,
            to: row.to_seats,
            text: row.text,
            at: row.at,
        }
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateMessage {
    /// Plain text; of control characters only line breaks and tabs.
    #[schema(min_length = 1, max_length = 2000)]
    pub text: String,
    /// The seats that may read it; if left out, everybody who may see the game.
    #[schema(value_type = Option<Vec<Seat>>)]
    pub to: Option<Vec<i16>>,
}

/// Can this be the text of a message?
pub fn check(text: &str) -> Result<(), Error> {
    checked_message(text).map(|_| ())
}

/// The seats to name in a message to `addressee` alone; `None`, for all players, without an addressee. Errors:
/// `game_not_found`, and `invalid_field` if the addressee has no seat any more.
pub async fn seats_of_addressee(
    ctx: &mut Ctx,
    (game, account): (Uuid, Uuid),
    addressee: Option<Uuid>,
) -> Result<Option<Vec<i16>>, Error> {
    let Some(addressee) = addressee else { return Ok(None) };
    let loaded = LoadedGame::open(ctx, game, Some(account), None).await?;
    let seat = loaded.seat_of(addressee);
    let seat = seat.ok_or_else(|| Code::InvalidField.field("to", Sentence::NobodyThere))?;
    Ok(Some(vec![i16::from(seat)]))
}

/// Sends a message.
pub async fn post(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    message: &CreateMessage,
) -> Result<Message, Error> {
    let loaded = LoadedGame::open(tx, game, Some(account), None).await?;
    let seat = loaded.member()?;
    let text = checked_message(&message.text)?;
    let seat = loaded.present.version.map(|_| seat);
    let boxes: Vec<Uuid> = loaded.present.accounts.iter().copied().flatten().chain([EVERYBODY]).collect();
    let readers = match &message.to {
        None => boxes.clone(),
        Some(seats) => readers(&loaded, seat, account, seats)?,
    };
    // The place first: taking it locks the chat, which opening boxes needs.
    let place = messages::take_place(&mut tx.bare(), game).await?;
    messages::open_boxes(&mut tx.bare(), game, &boxes).await?;
    let row = MessageRow {
        game,
        id: tx.app.new_id(),
        account,
        seat: seat.map(i16::from),
        to_seats: message.to.as_deref(),
        text,
        at: tx.app.now(),
    };
    let number = messages::add(&mut tx.db, &row, place, &readers).await?;
    notify(tx, &loaded, (account, message.to.is_some()), &readers).await?;
    let name = accounts::find(&mut tx.db, account).await?.map(|row| row.name);
    Ok(Message {
        id: row.id,
        number,
        account_id: account,
        account,
        name,
        seat: row.seat,
        to: message.to.clone(),
        text: text.to_owned(),
        at: row.at,
    })
}

/// The accounts in these seats, and the sender.
fn readers(loaded: &LoadedGame, own: Option<Seat>, account: Uuid, seats: &[i16]) -> Result<Vec<Uuid>, Error> {
    let refuse = |field: String, sentence: Sentence| Err(Code::InvalidField.field(field, sentence));
    let Some(own) = own else {
        return refuse("to".to_owned(), Sentence::OnlyToAll);
    };
    if seats.is_empty() {
        return refuse("to".to_owned(), Sentence::SeatsOrAll);
    }
    let mut readers = vec![account];
    for (index, seat) in seats.iter().enumerate() {
        let place = usize::try_from(*seat).ok().and_then(|seat| loaded.present.accounts.get(seat));
        match place {
            None => return refuse(format!("to[{index}]"), Sentence::NoSuchSeat),
            Some(None) => return refuse(format!("to[{index}]"), Sentence::NobodyThere),
            Some(Some(_)) if *seat == i16::from(own) => {
                return refuse(format!("to[{index}]"), Sentence::OwnSeat);
            }
            Some(Some(reader)) if readers.contains(reader) => {
                return refuse(format!("to[{index}]"), Sentence::NamedTwice);
            }
            Some(Some(reader)) => readers.push(*reader),
        }
    }
    Ok(readers)
}

/// Has every reader notified by mail. One mail is about all messages to the same audience that are unread by then.
async fn notify(
    tx: &mut Tx<'_>,
    loaded: &LoadedGame,
    (sender, is_private): (Uuid, bool),
    readers: &[Uuid],
) -> Result<(), Error> {
    let readers: Vec<Uuid> =
        readers.iter().copied().filter(|reader| *reader != sender && *reader != EVERYBODY).collect();
    let unread = UnreadMessages {
        game: loaded.id,
        kind: MailKind::Message.name(),
        request: enqueue::request(),
        sender,
        is_private,
        readers: &readers,
        at: tx.app.now(),
        due_at: tx.app.now() + chrono::TimeDelta::seconds(tx.app.settings.mail.message_hold_down_seconds),
    };
    Ok(mails::insert_unread(&mut tx.db, &unread).await?)
}

/// A page of the messages of a game that is requested.
#[derive(Debug)]
pub struct ListMessages {
    pub game: Uuid,
    pub account: Option<Uuid>,
    /// Where the last page ended.
    pub cursor: Option<String>,
    pub limit: u16,
}

/// Messages, newest first, and how far you have read.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MessagePage {
    pub items: Vec<Message>,
    /// The number up to which you have read; null without a seat.
    pub read: Option<i64>,
    /// How many you have not read; null without a seat.
    pub unread: Option<i64>,
    /// For `cursor`; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// For `cursor`, to go back to newer messages; null on the first page.
    #[schema(required)]
    pub prev_cursor: Option<String>,
}

/// A page of what the caller may read.
pub async fn list(ctx: &mut Ctx, request: &ListMessages) -> Result<MessagePage, Error> {
    let loaded = LoadedGame::open(ctx, request.game, request.account, None).await?;
    let member = request.account.filter(|_| loaded.seat.is_some());
    let reader = member.unwrap_or(EVERYBODY);
    // A cursor belongs to one mailbox: a reader who gets or loses a seat starts over.
    let list = format!("messages {} {reader}", request.game);
    let place = page::place(&list, request.cursor.as_deref())?;
    let span = match place {
        Place::Beginning => MessageSpan::Before(i64::MAX),
        Place::After(number) => MessageSpan::Before(number),
        Place::Before(number) => MessageSpan::Newer(number),
    };
    let most = i64::from(request.limit) + 1;
    let rows = messages::page(&mut ctx.db, request.game, reader, span, most).await?;
    let page = page::cut(&list, rows, request.limit, &place, |message| message.number).map(Message::from);
    let status = match member {
        Some(_) => Some(messages::status(&mut ctx.db, request.game, reader).await?),
        None => None,
    };
    Ok(MessagePage {
        items: page.items,
        read: status.map(|status| status.read),
        unread: status.map(|status| status.unread),
        next_cursor: page.next_cursor,
        prev_cursor: page.prev_cursor,
    })
}

/// The messages of a game that a page shows to a player.
#[derive(Debug, Default)]
pub struct ShownMessages {
    /// Oldest first.
    pub messages: Vec<Message>,
    /// The number of the last one, if any of them has not been read: once the player presses a button of the page, they
    /// all have.
    pub unread_until: Option<i64>,
}

/// The most messages that a page shows, however many were not read.
const MAX_SHOWN: i64 = 100;

/// The latest messages that a player of the game may read: at least `least`, and all that were not read.
pub async fn shown(
    connection: &mut Connection,
    game: Uuid,
    player: Uuid,
    least: i64,
) -> Result<ShownMessages, Error> {
    let status = messages::status(connection, game, player).await?;
    // The player's own messages lie between unread ones, so that more messages are shown than are unread.
    let most = if status.unread > 0 { (status.last - status.read).clamp(least, MAX_SHOWN) } else { least };
    let latest = messages::page(connection, game, player, MessageSpan::Before(i64::MAX), most).await?;
    let unread_until = latest.first().map(|newest| newest.number).filter(|_| status.unread > 0);
    Ok(ShownMessages { messages: latest.into_iter().rev().map(Message::from).collect(), unread_until })
}

/// Records that a player was shown everything up to `number`, or all there is if that is less.
pub async fn mark_shown(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    number: i64,
) -> Result<(), Error> {
    if !messages::mark_read(connection, game, account, number).await? {
        store::transaction(connection, async |connection| {
            if messages::lock(connection, game).await? {
                messages::open_boxes(connection, game, &[account]).await?;
            }
            Ok::<_, Error>(())
        })
        .await?;
        messages::mark_read(connection, game, account, number).await?;
    }
    Ok(())
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MessagesRead {
    /// The number of the last message you have read.
    pub read: i64,
    /// How many messages come after it.
    pub unread: i64,
}

/// Records that a player has read everything up to `number`.
pub async fn mark_read(ctx: &mut Ctx, game: Uuid, account: Uuid, number: i64) -> Result<MessagesRead, Error> {
    let loaded = LoadedGame::open(ctx, game, Some(account), None).await?;
    loaded.member()?;
    let status = messages::status(&mut ctx.db, game, account).await?;
    bounded("number", number, &(0..=status.last))?;
    mark_shown(&mut ctx.db, game, account, number).await?;
    let TalkStatus { read, unread, .. } = messages::status(&mut ctx.db, game, account).await?;
    Ok(MessagesRead { read, unread })
}

const MAX_MESSAGE_CHARS: usize = 2_000;
const MAX_NOTE_CHARS: usize = 10_000;

/// Validates a message, and gives it without the blanks around it.
pub fn checked_message(text: &str) -> Result<&str, Error> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Code::InvalidField.field("text", Sentence::Empty));
    }
    must_be_readable(text, MAX_MESSAGE_CHARS)?;
    plain::must_hold_no_secret("text", text)?;
    Ok(text)
}

/// Validates a note, which may be empty. It may hold secrets, since nobody else reads it.
fn checked_note(text: &str) -> Result<&str, Error> {
    must_be_readable(text, MAX_NOTE_CHARS)?;
    Ok(text)
}

fn must_be_readable(text: &str, longest: usize) -> Result<(), Error> {
    // Bytes first: counting the characters of a text that is much too long is work for nothing.
    if text.len() > longest * 4 || text.chars().count() > longest {
        return Err(Code::InvalidField.field("text", Sentence::CharactersAtMost { most: longest as u64 }));
    }
    if text.chars().any(is_refused) {
        return Err(Code::InvalidField.field("text", Sentence::UnreadableText));
    }
    Ok(())
}

/// Control characters, and those that make what follows read backwards.
fn is_refused(letter: char) -> bool {
    let overrides = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    overrides || (letter.is_control() && letter != '\n' && letter != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_a_text_of_some_length() {
        assert_eq!(checked_message("  Hail!\nWool for iron?  ").unwrap(), "Hail!\nWool for iron?");
        assert!(checked_message(&"é".repeat(MAX_MESSAGE_CHARS)).is_ok());
        for wrong in ["", " \n ", "a\u{0}b", "a\u{1b}[31m", "a\u{202e}b", "a\rb", "\u{7f}"] {
            assert!(checked_message(wrong).is_err(), "{wrong:?}");
        }
        assert!(checked_message(&"é".repeat(MAX_MESSAGE_CHARS + 1)).is_err());
    }

    #[test]
    fn other_scripts_are_texts_too() {
        assert!(checked_message("שלום\u{200f}, مرحبا").is_ok());
        assert!(checked_note("").is_ok());
    }
}
