//! Harvest cards, aging, and the number of an omen (rules page §4, B29).

use super::super::Outlook;
use super::super::outlook::chance;
use super::best;
use crate::landnam::action::{Action, PlayHarvestCard};
use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::number::Number;
use rules::Legal;

/// How much a card of another seat counts against an own one.
const OTHERS: f32 = 0.3;
/// A harvest card is worth about a resource card, for which it could be exchanged.
const LEAST: f32 = 1.2;

/// The harvest card that gains most, if it is worth its while.
pub fn card(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let cards = legal.actions.iter().filter_map(|action| match action {
        Action::PlayHarvestCard(PlayHarvestCard { card: FateCard::GoodYear, hex: Some(hex) }) => {
            Some((balance(outlook, *hex), action))
        }
        Action::PlayHarvestCard(PlayHarvestCard { card: FateCard::Blight, hex: Some(hex) }) => {
            Some((-balance(outlook, *hex), action))
        }
        _ => None,
    });
    best(cards, LEAST).cloned().or_else(|| {
        legal.actions.iter().find(|action| matches!(action, Action::DeclineHarvestCard(_))).cloned()
    })
}

/// What a hex brings the own seat, less what it brings others.
fn balance(outlook: &Outlook<'_>, hex: Place) -> f32 {
    let others: u8 = outlook.others().map(|seat| outlook.due(seat, hex)).sum();
    f32::from(outlook.due(outlook.seat, hex)) - OTHERS * f32::from(others)
}

/// The candidate whose new number helps most.
pub fn aging(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let candidates = legal.actions.iter().filter_map(|action| match action {
        Action::ChooseAging(choice) => Some((gain(outlook, choice.hex), action)),
        _ => None,
    });
    best(candidates, f32::MIN).cloned()
}

/// What aging a hex brings the own seat, in cards a roll.
pub fn gain(outlook: &Outlook<'_>, hex: Place) -> f32 {
    let Some(number) = outlook.table.number(hex) else { return 0.0 };
    let aged = number.aged(&outlook.table.supply.numbers);
    (chance(aged) - chance(number)) * balance(outlook, hex)
}

pub fn number(legal: &Legal<Action>) -> Option<Action> {
    let numbers = legal.actions.iter().filter_map(|action| match action {
        Action::ChooseNumber(choice) => Some((chance(choice.number), action)),
        _ => None,
    });
    best(numbers, f32::MIN).cloned()
}

/// Does the number come up oftener after aging?
pub fn rises(number: Number, free: &[u8; Number::COUNT]) -> bool {
    chance(number.aged(free)) > chance(number) + 0.05
}
