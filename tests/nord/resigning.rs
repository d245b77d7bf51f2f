//! A seat gives up (rules page §15, Q15c).

use rules::{Chance, Rules, Seat};
use rulesets::nord::event::Event;
use rulesets::nord::options::Options;
use rulesets::nord::state::{Figure, Jarl, Phase};
use rulesets::nord::treasures::Treasure;
use serde_json::json;

use super::diagram::{field, position, post, settlement};
use super::game::Game;

fn resigns(game: &mut Game, seat: Seat) -> Vec<Event> {
    let events = game.rules.resign(&game.state, seat, &mut Chance::seeded([7; 32]));
    events.iter().for_each(|event| game.rules.apply(&mut game.state, event).unwrap());
    events
}

/// Three players, each in a settlement of their own; it is seat 0's turn.
fn three() -> Game {
    let mut state = position(
        "RBY",
        "
        ~ ~ ~ ~ ~ ~ ~
        ~ A k k m B ~
        ~ f ~ ~ ~ f ~
        ~ f ~ C ~ f ~
        ~ ~ ~ m ~ ~ ~
        ",
    );
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, "B", [0, 1, 0, 0]);
    post(&mut state, "C", [0, 0, 1, 0]);
    Game::at(state)
}

#[test]
fn its_turns_are_skipped_and_counted() {
    let mut game = three();
    resigns(&mut game, 1);
    assert_eq!((game.state.table.active, game.state.table.turn), (0, 1), "somebody else's turn goes on");
    game.place(&["1,2"]).expect("a placement");
    assert_eq!((game.state.table.active, game.state.table.turn), (2, 3));
    game.place(&["3,4"]).expect("a placement");
    assert_eq!((game.state.table.active, game.state.table.turn), (0, 4));
}

#[test]
fn its_own_turn_ends_where_it_is_and_open_attacks_do_not_happen() {
    let mut game = three();
    // Two shortest connections to B, so that the player is asked.
    let events = game.place(&["2,1", "3,1"]).expect("a placement");
    assert!(events.iter().all(|event| !matches!(event, Event::SettlementAttacked(_))));
    let before = game.state.table.workers.len();
    let mut game = three();
    game.state.table.workers.put(field("4,1"), 2);
    game.state.table.phase = Phase::Attack {};
    game.state.table.workers.put(field("2,1"), 0);
    game.state.table.workers.put(field("3,1"), 0);
    let events = resigns(&mut game, 0);
    let names: Vec<_> =
        events.iter().map(|event| serde_json::to_value(event).unwrap()["type"].clone()).collect();
    assert_eq!(names, ["seat_given_up", "turn_ended", "turn_begun"]);
    assert_eq!((game.state.table.active, game.state.table.workers.len()), (1, before + 1));
    assert!(game.rules.awaiting(&game.state).iter().all(|decision| decision.seat == 1));
}

#[test]
fn a_large_dragon_boat_that_is_full_is_scored_as_its_turn_ends() {
    let mut game = three();
    game.state.table.phase = Phase::Attack {};
    game.state.table.dragon_boat = vec![Figure::Man { seat: 1 }; game.state.table.places.len()];
    let supply = game.supply(1);
    resigns(&mut game, 0);
    assert_eq!((game.state.table.next_scoring, game.state.table.active), (2, 1));
    assert_eq!(usize::from(game.supply(1) - supply), game.state.table.places.len());
}

