//! §18.3 to §18.6: attacks.

use rulesets::nord::attacks::AttackOutcome;
use rulesets::nord::board::Endpoints;
use rulesets::nord::connections::Connections;
use rulesets::nord::event::Event;
use rulesets::nord::state::{Figure, Garrison, Jarl, Phase, State};
use rulesets::nord::treasures::Treasure;

use super::diagram::{FAR, field, position, post, settlement};
use super::game::{Game, attack, attacks};

const STRAIGHT: &str = "
    ~ ~ ~ ~ ~
    ~ A k k B
    ~ ~ ~ ~ ~";

#[test]
fn a_settlement_without_an_own_fighter_is_attacked() {
    let mut state = position("RB", STRAIGHT);
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    let mut game = Game::at(state);
    let events = game.place(&["2,1", "3,1"]).expect("it is legal");
    let [attack] = attacks(&events).try_into().expect("one attack, and nothing to ask");
    assert_eq!((attack.dead, attack.fighters_to, attack.fighters_from), (1, 1, 0));
    assert_eq!(attack.path, [field("2,1"), field("3,1")]);
    assert!(game.state.table.workers.is_empty());
    assert_eq!((game.fighters("A", 0), game.fighters("B", 0)), (1, 1));
    assert_eq!(game.state.table.dragon_boat, [Figure::Man { seat: 0 }]);
}

#[test]
fn settlements_with_own_fighters_are_united() {
    let mut state = position("RB", STRAIGHT);
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, "B", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    let mut game = Game::at(state);
    let events = game.place(&["2,1", "3,1"]).expect("it is legal");
    assert!(attacks(&events).is_empty());
    let table = &game.state.table;
    assert!(Connections::of(&table.board, &table.workers).links().has(settlement("A"), settlement("B")));
}

#[test]
fn settlements_that_were_not_extended_attack_too() {
    let mut state = position(
        "RBG",
        "
        ~ ~ ~ ~  ~  ~
        ~ B k k  A  ~
        ~ ~ ~ kG kB ~
        ~ ~ ~ ~  mB ~
        ~ ~ ~ ~  C  ~",
    );
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, "B", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 1, 0]);
    let mut game = Game::at(state);
    let events = game.place(&["2,1", "3,1"]).expect("it is legal");
    let [attack] = attacks(&events).try_into().expect("one attack");
    assert_eq!((attack.from, attack.to), (settlement("B"), settlement("C")));
    assert_eq!(attack.path, ["2,1", "3,1", "3,2", "4,2", "4,3"].map(field));
    assert_eq!((attack.attackers.len(), attack.dead, attack.fighters_to), (2, 1, 1));
    let table = &game.state.table;
    let links = Connections::of(&table.board, &table.workers).links();
    assert_eq!(links.pairs().collect::<Vec<_>>(), [[settlement("A"), settlement("C")]]);
}

#[test]
fn what_was_linked_before_is_not_attacked() {
    let mut state = position(
        "RB",
        "
        ~ ~  ~  ~  ~
        ~ A  k  k  ~
        ~ fB ~  mB ~
        ~ fB mB mB B",
    );
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    let mut game = Game::at(state);
    let events = game.place(&["2,1", "3,1"]).expect("it is legal");
    assert!(attacks(&events).is_empty());
    assert_eq!(game.state.table.workers.len(), 7);
}

/// §18.4: red has placed 1, 2 and 3; three places of the large dragon boat are free.
fn three_connections() -> Game {
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
    let mut game = Game::at(state);
    game.place(&["2,1", "2,2", "1,2"]).expect("it is legal");
    assert_eq!(game.state.table.phase, Phase::Attack {});
    game
}

#[test]
fn three_shortest_connections_and_a_longer_one_are_offered() {
    let expected = [
        attack("A", "B", &["2,1", "2,2"], None),
        attack("A", "B", &["2,2", "1,2"], None),
        attack("A", "B", &["1,2"], None),
        attack("C", "B", &["2,1", "2,2"], None),
    ];
    let listed = three_connections().listed();
    assert!(listed.len() == 4 && expected.iter().all(|attack| listed.contains(attack)), "{listed:?}");
}

