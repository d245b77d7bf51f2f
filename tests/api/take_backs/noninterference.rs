//! A player who offers, waits and takes back learns nothing of hands and orders: two games that differ in these alone
//! give the same answers, byte for byte.

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::{Value, json};

use super::NAMES;
use crate::harness::{Person, Service, Table, connect, relay_all, stored};
use crate::island;
use crate::position::{A, B, C, Position};
use althing::service::play;
use rulesets::settlers::development::DevelopmentCard;

const SEED: u64 = 23;

/// What the maker of the offer was answered to everything they asked.
struct Transcript {
    table: Table,
    lines: Vec<String>,
}

impl Transcript {
    async fn ask(&mut self, who: &Person, path: &str) {
        let answer = who.get(&format!("{}{path}", self.table.path)).await;
        self.lines.push(format!("GET {path}: {} {}", answer.status, answer.text));
    }

    async fn send(&mut self, who: &Person, path: &str, body: &Value) -> Value {
        let answer = who.post(&format!("{}{path}", self.table.path), body).await;
        self.lines.push(format!("POST {path} {body}: {} {}", answer.status, answer.text));
        answer.json
    }

    /// Everything that the maker and a spectator can see.
    async fn look(&mut self, who: &Person) {
        for path in
            ["/view", "/legal", "/events", "/messages", "/orders", "/view?as=spectator", "/board.txt", ""]
        {
            self.ask(who, path).await;
        }
        let inbox = who.get("/v1/me/inbox").await;
        self.lines.push(inbox.text);
    }

    /// Previews of what is listed.
    async fn preview(&mut self, who: &Person) {
        let legal = who.get(&format!("{}/legal", self.table.path)).await.must_be(200);
        let open = &legal["decisions"][0];
        let actions: Vec<Value> = open["actions"].as_array().unwrap().iter().take(8).cloned().collect();
        for action in actions {
            let body = json!({"decision": open["decision"]["id"], "action": action});
            self.send(who, "/actions/preview", &body).await;
        }
    }
}

/// One game: the state that is put up, and the orders of another seat.
struct Setting<S> {
    ruleset: &'static str,
    state: S,
    orders: Vec<Value>,
}

/// The maker looks, previews, offers, waits and takes back, three times.
async fn play<S: Serialize>(setting: &Setting<S>, offer: &Value) -> Vec<String> {
    let service = Service::start_seeded(1, SEED);
    let people = service.people(NAMES).await;
    let game =
        json!({"ruleset": setting.ruleset, "seats": 3, "deal_seats": false, "order_delay_seconds": 600});
    let table = Table::with(&game, &people).await;
    let state = serde_json::to_string(&setting.state).unwrap();
    stored::replace_state(&service.database, &table.id, &state);
    for order in &setting.orders {
        let path = format!("{}/orders", table.path);
        table.player(1).post(&path, &json!({"order": order})).await.must_be(201);
    }
    let maker = table.player(0).clone();
    let mut seen = Transcript { table, lines: Vec::new() };
    for _ in 0..3 {
        seen.look(&maker).await;
        seen.preview(&maker).await;
        let legal = maker.get(&format!("{}/legal", seen.table.path)).await.must_be(200);
        let (version, decision) = (legal["version"].clone(), legal["decisions"][0]["decision"]["id"].clone());
        let body = json!({"decision": decision, "action": offer});
        seen.send(&maker, "/actions/preview", &body).await;
        seen.send(&maker, "/actions", &body).await;
        seen.look(&maker).await;
        // Long enough to be curious, too short for an order that waits.
        service.app.clock.advance(TimeDelta::milliseconds(1));
        relay_all(&service).await;
        let mut ctx = connect(&service).await;
        while play::order_turn(&mut ctx).await.unwrap() {}
        seen.look(&maker).await;
        seen.send(&maker, "/take-back", &json!({ "version": version })).await;
        seen.look(&maker).await;
    }
    assert!(seen.lines.iter().any(|line| line.starts_with("POST /take-back") && line.contains(": 200 ")));
    seen.lines
}

async fn are_the_same<S: Serialize>(one: Setting<S>, other: Setting<S>, offer: Value) {
    let (here, there) = (play(&one, &offer).await, play(&other, &offer).await);
    assert_eq!(here.len(), there.len());
    for (one, other) in here.iter().zip(&there) {
        assert_eq!(one, other);
    }
    assert!(here.len() > 100, "{}", here.len());
}

#[tokio::test]
async fn in_landnam_hands_and_orders_of_others_leave_no_trace() {
    let market = |wool, grain| {
        let position = Position::with(3).hand(A, [2, 0, 0, 0]).hand(B, [0, 0, grain, wool]);
        position.hand(C, [1, 0, 0, 0]).trading().state
    };
    let order = json!({"type": "accept_trade", "get": "iron", "pay": "wool", "up_to": 2});
    let pays = Setting { ruleset: "landnam", state: market(2, 0), orders: vec![order] };
    let can_not = Setting { ruleset: "landnam", state: market(0, 2), orders: vec![] };
    let offer = json!({"type": "offer_trade", "give": {"iron": 1}, "want": {"wool": 1}});
    are_the_same(pays, can_not, offer).await;
}

#[tokio::test]
async fn in_the_settlers_hands_cards_and_orders_of_others_leave_no_trace() {
    // What one has not, the other has: the bank is public.
    let island = |wool, grain, card| {
        let island = island::with(3, Default::default()).hand(0, [1, 1, 1, 1, 2]);
        let island = island.hand(1, [0, 0, wool, grain, 0]).hand(2, [0, 0, grain, wool, 0]);
        island.settlement(0, &[12]).roads(0, &[10]).holding(1, &[card]).state
    };
    let order = json!({"type": "trade", "rules": [{"when": {}, "then": "accept"}]});
    let pays =
        Setting { ruleset: "settlers", state: island(2, 0, DevelopmentCard::Knight), orders: vec![order] };
    let can_not =
        Setting { ruleset: "settlers", state: island(0, 2, DevelopmentCard::Monopoly), orders: vec![] };
    let offer = json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"wool": 1}});
    are_the_same(pays, can_not, offer).await;
}
