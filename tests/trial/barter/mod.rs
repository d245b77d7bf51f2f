//! A game of two pages in which most of what a seat does can be taken back: it shows and offers cards, and others may
//! buy. Drawing a card, asking for one and gambling can't be. Some defects can be built in, so that the laws about
//! previews and taking back can be tried.

mod parts;
mod players;

use std::ops::RangeInclusive;

use rules::{
    Actor, Applied, CallKind, Chance, Decision, Legal, Outcome, RankedSeat, Refusal, RefusalCode, Registered,
    Rules, Seat, Viewer, next_seat,
};

use parts::{Action, Event, Offer, Redacted, RedactedEvent, State, View};
pub use parts::{Defect, Options};

const TURNS: u32 = 24;
const CARDS: u8 = 24;
const HAND: usize = 4;
const MOST_ACTS: u8 = 5;
const LOWEST_HIGH_CARD: u8 = 20;

rules::refusals! {
    NOT_AWAITED = "not_awaited": "The seat is not asked.";
    IMPOSSIBLE = "impossible": "That can't be done now.";
    HELD_BY_ANOTHER = "held_by_another": "Another seat has that card.";
}

#[derive(Default)]
pub struct Barter(pub Option<Defect>);

impl Barter {
    pub fn registered(self) -> Registered<Self> {
        Registered::of(self).with_bots().with_orders().with_previews()
    }

    fn has(&self, defect: Defect) -> bool {
        self.0 == Some(defect)
    }

    fn allows(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let no = || rules::refusal::refuse(NOT_AWAITED);
        let decision = self.decision_for(state, seat, action).ok_or_else(no)?;
        let hand = &state.hands[usize::from(seat)];
        let goes_on = decision.kind == "buy" || state.acts < MOST_ACTS;
        let fits = match action {
            Action::Begin {} => false,
            Action::End {} => return Ok(()),
            Action::Draw {} => !state.pile.is_empty(),
            Action::Show { card } => hand.contains(card),
            Action::Offer { card } => hand.contains(card) && state.offer.is_none(),
            Action::Withdraw {} => state.offer.is_some(),
            Action::Accept {} | Action::Gamble {} => true,
            Action::Ask { seat: of } => {
                *of != seat && usize::from(*of) < state.hands.len() && !state.resigned[usize::from(*of)]
            }
        };
        if fits && goes_on {
            return Ok(());
        }
        let is_held = |card: &u8| state.hands.iter().any(|hand| hand.contains(card));
        let tells = match action {
            Action::Show { card } => self.has(Defect::RefusesBySecrets) && is_held(card),
            _ => false,
        };
        Err(rules::refusal::refuse(if tells { HELD_BY_ANOTHER } else { IMPOSSIBLE }))
    }
}

fn active(state: &State) -> Seat {
    Seat::try_from(state.turn as usize % state.hands.len()).expect("few seats")
}

fn alone(state: &State) -> bool {
    state.resigned.iter().filter(|resigned| !**resigned).count() < 2
}

fn over(state: &State) -> bool {
    state.turn >= TURNS || alone(state)
}

/// The offer ends with the turn, and its card goes back.
fn end_turn(state: &mut State) {
    withdraw(state);
    let seats = Seat::try_from(state.hands.len()).expect("few seats");
    let (_, turns) = next_seat(seats, active(state), |seat| state.resigned[usize::from(seat)]);
    state.turn += u32::from(turns);
    state.begun = false;
    state.acts = 0;
    state.answer = None;
}

fn withdraw(state: &mut State) {
    let seat = usize::from(active(state));
    state.hands[seat].extend(state.offer.take().map(|offer| offer.card));
}

impl Rules for Barter {
    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type RedactedEvent = RedactedEvent;

    const ID: &'static str = "barter";
    const RULES_VERSION: u32 = 1;

    fn name(&self) -> &'static str {
        "Barter"
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

