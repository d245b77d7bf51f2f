//! What places are called in sentences: by the tiles that lie there, and unknown ones by those beside them.

use rules::render::Phrases;
use rules::{Rules, Texts};
use rulesets::landnam::terrain::Terrain::{Forest, Pasture};

use super::position::{A, Position};

fn name_in(language: &str, key: &str) -> Option<String> {
    let position = Position::with(3).tile("1,0", Pasture, 8).sea("2,0").sea("3,0");
    let position = position.tile("-1,0", Forest, 5).tile("-2,2", Forest, 5);
    let position = position.ship(A, "outer").ship(A, "outer").settler(A, "1,0").moving();
    let phrases = Phrases::new(language, |language| position.rules.texts(language));
    position.rules.place_names(&position.rules.view(&position.state, None), &phrases).get(key)
}

fn named(key: &str) -> String {
    name_in("en", key).unwrap()
}

#[test]
fn a_hex_is_called_by_its_tile_and_by_more_where_that_is_not_enough() {
    assert_eq!(named("1,0"), "pasture 8");
    assert_eq!(named("0,0"), "mountain");
    assert_eq!(named("-1,0"), "forest 5 in the west");
    assert_eq!(named("-2,2"), "forest 5 in the south-west");
    // Both lie in the east.
    assert_eq!(named("2,0"), "sea east of pasture 8");
    assert_eq!(named("3,0"), "sea (row 5 from the north, place 8 from the west)");
}

#[test]
fn an_unknown_hex_is_called_by_a_known_one_beside_it() {
    assert_eq!(named("0,1"), "unknown land south-west of pasture 8");
    assert_eq!(named("-1,2"), "unknown land east of forest 5 in the south-west");
}

#[test]
fn the_rim_is_called_by_its_sides() {
    assert_eq!(named("outer"), "the outer sea");
    assert_eq!(named("4,-4"), "the north-east corner of the rim");
    assert_eq!(named("1,-4"), "the north rim (west end)");
    assert_eq!(named("2,2"), "the south-east rim (middle)");
    assert_eq!(name_in("sv", "-4,1").unwrap(), "sydvästra randen (norra änden)");
}

#[test]
fn a_corner_is_called_by_the_tiles_that_meet_there() {
    // Pasture, mountain and one that nobody knows.
    assert_eq!(named("0,1,N"), "pasture 8 (south-west corner) · mountain · unknown land");
    assert_eq!(named("1,0,N"), "pasture 8 (north corner) · unknown land · unknown land");
}

#[test]
fn a_way_says_in_which_direction_it_goes() {
    assert_eq!(named("1,0>0,1"), "from pasture 8 south-west to unknown land");
    assert_eq!(named("outer>4,-4"), "from the outer sea to the north-east corner of the rim");
    assert_eq!(name_in("de", "1,0>2,0").unwrap(), "von Weide 8 nach Osten auf Meer");
}

#[test]
fn units_that_stand_on_one_place_are_counted() {
    assert_eq!((named("nth.0"), named("nth.1"), named("nth.2")), (" 1".into(), " 2".into(), String::new()));
}
