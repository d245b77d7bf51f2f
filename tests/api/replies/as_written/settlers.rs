//! Replies in games of the Settlers.

use serde_json::json;

use super::{LANGUAGES, Row, Scene};
use crate::island::{Game, begun, standard};

/// Where a settlement is founded, with 54 answers: number 1 is vertex 0.
const SET_UP: &[Row] = rows! {
    "3" => "place_setup_settlement vertex=2";
    "3." => "place_setup_settlement vertex=2";
    "3)" => "place_setup_settlement vertex=2";
    "(3)" => "place_setup_settlement vertex=2";
    "#3" => "place_setup_settlement vertex=2";
    "“3”" => "place_setup_settlement vertex=2";
    "*3*" => "place_setup_settlement vertex=2";
    "- 3" => "place_setup_settlement vertex=2";
    "３" => "place_setup_settlement vertex=2";
    "3 👍" => "place_setup_settlement vertex=2";
    "\u{A0}3\u{A0}" => "place_setup_settlement vertex=2";
    "3 👎" => "!unread";
    "3?" => "!unread";
    "03" => "!unread";
    "3rd" => "!unread";
    "Option 3" | "Svar 3" | "Alternativ 3" | "Antwort 3" => "!unread";
    "Three" | "Tre" | "Tre" | "Drei" => "!unread";
    "I'll take number 3, please." | "Eg tek nummer 3, takk." | "Jag tar nummer 3, tack." | "Ich nehme die 3, bitte." => "!unread";
    "Found a settlement on 8 ore · 10 brick · coast" | "Set eit hus ved 8 malm · 10 leire · kyst"
        | "Ställ ett hus vid 8 malm · 10 lera · kust" | "Eine Siedlung an 8 Erz · 10 Lehm · Küste gründen" => "place_setup_settlement vertex=20";
    "FOUND A SETTLEMENT ON 8 ORE 10 BRICK COAST!" | "set eit hus ved 8 malm 10 leire kyst."
        | "stall ett hus vid 8 malm, 10 lera, kust" | "eine siedlung an 8 erz 10 lehm kueste gruenden" => "place_setup_settlement vertex=20";
    "3. Found a settlement on 9 lumber (north corner) · coast" | "3. Set eit hus ved 9 tømmer (nordhjørnet) · kyst"
        | "3. Ställ ett hus vid 9 trä (norra hörnet) · kust" | "3. Eine Siedlung an 9 Holz (Nordecke) · Küste gründen" => "place_setup_settlement vertex=2";
    "3. Found a settlement on 8 ore · 10 brick · coast" | "3. Set eit hus ved 8 malm · 10 leire · kyst"
        | "3. Ställ ett hus vid 8 malm · 10 lera · kust" | "3. Eine Siedlung an 8 Erz · 10 Lehm · Küste gründen" => "!unread";
    "8 ore 10 brick" | "8 malm · 10 leire · kyst" | "8 malm 10 lera" | "8 Erz · 10 Lehm · Küste"
        => "place_setup_settlement vertex=20";
    "8 ore" | "8 malm" | "8 malm" | "8 Erz" => "!unread";
    "9 lumber" | "9 tømmer" | "9 trä" | "9 Holz" => "!unread";
    "Build a settlement on 13" | "Bygg eit hus på 13" | "Bygg ett hus på 13" | "Baue eine Siedlung auf 13" => "!unread";
    "Hi all!\n\n3\n\nThanks!\nAnna" | "Hei alle saman,\n3\nTakk!\nAnna"
        | "Hej alla!\n3\nTack!\nAnna" | "Hallo zusammen,\n3\nDanke!\nAnna" => "place_setup_settlement vertex=2; !unread";
    "Hi!\n\n3\n\nBest, Anna\n555 123 456"
        | "Hei,\n\n3\n\nMvh Anna\nTlf. 22 33 44 55"
        | "Hej!\n\n3\n\nHälsningar\nAnna\n070-123 45 67"
        | "Hallo zusammen,\n\n3\n\nLG Anna\n+49 911 123456"
        => "place_setup_settlement vertex=2";
    "3\n\nBest regards\nAud the Deep-Minded\n12\nNY 10001"
        | "3\n\nVenleg helsing\nAud Djupaudga\nStorgata\n5"
        | "3\n\nMed vänliga hälsningar\nAud Djupsinta\nStorgatan\n5"
        | "3\n\nMit freundlichen Grüßen\nAud die Weise\nHauptstraße\n5"
        => "place_setup_settlement vertex=2";
    "3\n\nSent from my iPhone\n4" | "3\n\nSendt frå iPhonen min\n4"
        | "3\n\nSkickat från min iPhone\n4" | "3\n\nVon meinem iPhone gesendet\n4" => "place_setup_settlement vertex=2";
    "3\n-- \nAnna\n4" => "place_setup_settlement vertex=2";
    "> Your decision: where?\n\n3\n\n> 4. Found" | "> Avgjerda di: kvar?\n\n3\n\n> 4. Set"
        | "> Ditt beslut: var?\n\n3\n\n> 4. Ställ" | "> Deine Entscheidung: wo?\n\n3\n\n> 4. Eine" => "place_setup_settlement vertex=2";
    "3\n\n> 4. Found\n\n1" => "place_setup_settlement vertex=2; !unread";
    "> a line that is broken\n4\n\n3" => "!unread";
    "3\n\nFrom: Althing\nSent: Friday\nTo: Aud\nSubject: x\n\n4"
        | "3\n\nFrå: Althing\nSendt: fredag\nTil: Aud\nEmne: x\n\n4"
        | "3\n\nFrån: Althing\nSkickat: fredag\nTill: Aud\nÄmne: x\n\n4"
        | "3\n\nVon: Althing\nGesendet: Freitag\nAn: Aud\nBetreff: x\n\n4"
        => "place_setup_settlement vertex=2; !unread";
    "21, 1" => "place_setup_settlement vertex=20; place_setup_road edge=22";
    "21,1" => "place_setup_settlement vertex=20; place_setup_road edge=22";
    "21\n1" => "place_setup_settlement vertex=20; place_setup_road edge=22";
    "21\n\n1" => "place_setup_settlement vertex=20; place_setup_road edge=22";
    "Found a settlement on 8 ore · 10 brick · coast\nLay the road on the east coast of 10 brick, towards ore harbour 2:1"
        | "Set eit hus ved 8 malm · 10 leire · kyst\nLegg vegen på austkysten av 10 leire, mot hamn 2:1 for malm"
        | "Ställ ett hus vid 8 malm · 10 lera · kust\nLägg vägen på östra kusten av 10 lera, mot hamn 2:1 för malm"
        | "Eine Siedlung an 8 Erz · 10 Lehm · Küste gründen\nDie Straße an der Ostküste von 10 Lehm, Richtung Hafen 2:1 für Erz legen"
        => "place_setup_settlement vertex=20; place_setup_road edge=22";
    "21, 99, 1" => "place_setup_settlement vertex=20; !no_such_number";
    "21\nThe 2nd game was great!\n1" | "21\nDet 2. spelet var gøy!\n1"
        | "21\nDet 2:a spelet var kul!\n1" | "21\nDas 2. Spiel war toll!\n1" => "place_setup_settlement vertex=20; !unread";
    "21\n\nOn 2 November I am away." | "21\n\nDen 2. november er eg på ferie."
        | "21\n\nDen 2 november är jag på semester." | "21\n\nAm 2. November bin ich weg." => "place_setup_settlement vertex=20; !unread";
    "The 2nd round will be exciting.\n\n3" | "Den 2. runda vert spanande.\n\n3"
        | "Den 2:a omgången blir spännande.\n\n3" | "Die 2. Runde wird spannend.\n\n3" => "!unread";
    "[EXTERNAL] This message came from outside.\n\n3" | "ADVARSEL: denne e-posten kjem utanfrå.\nIkkje trykk på lenkjer.\n\n3"
        | "(Externt) Det här mejlet kommer utifrån.\n3" | "ACHTUNG: externe E-Mail\n\n3" => "place_setup_settlement vertex=2";
    "55" => "!no_such_number";
    "0" => "!no_such_number";
    "-1" => "!unread";
    "1 or 2" | "1 eller 2" | "1 eller 2" | "1 oder 2" => "!unread";
    "1 2" => "!unread";
    "22 33 44 55" => "!unread";
    "1/2" => "!unread";
    "13:00" => "!unread";
    "20.11.2026" => "!unread";
    "1, no wait, 2" | "1, nei vent, 2" | "1, nej vänta, 2" | "1, nein warte, 2" => "!unread";
    "3 because it lies by the sea" | "3 fordi det ligg ved sjøen"
        | "3 för att det ligger vid havet" | "3 weil es am Meer liegt" => "!unread";
    "yes" | "ja" | "ja" | "ja" => "!not_plain";
    "OK.\n3" | "Ja.\n3" | "Ja.\n3" | "Gerne.\n3" => "place_setup_settlement vertex=2";
    "Good luck to us all" | "Lukke til alle saman" | "Lycka till allesammans" | "Viel Glück uns allen" => "!unread";
    "" => "!no_answer";
    "Hi!" | "Hei!" | "Hej!" | "Hallo!" => "!no_answer";
    late "3" => "!question_closed";
};

