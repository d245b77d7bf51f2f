//! Standing orders: what each of them answers (rules page §5–8, §12).

use rules::StandingOrders;
use rules::orders::{OrderRun, answer_by_orders, run_orders};
use rules::{Author, Chance, Rules, Seat};
use rulesets::landnam::action::Action;
use rulesets::landnam::event::Event;
use rulesets::landnam::fate::FateCard::Settlement;
use rulesets::landnam::orders::Order;
use serde_json::{Value, json};

use super::game::Game;
use super::position::{A, B, C, D, Position};
use super::say;
use super::session::*;

/// Orders as they would be accepted from a seat.
fn accepted(game: &Game, seat: Seat, orders: &[Value]) -> Vec<Order> {
    let view = game.rules.view(&game.state, Some(seat));
    let accept = |order: &Value| {
        let order = serde_json::from_value(order.clone()).expect("an order");
        game.rules.accept_order(&view, order).expect("an order that makes sense")
    };
    orders.iter().map(accept).collect()
}

/// What the orders of a seat answer now.
fn answer(game: &Game, seat: Seat, orders: &[Value]) -> Option<Value> {
    let orders = accepted(game, seat, orders);
    let ordered = answer_by_orders(&game.rules, &game.state, seat, &orders)?;
    Some(serde_json::to_value(ordered.choice.action).expect("plain data"))
}

/// Lets the orders of one seat each answer until somebody is awaited.
fn follow(game: &mut Game, orders: &[(Seat, Vec<Value>)]) -> OrderRun<Action, Event> {
    let mut by_seat = vec![Vec::new(); usize::from(game.table().seats())];
    for (seat, of_seat) in orders {
        by_seat[usize::from(*seat)] = accepted(game, *seat, of_seat);
    }
    let mut chance = Chance::seeded([1; 32]);
    run_orders(&game.rules, &mut game.state, 10, &by_seat, 32, &mut chance)
}

fn raise_up_to(limit: u8) -> Value {
    json!({"type": "raise", "suits": {"side": "defendant", "resource": "wool"}, "up_to": limit})
}

#[test]
fn a_limit_answers_as_long_as_the_total_stays_within_it() {
    let mut game = sued();
    assert_eq!(answer(&game, A, &[raise_up_to(3)]), Some(raise(2)));
    assert_eq!(answer(&game, A, &[raise_up_to(1)]), None);
    let over = json!({"type": "raise", "up_to": 3, "over": 5});
    assert_eq!(answer(&game, A, &[over]), Some(raise(3)), "as far as the limit goes");
    let keep = json!({"type": "raise", "up_to": 9, "keep": 3});
    assert_eq!(answer(&game, A, &[keep]), None, "two of four cards are needed");
    game.act(A, raise(2));
    game.act(B, raise(2));
    assert_eq!(answer(&game, A, &[raise_up_to(3)]), None, "a total of four is needed");
    assert_eq!(answer(&game, A, &[raise_up_to(4)]), Some(raise(2)));
}

#[test]
fn an_order_speaks_only_of_the_suits_it_means() {
    let game = sued();
    for other in [json!({"side": "plaintiff"}), json!({"resource": "iron"})] {
        assert_eq!(answer(&game, A, &[json!({"type": "raise", "suits": other, "up_to": 9})]), None);
    }
    let unit = json!({"type": "raise", "suits": {"unit": 0}, "up_to": 9});
    assert_eq!(answer(&game, A, &[unit]), Some(raise(2)));
    assert_eq!(answer(&game, B, &[raise_up_to(9)]), None, "B need not answer");
}

#[test]
fn beyond_the_limit_a_named_player_is_asked_and_then_the_suit_is_conceded() {
    let mut game = sued();
    let orders = [
        json!({"type": "concede", "from": 2}),
        json!({"type": "hand_over", "to": D, "from": 2}),
        raise_up_to(1),
    ];
    assert_eq!(answer(&game, A, &orders), Some(hand_over(D)));
    game.act(A, hand_over(D));
    assert_eq!(answer(&game, A, &orders), None, "D is asked now");
    assert_eq!(answer(&game, D, &[json!({"type": "decline_suits"})]), Some(decline("defendant")));
    game.act(D, decline("defendant"));
    assert_eq!(answer(&game, A, &orders), Some(kind("concede")), "nobody is asked twice");
}

#[test]
fn without_a_limit_somebody_gives_up_only_when_his_hand_can_not_answer() {
    let game = sued();
    let concede = json!({"type": "concede"});
    assert_eq!(answer(&game, A, std::slice::from_ref(&concede)), None);
    let mut poor = opened(pasture(4).hand(B, [0, 0, 0, 3]).hand(A, [2, 0, 0, 0]));
    poor.act(B, sue(1));
    assert_eq!(answer(&poor, A, &[concede]), Some(kind("concede")));
}

