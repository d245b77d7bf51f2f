//! What a player is told of an action before it is sent.

use rules::Seat;
use rules::preview::{self, own_effects};
use rulesets::settlers::Settlers;
use rulesets::settlers::action::Action;
use rulesets::settlers::development::DevelopmentCard::{Knight, Monopoly, VictoryPoint, YearOfPlenty};
use rulesets::settlers::state::State;
use serde_json::{Value, json};

use super::position::{Game, Y, Z, begun, combined, standard};

pub fn effects(rules: &Settlers, state: &State, seat: Seat, action: &Action) -> Vec<Value> {
    let effects = preview::effects(rules, Some(own_effects::<Settlers>), state, seat, action);
    let effects = effects.unwrap_or_else(|error| panic!("{action:?}: {error}"));
    effects.iter().map(|effect| plain(serde_json::from_str(effect.get()).unwrap())).collect()
}

/// An event that will follow as the event itself.
fn plain(mut effect: Value) -> Value {
    if effect["type"] == "event" { effect["event"].take() } else { effect }
}

pub fn told(game: &Game, seat: Seat, action: Value) -> Vec<Value> {
    effects(&game.rules, &game.state, seat, &serde_json::from_value(action).unwrap())
}

pub fn of_type(effects: &[Value], kind: &str) -> Vec<Value> {
    effects.iter().filter(|effect| effect["type"] == kind).cloned().collect()
}

fn one(effects: &[Value], kind: &str) -> Value {
    let [effect] = of_type(effects, kind).try_into().unwrap_or_else(|_| panic!("{kind} in {effects:?}"));
    effect
}

fn kinds(effects: &[Value]) -> Vec<&str> {
    effects.iter().map(|effect| effect["type"].as_str().unwrap()).collect()
}

#[test]
fn a_road_costs_its_price_closes_trade_and_may_take_the_longest_route() {
    let game = standard().settlement(0, &[21]).roads(0, &Z[..4]).hand(0, [2, 1, 0, 0, 0]);
    let effects = told(&game, 0, json!({"type": "build_road", "edge": Z[4]}));
    assert_eq!(
        kinds(&effects),
        [
            "trading_closed",
            "road_built",
            "longest_route_moved",
            "will_cost",
            "hand_will_be",
            "trade_will_close",
            "route_will_be",
            "points_will_be"
        ]
    );
    assert_eq!(one(&effects, "will_cost")["cards"], json!({"lumber": 1, "brick": 1}));
    assert_eq!(one(&effects, "hand_will_be")["cards"], json!({"lumber": 1}));
    assert_eq!(one(&effects, "route_will_be"), json!({"type": "route_will_be", "seat": 0, "length": 5}));
    assert_eq!(one(&effects, "longest_route_moved")["holder"], 0);
}

#[test]
fn a_settlement_tells_its_numbers_its_harbour_and_the_route_it_breaks() {
    let game = standard().roads(0, &Z[..7]).settlement(0, &[21]).route_holder(0);
    let game = game.roads(2, &[19]).hand(2, [1, 1, 1, 1, 0]).active(2).robber(8);
    let effects = told(&game, 2, json!({"type": "build_settlement", "vertex": 17}));
    let lengths: Vec<Value> = of_type(&effects, "route_will_be");
    assert_eq!(lengths, [json!({"type": "route_will_be", "seat": 0, "length": 4})]);
    assert!(one(&effects, "longest_route_moved").get("holder").is_none());
    assert_eq!(
        one(&effects, "will_yield")["hexes"],
        json!([
            {"hex": 3, "number": 12, "resource": "grain", "cards": 1, "blocked": false},
            {"hex": 4, "number": 6, "resource": "brick", "cards": 1, "blocked": false},
            {"hex": 8, "number": 11, "resource": "lumber", "cards": 1, "blocked": true},
        ])
    );
    assert!(of_type(&effects, "harbour_gained").is_empty());

    let game = standard().roads(0, &[49]).hand(0, [1, 1, 1, 1, 0]);
    let effects = told(&game, 0, json!({"type": "build_settlement", "vertex": 33}));
    let harbour = one(&effects, "harbour_gained");
    assert_eq!((&harbour["harbour"], &harbour["rates"]["brick"]), (&json!("brick"), &json!(2)));
    assert_eq!(harbour["rates"]["ore"], 4);
}

