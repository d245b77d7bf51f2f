//! Random trades: whoever waits for the answers of others is called when they come, and no question calls twice.
//!
//! Whom a write should call is found here from what is listed as legal and from the events as they are stored.

use std::collections::{BTreeMap, HashMap};

use conformance::fill;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::decision::{Call, DecisionChange, opened_calls};
use rules::{Author, CallKind, Chance, Decision, Entry, Legal, Rules, Seat, perform};
use rulesets::settlers::development::DevelopmentCard::{Knight, RoadBuilding};
use serde_json::Value;

use super::island::standard;
use super::position::Position;

const GAMES: u64 = 200;
const ACTIONS: u64 = 40;
/// So often a trade is made where one can be.
const TRADE_IN_TEN: u32 = 9;

/// How often what was called for.
type Seen = BTreeMap<&'static str, u64>;

struct Market<'r, R: Rules> {
    rules: &'r R,
    state: R::State,
    dice: ChaCha8Rng,
    chance: Chance,
    called: HashMap<(Seat, String), CallKind>,
    seen: Seen,
}

fn json(action: &impl serde::Serialize) -> Value {
    serde_json::to_value(action).expect("plain data")
}

fn is_trade(action: &Value) -> bool {
    let kind = action["type"].as_str().expect("a type");
    let between_players = kind.contains("trade") || kind.contains("offer");
    between_players && !["maritime_trade", "trade_with_supply", "end_trade"].contains(&kind)
}

impl<R: Rules> Market<'_, R> {
    /// Anybody does something, mostly a trade; `false` when nobody can.
    fn go_on(&mut self, version: u64) -> bool {
        let before = self.rules.awaiting(&self.state);
        let Some(seat) = before.choose(&mut self.dice).map(|decision| decision.seat) else { return false };
        let (mut trades, mut others) = (Vec::new(), Vec::new());
        for Legal { actions, shapes, .. } in self.rules.legal(&self.state, seat) {
            let filled = shapes.iter().map(|shape| fill(shape, &mut self.dice).expect("a shape"));
            for action in filled.chain(actions) {
                let kept = if is_trade(&json(&action)) { &mut trades } else { &mut others };
                kept.push(action);
            }
        }
        let wanted =
            if self.dice.random_ratio(TRADE_IN_TEN, 10) { [trades, others] } else { [others, trades] };
        let Some(action) = wanted.iter().find_map(|list| list.choose(&mut self.dice)).cloned() else {
            // Nothing to do for this seat; somebody else is awaited.
            return true;
        };
        let entries = perform(
            self.rules,
            &mut self.state,
            version,
            Author::Seat,
            Some(seat),
            &action,
            &mut self.chance,
        );
        let entries = entries.unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
        self.look(&before, seat, &entries);
        true
    }

    fn look(&mut self, before: &[Decision], acting: Seat, entries: &[Entry<R::Action, R::Event>]) {
        let after = self.rules.awaiting(&self.state);
        let events: Vec<&R::Event> = entries.iter().flat_map(|entry| &entry.events).collect();
        let answered: Vec<Seat> =
            events.iter().filter_map(|event| self.rules.answered(&self.state, event)).collect();
        let deserves_call = |decision: &Decision| self.rules.deserves_call(&self.state, decision);
        let change = DecisionChange {
            before,
            after: &after,
            acting: Some(acting),
            answered: &answered,
            deserves_call,
        };
        let calls = opened_calls(&change);
        for call in &calls {
            assert_ne!(call.seat, acting, "who acts is there");
            let Some(decision) = call.decision.clone() else { continue };
            let twice = self.called.insert((call.seat, decision.clone()), call.kind);
            assert_eq!(twice, None, "{decision} calls seat {} twice", call.seat);
        }
        self.questions_call(before, &after, acting, &calls);
        self.answers_call(&events, acting, &calls);
    }

    /// Every acceptance that can be confirmed and every offer that can be accepted calls; others do not.
    fn questions_call(&mut self, before: &[Decision], after: &[Decision], acting: Seat, calls: &[Call]) {
        for decision in after.iter().filter(|decision| decision.seat != acting && !decision.blocking) {
            let is_new = !before.iter().any(|old| old.seat == decision.seat && old.id == decision.id);
            let call = calls.iter().find(|call| {
                call.seat == decision.seat && call.decision.as_deref() == Some(decision.id.as_str())
            });
            let kind = call.map(|call| call.kind);
            let can = self.can_agree(decision);
            let expected: &[Option<CallKind>] = match (decision.kind, is_new && decision.call.is_some()) {
                (_, false) => &[None],
                ("confirm_trade", true) if can => &[Some(CallKind::OFFER_ANSWERED)],
                ("confirm_trade", true) => &[None],
                ("trade_answer", true) if can => &[Some(CallKind::TRADE_OFFERED)],
                // What answers an offer of one's own calls whatever is held.
                ("trade_answer", true) => &[Some(CallKind::UNPAYABLE_OFFER), Some(CallKind::TRADE_OFFERED)],
                _ => continue,
            };
            assert!(expected.contains(&kind), "{} of seat {}: {kind:?}", decision.id, decision.seat);
            *self.seen.entry(kind.map_or("nobody", |kind| kind.name)).or_default() += u64::from(is_new);
        }
    }

    fn can_agree(&self, decision: &Decision) -> bool {
        let legal = self.rules.legal(&self.state, decision.seat);
        let actions =
            legal.into_iter().filter(|open| open.decision.id == decision.id).flat_map(|open| open.actions);
        let agrees = ["accept_trade", "accept_offer", "confirm_trade"];
        actions
            .map(|action| json(&action))
            .any(|action| agrees.contains(&action["type"].as_str().expect("a type")))
    }

    /// The maker of an offer that was carried out or fell through by another's answer is called.
    fn answers_call(&mut self, events: &[&R::Event], acting: Seat, calls: &[Call]) {
        for event in events.iter().map(json) {
            let settles = event["type"] == "trade_made" || event["reason"] == "cards_missing";
            let maker = event["maker"].as_u64().and_then(|maker| Seat::try_from(maker).ok());
            if let Some(maker) = maker.filter(|maker| settles && *maker != acting) {
                assert!(calls.iter().any(|call| call.seat == maker), "{event} calls nobody: {calls:?}");
                *self.seen.entry("settled").or_default() += 1;
            }
        }
    }
}

