//! The bot that does something sensible: it explores, settles, builds, and goes to law where it can win.
//!
//! May know: what its seat knows and its legal answers. May not know: dice. It weighs by rules of thumb and always
//! answers the same to the same position.

mod building;
mod movement;
mod suits;

use super::estimates::chance;
use crate::landnam::action::{Action, PlayHarvestCard};
use crate::landnam::board::Place;
use crate::landnam::fate::FateCard;
use crate::landnam::number::Number;
use crate::landnam::view::SeatKnowledge;
use rules::{Choice, Legal};

/// The answer to the question that calls the seat; what the game waits for comes first. Offers it dislikes are
/// declined, so `None` means that nothing calls.
pub fn choose(known: &SeatKnowledge<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let blocking = legal.iter().find(|legal| legal.decision.blocking);
    let called = blocking.or_else(|| legal.iter().find(|legal| legal.decision.is_asked()))?;
    if let Some(choice) = suits::interjection(known, called, legal) {
        return Some(choice);
    }
    let action = match called.decision.kind {
        "harvest_card" => harvest_card(known, called),
        "choose_aging" => aging(known, called),
        "name_first" => suits::name_first(known, called),
        "sue" => suits::sue(known, called),
        "answer_suit" if called.decision.blocking => suits::respond(known, called),
        "answer_suit" => return None,
        "take_over" => suits::take_over(known, called),
        "flee" => movement::flee(known, called),
        "movement" => movement::act(known, called),
        "choose_number" => number(called),
        "build" => building::act(known, called),
        "trade_answer" => building::answer_offer(known, called),
        _ => None,
    };
    // A question without a rule of thumb gets the first answer there is.
    action.or_else(|| called.actions.first().cloned()).map(|action| called.answer(action))
}

/// The answer with the highest worth, the first of equals; the worth must be above `least`.
fn best<T>(answers: impl Iterator<Item = (f32, T)>, least: f32) -> Option<T> {
    let mut found: Option<(f32, T)> = None;
    for (worth, answer) in answers {
        if worth > found.as_ref().map_or(least, |(highest, _)| *highest) {
            found = Some((worth, answer));
        }
    }
    found.map(|(_, answer)| answer)
}

/// How much a card of another seat counts against an own one.
const OTHERS: f32 = 0.3;
/// A harvest card is worth about a resource card, for which it could be exchanged.
const LEAST_CARD_GAIN: f32 = 1.2;

/// The harvest card that gains most, if it is worth its while.
fn harvest_card(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let cards = legal.actions.iter().filter_map(|action| match action {
        Action::PlayHarvestCard(PlayHarvestCard { card: FateCard::GoodYear, hex: Some(hex) }) => {
            Some((balance(known, *hex), action))
        }
        Action::PlayHarvestCard(PlayHarvestCard { card: FateCard::Blight, hex: Some(hex) }) => {
            Some((-balance(known, *hex), action))
        }
        _ => None,
    });
    best(cards, LEAST_CARD_GAIN)
        .cloned()
        .or_else(|| legal.find(|action| matches!(action, Action::DeclineHarvestCard(_))))
}

/// What a hex brings the own seat, less what it brings others.
fn balance(known: &SeatKnowledge<'_>, hex: Place) -> f32 {
    let others: u8 = known.others().map(|seat| known.due(seat, hex)).sum();
    f32::from(known.due(known.seat, hex)) - OTHERS * f32::from(others)
}

fn aging(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let candidates = legal.actions.iter().filter_map(|action| match action {
        Action::ChooseAging(choice) => Some((aging_gain(known, choice.hex), action)),
        _ => None,
    });
    best(candidates, f32::MIN).cloned()
}

/// What aging a hex brings the own seat, in cards a roll.
fn aging_gain(known: &SeatKnowledge<'_>, hex: Place) -> f32 {
    let Some(number) = known.table.number(hex) else { return 0.0 };
    let aged = number.aged(&known.table.supply.numbers);
    (chance(aged) - chance(number)) * balance(known, hex)
}

fn number(legal: &Legal<Action>) -> Option<Action> {
    let numbers = legal.actions.iter().filter_map(|action| match action {
        Action::ChooseNumber(choice) => Some((chance(choice.number), action)),
        _ => None,
    });
    best(numbers, f32::MIN).cloned()
}

fn rises(number: Number, free: &[u8; Number::COUNT]) -> bool {
    chance(number.aged(free)) > chance(number) + 0.05
}
