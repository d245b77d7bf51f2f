//! Previews in whole games: they tell no secret, and what they tell comes true.

use std::collections::BTreeMap;

use conformance::Conformance;
use conformance::playout::{self, Observer, Seating, seed_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::entry::{self, Author};
use rules::preview::{OwnEffects, effects, own_effects};
use rules::{Actor, Chance, Choice, Entry, Legal, Rules, Seat};
use rulesets::landnam::action::Action;
use rulesets::landnam::event::Event;
use rulesets::landnam::preview::{Effect, HexBeside, PossibleFind};
use rulesets::landnam::resource::Bundle;
use rulesets::landnam::state::State;
use rulesets::landnam::{Landnam, Options};
use serde_json::{Value, json};

/// How a game stands then: the contract's own effects, which have tests of their own.
const CONSEQUENCES: [&str; 5] =
    ["points_will_be", "turn_will_be", "will_await", "game_will_end", "undecided"];

const OWN: OwnEffects<Landnam> = own_effects::<Landnam>;

/// What a seat is shown of an action, as JSON.
fn shown(rules: &Landnam, state: &State, seat: Seat, action: &Action) -> Result<Vec<Value>, String> {
    let effects =
        effects(rules, Some(OWN), state, seat, action).map_err(|error| format!("{action:?}: {error}"))?;
    effects
        .iter()
        .map(|effect| serde_json::from_str(effect.get()).map_err(|error| error.to_string()))
        .collect()
}

type Look<'l> = dyn FnMut(&Landnam, &State, Seat, &Action, &mut ChaCha8Rng) -> Result<(), String> + 'l;

/// Plays games and looks at each action that is listed for the bot that is asked.
struct Looking<'l> {
    rules: Landnam,
    dice: ChaCha8Rng,
    moments: u64,
    look: &'l mut Look<'l>,
}

impl Observer<Landnam> for Looking<'_> {
    fn consulted(
        &mut self,
        state: &State,
        legal: &[Legal<Action>],
        _: Option<&Choice<Action>>,
    ) -> Result<(), String> {
        self.moments += 1;
        // Neither every moment nor every action: games are long.
        let some = 7 + self.moments % 5;
        let mut listed = legal.iter().flat_map(|legal| {
            let shapes = legal.shapes.iter().map(|shape| &shape.action);
            legal.actions.iter().chain(shapes).map(|action| (legal.decision.seat, action))
        });
        let count = listed.clone().count() as u64;
        listed.try_for_each(|(seat, action)| {
            self.moments += 1;
            if count > 8 && !self.moments.is_multiple_of(some) {
                return Ok(());
            }
            (self.look)(&self.rules, state, seat, action, &mut self.dice)
        })
    }

    fn wrote(&mut self, _: &State, _: &[Entry<Action, Event>]) -> Result<(), String> {
        Ok(())
    }
}

fn play(games: u64, look: &mut Look<'_>) {
    for game in 0..games {
        let bots = ["random", "steady", "random", "random"].map(str::to_owned).to_vec();
        let seed = seed_of(31, game);
        let mut looking =
            Looking { rules: Landnam::default(), dice: ChaCha8Rng::from_seed(seed), moments: game, look };
        let seating = Seating { options: Options::default(), bots, seed, leaves: vec![] };
        playout::play(&Landnam::default(), &seating, &mut looking)
            .unwrap_or_else(|fault| panic!("game {game}: {fault}"));
    }
}

#[test]
fn what_is_hidden_from_a_seat_changes_nothing_in_what_it_is_shown() {
    let (mut compared, mut others) = (0_u64, 0_u64);
    play(3, &mut |rules, state, seat, action, dice| {
        let other = rules.randomize_hidden(state, Some(seat), dice);
        let (here, there) = (shown(rules, state, seat, action)?, shown(rules, &other, seat, action)?);
        compared += 1;
        others += u64::from(other.secret.stock != state.secret.stock);
        if here == there { Ok(()) } else { Err(format!("{action:?}\n{here:?}\n{there:?}")) }
    });
    assert!(compared > 1_000 && others > 500, "{compared}, {others} with another supply");
}

