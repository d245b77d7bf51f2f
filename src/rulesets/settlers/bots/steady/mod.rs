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
use super::super::lapse;
use super::super::player_view::PlayerView;
use super::super::resource::{Bundle, Resource};
use super::super::validate::robber;
use rules::Legal;
use rules::ruleset::Choice;

/// The answer to the question that calls the seat; what the game waits for comes first.
pub fn choose(player: &PlayerView<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let blocking = legal.iter().find(|legal| legal.decision.blocking);
    let called = blocking.or_else(|| legal.iter().find(|legal| legal.decision.is_asked()))?;
    if called.decision.kind == "main" {
        let mut offers = legal.iter().filter(|legal| !legal.decision.blocking);
        let good = offers.find_map(|legal| Some(legal.answer(trading::accept(player, &legal.actions)?)));
        if good.is_some() {
            return good;
        }
    }
    let action = match called.decision.kind {
        "setup_settlement" => places::first_settlement(player, &called.actions),
        "setup_road" | "free_road" => places::road(player, &called.actions),
        "roll" => before_the_roll(player, &called.actions),
        "discard" => Some(discard(player)),
        "move_robber" => lapse::robber_move(player).map(Action::MoveRobber),
        "main" => main(player, &called.actions),
        "trade_answer" => trading::reply(player, &called.actions),
        _ => None,
    };
    // A question without a rule of thumb gets the first answer there is.
    action.or_else(|| called.actions.first().cloned()).map(|action| called.answer(action))
}

/// A knight drives the robber off an own hex before the roll.
fn before_the_roll(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let robber = player.table.robber;
    let own =
        |vertex| player.table.buildings.get(vertex).is_some_and(|building| building.seat == player.seat);
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
fn discard(player: &PlayerView<'_>) -> Action {
    let owed = robber::owes(player.table, player.seat).unwrap_or(0);
    let mut spare = player.hand;
    spare -= goal::cost(player);
    let mut cards = lapse::largest_pile_first(spare, owed.min(spare.total()));
    let mut kept = player.hand;
    kept -= cards;
    cards += lapse::largest_pile_first(kept, owed.saturating_sub(cards.total()));
    Action::Discard(Discard { cards })
}

/// A card, a building, a trade towards the next one, or the end of the turn; in this order. Good offers were looked at
/// before, for building may close trade.
fn main(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let end = || actions.iter().find(|action| matches!(action, Action::EndTurn(_))).cloned();
    card(player, actions)
        .or_else(|| goal::build(player, actions))
        .or_else(|| trading::with_bank(player, actions))
        .or_else(|| goal::second_best(player, actions))
        .or_else(end)
}

fn card(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let missing = goal::missing(player);
    let army = player.table.knights(player.seat);
    actions
        .iter()
        .find(|action| match action {
            Action::PlayKnight(_) => army < 6 || player.development.get(DevelopmentCard::Knight) > 1,
            Action::PlayRoadBuilding(_) => true,
            Action::PlayYearOfPlenty(played) => missing.covers(&played.cards),
            Action::PlayMonopoly(played) => {
                missing.get(played.resource) > 0 && abroad(player, played.resource) >= 3
            }
            _ => false,
        })
        .cloned()
}

/// How many cards of a kind the others hold: what is neither in the bank nor in the own hand.
fn abroad(player: &PlayerView<'_>, kind: Resource) -> u8 {
    let all: Bundle = player.components.resource_cards;
    all.get(kind).saturating_sub(player.table.bank.get(kind)).saturating_sub(player.hand.get(kind))
}
