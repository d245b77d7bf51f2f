//! What can be replied to any question of a game: a message, how it stands, and the like.

use super::settlers::turn;
use super::{LANGUAGES, Row, Scene};

const COMMANDS: &[Row] = rows! {
    "undo" | "angre" | "ångra" | "zurücknehmen" => "!cannot_take_back";
    "status" | "stoda" | "ställningen" | "Spielstand" => "(status)";
    "How does it stand?" | "Korleis står det?" | "Hur står det?" | "Wie steht es?" => "(status)";
    "Help!" | "Hjelp!" | "Hjälp!" | "Hilfe!" => "(help)";
    "?" => "(help)";
    "settings" | "innstillingar" | "inställningar" | "Einstellungen" => "(settings_sent)";
    "say good luck, all!" | "sei lukke til, alle!" | "säg lycka till, alla!" | "sag viel Glück, alle!" => "(said)";
    "say" | "sei" | "säg" | "sag" => "!unread";
    "say good luck\nto all of you" | "sei lukke til\nalle saman" | "säg lycka till\nallihop" | "sag viel Glück\neuch allen" => "(said)";
    "5\nundo" | "5\nangre" | "5\nångra" | "5\nzurücknehmen" => "build_road edge=25; (taken_back)";
    "5, undo" | "5, angre" | "5, ångra" | "5, zurücknehmen" => "!unread";
    "rematch" | "omkamp" | "revansch" | "Revanche" => "!game_not_over";
    "I am back" | "eg er attende" | "jag är tillbaka" | "ich bin wieder da" => "(came_back)";
    "away until 7 December" | "borte til 7. desember" | "borta till 7 december" | "weg bis 7. Dezember" => "(away)";
    "back" | "tilbake" | "tillbaka" | "zurück" => "(absence_ended)";
    "away until 7 December?" | "borte til 7. desember?" | "borta till 7 december?" | "weg bis 7. Dezember?" => "!unread";
    "status quo" | "stoda i går" | "ställningen igår" | "Spielstand gestern" => "!unread";
    "rematch?" | "omkamp?" | "revansch?" | "Revanche?" => "!unread";
};

pub fn scenes() -> Vec<Scene> {
    vec![Scene::new("settlers", &turn().state, 0, COMMANDS)]
}
