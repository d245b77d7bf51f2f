//! Trade with the supply (rules page §7, §13.18, B41–B43).

use rulesets::landnam::resource::{Bundle, Resource};
use rulesets::landnam::terrain::Terrain;

use super::position::{A, B, Position};
use super::say;

/// A wool harbour beside a field, with A's farm at both.
fn haven() -> Position {
    Position::with(3)
        .harbour("1,0", Resource::Wool)
        .tile("1,-1", Terrain::Field, 4)
        .farm(A, "1,0,N")
        .hand(A, [0, 0, 0, 4])
        .hand(B, [0, 0, 0, 4])
}

#[test]
fn case_18_with_anothers_ship_in_the_harbour_the_building_pays_four() {
    let mut game = haven().ship(B, "1,0").trading();
    let done = game.act(A, say::with_supply("wool", "iron"));
    assert_eq!(done.one("supply_traded")["rate"], 4);
    assert_eq!(game.hand(A), Bundle::of(Resource::Iron, 1));
}

#[test]
fn case_18_the_ship_in_the_harbour_pays_two() {
    let mut game = haven().ship(B, "1,0").turn_of(B).trading();
    let done = game.act(B, say::with_supply("wool", "iron"));
    assert_eq!(done.one("supply_traded")["rate"], 2);
}

#[test]
fn case_18_with_the_ship_gone_the_building_pays_two() {
    let mut game = haven().trading();
    let done = game.act(A, say::with_supply("wool", "iron"));
    assert_eq!(done.one("supply_traded")["rate"], 2);
    assert_eq!(game.hand(A), Bundle::new([1, 0, 0, 2]));
}

#[test]
fn an_outlawed_ship_still_gives_the_rate_and_other_kinds_pay_four() {
    let mut game = haven().ship(B, "1,0").outlaw("1,0", A).hand(B, [3, 0, 0, 0]).turn_of(B).trading();
    assert!(game.may(B, say::with_supply("wool", "grain")));
    assert_eq!(game.refusal(B, say::with_supply("iron", "grain")), "cards_not_held");
}

#[test]
fn the_supply_gives_another_kind_that_it_has() {
    let mut game = haven().stock_left(Resource::Timber, 0, B).trading();
    assert_eq!(game.refusal(A, say::with_supply("wool", "wool")), "same_kind");
    assert_eq!(game.refusal(A, say::with_supply("wool", "timber")), "none_in_supply");
    assert!(!game.may(A, say::with_supply("wool", "timber")));
}

#[test]
fn only_the_active_player_trades_with_the_supply_and_only_while_trade_is_open() {
    let mut game = haven().trading();
    assert_eq!(game.refusal(B, say::with_supply("wool", "iron")), "wrong_phase");
    game.act(A, say::end_trade());
    assert_eq!(game.refusal(A, say::with_supply("wool", "iron")), "trade_closed");
    assert_eq!(game.refusal(A, say::end_trade()), "trade_closed");
    assert_eq!(game.refusal(B, say::with_supply("wool", "iron")), "not_awaited");
}

#[test]
fn the_first_building_act_ends_trade_with_the_supply_too() {
    let mut game = haven().hand(A, [2, 0, 2, 0]).trading();
    let done = game.act(A, say::ship_on_outer());
    assert_eq!(done.types()[..2], ["trade_ended", "unit_built"]);
    assert_eq!(game.refusal(A, say::with_supply("wool", "iron")), "trade_closed");
}
