//! What a player is told of an action before it is sent (§9.3, §17).

use rules::preview::{self, own_effects};
use rulesets::nord::Nord;
use rulesets::nord::action::{Action, DefeatJarl};
use rulesets::nord::state::{BuriedTreasure, Figure, Garrison, Jarl, State};
use rulesets::nord::treasures::Treasure;
use serde_json::{Value, json};

use super::diagram::{FAR, field, position, post, settlement};
use super::game::{Game, attack, place};

/// The effects of an action of the active seat.
pub fn effects(rules: &Nord, state: &State, action: &Action) -> Vec<Value> {
    let seat = state.table.active;
    let effects = preview::effects(rules, Some(own_effects::<Nord>), state, seat, action);
    let effects = effects.unwrap_or_else(|error| panic!("{action:?}: {error}"));
    effects.iter().map(|effect| plain(serde_json::from_str(effect.get()).unwrap())).collect()
}

/// An event that will follow as the event itself.
fn plain(mut effect: Value) -> Value {
    if effect["type"] == "event" { effect["event"].take() } else { effect }
}

pub fn of_type(effects: &[Value], kind: &str) -> Vec<Value> {
    effects.iter().filter(|effect| effect["type"] == kind).cloned().collect()
}

fn told(state: &State, action: &Action) -> Vec<Value> {
    effects(&Nord::default(), state, action)
}

fn kinds(effects: &[Value]) -> Vec<&str> {
    effects.iter().map(|effect| effect["type"].as_str().unwrap()).collect()
}

/// Seat 0 can join A, where it has a fighter, to B, where it has none.
fn straight(picture: &str) -> State {
    let mut state = position("RB", picture);
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    state
}

const KARST: &str = "
    ~ ~ ~ ~ ~
    ~ A k k B
    ~ ~ ~ ~ ~";

/// The same with a treasure in the way.
fn with_treasure() -> State {
    let mut state = straight("~ ~ ~ ~ ~\n ~ A c k B\n ~ ~ ~ ~ ~");
    state.table.treasures = vec![field("2,1")];
    state.secret.buried = vec![BuriedTreasure { field: field("2,1"), treasure: Treasure::Axe }];
    state
}

#[test]
fn the_only_attack_is_told_with_who_dies_and_what_is_left() {
    let effects = told(&straight(KARST), &place(&["2,1", "3,1"]));
    let [attack] = of_type(&effects, "attack_will_follow").try_into().unwrap();
    assert_eq!((&attack["from"], &attack["to"]), (&json!("s1"), &json!("s2")));
    assert_eq!(
        (&attack["dead"], &attack["fighters_to"], &attack["attackers"]),
        (&json!(1), &json!(1), &json!(["2,1", "3,1"]))
    );
    assert!(kinds(&effects).contains(&"settlement_attacked"), "{effects:?}");
    assert_eq!(
        of_type(&effects, "dragon_boat_will_hold"),
        [json!({"type": "dragon_boat_will_hold", "occupied": 1, "free": 9})]
    );
    assert_eq!(of_type(&effects, "supply_will_be").len(), 1);
    assert_eq!(of_type(&effects, "turn_will_be")[0]["seat"], 1);
    assert!(of_type(&effects, "attack_forced").is_empty());
}

#[test]
fn a_placement_that_joins_nothing_forces_nothing() {
    let effects = told(&straight(KARST), &place(&["2,1"]));
    assert_eq!(
        kinds(&effects),
        ["workers_placed", "turn_ended", "turn_begun", "supply_will_be", "turn_will_be", "will_await"]
    );
}

#[test]
fn a_treasure_in_the_way_hides_the_events_after_it_but_no_attack() {
    let action = place(&["2,1", "3,1"]);
    let (without, with) = (told(&straight(KARST), &action), told(&with_treasure(), &action));
    assert_eq!(
        kinds(&with),
        [
            "workers_placed",
            "treasures_will_be_taken",
            "attack_will_follow",
            "dragon_boat_will_hold",
            "supply_will_be",
            "turn_will_pass",
            "undecided"
        ]
    );
    assert_eq!(with[1]["fields"], json!(["2,1"]));
    assert_eq!(of_type(&with, "turn_will_pass")[0]["seat"], of_type(&without, "turn_will_be")[0]["seat"]);
    assert!(of_type(&without, "turn_will_pass").is_empty(), "it is told already");
    for kind in ["attack_will_follow", "dragon_boat_will_hold", "supply_will_be"] {
        assert_eq!(of_type(&with, kind), of_type(&without, kind), "{kind}");
    }
}

#[test]
fn which_treasure_it_is_is_not_told() {
    let action = place(&["2,1", "3,1"]);
    let mut other = with_treasure();
    other.secret.buried[0].treasure = Treasure::Gold;
    assert_eq!(told(&with_treasure(), &action), told(&other, &action));
}

/// §18.4, before red places 1, 2 and 3.
fn three_connections() -> State {
    let mut state = position(
        "RBG",
        "
        ~ ~  ~  ~  ~  ~
        ~ A  k  mG C  ~
        ~ k  k  ~  ~  ~
        ~ fB B  ~  ~  ~",
    );
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, "C", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 1, 0]);
    state.table.dragon_boat = vec![Figure::NeutralJarl {}; 7];
    state
}

#[test]
fn where_a_choice_is_left_the_pairs_to_choose_from_are_told() {
    let action = place(&["2,1", "2,2", "1,2"]);
    let effects = told(&three_connections(), &action);
    let choices = json!([
        {"from": "s1", "to": "s2", "dead": 1},
        {"from": "s3", "to": "s2", "dead": 1},
    ]);
    assert_eq!(
        of_type(&effects, "attack_forced"),
        [json!({"type": "attack_forced", "choices": choices, "boat_will_be_full": false})]
    );
    assert!(of_type(&effects, "attack_will_follow").is_empty());
    assert!(of_type(&effects, "dragon_boat_will_hold").is_empty(), "who dies is not settled yet");
}

