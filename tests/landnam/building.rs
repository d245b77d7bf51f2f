//! Building farms, towns, units, harbours, and aging for pay (rules page §8, §13.15, 17, 22, B50–B55).

use rules::ComponentData as _;
use rules::Rules;
use rulesets::landnam::Landnam;
use rulesets::landnam::components::Components;
use rulesets::landnam::resource::{Bundle, Resource};
use rulesets::landnam::terrain::Terrain;
use serde_json::{Value, json};

use super::position::{A, B, Position};
use super::say;

/// A's settler (0) on a pasture next to the mountain, and cards for everything.
fn pasture() -> Position {
    Position::with(3).tile("1,0", Terrain::Pasture, 4).settler(A, "1,0").hand(A, [5, 5, 5, 5])
}

#[test]
fn case_15_one_edge_between_sea_and_mountain_is_far_enough() {
    let mut game = pasture().sea("1,-1").tile("0,-1", Terrain::Bog, 3).farm(B, "0,0,N").trading();
    game.act(A, say::farm(0, "1,-1,S"));
    assert_eq!(game.hand(A), Bundle::new([5, 4, 4, 4]));
    assert_eq!(game.unit_at("1,0"), None, "the unit is back in supply");
}

#[test]
fn case_15_one_edge_between_sea_and_pasture_is_too_close() {
    let mut game = pasture().sea("1,-1").farm(B, "1,0,N").trading();
    assert_eq!(game.refusal(A, say::farm(0, "1,-1,S")), "corner_too_close");
}

#[test]
fn case_15_one_edge_beside_an_unknown_hex_is_too_close() {
    let mut game = pasture().farm(B, "0,0,N").trading();
    assert_eq!(game.refusal(A, say::farm(0, "1,-1,S")), "corner_too_close");
}

#[test]
fn ones_own_buildings_keep_their_distance_too() {
    let mut game = pasture().farm(A, "1,0,N").trading();
    assert_eq!(game.refusal(A, say::farm(0, "1,-1,S")), "corner_too_close");
    assert_eq!(game.refusal(A, say::farm(0, "1,0,N")), "corner_taken");
    game.act(A, say::farm(0, "1,0,S"));
}

#[test]
fn a_farm_stands_at_a_corner_of_its_units_hex_that_borders_a_number() {
    let mut game = pasture().settler(A, "0,0").ship(A, "outer").trading();
    assert_eq!(game.refusal(A, say::farm(0, "0,3,N")), "not_at_corner");
    assert_eq!(game.refusal(A, say::farm(1, "0,0,S")), "corner_without_number");
    assert_eq!(game.refusal(A, say::farm(2, "1,0,N")), "not_at_corner", "none from the outer sea");
    game.act(A, say::farm(1, "1,-1,S"));
}

#[test]
fn ships_on_the_rim_and_landed_ships_build_farms() {
    let mut game = Position::with(3)
        .tile("3,-1", Terrain::Forest, 9)
        .ship(A, "4,-2")
        .ship(A, "3,-1")
        .hand(A, [0, 2, 2, 2])
        .trading();
    game.act(A, say::farm(0, "3,-1,N"));
    game.act(A, say::farm(1, "3,-1,S"));
    assert_eq!(game.table().houses(A), 2);
}

#[test]
fn outlaws_build_no_farm_but_age_and_build_harbours() {
    let mut game =
        pasture().sea("1,-1").ship(A, "1,-1").farm(B, "1,0,N").outlaw("1,0", B).outlaw("1,-1", B).trading();
    assert_eq!(game.refusal(A, say::farm(0, "1,0,S")), "unit_is_outlaw");
    game.act(A, say::age(0));
    assert_eq!(game.number_at("1,0"), Some(5));
    game.act(A, say::harbour(1, "iron"));
}

#[test]
fn case_17_a_farm_at_three_land_hexes_is_not_expanded() {
    let land = pasture().tile("1,-1", Terrain::Bog, 3).tile("2,-1", Terrain::Field, 5);
    let mut game = land.farm(A, "1,0,N").trading();
    assert_eq!(game.refusal(A, say::town("1,0,N")), "corner_without_sea");
}

#[test]
fn case_17_with_one_rim_hex_it_is() {
    let mut game =
        pasture().tile("3,-1", Terrain::Bog, 3).tile("3,-2", Terrain::Field, 5).farm(A, "3,-1,N").trading();
    game.act(A, say::town("3,-1,N"));
    assert_eq!(game.hand(A), Bundle::new([4, 4, 4, 3]));
    assert_eq!(game.table().houses(A), 2);
}

#[test]
fn an_unknown_hex_is_no_sea() {
    let mut game = pasture().tile("1,-1", Terrain::Bog, 3).farm(A, "1,0,N").trading();
    assert_eq!(game.refusal(A, say::town("1,0,N")), "corner_without_sea");
}

#[test]
fn case_22_with_nine_houses_on_the_board_neither_farm_nor_town_is_built() {
    let mut game = pasture()
        .sea("1,-1")
        .town(A, "3,0,N")
        .town(A, "0,3,N")
        .town(A, "-3,0,N")
        .town(A, "0,-3,S")
        .farm(A, "1,0,N")
        .trading();
    assert_eq!(game.refusal(A, say::farm(0, "1,0,S")), "no_house_left");
    assert_eq!(game.refusal(A, say::town("1,0,N")), "no_house_left");
    let houses = ["build_farm", "build_town"].map(Value::from);
    assert!(!game.legal(A).iter().any(|action| houses.contains(&action["type"])));
}

