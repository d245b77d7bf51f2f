//! Replies in games of NORD.

use rules::Chance;

use super::{LANGUAGES, Row, Scene};

/// 3 places a worker on 8,9, and 8 two on 8,9 and 9,9; 11 places three on 9,8, 8,9 and 9,9; 13 plays the sword.
const TURN: &[Row] = rows! {
    "8" => "place_workers fields=8,9+9,9";
    "8. Place 2 workers on forest east and 2 east of settlement 7"
        | "8. Set ut 2 arbeidarar på skog aust og 2 aust for busetnad 7"
        | "8. Sätt ut 2 arbetare på skog öster och 2 öster om bosättning 7"
        | "8. 2 Arbeiter auf Wald östlich und 2 östlich von Siedlung 7 einsetzen"
        => "place_workers fields=8,9+9,9";
    "Place 2 workers on forest east and 2 east of settlement 7"
        | "Set ut 2 arbeidarar på skog aust og 2 aust for busetnad 7"
        | "Sätt ut 2 arbetare på skog öster och 2 öster om bosättning 7"
        | "2 Arbeiter auf Wald östlich und 2 östlich von Siedlung 7 einsetzen"
        => "place_workers fields=8,9+9,9";
    "place workers on 8,9 and 9,9" | "set ut arbeidarar på 8,9 og 9,9"
        | "sätt ut arbetare på 8,9 och 9,9" | "Arbeiter auf 8,9 und 9,9 einsetzen" => "!unread";
    "14" => "!no_such_number";
    "12, 13" => "play_treasure treasure=chalice; !answer_gone";
};

pub fn scenes() -> Vec<Scene> {
    let title = rulesets::find("nord").unwrap();
    let mut game = title.blank(&title.options(None).unwrap(), 4).unwrap();
    game.start(&mut Chance::seeded([7; 32])).unwrap();
    let seat = usize::from(game.awaiting()[0].seat);
    vec![Scene { ruleset: "nord", state: game.position().unwrap(), later: None, seat, rows: TURN }]
}
