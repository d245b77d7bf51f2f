//! The action for an absent seat (rules page §12).
//!
//! | decision | action |
//! |---|---|
//! | `harvest_card` | no card |
//! | `choose_aging` | the first candidate |
//! | `name_first` | the active player himself |
//! | `sue` | yields |
//! | `answer_suit` | concedes |
//! | `take_over` | declines |
//! | `flee` | the first place it may flee to |
//! | `movement` | ends the phase |
//! | `choose_number` | what the red die gives |
//! | `build` | ends the turn |
//! | `trade_answer` | declines |
//!
//! The others (`lead_suit`, `add_to_suit`, `althing_card`, `trade`) are standing invitations: nothing is done.

use super::action::{
    Action, ChooseAging, ChooseNumber, Concede, DeclineHarvestCard, DeclineOffer, DeclineSuit, EndMovement,
    EndTurn, Flee, NameFirst, Yield,
};
use super::board::Place;
use super::question::{Question, of_seat};
use super::state::{Phase, Table};
use rules::Decision;

/// The action, or `None` if the decision is not open or is a standing invitation.
pub fn lapse(table: &Table, decision: &Decision) -> Option<Action> {
    let question = of_seat(table, decision.seat).find(|question| {
        question.kind() == decision.kind && question.decision(table, decision.seat).id == decision.id
    })?;
    Some(match question {
        Question::HarvestCard => Action::DeclineHarvestCard(DeclineHarvestCard {}),
        Question::ChooseAging => Action::ChooseAging(ChooseAging { hex: first_candidate(table)? }),
        Question::NameFirst => Action::NameFirst(NameFirst { seat: decision.seat }),
        Question::Sue => Action::Yield(Yield {}),
        Question::AnswerSuit { blocking: true } => Action::Concede(Concede {}),
        Question::TakeOver { side, .. } => Action::DeclineSuit(DeclineSuit { side }),
        Question::Flee => Action::Flee(Flee { to: first_flight(table)? }),
        Question::Movement => Action::EndMovement(EndMovement {}),
        Question::ChooseNumber => {
            Action::ChooseNumber(ChooseNumber { number: table.movement()?.naming?.default })
        }
        Question::Build => Action::EndTurn(EndTurn {}),
        Question::TradeAnswer { offer, .. } => Action::DeclineOffer(DeclineOffer { offer }),
        Question::AnswerSuit { blocking: false }
        | Question::LeadSuit
        | Question::AddToSuit
        | Question::AlthingCard
        | Question::Trade => return None,
    })
}

fn first_candidate(table: &Table) -> Option<Place> {
    match &table.phase {
        Phase::Aging { candidates } => candidates.first().copied(),
        _ => None,
    }
}

fn first_flight(table: &Table) -> Option<Place> {
    table.movement()?.flight.as_ref()?.options.first().copied()
}
