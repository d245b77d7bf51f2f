//! A game of a page: in turn, draw a hidden card, play one, or bet. Some defects can be built in, so that the
//! trial can be tried.

mod parts;
mod standing;

use std::ops::RangeInclusive;

use conformance::Conformance;
use conformance::fill;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use rules::legal::{Field, FieldKind};
use rules::statistics::Counters;
use rules::{
    Actor, Applied, Bots, CallClass, CallKind, Chance, Choice, Decision, Legal, OrderAnswer, Outcome,
    Previews, RankedSeat, Refusal, RefusalCode, Registered, Render, RenderOptions, RenderedBoard, Rules,
    Seat, Shape, StandingOrders, Texts, Viewer,
};
use serde::Serialize;
use utoipa::ToSchema;

pub use parts::{Action, Defect, Event, Options, Order, RedactedEvent, State, View};

const TURNS: u32 = 30;
const CARDS: u8 = 24;
const HIGHEST_BET: u8 = 3;
const LAST_TURNS: u32 = 4;

/// A kind of call that no other ruleset has.
pub const LAST_ROUND: CallKind = CallKind::new("toy_last_round", CallClass::Turn);

#[derive(Default)]
pub struct Toy(pub Option<Defect>);

impl Toy {
    /// With every part but a geometry: it has no board.
    pub fn registered(self) -> Registered<Self> {
        Registered::of(self).with_render().with_bots().with_orders().with_previews().with_texts()
    }

    fn has(&self, defect: Defect) -> bool {
        self.0 == Some(defect)
    }

    fn active(state: &State) -> Seat {
        (state.turn as usize % state.hands.len()) as Seat
    }

    fn over(state: &State) -> bool {
        state.turn >= TURNS || Self::alone(state)
    }

    fn alone(state: &State) -> bool {
        state.resigned.iter().filter(|resigned| !**resigned).count() < 2
    }

    fn has_resigned(state: &State, seat: Seat) -> bool {
        state.resigned[usize::from(seat)]
    }

    /// Turns of those who gave up are skipped.
    fn skip(&self, state: &mut State) {
        let lingers = self.has(Defect::WaitsForTheResigned) || self.has(Defect::PlaysForTheResigned);
        while !lingers && !Self::over(state) && Self::has_resigned(state, Self::active(state)) {
            state.turn += 1;
            state.rolled = false;
        }
    }

    fn validate(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if Self::over(state) || Self::active(state) != seat {
            let undocumented = self.has(Defect::UndocumentedRefusal);
            return Err(Refusal::new(if undocumented { "oops" } else { "not_awaited" }, "not now"));
        }
        let fine = match action {
            Action::Roll {} => false,
            Action::Draw {} => !state.pile.is_empty(),
            Action::Play { card } => state.hands[usize::from(seat)].contains(card),
            Action::Bet { amount } => (1..=HIGHEST_BET).contains(amount),
        };
        fine.then_some(()).ok_or_else(|| Refusal::new("impossible", "that can't be done").at_field("type"))
    }
}

impl Rules for Toy {
    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type RedactedEvent = RedactedEvent;

    const ID: &'static str = "toy";
    const RULES_VERSION: u32 = 1;

