//! Somebody has set anew when his time counts: his open deadlines follow, one game after the other.

use chrono::TimeDelta;
use uuid::Uuid;

use super::timed::Timed;
use crate::app::App;
use crate::clocks::{Answered, Availability, Clocks, Heard, Turn};
use crate::error::{Code, Error};
use crate::service::availability;
use crate::service::log::TableEvent;
use crate::service::play::{TABLE, tries};
use crate::service::table::Table;
use crate::service::votes::{Deed, enter};
use crate::store::games::Status;
use crate::store::{self, Connection};
use rules::{Decision, Seat};

/// How long a game is left alone that could not be told, in seconds.
const PUT_OFF_SECONDS: i64 = 60;

/// Tells every game of `account` of a change. What can't be told now is left to a worker.
pub async fn hear_all(app: &App, connection: &mut Connection, account: Uuid) {
    loop {
        match hear(app, connection, Some(account)).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => tracing::warn!(%account, %error, "a game was not told when somebody's time counts"),
        }
    }
}

/// Tells one game of one change; `false` when there is none to tell.
pub async fn hear_next(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    hear(app, connection, None).await
}

async fn hear(app: &App, connection: &mut Connection, account: Option<Uuid>) -> Result<bool, Error> {
    let mut claimed = None;
    let heard = store::transaction(connection, async |connection| {
        claimed = store::availability::claim_change(connection, account, app.now()).await?;
        let Some((game, account)) = claimed else { return Ok(false) };
        tell(app, connection, game, account).await?;
        store::availability::change_done(connection, game, account).await?;
        Ok(true)
    })
    .await;
    if let (Err(_), Some((game, account))) = (&heard, claimed) {
        let until = app.now() + TimeDelta::seconds(PUT_OFF_SECONDS);
        store::availability::put_off_change(connection, game, account, until).await?;
    }
    if matches!(heard, Ok(true)) {
        app.wake.knock();
    }
    heard
}

async fn tell(app: &App, connection: &mut Connection, game: Uuid, account: Uuid) -> Result<(), Error> {
    let current = availability::of(connection, account).await?;
    for _ in tries(TABLE) {
        let table = Table::open_for_worker(app, connection, game).await?;
        let Some(seat) = table.seat_of(account).filter(|_| table.present.status.is_in_play()) else {
            return Ok(());
        };
        let Some(timed) = Timed::of(&table)? else { return Ok(()) };
        let heard = Heard { seat, availability: current.clone(), late: false };
        if set(app, connection, &table, &timed, heard).await? {
            return Ok(());
        }
    }
    Err(Code::Busy.problem())
}

/// The same for a game that has not heard of it and whose position is held by the caller.
pub(super) async fn renew(
    app: &App,
    connection: &mut Connection,
    table: &Table,
    timed: &Timed,
    seat: Seat,
    current: Availability,
) -> Result<(), Error> {
    let heard = Heard { seat, availability: current, late: true };
    if set(app, connection, table, timed, heard).await? {
        return Ok(());
    }
    Err(Error::Internal(format!("game {} was moved while it was held", table.id)))
}

/// Copies it to the seat and moves the seat's open deadlines; `false` when somebody else moved the game in between.
async fn set(
    app: &App,
    connection: &mut Connection,
    table: &Table,
    timed: &Timed,
    heard: Heard,
) -> Result<bool, Error> {
    let (seat, current) = (heard.seat, heard.availability.clone());
    let events = moved(app, table, timed, &heard)?;
    if !events.is_empty() {
        let deed = Deed { events, heard: Some(heard), ..Deed::default() };
        if enter(app, connection, table, &deed).await?.is_none() {
            return Ok(false);
        }
    }
    availability::copy(connection, table.id, seat, &current).await?;
    Ok(true)
}

/// The deadlines that are others from now on.
fn moved(app: &App, table: &Table, timed: &Timed, heard: &Heard) -> Result<Vec<TableEvent>, Error> {
    let (_, game) = table.position()?;
    let open: Vec<Decision> = game.awaiting().into_iter().filter(|decision| decision.blocking).collect();
    let open: Vec<(Seat, &str)> = open.iter().map(|decision| (decision.seat, decision.id.as_str())).collect();
    let plays: Vec<bool> = table.present.bots.iter().map(Option::is_none).collect();
    let clocks: Clocks = timed.clocks.after(&Turn {
        clock: timed.timing.clock,
        at: app.now(),
        open: &open,
        plays: &plays,
        goes_on: table.present.status == Status::Running,
        answered: None::<(Seat, Answered)>,
        anew: &[],
        newcomers: &[],
        extended: TimeDelta::zero(),
        outage: None,
        before: &timed.availability,
        heard: Some(heard),
    });
    let events = clocks.moved(&timed.clocks).filter_map(|running| {
        let known = timed.clocks.find(running.seat, &running.decision)?;
        (running.deadline != known.deadline).then(|| TableEvent::DeadlineMoved {
            seat: running.seat,
            decision: running.decision.clone(),
            deadline: running.deadline,
        })
    });
    Ok(events.collect())
}