#[test]
fn a_suit_that_would_be_lost_is_settled_before_it_is_conceded() {
    let position = pasture(4).hand(B, [0, 0, 0, 3]).hand(A, [2, 0, 0, 0]).fate(A, &[Settlement]);
    let mut game = opened(position);
    let orders = [json!({"type": "althing_card", "card": "settlement"}), json!({"type": "concede"})];
    assert_eq!(answer(&game, A, &orders), None, "there is no suit yet");
    game.act(B, sue(1));
    assert_eq!(answer(&game, A, &orders), Some(settle(1)));
    assert_eq!(answer(&game, B, &orders), None);
}

#[test]
fn a_card_is_not_played_in_a_suit_that_the_hand_can_answer() {
    let position = pasture(4).hand(B, [0, 0, 0, 3]).hand(A, [0, 0, 0, 3]).fate(A, &[Settlement]);
    let mut game = opened(position);
    game.act(B, sue(1));
    assert_eq!(answer(&game, A, &[json!({"type": "althing_card", "card": "settlement"})]), None);
    let from = json!({"type": "althing_card", "card": "settlement", "from": 2});
    assert_eq!(answer(&game, A, &[from]), Some(settle(1)));
}

#[test]
fn suits_are_brought_and_time_is_yielded() {
    let game = session();
    assert_eq!(answer(&game, B, &[json!({"type": "sue", "stake": 2, "keep": 2})]), Some(sue(2)));
    assert_eq!(answer(&game, B, &[json!({"type": "sue", "stake": 2, "keep": 3})]), None);
    assert_eq!(answer(&game, B, &[json!({"type": "sue", "stake": 1, "against_at_most": 3})]), None);
    assert_eq!(answer(&game, B, &[json!({"type": "yield"})]), Some(kind("yield")));
    assert_eq!(answer(&game, B, &[json!({"type": "yield", "holding_fewer_than": 4})]), None);
    assert_eq!(answer(&game, B, &[json!({"type": "yield", "holding_fewer_than": 5})]), Some(kind("yield")));
    let both = [json!({"type": "sue", "stake": 1}), json!({"type": "yield"})];
    assert_eq!(answer(&game, B, &both), Some(sue(1)), "stakes come before giving up");
}

#[test]
fn a_side_is_taken_over_within_a_limit_or_never() {
    let mut game = sued();
    game.act(A, hand_over(D));
    let take_up_to = |limit: u8| json!({"type": "take_over", "up_to": limit});
    assert_eq!(answer(&game, D, &[take_up_to(1)]), None, "two are needed");
    assert_eq!(answer(&game, D, &[take_up_to(2)]), Some(take("defendant")));
    assert_eq!(answer(&game, D, &[json!({"type": "take_over", "up_to": 2, "of": [B]})]), None);
    assert_eq!(answer(&game, D, &[json!({"type": "take_over", "up_to": 2, "keep": 2})]), None);
    let unless_rich = json!({"type": "decline_suits", "leaving_fewer_than": 1});
    assert_eq!(answer(&game, D, std::slice::from_ref(&unless_rich)), None, "one would be left");
    let never = [take_up_to(1), json!({"type": "decline_suits"})];
    assert_eq!(answer(&game, D, &never), Some(decline("defendant")));
}

#[test]
fn orders_of_several_seats_carry_a_suit_through() {
    let mut game = sued();
    let followed = follow(
        &mut game,
        &[
            (A, vec![raise_up_to(2), json!({"type": "concede", "from": 3})]),
            (B, vec![json!({"type": "raise", "up_to": 3})]),
            (C, vec![json!({"type": "yield"})]),
        ],
    );
    let by_orders: Vec<_> =
        followed.entries.iter().filter(|entry| entry.by == Author::Order).map(|entry| entry.seat).collect();
    assert_eq!(by_orders, [Some(A), Some(B), Some(A), Some(C)]);
    assert!(!followed.more && followed.refused.is_empty());
    assert_eq!(game.player(B).white, 1);
    assert_eq!(game.awaited(), [(A, "movement")]);
}

#[test]
fn orders_stop_at_their_bound_and_say_that_there_is_more() {
    let mut game = sued();
    let by_seat = [vec![raise_up_to(9)], vec![json!({"type": "raise", "up_to": 9})], vec![], vec![]];
    let orders: Vec<Vec<Order>> =
        (0..).zip(&by_seat).map(|(seat, of_seat)| accepted(&game, seat, of_seat)).collect();
    let mut chance = Chance::seeded([1; 32]);
    let followed = run_orders(&game.rules, &mut game.state, 10, &orders, 1, &mut chance);
    assert!(followed.more && followed.entries.len() == 1);
}

