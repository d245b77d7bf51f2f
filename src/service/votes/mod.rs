//! Votes: what the players of a game decide together. They can pause it, resume it, give more time, end it, call it
//! off, or give a seat to another account.
//!
//! Every vote and every ballot is an entry of the log, guarded by the version as an action is, so that nothing is
//! counted against a game that has gone on. The players vote: neither bots, nor seats that have given up or that a bot
//! plays for, nor the seat that a vote is about. More than half of them carry a pause, a resumption, more time and a
//! replacement; to end the game or to call it off takes all. When its time is over a vote to resume is carried by more
//! yes than no, so that absent players can't keep a game from going on; every other vote has failed. A seat that
//! proposes its own replacement needs no other vote.

mod ballots;
mod effect;
mod read;

pub use ballots::{CreateVote, cast, expire, open, withdraw};
pub use effect::take;
pub use read::{SeatBallot, Vote, VoteStatus, list, list_open, read, show};
