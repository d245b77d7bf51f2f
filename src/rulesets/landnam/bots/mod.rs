//! Two bots: `random` does anything, `steady` does something sensible.
//!
//! May know: what one seat knows and its legal answers. May not know: the state, any secret of another seat, the
//! game's chance. Both name decisions and actions out of the list they are given.

mod estimates;
mod random;
mod steady;

use rand::Rng;

use super::Landnam;
use super::action::Action;
use super::view::{SeatKnowledge, View};
use rules::{Bots, Choice, Legal};

impl Bots for Landnam {
    fn bots(&self) -> &'static [&'static str] {
        &["random", "steady"]
    }

    /// An unknown name plays as `random`.
    fn choose(
        &self,
        bot: &str,
        view: &View,
        legal: &[Legal<Action>],
        rng: &mut dyn Rng,
    ) -> Option<Choice<Action>> {
        let known = SeatKnowledge::of(view, &self.components)?;
        match bot {
            "steady" => steady::choose(&known, legal),
            _ => random::choose(&known, legal, rng),
        }
    }
}
