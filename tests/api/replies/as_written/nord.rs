//! Replies in games of NORD.

use rules::Chance;

use super::{Row, Scene, all, row};

/// 3 places a worker on 8,9, and 8 two on 8,9 and 9,9; 11 places three on 9,8, 8,9 and 9,9; 13 plays the sword.
const TURN: &[Row] = &[
    all("8", "place_workers fields=8,9+9,9"),
    row(
        "8. Place 2 workers on 8,9 (forest) and 9,9 (forest)",
        "8. Set ut 2 arbeidarar på 8,9 (skog) og 9,9 (skog)",
        "8. Sätt ut 2 arbetare på 8,9 (skog) och 9,9 (skog)",
        "8. 2 Arbeiter auf 8,9 (Wald) und 9,9 (Wald) einsetzen",
        "place_workers fields=8,9+9,9",
    ),
    row(
        "place workers on 8,9 and 9,9",
        "set ut arbeidarar på 8,9 og 9,9",
        "sätt ut arbetare på 8,9 och 9,9",
        "Arbeiter auf 8,9 und 9,9 einsetzen",
        "place_workers fields=8,9+9,9",
    ),
    row("8,9 and 9,9", "8,9 og 9,9", "8,9 och 9,9", "8,9 und 9,9", "place_workers fields=8,9+9,9"),
    row(
        "worker on 8,9",
        "arbeidar på 8,9",
        "arbetare på 8,9",
        "Arbeiter auf 8,9",
        "place_workers fields=8,9",
    ),
    all("place_workers fields=8,9 9,9", "place_workers fields=8,9+9,9"),
    row("sword", "sverd", "svärd", "Schwert", "play_treasure treasure=sword"),
    row(
        "Play the sword, then place a worker on 8,9",
        "Spel sverd, så set ut ein arbeidar på 8,9",
        "Spela svärd, sedan sätt ut en arbetare på 8,9",
        "Schwert ausspielen, dann einen Arbeiter auf 8,9 einsetzen",
        "play_treasure treasure=sword; place_workers fields=8,9",
    ),
    row("place workers", "set ut arbeidarar", "sätt ut arbetare", "Arbeiter einsetzen", "!ambiguous"),
    row(
        "place a worker on 1,1",
        "set ut ein arbeidar på 1,1",
        "sätt ut en arbetare på 1,1",
        "einen Arbeiter auf 1,1 einsetzen",
        "!no_such_answer",
    ),
    row("attack", "gå til åtak", "anfall", "angreifen", "!no_such_answer"),
    row("end turn", "avslutt turen", "avsluta turen", "Zug beenden", "!no_such_answer"),
    all("14", "!no_such_number"),
    row(
        "12, and 13?",
        "12, og 13?",
        "12, och 13?",
        "12, und 13?",
        "play_treasure treasure=chalice; !answer_gone",
    ),
];

pub fn scenes() -> Vec<Scene> {
    let title = rulesets::find("nord").unwrap();
    let mut game = title.blank(&title.options(None).unwrap(), 4).unwrap();
    game.start(&mut Chance::seeded([7; 32])).unwrap();
    let seat = usize::from(game.awaiting()[0].seat);
    vec![Scene { ruleset: "nord", state: game.position().unwrap(), later: None, seat, rows: TURN }]
}
