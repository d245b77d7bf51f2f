//! What a seat is told of an action before it sends it: costs, what it opens, whose answer it needs.

use rulesets::landnam::fate::FateCard;
use rulesets::landnam::fate::FateCard::{Blight, DriveOff, GoodYear, Landfall, Omen, Settlement, Uproar};
use rulesets::landnam::resource::Resource::{Iron, Wool};
use rulesets::landnam::terrain::Terrain::{Bog, Field, Forest, Pasture};
use serde_json::{Value, json};

use super::chase::hemmed_in;
use super::game::Game;
use super::position::{A, B, C, D, Position};
use super::say;
use super::session::*;

/// A's settler (0) on a pasture by the mountain, with B's settler (1) on the field beside it.
fn valley() -> Position {
    Position::with(3)
        .tile("1,0", Pasture, 4)
        .tile("0,1", Field, 9)
        .settler(A, "1,0")
        .settler(B, "0,1")
        .hand(A, [2, 2, 2, 2])
}

// Costs

#[test]
fn what_a_building_costs_and_what_stays_in_hand() {
    let game = valley().farm(A, "1,0,N").ship(A, "outer").trading();
    let hand = |action: Value| game.preview(A, action).one("hand_will_be");
    assert_eq!(
        hand(say::farm(0, "1,0,S")),
        json!({
            "pays": {"grain": 1, "timber": 1, "wool": 1},
            "gets": {},
            "cards": {"iron": 2, "grain": 1, "timber": 1, "wool": 1},
        })
    );
    assert_eq!(hand(say::ship_on_outer())["pays"], json!({"iron": 1, "timber": 1}));
    assert_eq!(hand(say::age(0))["pays"], json!({"wool": 1}), "a card of what the hex yields");
}

#[test]
fn a_card_paid_into_an_empty_supply_is_told_of_and_so_is_the_end_of_trade() {
    let game = valley().stock_left(Wool, 0, C).trading();
    let foresight = game.preview(A, say::age(0));
    assert_eq!(foresight.one("supply_refilled"), json!({"resource": "wool"}));
    assert!(foresight.has("trade_ended"));
}

#[test]
fn a_trade_with_the_supply_says_its_price_and_nothing_of_what_the_supply_has() {
    let position = |left| {
        Position::with(3)
            .harbour("1,0", Wool)
            .ship(A, "1,0")
            .hand(A, [1, 0, 0, 3])
            .stock_left(Iron, left, C)
            .trading()
    };
    let trade = || say::with_supply("wool", "iron");
    let foresight = position(1).preview(A, trade());
    assert_eq!(foresight, position(2).preview(A, trade()), "the last card is not told from the last but one");
    assert_eq!(foresight.types(), ["hand_will_be", "undecided"]);
    assert_eq!(
        foresight.one("hand_will_be"),
        json!({"pays": {"wool": 2}, "gets": {"iron": 1}, "cards": {"iron": 2, "wool": 1}})
    );
}

#[test]
fn a_trade_with_the_supply_says_that_the_own_offer_falls() {
    let mut game = Position::with(3).hand(A, [1, 0, 0, 5]).trading();
    game.act(A, say::offer(json!({"iron": 1}), json!({"grain": 1})));
    let foresight = game.preview(A, say::with_supply("wool", "grain"));
    assert_eq!(foresight.one("offer_will_close"), json!({"offer": 1}));
    let closed = game.act(A, say::with_supply("wool", "grain"));
    assert_eq!(closed.one("offer_closed")["offer"], 1);
}

#[test]
fn an_exchange_says_what_comes_and_goes_and_that_it_ends_the_movement() {
    let position = |left| valley().fate(A, &[Landfall, Omen, Landfall]).stock_left(Iron, left, C).moving();
    let foresight = position(1).preview(A, say::exchange("landfall", "iron"));
    assert_eq!(foresight, position(2).preview(A, say::exchange("landfall", "iron")));
    assert_eq!(
        foresight.types(),
        ["hand_will_be", "fate_cards_will_be_spent", "movement_will_end", "undecided"]
    );
    assert_eq!(
        foresight.one("fate_cards_will_be_spent"),
        json!({"cards": ["landfall"], "kept": ["omen", "landfall"]})
    );
    assert_eq!(
        foresight.one("hand_will_be")["cards"],
        json!({"iron": 3, "grain": 2, "timber": 2, "wool": 2})
    );
}

