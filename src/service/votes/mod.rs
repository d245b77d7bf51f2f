//! What a table decides together: to rest, to go on, to give more time, to end, to call the game off, to give a seat to somebody else.
//!
//! Every vote and every ballot is an entry of the log, guarded by the version as an action is, so that nothing is
//! counted against a game that has gone on. The people at the table vote: neither bots, nor seats that have given up or
//! that a bot plays for, nor the seat that a vote is about. More than half of them carry a pause, a resumption, more
//! time and a replacement; to end the game or to call it off takes all. When its time is over a vote to resume is carried by more
//! yes than no, so that absent people can't keep a table from going on; every other vote has failed. Who asks to be
//! replaced himself needs nobody's leave.

mod ballot;
mod count;
mod effect;
mod expire;
mod open;
mod seat;
mod shown;
mod tell;

pub use ballot::{cast, withdraw};
pub use effect::{Deed, enter};
pub use expire::expire;
pub use open::{Proposal, Successor, open};
pub use seat::{Owner, caretaker, come_back, entrust, take};
pub use shown::{BallotShown, Page, VoteShown, VoteStatus, list, read, show};
