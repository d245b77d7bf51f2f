//! The decisions of the game (rules page §8): when they are open, their kinds and ids, which actions answer them, every
//! legal answer, the answer for an absent seat, and the one that the server gives itself.
//!
//! | kind | open for | answers |
//! |---|---|---|
//! | `choose_start` | the seats in turn, where the island names no starts | the settlement |
//! | `turn` | active | workers, a treasure before them, or a jarl |
//! | `attack` | active, as long as the workers they placed force them to | the attack |
//!
//! For an absent seat (§8.2), `choose_start` takes the first free settlement; `turn` puts one worker on the first field
//! where one can go, or else defeats the first jarl that can be defeated; `attack` makes the first attack, from the
//! first start to the first target.
//!
//! Only the active player ever decides anything.

use super::action::Action;
use super::components::Components;
use super::state::{Phase, State, Table};
use super::view::PlayerView;
use super::{attacks, jarls, placement, start, treasures};
use rules::{Actor, CallKind, Decision, Legal, Seat, turn_id};

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Question {
    ChooseStart,
    Turn,
    Attack,
}

impl Question {
    pub fn kind(self) -> &'static str {
        self.into()
    }

    /// The decision of `seat`. Its id is a function of the public state alone, and changes with each action of the
    /// seat.
    pub fn decision(self, table: &Table, seat: Seat) -> Decision {
        let (kind, turn, acts) = (self.kind(), table.turn, table.acts);
        let id = match self {
            Self::ChooseStart => format!("choose_start.{seat}"),
            Self::Turn | Self::Attack => turn_id(turn, kind, &[acts.into()]),
        };
        Decision { id, seat, kind, blocking: true, call: Some(CallKind::YOUR_TURN) }
    }

    /// Is `action` an answer to it? Whether it is allowed is another matter.
    const fn takes(self, action: &Action) -> bool {
        match self {
            Self::ChooseStart => matches!(action, Action::ChooseStart(_)),
            Self::Turn => {
                matches!(action, Action::PlaceWorkers(_) | Action::PlayTreasure(_) | Action::DefeatJarl(_))
            }
            Self::Attack => matches!(action, Action::Attack(_)),
        }
    }
}

pub fn open(table: &Table) -> Option<(Seat, Question)> {
    let question = match table.phase {
        Phase::Blank {} | Phase::Over { .. } => return None,
        Phase::ChooseStart {} => Question::ChooseStart,
        Phase::Turn {} => Question::Turn,
        Phase::Attack {} => Question::Attack,
    };
    Some((table.active, question))
}

fn of_seat(table: &Table, seat: Seat) -> Option<Question> {
    open(table).filter(|(awaited, _)| *awaited == seat).map(|(_, question)| question)
}

pub fn answered_by(table: &Table, seat: Seat, action: &Action) -> Option<Question> {
    of_seat(table, seat).filter(|question| question.takes(action))
}

/// The open decision of the seat with every answer, ready to send; there are no shapes.
pub fn legal(player: &PlayerView<'_>) -> Vec<Legal<Action>> {
    let Some(question) = of_seat(player.table, player.seat) else { return Vec::new() };
    let decision = question.decision(player.table, player.seat);
    vec![Legal { decision, actions: answers(player, question), shapes: Vec::new() }]
}

/// Every answer to a question. In a turn placements come first, the shortest first, then jarls, then treasures.
fn answers(player: &PlayerView<'_>, question: Question) -> Vec<Action> {
    let connections = player.connections();
    match question {
        Question::ChooseStart => start::legal(player.table),
        Question::Turn => {
            let placements = placement::legal(player, &connections);
            let mut others = Vec::new();
            if player.table.this_turn.played.is_none() {
                others.extend(jarls::legal(player, &connections));
                if placements.len() > 0 {
                    others.extend(treasures::legal(player, &connections));
                }
            }
            let mut actions = Vec::with_capacity(placements.len() + others.len());
            actions.extend(placements);
            actions.extend(others);
            actions
        }
        Question::Attack => attacks::legal(player, &connections).into_iter().map(Action::Attack).collect(),
    }
}

/// The action for an absent seat: the first that is listed; `None` if the decision is not open.
pub fn lapse(components: &Components, state: &State, decision: &Decision) -> Option<Action> {
    let (table, seat) = (&state.table, decision.seat);
    let question = of_seat(table, seat)?;
    if question.decision(table, seat).id != decision.id {
        return None;
    }
    answers(&PlayerView::of(components, state, seat), question).into_iter().next()
}

/// The step that the server takes where public facts leave one outcome (§17). It depends on nothing that some player
/// does not know. Forced scorings and the end of a turn are no steps: they follow in the action that brings them about.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let (seat, question) = open(&state.table)?;
    let player = PlayerView::of(components, state, seat);
    let only = match question {
        Question::ChooseStart => None,
        Question::Turn => jarls::only_way_on(&player),
        Question::Attack => attacks::only_way_on(&player),
    };
    Some((Some(seat), only?))
}