#[test]
fn an_acceptance_says_what_is_given_and_what_comes() {
    let mut game = valley().hand(B, [0, 0, 1, 1]).trading();
    game.act(A, say::offer(json!({"iron": 1, "grain": 1}), json!({"wool": 1})));
    let foresight = game.preview(B, say::accept(1));
    assert_eq!(
        foresight.one("hand_will_be"),
        json!({
            "pays": {"wool": 1},
            "gets": {"iron": 1, "grain": 1},
            "cards": {"iron": 1, "grain": 1, "timber": 1},
        })
    );
    assert!(!game.preview(B, say::decline(1)).has("hand_will_be"));
}

#[test]
fn an_offer_costs_nothing_yet_and_replaces_the_former_one() {
    let mut game = valley().trading();
    let offer = || say::offer(json!({"iron": 1}), json!({"wool": 1}));
    assert!(!game.preview(A, offer()).has("hand_will_be"));
    game.act(A, offer());
    let foresight = game.preview(A, offer());
    assert_eq!(foresight.one("offer_closed"), json!({"offer": 1, "seat": A, "reason": "replaced"}));
    assert_eq!(foresight.one("trade_offered")["to"], json!([B, C]));
}

#[test]
fn a_discovery_named_with_an_omen_gives_its_card() {
    let mut game = valley().fate(A, &[Omen]).stock_left(Iron, 1, C).moving();
    // Face 1 with four added is a bog: a mountain, a pasture and a field lie around.
    let found = game.act_with(A, say::step_with(0, "1,-1", &["omen"]), &[json!(1), json!(3)]);
    assert!(found.has("number_awaited"), "{:?}", found.types());
    let foresight = game.preview(A, say::number(6));
    assert_eq!(foresight.one("number_laid")["number"], 6);
    assert_eq!(foresight.one("hand_will_be")["gets"], json!({"iron": 1}));
    assert_eq!(foresight.types(), ["number_laid", "hand_will_be", "undecided"], "the supply may run out");
}

// What a building will stand beside

#[test]
fn what_a_farm_will_stand_beside_without_the_unit_that_becomes_it() {
    let game = valley().trading();
    let hexes = |corner: &str| game.preview(A, say::farm(0, corner)).one("will_stand_beside");
    assert_eq!(
        hexes("0,1,N"),
        json!({
            "building": "farm",
            "corner": "0,1,N",
            "hexes": [
                {"hex": "0,0", "terrain": "mountain"},
                {"hex": "0,1", "terrain": "field", "number": 9, "unit": 1},
                {"hex": "1,0", "terrain": "pasture", "number": 4},
            ],
        })
    );
    assert_eq!(hexes("1,0,S")["hexes"][2], json!({"hex": "1,1"}), "nobody knows what lies there");
}

#[test]
fn what_a_town_will_stand_beside_and_that_the_rim_is_sea() {
    let game = Position::with(3)
        .tile("3,-1", Pasture, 4)
        .harbour("3,-2", Wool)
        .farm(A, "3,-1,N")
        .hand(A, [1, 1, 1, 2])
        .trading();
    let beside = game.preview(A, say::town("3,-1,N")).one("will_stand_beside");
    assert_eq!(
        beside["hexes"],
        json!([
            {"hex": "3,-2", "terrain": "sea", "harbour": "wool"},
            {"hex": "3,-1", "terrain": "pasture", "number": 4},
            {"hex": "4,-2", "terrain": "sea"},
        ])
    );
    assert_eq!(beside["building"], "town");
}

#[test]
fn the_last_card_spent_ends_the_turn_and_the_cost_is_known_all_the_same() {
    let game = Position::with(3).tile("1,0", Pasture, 4).settler(A, "1,0").hand(A, [0, 1, 1, 1]).trading();
    let foresight = game.preview(A, say::farm(0, "1,0,N"));
    assert_eq!(foresight.one("hand_will_be")["cards"], json!({}));
    assert_eq!(foresight.one("turn_will_be"), json!({"turn": 2, "seat": B}));
    assert!(foresight.has("will_stand_beside") && foresight.has("undecided"), "{:?}", foresight.types());
    assert!(!foresight.has("dice_rolled"));
}

