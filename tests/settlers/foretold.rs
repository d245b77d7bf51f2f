//! Whole games: what is told before an action comes true, and none of it depends on what the seat can't see.

use conformance::Conformance;
use conformance::playout::{self, Observer, Seating, seed_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{Choice, Entry, Legal, Rules, Seat};
use rulesets::settlers::Settlers;
use rulesets::settlers::action::Action;
use rulesets::settlers::event::Event;
use rulesets::settlers::options::{Options, TradeBuild};
use rulesets::settlers::state::{Phase, State};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

use super::previews::{effects, of_type};
use super::reveals::types;

struct Listener {
    rules: Settlers,
    dice: ChaCha8Rng,
    types: BTreeSet<String>,
    foretold: Option<Foretold>,
    /// How often each own effect was told.
    told: BTreeMap<String, u32>,
    /// Actions whose effects were compared on states that the seat can't tell apart.
    compared: u32,
}

struct Foretold {
    before: State,
    seat: Seat,
    action: Action,
    effects: Vec<Value>,
}

fn ensure(is_so: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(problem()) }
}

impl Foretold {
    fn field(&self, kind: &str, name: &str) -> Option<Value> {
        of_type(&self.effects, kind).first().map(|effect| effect[name].clone())
    }

    fn hands_come_true(&self, after: &State, events: &[Event]) -> Result<(), String> {
        let chance = |event: &Event| {
            matches!(event, Event::ResourcesProduced(_) | Event::CardStolen(_) | Event::MonopolyPlayed(_))
        };
        let hand = json!(after.secret.hand(self.seat));
        if !events.iter().any(chance) {
            let will_be = self.field("hand_will_be", "cards");
            let changed = hand != json!(self.before.secret.hand(self.seat));
            let is_other =
                matches!(self.action, Action::Discard(_) | Action::AcceptTrade(_) | Action::ConfirmTrade(_));
            ensure(is_other || will_be == changed.then(|| hand.clone()), || {
                format!("{will_be:?}, but {hand}")
            })?;
        }
        if events.iter().any(|event| matches!(event, Event::TradeMade(_))) {
            let traded = self.field("hand_if_traded", "cards");
            ensure(traded.as_ref() == Some(&hand), || format!("{traded:?}, but {hand}"))?;
        }
        if let Some(left) = self.field("discard_leaves", "cards") {
            let mut kept = after.secret.hand(self.seat);
            kept -= after.secret.aside_of(self.seat);
            ensure(left == json!(kept), || format!("{left}, but {kept:?}"))?;
        }
        Ok(())
    }

    fn the_table_comes_true(&self, rules: &Settlers, after: &State, events: &[Event]) -> Result<(), String> {
        let lengths = of_type(&self.effects, "route_will_be");
        for (seat, (was, is)) in
            (0_u8..).zip(self.before.table.route.lengths.iter().zip(&after.table.route.lengths))
        {
            let told = lengths.iter().find(|told| told["seat"] == seat).map(|told| told["length"].clone());
            let is_told = self.before.table.turn > 0 && was != is;
            ensure(told == is_told.then(|| json!(is)), || format!("route of {seat}: {told:?}, but {is}"))?;
        }
        if let Some(rates) = self.field("harbour_gained", "rates") {
            let view = rules.view(after, Some(self.seat));
            let known = json!(view.seats[usize::from(self.seat)].rates);
            ensure(rates == known, || format!("{rates}, but {known}"))?;
        }
        let over = of_type(&self.effects, "game_will_be_over");
        let ended = match &after.table.phase {
            Phase::Over { ended_by, winner } => Some((json!(ended_by), *winner)),
            _ => None,
        };
        let told = over
            .first()
            .map(|told| (told["ended_by"].clone(), told["winner"].as_u64().map(|seat| seat as Seat)));
        let by_card = events.iter().any(|event| matches!(event, Event::DevelopmentCardBought(_)));
        let by_other =
            ended.as_ref().is_some_and(|(_, winner)| winner.is_some_and(|winner| winner != self.seat));
        ensure(told == ended || told.is_none() && (by_card || by_other), || {
            format!("{told:?}, but {ended:?}")
        })
    }
}