#[test]
fn a_city_gives_two_cards_of_each_and_no_harbour() {
    let game = standard().settlement(0, &[33]).hand(0, [0, 0, 0, 2, 3]);
    let effects = told(&game, 0, json!({"type": "build_city", "vertex": 33}));
    let hexes = one(&effects, "will_yield")["hexes"].clone();
    assert!(hexes.as_array().unwrap().iter().all(|hex| hex["cards"] == 2), "{hexes}");
    assert!(of_type(&effects, "harbour_gained").is_empty());
    assert_eq!(one(&effects, "will_cost")["cards"], json!({"grain": 2, "ore": 3}));
    assert_eq!(one(&effects, "hand_will_be")["cards"], json!({}));
}

#[test]
fn a_first_settlement_costs_nothing_and_tells_what_it_will_give() {
    let effects = told(&begun(3), 0, json!({"type": "place_setup_settlement", "vertex": 18}));
    assert_eq!(kinds(&effects), ["settlement_founded", "will_yield", "points_will_be"]);
}

#[test]
fn a_card_that_is_bought_is_not_told_but_what_it_costs_and_leaves_is() {
    let game = |top| combined().hand(0, [1, 0, 1, 1, 2]).on_top(top);
    let effects = told(&game(Knight), 0, json!({"type": "buy_development_card"}));
    assert_eq!(effects, told(&game(VictoryPoint), 0, json!({"type": "buy_development_card"})));
    assert_eq!(kinds(&effects), ["will_cost", "hand_will_be", "undecided"]);
    assert_eq!(one(&effects, "hand_will_be")["cards"], json!({"lumber": 1, "ore": 1}));
}

#[test]
fn the_bank_gives_what_it_gives() {
    let game = standard().hand(0, [4, 0, 1, 0, 0]);
    let effects = told(&game, 0, json!({"type": "maritime_trade", "give": "lumber", "get": "ore"}));
    assert_eq!(kinds(&effects), ["maritime_traded", "hand_will_be"]);
    assert_eq!(one(&effects, "hand_will_be")["cards"], json!({"wool": 1, "ore": 1}));
    let game = standard().hand(0, [1, 0, 0, 0, 0]).holding(0, &[YearOfPlenty]);
    let effects = told(&game, 0, json!({"type": "play_year_of_plenty", "cards": {"ore": 2}}));
    assert_eq!(one(&effects, "hand_will_be")["cards"], json!({"lumber": 1, "ore": 2}));
}

#[test]
fn a_monopoly_tells_nothing_of_other_hands() {
    let game = |other| standard().hand(1, other).holding(0, &[Monopoly]);
    let action = json!({"type": "play_monopoly", "resource": "ore"});
    let effects = told(&game([0, 0, 0, 0, 2]), 0, action.clone());
    assert_eq!(effects, told(&game([2, 0, 0, 0, 0]), 0, action));
    assert_eq!(kinds(&effects), ["undecided"]);
}

#[test]
fn the_robber_moves_for_certain_and_the_card_is_left_to_chance() {
    let game = standard().settlement(1, &[0]).hand(1, [1, 0, 0, 0, 1]).before_the_roll();
    let mut game = game.holding(0, &[Knight, Knight]);
    game.does(0, json!({"type": "play_knight"}));
    let effects = told(&game, 0, json!({"type": "move_robber", "hex": 0, "victim": 1}));
    assert_eq!(kinds(&effects), ["robber_moved", "undecided"]);
    let effects = told(&game, 0, json!({"type": "move_robber", "hex": 1, "victim": null}));
    assert!(of_type(&effects, "undecided").is_empty(), "{effects:?}");
}

#[test]
fn a_knight_that_takes_the_army_is_told() {
    let game = standard().knights(0, 2).holding(0, &[Knight]).hand(0, [1, 0, 0, 0, 0]);
    let effects = told(&game, 0, json!({"type": "play_knight"}));
    assert_eq!(one(&effects, "largest_army_moved")["knights"], 3);
    assert_eq!(one(&effects, "points_will_be")["points"], json!([2, 0, 0, 0]));
}

#[test]
fn a_discard_tells_what_stays_and_never_what_others_have_chosen() {
    let game = |other: Value| {
        let mut game = standard().hand(1, [8, 0, 0, 0, 1]).hand(2, [4, 4, 0, 0, 0]).before_the_roll();
        game.rolls([3, 4]);
        let first = told(&game, 1, json!({"type": "discard", "cards": {"lumber": 4}}));
        game.does(2, json!({"type": "discard", "cards": other}));
        (first, told(&game, 1, json!({"type": "discard", "cards": {"lumber": 4}})))
    };
    let (first, last) = game(json!({"lumber": 4}));
    assert_eq!(kinds(&first), ["cards_laid_aside", "discard_leaves", "will_await"]);
    assert_eq!(kinds(&last), ["cards_laid_aside", "discard_leaves", "undecided"]);
    assert_eq!(one(&last, "discard_leaves")["cards"], json!({"lumber": 4, "ore": 1}));
    assert_eq!(one(&first, "discard_leaves"), one(&last, "discard_leaves"));
    assert_eq!(last, game(json!({"brick": 4})).1);
}

