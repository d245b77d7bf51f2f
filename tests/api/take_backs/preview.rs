//! What an action would lead to.

use serde_json::{Value, json};

use super::{NAMES, founding, legal};
use crate::harness::{Service, Table, stored};

async fn preview(table: &Table, seat: usize, body: &Value) -> crate::harness::Answer {
    table.post(seat, "actions/preview", body).await
}

fn first_move(legal: &Value) -> Value {
    let open = &legal["decisions"][0];
    json!({"decision": open["decision"]["id"], "action": open["actions"][0]})
}

#[tokio::test]
async fn the_effects_that_are_listed_and_previewed_are_what_then_happens() {
    let service = Service::start();
    let table = founding(&service).await;
    for _ in 0..6 {
        let seat = table.awaited().await[0];
        let listed = legal(&table, seat).await;
        let this = first_move(&listed);
        let previewed = preview(&table, seat, &this).await.must_be(200);
        assert_eq!(previewed["effects"], listed["decisions"][0]["effects"][0]);
        assert_eq!(previewed["version"], listed["version"]);
        let reply = table.post(seat, "actions", &this).await.must_be(200);
        let effects = previewed["effects"].as_array().unwrap();
        for (effect, happened) in effects.iter().zip(reply["events"].as_array().unwrap()) {
            assert_eq!(*effect, json!({"type": "event", "event": happened["event"]}));
        }
        let awaited = effects.iter().find(|effect| effect["type"] == "will_await");
        if let Some(awaited) = awaited {
            assert_eq!(awaited["seats"][0], reply["awaited"][0]["seat"]);
        }
    }
}

#[tokio::test]
async fn a_preview_leaves_no_trace() {
    let service = Service::start();
    let table = founding(&service).await;
    let seat = table.awaited().await[0];
    let this = first_move(&legal(&table, seat).await);
    let all = [
        "games",
        "seats",
        "positions",
        "entries",
        "snapshots",
        "decisions",
        "mails",
        "relay_due",
        "order_turns",
    ];
    let stored = |service: &Service| all.map(|of| stored::rows(&service.database, of, &table.id));
    let before = (stored(&service), table.view(Some(0)).await, table.view(Some(1)).await);
    for _ in 0..3 {
        preview(&table, seat, &this).await.must_be(200);
    }
    assert_eq!((stored(&service), table.view(Some(0)).await, table.view(Some(1)).await), before);
}

#[tokio::test]
async fn a_preview_is_refused_like_the_action_itself() {
    let service = Service::start();
    let table = founding(&service).await;
    let seat = table.awaited().await[0];
    let this = first_move(&legal(&table, seat).await);
    let other = (seat + 1) % 3;
    let road = json!({"decision": this["decision"], "action": {"type": "roll"}});
    let bodies = [
        (seat, json!({"decision": "t9.roll.0", "action": {"type": "roll"}})),
        (seat, road),
        (seat, json!({"decision": this["decision"], "action": {"type": "juggle"}})),
        (
            seat,
            json!({"decision": this["decision"], "action": {"type": "place_setup_settlement", "at": "nowhere"}}),
        ),
        (seat, json!({"decision": this["decision"], "action": this["action"], "ruleset": "nord"})),
        (seat, json!({"decision": 3})),
        (other, this.clone()),
    ];
    for (seat, body) in bodies {
        let refused = preview(&table, seat, &body).await;
        let sent = table.post(seat, "actions", &body).await;
        assert!(refused.status >= 400, "{}", refused.text);
        assert_eq!((refused.status, refused.json), (sent.status, sent.json));
    }
    let [stranger] = service.people(["Dagny"]).await;
    stranger.post(&format!("{}/actions/preview", table.path), &this).await.must_refuse(403, "not_a_member");
    assert_eq!(NAMES.len(), 3);
}