    fn name(&self) -> &'static str {
        "Toy"
    }

    fn players(&self) -> RangeInclusive<u8> {
        2..=4
    }

    fn components(&self) -> &str {
        "{}"
    }

    fn with_components(&self, _json: &str) -> Result<Self, Refusal> {
        Ok(Self(self.0))
    }

    fn call_kinds(&self) -> &'static [CallKind] {
        &[CallKind::YOUR_TURN, LAST_ROUND]
    }

    fn refusals(&self) -> &'static [RefusalCode] {
        &[
            RefusalCode { code: "not_awaited", meaning: "nobody asks this seat" },
            RefusalCode { code: "impossible", meaning: "the card is not held or the pile is empty" },
        ]
    }

    fn blank(&self, _options: &Options, seats: u8) -> Result<State, Refusal> {
        let hands = vec![Vec::new(); usize::from(seats)];
        let points = vec![0; usize::from(seats)];
        Ok(State {
            pile: (0..CARDS).collect(),
            hands,
            played: vec![],
            points,
            turn: 0,
            rolled: false,
            resigned: vec![false; usize::from(seats)],
            note: false,
        })
    }

    fn setup(&self, blank: &State, chance: &mut Chance) -> Vec<Event> {
        let order = chance.shuffle("pile", u32::from(CARDS));
        vec![Event::Dealt { pile: order.into_iter().map(|k| blank.pile[k as usize]).collect() }]
    }

    fn awaiting(&self, state: &State) -> Vec<Decision> {
        if Self::over(state) || !state.rolled {
            return vec![];
        }
        let reopened = self.has(Defect::ReopensQuestions) && state.turn > 20;
        let turn = if reopened { state.turn - state.hands.len() as u32 } else { state.turn };
        vec![Decision {
            id: format!("t{turn}.go"),
            seat: Self::active(state),
            kind: "go",
            blocking: !(self.has(Defect::WaitsForNobody) && state.turn > 20),
            call: Some(if state.turn + LAST_TURNS < TURNS { CallKind::YOUR_TURN } else { LAST_ROUND }),
        }]
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Legal<Action>> {
        let mine = self.awaiting(state).into_iter().filter(|decision| decision.seat == seat);
        mine.map(|decision| {
            let cards = 0..CARDS;
            let plays = cards.map(|card| Action::Play { card });
            let mut actions: Vec<Action> = plays
                .chain([Action::Draw {}])
                .filter(|action| self.validate(state, seat, action).is_ok())
                .collect();
            if self.has(Defect::ListsTooMuch) && state.turn > 20 {
                actions.push(Action::Play { card: CARDS });
            }
            if self.has(Defect::ListsTooLittle) && state.turn > 10 {
                actions.retain(|action| *action != Action::Draw {});
            }
            let kind = FieldKind::Integer { min: 1, max: u32::from(HIGHEST_BET) };
            let bet =
                Shape { action: Action::Bet { amount: 1 }, fields: vec![Field { name: "amount", kind }] };
            Legal { decision, actions, shapes: vec![bet] }
        })
        .collect()
    }

    fn decision_for(&self, state: &State, seat: Seat, action: &Action) -> Option<Decision> {
        let open = self.awaiting(state).into_iter().find(|decision| decision.seat == seat);
        open.filter(|_| *action != Action::Roll {})
    }

    fn decide(
        &self,
        state: &State,
        actor: Actor,
        action: &Action,
        chance: &mut Chance,
    ) -> Result<Vec<Event>, Refusal> {
        let Some(seat) = actor else {
            if *action != (Action::Roll {}) || state.rolled || Self::over(state) {
                return Err(Refusal::new("not_awaited", "not now"));
            }
            return Ok(vec![Event::Rolled { face: chance.die("die", 6) as u8 }]);
        };
        self.validate(state, seat, action)?;
        Ok(vec![match *action {
            Action::Draw {} => {
                let card = state.pile[chance.pick("card", state.pile.len() as u32) as usize];
                Event::Drawn { seat, card }
            }
            Action::Play { card } => Event::Played { seat, card },
            Action::Bet { amount } => Event::Bet { seat, amount },
            Action::Roll {} => return Err(Refusal::new("impossible", "the server rolls")),
        }])
    }

    fn apply(&self, state: &mut State, event: &Event) -> Applied {
        match event {
            Event::Dealt { pile } => state.pile.clone_from(pile),
            Event::Rolled { face } => {
                state.rolled = true;
                let active = usize::from(Self::active(state));
                let paid =
                    |seat: usize| seat == active || state.resigned[seat] && self.has(Defect::PaysTheResigned);
                for seat in (0..state.points.len()).filter(|seat| paid(*seat)).collect::<Vec<_>>() {
                    state.points[seat] += i32::from(*face);
                }
            }
            Event::Drawn { seat, card } => {
                state.pile.retain(|kept| kept != card);
                state.hands[usize::from(*seat)].push(*card);
            }
            Event::Played { seat, card } => {
                state.hands[usize::from(*seat)].retain(|kept| kept != card);
                if !(self.has(Defect::LosesCards) && state.turn > 20) {
                    state.played.push(*card);
                }
            }
            Event::Bet { seat, amount } => state.points[usize::from(*seat)] -= i32::from(*amount),
            Event::GaveUp { seat } => {
                state.resigned[usize::from(*seat)] = true;
                self.skip(state);
            }
        }
        if !matches!(event, Event::Dealt { .. } | Event::Rolled { .. } | Event::GaveUp { .. }) {
            state.turn += 1;
            state.rolled = false;
            state.note = self.has(Defect::WritesIllegibly) && state.turn > 20;
            self.skip(state);
        }
        Ok(())
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View {
            counts: state.hands.iter().map(Vec::len).collect(),
            hand: viewer.map(|seat| state.hands[usize::from(seat)].clone()),
            everything: self.has(Defect::ShowsHands).then(|| state.hands.clone()),
            played: state.played.clone(),
            turn: state.turn,
            points: state.points.clone(),
        }
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Dealt { .. } | Event::Rolled { .. } | Event::Drawn { .. })
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> RedactedEvent {
        match *event {
            Event::Dealt { .. } => RedactedEvent::Dealt,
            Event::Rolled { face } => RedactedEvent::Rolled { face },
            Event::Drawn { seat, card } => {
                let shown = viewer == Some(seat) || self.has(Defect::TellsCards);
                RedactedEvent::Drawn { seat, card: shown.then_some(card) }
            }
            Event::Played { seat, card } => RedactedEvent::Played { seat, card },
            Event::Bet { seat, amount } => RedactedEvent::Bet { seat, amount },
            Event::GaveUp { seat } => RedactedEvent::GaveUp { seat },
        }
    }

    fn lapse(&self, state: &State, _decision: &Decision) -> Option<Action> {
        let by_secrets = self.has(Defect::LapsesBySecrets) && state.hands[0].contains(&0);
        let amount = if by_secrets { HIGHEST_BET } else { 1 };
        (!(self.has(Defect::ForgetsLapse) && state.turn > 20)).then_some(Action::Bet { amount })
    }

    fn advance(&self, state: &State) -> Option<(Actor, Action)> {
        if Self::over(state) {
            return None;
        }
        if state.rolled {
            let active = Self::active(state);
            let absent = Self::has_resigned(state, active) && self.has(Defect::PlaysForTheResigned);
            return absent.then_some((Some(active), Action::Bet { amount: 1 }));
        }
        if self.has(Defect::StepsOnSecrets) && state.hands[0].contains(&0) {
            return Some((Some(Self::active(state)), Action::Bet { amount: 1 }));
        }
        Some((None, Action::Roll {}))
    }

    fn resign(&self, state: &State, seat: Seat, _chance: &mut Chance) -> Vec<Event> {
        let gone = Self::over(state) || Self::has_resigned(state, seat);
        if gone { vec![] } else { vec![Event::GaveUp { seat }] }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ended_by = if Self::alone(state) { "resignations" } else { "turns" };
        Self::over(state).then(|| Outcome { ended_by: ended_by.to_owned(), ranking: self.rank(state) })
    }

    fn rank(&self, state: &State) -> Vec<RankedSeat> {
        let last = |seat: Seat| Self::has_resigned(state, seat) && !self.has(Defect::RanksTheResigned);
        let points = |seat: Seat| state.points[usize::from(seat)];
        let seats = u8::try_from(state.points.len()).expect("few seats");
        rules::outcome::rank(seats, |seat| (!last(seat), points(seat)), points)
    }

    fn turn(&self, state: &State) -> (u32, Seat) {
        (state.turn + 1, Self::active(state))
    }

    fn points(&self, state: &State) -> Vec<i32> {
        state.points.clone()
    }
}

