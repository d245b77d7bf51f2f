//! Which events tell somebody what could not be known before, so that no preview goes beyond them and nothing before
//! them is taken back.

use std::collections::BTreeSet;

use conformance::playout::{self, Observer, Seating, seed_of};
use rules::{Entry, Rules};
use rulesets::landnam::action::Action;
use rulesets::landnam::event::Event;
use rulesets::landnam::fate::FateCard::{Landfall, Omen, Uproar};
use rulesets::landnam::resource::Resource::{Grain, Iron};
use rulesets::landnam::state::State;
use rulesets::landnam::terrain::Terrain::Field;
use rulesets::landnam::{Landnam, Options};
use serde_json::{Value, json};

use super::position::{A, B, C, Position};

/// What chance gives, and what the supply gives or fails to give; see the comments on each.
const REVEALING: [&str; 13] = [
    "game_started",          // who begins
    "first_fate_card_dealt", // which card
    "fate_pile_laid",        // that order is drawn, though nobody sees it
    "fate_pile_reshuffled",
    "fate_card_drawn",
    "dice_rolled",
    "hex_discovered",      // terrain and both dice; number, reward and entry follow from it
    "harvest_yielded",     // that the supply had enough
    "famine_struck",       // that it had not; and how many cards of a kind each hand had
    "fate_card_exchanged", // whether the supply has run out of the kind, here and in the next three
    "discovery_rewarded",
    "supply_traded",
    "supply_ran_out",
];

fn type_of(event: &Event) -> String {
    serde_json::to_value(event).expect("plain data")["type"].as_str().expect("a type").to_owned()
}

/// Every type of event, out of what the enum says to a stranger.
fn all_types() -> BTreeSet<String> {
    let error = serde_json::from_value::<Event>(json!({"type": "?"})).expect_err("`?` is no type");
    error.to_string().split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

/// Collects the types of event that games see, and compares each with the table.
#[derive(Default)]
struct Table(BTreeSet<String>);

impl Table {
    fn compare(&mut self, event: &Event) {
        let kind = type_of(event);
        let expected = REVEALING.contains(&kind.as_str());
        assert_eq!(Landnam::default().reveals(event), expected, "{kind}");
        self.0.insert(kind);
    }
}

impl Observer<Landnam> for Table {
    fn wrote(&mut self, _: &State, entries: &[Entry<Action, Event>]) -> Result<(), String> {
        entries.iter().flat_map(|entry| &entry.events).for_each(|event| self.compare(event));
        Ok(())
    }
}

/// Events that are rare in games of bots.
fn rare() -> [Value; 17] {
    [
        json!({"type": "althing_broken_up"}),
        json!({"type": "althing_card_played", "seat": 0, "card": "uproar"}),
        json!({"type": "black_token_awarded", "seat": 0}),
        json!({"type": "famine_struck", "short": ["wool"], "returned": [{"seat": 0, "count": 1, "cards": {"wool": 1}}]}),
        json!({
            "type": "flight_awaited", "seat": 0, "unit": 0, "hex": "0,1", "options": ["1,0"],
            "drive_off": false,
        }),
        json!({"type": "hand_over_voided", "suit": 1, "side": "plaintiff", "seat": 0, "from": 1}),
        json!({"type": "hand_over_withdrawn", "suit": 1, "side": "plaintiff", "seat": 0, "to": 1}),
        json!({"type": "number_awaited", "seat": 0, "hex": "0,1", "default": 8}),
        json!({"type": "red_token_followed", "plaintiff": 0, "unit": 1, "from": "0,1", "to": "1,0"}),
        json!({"type": "seat_given_up", "seat": 0}),
        json!({
            "type": "suit_added_to", "suit": 1, "side": "defendant", "seat": 0, "resource": "wool",
            "cards": 1, "total": 2,
        }),
        json!({"type": "suit_broken_off", "suit": 1}),
        json!({"type": "supply_ran_out", "resource": "wool"}),
        json!({"type": "supply_refilled", "resource": "wool"}),
        json!({
            "type": "unit_chased", "seat": 0, "unit": 0, "target": 1, "owner": 1, "hex": "0,1",
            "drive_off": true,
        }),
        json!({"type": "unit_fled", "seat": 1, "unit": 1, "from": "0,1", "to": "1,0"}),
        json!({"type": "unit_removed", "seat": 1, "unit": 1, "hex": "0,1"}),
    ]
}

#[test]
fn every_event_is_marked_as_the_table_says() {
    let mut table = Table::default();
    for game in 0..4 {
        let bots = ["random", "steady", "random", "random"].map(str::to_owned).to_vec();
        let leaves = vec![];
        let seating = Seating { options: Options::default(), bots, seed: seed_of(15, game), leaves };
        playout::play(&Landnam::default(), &seating, &mut table).expect("a game");
    }
    for event in rare() {
        table.compare(&serde_json::from_value(event).expect("an event"));
    }
    let missing: Vec<String> = all_types().difference(&table.0).cloned().collect();
    assert!(missing.is_empty(), "not compared: {missing:?}");
    assert!(REVEALING.iter().all(|&kind| table.0.contains(kind)));
}

// Who knows what (rules page §11): views and told events.

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
