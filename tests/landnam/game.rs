//! A game in hand: act with chance given by hand, and look at what came of it. The conservation laws are looked
//! after at every step.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

use conformance::Conformance;
use rules::preview::{OwnEffects, effects, own_effects};
use rules::{Actor, Chance, Decision, Refusal, Rules, Seat, Viewer};
use rulesets::landnam::Landnam;
use rulesets::landnam::action::Action;
use rulesets::landnam::event::Event;
use rulesets::landnam::fate::FateCard;
use rulesets::landnam::resource::Bundle;
use rulesets::landnam::state::{Player, State, Table, UnitId};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::position::place;

/// A game at some point of it.
#[derive(Clone)]
pub struct Game {
    pub rules: Landnam,
    pub state: State,
}

/// What one write did: the events of all its entries, as they are stored.
pub struct Done(Vec<Value>);

impl Done {
    /// The events of one type.
    pub fn all(&self, kind: &str) -> Vec<&Value> {
        self.0.iter().filter(|event| event["type"] == kind).collect()
    }

    /// Did an event of that type happen?
    pub fn has(&self, kind: &str) -> bool {
        !self.all(kind).is_empty()
    }

    /// The one event of a type.
    pub fn one(&self, kind: &str) -> &Value {
        let all = self.all(kind);
        assert_eq!(all.len(), 1, "{kind} in {:?}", self.types());
        all[0]
    }

    /// The types of all events, in order.
    pub fn types(&self) -> Vec<&str> {
        self.0.iter().filter_map(|event| event["type"].as_str()).collect()
    }
}

/// What is shown of an action before it is sent, as JSON.
#[derive(Debug, PartialEq)]
pub struct Foresight(Vec<Value>);

impl Foresight {
    pub fn types(&self) -> Vec<&str> {
        self.0.iter().filter_map(|effect| effect["type"].as_str()).collect()
    }

    pub fn has(&self, kind: &str) -> bool {
        self.types().contains(&kind)
    }

    /// The one effect of a type, without the type.
    pub fn one(&self, kind: &str) -> Value {
        let mut all = self.0.iter().filter(|effect| effect["type"] == kind);
        let mut one = all.next().unwrap_or_else(|| panic!("{kind} in {:?}", self.types())).clone();
        assert!(all.next().is_none(), "several {kind} in {:?}", self.types());
        one.as_object_mut().expect("an object").remove("type");
        one
    }
}

impl Game {
    pub fn at(rules: Landnam, state: State) -> Self {
        let game = Self { rules, state };
        game.holds_together();
        game
    }

    fn holds_together(&self) {
        self.rules.check_invariants(&self.state).expect("the laws of the ruleset");
        let text = serde_json::to_string(&self.state).expect("plain data");
        let read: State = serde_json::from_str(&text).expect("the stored form");
        assert_eq!(read, self.state, "the stored form is another state");
    }

    /// The action and the server's steps after it, up to the next roll, which is the test's to make.
    fn write(&mut self, actor: Actor, action: &Action, chance: Vec<Value>) -> Result<Done, Refusal> {
        let mut chance = Chance::given(chance);
        let mut events = self.entry(actor, action, &mut chance)?;
        while let Some((actor, step)) = self.rules.advance(&self.state) {
            if matches!(step, Action::RollDice(_)) {
                break;
            }
            events.extend(self.entry(actor, &step, &mut chance).expect("a step of the server"));
        }
        chance.finish().expect("exactly the chance that was given");
        Ok(Done(events.iter().map(|event| serde_json::to_value(event).expect("plain data")).collect()))
    }

    fn entry(&mut self, actor: Actor, action: &Action, chance: &mut Chance) -> Result<Vec<Event>, Refusal> {
        let events = self.rules.decide(&self.state, actor, action, chance)?;
        events.iter().for_each(|event| self.rules.apply(&mut self.state, event).unwrap());
        self.holds_together();
        Ok(events)
    }

    /// The server rolls. Further draws follow in `chance`.
    pub fn roll(&mut self, dice: [u8; 2], chance: &[Value]) -> Done {
        let mut drawn: Vec<Value> = dice.map(Value::from).to_vec();
        drawn.extend_from_slice(chance);
        self.write(None, &read(json!({"type": "roll_dice"})), drawn).expect("the server may roll")
    }

    /// A seat acts; nothing is drawn.
    pub fn act(&mut self, seat: Seat, action: Value) -> Done {
        self.act_with(seat, action, &[])
    }

    /// A seat acts with chance given.
    pub fn act_with(&mut self, seat: Seat, action: Value, chance: &[Value]) -> Done {
        let said = action.to_string();
        match self.write(Some(seat), &read(action), chance.to_vec()) {
            Ok(done) => done,
            Err(refusal) => panic!("{said} of seat {seat} is refused: {refusal}"),
        }
    }

