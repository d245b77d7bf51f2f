//! What pictures and text maps hold: every piece and number of the view, under the names that actions use.

use rules::render::RenderOptions;
use rules::{Render, Rules};
use serde_json::json;

use super::position::{Game, Z, standard};

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