/// 1 ends the turn; 2 to 9 are roads on edges 19, 20, 22, 25, 28, 31, 32, 35; 10 to 12 settlements at 17, 18, 23; 13 to 16
/// give the bank 4 wool for lumber, brick, grain, ore; 17 is an offer. In hand are 2 lumber, 2 brick, 4 wool, 1 grain.
const TURN: &[Row] = rows! {
    "5, 1" => "build_road edge=25; end_turn";
    "2, 3, 1" => "build_road edge=19; build_road edge=20; end_turn";
    "5\n8\n1" => "build_road edge=25; build_road edge=32; end_turn";
    "5 8" => "!unread";
    "5, 5" => "build_road edge=25; !answer_gone";
    "Build a road between 11 lumber and 12 grain, towards 9 grain\nEnd your turn"
        | "Bygg ein veg mellom 11 tømmer og 12 korn, mot 9 korn\nAvslutt turen din"
        | "Bygg en väg mellan 11 trä och 12 korn, mot 9 korn\nAvsluta ditt drag"
        | "Eine Straße zwischen 11 Holz und 12 Getreide, Richtung 9 Getreide bauen\nDeinen Zug beenden"
        => "build_road edge=25; end_turn";
    "5\nsay there it is" | "5\nsei der er han" | "5\nsäg där är den" | "5\nsag da ist sie" => "build_road edge=25; (said)";
    "end_turn" => "!unread";
    "{\"type\":\n \"end_turn\"}" => "!unread";
    "offer 2 wool for 1 ore" | "by 2 ull for 1 malm" | "erbjud 2 ull mot 1 malm" | "2 Wolle für 1 Erz anbieten" => "!unread";
    "17 give: 2 wool, get: 1 ore" | "17 gjev: 2 ull, får: 1 malm"
        | "17 ger: 2 ull, får: 1 malm" | "17 gebe: 2 Wolle, bekomme: 1 Erz" => "offer_trade get=ore:1 give=wool:2";
    "17: give: 2 wool and 1 lumber; get: ore"
        | "17. gjev: 2 ull og 1 tømmer; får: malm"
        | "17) ger: 2 ull och 1 trä; får: malm"
        | "17: gebe: 2 Wolle und 1 Holz; bekomme: Erz"
        => "offer_trade get=ore:1 give=lumber:1+wool:2";
    "17 give=wool:2 get=ore:1" => "offer_trade get=ore:1 give=wool:2";
    "17 give: 2 wool, get: 1 ore, to: {1} and {3}"
        | "17 gjev: 2 ull, får: 1 malm, til: {1} og {3}"
        | "17 ger: 2 ull, får: 1 malm, till: {1} och {3}"
        | "17 gebe: 2 Wolle, bekomme: 1 Erz, an: {1} und {3}"
        => "offer_trade get=ore:1 give=wool:2 to=1+3";
    "17 give: 2 wool, get: 1 ore\n1" | "17 gjev: 2 ull, får: 1 malm\n1"
        | "17 ger: 2 ull, får: 1 malm\n1" | "17 gebe: 2 Wolle, bekomme: 1 Erz\n1" => "offer_trade get=ore:1 give=wool:2; end_turn";
    "17 2 wool for 1 ore" | "17 2 ull for 1 malm" | "17 2 ull mot 1 malm" | "17 2 Wolle für 1 Erz" => "!unread";
    "17 give: 1 wool, get: 1 braick" | "17 gjev: 1 ull, får: 1 lire"
        | "17 ger: 1 ull, får: 1 lärå" | "17 gebe: 1 Wolle, bekomme: 1 Lhem" => "!no_bundle";
    "17 give: 5 wool, get: 1 ore" | "17 gjev: 5 ull, får: 1 malm"
        | "17 ger: 5 ull, får: 1 malm" | "17 gebe: 5 Wolle, bekomme: 1 Erz" => "!too_many";
    "17 give: 2 wool, get: 1 wool" | "17 gjev: 2 ull, får: 1 ull"
        | "17 ger: 2 ull, får: 1 ull" | "17 gebe: 2 Wolle, bekomme: 1 Wolle" => "!too_many";
    "17 give: 2 wool" | "17 gjev: 2 ull" | "17 ger: 2 ull" | "17 gebe: 2 Wolle" => "!still_empty";
    "17" => "!still_empty";
    "17 give: 1 wool, get: 1 ore, to: Olaf" | "17 gjev: 1 ull, får: 1 malm, til: Olav"
        | "17 ger: 1 ull, får: 1 malm, till: Olof" | "17 gebe: 1 Wolle, bekomme: 1 Erz, an: Olaf" => "!no_seats";
    "5: 3" => "!nothing_to_fill_in";
    "build" | "bygg" | "bygg" | "bauen" => "!unread";
    late "5" => "!question_closed";
};

