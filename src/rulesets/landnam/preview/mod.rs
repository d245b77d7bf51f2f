//! What players wish to know before they send an action, beyond the events that follow for certain: what it costs, what
//! it opens, whose answer it needs.
//!
//! Each fact comes from the action and from what the seat sees of the game, never from what an event would do: events
//! are cut off where chance or the hidden supply decides, and what is paid until then is known all the same.

mod buildings;
mod cards;
mod steps;
mod suits;

pub use buildings::HexBeside;
pub use steps::PossibleFind;

use super::Landnam;
use super::action::Action;
use super::state::{State, Table};
use super::view::PlayerView;
use rules::{Previews, Seat};

rules::list_of! {
/// What will be true after an action, distinguished by its `type`.
#[schema(as = LandnamOwnEffect)]
pub enum Effect {
    preview::cards: HandWillBe, FateCardsWillBeSpent, OfferWillClose, HarvestWillBeDue;
    preview::suits: MustAnswerSuit, MustAnswerHandOver, StakesWillBeLost;
    preview::steps: WillChase, WillExplore, MovementWillEnd;
    preview::buildings: WillStandBeside, RatesWillBe;
}
}

/// An action before it is sent.
struct Moment<'a> {
    /// What the seat that looks at it sees now.
    player: PlayerView<'a>,
    action: &'a Action,
    /// What will be public after it, as far as that is certain.
    after: &'a Table,
}

impl Previews for Landnam {
    type Effect = Effect;

    fn effects(&self, before: &State, seat: Seat, action: &Action, after: &State) -> Vec<Effect> {
        let player = PlayerView::of(&self.components, before, seat);
        let moment = Moment { player, action, after: &after.table };
        let mut effects = Vec::new();
        cards::foresee(&moment, &mut effects);
        suits::foresee(&moment, &mut effects);
        steps::foresee(&moment, &mut effects);
        buildings::foresee(&moment, &mut effects);
        effects
    }
}