/// Four players with three cards of every kind; A's turn, in which one iron for one wool is offered.
fn market() -> Game {
    let position = (0..4).fold(Position::with(4), |position, seat| position.hand(seat, [3, 3, 3, 3]));
    let mut game = position.trading();
    game.act(A, say::offer(json!({"iron": 1}), json!({"wool": 2})));
    game
}

#[test]
fn offers_are_accepted_and_declined_by_filters() {
    let game = market();
    let wants = |up_to: u8| json!({"type": "accept_trade", "get": "iron", "pay": "wool", "up_to": up_to});
    assert_eq!(answer(&game, B, &[wants(2)]), Some(say::accept(1)));
    assert_eq!(answer(&game, B, &[wants(1)]), None);
    let mut picky = wants(2);
    picky["keep"] = json!(2);
    assert_eq!(answer(&game, B, &[picky]), None);
    let other = json!({"type": "accept_trade", "get": "grain", "pay": "wool", "up_to": 2});
    assert_eq!(answer(&game, B, &[other]), None);
    let declines = answer(&game, B, &[wants(1), json!({"type": "decline_trades"})]);
    assert_eq!(declines, Some(json!({"type": "decline_offer", "offer": 1})));
    assert_eq!(answer(&game, B, &[json!({"type": "decline_trades", "from": [C]})]), None);
    assert_eq!(answer(&game, B, &[wants(2), json!({"type": "decline_trades"})]), Some(say::accept(1)));
}

#[test]
fn an_order_until_my_turn_ends_there() {
    let mut game = market();
    let order = json!({"type": "decline_trades", "until_my_turn": true});
    let kept = accepted(&game, C, &[order]);
    let Order::DeclineTrades(unwanted) = &kept[0] else { panic!("another order") };
    assert_eq!(unwanted.last_turn, Some(2), "A's and B's turns");
    let view = |game: &Game| game.rules.view(&game.state, Some(C));
    assert_eq!(game.rules.expired(&view(&game), &kept[0]), None);
    game.state.table.turn = 3;
    assert_eq!(game.rules.expired(&view(&game), &kept[0]), Some("time_over"));
}

#[test]
fn an_order_about_a_unit_is_spent_when_the_unit_is_gone() {
    let mut game = sued();
    let kept = accepted(&game, A, &[json!({"type": "concede", "suits": {"unit": 0}})]);
    game.act(A, raise(2));
    let view = |game: &Game| game.rules.view(&game.state, Some(A));
    assert_eq!(game.rules.expired(&view(&game), &kept[0]), None);
    game.state.table.units.clear();
    assert_eq!(game.rules.expired(&view(&game), &kept[0]), Some("unit_gone"));
}

#[test]
fn an_idle_turn_ends_by_itself_and_no_other_does() {
    let end = [json!({"type": "end_turn"})];
    let idle = Position::with(3).hand(A, [1, 0, 0, 0]).trading();
    assert_eq!(answer(&idle, A, &end), Some(kind("end_turn")));
    let can_build = Position::with(3).hand(A, [1, 0, 1, 0]).trading();
    assert_eq!(answer(&can_build, A, &end), None, "a ship could be built");
    let can_trade = Position::with(3).hand(A, [4, 0, 0, 0]).trading();
    assert_eq!(answer(&can_trade, A, &end), None, "the supply takes four");
    assert_eq!(answer(&idle, B, &end), None);
    let mut offered = Position::with(3).hand(A, [1, 0, 0, 0]).hand(B, [0, 1, 0, 0]).trading();
    offered.act(B, say::offer(json!({"grain": 1}), json!({"iron": 1})));
    assert_eq!(answer(&offered, A, &end), None, "B offers something");
}

#[test]
fn a_chased_unit_flees_as_its_owner_prefers() {
    let mut game = super::chase::hemmed_in().moving();
    game.act(B, say::step(1, "1,0"));
    let flees = |order: Value| answer(&game, A, &[order]);
    assert_eq!(flees(json!({"type": "flee", "places": ["2,0", "1,-1"]})), Some(say::flee("1,-1")));
    assert_eq!(flees(json!({"type": "flee", "places": ["2,0"]})), None);
    let by_terrain = json!({"type": "flee", "terrains": ["field", "forest", "bog"]});
    assert_eq!(flees(by_terrain), Some(say::flee("1,-1")));
    let anywhere = json!({"type": "flee", "places": ["2,0"], "anywhere": true});
    assert_eq!(flees(anywhere), Some(say::flee("0,1")));
}
