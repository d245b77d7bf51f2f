//! The set-up and the data (rules page §3, §15, B58).

use rules::Conformance;
use rules::{Chance, Rules, start};
use rulesets::landnam::Landnam;
use rulesets::landnam::Options;
use rulesets::landnam::event::Event;
use rulesets::landnam::fate::{FateCard, SubPhase};
use rulesets::landnam::resource::Bundle;
use rulesets::landnam::state::{State, UnitKind};
use serde_json::{Value, json};

use super::position::{A, B, C};

/// `0..n`, except that some come first.
fn order(first: &[u64], n: u64) -> Value {
    let rest = (0..n).filter(|index| !first.contains(index));
    json!(first.iter().copied().chain(rest).collect::<Vec<u64>>())
}

fn place_of(card: FateCard) -> u64 {
    let deck = Landnam::default().components.deck();
    deck.iter().position(|other| *other == card).unwrap() as u64
}

/// B begins; B draws uproar and then a bog, C at once a forest, A good year, fallow and then an omen.
fn set_up() -> (State, Vec<Value>) {
    use FateCard::{Fallow, FindBog, FindForest, GoodYear, Omen, Uproar};
    let rules = Landnam::default();
    let top = [Uproar, FindBog, FindForest, GoodYear, Fallow, Omen].map(place_of);
    let given = vec![json!(1), order(&top, 36), order(&[], 33), json!(2), json!(2)];
    let mut chance = Chance::given(given);
    let mut state = rules.blank(&Options::default(), 3).expect("a table for three");
    let entries = start(&rules, &mut state, &mut chance).unwrap();
    let draws = entries[0].draws.iter().map(|draw| serde_json::to_value(draw).unwrap()).collect();
    chance.finish().expect("exactly these draws");
    rules.check_invariants(&state).expect("nothing is lost");
    (state, draws)
}

#[test]
fn the_draws_are_the_start_seat_the_deck_and_the_pile() {
    let (_, draws) = set_up();
    let purposes: Vec<&Value> = draws.iter().map(|draw| &draw["purpose"]).collect();
    assert_eq!(purposes, ["start_seat", "fate_deck", "fate_pile"]);
    assert_eq!((&draws[0]["of"], &draws[1]["of"], &draws[2]["of"]), (&json!(3), &json!(36), &json!(33)));
}

#[test]
fn everybody_begins_with_a_ship_two_cards_of_each_kind_and_one_exploration_card() {
    let (state, _) = set_up();
    for seat in [A, B, C] {
        assert_eq!(state.secret.hand(seat), Bundle::of_each(2));
        assert_eq!(state.table.units_of(seat, UnitKind::Ship), 1);
    }
    let kept = [A, B, C].map(|seat| state.secret.fate_cards_of(seat).to_vec());
    assert_eq!(kept, [[FateCard::Omen], [FateCard::FindBog], [FateCard::FindForest]]);
    assert_eq!((state.table.turn, state.table.active), (1, B));
}

#[test]
fn cards_laid_aside_come_before_the_rest_in_the_second_shuffle() {
    let (state, _) = set_up();
    let pile = &state.secret.pile;
    assert_eq!(pile[..3], [FateCard::Uproar, FateCard::GoodYear, FateCard::Fallow]);
    assert_eq!(pile.len(), 33);
    assert!(pile.iter().any(|card| card.sub_phase() == SubPhase::Exploration));
}

#[test]
fn the_kept_cards_are_shown_and_the_pile_is_not() {
    let rules = Landnam::default();
    let blank = rules.blank(&Options::default(), 4).expect("a table for four");
    let events = rules.setup(&blank, &mut Chance::seeded([3; 32]));
    let told = events.iter().map(|event| serde_json::to_value(rules.redact(event, None)).unwrap());
    let told: Vec<Value> = told.collect();
    assert_eq!(told.iter().filter(|event| event["card"].is_string()).count(), 4);
    let pile = events.iter().zip(&told).find(|(event, _)| matches!(event, Event::FatePileLaid(_)));
    assert_eq!(pile.unwrap().1, &json!({"type": "fate_pile_laid", "count": 32}));
}

#[test]
fn tables_take_three_to_five() {
    let rules = Landnam::default();
    assert_eq!(rules.players(), 3..=5);
    for seats in [0, 2, 6] {
        let refusal = rules.blank(&Options::default(), seats).expect_err("too few or too many");
        assert_eq!(refusal.field.as_deref(), Some("seats"));
    }
}

#[test]
fn b58_components_that_cannot_be_played_are_refused_by_field() {
    let rules = Landnam::default();
    let mut data: Value = serde_json::from_str(rules.components()).unwrap();
    data["players"]["max"] = json!(9);
    let refusal = rules.with_components(&data.to_string()).expect_err("nine players");
    assert_eq!((refusal.code, refusal.field.as_deref()), ("invalid_components", Some("players.max")));
    assert!(rules.with_components("{}").is_err());
}

#[test]
fn a_game_keeps_the_components_it_was_started_with_word_for_word() {
    let rules = Landnam::default();
    let mut data: Value = serde_json::from_str(rules.components()).unwrap();
    data["victory_points"] = json!(10);
    let text = data.to_string();
    let other = rules.with_components(&text).expect("playable");
    assert_eq!(other.components(), text);
    assert_eq!(other.components.victory_points, 10);
}
