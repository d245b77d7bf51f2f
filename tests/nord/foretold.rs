//! Whole games: what is told before an action comes true, and none of it depends on what the seat can't see.

use conformance::Conformance;
use conformance::playout::{self, Observer, Seating, seed_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{Choice, Entry, Legal, Rules};
use rulesets::nord::Nord;
use rulesets::nord::action::Action;
use rulesets::nord::event::Event;
use rulesets::nord::options::{IslandKind, Options};
use rulesets::nord::state::{Phase, State};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

use super::previews::{effects, of_type};
use super::reveals::types;

struct Listener {
    rules: Nord,
    dice: ChaCha8Rng,
    types: BTreeSet<String>,
    foretold: Option<Foretold>,
    /// What was promised of the attack that comes next.
    promised: Option<Value>,
    /// How often each own effect was told.
    told: BTreeMap<String, u32>,
    /// Actions whose effects were compared on states that the seat can't tell apart.
    compared: u32,
}

struct Foretold {
    before: State,
    action: Action,
    effects: Vec<Value>,
}

fn ensure(is_so: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(problem()) }
}

impl Listener {
    fn depends_on_nothing_hidden(&mut self, state: &State, actions: &[Action]) -> Result<(), String> {
        let other = self.rules.randomize_hidden(state, Some(state.table.active), &mut self.dice);
        for action in actions.iter().step_by(1 + actions.len() / 4) {
            let told = [state, &other].map(|state| effects(&self.rules, state, action));
            ensure(told[0] == told[1], || format!("{action:?}: {:?} or {:?}", told[0], told[1]))?;
            self.compared += 1;
        }
        Ok(())
    }

    /// The certain events happen first, as they were told, and no other event was told.
    fn events_come_first(&self, told: &Foretold, events: &[Event]) -> Result<(), String> {
        let seat = Some(told.before.table.active);
        let happened =
            events.iter().map(|event| serde_json::to_value(self.rules.redact(event, seat)).unwrap());
        let certain = told.effects.iter().zip(happened).take_while(|(told, event)| *told == event).count();
        let is_event = |effect: &Value| self.types.contains(effect["type"].as_str().unwrap());
        ensure(!told.effects[certain..].iter().any(is_event), || format!("{:?} or {events:?}", told.effects))
    }

    fn comes_true(&mut self, told: &Foretold, after: &State, events: &[Event]) -> Result<(), String> {
        let seat = told.before.table.active;
        let fields = |kind: &str, name: &str| -> Vec<Value> {
            of_type(&told.effects, kind).iter().map(|effect| effect[name].clone()).collect()
        };
        let same = |what: &str, told: Vec<Value>, happened: Vec<Value>| {
            ensure(told == happened, || format!("{what}: {told:?} was told, {happened:?} happened"))
        };
        let taken = events.iter().filter_map(|event| match event {
            Event::TreasureTaken(taken) => Some(json!(taken.field)),
            _ => None,
        });
        let taken: Vec<Value> = taken.collect();
        let told_taken = fields("treasures_will_be_taken", "fields");
        same(
            "treasures",
            told_taken.iter().flat_map(|all| all.as_array().unwrap().clone()).collect(),
            taken,
        )?;

        let itself = usize::from(matches!(told.action, Action::Attack(_)));
        let attacks = events.iter().filter_map(|event| match event {
            Event::SettlementAttacked(attacked) => Some(json!([attacked.from, attacked.to, attacked.dead])),
            _ => None,
        });
        let followed = of_type(&told.effects, "attack_will_follow");
        let followed = followed.iter().map(|one| json!([one["from"], one["to"], one["dead"]])).collect();
        same("attacks", followed, attacks.skip(itself).collect())?;

        let scorings = events.iter().filter_map(|event| match event {
            Event::ScoringBegun(begun) => Some(json!(begun.number)),
            _ => None,
        });
        same("scorings", fields("scoring_will_follow", "number"), scorings.collect())?;
        let points = events.iter().filter_map(|event| match event {
            Event::MaterialsDelivered(delivered) => Some(json!(delivered.points)),
            Event::FightersFed(fed) => Some(json!(fed.points)),
            _ => None,
        });
        same("points", fields("scoring_will_follow", "points"), points.collect())?;
        let own = events.iter().filter_map(|event| match event {
            Event::TreasuresScored(scored) => {
                let hand = &scored.hands[usize::from(seat)];
                Some(json!(hand.different + hand.equal))
            }
            _ => None,
        });
        let own: Vec<Value> = own.collect();
        let told_own = fields("final_scoring_will_follow", "own_points");
        let is_unknown = told_own == [Value::Null] && own.len() == 1;
        ensure(is_unknown || told_own == own, || format!("treasures: {told_own:?} or {own:?}"))?;

        let at_home = after.table.player(seat).supply;
        let told_home = fields("supply_will_be", "at_home");
        let at_home = if told_home.is_empty() {
            told.before.table.player(seat).supply == at_home
        } else {
            told_home == [json!(at_home)]
        };
        ensure(at_home, || format!("men at home: {told_home:?}"))?;
        let turn = |state: &State| (state.table.turn, state.table.active);
        let is_other = turn(&told.before) != turn(after);
        let next = [fields("turn_will_be", "seat"), fields("turn_will_pass", "seat")].concat();
        ensure(next.len() == usize::from(is_other), || format!("turn: {next:?}"))?;
        let is_cut = told.effects.iter().any(|effect| effect["type"] == "undecided");
        let at_the_end = if is_cut { fields("turn_will_pass", "seat") } else { next };
        let active = json!(after.table.active);
        ensure(at_the_end.iter().all(|seat| *seat == active), || format!("{at_the_end:?}, but {active}"))?;
        self.attacks_come_true(told, after, events)
    }