/// What a play leaves in hand.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = ToyOwnEffect)]
pub enum Effect {
    /// The seat will have these cards in hand.
    WillKeep { cards: Vec<u8> },
}

impl Previews for Toy {
    type Effect = Effect;

    fn effects(&self, _before: &State, seat: Seat, action: &Action, after: &State) -> Vec<Effect> {
        let cards = after.hands[usize::from(seat)].clone();
        if matches!(action, Action::Play { .. }) { vec![Effect::WillKeep { cards }] } else { vec![] }
    }
}

impl Render for Toy {
    fn render(&self, view: &View, options: &RenderOptions) -> RenderedBoard {
        let seats =
            options.names.iter().zip(&view.points).map(|(name, points)| format!("{name}: {points}\n"));
        let hand = view.hand.iter().map(|hand| format!("{hand:?}"));
        let text: String = seats.chain(hand).collect();
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title></svg>", view.turn);
        RenderedBoard { svg, text }
    }
}

impl Texts for Toy {
    /// Nothing but what a mail says of its own kind of call: of everything else mails tell the bare facts.
    fn texts(&self, language: &str) -> Option<&'static str> {
        match language {
            "en" => Some(include_str!("texts/en.json")),
            "nn" => Some(include_str!("texts/nn.json")),
            _ => None,
        }
    }
}

