//! The model of Weng and Lin (Bradley-Terry, every pair of a table compared) on a scale of whole numbers.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::store::ratings::StartRating;

/// Where everybody begins: known to be somewhere between 500 and 2500.
pub const START: StartRating = StartRating { rating: 1500.0, uncertainty: 500.0 };
/// So many points more and one wins two games of three.
const CLASS: f64 = 250.0;

#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// What he was rated before.
    pub rating: f64,
    pub uncertainty: f64,
    /// His place, 1 for the best; shared places are draws.
    pub rank: u8,
}

/// What each is rated after the game and how uncertain that is, in the same order.
pub fn after(parts: &[Part]) -> Vec<(f64, f64)> {
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
    use super::{Part, START, after};

    fn newcomers(ranks: &[u8]) -> Vec<(f64, f64)> {
        let part = |rank: &u8| Part { rating: START.rating, uncertainty: START.uncertainty, rank: *rank };
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
