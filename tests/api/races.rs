//! Two people reach for one thing at the same instant, at two server processes.

use conformance::Conformance;
use rulesets::landnam::Landnam;
use rulesets::landnam::state::State;
use rulesets::settlers;
use serde_json::{Value, json};

use crate::harness::{Service, Table, process, stored};
use crate::island;
use crate::position::{A, B, C, Position};
use crate::process::Server;

const ROUNDS: usize = 200;
const FEWER_ROUNDS: usize = 40;

/// Landnám: A trades, and has timber that the others have iron for.
fn market() -> State {
    let game = Position::with(4).hand(A, [0, 0, 2, 0]).hand(B, [2, 0, 0, 0]).hand(C, [2, 0, 0, 0]).trading();
    game.state
}

fn acceptance(kind: &str) -> Value {
    json!({"decision": "t1.offer1", "action": {"type": kind, "offer": 1}})
}

/// A game of a title and two server processes beside the one of the test.
struct Race {
    service: Service,
    table: Table,
    processes: [Server; 2],
}

impl Race {
    async fn of(ruleset: &str) -> Self {
        let service = Service::start_now();
        let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
        let table = Table::of(ruleset, &people).await;
        let processes = [process::serve(&service.database), process::serve(&service.database)];
        Self { service, table, processes }
    }

    /// From that position A offers, and B and C accept at the same instant, each at a process of their own. The loser is
    /// told that the offer is gone, and nothing but the trade is in the log. `settled` looks at the state that the
    /// winner leaves.
    async fn run(
        &self,
        rounds: usize,
        state: &str,
        offer: &Value,
        accept: &Value,
        settled: impl Fn(&str, u8),
    ) {
        let [aud, bjarni, cnut] = [(A, 0), (B, 0), (C, 1)].map(|(seat, server): (u8, usize)| {
            self.table.player(usize::from(seat)).at(&format!("http://{}", self.processes[server].address))
        });
        let actions = format!("{}/actions", self.table.path);
        let mut won = [0, 0];
        for _ in 0..rounds {
            stored::replace_state(&self.service.database, &self.table.id, state);
            let offered = aud.post(&actions, offer).await.must_be(200);
            let (one, other) = tokio::join!(bjarni.post(&actions, accept), cnut.post(&actions, accept));
            let winner = usize::from(one.status != 200);
            let (taken, late) = if winner == 0 { (one, other) } else { (other, one) };
            let taken = taken.must_be(200);
            late.must_refuse(409, "offer_closed");
            won[winner] += 1;
            assert_eq!(taken["version"].as_i64(), offered["version"].as_i64().map(|version| version + 1));
            assert_eq!(
                taken["events"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|told| told["event"]["type"] == "trade_made")
                    .count(),
                1
            );
            let seen = aud.get(&format!("{}/view", self.table.path)).await.must_be(200);
            assert_eq!(seen["version"], taken["version"], "the loser has written nothing");
            settled(&stored::state(&self.service.database, &self.table.id), [B, C][winner]);
        }
        assert!(won[0] > 0 && won[1] > 0, "both were the faster one at times: {won:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_accept_one_offer_at_the_same_instant_exactly_one_succeeds() {
    let race = Race::of("landnam").await;
    let offer = json!({"type": "offer_trade", "give": {"timber": 1}, "want": {"iron": 1}});
    let offer = json!({"decision": "t1.build.0", "action": offer});
    let rules = Landnam::default();
    let text = serde_json::to_string(&market()).unwrap();
    race.run(ROUNDS, &text, &offer, &acceptance("accept_offer"), |state, winner| {
        must_have_traded(&rules, state, winner);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_accept_a_first_come_offer_of_the_settlers_at_the_same_instant_exactly_one_succeeds() {
    let race = Race::of("settlers").await;
    let game = island::standard().hand(A, [0, 0, 0, 0, 2]).hand(B, [0, 2, 0, 0, 0]).hand(C, [0, 2, 0, 0, 0]);
    let offer = json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}, "first_come": true});
    let offer = json!({"decision": "t1.main.0", "action": offer});
    let text = serde_json::to_string(&game.state).unwrap();
    race.run(FEWER_ROUNDS, &text, &offer, &acceptance("accept_trade"), |state, winner| {
        let state: settlers::state::State = serde_json::from_str(state).unwrap();
        let hand = |seat: u8| serde_json::to_value(state.secret.hand(seat)).unwrap();
        assert_eq!(hand(A), json!({"brick": 1, "ore": 1}));
        assert_eq!(hand(winner), json!({"brick": 1, "ore": 1}));
        assert_eq!(hand(if winner == B { C } else { B }), json!({"brick": 2}));
    })
    .await;
}

/// One card each way, with nobody but the winner, and none lost.
fn must_have_traded(rules: &Landnam, state: &str, winner: u8) {
    let state: State = serde_json::from_str(state).unwrap();
    rules.check_invariants(&state).unwrap();
    let hand = |seat: u8| serde_json::to_value(state.secret.hand(seat)).unwrap();
    assert_eq!(hand(A), json!({"iron": 1, "timber": 1}));
    assert_eq!(hand(winner), json!({"iron": 1, "timber": 1}));
    assert_eq!(hand(if winner == B { C } else { B }), json!({"iron": 2}));
}