/// The write as it will be, with chance of its own.
fn sent(
    rules: &Landnam,
    state: &State,
    seat: Seat,
    action: &Action,
    seed: [u8; 32],
) -> Result<(State, Vec<Entry<Action, Event>>), String> {
    let (mut state, actor): (State, Actor) = (state.clone(), Some(seat));
    let mut chance = Chance::seeded(seed);
    let entries = entry::perform(rules, &mut state, 0, Author::Seat, actor, action, &mut chance);
    Ok((state, entries.map_err(|error| error.to_string())?))
}

#[test]
fn what_is_shown_happens_and_happens_first() {
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let mut seeds = 0;
    play(3, &mut |rules, state, seat, action, _| {
        let shown = shown(rules, state, seat, action)?;
        seeds += 1;
        let (after, entries) = sent(rules, state, seat, action, seed_of(77, seeds))?;
        let events: Vec<&Event> = entries.iter().flat_map(|entry| &entry.events).collect();
        let own = Own { rules, state, seat, action, after: &after, entries: &entries, events: &events };
        let mut told = 0;
        for effect in &shown {
            let kind = effect["type"].as_str().unwrap_or_default();
            *seen.entry(kind.to_owned()).or_default() += 1;
            if let Ok(effect) = serde_json::from_value::<Effect>(effect.clone()) {
                own.holds(&effect)
                    .map_err(|fault| format!("{fault}: {effect:?} of {action:?}\n{events:?}"))?;
            } else if !CONSEQUENCES.contains(&kind) {
                let event =
                    events.get(told).map(|event| serde_json::to_value(rules.redact(event, Some(seat))));
                if kind != "event"
                    || !event.is_some_and(|event| event.is_ok_and(|event| event == effect["event"]))
                {
                    return Err(format!("{action:?}: {effect} is not number {told} of {events:?}"));
                }
                told += 1;
            }
        }
        let certain = !shown.iter().any(|effect| effect["type"] == "undecided");
        if certain && told != events.len() {
            return Err(format!("{action:?}: {told} events are shown of {events:?}"));
        }
        Ok(())
    });
    let own = [
        "hand_will_be",
        "fate_cards_will_be_spent",
        "harvest_will_be_due",
        "must_answer_suit",
        "stakes_will_be_lost",
        "will_explore",
        "movement_will_end",
        "will_stand_beside",
    ];
    for kind in own {
        assert!(seen.get(kind).is_some_and(|&times| times > 3), "{kind} in {seen:?}");
    }
}

/// What became of an action, to hold what was said of it against.
struct Own<'o> {
    rules: &'o Landnam,
    state: &'o State,
    seat: Seat,
    action: &'o Action,
    after: &'o State,
    entries: &'o [Entry<Action, Event>],
    events: &'o [&'o Event],
}