#[test]
fn two_attackers_end_it_and_unite_the_rest() {
    for (from, attackers, left) in [("A", ["1,2", "2,2"], "2,1"), ("C", ["2,1", "2,2"], "1,2")] {
        let mut game = three_connections();
        let events = game.attack(from, "B", &attackers).expect("it is offered");
        assert_eq!(attacks(&events).len(), 1);
        assert_eq!(game.fighters("B", 0), 1);
        assert_eq!(game.state.table.workers.get(field(left)), Some(0));
        assert_eq!(game.state.table.workers.len(), 3);
        assert_eq!(game.state.table.free_places(), 2);
        assert_eq!((game.state.table.active, game.state.table.next_scoring), (1, 1));
    }
}

#[test]
fn one_attacker_alone_dies_and_a_second_attack_follows() {
    let mut game = three_connections();
    game.attack("A", "B", &["1,2"]).expect("it is offered");
    assert_eq!((game.fighters("B", 0), game.state.table.phase.clone()), (0, Phase::Attack {}));
    let second = [attack("A", "B", &["2,1", "2,2"], None), attack("C", "B", &["2,1", "2,2"], None)];
    assert_eq!(game.listed(), second);
    game.act(&second[0]).expect("it is offered");
    assert_eq!(game.state.table.active, 1);
}

#[test]
fn what_becomes_of_each_attacker() {
    for (attackers, dead, to, from, home) in [
        (1, 1, 0, 0, 0),
        (2, 1, 1, 0, 0),
        (3, 1, 1, 1, 0),
        (4, 2, 1, 1, 0),
        (5, 2, 2, 1, 0),
        (6, 2, 2, 1, 1),
        (7, 2, 2, 1, 2),
    ] {
        assert_eq!(AttackOutcome::of(attackers, true, 10), AttackOutcome { dead, to, from, home });
    }
    assert_eq!(AttackOutcome::of(5, false, 10), AttackOutcome { dead: 2, to: 1, from: 2, home: 0 });
    assert_eq!(AttackOutcome::of(4, false, 1), AttackOutcome { dead: 1, to: 1, from: 1, home: 1 });
    assert_eq!(AttackOutcome::of(1, false, 0), AttackOutcome { dead: 0, to: 0, from: 0, home: 1 });
}

#[test]
fn with_one_place_free_the_fourth_goes_home_and_a_scoring_follows() {
    let mut state = position("RB", "~ ~ ~ ~ ~ ~ ~\n ~ A kR k k k B\n ~ ~ ~ ~ ~ ~ ~");
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    state.table.dragon_boat = vec![Figure::NeutralJarl {}; 8];
    state.table.dragon_boat.push(Figure::Man { seat: 1 });
    let mut game = Game::at(state);
    let before = game.supply(0);
    let events = game.place(&["3,1", "4,1", "5,1"]).expect("it is legal");
    let [attack] = attacks(&events).try_into().expect("one attack");
    assert_eq!((attack.dead, attack.fighters_to, attack.fighters_from, attack.home), (1, 1, 1, 1));
    assert_eq!(game.state.table.next_scoring, 2);
    // Three were placed, one came home, and the dead one too when the boat was cleared.
    assert_eq!(game.supply(0), before - 3 + 1 + 1);
}

#[test]
fn five_attackers_ask_where_the_fifth_goes() {
    let mut state = position("RB", "~ ~ ~ ~ ~ ~ ~ ~\n ~ A kR kR k k k B\n ~ ~ ~ ~ ~ ~ ~ ~");
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    let all = ["2,1", "3,1", "4,1", "5,1", "6,1"];
    for (side, to, from) in [("A", 1, 3), ("B", 2, 2)] {
        let mut game = Game::at(state.clone());
        game.place(&["4,1", "5,1", "6,1"]).expect("it is legal");
        assert_eq!(game.attack("A", "B", &all), Err("need_fifth"));
        assert_eq!(game.act(&attack("A", "B", &all, Some("C"))), Err("need_fifth"));
        game.act(&attack("A", "B", &all, Some(side))).expect("it is offered");
        assert_eq!((game.fighters("B", 0), game.fighters("A", 0)), (to, from));
    }
}

