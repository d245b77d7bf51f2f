//! Records results, each once, and what follows for ratings and reliability.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use uuid::Uuid;

use crate::error::Error;
use crate::service::{Ctx, Tx};
use crate::store::ratings::{
    self, FinishedGameRow, RatedSeat, RatingChangeRow, ReliabilityCounts, StartRating,
};
use rules::Outcome;

/// Rates the game that finished first; `false` if there is none left. In a transaction of its own: two workers never
/// rate the same game, nor a later one before an earlier.
pub async fn rate_next(ctx: &mut Ctx) -> Result<bool, Error> {
    ctx.transaction(async |tx| {
        let Some(game) = ratings::claim_finished(&mut tx.bare()).await? else { return Ok(false) };
        if game.public {
            record_result(tx, &game).await?;
        }
        ratings::rated(&mut tx.ctx.db, game.id, tx.ctx.app.now()).await?;
        Ok(true)
    })
    .await
}

async fn record_result(tx: &mut Tx<'_>, game: &FinishedGameRow) -> Result<(), Error> {
    let seats = ratings::rated_seats(&mut tx.bare(), game.id).await?;
    for seat in &seats {
        if let Some(account_id) = seat.account.filter(|_| !seat.departed) {
            let counts = ReliabilityCounts {
                account_id,
                games_finished: 1,
                resigned: seat.resigned.into(),
                caretaken: seat.caretaken.into(),
                lapses: 0,
            };
            ratings::add_reliability(&mut tx.db, &counts).await?;
        }
    }
    match places(game, &seats).filter(|_| game.by_the_book) {
        Some(places) => rate(tx, game, &places).await,
        None => Ok(()),
    }
}

struct Placed {
    account: Uuid,
    departed: bool,
    rank: u8,
}

/// The place of every player in a game between players; `None` for one that is not rated: with a bot's seat, of one
/// player alone, or whose result is incomplete, which must not block the games after it.
fn places(game: &FinishedGameRow, seats: &[RatedSeat]) -> Option<Vec<Placed>> {
    if seats.len() < 2 || seats.iter().any(|seat| seat.account.is_none()) {
        return None;
    }
    let outcome = game.outcome.as_deref().and_then(|text| serde_json::from_str::<Outcome>(text).ok());
    let placed = outcome.and_then(|outcome| {
        let place = |seat: &RatedSeat| {
            let place = outcome.ranking.iter().find(|place| i16::from(place.seat) == seat.seat)?;
            Some(Placed { account: seat.account?, departed: seat.departed, rank: place.rank })
        };
        seats.iter().map(place).collect::<Option<Vec<_>>>()
    });
    if placed.is_none() {
        tracing::error!(game = %game.id, "a result does not place every seat: the game is not rated");
    }
    placed
}

/// Rates a game. A deleted account counts as a newcomer for the others, and nothing of it is stored.
async fn rate(tx: &mut Tx<'_>, game: &FinishedGameRow, places: &[Placed]) -> Result<(), Error> {
    let (ruleset, now) = (game.ruleset.as_str(), tx.app.now());
    let there: Vec<Uuid> =
        places.iter().filter(|placed| !placed.departed).map(|placed| placed.account).collect();
    let rows = ratings::lock(&mut tx.bare(), ruleset, &there, START, now).await?;
    let part = |placed: &Placed| {
        let row = rows.iter().find(|row| row.account_id == placed.account);
        let (rating, uncertainty) =
            row.map_or((START.rating, START.uncertainty), |row| (row.rating, row.uncertainty));
        RatedPlace { rating, uncertainty, rank: placed.rank }
    };
    let rated = after(&places.iter().map(part).collect::<Vec<_>>());
    let players = i16::try_from(places.len()).unwrap_or(i16::MAX);
    let mut changes = Vec::new();
    for (placed, after) in places.iter().zip(rated).filter(|(placed, _)| !placed.departed) {
        ratings::set(&mut tx.db, ruleset, placed.account, after, now).await?;
        let Some(before) = rows.iter().find(|row| row.account_id == placed.account) else { continue };
        changes.push(RatingChangeRow {
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
    Ok(ratings::add_changes(&mut tx.db, &changes).await?)
}

/// The rating that every player begins with: somewhere between 500 and 2500.
const START: StartRating = StartRating { rating: 1500.0, uncertainty: 500.0 };
/// With this many points more a player wins two games of three.
const CLASS: f64 = 250.0;

#[derive(Debug, Clone, Copy)]
struct RatedPlace {
    /// Before the game.
    rating: f64,
    uncertainty: f64,
    /// The place, 1 for the best; shared places are draws.
    rank: u8,
}

/// The model of Weng and Lin (Bradley-Terry, every pair of players of a game compared) on a scale of whole numbers:
/// what each is rated after the game and how uncertain that is, in the same order.
fn after(parts: &[RatedPlace]) -> Vec<(f64, f64)> {
    let alone: Vec<[WengLinRating; 1]> = parts
        .iter()
        .map(|part| [WengLinRating { rating: part.rating, uncertainty: part.uncertainty }])
        .collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = alone
        .iter()
        .zip(parts)
        .map(|(team, part)| (team.as_slice(), MultiTeamOutcome::new(usize::from(part.rank))))
        .collect();
    let config = WengLinConfig { beta: CLASS, ..WengLinConfig::new() };
    let after = weng_lin_multi_team(&teams, &config);
    after.into_iter().flatten().map(|rating| (rating.rating, rating.uncertainty)).collect()
}

#[cfg(test)]
mod tests {
    use super::{RatedPlace, START, after};

    fn newcomers(ranks: &[u8]) -> Vec<(f64, f64)> {
        let part =
            |rank: &u8| RatedPlace { rating: START.rating, uncertainty: START.uncertainty, rank: *rank };
        after(&ranks.iter().map(part).collect::<Vec<_>>())
    }

    #[test]
    fn places_order_the_ratings_of_newcomers_and_draws_leave_them_equal() {
        let rated = newcomers(&[2, 1, 4, 2]);
        assert!(rated[1].0 > rated[0].0 && rated[0].0 > rated[2].0, "{rated:?}");
        assert!((rated[0].0 - rated[3].0).abs() < f64::EPSILON, "{rated:?}");
        assert!(rated.iter().all(|(_, uncertainty)| *uncertainty < START.uncertainty), "{rated:?}");
    }

    #[test]
    fn a_game_that_all_draw_changes_nobody() {
        assert!(newcomers(&[1, 1, 1]).iter().all(|(rating, _)| (rating - START.rating).abs() < 1e-9));
    }
}
