//! Leaving for good. What is left is a pseudonym, so that every game stays whole for everybody else.
//!
//! The account goes in one transaction. Its seats follow one game at a time, in transactions of their own, as no write
//! holds two games; if the process dies in between, the sweep finishes it.

use uuid::Uuid;

use super::Name;
use super::new_password::still_same;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::tag::Seen;
use crate::service::votes::Owner;
use crate::service::{audit, lobby, sessions, votes};
use crate::store::accounts::AccountRow;
use crate::store::departures::{self, SeatOfDeparted};
use crate::store::{self, Connection};

/// Makes a pseudonym of an account whose password was checked in `session`; to be called in a transaction, and to be followed by
/// [`super::shut_out`] and [`leave_tables`].
pub async fn depart(
    app: &App,
    connection: &mut Connection,
    row: &AccountRow,
    session: Uuid,
) -> Result<(), Error> {
    still_same(app, connection, row, session).await?;
    sessions::end_all(app, connection, row.id).await?;
    let name = pseudonym(app, connection, row.id).await?;
    departures::erase(connection, row.id, name.shown(), name.key(), app.now()).await?;
    audit::note_departure(connection, app, row.id).await
}

/// A pseudonym that nobody has: `Departed 4f2a`, longer when those are used up.
async fn pseudonym(app: &App, connection: &mut Connection, account: Uuid) -> Result<Name, Error> {
    for digits in [4, 4, 8, 16] {
        let mark = hex::encode(app.secrets.bytes::<8>());
        let name = Name::pseudonym(mark.get(..digits).unwrap_or(&mark));
        if store::accounts::claim_name_keys(connection, account, &name.keys()).await? {
            return Ok(name);
        }
    }
    Err(Error::Internal("there is no pseudonym left".to_owned()))
}

/// Gives up the seats of those who have left, or of `account` alone: at tables that have not started they get up, in games that are being
/// played a bot plays for them to the end. A table that can't be left now is left to the sweep.
pub async fn leave_tables(
    app: &App,
    connection: &mut Connection,
    account: Option<Uuid>,
) -> Result<(), Error> {
    for held in departures::seats_of_departed(connection, account).await? {
        let left = store::transaction(connection, async |connection| leave(app, connection, &held).await);
        if let Err(error) = left.await {
            tracing::warn!(game = %held.game, %error, "somebody who has left still has a seat");
        }
    }
    if let Some(account) = account {
        let turned_down =
            store::transaction(connection, async |connection| lobby::depart(app, connection, account).await);
        if let Err(error) = turned_down.await {
            tracing::warn!(%account, %error, "somebody who has left is still invited");
        }
    }
    app.wake.knock();
    Ok(())
}

async fn leave(app: &App, connection: &mut Connection, held: &SeatOfDeparted) -> Result<(), Error> {
    if !held.started {
        return match lobby::leave(app, connection, held.game, held.account, &Seen::Nothing).await {
            Err(error) if error.is(Code::NotAMember) || error.is(Code::GameNotFound) => Ok(()),
            left => left,
        };
    }
    let bot = votes::caretaker(app.ruleset(&held.ruleset)?);
    let bot = bot.ok_or_else(|| Error::Internal(format!("{} has no bots", held.ruleset)))?;
    votes::entrust(app, connection, held.game, held.account, bot, Owner::HasLeft).await
}
