//! What the game of a table means for those who were paired there.

use pairing::{PlayedBy, SeatResult, TableSeat};
use uuid::Uuid;

use super::stored::Stored;
use crate::error::Error;
use crate::service::stored_json::decode;
use crate::store::competition_rounds::TableRow;
use crate::store::games::Game;
use crate::store::seats::ShownSeat;
use rules::Outcome;

/// The results by seat; `None` for a game that came to none.
pub fn of_table(
    stored: &Stored,
    table: &TableRow,
    game: &Game,
    seats: &[ShownSeat],
) -> Result<Option<Vec<SeatResult>>, Error> {
    let Some(outcome) = &game.outcome else { return Ok(None) };
    let outcome: Outcome = decode(format_args!("the outcome of game {}", game.id), outcome)?;
    let seated = seated(table)?;
    let paired = stored.paired(table)?;
    let result = |(number, who): (usize, &TableSeat)| {
        let place = outcome.ranking.iter().find(|place| usize::from(place.seat) == number)?;
        let shown = seats.iter().find(|seat| usize::try_from(seat.seat) == Ok(number))?;
        let began = seated.get(number).copied().flatten();
        Some(SeatResult {
            place: place.rank.into(),
            points: place.points.into(),
            by: played_by(stored, table.round, *who, began, shown),
        })
    };
    let results: Option<Vec<SeatResult>> = paired.seats.iter().enumerate().map(result).collect();
    match results {
        Some(results) => Ok(Some(results)),
        None => Err(Error::bug(format!("the outcome of game {} does not place every seat", game.id))),
    }
}

/// The accounts that sat down, by seat; none for a bot.
pub fn seated(table: &TableRow) -> Result<Vec<Option<Uuid>>, Error> {
    match &table.seated {
        Some(text) => decode(format_args!("the seats of game {}", table.game_id), text),
        None => Ok(Vec::new()),
    }
}

/// Who played a seat to its end. `began` is the account that sat down there.
fn played_by(
    stored: &Stored,
    round: i32,
    who: TableSeat,
    began: Option<Uuid>,
    shown: &ShownSeat,
) -> PlayedBy {
    let entrant = match who {
        TableSeat::Bot(_) => None,
        TableSeat::Entrant(number) => stored.entrant(number).filter(|entrant| entrant.account_id.is_some()),
    };
    let Some(entrant) = entrant else { return PlayedBy::Owner };
    let is_absent = shown.account_id.is_none() || shown.caretaker.is_some() || shown.resigned_at.is_some();
    if is_absent {
        PlayedBy::Lapse
    } else if shown.account_id != began || entrant.replaced_from.is_some_and(|from| from <= round) {
        PlayedBy::Replacement
    } else {
        PlayedBy::Owner
    }
}
