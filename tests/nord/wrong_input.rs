//! Every wrong input has its own code, and leaves no trace (`Game` looks after that).

use rules::Rules;
use rules::chance::Chance;
use rulesets::nord::action::{Action, ChooseStart, PlayTreasure};
use rulesets::nord::refusals;
use rulesets::nord::state::{BuriedTreasure, EndedBy, Garrison, Jarl, Phase, State};
use rulesets::nord::treasures::Treasure;

use super::diagram::{FAR, field, position, post, settlement};
use super::game::{Game, attack, place};

/// Red (0) has a fighter in A, linked with B by a blue worker; C lies apart.
fn table() -> State {
    let mut state = position(
        "RB",
        "
        ~ ~ ~  ~ ~ ~ ~
        ~ A fB f B ~ ~
        ~ m m  k k ~ ~
        ~ ~ c  ~ C ~ ~",
    );
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    state
}

fn red() -> Game {
    Game::at(table())
}

#[test]
fn placements() {
    for (names, code) in [
        (&[][..], "bad_fields"),
        (&["1,2", "1,2"], "bad_fields"),
        (&["2,1"], "not_free"),
        (&["1,1"], "not_free"),
        (&["-6,6"], "not_free"),
        (&["1,2", "0,1"], "mixed"),
        (&["1,0", "0,0", "-1,0"], "too_many"),
        (&["1,2", "0,2", "2,2", "1,3"], "mixed"),
        (&["1,2", "3,2"], "not_adjacent"),
        (&["1,2", "2,2", "3,2"], "too_many_areas"),
        (&["4,2"], "not_connected"),
        (&["900,900"], "not_connected"),
    ] {
        assert_eq!(red().place(names), Err(code), "{names:?}");
    }
}

#[test]
fn more_men_than_there_are_and_no_fishing_boat() {
    let mut game = red();
    game.state.table.players[0].supply = 1;
    assert_eq!(game.place(&["1,2", "2,2"]), Err("no_men"));
    let mut game = red();
    game.state.table.boats = 1;
    assert_eq!(game.place(&["0,1", "0,0"]), Err("no_boats"));
}

#[test]
fn attacks_that_are_not_forced() {
    let mut game = red();
    assert_eq!(game.attack("A", "B", &["2,1"]), Err("no_attack"), "nothing was placed yet");
    assert_eq!(game.attack("A", FAR, &["2,1"]), Err("no_attack"));
    game.state.table.phase = Phase::Attack {};
    game.state.table.workers.put(field("3,1"), 0);
    game.state.table.workers.put(field("2,2"), 0);
    game.state.table.workers.put(field("3,2"), 0);
    game.state.table.workers.put(field("4,2"), 0);
    assert_eq!(game.attack("A", "s5", &["3,1"]), Err("unknown_settlement"));
    assert_eq!(game.attack("B", "A", &["3,1"]), Err("no_attack"), "no fighter there");
    assert_eq!(game.attack("A", "A", &["3,1"]), Err("no_attack"));
    assert_eq!(game.attack("A", "B", &["3,2"]), Err("not_shortest"));
    assert_eq!(game.attack("A", "B", &[]), Err("not_shortest"));
    assert_eq!(game.act(&attack("A", "B", &["3,1"], Some("A"))), Err("no_fifth"));
    assert_eq!(game.place(&["1,2"]), Err("wrong_phase"));
}

#[test]
fn jarls() {
    let mut game = red();
    assert_eq!(game.defeat("s5"), Err("unknown_settlement"));
    assert_eq!(game.defeat("A"), Err("no_jarl"));
    let jarl = Some(Jarl::Neutral {});
    game.state.table.settlements.put(settlement("A"), Garrison { fighters: [2, 2, 0, 0], jarl });
    assert_eq!(game.defeat("A"), Err("no_majority"));
    game.state.table.settlements.put(settlement("A"), Garrison { fighters: [2, 0, 0, 0], jarl });
    assert_eq!(game.defeat("A"), Err("no_funeral"));
    game.give(0, &[Treasure::Axe]);
    game.play(Treasure::Axe).expect("it is in hand");
    assert_eq!(game.defeat("A"), Err("treasure_played"));
}

#[test]
fn treasures() {
    let mut game = red();
    game.give(0, &[Treasure::Gold, Treasure::Axe]);
    assert_eq!(game.play(Treasure::Sword), Err("not_in_hand"));
    assert_eq!(game.play(Treasure::Gold), Err("wrong_settlements"));
    let (from, to) = (Some(settlement("A")), Some(settlement("B")));
    let two = Action::PlayTreasure(PlayTreasure { treasure: Treasure::Axe, from, to });
    assert_eq!(game.act(&two), Err("wrong_settlements"));
    assert_eq!(game.negotiate("A", "B"), Err("not_linked"));
    assert_eq!(game.negotiate("B", "A"), Err("no_fighter"));
    assert_eq!(game.negotiate("A", "s5"), Err("unknown_settlement"));
    game.play(Treasure::Axe).expect("it is in hand");
    assert_eq!(game.negotiate("A", "B"), Err("already_played"));
    let mut idle = red();
    idle.give(0, &[Treasure::Axe]);
    idle.state.table.players[0].supply = 0;
    assert_eq!(idle.play(Treasure::Axe), Err("no_placement"));
}

#[test]
fn a_treasure_picked_up_in_this_turn_has_to_wait() {
    let mut game = red();
    game.state.secret.buried = vec![BuriedTreasure { field: field("2,3"), treasure: Treasure::Sword }];
    game.state.table.treasures = vec![field("2,3")];
    game.state.table.workers.put(field("2,2"), 1);
    game.state.table.workers.put(field("3,2"), 1);
    game.state.table.workers.put(field("4,2"), 1);
    game.state.table.this_turn.start_links = Default::default();
    game.place(&["2,3"]).expect("it is free");
    // Blue's workers link A with C and B, and none of red's is on the way.
    assert_eq!(game.play(Treasure::Sword), Err("already_placed"));
}

#[test]
fn somebody_else_and_the_wrong_time() {
    let mut game = red();
    assert_eq!(game.act_as(1, &place(&["1,2"])), Err("not_your_turn"));
    let start = Action::ChooseStart(ChooseStart { settlement: settlement("A") });
    assert_eq!(game.act(&start), Err("wrong_phase"));
    game.state.table.phase = Phase::ChooseStart {};
    game.state
        .table
        .settlements
        .put(settlement("A"), Garrison { fighters: [0, 1, 0, 0], jarl: Some(Jarl::Own { seat: 1 }) });
    assert_eq!(game.act(&start), Err("occupied"));
    assert_eq!(game.place(&["1,2"]), Err("wrong_phase"));
    game.state.table.phase = Phase::Over { ended_by: EndedBy::FinalScoring };
    assert_eq!(game.place(&["1,2"]), Err("game_over"));
    let chance = &mut Chance::seeded([0; 32]);
    let refused = game.rules.decide(&table(), None, &place(&["1,2"]), chance);
    assert_eq!(refused.expect_err("the server places nothing").code, "not_awaited");
}

#[test]
fn every_code_is_there_once() {
    let mut codes: Vec<&str> = refusals::ALL.iter().map(|row| row.code).collect();
    codes.sort_unstable();
    let all = codes.len();
    codes.dedup();
    assert_eq!(codes.len(), all);
}