#[test]
fn only_ones_own_farms_are_expanded() {
    let mut game = pasture().sea("1,-1").farm(B, "1,0,N").town(A, "3,0,N").trading();
    assert_eq!(game.refusal(A, say::town("1,0,N")), "not_your_building");
    assert_eq!(game.refusal(A, say::town("1,0,S")), "not_your_building");
    assert_eq!(game.refusal(A, say::town("3,0,N")), "already_a_town");
}

#[test]
fn a_unit_is_placed_on_a_known_free_hex_of_its_terrain_at_the_corner() {
    let mut game = pasture().sea("1,-1").farm(A, "1,0,N").trading();
    let mut code = |kind, corner, hex| game.refusal(A, say::unit(kind, corner, hex));
    assert_eq!(code("settler", "1,0,N", "1,0"), "hex_occupied");
    assert_eq!(code("settler", "1,0,N", "1,-1"), "terrain_barred");
    assert_eq!(code("settler", "1,0,N", "2,-1"), "hex_unknown");
    assert_eq!(code("settler", "1,0,N", "0,0"), "not_at_corner");
    assert_eq!(code("settler", "1,0,S", "0,1"), "not_your_building");
    game.act(A, say::unit("ship", "1,0,N", "1,-1"));
}

#[test]
fn settlers_are_placed_on_mountains_too() {
    let mut game = pasture().farm(A, "1,-1,S").trading();
    game.act(A, say::unit("settler", "1,-1,S", "0,0"));
    assert_eq!(game.hand(A), Bundle::new([4, 4, 5, 5]));
}

#[test]
fn ships_on_the_outer_sea_need_no_building_until_the_pieces_run_out() {
    let mut game = Position::with(3).hand(A, [6, 0, 6, 0]).trading();
    for _ in 0..5 {
        game.act(A, say::ship_on_outer());
    }
    assert_eq!(game.refusal(A, say::ship_on_outer()), "no_unit_left");
}

#[test]
fn what_cannot_be_paid_is_not_built() {
    let mut game = Position::with(3)
        .tile("1,0", Terrain::Pasture, 4)
        .sea("1,-1")
        .settler(A, "1,0")
        .ship(A, "1,-1")
        .farm(A, "1,0,N")
        .hand(A, [1, 0, 0, 0])
        .trading();
    for action in [
        say::ship_on_outer(),
        say::farm(0, "1,0,S"),
        say::town("1,0,N"),
        say::harbour(1, "iron"),
        say::age(0),
    ] {
        assert_eq!(game.refusal(A, action.clone()), "not_affordable", "{action}");
        assert!(!game.may(A, action));
    }
}

#[test]
fn harbours_are_built_by_ships_on_interior_sea_beside_a_number_one_on_each_hex() {
    let mut game = pasture()
        .sea("1,-1")
        .sea("-1,0")
        .ship(A, "1,-1")
        .ship(A, "-1,0")
        .ship(A, "4,0")
        .tile("0,1", Terrain::Bog, 3)
        .ship(A, "0,1")
        .harbour("0,2", Resource::Wool)
        .ship(A, "0,2")
        .harbour("0,-3", Resource::Wool)
        .trading();
    let mut code = |unit, kind| game.refusal(A, say::harbour(unit, kind));
    assert_eq!(code(0, "iron"), "not_a_ship");
    assert_eq!(code(2, "iron"), "harbour_without_number");
    assert_eq!(code(3, "iron"), "no_harbour_site");
    assert_eq!(code(4, "iron"), "not_a_ship", "a landed ship");
    assert_eq!(code(5, "iron"), "harbour_exists");
    assert_eq!(code(1, "wool"), "no_harbour_marker");
    game.act(A, say::harbour(1, "iron"));
    assert_eq!(game.hand(A), Bundle::new([3, 5, 5, 5]));
}

#[test]
fn settlers_and_landed_ships_age_numbered_hexes() {
    let mut game = pasture()
        .settler(A, "0,0")
        .sea("1,-1")
        .ship(A, "1,-1")
        .tile("0,1", Terrain::Bog, 12)
        .ship(A, "0,1")
        .trading();
    assert_eq!(game.refusal(A, say::age(1)), "hex_without_number");
    assert_eq!(game.refusal(A, say::age(2)), "not_a_settler");
    game.act(A, say::age(3));
    assert_eq!((game.number_at("0,1"), game.hand(A)), (Some(2), Bundle::new([4, 5, 5, 5])));
}

#[test]
fn paid_aging_that_would_change_nothing_is_refused() {
    let mut data: Value = serde_json::from_str(Components::STANDARD).expect("JSON");
    data["number_markers"] = json!({"9": 30});
    let rules = Landnam::default().with_components(&data.to_string()).expect("components");
    let pasture = Position::of(rules, 3).tile("1,0", Terrain::Pasture, 9);
    let mut game = pasture.settler(A, "1,0").hand(A, [0, 0, 0, 2]).trading();
    assert_eq!(game.refusal(A, say::age(0)), "aging_changes_nothing");
}
