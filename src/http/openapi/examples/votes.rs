//! A vote at that table.

use chrono::TimeDelta;
use serde_json::Value;

use super::{id, noon, value};
use crate::service::log::{Ballot, VoteKind};
use crate::service::votes::{BallotShown, Page, VoteShown, VoteStatus};

pub fn vote() -> Value {
    value(&shown())
}

pub fn votes() -> Value {
    value(&Page { votes: vec![shown()], next_cursor: None })
}

fn shown() -> VoteShown {
    VoteShown {
        id: id(0xb0),
        kind: VoteKind::Pause,
        status: VoteStatus::Open,
        opened_by: 0,
        seat: None,
        account: None,
        bot: None,
        voters: vec![0, 1],
        needed: 2,
        ballots: vec![BallotShown { seat: 0, ballot: Ballot::Yes }],
        opened_at: noon(),
        expires_at: noon() + TimeDelta::hours(72),
    }
}
