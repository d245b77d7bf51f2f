//! Exploring (rules page §6, §13.13–14, B28–B33, §15).

use rules::ComponentData as _;
use rules::Rules;
use rulesets::landnam::Landnam;
use rulesets::landnam::components::Components;
use rulesets::landnam::fate::FateCard;
use rulesets::landnam::resource::{Bundle, Resource};
use rulesets::landnam::terrain::Terrain;
use serde_json::{Value, json};

use super::game::Game;
use super::position::{A, B, Position, place};
use super::say;

/// A's settler (0) on a pasture; the hex to the north-west borders two mountains and this pasture.
fn highlands() -> Position {
    Position::with(3)
        .mountain("0,-1")
        .tile("1,0", Terrain::Pasture, 4)
        .settler(A, "1,0")
        .fate(A, &[FateCard::Uproar])
}

/// A's ship (0) on the sea next to an unknown hex that borders one mountain.
fn offshore() -> Position {
    Position::with(3).sea("2,0").ship(A, "2,0").fate(A, &[FateCard::Landfall])
}

/// Green index 4 is the face 5, with a mountain beside 7: pasture. The red die shows 3.
fn pasture() -> [Value; 2] {
    [json!(4), json!(3)]
}

fn terrain_at(game: &Game, hex: &str) -> Option<Terrain> {
    game.table().terrain(place(hex))
}

#[test]
fn case_13_the_addition_is_capped_at_four_and_so_no_sea_is_found() {
    let mut game = highlands().moving();
    let done = game.act_with(A, say::step(0, "1,-1"), &[json!(0), json!(4)]);
    let found = done.one("hex_discovered");
    assert_eq!((found["green"].clone(), found["terrain"].clone()), (json!(1), json!("bog")));
    assert_eq!(game.number_at("1,-1"), Some(4));
    assert_eq!(game.hand(A), Bundle::of(Resource::Iron, 1));
    for face in 0..6 {
        let mut game = highlands().moving();
        game.act_with(A, say::step(0, "1,-1"), &[json!(face), json!(4)]);
        assert_ne!(terrain_at(&game, "1,-1"), Some(Terrain::Sea));
    }
}

#[test]
fn case_14_a_ship_that_finds_land_stays_gets_its_card_and_goes_on_with_the_second_step() {
    let mut game = offshore().moving();
    let done = game.act_with(A, say::step(0, "1,0"), &pasture());
    assert_eq!(done.one("unit_stopped")["hex"], "1,0");
    assert_eq!(game.hand(A), Bundle::of(Resource::Wool, 1));
    assert_eq!(game.unit_at("2,0").map(|unit| unit.0), Some(0));
    let done = game.act_with(A, say::step(0, "2,-1"), &[json!(0)]);
    assert_eq!(done.one("hex_discovered")["steps"], 0);
}

#[test]
fn case_14_with_landfall_it_enters_afterwards_without_another_step() {
    let mut game = offshore().moving();
    game.act_with(A, say::step(0, "1,0"), &pasture());
    game.act(A, say::card("landfall"));
    assert_eq!(game.unit_at("1,0").map(|unit| unit.0), Some(0));
    let movement = game.table().movement().expect("phase 2");
    assert_eq!((movement.steps, movement.landfall), (1, false));
}

#[test]
fn a_landfall_played_before_lets_the_ship_enter_what_it_finds() {
    let mut game = offshore().moving();
    game.act(A, say::card_for("landfall", 0));
    let done = game.act_with(A, say::step(0, "1,0"), &pasture());
    assert_eq!(done.one("unit_moved")["landfall"], true);
    assert_eq!(game.table().movement().expect("phase 2").steps, 1, "one step for finding and entering");
}

#[test]
fn the_next_step_gives_up_the_hex_that_stopped_the_ship() {
    let mut game = offshore().sea("3,0").fate(A, &[FateCard::Uproar]).moving();
    game.act_with(A, say::step(0, "1,0"), &pasture());
    game.act(A, say::step(0, "3,0"));
    game.act(A, say::card("landfall"));
    assert_eq!(game.unit_at("3,0").map(|unit| unit.0), Some(0));
    assert!(game.table().movement().expect("phase 2").landfall, "it waits for another hex");
}

#[test]
fn a_mountain_trail_lets_a_settler_onto_the_mountain_it_found() {
    let mut game = highlands().fate(A, &[FateCard::MountainTrail]).pile(&[FateCard::Blight]).moving();
    // Face 10 with four added is a mountain; the reward is a fate card.
    let done = game.act_with(A, say::step(0, "1,-1"), &[json!(9)]);
    assert_eq!(done.one("fate_card_drawn")["card"], "blight");
    assert!(done.has("unit_stopped"));
    game.act(A, say::card("mountain_trail"));
    assert_eq!(game.unit_at("1,-1").map(|unit| unit.0), Some(0));
}

