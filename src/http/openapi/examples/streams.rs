//! Streams: one event as it is typed, and a piece of a stream as it is sent.

use serde::Serialize;
use serde_json::{Value, json};

use super::play::{events, example_message};
use super::{id, noon, value};
use crate::service::streams::{
    self, AccountStreamPlace, GameStreamPlace, LobbyChangeKind, LobbyChanged, MessagePosted,
    NotificationKind, NotificationRaised, StreamEndReason, StreamEnded, StreamEvent, StreamTicket,
};

/// An event of the stream of a game.
pub fn game_stream_event() -> Value {
    // Made of what happened in a real game, and put together here, since its parts are only read.
    let page = events();
    let update = json!({ "ruleset": page["ruleset"], "version": page["version"], "events": page["items"] });
    json!({ "type": "game_events", "game_id": id(0x01), "update": update })
}

/// What the response of a game's stream is, with a piece of one.
pub fn game_stream() -> String {
    let place = GameStreamPlace { game_id: id(0x01), version: -1, last_message: 0 };
    let message = MessagePosted { game_id: id(0x01), message: example_message() };
    sample(&[
        ("-1.0.2", StreamEvent::Opened(place)),
        ("-1.0.3", StreamEvent::LobbyChange(seat_taken())),
        ("-1.1.3", StreamEvent::Message(message)),
        ("-1.1.3", StreamEvent::End(StreamEnded { reason: StreamEndReason::TokenExpired })),
    ])
}

/// An event of the stream of an account.
pub fn account_stream_event() -> Value {
    value(&StreamEvent::<AccountStreamPlace>::Notification(called()))
}

/// What the response of an account's stream is, with a piece of one.
pub fn account_stream() -> String {
    sample(&[
        ("55", StreamEvent::Opened(AccountStreamPlace { number: 55 })),
        ("56", StreamEvent::LobbyChange(seat_taken())),
        ("57", StreamEvent::Notification(called())),
    ])
}

fn sample<P: Serialize>(events: &[(&str, StreamEvent<P>)]) -> String {
    let frames = events.iter().filter_map(|(id, event)| streams::frame(id, event).ok());
    let text = format!("retry: 1000\n\n{}", frames.collect::<String>());
    format!("The stream, until one of the two ends it. As it is sent:\n\n```text\n{}\n```", text.trim_end())
}

fn seat_taken() -> LobbyChanged {
    LobbyChanged {
        game_id: id(0x01),
        number: 3,
        at: noon(),
        kind: LobbyChangeKind::SeatTaken,
        account: Some(id(0xa2)),
        until: None,
    }
}

fn called() -> NotificationRaised {
    NotificationRaised {
        game_id: id(0x02),
        version: 12,
        seat: 0,
        kind: NotificationKind("your_turn".to_owned()),
        decision: Some("t3.build.1".to_owned()),
        vote_id: None,
    }
}

pub fn stream_ticket() -> Value {
    value(&StreamTicket {
        ticket: "q83vEjRWeJASNFZ4kBI0VniQq83vEjRWeJASNFZ4kBI".to_owned(),
        path: "/v1/me/stream".to_owned(),
        expires_at: noon(),
    })
}
