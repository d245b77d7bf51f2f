//! The first line of the page of a game: whose turn it is, and for whom the game waits.

use crate::store::games::Status;
use crate::texts::GameSentences;
use rules::AnyGame;
use rules::outcome::Outcome;

/// `Turn 37, Aud. `: the game may wait for others in it. Nothing before the first turn, and after the end.
pub fn turn_name(sentences: &GameSentences<'_>, game: &dyn AnyGame, status: Status) -> String {
    match game.turn() {
        (0, _) => String::new(),
        _ if status.is_over() => String::new(),
        (turn, seat) => {
            let values = [("turn", turn.into()), ("player", sentences.name(seat).into())];
            sentences.text("seat_page", "turn", values) + " "
        }
    }
}

/// For whom the game waits, or why nothing can be done; who has won, once it is over.
pub fn status(
    sentences: &GameSentences<'_>,
    status: Status,
    outcome: Option<&Outcome>,
    has_caretaker: bool,
) -> String {
    let say = |key: &str| sentences.text("seat_page", key, []);
    match status {
        Status::Paused => say("paused"),
        status if status.is_over() => {
            outcome.map_or_else(|| say("over"), |outcome| sentences.winner(outcome))
        }
        _ if has_caretaker => say("caretaker"),
        _ => sentences.waiting().unwrap_or_else(|| say("nobody")),
    }
}
