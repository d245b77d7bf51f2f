//! The set-up (rules page §2, §6): what everybody begins with, which islands there are, and what no table can choose.

use conformance::playout::{self, Observer, Seating, seed_of};
use rules::{Chance, Entry, Refusal, Rules, start};
use rulesets::nord::Nord;
use rulesets::nord::action::Action;
use rulesets::nord::event::Event;
use rulesets::nord::options::Options;
use rulesets::nord::state::{Figure, Jarl, Phase, State};
use serde_json::{Value, json};

fn options(options: Value) -> Options {
    serde_json::from_value(options).expect("options")
}

fn set_up(seats: u8, chosen: Value, seed: u64) -> (State, Entry<Action, Event>) {
    let mut chance = Chance::seeded(seed_of(seed, 0));
    let rules = Nord::default();
    let mut state = rules.blank(&options(chosen), seats).expect("a game");
    let entries = start(&rules, &mut state, &mut chance).unwrap();
    (state, entries.into_iter().next().expect("the set-up"))
}

fn draws_an_island(entry: &Entry<Action, Event>) -> bool {
    serde_json::to_value(&entry.draws[0]).expect("JSON")["purpose"] == "island"
}

fn refused(seats: u8, chosen: Value) -> (&'static str, Option<String>) {
    let Refusal { code, field, .. } = Nord::default().blank(&options(chosen), seats).expect_err("a refusal");
    (code, field.map(Into::into))
}

#[test]
fn everybody_begins_with_what_the_table_of_the_page_says() {
    for (seats, laid, pile) in [(2, 10, 20), (3, 12, 15), (4, 14, 10)] {
        let (state, _) = set_up(seats, json!({}), 1);
        let (table, secret) = (&state.table, &state.secret);
        assert_eq!(table.boats, seats + 4);
        assert_eq!(table.board.settlements().count(), usize::from(seats) + 4);
        assert!(
            table.players.iter().all(|player| (player.supply, player.treasures, player.score) == (23, 3, 0))
        );
        assert_eq!((secret.buried.len(), secret.draw_pile.len()), (laid, pile));
        assert_eq!((table.treasures.len(), table.draw_pile), (laid, pile as u8));
        assert!(secret.buried.iter().map(|buried| buried.field).is_sorted(), "in reading order");
        let jarls: Vec<Jarl> = table.settlements.iter().filter_map(|(_, hold)| hold.jarl).collect();
        assert_eq!(jarls.iter().filter(|jarl| **jarl == Jarl::Neutral {}).count(), 4);
        assert_eq!(table.dragon_boat, vec![Figure::UnusedJarl {}; usize::from(4 - seats)]);
        assert_eq!((table.next_scoring, table.turn, table.active), (1, 1, 0));
        for seat in 0..seats {
            let own = table.settlements.iter().filter(|(_, hold)| hold.fighters_of(seat) == 1);
            let own: Vec<_> = own.map(|(settlement, hold)| (settlement, hold.jarl)).collect();
            let [(settlement, jarl)] = own.as_slice() else { panic!("one start: {own:?}") };
            assert_eq!(*jarl, Some(Jarl::Own { seat }));
            assert!(table.board.island.starts.contains(settlement));
        }
    }
}

#[test]
fn everybody_gets_one_treasure_of_each_action() {
    let components = Nord::default().components.clone();
    for seed in 0..20 {
        let (state, _) = set_up(4, json!({}), seed);
        for hand in &state.secret.hands {
            let mut actions: Vec<_> = hand.kinds().map(|(kind, _)| components.action_of(kind)).collect();
            actions.sort_unstable();
            actions.dedup();
            assert_eq!((actions.len(), hand.total()), (3, 3), "{hand:?}");
        }
    }
}

#[test]
fn starts_are_dealt_at_random_or_as_listed() {
    let first = |seed, order: &str| {
        let (state, _) = set_up(3, json!({"start_order": order}), seed);
        let found = state.table.settlements.iter().find(|(_, hold)| hold.fighters_of(0) == 1);
        found.map(|(settlement, _)| settlement.to_string())
    };
    assert!((0..9).all(|seed| first(seed, "listed").as_deref() == Some("s4")));
    let drawn: std::collections::BTreeSet<_> = (0..30).map(|seed| first(seed, "random")).collect();
    assert_eq!(drawn.len(), 3);
}

