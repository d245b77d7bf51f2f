//! The bot that does something sensible: it settles where much is rolled, saves for the dearest thing within reach, and
//! trades what it has too much of.
//!
//! May know: what its seat sees and its legal answers. May not know: dice. It weighs by rules of thumb, one file
//! for each part of the game, and always answers the same to the same table.

mod goal;
mod places;
mod trading;

use super::super::action::{Action, Discard};
use super::super::development::DevelopmentCard;
use super::super::judge::robber;
use super::super::lapse;
use super::super::resource::{Bundle, Resource};
use super::super::sight::Sight;
use crate::rules::Legal;
use crate::rules::ruleset::Choice;

/// The answer to the question that calls the seat; what the game waits for comes first.
pub fn choose(sight: &Sight<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let blocking = legal.iter().find(|legal| legal.decision.blocking);
    let called = blocking.or_else(|| legal.iter().find(|legal| legal.decision.is_asked()))?;
    if called.decision.kind == "main" {
        let mut offers = legal.iter().filter(|legal| !legal.decision.blocking);
        let good = offers.find_map(|legal| Some(legal.answer(trading::accept(sight, &legal.actions)?)));
        if good.is_some() {
            return good;
        }
    }
    let action = match called.decision.kind {
        "setup_settlement" => places::first_settlement(sight, &called.actions),
        "setup_road" | "free_road" => places::road(sight, &called.actions),
        "roll" => before_the_roll(sight, &called.actions),
        "discard" => Some(discard(sight)),
        "move_robber" => lapse::robber_move(sight).map(Action::MoveRobber),
        "main" => main(sight, &called.actions),
        "trade_answer" => trading::reply(sight, &called.actions),
        _ => None,
    };
    // A question without a rule of thumb gets the first answer there is.
    action.or_else(|| called.actions.first().cloned()).map(|action| called.answer(action))
}

/// A knight drives the robber off an own hex before the roll.
fn before_the_roll(sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    let robber = sight.table.robber;
    let own = |vertex| sight.table.buildings.get(vertex).is_some_and(|building| building.seat == sight.seat);
    let blocked = robber.vertices().into_iter().any(own);
    let is_wanted = |action: &&Action| match action {
        Action::PlayKnight(_) => blocked,
        Action::Roll(_) => true,
        _ => false,
    };
    let knight = actions.iter().find(|action| matches!(action, Action::PlayKnight(_)) && is_wanted(action));
    knight.or_else(|| actions.iter().find(is_wanted)).cloned()
}

/// Keeps what the goal needs, and gives the rest from the largest pile.
fn discard(sight: &Sight<'_>) -> Action {
    let owed = robber::owes(sight.table, sight.seat).unwrap_or(0);
    let mut spare = sight.hand;
    spare -= goal::cost(sight);
    let mut cards = lapse::largest_pile_first(spare, owed.min(spare.total()));
    let mut kept = sight.hand;
    kept -= cards;
    cards += lapse::largest_pile_first(kept, owed.saturating_sub(cards.total()));
    Action::Discard(Discard { cards })
}

/// A card, a building, a trade towards the next one, or the end of the turn; in this order. Good offers were looked at
/// before, for building may close trade.
fn main(sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    let end = || actions.iter().find(|action| matches!(action, Action::EndTurn(_))).cloned();
    card(sight, actions)
        .or_else(|| goal::build(sight, actions))
        .or_else(|| trading::with_bank(sight, actions))
        .or_else(|| goal::second_best(sight, actions))
        .or_else(end)
}

fn card(sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    let missing = goal::missing(sight);
    let army = sight.table.knights(sight.seat);
    actions
        .iter()
        .find(|action| match action {
            Action::PlayKnight(_) => army < 6 || sight.development.get(DevelopmentCard::Knight) > 1,
            Action::PlayRoadBuilding(_) => true,
            Action::PlayYearOfPlenty(played) => missing.covers(&played.cards),
            Action::PlayMonopoly(played) => {
                missing.get(played.resource) > 0 && abroad(sight, played.resource) >= 3
            }
            _ => false,
        })
        .cloned()
}

/// How many cards of a kind the others hold: what is neither in the bank nor in the own hand.
fn abroad(sight: &Sight<'_>, kind: Resource) -> u8 {
    let all: Bundle = sight.components.resource_cards;
    all.get(kind).saturating_sub(sight.table.bank.get(kind)).saturating_sub(sight.hand.get(kind))
}