#[test]
fn a_harbour_or_a_ship_that_comes_or_goes_changes_the_rates() {
    let sea = || Position::with(3).sea("1,0").sea("2,0").tile("1,-1", Field, 4).ship(A, "1,0");
    let game = sea().hand(A, [0, 0, 0, 2]).trading();
    let rates = game.preview(A, say::harbour(0, "wool")).one("rates_will_be");
    assert_eq!(rates, json!({"rates": {"iron": 4, "grain": 4, "timber": 4, "wool": 2}}));
    let haven = || Position::with(3).harbour("1,0", Wool).sea("2,0").ship(A, "2,0");
    assert_eq!(haven().moving().preview(A, say::step(0, "1,0")).one("rates_will_be")["rates"]["wool"], 2);
    assert!(!sea().moving().preview(A, say::step(0, "2,0")).has("rates_will_be"));
}

// What a step opens

#[test]
fn a_chaser_sees_whom_the_step_chases_and_where_that_unit_can_flee() {
    let game = hemmed_in().moving();
    let foresight = game.preview(B, say::step(1, "1,0"));
    assert_eq!(
        foresight.one("will_chase"),
        json!({
            "unit": 1, "target": 0, "owner": A, "hex": "1,0", "drive_off": false, "flights": ["0,1", "1,-1"],
        })
    );
    assert_eq!(foresight.one("will_await"), json!({"seats": [A]}));
    assert!(!foresight.has("unit_moved"), "the owner decides first");
}

#[test]
fn a_chaser_sees_that_the_unit_will_be_removed_and_what_becomes_of_its_tokens() {
    let game = Position::with(3)
        .tile("1,0", Pasture, 4)
        .tile("2,0", Field, 5)
        .farm(B, "1,0,N")
        .settler(A, "1,0")
        .settler(B, "2,0")
        .outlaw("1,0", B)
        .turn_of(B)
        .moving();
    let foresight = game.preview(B, say::step(1, "1,0"));
    assert_eq!(foresight.one("will_chase")["flights"], json!([]));
    assert_eq!(foresight.one("unit_removed")["unit"], 0);
    assert_eq!(foresight.one("points_will_be"), json!({"points": [0, 2, 0]}));
}

#[test]
fn a_unit_driven_off_by_the_card_is_told_from_an_outlaw() {
    let mut game = hemmed_in().change(|state| state.table.red_tokens.clear()).fate(B, &[DriveOff]).moving();
    game.act(B, say::card_for("drive_off", 1));
    assert_eq!(game.preview(B, say::step(1, "1,0")).one("will_chase")["drive_off"], true);
}

/// A's ship (0) on the sea beside an unknown hex that borders the mountain, and one that borders nothing known.
fn offshore() -> Position {
    Position::with(3).sea("2,0").ship(A, "2,0")
}

#[test]
fn a_step_into_the_unknown_says_what_may_lie_there_and_not_what_does() {
    let game = offshore().fate(A, &[Landfall]).moving();
    let foresight = game.preview(A, say::step(0, "1,0"));
    assert_eq!(foresight.types(), ["unit_chosen", "will_explore", "undecided"]);
    // Two for the mountain: 3 and 4 are sea, 5 bog, 6 field, 7 to 9 pasture, 10 forest, 11 and 12 mountain.
    assert_eq!(
        foresight.one("will_explore"),
        json!({
            "unit": 0,
            "hex": "1,0",
            "finds": [
                {"terrain": "sea", "chances": 2, "enters": true},
                {"terrain": "bog", "chances": 1, "enters": false},
                {"terrain": "field", "chances": 1, "enters": false},
                {"terrain": "pasture", "chances": 3, "enters": false},
                {"terrain": "forest", "chances": 1, "enters": false},
                {"terrain": "mountain", "chances": 2, "enters": false},
            ],
            "of": 10,
        })
    );
}

#[test]
fn with_landfall_ready_the_ship_would_enter_land_but_no_mountain() {
    let mut game = offshore().fate(A, &[Landfall]).moving();
    game.act(A, say::card_for("landfall", 0));
    let finds = game.preview(A, say::step(0, "1,0")).one("will_explore")["finds"].clone();
    let entered = finds.as_array().expect("finds").iter().map(|find| find["enters"].clone());
    assert_eq!(entered.collect::<Vec<_>>(), [true, true, true, true, true, false]);
}

