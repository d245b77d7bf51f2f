//! Whole games over the pipe, by chance: every action is previewed, and many are taken back. What the pipe says is
//! checked against what it said before, without a look at the rules.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::pipe::Pipe;

const GAMES: u64 = 2;
/// After so many actions of a game all but one give up.
const MOST_ACTIONS: usize = 700;

#[test]
fn whole_games_of_landnam_are_previewed_and_taken_back() {
    play("landnam");
}

#[test]
fn whole_games_of_the_settlers_are_previewed_and_taken_back() {
    play("settlers");
}

#[test]
fn whole_games_of_nord_are_previewed_and_taken_back() {
    play("nord");
}

fn play(ruleset: &str) {
    let mut taken_back = 0;
    for seed in 0..GAMES {
        let mut game = Game::set_up(ruleset, seed);
        if seed % 2 == 1 {
            game.give_orders(ruleset);
        }
        let mut actions = 0;
        while game.outcome.is_null() && actions < MOST_ACTIONS {
            game.act();
            actions += 1;
            if game.outcome.is_null() && game.rng.random_bool(0.4) {
                taken_back += usize::from(game.take_back());
            }
        }
        for seat in 1..3 {
            if game.outcome.is_null() {
                game.write(&json!({"op": "resign", "seat": seat}));
            }
        }
        assert!(!game.outcome.is_null(), "{ruleset} {seed}");
        game.pipe.close();
    }
    assert!(taken_back > 20, "{ruleset}: only {taken_back}");
}

/// What must be known of an entry.
struct Entry {
    version: u64,
    by: Value,
    seat: Value,
    has_draws: bool,
}

struct Game {
    pipe: Pipe,
    rng: StdRng,
    version: u64,
    entries: Vec<Entry>,
    /// The state at each version after which a request came.
    states: BTreeMap<u64, Value>,
    awaiting: Vec<Value>,
    outcome: Value,
    /// Every decision there has been, by seat and id.
    decisions: BTreeSet<(u64, String)>,
    /// Every offer there has been, by turn and number.
    offers: BTreeSet<(String, u64)>,
    /// The versions to which a seat may return by the last answer.
    offered: Vec<u64>,
    acted: Value,
}

impl Game {
    fn set_up(ruleset: &str, seed: u64) -> Self {
        let mut game = Self {
            pipe: Pipe::open(ruleset),
            rng: StdRng::seed_from_u64(seed),
            version: 0,
            entries: Vec::new(),
            states: BTreeMap::new(),
            awaiting: Vec::new(),
            outcome: Value::Null,
            decisions: BTreeSet::new(),
            offers: BTreeSet::new(),
            offered: Vec::new(),
            acted: Value::Null,
        };
        game.write(&json!({"op": "setup", "players": 3, "seed": format!("{seed:02}")}));
        game
    }

    /// Gives a seat the orders that most players can live with.
    fn give_orders(&mut self, ruleset: &str) {
        let ruleset = rulesets::find(ruleset).expect("the registry has it");
        let orders: Vec<Value> = ruleset
            .typical_orders()
            .iter()
            .map(|order| serde_json::from_str(order.get()).expect("JSON"))
            .collect();
        let given = self.write(&json!({"op": "order", "seat": 2, "orders": orders}));
        assert_eq!(given.expect("they are accepted")["orders"], json!(orders));
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.pipe.ask(request)
    }

    fn state(&mut self) -> Value {
        let answer = self.ask(&json!({"op": "state"}));
        assert_eq!(answer["version"], self.version);
        answer["state"].clone()
    }

    /// Sends a request that writes; `None` when it was refused.
    fn write(&mut self, request: &Value) -> Option<Value> {
        let answer = self.ask(request);
        if answer.get("error").is_some() {
            return None;
        }
        let first = if request["op"] == "setup" { 0 } else { self.version + 1 };
        for (version, entry) in (first..).zip(entries(&answer)) {
            let is_step = entry.get("awaiting").is_none();
            assert!(!is_step || entry["version"] == version, "versions have no gaps");
            self.entries.push(Entry {
                version,
                by: entry["by"].clone(),
                seat: entry["seat"].clone(),
                has_draws: entry["draws"] != json!([]),
            });
            self.version = version;
        }
        assert_eq!(answer["version"], self.version);
        self.follow_decisions(&answer);
        self.outcome = answer["outcome"].clone();
        self.offered = versions(&answer);
        self.acted = request["seat"].clone();
        let state = self.state();
        self.states.insert(self.version, state);
        Some(answer)
    }

    /// No decision that is open now may be one that was closed before.
    fn follow_decisions(&mut self, answer: &Value) {
        let awaiting = answer["awaiting"].as_array().expect("a list").clone();
        let before: BTreeSet<_> = self.awaiting.iter().map(key).collect();
        for decision in &awaiting {
            let opened = key(decision);
            if !before.contains(&opened) {
                assert!(self.decisions.insert(opened.clone()), "{opened:?} comes again");
            }
        }
        self.awaiting = awaiting;
    }

