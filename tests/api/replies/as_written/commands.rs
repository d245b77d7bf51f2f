//! What can be replied to any question of a game: a message, how it stands, and the like.

use super::settlers::turn;
use super::{Row, Scene, all, row};

const COMMANDS: &[Row] = &[
    row("undo", "angre", "ångra", "zurücknehmen", "!cannot_take_back"),
    row("status", "stoda", "ställningen", "Spielstand", "(status)"),
    row("How does it stand?", "Korleis står det?", "Hur står det?", "Wie steht es?", "(status)"),
    row("Help!", "Hjelp!", "Hjälp!", "Hilfe!", "(help)"),
    all("?", "(help)"),
    row("settings", "innstillingar", "inställningar", "Einstellungen", "(settings_sent)"),
    row(
        "say good luck, all!",
        "sei lukke til, alle!",
        "säg lycka till, alla!",
        "sag viel Glück, alle!",
        "(said)",
    ),
    row("say", "sei", "säg", "sag", "!unread"),
    row(
        "say good luck\nto all of you",
        "sei lukke til\nalle saman",
        "säg lycka till\nallihop",
        "sag viel Glück\neuch allen",
        "(said)",
    ),
    row("5\nundo", "5\nangre", "5\nångra", "5\nzurücknehmen", "build_road edge=25; (taken_back)"),
    row("5, undo", "5, angre", "5, ångra", "5, zurücknehmen", "!unread"),
    row("rematch", "omkamp", "revansch", "Revanche", "!game_not_over"),
    row("I am back", "eg er attende", "jag är tillbaka", "ich bin wieder da", "(came_back)"),
    row("status quo", "stoda i går", "ställningen igår", "Spielstand gestern", "!unread"),
    row("rematch?", "omkamp?", "revansch?", "Revanche?", "!unread"),
];

pub fn scenes() -> Vec<Scene> {
    vec![Scene::new("settlers", &turn().state, 0, COMMANDS)]
}