#[test]
fn on_a_variable_island_the_seats_choose_in_turn_and_nobody_begins_where_another_does() {
    let rules = Nord::default();
    let (mut state, entry) = set_up(3, json!({"island": "variable", "sides": "mixed"}), 5);
    assert!(draws_an_island(&entry));
    assert!(state.table.layout.number.is_some());
    let mut chance = Chance::seeded(seed_of(6, 0));
    for seat in 0..3 {
        assert_eq!((state.table.phase.clone(), state.table.active), (Phase::ChooseStart {}, seat));
        let open = rules.legal(&state, seat);
        assert_eq!(open[0].actions.len(), 7 - usize::from(seat));
        let same: Action =
            serde_json::from_value(json!({"type": "choose_start", "settlement": "s3"})).unwrap();
        let choice = if seat == 1 {
            let refusal = rules.decide(&state, Some(seat), &same, &mut chance).expect_err("taken");
            assert_eq!((refusal.code, refusal.field.as_deref()), ("occupied", Some("settlement")));
            open[0].actions[0].clone()
        } else if seat == 0 {
            same
        } else {
            open[0].actions[0].clone()
        };
        for event in rules.decide(&state, Some(seat), &choice, &mut chance).expect("a start") {
            rules.apply(&mut state, &event).unwrap();
        }
    }
    assert_eq!(state.table.phase, Phase::Turn {});
    assert!(state.table.players.iter().all(|player| player.supply == 23));
    let neutral = state.table.settlements.iter().filter(|(_, hold)| hold.jarl == Some(Jarl::Neutral {}));
    assert_eq!(neutral.count(), 4);
    assert_eq!(state.table.dragon_boat, [Figure::UnusedJarl {}]);
}

#[test]
fn a_number_lays_its_island_without_chance() {
    let chosen = json!({"island": "variable", "number": 482_113, "sides": "back"});
    let (one, entry) = set_up(4, chosen.clone(), 1);
    let (other, _) = set_up(4, chosen, 2);
    assert_eq!(one.table.board, other.table.board);
    assert_eq!(one.table.layout.number, Some(482_113));
    assert!(!draws_an_island(&entry));
}

/// The standard island of two as an island of one's own.
fn own_island() -> Value {
    let island = Nord::default().components.island(2).expect("an island");
    let mut island = serde_json::to_value(island).expect("JSON");
    island.as_object_mut().unwrap().remove("rows");
    island
}

#[test]
fn an_island_of_ones_own_is_laid_as_given_and_moved_into_view() {
    let (state, _) = set_up(2, json!({"island": "custom", "custom": own_island()}), 1);
    assert_eq!(state.table.board.island, Nord::default().components.island(2).unwrap());
    let mut moved = own_island();
    for tile in moved["tiles"].as_array_mut().unwrap() {
        tile["x"] = json!(tile["x"].as_i64().unwrap() - 7);
    }
    let west = |field: &Value| {
        let (x, y) = field.as_str().unwrap().split_once(',').unwrap();
        json!(format!("{},{y}", x.parse::<i64>().unwrap() - 7))
    };
    moved["dragon_boat"] = west(&moved["dragon_boat"]);
    for (_, field) in moved["settlements"].as_object_mut().unwrap() {
        *field = west(field);
    }
    moved["starts"] = json!([]);
    let (state, _) = set_up(2, json!({"island": "custom", "custom": moved}), 1);
    assert_eq!(state.table.board.island.rows, Nord::default().components.island(2).unwrap().rows);
    assert_eq!(state.table.phase, Phase::ChooseStart {}, "who names no starts lets the players choose");
}

