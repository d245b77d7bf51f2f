//! Every answer a seat may give, listed from what it sees and judged by [`super::validate`].
//!
//! May know: what a seat sees. May not know: the stock, other hands, the pile, chance.

pub mod althing;
pub mod building;
pub mod harvest;
pub mod movement;
pub mod trade;

use super::action::Action;
use super::player_view::PlayerView;
use super::question::{Question, of_seat};
use rules::{Legal, Shape};

/// Answers ready to send, and answers with fields to fill in.
pub type Answers = (Vec<Action>, Vec<Shape<Action>>);

/// Every open decision of the seat with its answers.
pub fn legal(player: PlayerView<'_>) -> Vec<Legal<Action>> {
    let listed = |question: Question| {
        let (actions, shapes) = answers(player, question);
        Legal { decision: question.decision(player.table, player.seat), actions, shapes }
    };
    of_seat(player.table, player.seat).map(listed).collect()
}

fn answers(player: PlayerView<'_>, question: Question) -> Answers {
    match question {
        Question::HarvestCard => (harvest::cards(&player), Vec::new()),
        Question::ChooseAging => (harvest::aging(&player), Vec::new()),
        Question::NameFirst => (althing::first(&player), Vec::new()),
        Question::Sue => althing::suits(&player),
        Question::AnswerSuit { .. } => althing::answers(&player),
        Question::LeadSuit => (althing::hand_overs(&player), Vec::new()),
        Question::TakeOver { side, .. } => (althing::take_over(side), Vec::new()),
        Question::AddToSuit => (Vec::new(), althing::additions(&player)),
        Question::AlthingCard => (althing::cards(&player), Vec::new()),
        Question::Movement => (movement::movement(player), Vec::new()),
        Question::ChooseNumber => (movement::numbers(&player), Vec::new()),
        Question::Flee => (flights(&player), Vec::new()),
        Question::Build => building::building(player),
        Question::TradeAnswer { offer, .. } => (trade::answers(&player, offer), Vec::new()),
        Question::Trade => trade::standing(&player),
    }
}

fn flights(player: &PlayerView<'_>) -> Vec<Action> {
    let flight = player.table.movement().and_then(|movement| movement.flight.as_ref());
    flight.map(movement::flights).unwrap_or_default()
}