/// The same highlands with other tiles in the box.
fn with_tiles(tiles: Value) -> Position {
    let mut data: Value = serde_json::from_str(Components::STANDARD).expect("JSON");
    data["terrain_tiles"] = tiles;
    let rules = Landnam::default().with_components(&data.to_string()).expect("components");
    Position::of(rules, 3).tile("1,0", Terrain::Pasture, 4).settler(A, "1,0").fate(A, &[FateCard::Omen])
}

#[test]
fn a_terrain_without_tiles_takes_its_faces_off_the_green_die() {
    // With the mountain and the pasture the die says face + 3: 4 sea, 5 bog, 6 field, 7 to 9 pasture.
    let tiles = json!({"sea": 20, "pasture": 20, "forest": 8, "mountain": 6});
    let mut game = with_tiles(tiles).moving();
    let done = game.act_with(A, say::step(0, "1,-1"), &[json!(1), json!(2)]);
    let found = done.one("hex_discovered");
    assert_eq!((found["green"].clone(), found["terrain"].clone()), (json!(4), json!("pasture")));
}

#[test]
fn with_no_face_possible_a_tile_is_drawn_among_those_left() {
    // Sea 1–4 is out of reach beside two mountains and a pasture.
    let mut game = with_tiles(json!({"sea": 39, "pasture": 1, "mountain": 1})).mountain("0,-1").moving();
    let done = game.act_with(A, say::step(0, "1,-1"), &[json!(38)]);
    assert_eq!(done.one("hex_discovered")["terrain"], "sea");
    assert!(done.one("hex_discovered").get("green").is_none());
}

#[test]
fn cards_that_could_find_nothing_are_refused() {
    let mut game = with_tiles(json!({"sea": 39, "pasture": 1, "mountain": 1})).mountain("0,-1").moving();
    assert_eq!(game.refusal(A, say::step_with(0, "1,-1", &["omen"])), "card_without_effect");
    let mut game =
        with_tiles(json!({"sea": 20, "pasture": 20, "mountain": 6})).fate(A, &[FateCard::FindBog]).moving();
    assert_eq!(game.refusal(A, say::step_with(0, "1,-1", &["find_bog"])), "card_without_effect");
}

#[test]
fn exploration_cards_are_held_marked_so_and_go_with_a_step_into_the_unknown() {
    let all = [FateCard::FindBog, FateCard::FindField, FateCard::Omen];
    let mut game = highlands().tile("2,0", Terrain::Bog, 3).fate(A, &all).moving();
    let mut code = |to, cards| game.refusal(A, say::step_with(0, to, cards));
    assert_eq!(code("1,-1", &["find_forest"]), "card_not_held");
    assert_eq!(code("1,-1", &["uproar"]), "wrong_card");
    assert_eq!(code("1,-1", &["find_bog", "find_field"]), "too_many_cards");
    assert_eq!(code("1,-1", &["omen", "omen"]), "too_many_cards");
    assert_eq!(code("2,0", &["find_bog"]), "nothing_to_explore");
}

#[test]
fn find_cards_replace_the_green_die() {
    let mut game = highlands().fate(A, &[FateCard::FindForest]).moving();
    let done = game.act_with(A, say::step_with(0, "1,-1", &["find_forest"]), &[json!(7)]);
    assert_eq!(done.types()[..2], ["unit_chosen", "exploration_card_played"]);
    assert_eq!(terrain_at(&game, "1,-1"), Some(Terrain::Forest));
    assert_eq!(game.number_at("1,-1"), Some(12));
    assert!(!game.fate_cards(A).contains(&FateCard::FindForest));
}

#[test]
fn with_an_omen_the_player_names_the_number_before_the_reward_and_the_entry() {
    let mut game = highlands().fate(A, &[FateCard::Omen]).moving();
    let done = game.act_with(A, say::step_with(0, "1,-1", &["omen"]), &[json!(0), json!(1)]);
    assert!(!done.has("discovery_rewarded"));
    assert_eq!(game.awaited(), [(A, "choose_number")]);
    assert_eq!(game.lapse(A), say::number(11), "what the red die gives");
    game.act(A, say::number(6));
    assert_eq!(game.number_at("1,-1"), Some(6));
    assert_eq!(game.hand(A), Bundle::of(Resource::Iron, 1));
    assert_eq!(game.unit_at("1,-1").map(|unit| unit.0), Some(0));
}