    /// An answer to an open decision, previewed and sent.
    fn act(&mut self) {
        let decision = self.awaiting.choose(&mut self.rng).expect("somebody is awaited").clone();
        let legal = self.ask(&json!({"op": "legal", "seat": decision["seat"]}));
        let of_decision = legal["legal"].as_array().expect("a list").iter();
        let answers = of_decision
            .filter(|legal| legal["decision"] == decision)
            .flat_map(|legal| {
                let shapes = legal["shapes"].as_array().expect("shapes").iter().map(filled);
                legal["actions"].as_array().expect("actions").iter().cloned().chain(shapes)
            })
            .collect::<Vec<Value>>();
        let Some(action) = answers.choose(&mut self.rng) else { return };
        let request = |op: &str| {
            let (seat, decision) = (&decision["seat"], &decision["id"]);
            json!({"op": op, "seat": seat, "decision": decision, "action": action})
        };
        let preview = self.ask(&request("preview"));
        let before = self.states[&self.version].clone();
        assert_eq!(self.state(), before, "a preview changes nothing");
        let Some(written) = self.write(&request("act")) else {
            let refused = self.ask(&request("act"));
            assert_eq!(refused, preview, "a preview is refused like the action");
            return;
        };
        self.check_effects(&preview, &written);
        self.check_offers(&written);
        self.check_offered();
    }

    /// The events of a preview are those that happened, as the seat sees them.
    fn check_effects(&mut self, preview: &Value, written: &Value) {
        let events: Vec<Value> = entries(written)
            .take_while(|entry| entry["by"] != "order")
            .flat_map(|entry| entry["events"].as_array().expect("events").clone())
            .collect();
        let seen = self.ask(&json!({"op": "redact", "viewer": written["seat"], "events": events}));
        let seen = seen["events"].as_array().expect("events");
        let effects = preview["effects"].as_array().unwrap_or_else(|| panic!("{preview}"));
        let came_true =
            effects.iter().zip(seen).take_while(|(effect, event)| effect["event"] == **event).count();
        let other = effects[came_true..].iter().find(|effect| effect["type"] == "event");
        assert!(other.is_none(), "{other:?} did not come true: {seen:?}");
        let is_undecided = effects.iter().any(|effect| effect["type"] == "undecided");
        assert!(is_undecided || came_true == seen.len(), "{preview} is not all of {seen:?}");
    }

    /// No number of an offer comes again within a turn.
    fn check_offers(&mut self, written: &Value) {
        let offered = written["events"].as_array().expect("events").iter();
        for event in offered.filter(|event| event["type"] == "trade_offered") {
            let turn = self.states[&self.version]["table"]["turn"].to_string();
            let number = event["offer"].as_u64().expect("a number");
            assert!(self.offers.insert((turn, number)), "offer {number} comes again");
        }
    }

    /// Nothing but what the seat did, and what followed, lies behind the versions that are offered.
    fn check_offered(&self) {
        for to in &self.offered {
            let since: Vec<&Entry> = self.entries.iter().filter(|entry| entry.version > *to).collect();
            assert_eq!((&since[0].by, &since[0].seat), (&json!("seat"), &self.acted));
            for entry in since {
                assert!(!entry.has_draws, "a draw is taken back");
                assert!(
                    entry.by == "server" || entry.seat == self.acted,
                    "another seat's entry is taken back"
                );
            }
        }
    }

    /// Takes back what was done last, if that is possible.
    fn take_back(&mut self) -> bool {
        for seat in 0..3 {
            if seat != self.acted {
                let refused =
                    self.ask(&json!({"op": "take_back", "seat": seat, "version": self.version - 1}));
                assert_eq!(refused["error"]["code"], "cannot_take_back");
            }
        }
        let Some(&to) = self.offered.choose(&mut self.rng) else { return false };
        let seat = self.acted.clone();
        let left = self.ask(&json!({"op": "legal", "seat": seat}))["take_back"]["left"].clone();
        let back =
            self.write(&json!({"op": "take_back", "seat": seat, "version": to})).expect("it was offered");
        assert_eq!(back["events"], json!([{"type": "taken_back", "seat": seat, "to_version": to}]));
        assert_eq!(back["take_back"]["left"].as_u64().map(|now| now + 1), left.as_u64());
        let (earlier, now) = (self.states[&to].clone(), self.states[&self.version].clone());
        assert_eq!(without_counters(now), without_counters(earlier));
        assert!(self.offered.iter().all(|version| *version < to));
        self.check_offered();
        true
    }
}

/// The entries of a write, the first of which has no version of its own.
fn entries(answer: &Value) -> impl Iterator<Item = &Value> {
    let steps = answer["steps"].as_array().expect("steps").iter();
    std::iter::once(answer).filter(|answer| answer.get("events").is_some()).chain(steps)
}

/// The template of a shape with each number and bundle at its smallest.
fn filled(shape: &Value) -> Value {
    let mut action = shape["action"].clone();
    for field in shape["fields"].as_array().expect("fields") {
        let name = field["name"].as_str().expect("a name");
        if field["kind"] == "bundle" {
            let fewest = field["min_total"].as_u64().expect("a bound").max(1);
            let kind = field["limits"]
                .as_array()
                .expect("bounds")
                .iter()
                .find(|kind| kind["max"].as_u64() >= Some(fewest));
            if let Some(kind) = kind {
                action[name] = json!({ kind["kind"].as_str().expect("a kind"): fewest });
            }
        }
    }
    action
}

fn key(decision: &Value) -> (u64, String) {
    let id = decision["id"].as_str().expect("an id").to_owned();
    (decision["seat"].as_u64().expect("a seat"), id)
}

fn versions(answer: &Value) -> Vec<u64> {
    let versions = answer["take_back"]["versions"].as_array();
    versions.map_or_else(Vec::new, |all| all.iter().filter_map(Value::as_u64).collect())
}

/// A state without the numbers that go on over a take-back.
fn without_counters(mut state: Value) -> Value {
    for pointer in ["/table", "/table/phase"] {
        if let Some(Value::Object(fields)) = state.pointer_mut(pointer) {
            fields.remove("offers_made");
            fields.remove("offers_taken_back");
        }
    }
    state
}
