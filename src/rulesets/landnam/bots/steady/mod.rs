//! The bot that does something sensible: it explores, settles, builds, and goes to law where it can win.
//!
//! May know: what its seat sees and its legal answers. May not know: dice. It weighs by rules of thumb, one file
//! for each part of a turn, and always answers the same to the same table.

mod althing;
mod building;
mod goals;
mod harvest;
mod movement;
mod odds;
mod routes;
mod suit;
mod trading;

use super::super::action::Action;
use super::Outlook;
use rules::Legal;
use rules::ruleset::Choice;

/// The answer to the question that calls the seat; what the game waits for comes first. Offers it dislikes are
/// declined, so `None` means that nothing calls.
pub fn choose(outlook: &Outlook<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let blocking = legal.iter().find(|legal| legal.decision.blocking);
    let called = blocking.or_else(|| legal.iter().find(|legal| legal.decision.is_asked()))?;
    if let Some(choice) = althing::interjection(outlook, called, legal) {
        return Some(choice);
    }
    let action = match called.decision.kind {
        "harvest_card" => harvest::card(outlook, called),
        "choose_aging" => harvest::aging(outlook, called),
        "name_first" => althing::first(outlook, called),
        "sue" => althing::sue(outlook, called),
        "answer_suit" if called.decision.blocking => suit::respond(outlook, called),
        "answer_suit" => return None,
        "take_over" => suit::take_over(outlook, called),
        "flee" => movement::flee(outlook, called),
        "movement" => movement::act(outlook, called),
        "choose_number" => harvest::number(called),
        "build" => building::act(outlook, called),
        "trade_answer" => trading::reply(outlook, called),
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
