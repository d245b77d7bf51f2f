//! A seat gives up.

use conformance::Conformance;
use rules::{Chance, Rules};
use serde_json::json;

use super::position::{Game, standard};

fn resigns(game: &mut Game, seat: u8) {
    for event in game.rules.resign(&game.state, seat, &mut Chance::seeded([1; 32])) {
        game.rules.apply(&mut game.state, &event).unwrap();
    }
}

#[test]
fn its_offers_go_and_it_is_offered_nothing_any_more() {
    let mut game = standard().hand(0, [1, 0, 0, 0, 0]).hand(1, [0, 1, 0, 0, 0]);
    game.does(0, json!({"type": "offer_trade", "give": {"lumber": 1}, "get": {"brick": 1}, "to": [1]}));
    game.does(1, json!({"type": "offer_trade", "give": {"brick": 1}, "get": {"lumber": 1}}));
    resigns(&mut game, 1);
    let stands: Vec<(u8, bool)> =
        game.state.table.offers.iter().map(|offer| (offer.from, offer.is_rejected())).collect();
    assert_eq!(stands, [(0, true)], "its own is gone, and that to it is rejected");
    let to_it = json!({"type": "offer_trade", "give": {"lumber": 1}, "get": {"brick": 1}, "to": [1]});
    assert_eq!(game.refuses(0, to_it), "wrong_recipients");
    assert!(game.rules.legal(&game.state, 1).is_empty());
}

#[test]
fn a_seven_takes_no_cards_from_it() {
    let nine = |game: Game| game.hand(1, [9, 0, 0, 0, 0]).hand(2, [0, 9, 0, 0, 0]).before_the_roll();
    let mut game = nine(standard());
    resigns(&mut game, 1);
    game.rolls([3, 4]);
    assert_eq!(game.awaited(), [2]);
    let mut game = nine(standard());
    game.rolls([3, 4]);
    game.does(2, json!({"type": "discard", "cards": {"brick": 4}}));
    resigns(&mut game, 1);
    assert_eq!(
        (game.asked(), game.cards(1), game.cards(2)),
        ("move_robber", [9, 0, 0, 0, 0], [0, 5, 0, 0, 0])
    );
}

#[test]
fn the_last_one_left_ends_the_game_and_the_others_rank_behind() {
    let mut game = standard().settlement(0, &[0, 2]).settlement(3, &[50]);
    for seat in [0, 1, 2] {
        resigns(&mut game, seat);
    }
    let outcome = game.rules.outcome(&game.state).expect("an end");
    assert_eq!((outcome.ended_by.as_str(), outcome.ranking[0].seat), ("resignations", 3));
    assert!(game.rules.resign(&game.state, 3, &mut Chance::seeded([1; 32])).is_empty());
}

#[test]
fn its_turns_are_skipped_and_counted_and_nobody_rolls_for_it() {
    let mut game = standard().settlement(0, &[0]).before_the_roll();
    resigns(&mut game, 0);
    assert_eq!((game.state.table.active, game.state.table.turn), (1, 2), "its own turn ends");
    assert_eq!(game.rules.advance(&game.state).map(|(seat, _)| seat), Some(Some(1)));
    resigns(&mut game, 2);
    game.rolls([1, 2]);
    game.does(1, json!({"type": "end_turn"}));
    assert_eq!((game.state.table.active, game.state.table.turn), (3, 4));
}

#[test]
fn its_buildings_produce_nothing_and_the_bank_does_not_run_dry_for_it() {
    let build = |game: Game| game.number(0, 4).city(0, &[8]).settlement(1, &[0]).before_the_roll();
    let mut game = build(standard());
    let produced = |game: &Game| game.cards(0).iter().sum::<u8>();
    game.rolls([2, 2]);
    let (before, other) = (produced(&game), game.cards(1));
    assert!(before >= 2, "a city on hex 0");
    let mut game = build(standard()).active(1);
    resigns(&mut game, 0);
    game.rolls([2, 2]);
    assert_eq!((produced(&game), game.cards(1)), (0, other));
}

#[test]
fn it_moves_no_robber_and_steals_from_nobody() {
    let mut game = standard().settlement(1, &[0]).hand(1, [3, 0, 0, 0, 0]).before_the_roll();
    game.rolls([3, 4]);
    assert_eq!(game.asked(), "move_robber");
    let robber = game.state.table.robber;
    resigns(&mut game, 0);
    assert_eq!(
        (game.state.table.active, game.state.table.robber, game.cards(1)),
        (1, robber, [3, 0, 0, 0, 0])
    );
    let mut game = standard().hand(1, [9, 0, 0, 0, 0]).before_the_roll();
    game.rolls([3, 4]);
    resigns(&mut game, 0);
    assert_eq!(game.awaited(), [1], "the others give their cards back first");
    game.does(1, json!({"type": "discard", "cards": {"lumber": 4}}));
    assert_eq!((game.state.table.active, game.asked()), (1, "roll"));
}