/// Plays games from that position; what was called for.
fn trade<R: Rules>(rules: &R, state: &R::State) -> Seen {
    let mut seen = Seen::new();
    for game in 0..GAMES {
        let mut market = Market {
            rules,
            state: state.clone(),
            dice: ChaCha8Rng::seed_from_u64(game),
            chance: Chance::seeded([u8::try_from(game).expect("few games"); 32]),
            called: HashMap::new(),
            seen: Seen::new(),
        };
        for version in 0..ACTIONS {
            if !market.go_on(version) {
                break;
            }
        }
        market.seen.into_iter().for_each(|(what, times)| *seen.entry(what).or_default() += times);
    }
    println!("{seen:?}");
    seen
}

#[test]
fn in_two_hundred_games_of_the_settlers_every_acceptance_to_confirm_calls_and_no_question_calls_twice() {
    let game = (0..4).fold(standard().settlement(0, &[18]), |game, seat| game.hand(seat, [2, 2, 1, 1, 1]));
    let game = game.holding(0, &[Knight, RoadBuilding]);
    let seen = trade(&game.rules, &game.state);
    for what in ["offer_answered", "trade_offered", "unpayable_offer", "settled", "nobody"] {
        assert!(seen.get(what).is_some_and(|times| *times > 50), "{what}: {seen:?}");
    }
}

#[test]
fn in_two_hundred_games_of_landnam_every_offer_to_accept_calls_and_no_question_calls_twice() {
    let game = (0..4).fold(Position::with(4), |position, seat| position.hand(seat, [2, 1, 2, 1])).trading();
    let seen = trade(&game.rules, &game.state);
    for what in ["trade_offered", "unpayable_offer", "settled", "nobody"] {
        assert!(seen.get(what).is_some_and(|times| *times > 50), "{what}: {seen:?}");
    }
}