impl Bots for Toy {
    fn bots(&self) -> &'static [&'static str] {
        &["random"]
    }

    fn choose(
        &self,
        _bot: &str,
        _view: &View,
        legal: &[Legal<Action>],
        rng: &mut dyn Rng,
    ) -> Option<Choice<Action>> {
        let Legal { decision, actions, shapes } = legal.first()?;
        let action = match actions.choose(rng) {
            Some(action) if rng.random_bool(0.7) => action.clone(),
            _ => fill(shapes.first()?, rng).ok()?,
        };
        Some(Choice { decision: decision.id.clone(), action })
    }
}

impl StandingOrders for Toy {
    type Order = Order;

    fn order_kinds(&self) -> &'static [&'static str] {
        &["play_when_held", "keep_betting"]
    }

    fn accept_order(&self, view: &View, order: Order) -> Result<Order, Refusal> {
        standing::accept(view, order)
    }

    fn expired(&self, view: &View, order: &Order) -> Option<&'static str> {
        standing::spent(view, order)
    }

    fn order_answer(
        &self,
        view: &View,
        legal: &[Legal<Action>],
        orders: &[Order],
    ) -> Option<OrderAnswer<Action>> {
        let legal = legal.first()?;
        let answer = |order: &Order| match order {
            Order::KeepBetting { .. } if self.has(Defect::OrdersTooMuch) => {
                Some(Action::Bet { amount: HIGHEST_BET + 1 })
            }
            order => standing::answer(view, order),
        };
        let (order, action) =
            orders.iter().enumerate().rev().find_map(|(place, order)| Some((place, answer(order)?)))?;
        Some(OrderAnswer { order, choice: legal.answer(action) })
    }

    fn typical_orders(&self) -> Vec<Order> {
        vec![Order::PlayWhenHeld { card: 3 }, Order::KeepBetting { amount: 1 }]
    }
}

impl rules::Statistics for Toy {
    fn count(&self, counts: &mut Counters, _state: &State, event: &Event) {
        counts.add("bets", u64::from(matches!(event, Event::Bet { .. })));
    }

    fn figures(&self, counts: &Counters, games: u64) -> serde_json::Value {
        serde_json::json!({ "bets": counts.get("bets"), "of": games })
    }
}

impl Conformance for Toy {
    fn check_invariants(&self, state: &State) -> Result<(), String> {
        let cards = state.pile.len() + state.played.len() + state.hands.iter().map(Vec::len).sum::<usize>();
        (cards == usize::from(CARDS)).then_some(()).ok_or_else(|| format!("{cards} cards"))
    }

    fn randomize_hidden(&self, state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        let mut other = state.clone();
        let hidden = |seat: usize| viewer.map(usize::from) != Some(seat);
        let mut cards = std::mem::take(&mut other.pile);
        for (_, hand) in other.hands.iter().enumerate().filter(|(seat, _)| hidden(*seat)) {
            cards.extend(hand);
        }
        cards.shuffle(rng);
        for (_, hand) in other.hands.iter_mut().enumerate().filter(|(seat, _)| hidden(*seat)) {
            *hand = cards.split_off(cards.len() - hand.len());
        }
        other.pile = cards;
        other
    }
}
