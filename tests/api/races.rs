//! Two people reach for one thing at the same instant, at two server processes.

use althing::rules::Ruleset;
use althing::rulesets::landnam::Landnam;
use althing::rulesets::landnam::state::State;
use serde_json::{Value, json};

use crate::harness::{Service, Table, process, stored};
use crate::position::{A, B, C, Position};

const ROUNDS: usize = 200;

/// A trades, and has timber that the others have iron for.
fn market() -> State {
    let game = Position::with(4).hand(A, [0, 0, 2, 0]).hand(B, [2, 0, 0, 0]).hand(C, [2, 0, 0, 0]).trading();
    game.state
}

fn acceptance() -> Value {
    json!({"decision": "t1.offer1", "action": {"type": "accept_offer", "offer": 1}})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_accept_one_offer_at_the_same_instant_exactly_one_succeeds() {
    let service = Service::start_now();
    let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let table = Table::of("landnam", &people).await;
    let processes = [process::serve(&service.database), process::serve(&service.database)];
    let [aud, bjarni, cnut] = [(A, 0), (B, 0), (C, 1)].map(|(seat, server): (u8, usize)| {
        table.player(usize::from(seat)).at(&format!("http://{}", processes[server].address))
    });
    let actions = format!("{}/actions", table.path);
    let offer = json!({"type": "offer_trade", "give": {"timber": 1}, "want": {"iron": 1}});
    let offer = json!({"decision": "t1.build.0", "action": offer});
    let (market, rules) = (market(), Landnam::standard());
    let text = serde_json::to_string(&market).unwrap();
    let mut won = [0, 0];
    for _ in 0..ROUNDS {
        stored::replace_state(&service.database, &table.id, &text);
        aud.post(&actions, &offer).await.must_be(200);
        let accept = acceptance();
        let (one, other) = tokio::join!(bjarni.post(&actions, &accept), cnut.post(&actions, &accept));
        let winner = usize::from(one.status != 200);
        let (taken, late) = if winner == 0 { (one, other) } else { (other, one) };
        taken.must_be(200);
        late.must_refuse(409, "offer_closed");
        won[winner] += 1;
        must_have_traded(&rules, &service, &table, [B, C][winner]);
    }
    assert!(won[0] > 0 && won[1] > 0, "both were the faster one at times: {won:?}");
}

/// One card each way, with nobody but the winner, and none lost.
fn must_have_traded(rules: &Landnam, service: &Service, table: &Table, winner: u8) {
    let state: State = serde_json::from_str(&stored::state(&service.database, &table.id)).unwrap();
    rules.check(&state).unwrap();
    let hand = |seat: u8| serde_json::to_value(state.secret.hand(seat)).unwrap();
    assert_eq!(hand(A), json!({"iron": 1, "timber": 1}));
    assert_eq!(hand(winner), json!({"iron": 1, "timber": 1}));
    assert_eq!(hand(if winner == B { C } else { B }), json!({"iron": 2}));
}