#[test]
fn its_pieces_stay_and_block_and_its_hand_can_be_taken_from() {
    use rulesets::settlers::development::DevelopmentCard::Monopoly;
    let game = standard().settlement(1, &[26]).roads(1, &[38]).hand(1, [0, 0, 3, 0, 0]);
    let mut game = game.holding(0, &[Monopoly]).hand(0, [1, 1, 1, 1, 0]).before_the_roll();
    resigns(&mut game, 1);
    assert_eq!(game.state.table.buildings_of(1).count(), 1);
    game.rolls([3, 4]);
    let steal = json!({"type": "move_robber", "hex": 11, "victim": 1});
    let options = game.listed(0, "move_robber").into_iter().filter(|option| option["hex"] == 11);
    assert_eq!(options.collect::<Vec<_>>(), std::slice::from_ref(&steal));
    game.does_by(0, steal, vec![json!(0)]);
    assert_eq!((game.cards(0)[2], game.cards(1)[2]), (2, 2));
    game.does(0, json!({"type": "play_monopoly", "resource": "wool"}));
    assert_eq!((game.cards(0)[2], game.cards(1)[2]), (4, 0));
    assert_eq!(game.refuses(0, json!({"type": "build_settlement", "vertex": 26})), "vertex_taken");
    assert_eq!(game.refuses(0, json!({"type": "build_settlement", "vertex": 32})), "distance_rule");
    assert_eq!(game.refuses(0, json!({"type": "build_road", "edge": 38})), "edge_taken");
}

#[test]
fn the_largest_army_stays_with_it_until_another_seat_has_more_knights() {
    use rulesets::settlers::development::DevelopmentCard::Knight;
    let game = standard().knights(1, 3).army_holder(1).knights(0, 2).holding(0, &[Knight, Knight]);
    let mut game = game;
    resigns(&mut game, 1);
    assert_eq!(game.state.table.army_holder, Some(1));
    game.does(0, json!({"type": "play_knight"}));
    assert_eq!(game.state.table.army_holder, Some(1), "as many are not more");
    game.state.table.card_played = false;
    game.does(0, json!({"type": "move_robber", "hex": 0, "victim": null}));
    game.does(0, json!({"type": "play_knight"}));
    assert_eq!(game.state.table.army_holder, Some(0));
}

#[test]
fn the_longest_route_stays_with_it_until_another_seat_has_a_longer_one() {
    use super::position::Y;
    let game =
        standard().roads(1, &Y).route_holder(1).settlement(0, &[21]).roads(0, &super::position::Z[..5]);
    let mut game = game.hand(0, [1, 1, 0, 0, 0]);
    resigns(&mut game, 1);
    assert_eq!(game.state.table.route.holder, Some(1), "an equal length takes nothing");
    game.does(0, json!({"type": "build_road", "edge": super::position::Z[5]}));
    assert_eq!(game.state.table.route.holder, Some(0));
}

#[test]
fn an_open_turn_ends_where_it_is() {
    use rulesets::settlers::development::DevelopmentCard::RoadBuilding;
    let mut game = standard().holding(0, &[RoadBuilding]).settlement(0, &[18]);
    game.does(0, json!({"type": "play_road_building"}));
    game.does(0, json!({"type": "place_free_road", "edge": 28}));
    assert_eq!(game.asked(), "free_road");
    resigns(&mut game, 0);
    assert_eq!((game.state.table.active, game.asked()), (1, "roll"), "the second road is not laid");
    assert_eq!(game.state.table.roads_of(0).count(), 1);
}

#[test]
fn a_seat_that_gave_up_is_ranked_behind_all_who_play_on_whatever_the_points() {
    let mut game = standard().city(1, &[0, 2, 4, 16]).settlement(2, &[50]);
    resigns(&mut game, 1);
    let order: Vec<u8> = game.rules.rank(&game.state).iter().map(|ranked| ranked.seat).collect();
    assert_eq!((order[0], order[3]), (2, 1));
}

#[test]
fn it_founds_nothing_more() {
    let mut game = super::position::begun(3);
    let found = |game: &mut Game, seat: u8| {
        for kind in ["place_setup_settlement", "place_setup_road"] {
            let action = game.listed(seat, kind)[0].clone();
            game.does(seat, action);
        }
    };
    found(&mut game, 0);
    resigns(&mut game, 2);
    assert_eq!(game.awaited(), [1]);
    let place = game.listed(1, "place_setup_settlement")[0].clone();
    game.does(1, place);
    resigns_not_the_last(&game);
    let road = game.listed(1, "place_setup_road")[0].clone();
    game.does(1, road);
    found(&mut game, 1);
    found(&mut game, 0);
    assert_eq!((game.state.table.active, game.asked(), game.state.table.turn), (0, "roll", 1));
    assert_eq!(game.state.table.buildings_of(2).count(), 0);

    let mut game = super::position::begun(3);
    let place = game.listed(0, "place_setup_settlement")[0].clone();
    game.does(0, place);
    resigns(&mut game, 0);
    assert_eq!(game.awaited(), [1]);
    for seat in [1, 2, 2, 1] {
        found(&mut game, seat);
    }
    assert_eq!((game.state.table.active, game.state.table.turn), (1, 2), "the first turn was skipped");
}

/// A resignation of one of the last two ends the game in the set-up too.
fn resigns_not_the_last(game: &Game) {
    let mut game = game.clone();
    resigns(&mut game, 1);
    assert!(game.rules.outcome(&game.state).is_some());
}

#[test]
fn no_bonus_card_goes_to_it_and_it_keeps_the_one_it_has_until_it_is_beaten() {
    use super::position::{X, Y};
    let mut game = standard().roads(0, &X).roads(1, &Y).route_holder(0);
    resigns(&mut game, 0);
    assert_eq!(game.state.table.route.holder, Some(0), "it keeps the card");
    // Two tie and nobody holds the card; when one of them gives up it is the other's.
    let mut game = standard().roads(0, &X).roads(1, &Y);
    resigns(&mut game, 1);
    assert_eq!(game.state.table.route.holder, Some(0));
    assert_eq!(game.rules.check_invariants(&game.state), Ok(()));
}