/// An ore is offered for a brick: 1 accepts, 2 declines, 3 is a counter-offer. In hand are 2 brick and 1 wool.
const OFFERED: &[Row] = rows! {
    "yes" | "ja" | "ja" | "ja" => "accept_trade offer=1";
    "Yes please!" | "Ja takk!" | "Ja tack!" | "Ja, gern!" => "accept_trade offer=1";
    "Yes, {1}" | "Ja, {1}" | "Ja, {1}" | "Ja, {1}" => "accept_trade offer=1";
    "👍" => "accept_trade offer=1";
    "1" => "accept_trade offer=1";
    "1\nThank you so much, friend" | "1\nDu er snill" | "1\nDu är snäll" | "1\nDu bist lieb" => "accept_trade offer=1; !unread";
    "no thanks" | "nei takk" | "nej tack" | "nein danke" => "reject_trade offer=1";
    "No, thank you.\n{1}" | "Nei, takk.\n{1}" | "Nej, tack.\n{1}" | "Nein, danke.\n{1}" => "reject_trade offer=1";
    "No, sorry." | "Nei, dessverre." | "Nej, tyvärr." | "Nein, leider." => "reject_trade offer=1";
    "👎" => "reject_trade offer=1";
    "3 give: 1 brick, get: 2 ore" | "3 gjev: 1 leire, får: 2 malm"
        | "3 ger: 1 lera, får: 2 malm" | "3 gebe: 1 Lehm, bekomme: 2 Erz" => "counter_trade get=ore:2 give=brick:1 offer=1";
    "yes, but only for 2 ore" | "ja, men berre for 2 malm" | "ja, men bara för 2 malm" | "ja, aber nur für 2 Erz" => "!plain_yes_or_no";
    "Ok, I can't, sorry." | "Ok, det går ikkje, orsak."
        | "Ok, det går inte, tyvärr." | "Ja, leider brauche ich die selbst." => "!plain_yes_or_no";
    "Yeah, no." | "Ja, nei." | "Ja, nej." | "Ja, nein." => "!plain_yes_or_no";
    "yes?" | "ja?" | "ja?" | "ja?" => "!plain_yes_or_no";
    "Yes\n\nBut not now." | "Ja\n\nMen ikkje no." | "Ja\n\nMen inte nu." | "Ja\n\nAber nicht jetzt." => "!plain_yes_or_no";
    "maybe" | "kanskje" | "kanske" | "vielleicht" => "!plain_yes_or_no";
    late "yes" | "ja" | "ja" | "ja" => "!question_closed";
};

