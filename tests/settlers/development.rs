//! Development cards (D1 to D11).

use rulesets::settlers::development::DevelopmentCard::{
    Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty,
};
use serde_json::json;

use super::position::{Z, standard};

#[test]
fn d1_d2_a_card_bought_this_turn_waits_but_an_earlier_one_does_not() {
    let bought = |game: super::position::Game| {
        let mut game = game.hand(0, [0, 0, 1, 1, 1]).on_top(Knight);
        game.does(0, json!({"type": "buy_development_card"}));
        game
    };
    let mut game = bought(standard());
    assert_eq!(game.refuses(0, json!({"type": "play_knight"})), "card_bought_this_turn");
    game.does(0, json!({"type": "end_turn"}));
    let mut game = game.active(0).before_the_roll();
    game.does(0, json!({"type": "play_knight"}));

    let mut game = bought(standard().holding(0, &[Knight]));
    game.does(0, json!({"type": "play_knight"}));
    game.does(0, json!({"type": "move_robber", "hex": 0}));
    assert_eq!(game.refuses(0, json!({"type": "play_knight"})), "card_already_played");
}

#[test]
fn d3_one_card_a_turn() {
    let mut game = standard().holding(0, &[Knight, Monopoly]);
    game.does(0, json!({"type": "play_knight"}));
    game.does(0, json!({"type": "move_robber", "hex": 0}));
    assert_eq!(game.refuses(0, json!({"type": "play_monopoly", "resource": "ore"})), "card_already_played");
}

#[test]
fn d4_with_one_piece_left_road_building_gives_one_road() {
    let mut game = standard().settlement(0, &[21]).roads(0, &Z).holding(0, &[RoadBuilding]);
    game.state.table.player_mut(0).unwrap().left.roads = 1;
    game.does(0, json!({"type": "play_road_building"}));
    assert_eq!(game.asked(), "free_road");
    let edge = game.places(0, "place_free_road", "edge")[0];
    game.does(0, json!({"type": "place_free_road", "edge": edge}));
    assert_eq!(game.asked(), "main");
}

#[test]
fn d5_without_a_piece_it_can_not_be_played() {
    let mut game = standard().settlement(0, &[21]).roads(0, &Z).holding(0, &[RoadBuilding]);
    game.state.table.player_mut(0).unwrap().left.roads = 0;
    assert_eq!(game.refuses(0, json!({"type": "play_road_building"})), "no_place_for_roads");
    assert!(game.listed(0, "play_road_building").is_empty());
}

#[test]
fn two_free_roads_may_build_on_each_other_and_before_the_roll() {
    let mut game = standard().settlement(0, &[18]).holding(0, &[RoadBuilding]).before_the_roll();
    game.does(0, json!({"type": "play_road_building"}));
    game.does(0, json!({"type": "place_free_road", "edge": 28}));
    assert_eq!(game.refuses(0, json!({"type": "roll"})), "wrong_phase");
    game.does(0, json!({"type": "place_free_road", "edge": 36}));
    assert_eq!(game.asked(), "roll");
}

#[test]
fn d6_d7_d8_year_of_plenty_takes_what_the_bank_has() {
    let listed = |bank| standard().holding(0, &[YearOfPlenty]).bank(bank).listed(0, "play_year_of_plenty");
    let cards = |bank| listed(bank).into_iter().map(|action| action["cards"].clone()).collect::<Vec<_>>();
    assert_eq!(cards([0, 1, 2, 0, 0]), [json!({"brick": 1, "wool": 1}), json!({"wool": 2})]);
    assert_eq!(cards([0, 1, 0, 0, 0]), [json!({"brick": 1})]);
    assert!(cards([0; 5]).is_empty());
    assert_eq!(cards([19; 5]).len(), 15);
    let empty = standard().holding(0, &[YearOfPlenty]).bank([0; 5]);
    let take = json!({"type": "play_year_of_plenty", "cards": {"ore": 2}});
    assert_eq!(empty.refuses(0, take.clone()), "bank_empty");
    let three = json!({"type": "play_year_of_plenty", "cards": {"ore": 3}});
    let mut full = standard().holding(0, &[YearOfPlenty]);
    assert_eq!(full.refuses(0, three), "bad_cards");
    full.does(0, take);
    assert_eq!(full.cards(0), [0, 0, 0, 0, 2]);
}

#[test]
fn d9_monopoly_takes_all_of_a_kind() {
    let hands = standard().hand(0, [0, 0, 1, 0, 0]).hand(1, [0, 0, 2, 1, 0]).hand(2, [1, 0, 0, 0, 0]);
    let mut game = hands.hand(3, [0, 0, 3, 0, 0]).holding(0, &[Monopoly]);
    game.does(0, json!({"type": "play_monopoly", "resource": "wool"}));
    let hands = [0, 1, 2, 3].map(|seat| game.cards(seat));
    assert_eq!(hands, [[0, 0, 6, 0, 0], [0, 0, 0, 1, 0], [1, 0, 0, 0, 0], [0; 5]]);
}

#[test]
fn monopoly_of_a_kind_that_nobody_has_gains_nothing_and_is_used() {
    let mut game = standard().holding(0, &[Monopoly]);
    game.does(0, json!({"type": "play_monopoly", "resource": "ore"}));
    assert_eq!(game.cards(0), [0; 5]);
    assert_eq!(game.state.secret.development_of(0).get(Monopoly), 0);
}

#[test]
fn d10_an_empty_deck_sells_nothing() {
    let mut game = standard().hand(0, [0, 0, 1, 1, 1]);
    game.state.secret.deck.clear();
    game.state.table.deck = 0;
    assert_eq!(game.refuses(0, json!({"type": "buy_development_card"})), "deck_empty");
}

#[test]
fn d11_a_progress_card_may_be_played_before_the_roll() {
    let mut game = standard().holding(0, &[YearOfPlenty]).before_the_roll();
    game.does(0, json!({"type": "play_year_of_plenty", "cards": {"ore": 2}}));
    assert_eq!(game.asked(), "roll");
    game.rolls([1, 1]);
}

#[test]
fn a_card_that_is_not_held_can_not_be_played() {
    let game = standard().holding(0, &[VictoryPoint]);
    assert_eq!(game.refuses(0, json!({"type": "play_knight"})), "card_not_held");
}
