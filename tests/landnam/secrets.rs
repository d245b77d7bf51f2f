//! Who knows what (rules page §11): views and told events.

use rulesets::landnam::fate::FateCard::{Landfall, Omen, Uproar};
use rulesets::landnam::resource::Resource::{Grain, Iron};
use rulesets::landnam::terrain::Terrain::Field;
use serde_json::json;

use super::position::{A, B, C, Position};

#[test]
fn a_seat_sees_its_own_cards_and_the_numbers_of_the_others() {
    let game = Position::with(3)
        .hand(A, [1, 0, 0, 2])
        .hand(B, [0, 3, 0, 0])
        .fate(A, &[Omen])
        .fate(B, &[Uproar, Landfall])
        .trading();
    let view = game.view(Some(A));
    assert_eq!(view["own"], json!({"seat": A, "cards": {"iron": 1, "wool": 2}, "fate_cards": ["omen"]}));
    let numbers =
        |seat: usize| (view["seats"][seat]["cards"].clone(), view["seats"][seat]["fate_cards"].clone());
    assert_eq!([0, 1, 2].map(numbers), [(json!(3), json!(1)), (json!(3), json!(2)), (json!(0), json!(0))]);
    assert_eq!(view["pile"], json!(33));
    let text = view.to_string();
    assert!(!text.contains("uproar") && !text.contains("landfall"), "{text}");
}

#[test]
fn a_spectator_sees_no_hand() {
    let game = Position::with(3).hand(A, [1, 0, 0, 2]).fate(A, &[Omen]).trading();
    for stranger in [None, Some(7)] {
        assert!(game.view(stranger)["own"].is_null());
    }
}

#[test]
fn the_number_of_cards_in_supply_is_hidden_but_not_that_a_kind_has_run_out() {
    let rich = Position::with(3).trading().view(Some(A));
    assert_eq!(rich["run_out"], json!([]));
    assert!(!rich.to_string().contains("stock"));
    let poor = Position::with(3).stock_left(Iron, 0, B).trading().view(Some(A));
    assert_eq!(poor["run_out"], json!(["iron"]));
}

#[test]
fn that_a_kind_ran_out_or_is_back_is_told_to_everybody() {
    let mut game =
        Position::with(3).tile("0,1", Field, 9).farm(A, "0,1,N").stock_left(Grain, 1, C).before_the_roll();
    let done = game.roll([4, 5], &[]);
    assert_eq!(done.one("supply_ran_out"), &json!({"type": "supply_ran_out", "resource": "grain"}));

    let mut famine =
        Position::with(3).tile("0,1", Field, 9).farm(A, "0,1,N").stock_left(Grain, 0, C).before_the_roll();
    assert!(famine.roll([4, 5], &[]).has("supply_refilled"));
}

#[test]
fn the_view_counts_what_everybody_can_still_build_with_and_at_which_rates_he_trades() {
    let game = Position::with(3)
        .harbour("1,0", Iron)
        .ship(A, "1,0")
        .town(A, "0,-2,N")
        .farm(A, "0,2,N")
        .hand(A, [1, 0, 0, 0])
        .trading();
    let seat = &game.view(None)["seats"][0];
    assert_eq!(
        seat,
        &json!({
            "seat": A, "points": 3, "cards": 1, "fate_cards": 0,
            "houses_left": 6, "ships_left": 4, "settlers_left": 5,
            "rates": {"iron": 2, "grain": 4, "timber": 4, "wool": 4},
        })
    );
}