#[test]
fn a_card_that_finds_a_terrain_leaves_no_other_chance_and_is_spent() {
    let game = offshore().fate(A, &[FateCard::FindForest, Omen]).moving();
    let foresight = game.preview(A, say::step_with(0, "1,0", &["find_forest", "omen"]));
    let explored = foresight.one("will_explore");
    assert_eq!(explored["finds"], json!([{"terrain": "forest", "chances": 1, "enters": false}]));
    assert_eq!(explored["of"], 1);
    assert_eq!(
        foresight.one("fate_cards_will_be_spent"),
        json!({"cards": ["find_forest", "omen"], "kept": []})
    );
    assert!(!foresight.has("hex_discovered") && !foresight.has("number_awaited"));
}

#[test]
fn a_step_out_to_the_outer_sea_ends_the_movement() {
    let game = Position::with(3).ship(A, "4,-1").ship(A, "outer").hand(A, [1, 0, 0, 0]).moving();
    assert!(game.preview(A, say::step(0, "outer")).has("movement_will_end"));
    assert!(!game.preview(A, say::step(0, "4,-2")).has("movement_will_end"));
    assert!(!game.preview(A, say::end_movement()).has("movement_will_end"), "that is what it says");
}

// Whose answer a suit needs

#[test]
fn a_suit_needs_the_defendants_answer_and_says_what_it_takes() {
    let game = session();
    let foresight = game.preview(B, sue(2));
    assert_eq!(
        foresight.one("must_answer_suit"),
        json!({
            "suit": 1, "seat": A, "side": "defendant", "resource": "wool", "cards": 3, "total": 3,
            "winner": B, "outlaw": 0,
        })
    );
    assert_eq!(foresight.one("hand_will_be")["pays"], json!({"wool": 2}));
}

#[test]
fn a_raise_passes_the_answer_back() {
    let mut game = sued();
    let foresight = game.preview(A, raise(4));
    let answer = foresight.one("must_answer_suit");
    assert_eq!((answer["seat"].clone(), answer["cards"].clone()), (json!(B), json!(4)));
    assert_eq!((answer["total"].clone(), answer.get("outlaw")), (json!(5), None));
    game.act(A, raise(4));
    assert_eq!(game.awaited(), [(B, "answer_suit")]);
    assert!(!foresight.has("stakes_will_be_lost"));
}

#[test]
fn a_side_that_is_offered_waits_for_the_seat_that_is_asked_and_then_for_its_answer() {
    let mut game = sued();
    assert_eq!(
        game.preview(A, hand_over(D)).one("must_answer_hand_over"),
        json!({
            "suit": 1, "seat": D, "from": A, "side": "defendant", "resource": "wool", "cards": 2, "total": 2,
        })
    );
    game.act(A, hand_over(D));
    let principal = |game: &Game, action| game.preview(D, action).one("must_answer_suit")["seat"].clone();
    assert_eq!(principal(&game, take("defendant")), D);
    assert_eq!(principal(&game, decline("defendant")), A);
}

#[test]
fn the_leading_side_may_ask_without_changing_whose_answer_is_needed() {
    let game = sued();
    let foresight = game.preview(B, hand_over(D));
    assert!(!foresight.has("must_answer_suit") && !foresight.has("must_answer_hand_over"));
    assert_eq!(foresight.one("hand_over_offered")["to"], D);
}

#[test]
fn an_addition_that_is_too_small_leaves_the_answer_where_it_is_but_cheaper() {
    let mut game = sued();
    game.act(A, hand_over(D));
    game.act(D, take("defendant"));
    let answer = game.preview(A, add(1)).one("must_answer_suit");
    assert_eq!((answer["seat"].clone(), answer["cards"].clone()), (json!(D), json!(1)));
    let answer = game.preview(A, add(2)).one("must_answer_suit");
    assert_eq!((answer["seat"].clone(), answer["winner"].clone()), (json!(B), json!(D)));
}

#[test]
fn to_concede_loses_what_was_staked_on_both_sides() {
    let mut game = sued();
    game.act(A, raise(3));
    let foresight = game.preview(B, kind("concede"));
    assert_eq!(
        foresight.one("stakes_will_be_lost"),
        json!({"suit": 1, "resource": "wool", "plaintiff": 1, "defendant": 3})
    );
    assert_eq!(foresight.one("suit_won")["seat"], A);
    assert!(!foresight.has("unit_outlawed") && !foresight.has("must_answer_suit"));
    assert_eq!(foresight.one("points_will_be")["points"][0], 1);
}

