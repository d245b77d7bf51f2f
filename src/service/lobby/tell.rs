//! Mails about a table that has not started.

use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::store::Connection;
use crate::store::table_mails::{self, TableMail};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Somebody is asked to the table.
    Invitation,
    /// The table is full: is everybody there?
    ConfirmPresence,
    /// Somebody did not confirm in time.
    SeatLost,
    /// Somebody was shown the door.
    Kicked,
    TableCancelled,
    /// Nobody came to the table any more.
    TableExpired,
}

impl Kind {
    const ALL: [Self; 6] = [
        Self::Invitation,
        Self::ConfirmPresence,
        Self::SeatLost,
        Self::Kicked,
        Self::TableCancelled,
        Self::TableExpired,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Self::Invitation => "invitation",
            Self::ConfirmPresence => "confirm_presence",
            Self::SeatLost => "seat_lost",
            Self::Kicked => "kicked",
            Self::TableCancelled => "table_cancelled",
            Self::TableExpired => "table_expired",
        }
    }

    /// The kind that a stored word names.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

pub async fn people(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    kind: Kind,
    people: impl Iterator<Item = Uuid>,
) -> Result<(), Error> {
    let mails: Vec<_> = people.map(|person| mail(app, game, kind, Some(person))).collect();
    Ok(table_mails::insert(connection, &mails).await?)
}

/// Tells somebody that he is invited: at the account's address, or at the one he was invited by.
pub async fn invited(
    app: &App,
    connection: &mut Connection,
    invitation: &crate::store::invitations::InvitationRow,
) -> Result<(), Error> {
    let mail = TableMail {
        address: invitation.email.as_deref(),
        invitation_id: Some(invitation.id),
        ..mail(app, invitation.game_id, Kind::Invitation, invitation.account_id)
    };
    Ok(table_mails::insert(connection, &[mail]).await?)
}

fn mail<'a>(app: &App, game: Uuid, kind: Kind, account: Option<Uuid>) -> TableMail<'a> {
    let now = app.now();
    TableMail {
        id: app.new_id(),
        game_id: game,
        kind: kind.word(),
        account_id: account,
        address: None,
        invitation_id: None,
        created_at: now,
        due_at: now,
        attempts: 0,
    }
}
