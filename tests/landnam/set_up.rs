//! The set-up and the data (rules page §3, §15, B58).

use conformance::Conformance;
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

fn with_deck(seats: u8, deck: Value) -> Result<State, rules::Refusal> {
    let options: Options = serde_json::from_value(json!({ "fate_deck": deck })).expect("options");
    Landnam::default().blank(&options, seats)
}

#[test]
fn a_group_may_play_with_fate_cards_of_its_own() {
    use FateCard::{DriveOff, FindForest, Omen, Settlement};
    let deck = json!({"settlement": 12, "find_forest": 4, "omen": 2, "drive_off": 9, "uproar": 0});
    let mut state = with_deck(4, deck).expect("a table for four");
    let rules = Landnam::default();
    let entries = start(&rules, &mut state, &mut Chance::seeded([5; 32])).unwrap();
    rules.check_invariants(&state).expect("these cards, and no others");
    let draws: Vec<Value> =
        entries[0].draws.iter().map(|draw| serde_json::to_value(draw).unwrap()["of"].clone()).collect();
    assert_eq!(draws, [4, 27, 23], "a start seat, the deck, and what is left of it when each has its card");
    let mut cards: Vec<FateCard> = state.secret.pile.clone();
    cards.extend(state.secret.fate_cards.iter().flatten());
    for (card, count) in [(Settlement, 12), (FindForest, 4), (Omen, 2), (DriveOff, 9)] {
        assert_eq!(cards.iter().filter(|other| **other == card).count(), count, "{card}");
    }
    let stored = serde_json::to_value(&state.table).unwrap();
    assert_eq!(
        stored["fate_deck"],
        json!({"find_forest": 4, "omen": 2, "drive_off": 9, "settlement": 12}),
        "everybody sees which cards there are"
    );
    let usual = rules.blank(&Options::default(), 4).unwrap();
    assert!(serde_json::to_value(&usual.table).unwrap().get("fate_deck").is_none());
}

#[test]
fn fate_cards_that_can_not_be_played_with_are_refused_by_the_name_of_the_option() {
    let refused = |seats, deck: Value| {
        let refusal = with_deck(seats, deck).expect_err("a refusal");
        (refusal.code, refusal.field.unwrap_or_default().into_owned())
    };
    let blamed = ("invalid_options", "fate_deck".to_owned());
    assert_eq!(refused(3, json!({})), blamed);
    assert_eq!(refused(3, json!({"find_bog": 3, "settlement": 16})), blamed, "19 cards");
    assert_eq!(refused(3, json!({"find_bog": 3, "settlement": 58})), blamed, "61 cards");
    assert_eq!(
        refused(4, json!({"find_bog": 3, "settlement": 17})),
        blamed,
        "one player has none for exploring"
    );
    assert!(with_deck(3, json!({"find_bog": 3, "settlement": 17})).is_ok());
    assert!(with_deck(5, json!({"omen": 5, "settlement": 55})).is_ok());
    for wrong in [
        json!({"dragon": 3}),
        json!({"omen": 61}),
        json!({"omen": -1}),
        json!({"omen": 1.5}),
        json!(36),
        json!([]),
    ] {
        let options = serde_json::from_value::<Options>(json!({ "fate_deck": wrong }));
        assert!(options.is_err(), "{wrong}");
    }
}

#[test]
fn fate_cards_of_its_own_make_a_game_unrated_unless_they_are_the_usual_ones() {
    let rules = Landnam::default();
    let house_rules = |deck: Value| {
        rules.house_rules(&serde_json::from_value(json!({ "fate_deck": deck })).expect("options"))
    };
    let mut usual = std::collections::BTreeMap::<String, u8>::new();
    for card in rules.components.deck() {
        *usual.entry(card.to_string()).or_default() += 1;
    }
    assert!(house_rules(json!(usual)).is_empty());
    usual.insert("uproar".to_owned(), 4);
    assert_eq!(house_rules(json!(usual)), ["fate_deck"]);
    assert!(rules.house_rules(&Options::default()).is_empty());
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