#[test]
fn an_omen_and_a_find_card_go_together() {
    let mut game = highlands().fate(A, &[FateCard::Omen, FateCard::FindField]).moving();
    game.act_with(A, say::step_with(0, "1,-1", &["find_field", "omen"]), &[json!(1)]);
    game.act(A, say::number(8));
    assert_eq!((terrain_at(&game, "1,-1"), game.number_at("1,-1")), (Some(Terrain::Field), Some(8)));
}

#[test]
fn an_omen_that_meets_a_mountain_is_spent() {
    let mut game = highlands().fate(A, &[FateCard::Omen]).pile(&[FateCard::Blight]).moving();
    game.act_with(A, say::step_with(0, "1,-1", &["omen"]), &[json!(9)]);
    assert!(!game.fate_cards(A).contains(&FateCard::Omen));
    assert_eq!(game.awaited(), [(A, "movement")]);
}

#[test]
fn only_a_free_number_may_be_named() {
    let mut game = highlands()
        .tile("2,0", Terrain::Bog, 2)
        .tile("3,0", Terrain::Bog, 2)
        .fate(A, &[FateCard::Omen])
        .moving();
    game.act_with(A, say::step_with(0, "1,-1", &["omen"]), &[json!(0), json!(5)]);
    assert_eq!(game.refusal(A, say::number(2)), "no_marker_left");
    assert!(!game.may(A, say::number(2)));
}

#[test]
fn a_number_whose_markers_are_used_up_gives_way_to_the_next() {
    let mut game = highlands().tile("2,0", Terrain::Bog, 12).tile("3,0", Terrain::Bog, 12).moving();
    game.act_with(A, say::step(0, "1,-1"), &[json!(0), json!(7)]);
    assert_eq!(game.number_at("1,-1"), Some(2), "12 is gone, then comes 2");
}

#[test]
fn with_an_empty_supply_of_the_kind_the_discoverer_draws_a_fate_card() {
    let mut game = highlands().stock_left(Resource::Iron, 0, B).pile(&[FateCard::Fallow]).moving();
    let done = game.act_with(A, say::step(0, "1,-1"), &[json!(0), json!(4)]);
    assert!(!done.has("discovery_rewarded"));
    assert_eq!(game.fate_cards(A).last(), Some(&FateCard::Fallow));
}

#[test]
fn the_discards_are_shuffled_when_the_pile_is_empty_and_with_neither_nothing_is_drawn() {
    let empty = || highlands().stock_left(Resource::Iron, 0, B).pile(&[]);
    let mut game = empty().moving();
    let order: Vec<usize> = (0..game.table().discards.len()).rev().collect();
    let last = game.table().discards.last().copied();
    game.act_with(A, say::step(0, "1,-1"), &[json!(0), json!(4), json!(order)]);
    assert_eq!(game.fate_cards(A).last().copied(), last);

    let mut game = empty()
        .change(|state| {
            let discards = std::mem::take(&mut state.table.discards);
            state.secret.fate_cards[usize::from(B)].extend(discards);
        })
        .moving();
    let done = game.act_with(A, say::step(0, "1,-1"), &[json!(0), json!(4)]);
    assert!(done.has("unit_moved") && !done.has("fate_card_drawn"));
}

#[test]
fn nothing_is_explored_from_the_outer_sea_and_corner_hexes_of_the_rim_touch_one_unknown_hex() {
    let unknown = |at: &str| {
        let game = Position::with(3).ship(A, at).moving();
        let steps = game.legal(A).into_iter().filter_map(|action| action["to"].as_str().map(str::to_owned));
        steps.filter(|to| terrain_at(&game, to).is_none()).collect::<Vec<_>>()
    };
    assert!(unknown("outer").is_empty());
    assert_eq!(unknown("4,0"), ["3,0"]);
    assert_eq!(unknown("4,-1"), ["3,-1", "3,0"]);
}

#[test]
fn a_landed_ship_explores_and_needs_another_landfall_for_the_land_it_finds() {
    let inland =
        || Position::with(3).tile("2,0", Terrain::Bog, 3).ship(A, "2,0").fate(A, &[FateCard::Landfall]);
    let mut game = inland().moving();
    // One mountain and the bog add 3: face 5 finds a pasture, face 1 sea.
    let done = game.act_with(A, say::step(0, "1,0"), &[json!(4), json!(3)]);
    assert!(done.has("unit_stopped"));
    game.act(A, say::card("landfall"));
    assert_eq!(game.unit_at("1,0").map(|unit| unit.0), Some(0));
}
