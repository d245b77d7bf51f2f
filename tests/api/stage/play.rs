//! How somebody comes to send what is about a running game.

use serde_json::json;

use super::{Asked, rows_of};
use crate::harness::{Move, Service, Table, seeded_dice};

/// More moves than anybody makes before a turn can be ended.
const MOST_MOVES: usize = 200;

/// A game of Landnám of three.
async fn three(service: &Service) -> Table {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    Table::of("landnam", &people).await
}

/// Somebody who may end the turn.
pub async fn act(service: &Service) -> Asked {
    let table = three(service).await;
    let mut dice = seeded_dice(1);
    let is_end = |this: &Move| this.action["type"] == "end_turn";
    for _ in 0..MOST_MOVES {
        let seat = table.awaited().await[0];
        let moves = table.moves(seat, &mut dice).await;
        if let Some(end) = moves.iter().find(|this| is_end(this)) {
            let other = moves.iter().find(|this| !is_end(this));
            return Asked {
                person: table.player(seat).clone(),
                path: format!("{}/actions", table.path),
                body: end.body(),
                other: other.unwrap_or(end).body(),
                effect: "SELECT count(*) FROM entries WHERE made_by = 'seat'".to_owned(),
                by: 1,
            };
        }
        table.make(seat, &moves[0]).await.must_be(200);
    }
    panic!("nobody may end a turn after {MOST_MOVES} moves");
}

/// Somebody who has placed a settlement, and may take it back.
pub async fn take_back(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("settlers", &people).await;
    let version = table.version().await;
    let seat = table.awaited().await[0];
    let moves = table.moves(seat, &mut seeded_dice(1)).await;
    table.make(seat, &moves[0]).await.must_be(200);
    Asked::new(
        table.player(seat).clone(),
        format!("{}/take-back", table.path),
        [json!({ "version": version }), json!({"version": version + 1})],
        "SELECT count(*) FROM entries WHERE service_events LIKE '%taken_back%'",
    )
}

/// The same as [`act`], only looked at.
pub async fn preview(service: &Service) -> Asked {
    let acting = act(service).await;
    Asked { path: format!("{}/preview", acting.path), by: 0, ..acting }
}

pub async fn resign(service: &Service) -> Asked {
    let table = three(service).await;
    Asked::new(
        table.player(0).clone(),
        format!("{}/resign", table.path),
        [json!({}), json!({})],
        "SELECT count(*) FROM seats WHERE resigned_at IS NOT NULL",
    )
}

pub async fn open_vote(service: &Service) -> Asked {
    let table = three(service).await;
    Asked::new(
        table.player(0).clone(),
        format!("{}/votes", table.path),
        [json!({"kind": "pause"}), json!({"kind": "cancel"})],
        rows_of("votes"),
    )
}

pub async fn cast_ballot(service: &Service) -> Asked {
    let table = three(service).await;
    let votes = format!("{}/votes", table.path);
    let vote = table.player(0).post(&votes, &json!({"kind": "pause"})).await.must_be(201);
    Asked::new(
        table.player(1).clone(),
        format!("{votes}/{}/ballots", vote["id"].as_str().unwrap()),
        [json!({"ballot": "no"}), json!({"ballot": "yes"})],
        rows_of("ballots"),
    )
}

pub async fn take_seat(service: &Service) -> Asked {
    let table = three(service).await;
    let newcomer = service.person("Dalla").await;
    let asked = json!({"kind": "replace_seat", "seat": 2, "account": newcomer.id});
    let vote = table.post(0, "votes", &asked).await.must_be(201);
    table.ballot(1, &vote, "yes").await.must_be(200);
    Asked::new(
        newcomer,
        format!("{}/seats/2/take", table.path),
        [json!({}), json!({})],
        "SELECT count(*) FROM entries WHERE service_events LIKE '%seat_replaced%'",
    )
}

pub async fn come_back(service: &Service) -> Asked {
    let table = three(service).await;
    let away = json!({"kind": "replace_seat", "seat": 0, "bot": "steady"});
    let vote = table.post(0, "votes", &away).await.must_be(201);
    assert_eq!(vote["status"], "carried", "one's own seat needs nobody's leave");
    Asked::new(
        table.player(0).clone(),
        format!("{}/return", table.path),
        [json!({}), json!({})],
        "SELECT count(*) FROM entries WHERE service_events LIKE '%owner_returned%'",
    )
}

pub async fn leave_order(service: &Service) -> Asked {
    let table = three(service).await;
    Asked::new(
        table.player(0).clone(),
        format!("{}/orders", table.path),
        [json!({"order": {"type": "raise", "up_to": 3}}), json!({"order": {"type": "end_turn"}})],
        rows_of("orders"),
    )
}

pub async fn resume_order(service: &Service) -> Asked {
    let Asked { person, path, body, .. } = leave_order(service).await;
    let left = person.post(&path, &body).await.must_be(201);
    service.database.run("UPDATE orders SET suspended_at = set_at");
    Asked::new(
        person,
        format!("{path}/{}/resume", left["order"]["id"].as_str().unwrap()),
        [json!({}), json!({})],
        "SELECT count(*) FROM orders WHERE suspended_at IS NULL",
    )
}

pub async fn try_order(service: &Service) -> Asked {
    let left = leave_order(service).await;
    Asked { path: format!("{}/dry-run", left.path), by: 0, ..left }
}