/// Four cards are to be given back, of 3 lumber, 4 wool and 2 grain.
const SEVEN: &[Row] = rows! {
    "1: 2 wool, 2 grain" | "1: 2 ull, 2 korn" | "1: 2 ull, 2 korn" | "1: 2 Wolle, 2 Getreide" => "discard cards=grain:2+wool:2";
    "1 4 wool" | "1 4 ull" | "1 4 ull" | "1 4 Wolle" => "discard cards=wool:4";
    "1 cards: 4 wool" | "1 kort: 4 ull" | "1 kort: 4 ull" | "1 Karten: 4 Wolle" => "discard cards=wool:4";
    "2 wool, 2 grain" | "2 ull, 2 korn" | "2 ull, 2 korn" | "2 Wolle, 2 Getreide" => "!unread";
    "1: 2 wool, 1 grain" | "1: 2 ull, 1 korn" | "1: 2 ull, 1 korn" | "1: 2 Wolle, 1 Getreide" => "!wrong_total";
    "1: 5 wool" | "1: 5 ull" | "1: 5 ull" | "1: 5 Wolle" => "!too_many";
    "yes" | "ja" | "ja" | "ja" => "!not_plain";
};

/// A player who holds all kinds of card can offer each of them, whichever of the shapes is named.
const RICH: &[Row] = rows! {
    "12 give: 1 lumber, get: 2 brick" | "12 gjev: 1 tømmer, får: 2 leire"
        | "12 ger: 1 trä, får: 2 lera" | "12 gebe: 1 Holz, bekomme: 2 Lehm" => "offer_trade get=brick:2 give=lumber:1";
};