#[test]
fn that_any_choice_fills_the_boat_is_told() {
    let mut state = three_connections();
    state.table.dragon_boat = vec![Figure::NeutralJarl {}; 9];
    let effects = told(&state, &place(&["2,1", "2,2", "1,2"]));
    assert_eq!(of_type(&effects, "attack_forced")[0]["boat_will_be_full"], true);
    assert!(of_type(&effects, "scoring_will_follow").is_empty(), "its points depend on the choice");
}

#[test]
fn an_attack_that_is_chosen_is_no_news_but_the_one_it_leaves_is() {
    let mut game = Game::at(three_connections());
    game.place(&["2,1", "2,2", "1,2"]).unwrap();
    let enough = told(&game.state, &attack("A", "B", &["2,1", "2,2"], None));
    assert!(of_type(&enough, "attack_will_follow").is_empty());
    assert!(of_type(&enough, "attack_forced").is_empty());
    let again = told(&game.state, &attack("A", "B", &["1,2"], None));
    assert_eq!(of_type(&again, "settlement_attacked").len(), 1);
    assert_eq!(of_type(&again, "attack_forced").len(), 1, "{again:?}");
}

/// The last place of the large dragon boat is free, and a mountain worker delivers to A.
fn before_a_scoring() -> State {
    with_corner("~")
}

/// The same with that field in the corner.
fn with_corner(corner: &str) -> State {
    let mut state = straight(&format!("{corner} ~ ~ ~ ~ ~\n ~ mR A k k B\n ~ ~ ~ ~ ~ ~"));
    state.table.dragon_boat = vec![Figure::NeutralJarl {}; 9];
    state
}

#[test]
fn a_death_that_fills_the_boat_sets_a_scoring_off_with_its_points() {
    let effects = told(&before_a_scoring(), &place(&["3,1", "4,1"]));
    assert_eq!(
        of_type(&effects, "dragon_boat_will_hold"),
        [json!({"type": "dragon_boat_will_hold", "occupied": 10, "free": 0})]
    );
    assert_eq!(
        of_type(&effects, "scoring_will_follow"),
        [json!({"type": "scoring_will_follow", "number": 1, "points": [1, 0]})]
    );
    let mut game = Game::at(before_a_scoring());
    game.place(&["3,1", "4,1"]).unwrap();
    assert_eq!((game.state.table.players[0].score, game.state.table.players[1].score), (1, 0));
    // Two men leave, and two come home with the scoring.
    assert_eq!(game.supply(0), before_a_scoring().table.players[0].supply);
    assert!(of_type(&effects, "supply_will_be").is_empty());
}

#[test]
fn the_points_of_a_scoring_are_told_where_new_treasures_are_laid_after_it() {
    let mut state = with_corner("c");
    state.secret.draw_pile = vec![Treasure::Axe];
    state.table.draw_pile = 1;
    let effects = told(&state, &place(&["3,1", "4,1"]));
    assert_eq!(of_type(&effects, "undecided").len(), 1, "{effects:?}");
    assert_eq!(of_type(&effects, "scoring_will_follow")[0]["points"], json!([1, 0]));
}

#[test]
fn the_last_scoring_ends_the_game_and_tells_the_own_treasures_only() {
    let mut state = before_a_scoring();
    state.table.next_scoring = 4;
    let mut game = Game::at(state);
    game.give(0, &[Treasure::Axe, Treasure::Gold, Treasure::Helmet]);
    game.give(1, &[Treasure::Axe]);
    let action = place(&["3,1", "4,1"]);
    let effects = told(&game.state, &action);
    assert_eq!(
        of_type(&effects, "final_scoring_will_follow"),
        [json!({"type": "final_scoring_will_follow", "own_points": 3})]
    );
    let mut other = Game::at(game.state.clone());
    other.give(1, &[Treasure::Gold, Treasure::Sword]);
    other.state.table.players[1] = game.state.table.players[1];
    assert_eq!(told(&other.state, &action), effects);
    game.act(&action).unwrap();
    assert!(matches!(game.state.table.phase, rulesets::nord::state::Phase::Over { .. }));
}

#[test]
fn a_jarl_can_fill_the_boat_too() {
    let mut state = position("MT", "~ ~ ~ ~ ~\n ~ A kM ~T @\n ~ ~ ~ ~ ~");
    state
        .table
        .settlements
        .put(settlement("A"), Garrison { fighters: [3, 2, 0, 0], jarl: Some(Jarl::Neutral {}) });
    state.table.dragon_boat = vec![Figure::NeutralJarl {}; 9];
    state.table.next_scoring = 2;
    let effects = told(&state, &Action::DefeatJarl(DefeatJarl { settlement: settlement("A") }));
    assert_eq!(of_type(&effects, "dragon_boat_will_hold")[0]["free"], 0);
    let [scoring] = of_type(&effects, "scoring_will_follow").try_into().unwrap();
    assert_eq!((&scoring["number"], &scoring["forced_by"]), (&json!(2), &Value::Null));
}

#[test]
fn a_scoring_that_the_next_seat_forces_is_told_with_that_seat() {
    let mut state = straight(KARST);
    state.table.players[1].supply = 0;
    let effects = told(&state, &place(&["2,1"]));
    let [scoring] = of_type(&effects, "scoring_will_follow").try_into().unwrap();
    assert_eq!((&scoring["number"], &scoring["forced_by"]), (&json!(1), &json!(1)));
}