    fn refusals(&self) -> &'static [RefusalCode] {
        ALL
    }

    fn call_kinds(&self) -> &'static [CallKind] {
        &[CallKind::YOUR_TURN, CallKind::TRADE_OFFERED]
    }

    fn blank(&self, _options: &Options, seats: u8) -> Result<State, Refusal> {
        let seats = usize::from(seats);
        Ok(State {
            pile: (0..CARDS).collect(),
            hands: vec![Vec::new(); seats],
            shown: Vec::new(),
            points: vec![0; seats],
            turn: 0,
            begun: false,
            acts: 0,
            offer: None,
            offers_made: 0,
            answer: None,
            resigned: vec![false; seats],
        })
    }

    fn setup(&self, blank: &State, chance: &mut Chance) -> Vec<Event> {
        let mut pile = chance.shuffled("pile", &blank.pile);
        let hands = blank.hands.iter().map(|_| pile.split_off(pile.len() - HAND)).collect();
        vec![Event::Dealt { pile, hands }]
    }

    fn awaiting(&self, state: &State) -> Vec<Decision> {
        if over(state) || !state.begun {
            return vec![];
        }
        let (turn, acts) = (state.turn, state.acts);
        let marked = self.has(Defect::MarksItsIds) && acts > 0;
        let id = if marked { format!("t{turn}.act~{acts}") } else { format!("t{turn}.act{acts}") };
        let id = if self.has(Defect::MarksItsIds) && acts == 0 { format!("t{turn}.act") } else { id };
        let decision = |seat: Seat| {
            if seat == active(state) {
                let call = Some(CallKind::YOUR_TURN);
                return Some(Decision { id: id.clone(), seat, kind: "act", blocking: true, call });
            }
            let offer = state.offer.as_ref().filter(|_| !state.resigned[usize::from(seat)])?;
            let (id, call) = (format!("t{turn}.offer{}", offer.number), Some(CallKind::TRADE_OFFERED));
            Some(Decision { id, seat, kind: "buy", blocking: false, call })
        };
        (0..).take(state.hands.len()).filter_map(decision).collect()
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Legal<Action>> {
        let mine = self.awaiting(state).into_iter().filter(|decision| decision.seat == seat);
        mine.map(|decision| {
            let cards = (0..CARDS).flat_map(|card| [Action::Show { card }, Action::Offer { card }]);
            let seats = (0..).take(state.hands.len()).map(|seat| Action::Ask { seat });
            let others =
                [Action::Draw {}, Action::Withdraw {}, Action::Accept {}, Action::Gamble {}, Action::End {}];
            let all = cards.chain(seats).chain(others);
            let actions = all.filter(|action| self.allows(state, seat, action).is_ok()).collect();
            Legal { decision, actions, shapes: vec![] }
        })
        .collect()
    }

    fn decision_for(&self, state: &State, seat: Seat, action: &Action) -> Option<Decision> {
        let kind = if *action == (Action::Accept {}) { "buy" } else { "act" };
        self.awaiting(state).into_iter().find(|decision| decision.seat == seat && decision.kind == kind)
    }

    fn decide(
        &self,
        state: &State,
        actor: Actor,
        action: &Action,
        chance: &mut Chance,
    ) -> Result<Vec<Event>, Refusal> {
        let Some(seat) = actor else {
            let is_due = *action == (Action::Begin {}) && !state.begun && !over(state);
            return is_due.then(|| vec![Event::Begun {}]).ok_or_else(|| rules::refusal::refuse(NOT_AWAITED));
        };
        self.allows(state, seat, action)?;
        Ok(match *action {
            Action::Begin {} => vec![],
            Action::Draw {} => {
                state.pile.last().map(|card| Event::Drawn { seat, card: *card }).into_iter().collect()
            }
            Action::Show { card } => vec![Event::Shown { seat, card }],
            Action::Offer { card } => vec![Event::Offered { seat, offer: state.offers_made + 1, card }],
            Action::Withdraw {} => vec![Event::Withdrawn { seat }],
            Action::Accept {} => vec![Event::Bought { seat, from: active(state) }],
            Action::Ask { seat: of } => {
                let is_high = state.hands[usize::from(of)].iter().any(|card| *card >= LOWEST_HIGH_CARD);
                vec![Event::Answered { of, is_high }]
            }
            Action::Gamble {} => {
                let face = u8::try_from(chance.die("die", 6)).expect("a face");
                let stake = if self.has(Defect::PromisesDice) { i32::from(face) } else { 1 };
                vec![Event::Paid { seat, amount: stake }, Event::Gambled { seat, face }]
            }
            Action::End {} => vec![Event::TurnEnded {}],
        })
    }

    fn apply(&self, state: &mut State, event: &Event) -> Applied {
        let acts = state.acts + 1;
        match event {
            Event::Dealt { pile, hands } => {
                state.pile.clone_from(pile);
                state.hands.clone_from(hands);
            }
            Event::Begun {} => state.begun = true,
            Event::Drawn { seat, card } => {
                state.pile.pop();
                state.hands[usize::from(*seat)].push(*card);
                state.acts = acts;
            }
            Event::Shown { seat, card } => {
                state.hands[usize::from(*seat)].retain(|kept| kept != card);
                state.shown.push(*card);
                state.points[usize::from(*seat)] += i32::from(*card);
                state.acts = acts;
            }
            Event::Offered { seat, offer, card } => {
                state.hands[usize::from(*seat)].retain(|kept| kept != card);
                state.offer = Some(Offer { number: *offer, card: *card });
                state.offers_made = *offer;
                state.acts = acts;
            }
            Event::Withdrawn { .. } => {
                withdraw(state);
                state.acts = acts;
            }
            Event::Bought { seat, from } => {
                state.hands[usize::from(*seat)].extend(state.offer.take().map(|offer| offer.card));
                state.points[usize::from(*seat)] -= 1;
                state.points[usize::from(*from)] += 1;
            }
            Event::Answered { of, is_high } => {
                state.answer = Some((*of, *is_high));
                state.acts = acts;
            }
            Event::Paid { seat, amount } => state.points[usize::from(*seat)] -= amount,
            Event::Gambled { seat, face } => {
                state.points[usize::from(*seat)] += i32::from(*face);
                state.acts = acts;
            }
            Event::TurnEnded {} => end_turn(state),
            Event::GaveUp { seat } => {
                state.resigned[usize::from(*seat)] = true;
                if active(state) == *seat {
                    end_turn(state);
                }
            }
        }
        Ok(())
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View {
            hand: viewer.map(|seat| state.hands[usize::from(seat)].clone()),
            counts: state.hands.iter().map(Vec::len).collect(),
            shown: state.shown.clone(),
            points: state.points.clone(),
            turn: state.turn,
            acts: state.acts,
            offer: state.offer.clone(),
            answer: state.answer,
        }
    }

    fn reveals(&self, event: &Event) -> bool {
        let is_marked = !self.has(Defect::TellsUnmarked) && !self.has(Defect::ShowsUnmarked);
        match event {
            Event::Dealt { .. } | Event::Drawn { .. } | Event::Gambled { .. } => true,
            Event::Answered { .. } => is_marked,
            _ => false,
        }
    }

    fn restore(&self, earlier: &mut State, abandoned: &State) {
        if !self.has(Defect::NumbersOffersAgain) {
            earlier.offers_made = earlier.offers_made.max(abandoned.offers_made);
        }
        if self.has(Defect::KeepsPoints) {
            earlier.points.clone_from(&abandoned.points);
        }
        if self.has(Defect::ForgetsActs) {
            earlier.shown.clear();
        }
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> RedactedEvent {
        RedactedEvent::Redacted(match event {
            Event::Dealt { .. } => Redacted::Dealt {},
            Event::Drawn { seat, .. } if viewer != Some(*seat) => Redacted::Drawn { seat: *seat },
            // The view tells it still.
            Event::Answered { of, .. } if self.has(Defect::ShowsUnmarked) => Redacted::Answered { of: *of },
            open => return RedactedEvent::Whole(open.clone()),
        })
    }

    fn lapse(&self, _state: &State, _decision: &Decision) -> Option<Action> {
        Some(Action::End {})
    }

    fn advance(&self, state: &State) -> Option<(Actor, Action)> {
        (!over(state) && !state.begun).then_some((None, Action::Begin {}))
    }

    fn resign(&self, state: &State, seat: Seat, _chance: &mut Chance) -> Vec<Event> {
        let gone = over(state) || state.resigned[usize::from(seat)];
        if gone { vec![] } else { vec![Event::GaveUp { seat }] }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ended_by = if alone(state) { "resignations" } else { "turns" };
        over(state).then(|| Outcome { ended_by: ended_by.to_owned(), ranking: self.rank(state) })
    }

    fn rank(&self, state: &State) -> Vec<RankedSeat> {
        let points = |seat: Seat| state.points[usize::from(seat)];
        let plays_on = |seat: Seat| !state.resigned[usize::from(seat)];
        let seats = Seat::try_from(state.points.len()).expect("few seats");
        rules::outcome::rank(seats, |seat| (plays_on(seat), points(seat)), points)
    }

    fn turn(&self, state: &State) -> (u32, Seat) {
        (state.turn + 1, active(state))
    }

    fn points(&self, state: &State) -> Vec<i32> {
        state.points.clone()
    }
}
