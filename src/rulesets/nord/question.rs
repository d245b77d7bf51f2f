//! The decisions of the game: when they are open, their kinds and ids, and which actions answer them (rules page §8).
//!
//! | kind | asked | answers |
//! |---|---|---|
//! | `choose_start` | the seats in turn, where the island names no starts | the settlement |
//! | `turn` | active | workers, a treasure before them, or a jarl |
//! | `attack` | active, as long as the workers he placed force him to | the attack |
//!
//! Nobody but the active player ever decides anything.

use super::action::Action;
use super::state::{Phase, Table};
use rules::{Decision, NoticeKind, Seat};

/// Something a seat must answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    ChooseStart,
    Turn,
    Attack,
}

impl Question {
    pub const fn kind(self) -> &'static str {
        match self {
            Self::ChooseStart => "choose_start",
            Self::Turn => "turn",
            Self::Attack => "attack",
        }
    }

    /// A function of the table alone; it changes with each action of the seat.
    fn id(self, table: &Table, seat: Seat) -> String {
        let (turn, acts) = (table.turn, table.acts);
        match self {
            Self::ChooseStart => format!("choose_start.{seat}"),
            Self::Turn | Self::Attack => format!("t{turn}.{}.{acts}", self.kind()),
        }
    }

    /// The decision of `seat`, with its id.
    pub fn decision(self, table: &Table, seat: Seat) -> Decision {
        let notice = Some(NoticeKind::YourTurn);
        Decision { id: self.id(table, seat), seat, kind: self.kind(), blocking: true, notice }
    }

    /// Is `action` an answer to it? Whether it is allowed is another matter.
    pub const fn takes(self, action: &Action) -> bool {
        match self {
            Self::ChooseStart => matches!(action, Action::ChooseStart(_)),
            Self::Turn => {
                matches!(action, Action::PlaceWorkers(_) | Action::PlayTreasure(_) | Action::DefeatJarl(_))
            }
            Self::Attack => matches!(action, Action::Attack(_)),
        }
    }
}

/// The open question and whom it asks.
pub fn open(table: &Table) -> Option<(Seat, Question)> {
    let question = match table.phase {
        Phase::Blank {} | Phase::Over { .. } => return None,
        Phase::ChooseStart {} => Question::ChooseStart,
        Phase::Turn {} => Question::Turn,
        Phase::Attack {} => Question::Attack,
    };
    Some((table.active, question))
}

pub fn of_seat(table: &Table, seat: Seat) -> Option<Question> {
    open(table).filter(|(asked, _)| *asked == seat).map(|(_, question)| question)
}

/// The open question of `seat` that `action` answers.
pub fn find(table: &Table, seat: Seat, action: &Action) -> Option<Question> {
    of_seat(table, seat).filter(|question| question.takes(action))
}
