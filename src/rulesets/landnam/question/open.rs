//! Which questions are open.

use super::Question;
use crate::landnam::action::Action;
use crate::landnam::state::{Althing, Movement, Phase, Side, Suit, Table, Trading};
use rules::Seat;

/// Questions with the seats they are put to.
type Asked = Vec<(Seat, Question)>;

/// Every open question, in seat order.
pub fn open(table: &Table) -> Vec<(Seat, Question)> {
    let mut asked = Asked::with_capacity(8);
    let active = table.active;
    match &table.phase {
        Phase::SetUp | Phase::Roll | Phase::Over { .. } => {}
        Phase::HarvestCard => asked.push((active, Question::HarvestCard)),
        Phase::Aging { .. } => asked.push((active, Question::ChooseAging)),
        Phase::Althing(althing) => at_the_althing(table, althing, &mut asked),
        Phase::Movement(movement) => in_movement(table, movement, &mut asked),
        Phase::Trading(trading) => in_trading(table, trading, &mut asked),
    }
    // Those who have given up are asked only what the game can't go on without, which is answered in the same entry.
    asked.retain(|(seat, question)| question.blocking() || !table.has_resigned(*seat));
    // Stable: the questions of one seat stay in the order in which the rules put them.
    asked.sort_by_key(|(seat, _)| *seat);
    asked
}

pub fn of_seat(table: &Table, seat: Seat) -> impl Iterator<Item = Question> {
    open(table).into_iter().filter(move |(asked, _)| *asked == seat).map(|(_, question)| question)
}

/// The open question of `seat` that `action` answers.
pub fn find(table: &Table, seat: Seat, action: &Action) -> Option<Question> {
    of_seat(table, seat).find(|question| question.takes(action))
}

fn at_the_althing(table: &Table, althing: &Althing, asked: &mut Asked) {
    match (&althing.suit, althing.suitor) {
        (Some(suit), _) => in_suit(suit, asked),
        (None, Some(suitor)) => asked.push((suitor, Question::Sue)),
        (None, None) => asked.push((table.active, Question::NameFirst)),
    }
    // From the naming to the end, whatever anybody holds (B14).
    asked.extend((0..table.seats()).map(|seat| (seat, Question::AlthingCard)));
}

fn in_suit(suit: &Suit, asked: &mut Asked) {
    let answering = suit.party(suit.answering);
    // While the side that must answer has an open offer, it waits for that answer (B20).
    let waits = answering.offer.is_some();
    asked.push((answering.principal, Question::AnswerSuit { blocking: !waits }));
    asked.push((suit.party(suit.answering.other()).principal, Question::LeadSuit));
    asked.extend(answering.earlier.iter().map(|&seat| (seat, Question::AddToSuit)));
    for side in Side::BOTH {
        if let Some(seat) = suit.party(side).offer {
            asked.push((seat, Question::TakeOver { side, blocking: side == suit.answering }));
        }
    }
}

fn in_movement(table: &Table, movement: &Movement, asked: &mut Asked) {
    let question = match (&movement.flight, &movement.naming) {
        (Some(flight), _) => {
            let owner = table.unit(flight.unit).map_or(table.active, |unit| unit.seat);
            asked.push((owner, Question::Flee));
            return;
        }
        (None, Some(_)) => Question::ChooseNumber,
        (None, None) => Question::Movement,
    };
    asked.push((table.active, question));
}

fn in_trading(table: &Table, trading: &Trading, asked: &mut Asked) {
    asked.push((table.active, Question::Build));
    if trading.closed {
        return;
    }
    for seat in 0..table.seats() {
        let offers = trading.offers.iter().filter(|offer| offer.to.contains(&seat));
        asked.extend(
            offers.map(|offer| (seat, Question::TradeAnswer { offer: offer.id, is_asked: offer.asks(seat) })),
        );
        if seat != table.active {
            asked.push((seat, Question::Trade));
        }
    }
}
