//! The bots that look ahead: a search over its own answers in imagined games, with its chance to win as their worth.
//!
//! May know: what its seat sees. May not know: the state of the game that is played.

mod boards;
mod candidates;
mod imagine;
mod outlook;
mod suits;
mod value;

use boards::Boards;
use rand::Rng;

use crate::landnam::Landnam;
use crate::landnam::action::Action;
use crate::landnam::event::Event;
use crate::landnam::state::State;
use crate::landnam::view::View;
use rules::search::{self, Effort, Memory, Searchable};
use rules::{Legal, Seat};

/// The answers alone, in one world. Against bots that played by rules of thumb it won 40 % of 200 games of four and 29 %
/// of five, at five to six times their cost for a decision.
pub const STEADY: Effort = Effort { worlds: 1, nodes: 1, beyond: 0 };
/// Plans for the own turn. Depth is worth more than worlds: of 300 games of five against bots that played by rules of
/// thumb, 40 nodes in one world won 107, 60 won 134; with 20 for movement alone it was 98.
const PLANS: Effort = Effort { worlds: 1, nodes: 60, beyond: 0 };
const BUILDING: Effort = Effort { nodes: 45, ..PLANS };
/// What suits bring depends on hands that nobody sees, and hardly on what comes after the answer: here one world with
/// 10 nodes won 123 of 300 games, four worlds with the answers alone 136.
const SUITS: Effort = Effort { worlds: 4, nodes: 4, beyond: 0 };

/// How far it is worth looking for an answer to the decision that calls. Against bots that played by rules of thumb it
/// won 66 % of 200 games of three, 50 % of four and 43 % of five, at 14, 16 and 19 times their cost for a decision.
pub fn strong(legal: &[Legal<Action>]) -> Effort {
    match search::called(legal).map(|legal| legal.decision.kind) {
        Some("sue" | "answer_suit" | "take_over") => SUITS,
        Some("harvest_card" | "choose_aging") => STEADY,
        Some("build") => BUILDING,
        _ => PLANS,
    }
}

impl Searchable for Landnam {
    fn imagine(&self, view: &View, rng: &mut dyn Rng) -> Option<(Seat, State)> {
        imagine::imagine(&self.components, view, rng)
    }

    fn value(&self, state: &State, seat: Seat) -> f32 {
        value::value(&self.components, state, seat, &mut Boards::default())
    }

    fn value_with(&self, state: &State, seat: Seat, memory: &mut Memory) -> f32 {
        match memory.of::<Boards>() {
            Some(boards) => value::value(&self.components, state, seat, boards),
            None => self.value(state, seat),
        }
    }

    fn candidates(&self, state: &State, seat: Seat, legal: &Legal<Action>) -> Vec<Action> {
        candidates::candidates(state, seat, legal)
    }

    fn awaits_replies(&self, action: &Action) -> bool {
        matches!(action, Action::OfferTrade(_) | Action::Sue(_) | Action::Raise(_) | Action::HandOver(_))
    }

    fn replies(&self, state: &State, seat: Seat, legal: &Legal<Action>) -> Vec<Action> {
        candidates::replies(state, seat, legal)
    }

    /// Trades and buildings come in any order.
    fn is_same(&self, one: &State, other: &State) -> bool {
        one == other
    }

    /// What the supply gives can be foreseen. Beyond a discovery plans go on, so that it can be compared with building
    /// without it; the dice of the next turn end them.
    fn ends_plan(&self, event: &Event) -> bool {
        matches!(event, Event::DiceRolled(_) | Event::TurnEnded(_))
    }
}