impl Own<'_> {
    /// The state right after the action, before any step of the server.
    fn right_after(&self) -> State {
        let mut state = self.state.clone();
        let events = self.entries.first().into_iter().flat_map(|entry| &entry.events);
        events.for_each(|event| self.rules.apply(&mut state, event).unwrap());
        state
    }

    fn any(&self, fits: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(|event| fits(event))
    }

    fn awaits(&self, seat: Seat, kind: &str) -> bool {
        let open = self.rules.awaiting(self.after);
        open.iter().any(|open| open.blocking && open.seat == seat && open.kind == kind)
    }

    /// The rates after each entry: a unit that has one place to flee to goes there by a step of the server.
    fn rates(&self) -> Vec<Bundle> {
        let mut state = self.state.clone();
        let after = self.entries.iter().filter_map(|entry| {
            entry.events.iter().for_each(|event| self.rules.apply(&mut state, event).unwrap());
            self.rules.view(&state, None).seats.get(usize::from(self.seat)).map(|seat| seat.rates)
        });
        after.collect()
    }

    fn holds(&self, effect: &Effect) -> Result<(), &'static str> {
        let (right_after, seat) = (self.right_after(), self.seat);
        let holds = match effect {
            Effect::HandWillBe(hand) => right_after.secret.hand(seat) == hand.cards,
            Effect::FateCardsWillBeSpent(spent) => {
                let held = right_after.secret.fate_cards_of(seat);
                held.starts_with(&spent.kept)
                    && spent.cards.iter().all(|card| right_after.table.discards.contains(card))
            }
            Effect::OfferWillClose(closed) => {
                self.any(|event| matches!(event, Event::OfferClosed(gone) if gone.offer == closed.offer))
            }
            Effect::HarvestWillBeDue(due) => match due.yields.as_slice() {
                [] => !self.any(|event| matches!(event, Event::HarvestYielded(_) | Event::FamineStruck(_))),
                yields => self.any(|event| match event {
                    Event::HarvestYielded(given) => given.yields == yields,
                    Event::FamineStruck(_) => true,
                    _ => false,
                }),
            },
            Effect::MustAnswerSuit(answer) => {
                let suit = self.after.table.suit();
                self.awaits(answer.seat, "answer_suit")
                    && suit.is_some_and(|suit| suit.needed_to_answer() == answer.cards)
            }
            Effect::MustAnswerHandOver(asked) => self.awaits(asked.seat, "take_over"),
            Effect::StakesWillBeLost(lost) => {
                self.after.table.suit().is_none_or(|suit| suit.number != lost.suit)
                    && self.any(|event| matches!(event, Event::SuitWon(_) | Event::SuitBrokenOff(_)))
            }
            Effect::WillChase(chase) => match chase.flights.as_slice() {
                [] => {
                    self.any(|event| matches!(event, Event::UnitRemoved(gone) if gone.unit == chase.target))
                }
                [_] => self.any(|event| matches!(event, Event::UnitFled(fled) if fled.unit == chase.target)),
                _ => self.awaits(chase.owner, "flee"),
            },
            Effect::WillExplore(explored) => self.any(|event| match event {
                Event::HexDiscovered(found) => {
                    explored.finds.iter().any(|find| self.is_found(find, found.terrain))
                }
                _ => false,
            }),
            Effect::MovementWillEnd(_) => self.any(|event| matches!(event, Event::MovementEnded(_))),
            Effect::WillStandBeside(built) => {
                let there = right_after.table.buildings.get(built.corner);
                let known = |hex: &HexBeside| {
                    right_after.table.terrain(hex.hex) == hex.terrain
                        && right_after.table.number(hex.hex) == hex.number
                        && right_after.table.unit_at(hex.hex).map(|unit| unit.id) == hex.unit
                };
                there.is_some_and(|there| there.seat == seat && there.kind == built.building)
                    && built.hexes.iter().all(known)
            }
            Effect::RatesWillBe(rates) => self.rates().contains(&rates.rates),
        };
        if holds { Ok(()) } else { Err("it is not so") }
    }

    /// Is that the find, and did the unit enter as it says? With an omen the number is named first.
    fn is_found(&self, find: &PossibleFind, terrain: rulesets::landnam::terrain::Terrain) -> bool {
        let moved = self.any(|event| matches!(event, Event::UnitMoved(_)));
        let waits = self.any(|event| matches!(event, Event::NumberAwaited(_)));
        find.terrain == terrain && (waits || moved == find.enters) && matches!(self.action, Action::Step(_))
    }
}

// The texts about what an action will lead to.

/// The sentences of one language about what an action will lead to, by type of event or effect.
fn sentences(language: &str) -> serde_json::Map<String, Value> {
    let catalogue = rulesets::find("landnam").expect("a ruleset").texts(language).expect("a catalogue");
    let catalogue: Value = serde_json::from_str(catalogue).expect("JSON");
    catalogue["effects"].as_object().expect("a section").clone()
}

/// The types of a union, out of what it says to a stranger.
fn types<T: serde::de::DeserializeOwned>() -> Vec<String> {
    let Err(error) = serde_json::from_value::<T>(json!({"type": "?"})) else { panic!("`?` is no type") };
    error.to_string().split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[test]
fn no_effect_is_called_like_an_event_and_each_has_a_sentence_in_every_language() {
    let (own, events) = (types::<Effect>(), types::<Event>());
    assert!(own.iter().all(|kind| !events.contains(kind)));
    for language in ["en", "nn", "sv", "de"] {
        let sentences = sentences(language);
        assert!(own.iter().all(|kind| sentences.contains_key(kind)), "{language}");
        assert!(sentences.keys().all(|kind| own.contains(kind) || events.contains(kind)), "{language}");
        assert!(sentences.values().all(|text| text.as_str().is_some_and(|text| !text.is_empty())));
    }
}