/// §18.6, with blue, red or yellow (seats 0, 1, 2; green 3) to move.
fn three_settlements(active: u8) -> Game {
    let mut state = position(
        "BRYG",
        "
        ~ ~ ~  ~  ~  ~
        ~ ~ kY C  mY ~
        ~ ~ fY ~  mG ~
        ~ ~ fR k  fR ~
        ~ A mR k  kY ~
        ~ ~ ~  fG kG ~
        ~ ~ ~  B  ~  ~",
    );
    post(&mut state, "A", [1, 1, 0, 0]);
    post(&mut state, "B", [0, 1, 0, 0]);
    post(&mut state, "C", [0, 0, 1, 0]);
    post(&mut state, FAR, [0, 0, 0, 1]);
    state.table.active = active;
    let mut game = Game::at(state);
    game.give(0, &[Treasure::Helmet]);
    game.give(1, &[Treasure::Gold]);
    game
}

#[test]
fn blue_gains_nothing_by_land() {
    let mut game = three_settlements(0);
    let events = game.place(&["3,4", "3,3"]).expect("it is legal");
    let [first, second] = attacks(&events).try_into().expect("two attacks");
    assert_eq!(first.path, ["2,4", "3,4", "3,5"].map(field));
    assert_eq!((first.attackers, first.dead), (vec![field("3,4")], 1));
    assert_eq!(second.path, ["2,4", "2,3", "3,3", "4,3", "4,4", "4,5", "3,5"].map(field));
    assert_eq!((second.attackers, second.dead), (vec![field("3,3")], 1));
    assert_eq!((game.fighters("A", 0), game.fighters("B", 0)), (1, 0));
}

#[test]
fn blue_comes_by_sea_with_many_workers() {
    let sea = ["1,5", "1,6", "2,6"];
    assert_eq!(three_settlements(0).place(&sea), Err("too_many"));
    let mut game = three_settlements(0);
    let boats = game.state.table.boats;
    game.play(Treasure::Helmet).expect("it is in hand");
    let events = game.place(&sea).expect("it is legal");
    let [attack] = attacks(&events).try_into().expect("one attack");
    assert_eq!((attack.path.len(), attack.dead, attack.fighters_to, attack.fighters_from), (3, 1, 1, 1));
    assert_eq!((game.fighters("A", 0), game.fighters("B", 0)), (2, 1));
    assert_eq!(game.state.table.boats, boats, "the fishing boats are back");
}

#[test]
fn red_negotiates_and_attacks_what_he_left() {
    let mut game = three_settlements(1);
    game.negotiate("B", "C").expect("they are linked");
    assert_eq!((game.fighters("B", 1), game.fighters("C", 1)), (0, 1));
    let events = game.place(&["3,3"]).expect("it is legal");
    let [attack] = attacks(&events).try_into().expect("only A against B");
    assert_eq!((attack.from, attack.to), (settlement("A"), settlement("B")));
    assert_eq!((attack.path.len(), attack.attackers.len()), (7, 4));
    assert_eq!((attack.dead, attack.fighters_to, attack.fighters_from), (2, 1, 1));
}

#[test]
fn red_and_yellow_have_nothing_to_attack_where_all_was_linked() {
    for active in [1, 2] {
        let mut game = three_settlements(active);
        let events = game.place(&["3,4"]).expect("it joins A and B");
        assert!(attacks(&events).is_empty());
    }
}

// §18.9: defeating a jarl.

/// T is seat 0, M is seat 1.
fn reached(fighters: [u8; 4], jarl: Option<Jarl>) -> State {
    let mut state = position("TM", "~ ~ ~ ~ ~\n ~ A kM ~T @\n ~ ~ ~ ~ ~");
    state.table.settlements.put(settlement("A"), Garrison { fighters, jarl });
    post(&mut state, FAR, [1, 1, 0, 0]);
    state
}

