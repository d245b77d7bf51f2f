//! The tools as processes: their arguments, their exit codes, and Landnám behind them.

use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use super::pipe::Pipe;

fn althing(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_althing"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs")
}

fn simulated(ruleset: &str, arguments: &[&str]) -> Value {
    let output = althing(&[&["simulate", ruleset, "--json"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn wrong_arguments_get_a_sentence_and_exit_code_2() {
    for (arguments, sentence) in [
        (vec!["simulate", "chess"], "there is no ruleset `chess`; known are: landnam, settlers, nord"),
        (vec!["drive", "chess"], "there is no ruleset `chess`; known are: landnam, settlers, nord"),
        (vec!["simulate", "landnam", "--players", "9"], "`landnam` is played by 3 to 5, not by 9"),
        (
            vec!["simulate", "landnam", "--bots", "clever"],
            "there is no bot `clever`; known are: random, steady, strong",
        ),
        (
            vec!["simulate", "landnam", "--players", "3", "--bots", "random,random,random,random"],
            "4 bots don't fit on 3 seats",
        ),
        (vec!["simulate", "landnam", "--games", "0"], "--games"),
        (vec!["simulate", "landnam", "--seed", "x"], "--seed"),
        (vec!["simulate", "landnam", "--fast"], "--fast"),
        (vec!["simulate"], "RULESET"),
    ] {
        let output = althing(&arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_simulation_counts_its_games_and_says_the_same_again() {
    let figures = ["famines", "althings", "suits_per_althing", "tokens_per_winner", "points_per_source"];
    counts_and_says_the_same_again("landnam", &figures);
}

#[test]
fn a_simulation_of_the_settlers_counts_its_games_and_says_the_same_again() {
    let figures = ["sevens_per_roll", "trades_between_players", "longest_routes_moved", "winners_points"];
    counts_and_says_the_same_again("settlers", &figures);
}

fn counts_and_says_the_same_again(ruleset: &str, figures: &[&str]) {
    let arguments = ["--players", "3", "--games", "4", "--seed", "5", "--bots", "steady,random"];
    let mut report = simulated(ruleset, &arguments);
    assert_eq!((&report["games"], &report["finished"]), (&json!(4), &json!(4)));
    assert_eq!(report["bots"], json!(["steady", "random", "steady"]));
    let counted = |field: &Value| {
        field.as_object().expect("counts").values().map(|count| count.as_u64().expect("a count")).sum::<u64>()
    };
    assert_eq!(counted(&report["ended_by"]), 4);
    assert!(counted(&report["wins_by_bot"]) >= 4);
    for figure in ["mean_turns", "mean_actions", "games_per_second", "actions_per_second"] {
        assert!(report[figure].as_f64().expect("a figure") > 0.0, "{figure}");
    }
    for figure in figures {
        assert!(!report["statistics"][*figure].is_null(), "{figure}");
    }
    let mut again = simulated(ruleset, &arguments);
    for speed in ["games_per_second", "actions_per_second"] {
        report[speed] = Value::Null;
        again[speed] = Value::Null;
    }
    assert_eq!(report, again);
}

#[test]
fn a_simulation_of_nord_counts_its_games_and_says_the_same_again() {
    counts_and_says_the_same_again("nord", &[]);
}

#[test]
fn a_simulation_for_a_person_is_a_figure_a_line() {
    let output = althing(&["simulate", "landnam", "--games", "1"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.lines().any(|line| line == "finished: 1"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("  famines: ")), "{text}");
}

#[test]
fn a_game_of_landnam_is_driven_by_its_listed_actions() {
    is_driven_by_its_listed_actions("landnam", "start_seat");
}

#[test]
fn a_game_of_the_settlers_is_driven_by_its_listed_actions() {
    is_driven_by_its_listed_actions("settlers", "development_deck");
}

#[test]
fn a_game_of_nord_is_driven_by_its_listed_actions() {
    is_driven_by_its_listed_actions("nord", "negotiators");
}

fn is_driven_by_its_listed_actions(ruleset: &str, first_draw: &str) {
    let mut pipe = Pipe::open(ruleset);
    let begun = pipe.ask(&json!({"op": "setup", "players": 3, "options": {}, "seed": "2a".repeat(32)}));
    assert_eq!(begun["draws"][0]["purpose"], first_draw);
    let mut awaiting = begun["awaiting"].clone();
    for _ in 0..200 {
        let blocking = |decision: &&Value| decision["blocking"] == true;
        let Some(awaited) = awaiting.as_array().expect("a list").iter().find(blocking) else { break };
        let seat = awaited["seat"].clone();
        let legal = pipe.ask(&json!({"op": "legal", "seat": seat}));
        let open = legal["legal"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|legal| legal["decision"]["blocking"] == true);
        let open = open.expect("the decision the game waits for");
        let action = open["actions"]
            .as_array()
            .and_then(|actions| actions.last())
            .unwrap_or(&open["shapes"][0]["action"]);
        let written = pipe
            .ask(&json!({"op": "act", "seat": seat, "decision": open["decision"]["id"], "action": action}));
        assert!(written["error"].is_null(), "{written}");
        awaiting = written["awaiting"].clone();
    }
    pipe.close();
}
