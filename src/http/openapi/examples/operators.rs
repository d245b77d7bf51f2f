//! What those who run the server see.

use chrono::TimeDelta;
use serde_json::Value;

use super::{id, noon, value};
use crate::service::operators::announcements::{Announcement, Announcements};
use crate::service::operators::dead_letters::{DeadLetter, DeadLetters};
use crate::service::operators::people::AccountForOperators;

pub fn account_for_operators() -> Value {
    value(&AccountForOperators {
        id: id(0xa0),
        name: "Aud".to_owned(),
        email: "aud@example.org".to_owned(),
        verified_at: Some(noon()),
        created_at: noon(),
        deleted_at: None,
        ban: None,
    })
}

/// Something announced.
pub fn announcement() -> Value {
    value(&rest())
}

pub fn announcements() -> Value {
    value(&Announcements { announcements: vec![rest()], next_cursor: None })
}

pub fn dead_letters() -> Value {
    let letter = DeadLetter {
        id: id(0xe0).to_string(),
        kind: "verify_address".to_owned(),
        account: Some(id(0xa0)),
        game: None,
        attempts: 8,
        problem: Some("the mailbox is full".to_owned()),
        created_at: noon(),
        given_up_at: noon() + TimeDelta::days(2),
    };
    value(&DeadLetters { dead_letters: vec![letter], next_cursor: None })
}

fn rest() -> Announcement {
    Announcement {
        id: id(0xe1),
        text: "The server rests on Sunday from 6 to 7 UTC.".to_owned(),
        created_at: noon(),
        expires_at: noon() + TimeDelta::days(7),
    }
}