#[test]
fn a_defence_that_concedes_sees_its_unit_outlawed() {
    let game = sued();
    let foresight = game.preview(A, kind("concede"));
    assert_eq!(foresight.one("unit_outlawed")["unit"], 0);
    assert_eq!(foresight.one("stakes_will_be_lost")["plaintiff"], 1);
}

#[test]
fn a_suit_against_one_who_has_resigned_is_won_and_its_stake_lost_at_once() {
    let game = session().clone();
    let game = Game::at(game.rules, {
        let mut state = game.state;
        state.table.players[usize::from(A)].resigned = true;
        state
    });
    let foresight = game.preview(B, sue(2));
    assert_eq!(foresight.one("stakes_will_be_lost")["plaintiff"], 2);
    assert!(!foresight.has("must_answer_suit"));
}

#[test]
fn an_althing_card_ends_the_suit_without_a_winner() {
    let mut game = opened(pasture(4).hand(B, [0, 0, 0, 2]).fate(C, &[Settlement]).fate(D, &[Uproar]));
    game.act(B, sue(2));
    for (seat, card) in [(C, settle(1)), (D, play("uproar"))] {
        let foresight = game.preview(seat, card);
        assert_eq!(foresight.one("stakes_will_be_lost")["plaintiff"], 2);
        assert!(foresight.has("fate_cards_will_be_spent") && !foresight.has("suit_won"));
    }
}

// The harvest

/// A 9 was rolled: B's town on a pasture is due 2 wool, A's farm on a field 1 grain, and A may play a card.
fn harvest(wool_left: u8) -> Game {
    let mut game = Position::with(3)
        .tile("0,1", Pasture, 9)
        .town(B, "0,1,S")
        .tile("0,-2", Field, 9)
        .farm(A, "0,-2,N")
        .fate(A, &[GoodYear, Blight])
        .stock_left(Wool, wool_left, C)
        .before_the_roll();
    game.roll([4, 5], &[]);
    game
}

#[test]
fn a_harvest_that_is_due_is_told_and_whether_there_is_enough_for_it_is_not() {
    let decline = || json!({"type": "decline_harvest_card"});
    let foresight = harvest(1).preview(A, decline());
    assert_eq!(foresight, harvest(2).preview(A, decline()), "a famine and a harvest look alike");
    assert_eq!(foresight.types(), ["harvest_card_declined", "harvest_will_be_due", "undecided"]);
    assert_eq!(
        foresight.one("harvest_will_be_due")["yields"],
        json!([
            {"hex": "0,-2", "seat": A, "resource": "grain", "cards": 1},
            {"hex": "0,1", "seat": B, "resource": "wool", "cards": 2},
        ])
    );
}

#[test]
fn a_harvest_card_changes_what_is_due() {
    let due = |card: &str, hex: &str| {
        let play = json!({"type": "play_harvest_card", "card": card, "hex": hex});
        harvest(2).preview(A, play).one("harvest_will_be_due")["yields"].clone()
    };
    assert_eq!(due("good_year", "0,-2")[0]["cards"], 2);
    assert_eq!(due("blight", "0,1").as_array().map(Vec::len), Some(1));
}

// Elsewhere

#[test]
fn the_end_of_a_turn_is_foreseen_up_to_the_dice() {
    let game = valley().tile("-1,0", Bog, 3).tile("-1,1", Forest, 5).trading();
    let foresight = game.preview(A, say::end_turn());
    assert_eq!(foresight.types(), ["turn_ended", "turn_begun", "turn_will_be", "undecided"]);
}

#[test]
fn an_action_that_is_refused_is_refused_in_a_preview_for_the_same_reason() {
    let game = valley().trading();
    let ruleset = rulesets::find("landnam").expect("a ruleset");
    let game = ruleset.load(&serde_json::to_string(&game.state).expect("plain data")).expect("a position");
    let action = serde_json::value::to_raw_value(&say::town("1,0,N")).expect("JSON");
    let refused = game.preview(A, &action).expect_err("a refusal");
    assert!(refused.to_string().len() > 5, "{refused}");
}