#[test]
fn the_majority_with_a_funeral_defeats_the_jarl_and_fills_the_boat() {
    let mut state = reached([3, 2, 0, 0], Some(Jarl::Neutral {}));
    state.table.dragon_boat = vec![Figure::NeutralJarl {}; 9];
    state.table.next_scoring = 2;
    state.table.players[0].score = 35;
    let mut other = Game::at(state.clone());
    other.state.table.active = 1;
    assert_eq!(other.defeat("A"), Err("no_majority"));

    let events = Game::at(state).defeat("A").expect("T has the majority");
    let points = events.iter().find_map(|event| match event {
        Event::JarlDefeated(defeated) => Some(defeated.points),
        _ => None,
    });
    assert_eq!(points, Some(20));
    let scored = events.iter().find_map(|event| match event {
        Event::ScoringBegun(begun) => Some((begun.number, begun.forced_by)),
        _ => None,
    });
    assert_eq!(scored, Some((2, None)));
}

#[test]
fn the_number_of_the_place_is_scored() {
    let mut state = reached([3, 2, 0, 0], Some(Jarl::Neutral {}));
    state.table.dragon_boat = vec![Figure::Man { seat: 1 }; 3];
    let mut game = Game::at(state);
    game.defeat("A").expect("T has the majority");
    assert_eq!(game.state.table.player(0).score, 8);
    assert_eq!(game.state.table.dragon_boat.last(), Some(&Figure::NeutralJarl {}));
    assert_eq!(game.state.table.garrison(settlement("A")).jarl, None);
    assert_eq!(game.state.table.active, 1, "the turn is over");
}

#[test]
fn one_fighter_an_own_jarl_or_no_funeral_do_not_do() {
    let neutral = Some(Jarl::Neutral {});
    assert_eq!(Game::at(reached([1, 0, 0, 0], neutral)).defeat("A"), Err("no_majority"));
    assert_eq!(Game::at(reached([2, 2, 0, 0], neutral)).defeat("A"), Err("no_majority"));
    assert_eq!(Game::at(reached([3, 2, 0, 0], Some(Jarl::Own { seat: 0 }))).defeat("A"), Err("no_jarl"));
    assert_eq!(Game::at(reached([3, 2, 0, 0], None)).defeat("A"), Err("no_jarl"));
    let mut cut = reached([3, 2, 0, 0], neutral);
    cut.table.workers.take(super::diagram::field("3,1"));
    assert_eq!(Game::at(cut).defeat("A"), Err("no_funeral"));
}

#[test]
fn a_foreign_jarl_is_defeated_and_lies_in_the_boat() {
    let mut game = Game::at(reached([3, 2, 0, 0], Some(Jarl::Own { seat: 1 })));
    game.defeat("A").expect("it is another's");
    assert_eq!(game.state.table.dragon_boat, [Figure::Jarl { seat: 1 }]);
}

// §18.1: alliances.

fn ends(names: &[&str]) -> Endpoints {
    names.iter().map(|name| settlement(name)).collect()
}

fn groups(state: &State) -> Vec<Endpoints> {
    Connections::of(&state.table.board, &state.table.workers).groups().to_vec()
}

#[test]
fn workers_of_all_colours_join_settlements_and_others_touch_none() {
    let state = position(
        "RB",
        "
        ~ ~  ~  ~  ~  ~
        ~ A  fR fB fR B
        ~ ~  ~  ~  ~  ~
        ~ kR kB ~  ~  ~
        ~ ~  kR ~  ~  ~",
    );
    assert_eq!(groups(&state), [ends(&["A", "B"]), Endpoints::NONE]);
    let connections = Connections::of(&state.table.board, &state.table.workers);
    assert!(connections.links().has(settlement("A"), settlement("B")));
    assert!(connections.links().has(settlement("B"), settlement("A")));
}

#[test]
fn two_workers_at_two_gates_are_two_alliances() {
    let state = position(
        "RB",
        "
        ~ fR ~
        ~ A  mB
        ~ ~  ~",
    );
    assert_eq!(groups(&state), [ends(&["A"]), ends(&["A"])]);
    let connections = Connections::of(&state.table.board, &state.table.workers);
    let group = |name| state.table.board.cell(field(name)).and_then(|cell| connections.group_of(cell));
    assert_ne!(group("1,0"), group("2,1"));
}
