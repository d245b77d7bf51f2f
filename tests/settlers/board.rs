//! The board (B1 to B4), against the numbers that the rules page's data gives.

use rules::render::RenderOptions;
use rules::{Chance, Render, Rules};
use rulesets::settlers::Settlers;
use rulesets::settlers::board::{
    Edge, HARBOUR_EDGES, HEXES, Hex, Land, Spot, Terrain, Vertex, harbour_of, spiral,
};
use rulesets::settlers::options::{Layout, Options};
use rulesets::settlers::setup::number;
use serde_json::json;

use super::position::{Game, Z, standard};

#[test]
fn b1_the_parts_are_as_many_as_the_page_says() {
    assert_eq!((Hex::all().count(), Vertex::all().count(), Edge::all().count()), (19, 54, 72));
    let three_edges = Vertex::all().filter(|vertex| vertex.edges().count() == 3).count();
    assert_eq!(three_edges, 36);
    let hexes_at = |count| Vertex::all().filter(|vertex| vertex.hexes().count() == count).count();
    assert_eq!([hexes_at(3), hexes_at(2), hexes_at(1)], [24, 12, 18]);
    let land_at = |edge: &Edge| {
        let [one, other] = edge.vertices();
        one.hexes().filter(|hex| other.hexes().any(|there| there == *hex)).count()
    };
    assert_eq!(Edge::all().filter(|edge| land_at(edge) == 1).count(), 30);
    assert_eq!(Vertex::all().filter(|vertex| harbour_of(*vertex).is_some()).count(), 18);
    let rules = Settlers::default();
    assert_eq!(rules.components.deck().len(), 25);
    assert_eq!(rules.components.resource_cards.total(), 95);
}

#[test]
fn places_lie_as_the_table_of_the_page_says() {
    let vertices = |hex: u8| Hex(hex).vertices().map(|vertex| vertex.0);
    assert_eq!(vertices(0), [0, 4, 8, 12, 7, 3]);
    assert_eq!(vertices(3), [7, 12, 17, 22, 16, 11]);
    assert_eq!(Edge(28).vertices(), [Vertex(18), Vertex(24)]);
    assert_eq!(Edge(58).vertices(), [Vertex(40), Vertex(45)]);
    let harbours = HARBOUR_EDGES.map(|edge| edge.vertices().map(|vertex| vertex.0));
    let page = [[0, 3], [1, 5], [10, 15], [26, 32], [42, 46], [49, 52], [47, 51], [33, 38], [11, 16]];
    assert_eq!(harbours, page);
}

#[test]
fn spirals_run_counter_clockwise_from_each_corner_inwards() {
    let from = |corner| spiral(corner).map(|hex| hex.0).collect::<Vec<u8>>();
    assert_eq!(from(0), [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 4, 8, 13, 14, 10, 5, 9]);
    assert_eq!(from(4), [11, 6, 2, 1, 0, 3, 7, 12, 16, 17, 18, 15, 10, 5, 4, 8, 13, 14, 9]);
}

/// The numbers with the desert on `desert`, from the corner of that place.
fn numbers(corner: usize, desert: usize) -> [Option<u8>; HEXES] {
    let mut hexes = [Land { terrain: Terrain::Fields, number: None }; HEXES];
    hexes[desert].terrain = Terrain::Desert;
    number(&mut hexes, corner, &Settlers::default().components.numbers_in_order_of_letters);
    hexes.map(|land| land.number)
}

#[test]
fn b2_numbers_from_corner_0_with_the_desert_in_the_middle() {
    let page = [5, 10, 8, 2, 9, 11, 4, 6, 4, 0, 3, 11, 3, 5, 6, 12, 8, 10, 9];
    assert_eq!(numbers(0, 9).map(|number| number.unwrap_or(0)), page);
}

#[test]
fn b3_the_desert_is_left_out_of_the_spiral() {
    let numbers = numbers(0, 16);
    let at = |hex: usize| numbers[hex].unwrap_or(0);
    assert_eq!([at(12), at(16), at(17), at(18), at(5), at(9)], [3, 0, 8, 10, 3, 11]);
}

#[test]
fn b4_numbers_from_corner_18() {
    let numbers = numbers(3, 9);
    assert_eq!([18, 15, 11, 6, 2, 1].map(|hex: usize| numbers[hex].unwrap()), [5, 2, 6, 3, 8, 10]);
}