#[test]
fn what_makes_no_island_is_refused_by_field() {
    let blames = |seats, chosen: Value, field: &str| {
        assert_eq!(refused(seats, chosen.clone()), ("invalid_options", Some(field.to_owned())), "{chosen}");
    };
    assert_eq!(refused(1, json!({})).0, "invalid_seats");
    assert_eq!(refused(5, json!({})).0, "invalid_seats");
    blames(2, json!({"sides": "back"}), "sides");
    blames(2, json!({"number": 3}), "number");
    blames(2, json!({"island": "variable", "number": 1_000_000}), "number");
    blames(2, json!({"island": "custom"}), "custom");
    blames(2, json!({"custom": own_island()}), "custom");
    let custom = |change: &dyn Fn(&mut Value)| {
        let mut island = own_island();
        change(&mut island);
        json!({"island": "custom", "custom": island})
    };
    blames(3, custom(&|_| {}), "custom.tiles");
    blames(2, custom(&|island| island["tiles"][0]["x"] = json!(30_000)), "custom.tiles");
    blames(2, custom(&|island| island["tiles"][0]["side"] = json!("B")), "custom.tiles");
    blames(2, custom(&|island| island["tiles"][0]["y"] = json!(12)), "custom.tiles");
    blames(2, custom(&|island| island["dragon_boat"] = json!("3,2")), "custom.dragon_boat");
    blames(2, custom(&|island| island["dragon_boat"] = json!("-9,-9")), "custom.dragon_boat");
    blames(2, custom(&|island| island["settlements"]["s1"] = json!("6,3")), "custom.settlements");
    blames(2, custom(&|island| island["settlements"]["s8"] = json!("2,8")), "custom.settlements");
    let renamed = |from: &str, to: &str| {
        custom(&|island| {
            let settlements = island["settlements"].as_object_mut().unwrap();
            let field = settlements.remove(from).unwrap();
            settlements.insert(to.to_owned(), field);
        })
    };
    blames(2, renamed("s1", "s7"), "custom.settlements");
    blames(2, renamed("s6", "s8"), "custom.settlements");
    blames(
        2,
        custom(&|island| drop(island["settlements"].as_object_mut().unwrap().remove("s6"))),
        "custom.settlements",
    );
    blames(2, custom(&|island| island["starts"] = json!(["s1"])), "custom.starts");
    blames(2, custom(&|island| island["starts"] = json!(["s1", "s1"])), "custom.starts");
    blames(2, custom(&|island| island["starts"] = json!(["s1", "s8"])), "custom.starts");
    for wrong in [
        json!({"island": "custom", "custom": {"tiles": [{"side": "1", "x": 0, "y": 0, "rotation": 45}]}}),
        json!({"island": "atlantis"}),
        json!({"colour": "red"}),
    ] {
        assert!(serde_json::from_value::<Options>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn a_game_of_1_0_0_with_a_gap_in_the_names_of_its_settlements_is_still_read() {
    let mut island = own_island();
    let settlements = island["settlements"].as_object_mut().unwrap();
    let field = settlements.remove("s1").unwrap();
    settlements.insert("s7".to_owned(), field);
    let chosen = options(json!({"island": "custom", "custom": island}));
    let rules = Nord::default();
    assert!(rules.blank(&chosen, 2).is_err());
    let state = rules.blank_as_stored(&chosen, 2).expect("a game that was begun");
    assert_eq!(state.table.board.settlements().count(), 6);
}

#[test]
fn a_table_can_choose_everything_but_a_diagram() {
    let rules = Nord::default();
    for fine in [json!({}), json!({"island": "variable", "sides": "back"}), json!({"start_order": "listed"})]
    {
        assert_eq!(rules.check_playable(&options(fine)), Ok(()));
    }
    let diagram = json!({"rows": ["M"], "dragon_boat": "5,5", "settlements": {}, "starts": [], "tiles": []});
    let refusal = rules.check_playable(&options(json!({"diagram": diagram}))).expect_err("for tests");
    assert_eq!(refusal.field.as_deref(), Some("diagram"));
}

/// Counts the turns of a game.
struct Turns(u32);

impl Observer<Nord> for Turns {
    fn wrote(&mut self, state: &State, _entries: &[Entry<Action, Event>]) -> Result<(), String> {
        self.0 = state.table.turn;
        Ok(())
    }
}

#[test]
fn games_on_every_kind_of_island_come_to_their_end() {
    let mut game = 0;
    for island in ["standard", "variable"] {
        for sides in ["front", "mixed", "back"] {
            if island == "standard" && sides != "front" {
                continue;
            }
            for seats in 2..=4 {
                game += 1;
                let options = options(json!({"island": island, "sides": sides}));
                let bots = vec!["random".to_owned(); seats];
                let seating = Seating { options, bots, seed: seed_of(9, game), leaves: vec![] };
                let mut turns = Turns(0);
                let played = playout::play(&Nord::default(), &seating, &mut turns).expect("an end");
                assert_eq!(played.outcome.ended_by, "final_scoring");
                assert!((15..=120).contains(&turns.0), "{} turns on {island} {sides}", turns.0);
            }
        }
    }
}
