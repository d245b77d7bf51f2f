//! Streams and the inbox.

use serde_json::{Value, json};

use super::{id, noon, play, value};
use crate::service::following::{Inbox, InboxItem, TicketShown, What};

/// A stream of a game: where it starts, and what happens then.
pub fn game_stream() -> Value {
    let version = play::events()["version"].clone();
    let happened = json!({"version": version, "events": play::events()["events"]});
    let begin = format!("id: 0.0\nevent: begin\ndata: {}\n\n", json!({"version": 0, "messages": 0}));
    json!(format!("retry: 1000\n\n{begin}id: {version}.0\nevent: events\ndata: {happened}\n\n"))
}

pub fn user_stream() -> Value {
    let begin = format!("id: 55\nevent: begin\ndata: {}\n\n", json!({"number": 55}));
    let taken = json!({"type": "seat_taken", "account": id(0xa2)});
    let table = json!({"game_id": id(0x02), "change": 3, "at": noon(), "event": taken});
    let table = format!("id: 56\nevent: table\ndata: {table}\n\n");
    let call = json!({
        "game_id": id(0x01), "version": 12, "seat": 0, "kind": "your_turn", "decision": "t3.build.1",
    });
    json!(format!("retry: 1000\n\n{begin}{table}id: 57\nevent: call\ndata: {call}\n\n"))
}

pub fn stream_ticket() -> Value {
    value(&TicketShown {
        ticket: "q83vEjRWeJASNFZ4kBI0VniQq83vEjRWeJASNFZ4kBI".to_owned(),
        path: "/v1/me/stream".to_owned(),
        expires_at: noon(),
    })
}

/// An inbox with a decision in it.
pub fn inbox() -> Value {
    let awaited = InboxItem {
        what: What::Decision,
        awaited: true,
        game_id: id(0x01),
        game_name: "Landnám on Fridays".to_owned(),
        ruleset: "landnam".to_owned(),
        seat: Some(0),
        decision: Some("t3.build.1".to_owned()),
        vote_id: None,
        invitation_id: None,
        kind: Some("build".to_owned()),
        unread: None,
        since: noon(),
        deadline: None,
    };
    value(&Inbox { items: vec![awaited], next_cursor: None, mail_stopped: None })
}