    fn attacks_come_true(&mut self, told: &Foretold, after: &State, events: &[Event]) -> Result<(), String> {
        let is_scored = events.iter().any(|event| matches!(event, Event::ScoringBegun(_)));
        let is_open = matches!(after.table.phase, Phase::Attack {});
        if let Some(promised) = self.promised.take() {
            let Some(Event::SettlementAttacked(attack)) = events.first() else {
                return Err("no attack".to_owned());
            };
            let choices = promised["choices"].as_array().unwrap();
            let choice =
                choices.iter().find(|one| one["from"] == json!(attack.from) && one["to"] == json!(attack.to));
            let choice = choice.ok_or("an attack that was no choice")?;
            ensure(choice["dead"].is_null() || choice["dead"] == json!(attack.dead), || {
                format!("{choice} or {attack:?}")
            })?;
            ensure(promised["boat_will_be_full"] == false || is_open || is_scored, || {
                "the boat was not full".to_owned()
            })?;
        }
        let forced = of_type(&told.effects, "attack_forced");
        ensure(forced.len() == usize::from(is_open), || format!("forced: {forced:?}"))?;
        if let Some(forced) = forced.first() {
            let legal = self.rules.legal(after, after.table.active);
            let pairs: BTreeSet<String> = legal[0]
                .actions
                .iter()
                .map(|action| match action {
                    Action::Attack(attack) => format!("{} {}", attack.from, attack.to),
                    other => panic!("{other:?}"),
                })
                .collect();
            let told: BTreeSet<String> = forced["choices"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| format!("{} {}", one["from"].as_str().unwrap(), one["to"].as_str().unwrap()))
                .collect();
            ensure(pairs == told, || format!("{pairs:?} or {told:?}"))?;
            self.promised = Some(forced.clone());
        }
        let boat = of_type(&told.effects, "dragon_boat_will_hold");
        if let Some(boat) = boat.first() {
            let is_full = boat["free"] == 0;
            ensure(
                is_full == is_scored
                    || is_open
                    || events.iter().any(
                        |event| matches!(event, Event::ScoringBegun(begun) if begun.forced_by.is_some()),
                    ),
                || format!("{boat} and {events:?}"),
            )?;
            let occupied = after.table.dragon_boat.len();
            let others_did =
                events.iter().filter(|event| matches!(event, Event::JarlDefeated(_))).count() > 1;
            ensure(is_scored || others_did || boat["occupied"] == occupied, || {
                format!("{boat}, but {occupied}")
            })?;
        }
        Ok(())
    }
}

impl Observer<Nord> for Listener {
    fn consulted(
        &mut self,
        state: &State,
        legal: &[Legal<Action>],
        choice: Option<&Choice<Action>>,
    ) -> Result<(), String> {
        for legal in legal {
            self.depends_on_nothing_hidden(state, &legal.actions)?;
        }
        self.foretold = choice.map(|choice| {
            let action = choice.action.clone();
            Foretold { before: state.clone(), effects: effects(&self.rules, state, &action), action }
        });
        Ok(())
    }

    fn wrote(&mut self, state: &State, entries: &[Entry<Action, Event>]) -> Result<(), String> {
        let Some(told) = self.foretold.take() else { return Ok(()) };
        let events: Vec<Event> = entries.iter().flat_map(|entry| entry.events.clone()).collect();
        let problem = |problem| format!("{:?}: {problem}\n{:?}\n{events:?}", told.action, told.effects);
        self.events_come_first(&told, &events).map_err(problem)?;
        self.comes_true(&told, state, &events).map_err(problem)?;
        for effect in &told.effects {
            *self.told.entry(effect["type"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        Ok(())
    }
}

#[test]
fn what_is_told_before_an_action_comes_true_and_depends_on_nothing_hidden() {
    let mut listener = Listener {
        rules: Nord::default(),
        dice: ChaCha8Rng::seed_from_u64(5),
        types: types(),
        foretold: None,
        promised: None,
        told: BTreeMap::new(),
        compared: 0,
    };
    for game in 0..9 {
        let island = if game % 2 == 0 { IslandKind::Variable } else { IslandKind::Standard };
        let seats = 2 + (game % 3) as usize;
        let bots =
            (0..seats).map(|seat| if seat % 2 == 0 { "steady" } else { "random" }.to_owned()).collect();
        let options = Options { island, ..Options::default() };
        let seating = Seating { options, bots, seed: seed_of(15, game), leaves: vec![] };
        let rules = Nord::default();
        playout::play(&rules, &seating, &mut listener).unwrap_or_else(|fault| panic!("{fault}"));
    }
    println!("{:?}, {} compared", listener.told, listener.compared);
    let own = [
        "treasures_will_be_taken",
        "attack_will_follow",
        "attack_forced",
        "dragon_boat_will_hold",
        "scoring_will_follow",
        "final_scoring_will_follow",
        "supply_will_be",
        "turn_will_pass",
    ];
    for kind in own {
        assert!(listener.told.contains_key(kind), "{kind} was never told");
    }
    assert!(listener.compared > 1_000, "{}", listener.compared);
}