    /// A seat acts and is refused: the code.
    pub fn refusal(&mut self, seat: Seat, action: Value) -> &'static str {
        let said = action.to_string();
        match self.write(Some(seat), &read(action), Vec::new()) {
            Ok(_) => panic!("{said} of seat {seat} is accepted"),
            Err(refusal) => {
                let known = self.rules.refusals().iter().any(|row| row.code == refusal.code);
                assert!(known, "{} is not in the table", refusal.code);
                refusal.code
            }
        }
    }

    /// What the rules say to an actor, whoever it is.
    pub fn refusal_of(&mut self, actor: Actor, action: Value) -> Option<&'static str> {
        self.write(actor, &read(action), Vec::new()).err().map(|refusal| refusal.code)
    }

    /// What a seat is shown of an action before it sends it, and that looking changes nothing.
    pub fn preview(&self, seat: Seat, action: Value) -> Foresight {
        let (action, before) = (read(action), self.state.clone());
        let own: OwnEffects<Landnam> = own_effects::<Landnam>;
        let effects = effects(&self.rules, Some(own), &self.state, seat, &action).expect("an answer");
        assert_eq!(self.state, before);
        let read = |effect: Box<RawValue>| {
            let mut effect: Value = serde_json::from_str(effect.get()).expect("JSON");
            // An event that will follow is looked at as the event itself.
            if effect["type"] == "event" { effect["event"].take() } else { effect }
        };
        Foresight(effects.into_iter().map(read).collect())
    }

    /// Every answer a seat may send as it stands, as JSON.
    pub fn legal(&self, seat: Seat) -> Vec<Value> {
        let legal = self.rules.legal(&self.state, seat);
        let actions = legal.iter().flat_map(|legal| &legal.actions);
        actions.map(|action| serde_json::to_value(action).expect("plain data")).collect()
    }

    /// Every shape a seat may fill, as JSON.
    pub fn shapes(&self, seat: Seat) -> Vec<Value> {
        let legal = self.rules.legal(&self.state, seat);
        let shapes = legal.iter().flat_map(|legal| &legal.shapes);
        shapes.map(|shape| serde_json::to_value(shape).expect("plain data")).collect()
    }

    /// Is that answer listed for the seat?
    pub fn may(&self, seat: Seat, action: Value) -> bool {
        self.legal(seat).contains(&action)
    }

    /// The open decisions of a seat: kind and whether the game waits for it.
    pub fn asked(&self, seat: Seat) -> Vec<(&'static str, bool)> {
        self.decisions(seat).iter().map(|decision| (decision.kind, decision.blocking)).collect()
    }

    /// The open decisions of a seat.
    pub fn decisions(&self, seat: Seat) -> Vec<Decision> {
        self.rules.awaiting(&self.state).into_iter().filter(|decision| decision.seat == seat).collect()
    }

    /// The seats the game waits for, with what they are asked.
    pub fn awaited(&self) -> Vec<(Seat, &'static str)> {
        let open = self.rules.awaiting(&self.state);
        open.iter()
            .filter(|decision| decision.blocking)
            .map(|decision| (decision.seat, decision.kind))
            .collect()
    }

    /// The answer for an absent seat.
    pub fn lapse(&self, seat: Seat) -> Value {
        let decisions = self.decisions(seat);
        let decision = decisions.iter().find(|decision| decision.blocking).expect("an awaited decision");
        let action = self.rules.lapse(&self.state, decision).expect("a lapse");
        serde_json::to_value(action).expect("plain data")
    }

    /// An event as a viewer is told it.
    pub fn told(&self, event: &Value, viewer: Viewer) -> Value {
        let event: Event = serde_json::from_value(event.clone()).expect("an event");
        serde_json::to_value(self.rules.redact(&event, viewer)).expect("plain data")
    }

    /// What a viewer sees.
    pub fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.rules.view(&self.state, viewer)).expect("plain data")
    }

    pub fn table(&self) -> &Table {
        &self.state.table
    }

    /// Resource cards of a seat: iron, grain, timber, wool.
    pub fn hand(&self, seat: Seat) -> Bundle {
        self.state.secret.hand(seat)
    }

    pub fn fate_cards(&self, seat: Seat) -> &[FateCard] {
        self.state.secret.fate_cards_of(seat)
    }

    pub fn player(&self, seat: Seat) -> Player {
        self.state.table.players[usize::from(seat)]
    }

    /// The name of the unit on a hex.
    pub fn unit_at(&self, hex: &str) -> Option<UnitId> {
        self.state.table.unit_at(place(hex)).map(|unit| unit.id)
    }

    /// The value of the number marker on a hex.
    pub fn number_at(&self, hex: &str) -> Option<u8> {
        self.state.table.number(place(hex)).map(|number| number.value())
    }
}

/// An action from its JSON, as a client sends it.
fn read(action: Value) -> Action {
    serde_json::from_value(action).expect("an action")
}
