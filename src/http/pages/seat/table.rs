//! What the players of a game have to do with each other: votes and messages.

use serde::Serialize;

use crate::service::log::Ballot;
use crate::service::messages::Message;
use crate::service::votes::Vote;
use crate::texts::{GameSentences, when};
use rules::Seat;

/// An open vote.
#[derive(Debug, Serialize)]
pub struct VotePart {
    pub id: String,
    pub lines: Vec<String>,
    /// The ballots that the reader may cast: its name and the label of its button.
    pub ballots: Vec<BallotButton>,
}

#[derive(Debug, Serialize)]
pub struct BallotButton {
    pub ballot: &'static str,
    pub label: String,
}

#[derive(Debug, Serialize)]
pub struct MessagePart {
    pub from: String,
    pub text: String,
}

/// A vote for the player of a seat, whose clock shows `time_zone`.
pub fn vote(
    vote: &Vote,
    seat: Seat,
    sentences: &GameSentences<'_>,
    (time_zone, language): (&str, &str),
) -> VotePart {
    let until = [("until", when(vote.expires_at, time_zone, language).into())];
    let cast = vote.ballots.iter().find(|cast| cast.seat == seat).map(|cast| cast.ballot);
    let offered = [(Ballot::Yes, "yes", "vote_yes"), (Ballot::No, "no", "vote_no")];
    let button = |(_, ballot, key)| BallotButton { ballot, label: sentences.text("seat_page", key, []) };
    let is_voter = vote.voters.contains(&seat);
    let offered = offered.into_iter().filter(|(ballot, ..)| is_voter && cast != Some(*ballot));
    VotePart {
        id: vote.id.to_string(),
        lines: vec![
            sentences.text("facts", "vote", vote.facts(seat)),
            sentences.text("facts", "needed", vote.facts(seat)),
            sentences.text("facts", "expires", until),
        ],
        ballots: offered.map(button).collect(),
    }
}

pub fn message(message: &Message, sentences: &GameSentences<'_>) -> MessagePart {
    let gone = || sentences.text("words", "nobody", []);
    MessagePart { from: message.name.clone().unwrap_or_else(gone), text: message.text.clone() }
}