#[test]
fn a_trade_tells_what_it_would_leave_and_not_whether_it_comes_about() {
    let offered = |maker_keeps_it: bool| {
        let mut game = standard().hand(0, [1, 0, 0, 0, 1]).hand(1, [0, 2, 0, 0, 0]);
        let sides = json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}, "to": [1, 2]});
        game.does(0, sides);
        game.does(1, json!({"type": "accept_trade", "offer": 1}));
        if !maker_keeps_it {
            game.state.hand_over(1, 2, rulesets::settlers::resource::Bundle::new([0, 2, 0, 0, 0])).unwrap();
        }
        game
    };
    let confirm = json!({"type": "confirm_trade", "offer": 1, "with": 1});
    let effects = told(&offered(true), 0, confirm.clone());
    assert_eq!(kinds(&effects), ["hand_if_traded", "undecided"]);
    assert_eq!(one(&effects, "hand_if_traded")["cards"], json!({"lumber": 1, "brick": 1}));
    assert_eq!(effects, told(&offered(false), 0, confirm), "the other hand is not told");

    let mut game = offered(true).hand(2, [0, 1, 0, 0, 0]);
    let effects = told(&game, 2, json!({"type": "accept_trade", "offer": 1}));
    assert_eq!(kinds(&effects), ["trade_accepted", "hand_if_traded"]);
    assert_eq!(one(&effects, "hand_if_traded")["cards"], json!({"ore": 1}));
    game.does(0, json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}, "to": [2]}));
    let mut poor = game.clone();
    poor.state.hand_over(0, 3, rulesets::settlers::resource::Bundle::new([1, 0, 0, 0, 1])).unwrap();
    let accept = json!({"type": "accept_trade", "offer": 2});
    let effects = told(&game, 2, accept.clone());
    assert_eq!(kinds(&effects), ["hand_if_traded", "undecided"]);
    assert_eq!(effects, told(&poor, 2, accept), "the maker's hand is not told");
}

#[test]
fn a_road_that_wins_by_a_hidden_card_says_so_to_its_owner() {
    let game = |held| {
        let game = standard().city(0, &[0, 2, 4]).settlement(0, &[21]).roads(0, &Z[..4]);
        game.hand(0, [1, 1, 0, 0, 0]).holding(0, held)
    };
    let road = json!({"type": "build_road", "edge": Z[4]});
    let effects = told(&game(&[VictoryPoint]), 0, road.clone());
    assert_eq!(
        one(&effects, "game_will_be_over"),
        json!({"type": "game_will_be_over", "ended_by": "points", "winner": 0})
    );
    assert!(of_type(&effects, "game_ended").is_empty(), "it shows the cards of the others");
    assert!(of_type(&told(&game(&[Knight]), 0, road), "game_will_be_over").is_empty());
}

#[test]
fn a_turn_that_hands_the_game_to_the_next_seat_says_so() {
    let game = standard().city(1, &[0, 2, 43]).settlement(1, &[40, 20]).roads(1, &Y).route_holder(1);
    let effects = told(&game, 0, json!({"type": "end_turn"}));
    assert_eq!(one(&effects, "game_will_be_over")["winner"], 1);
}

#[test]
fn trade_closes_with_a_build_and_is_no_news_at_the_end_of_a_turn() {
    let closes = |game: Game, action: Value| {
        let game = game.settlement(0, &[21]).hand(0, [1, 1, 1, 0, 0]);
        !of_type(&told(&game, 0, action), "trade_will_close").is_empty()
    };
    let road = || json!({"type": "build_road", "edge": Z[0]});
    assert!(closes(standard(), road()));
    assert!(!closes(combined(), road()));
    assert!(!closes(standard(), json!({"type": "end_turn"})));
}

#[test]
fn the_end_of_the_last_turn_is_the_end_of_the_game() {
    let mut game = standard();
    game.state.table.turn = 400;
    let effects = told(&game, 0, json!({"type": "end_turn"}));
    let over = one(&effects, "game_will_be_over");
    assert_eq!(over, json!({"type": "game_will_be_over", "ended_by": "turn_limit"}));
    game.state.table.turn = 399;
    assert!(of_type(&told(&game, 0, json!({"type": "end_turn"})), "game_will_be_over").is_empty());
}