#[test]
fn a_variable_island_has_all_its_parts_and_the_robber_in_the_desert() {
    let rules = Settlers::default();
    for seed in 0..50 {
        let options = Options { layout: Layout::Variable, start_corner: Some(Hex(18)), ..Options::default() };
        let mut state = rules.blank(&options, 4).unwrap();
        for event in rules.setup(&state, &mut Chance::seeded([seed; 32])) {
            rules.apply(&mut state, &event).unwrap();
        }
        let board = state.table.board;
        let mut tiles: Vec<Terrain> = board.hexes.iter().map(|land| land.terrain).collect();
        tiles.sort_unstable();
        assert_eq!(tiles, rules.components.tiles());
        assert_eq!(board.land(state.table.robber).unwrap().terrain, Terrain::Desert);
        assert_eq!(board.hexes.iter().filter(|land| land.number.is_some()).count(), 18);
    }
}

#[test]
fn options_that_fit_nothing_are_refused_by_name() {
    let rules = Settlers::default();
    let refused = |options: Options| {
        let refusal = rules.blank(&options, 3).expect_err("wrong options");
        (refusal.code, refusal.field.unwrap_or_default().into_owned())
    };
    let base = Options::default;
    assert_eq!(refused(Options { first_seat: 3, ..base() }), ("invalid_options", "first_seat".to_owned()));
    let corner = Options { start_corner: Some(Hex(0)), ..base() };
    assert_eq!(refused(corner), ("invalid_options", "start_corner".to_owned()));
    let middle = Options { layout: Layout::Variable, start_corner: Some(Hex(9)), ..base() };
    assert_eq!(refused(middle), ("invalid_options", "start_corner".to_owned()));
    let custom = Options { layout: Layout::Custom, ..base() };
    assert_eq!(refused(custom), ("invalid_options", "board".to_owned()));
    assert_eq!(rules.blank(&base(), 5).expect_err("too many").code, "invalid_seats");
}

// What pictures and text maps hold: every piece and number of the view, under the names that actions use.

fn late() -> Game {
    let game = standard().settlement(0, &[21, 20]).city(0, &[18]).roads(0, &Z[..7]).route_holder(0);
    let game = game.city(1, &[0, 2, 43]).settlement(1, &[40]).roads(1, &[49, 54, 55, 56, 57]);
    let game = game.settlement(2, &[10, 31]).roads(2, &[16, 17]).settlement(3, &[50, 29]).roads(3, &[70]);
    let mut game = game.hand(0, [2, 1, 0, 3, 1]).hand(1, [1, 0, 2, 0, 0]).knights(2, 3).army_holder(2);
    game.does(0, json!({"type": "offer_trade", "give": {"grain": 1}, "get": {"wool": 1}}));
    game
}

#[test]
fn every_piece_and_number_is_in_the_picture_and_on_the_page() {
    let game = late();
    let names = ["Ada", "Björn", "<Cy & co>", "Dag"].map(str::to_owned).into();
    let options = RenderOptions { names, ..RenderOptions::default() };
    let drawing = game.rules.render(&game.rules.view(&game.state, Some(0)), &options);
    let (svg, page) = (&drawing.svg, &drawing.text);
    for (hex, land) in game.state.table.board.lands() {
        assert!(svg.contains(&format!("data-hex=\"{}\"", hex.0)));
        let number = land.number.map_or_else(String::new, |number| format!(" {number}"));
        assert!(page.contains(&format!("hex {}: ", hex.0)) && page.contains(&number));
    }
    for (edge, seat) in game.state.table.roads.iter() {
        assert!(svg.contains(&format!("data-edge=\"{}\" data-seat=\"{seat}\"", edge.0)));
    }
    for (vertex, building) in game.state.table.buildings.iter() {
        assert!(svg.contains(&format!("data-vertex=\"{}\" data-seat=\"{}\"", vertex.0, building.seat)));
    }
    for site in 0..9 {
        assert!(svg.contains(&format!("data-harbour=\"{site}\"")));
    }
    assert!(svg.contains("data-robber=\"9\"") && page.contains("the robber stands here"));
    assert!(svg.contains("&lt;Cy &amp; co&gt;") && !svg.contains("<Cy"));
    assert!(page.contains("You hold 2 lumber, 1 brick, 3 grain, 1 ore."));
    assert!(page.lines().all(|line| line.chars().count() <= 78), "{page}");
}

#[test]
fn a_spectators_picture_does_not_show_hands() {
    let game = late();
    let drawing = game.rules.render(&game.rules.view(&game.state, None), &RenderOptions::default());
    assert!(!drawing.svg.contains("You hold") && !drawing.text.contains("You hold"));
}