/// Seat 0 has rolled, and can build, buy, and trade.
pub fn turn() -> Game {
    let game = standard().settlement(0, &[20]).roads(0, &[26, 27]).settlement(1, &[40]);
    game.hand(0, [2, 2, 4, 1, 0]).hand(1, [0, 0, 0, 2, 3])
}

fn offered() -> Game {
    let mut game = standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 2, 1, 0, 0]).hand(2, [0, 1, 0, 0, 0]);
    game.does(0, json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}}));
    game
}

/// The first settlement is to be founded.
pub fn first() -> Game {
    begun(4)
}

pub fn scenes() -> Vec<Scene> {
    let start = first();
    let first = start.state.table.active;
    let mut founded = start.clone();
    founded.does(first, json!({"type": "place_setup_settlement", "vertex": 30}));
    let mut ended = turn();
    ended.does(0, json!({"type": "end_turn"}));
    let mut withdrawn = offered();
    withdrawn.does(0, json!({"type": "withdraw_trade", "offer": 1}));
    let mut seven = standard().hand(0, [3, 0, 4, 2, 0]).before_the_roll();
    seven.rolls([3, 4]);
    let rich = standard().settlement(0, &[20]).roads(0, &[26]).hand(0, [1, 1, 2, 1, 2]);
    vec![
        Scene::new("settlers", &start.state, usize::from(first), SET_UP).later(&founded.state),
        Scene::new("settlers", &turn().state, 0, TURN).later(&ended.state),
        Scene::new("settlers", &offered().state, 1, OFFERED).later(&withdrawn.state),
        Scene::new("settlers", &seven.state, 0, SEVEN),
        Scene::new("settlers", &rich.state, 0, RICH),
    ]
}
