//! Number markers, bundles of cards, and components that can or can't be played (B8, B58).

use rules::ComponentData as _;
use rules::Refusal;
use rulesets::landnam::components::Components;
use rulesets::landnam::number::Number;
use rulesets::landnam::resource::{Bundle, Resource};
use serde_json::{Value, json};

fn number(value: u8) -> Number {
    Number::try_from(value).expect("a value that markers show")
}

#[test]
fn the_values_are_two_to_twelve_without_seven() {
    assert!(Number::try_from(7).is_err());
    assert!(Number::try_from(1).is_err());
    assert!(Number::try_from(13).is_err());
    for (index, number) in Number::ALL.into_iter().enumerate() {
        assert_eq!(number.index(), index);
    }
}

#[test]
fn ageing_goes_round_and_skips_values_without_a_free_marker() {
    let all = [1; Number::COUNT];
    assert_eq!(number(6).aged(&all), number(8));
    assert_eq!(number(12).aged(&all), number(2));
    let mut free = all;
    free[number(6).index()] = 0;
    assert_eq!(number(5).aged(&free), number(8));
    let mut free = all;
    free[number(2).index()] = 0;
    free[number(3).index()] = 0;
    assert_eq!(number(12).aged(&free), number(4));
}

#[test]
fn with_no_other_marker_free_a_hex_keeps_its_value() {
    assert_eq!(number(9).aged(&[0; Number::COUNT]), number(9));
}

#[test]
fn a_bundle_is_written_as_a_map_without_noughts() {
    let bundle = Bundle::new([1, 0, 0, 2]);
    let text = serde_json::to_string(&bundle).expect("plain data");
    assert_eq!(text, r#"{"iron":1,"wool":2}"#);
    assert_eq!(serde_json::from_str::<Bundle>(&text).expect("what was written"), bundle);
}

#[test]
fn noughts_unknown_kinds_doubles_and_large_counts_are_refused() {
    for wrong in [r#"{"iron":0}"#, r#"{"gold":1}"#, r#"{"iron":1,"iron":2}"#, r#"{"iron":300}"#, "[1,0,0,2]"]
    {
        assert!(serde_json::from_str::<Bundle>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_bundle_covers_what_it_holds() {
    let hand = Bundle::new([1, 2, 0, 3]);
    assert!(hand.covers(&Bundle::new([1, 0, 0, 3])));
    assert!(!hand.covers(&Bundle::of(Resource::Timber, 1)));
    assert!(!hand.shares_a_kind_with(&Bundle::of(Resource::Timber, 1)));
    assert_eq!(hand.total(), 6);
}

fn refusal_with(pointer: &str, value: Value) -> Refusal {
    let mut data: Value = serde_json::from_str(Components::STANDARD).expect("JSON");
    *data.pointer_mut(pointer).expect("a field of the data") = value;
    Components::read(&data.to_string()).expect_err("data that can't be played")
}

#[test]
fn the_standard_components_can_be_played() {
    let components = Components::standard();
    assert_eq!(components.tiles().iter().sum::<u8>(), 48);
    assert_eq!(components.markers().iter().sum::<u8>(), 28);
    assert_eq!(components.deck().len(), 36);
}

#[test]
fn what_is_written_back_is_what_was_read() {
    let written = serde_json::to_string(&Components::standard()).expect("plain data");
    assert_eq!(Components::read(&written), Ok(Components::standard()));
}

#[test]
fn data_that_cannot_be_played_is_refused_by_field() {
    for (pointer, value, field) in [
        ("/players/max", json!(7), "players.max"),
        ("/board/interior_radius", json!(4), "board.interior_radius"),
        ("/terrain_tiles/sea", json!(1), "terrain_tiles"),
        ("/number_markers/9", json!(2), "number_markers"),
        ("/resource_cards/wool", json!(9), "resource_cards"),
        ("/costs/farm", json!({}), "costs.farm"),
        ("/fate_deck/0/phase", json!("harvest"), "fate_deck[0]"),
        ("/fate_deck/1/id", json!("find_bog"), "fate_deck[1]"),
        ("/turn_limit_per_player", json!(0), "turn_limit_per_player"),
        ("/exploration_table/terrain", json!({"1-4": "sea"}), "exploration_table"),
    ] {
        let refusal = refusal_with(pointer, value);
        assert_eq!(
            (refusal.code, refusal.field.as_deref()),
            ("invalid_components", Some(field)),
            "{refusal}"
        );
    }
}
