//! Building (C1 to C8).

use serde_json::json;

use super::position::standard;

#[test]
fn c1_where_roads_and_settlements_may_follow() {
    let game = standard().settlement(0, &[18]).roads(0, &[28, 29]).hand(0, [1, 1, 1, 1, 0]);
    assert_eq!(game.places(0, "build_settlement", "vertex"), [19]);
    assert_eq!(game.places(0, "build_road", "edge"), [20, 21, 27, 30, 36]);
}

#[test]
fn c2_no_road_goes_on_beyond_an_opponents_building() {
    let game =
        standard().settlement(0, &[18]).settlement(1, &[30]).roads(0, &[28, 36]).hand(0, [1, 1, 1, 1, 0]);
    assert_eq!(game.places(0, "build_road", "edge"), [20, 27, 29]);
    assert!(game.listed(0, "build_settlement").is_empty());
}

#[test]
fn c3_a_fifth_settlement_must_become_a_city_before_a_sixth() {
    let game = standard().settlement(0, &[0, 2, 16, 18, 20]).roads(0, &[28, 36]);
    let mut game = game.hand(0, [1, 1, 1, 3, 3]);
    let sixth = json!({"type": "build_settlement", "vertex": 30});
    assert_eq!(game.refuses(0, sixth.clone()), "no_piece_left");
    game.does(0, json!({"type": "build_city", "vertex": 0}));
    game.does(0, sixth);
    assert_eq!((game.cards(0), game.bank_has()), ([0; 5], [19; 5]));
    let left = game.state.table.player(0).left;
    assert_eq!([left.roads, left.settlements, left.cities], [13, 0, 3]);
    let view = serde_json::to_value(rules::Rules::view(&game.rules, &game.state, None)).unwrap();
    assert_eq!(view["seats"][0]["points"], 7);
}

#[test]
fn c4_c5_pieces_limit_what_is_built() {
    let roads: Vec<u8> = (0..15).map(|edge| edge + 18).collect();
    let game = standard().settlement(0, &[18]).roads(0, &roads).hand(0, [1, 1, 0, 0, 0]);
    let mut near = game.state.table.roads_of(0).flat_map(|edge| edge.vertices()).flat_map(|end| end.edges());
    let free = near.find(|edge| game.state.table.roads.get(*edge).is_none()).unwrap();
    assert_eq!(game.refuses(0, json!({"type": "build_road", "edge": free.0})), "no_piece_left");
    let game = standard().city(0, &[0, 2, 16, 18]).settlement(0, &[20]).hand(0, [0, 0, 0, 2, 3]);
    assert_eq!(game.refuses(0, json!({"type": "build_city", "vertex": 20})), "no_piece_left");
}

#[test]
fn c6_a_road_is_paid_to_the_bank() {
    let mut game = standard().settlement(0, &[18]).hand(0, [1, 1, 0, 0, 0]);
    game.does(0, json!({"type": "build_road", "edge": 28}));
    assert_eq!((game.cards(0), game.bank_has()), ([0; 5], [19; 5]));
    assert_eq!(game.refuses(0, json!({"type": "build_road", "edge": 20})), "cannot_afford");
}

#[test]
fn c7_c8_settlements_keep_their_distance_and_stand_at_own_roads() {
    let game = standard().settlement(1, &[18]).hand(0, [1, 1, 1, 1, 0]);
    for vertex in [13, 23, 24] {
        assert_eq!(game.refuses(0, json!({"type": "build_settlement", "vertex": vertex})), "distance_rule");
    }
    assert_eq!(game.refuses(0, json!({"type": "build_settlement", "vertex": 18})), "vertex_taken");
    assert_eq!(game.refuses(0, json!({"type": "build_settlement", "vertex": 30})), "not_connected");
    assert_eq!(game.refuses(0, json!({"type": "build_settlement", "vertex": 54})), "unknown_id");
}

#[test]
fn a_road_needs_a_free_edge_that_is_there() {
    let game = standard().settlement(0, &[18]).settlement(1, &[25]).roads(1, &[28]).hand(0, [1, 1, 0, 0, 0]);
    assert_eq!(game.refuses(0, json!({"type": "build_road", "edge": 28})), "edge_taken");
    assert_eq!(game.refuses(0, json!({"type": "build_road", "edge": 0})), "not_connected");
    assert_eq!(game.refuses(0, json!({"type": "build_road", "edge": 72})), "unknown_id");
    assert_eq!(game.refuses(0, json!({"type": "build_city", "vertex": 25})), "not_your_settlement");
}
