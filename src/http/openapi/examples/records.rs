//! A record of a game that has just begun.

use serde_json::{Value, json};

use super::{id, noon, value};
use crate::record::{FORMAT, FORMAT_VERSION, Head, Player};
use rules::chance;

/// What a spectator is given before the end.
pub fn record() -> Value {
    let raw = || serde_json::from_str("{}").unwrap_or_default();
    let head = Head {
        format: FORMAT.to_owned(),
        format_version: FORMAT_VERSION,
        complete: false,
        viewer: None,
        game: id(0x01),
        name: "Landnám on Fridays".to_owned(),
        status: "running".to_owned(),
        ruleset: "landnam".to_owned(),
        rules_version: 1,
        seat_count: 3,
        deal_seats: true,
        options: raw(),
        components: raw(),
        created_at: noon(),
        started_at: Some(noon()),
        finished_at: None,
        last_version: 0,
        commitment: hex::encode(chance::commitment(&[0x5e; 32])),
        secret: None,
        outcome: None,
        players: vec![player(0, 1, Some("Aud")), player(1, 0, Some("Bjarni")), player(2, 2, None)],
    };
    let mut record = value(&head);
    record["entries"] = json!([
        {"version": 0, "at": noon(), "by": "server", "seat": null, "action": null, "events": [],
            "table_events": [], "draws": null},
    ]);
    record["digest"] = Value::Null;
    record
}

fn player(join_order: u8, seat: u8, name: Option<&str>) -> Player {
    Player {
        join_order,
        seat,
        account: name.map(|_| id(0xa0 + join_order)),
        name: name.map(str::to_owned),
        bot: if name.is_none() { Some("steady".to_owned()) } else { None },
        entropy: None,
    }
}
