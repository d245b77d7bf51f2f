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
    let count = |wanted: Ballot| vote.ballots.iter().filter(|cast| cast.ballot == wanted).count();
    let what = [
        ("mine", (vote.opened_by == seat).into()),
        ("kind", vote.kind.word().into()),
        ("opener", usize::from(vote.opened_by).into()),
        ("of", vote.seat.map(usize::from).unwrap_or_default().into()),
        ("bot", vote.bot.clone().unwrap_or_default().into()),
        ("named", vote.account.is_some().into()),
    ];
    let numbers = [
        ("needed", vote.needed.into()),
        ("voters", vote.voters.len().into()),
        ("yes", count(Ballot::Yes).into()),
        ("no", count(Ballot::No).into()),
    ];
    let until = [("until", when(vote.expires_at, time_zone, language).into())];
    let cast = vote.ballots.iter().find(|cast| cast.seat == seat).map(|cast| cast.ballot);
    let offered = [(Ballot::Yes, "yes", "vote_yes"), (Ballot::No, "no", "vote_no")];
    let button = |(_, ballot, key)| BallotButton { ballot, label: sentences.text("seat_page", key, []) };
    let is_voter = vote.voters.contains(&seat);
    let offered = offered.into_iter().filter(|(ballot, ..)| is_voter && cast != Some(*ballot));
    VotePart {
        id: vote.id.to_string(),
        lines: vec![
            sentences.text("facts", "vote", what),
            sentences.text("facts", "needed", numbers),
            sentences.text("facts", "expires", until),
        ],
        ballots: offered.map(button).collect(),
    }
}

pub fn message(message: &Message, sentences: &GameSentences<'_>) -> MessagePart {
    let gone = || sentences.text("words", "nobody", []);
    MessagePart { from: message.name.clone().unwrap_or_else(gone), text: message.text.clone() }
}
