//! Saying something.

use uuid::Uuid;

use super::{MessageShown, text};
use crate::app::App;
use crate::error::{Code, Error};
use crate::notifications::{MailKind, enqueue};
use crate::service::table::Table;
use crate::store::mails::{self, UnreadMessages};
use crate::store::messages::{self, EVERYBODY, MessageRow};
use crate::store::{Connection, Tx, accounts};
use rules::Seat;

/// What somebody wants to say.
#[derive(Debug)]
pub struct NewMessage {
    pub text: String,
    /// To which seats; `None`: to the whole table.
    pub to: Option<Vec<i16>>,
}

/// Says it; to be called in a transaction. Errors: `game_not_found`, `not_a_member`, `invalid_field`.
pub async fn post(
    app: &App,
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    message: &NewMessage,
) -> Result<MessageShown, Error> {
    let table = Table::open(app, tx, game, Some(account), None).await?;
    let seat = table.member()?;
    let text = text::message(&message.text)?;
    let seat = table.present.version.map(|_| seat);
    let people: Vec<Uuid> = table.present.accounts.iter().copied().flatten().collect();
    let readers = match &message.to {
        None => people.iter().copied().chain([EVERYBODY]).collect(),
        Some(seats) => readers(&table, seat, account, seats)?,
    };
    let place = messages::take_place(tx, game).await?;
    let boxes: Vec<Uuid> = people.iter().copied().chain([EVERYBODY]).collect();
    messages::open_boxes(tx, game, &boxes).await?;
    let said = MessageRow {
        game,
        id: app.new_id(),
        account,
        seat: seat.map(i16::from),
        to_seats: message.to.as_deref(),
        text,
        at: app.now(),
    };
    let number = messages::add(tx, &said, place, &readers).await?;
    notify(app, tx, &table, account, &readers).await?;
    let name = accounts::find(tx, account).await?.map(|row| row.name);
    Ok(MessageShown {
        id: said.id,
        number,
        account,
        name,
        seat: said.seat,
        to: message.to.clone(),
        text: text.to_owned(),
        at: said.at,
    })
}

/// The people in these seats, and the one who speaks.
fn readers(table: &Table, own: Option<Seat>, account: Uuid, seats: &[i16]) -> Result<Vec<Uuid>, Error> {
    let refuse = |field: String, sentence: &'static str| Err(Code::InvalidField.field(field, sentence));
    let Some(own) = own else {
        return refuse(
            "to".to_owned(),
            "Before the start nobody has a seat yet: only the whole table can be told.",
        );
    };
    if seats.is_empty() {
        return refuse("to".to_owned(), "Name a seat, or leave it out to tell the whole table.");
    }
    let mut readers = vec![account];
    for (index, seat) in seats.iter().enumerate() {
        let place = usize::try_from(*seat).ok().and_then(|seat| table.present.accounts.get(seat));
        match place {
            None => return refuse(format!("to[{index}]"), "There is no such seat."),
            Some(None) => return refuse(format!("to[{index}]"), "Nobody who reads sits there."),
            Some(Some(_)) if *seat == i16::from(own) => {
                return refuse(format!("to[{index}]"), "This is your own seat.");
            }
            Some(Some(reader)) if readers.contains(reader) => {
                return refuse(format!("to[{index}]"), "This seat is named twice.");
            }
            Some(Some(reader)) => readers.push(*reader),
        }
    }
    Ok(readers)
}

/// Sees that whoever has something to read is told by mail, once for all that is unread by then.
async fn notify(
    app: &App,
    connection: &mut Connection,
    table: &Table,
    sender: Uuid,
    readers: &[Uuid],
) -> Result<(), Error> {
    let readers: Vec<Uuid> =
        readers.iter().copied().filter(|reader| *reader != sender && *reader != EVERYBODY).collect();
    let unread = UnreadMessages {
        game: table.id,
        kind: MailKind::Message.name(),
        request: enqueue::request(),
        sender,
        readers: &readers,
        at: app.now(),
        due_at: app.now() + chrono::TimeDelta::seconds(app.settings.mail.message_hold_down_seconds),
    };
    Ok(mails::insert_unread(connection, &unread).await?)
}
