//! Results are taken note of, each once.

use uuid::Uuid;

use super::scale::{self, Part, START};
use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::store::ratings::ReliabilityCounts;
use crate::store::ratings::{self, RatingChangeRow as Change};
use crate::store::ratings::{FinishedGame, RatedSeat};
use crate::store::{self, Connection, Tx};
use rules::Outcome;

/// Takes note of the game that finished first; `false` if there is none to take. In a transaction of its own: two
/// workers never note the same game, nor a later one before an earlier.
pub async fn rate_next(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    store::transaction(connection, async |connection| {
        let Some(game) = ratings::claim_finished(connection).await? else { return Ok(false) };
        if game.public {
            note(connection, &game, app.now()).await?;
        }
        ratings::rated(connection, game.id, app.now()).await?;
        Ok(true)
    })
    .await
}

async fn note(tx: &mut Tx<'_>, game: &FinishedGame, now: Instant) -> Result<(), Error> {
    let sitters = ratings::rated_seats(tx, game.id).await?;
    for sitter in &sitters {
        if let Some(account_id) = sitter.account.filter(|_| !sitter.departed) {
            let counts = ReliabilityCounts {
                account_id,
                games_finished: 1,
                resigned: sitter.resigned.into(),
                caretaken: sitter.caretaken.into(),
                lapses: 0,
            };
            ratings::add_reliability(tx, &counts).await?;
        }
    }
    match places(game, &sitters).filter(|_| game.by_the_book) {
        Some(places) => rate(tx, game, &places, now).await,
        None => Ok(()),
    }
}

struct Placed {
    account: Uuid,
    departed: bool,
    rank: u8,
}

/// Everybody's place in a game between people; `None` for one that is not rated: with a bot's seat, of one person alone,
/// or whose result is not whole, which must not hold up the games after it.
fn places(game: &FinishedGame, sitters: &[RatedSeat]) -> Option<Vec<Placed>> {
    if sitters.len() < 2 || sitters.iter().any(|sitter| sitter.account.is_none()) {
        return None;
    }
    let outcome = game.outcome.as_deref().and_then(|text| serde_json::from_str::<Outcome>(text).ok());
    let placed = outcome.and_then(|outcome| {
        let place = |sitter: &RatedSeat| {
            let place = outcome.ranking.iter().find(|place| i16::from(place.seat) == sitter.seat)?;
            Some(Placed { account: sitter.account?, departed: sitter.departed, rank: place.rank })
        };
        sitters.iter().map(place).collect::<Option<Vec<_>>>()
    });
    if placed.is_none() {
        tracing::error!(game = %game.id, "a result does not place every seat: the game is not rated");
    }
    placed
}

/// Rates a game. Whoever has left counts as a newcomer for the others, and nothing is kept of him.
async fn rate(tx: &mut Tx<'_>, game: &FinishedGame, places: &[Placed], now: Instant) -> Result<(), Error> {
    let ruleset = game.ruleset.as_str();
    let there: Vec<Uuid> =
        places.iter().filter(|placed| !placed.departed).map(|placed| placed.account).collect();
    let rows = ratings::hold(tx, ruleset, &there, START, now).await?;
    let part = |placed: &Placed| {
        let row = rows.iter().find(|row| row.account_id == placed.account);
        let (rating, uncertainty) =
            row.map_or((START.rating, START.uncertainty), |row| (row.rating, row.uncertainty));
        Part { rating, uncertainty, rank: placed.rank }
    };
    let after = scale::after(&places.iter().map(part).collect::<Vec<_>>());
    let players = i16::try_from(places.len()).unwrap_or(i16::MAX);
    let mut changes = Vec::new();
    for (placed, after) in places.iter().zip(after).filter(|(placed, _)| !placed.departed) {
        ratings::set(tx, ruleset, placed.account, after, now).await?;
        let Some(before) = rows.iter().find(|row| row.account_id == placed.account) else { continue };
        changes.push(Change {
            account_id: placed.account,
            ruleset: ruleset.to_owned(),
            number: before.games + 1,
            game_id: game.id,
            rank: placed.rank.into(),
            players,
            rating_before: before.rating,
            uncertainty_before: before.uncertainty,
            rating_after: after.0,
            uncertainty_after: after.1,
            rated_at: now,
        });
    }
    Ok(ratings::add_changes(tx, &changes).await?)
}
