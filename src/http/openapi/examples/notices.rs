//! What Aud set about her mails, and what became of some.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{id, noon, value};
use crate::service::notice_settings::{
    Deliveries, Delivery, DeliveryState, GameWays, NoticeSettings, QuietHours, Way, Ways,
};

pub fn notice_settings() -> Value {
    let mut ways = Ways::default().whole();
    ways.insert("trade_offered".to_owned(), Way::Batched);
    ways.insert("game_started".to_owned(), Way::Daily);
    ways.insert("table".to_owned(), Way::Never);
    value(&NoticeSettings {
        ways,
        quiet_hours: Some(QuietHours { from: 22, to: 7 }),
        warn_in_quiet_hours: false,
        digest_hour: 18,
        batch_minutes: 30,
        hold_down_minutes: None,
        time_zone: "Atlantic/Reykjavik".to_owned(),
        games: vec![of_game()],
    })
}

pub fn game_notices() -> Value {
    value(&of_game())
}

pub fn deliveries() -> Value {
    let sent = Delivery {
        kind: "your_turn".to_owned(),
        game_id: Some(id(0x01)),
        written_at: noon(),
        due_at: noon(),
        state: DeliveryState::Sent,
        settled_at: Some(noon()),
        attempts: 1,
        why: None,
    };
    let held = Delivery {
        kind: "vote".to_owned(),
        game_id: Some(id(0x01)),
        written_at: noon(),
        due_at: noon(),
        state: DeliveryState::Held,
        settled_at: None,
        attempts: 0,
        why: Some("quiet".to_owned()),
    };
    value(&Deliveries { deliveries: vec![held, sent], next_cursor: None })
}

fn of_game() -> GameWays {
    GameWays { game_id: id(0x01), ways: BTreeMap::from([("message".to_owned(), Way::Never)]) }
}