#[test]
fn its_score_is_frozen_but_its_men_count_and_go_home_like_any_other() {
    // Red and blue in A; red's forest and mountain deliver, blue has fewer fighters and may not.
    let mut state = position(
        "RBY",
        "
        ~ ~  ~  ~  ~
        ~ A  mR fR ~
        ~ ~  mB ~  ~
        ~ ~  ~  C  ~
        ~ ~  ~  m  ~
        ",
    );
    post(&mut state, "A", [2, 1, 0, 0]);
    post(&mut state, "C", [0, 0, 1, 0]);
    state.table.active = 2;
    state.table.player_mut(2).unwrap().supply = 1;
    state.table.dragon_boat = vec![Figure::UnusedJarl {}; 9];
    let mut game = Game::at(state);
    resigns(&mut game, 0);
    let workers = game.state.table.workers.len();
    // A forced scoring: seat 2 is out of men and ends its turn; then the next one can do nothing.
    game.state.table.player_mut(2).unwrap().supply = 1;
    game.state.table.player_mut(1).unwrap().supply = 0;
    let events = game.place(&["3,4"]).expect("a placement");
    let delivered = events.iter().find_map(|event| match event {
        Event::MaterialsDelivered(delivered) => Some(delivered.clone()),
        _ => None,
    });
    let delivered = delivered.expect("raw materials are scored");
    assert_eq!(delivered.points[..2], [0, 0], "red has given up, and blue still has fewest: {delivered:?}");
    assert!(delivered.deliveries.iter().all(|delivery| delivery.seat == 2), "{delivered:?}");
    assert_eq!(game.state.table.player(0).score, 0);
    let red = game.state.table.workers.iter().filter(|(_, seat)| *seat == 0).count();
    assert_eq!((red, workers), (1, 3), "the mountain collapses, the forest stays");
}

#[test]
fn at_the_end_its_treasures_are_shown_and_score_nothing() {
    let mut game = three();
    game.give(1, &[Treasure::Axe, Treasure::Axe, Treasure::Axe]);
    resigns(&mut game, 1);
    game.state.table.next_scoring = 4;
    game.state.table.player_mut(2).unwrap().supply = 0;
    let events = game.place(&["1,2"]).expect("a placement");
    let hands = events.iter().find_map(|event| match event {
        Event::TreasuresScored(scored) => Some(scored.hands.clone()),
        _ => None,
    });
    let hands = hands.expect("the game ends");
    assert_eq!((hands[1].treasures.get(Treasure::Axe), hands[1].different, hands[1].equal), (3, 0, 0));
    let fed = events.iter().find_map(|event| match event {
        Event::FightersFed(fed) => Some(fed.clone()),
        _ => None,
    });
    let fed = fed.expect("fighters are scored");
    assert_eq!(fed.points, [1, 0, 1]);
    assert!(fed.meals.iter().any(|meal| meal.seat == 1), "it eats");
    let ranking = game.rules.outcome(&game.state).expect("an end").ranking;
    assert_eq!((ranking[2].seat, ranking[2].points), (1, 0));
}

#[test]
fn a_start_that_it_had_not_chosen_is_the_first_free_one() {
    let rules = rulesets::nord::Nord::default();
    let options: Options = serde_json::from_value(json!({"island": "variable", "number": 7})).unwrap();
    let mut chance = Chance::seeded([3; 32]);
    let mut state = rules.blank(&options, 3).expect("a table");
    rules.setup(&state.clone(), &mut chance).iter().for_each(|event| rules.apply(&mut state, event).unwrap());
    let mut game = Game::at(state);
    resigns(&mut game, 1);
    assert_eq!((game.state.table.active, game.state.table.turn), (0, 0));
    let start = json!({"type": "choose_start", "settlement": "s2"});
    game.act(&serde_json::from_value(start).unwrap()).expect("a start");
    assert_eq!(game.state.table.garrison(settlement("s1")).jarl, Some(Jarl::Own { seat: 1 }));
    assert_eq!((game.state.table.active, &game.state.table.phase), (2, &Phase::ChooseStart {}));
    resigns(&mut game, 2);
    assert!(game.rules.outcome(&game.state).is_some(), "one is left");

    let mut game = three();
    game.state.table.phase = Phase::ChooseStart {};
    game.state.table.turn = 0;
    game.state.table.active = 0;
    resigns(&mut game, 0);
    assert_eq!(game.state.table.garrison(settlement("A")).jarl, Some(Jarl::Own { seat: 0 }));
    assert_eq!(game.state.table.active, 1);
}

#[test]
fn a_majority_of_its_fighters_still_guards_a_jarl() {
    let mut state = position("RBY", "~ ~ ~ ~ ~\n~ A kR ~R @\n~ ~ ~ ~ C");
    post(&mut state, "A", [2, 3, 0, 0]);
    post(&mut state, "C", [0, 0, 1, 0]);
    state.table.settlements.get_mut(settlement("A")).unwrap().jarl = Some(Jarl::Neutral {});
    let mut game = Game::at(state);
    resigns(&mut game, 1);
    assert_eq!(game.defeat("A"), Err("no_majority"));
}