impl Observer<Settlers> for Listener {
    fn consulted(
        &mut self,
        state: &State,
        legal: &[Legal<Action>],
        choice: Option<&Choice<Action>>,
    ) -> Result<(), String> {
        let Some(seat) = legal.first().map(|legal| legal.decision.seat) else { return Ok(()) };
        let other = self.rules.randomize_hidden(state, Some(seat), &mut self.dice);
        let listed: Vec<&Action> = legal.iter().flat_map(|legal| &legal.actions).collect();
        let chosen = choice.map(|choice| &choice.action);
        for action in listed.iter().step_by(1 + listed.len() / 8).copied().chain(chosen) {
            let told = [state, &other].map(|state| effects(&self.rules, state, seat, action));
            ensure(told[0] == told[1], || format!("{action:?}: {:?} or {:?}", told[0], told[1]))?;
            self.compared += 1;
        }
        self.foretold = chosen.map(|action| {
            let effects = effects(&self.rules, state, seat, action);
            Foretold { before: state.clone(), seat, action: action.clone(), effects }
        });
        Ok(())
    }

    fn wrote(&mut self, state: &State, entries: &[Entry<Action, Event>]) -> Result<(), String> {
        let Some(told) = self.foretold.take() else { return Ok(()) };
        let events: Vec<Event> = entries.iter().flat_map(|entry| entry.events.clone()).collect();
        let problem = |problem| format!("{:?}: {problem}\n{:?}\n{events:?}", told.action, told.effects);
        let happened = events
            .iter()
            .map(|event| serde_json::to_value(self.rules.redact(event, Some(told.seat))).unwrap());
        let certain = told.effects.iter().zip(happened).take_while(|(told, event)| *told == event).count();
        let is_event = |effect: &Value| self.types.contains(effect["type"].as_str().unwrap());
        let others = told.effects[certain..].iter().any(is_event);
        ensure(!others, || "events that did not happen".to_owned()).map_err(problem)?;
        told.hands_come_true(state, &events).map_err(problem)?;
        told.the_table_comes_true(&self.rules, state, &events).map_err(problem)?;
        for effect in &told.effects {
            *self.told.entry(effect["type"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        Ok(())
    }
}

#[test]
fn what_is_told_before_an_action_comes_true_and_depends_on_nothing_hidden() {
    let mut listener = Listener {
        rules: Settlers::default(),
        dice: ChaCha8Rng::seed_from_u64(6),
        types: types(),
        foretold: None,
        told: BTreeMap::new(),
        compared: 0,
    };
    for game in 0..8 {
        let trade_build = if game % 2 == 0 { TradeBuild::Strict } else { TradeBuild::Combined };
        let seats = 3 + (game / 2 % 2) as usize;
        let bots =
            (0..seats).map(|seat| if seat % 2 == 0 { "steady" } else { "random" }.to_owned()).collect();
        let options = Options { trade_build, ..Options::default() };
        let seating = Seating { options, bots, seed: seed_of(16, game), leaves: vec![] };
        let rules = Settlers::default();
        playout::play(&rules, &seating, &mut listener).unwrap_or_else(|fault| panic!("{fault}"));
    }
    println!("{:?}, {} compared", listener.told, listener.compared);
    let own = [
        "will_cost",
        "hand_will_be",
        "discard_leaves",
        "hand_if_traded",
        "will_yield",
        "harbour_gained",
        "route_will_be",
        "trade_will_close",
        "game_will_be_over",
    ];
    for kind in own {
        assert!(listener.told.contains_key(kind), "{kind} was never told");
    }
    assert!(listener.compared > 1_000, "{}", listener.compared);
}
