//! Every answer a seat may give, listed from what it sees and judged by [`super::judge`].
//!
//! May know: what a seat sees. May not know: the stock, other hands, the pile, chance.

pub mod althing;
pub mod building;
pub mod harvest;
pub mod movement;
pub mod trade;

use super::action::Action;
use super::question::{Question, of_seat};
use super::sight::Sight;
use crate::rules::{Legal, Shape};

/// Answers ready to send, and answers with fields to fill in.
pub type Answers = (Vec<Action>, Vec<Shape<Action>>);

/// Every open decision of the seat with its answers.
pub fn legal(sight: Sight<'_>) -> Vec<Legal<Action>> {
    let listed = |question: Question| {
        let (actions, shapes) = answers(sight, question);
        Legal { decision: question.decision(sight.table, sight.seat), actions, shapes }
    };
    of_seat(sight.table, sight.seat).map(listed).collect()
}

fn answers(sight: Sight<'_>, question: Question) -> Answers {
    match question {
        Question::HarvestCard => (harvest::cards(&sight), Vec::new()),
        Question::ChooseAging => (harvest::aging(&sight), Vec::new()),
        Question::NameFirst => (althing::first(&sight), Vec::new()),
        Question::Sue => althing::suits(&sight),
        Question::AnswerSuit { .. } => althing::answers(&sight),
        Question::LeadSuit => (althing::hand_overs(&sight), Vec::new()),
        Question::TakeOver { side, .. } => (althing::take_over(side), Vec::new()),
        Question::AddToSuit => (Vec::new(), althing::additions(&sight)),
        Question::AlthingCard => (althing::cards(&sight), Vec::new()),
        Question::Movement => (movement::movement(sight), Vec::new()),
        Question::ChooseNumber => (movement::numbers(&sight), Vec::new()),
        Question::Flee => (flights(&sight), Vec::new()),
        Question::Build => building::building(sight),
        Question::TradeAnswer { offer, .. } => (trade::answers(&sight, offer), Vec::new()),
        Question::Trade => trade::standing(&sight),
    }
}

fn flights(sight: &Sight<'_>) -> Vec<Action> {
    let flight = sight.table.movement().and_then(|movement| movement.flight.as_ref());
    flight.map(movement::flights).unwrap_or_default()
}
