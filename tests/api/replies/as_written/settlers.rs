//! Replies in games of the Settlers.

use serde_json::json;

use super::{Row, Scene, all, late, row};
use crate::island::{Game, begun, standard};

/// Where a settlement is founded, with 54 answers: number 1 is vertex 0.
const SET_UP: &[Row] = &[
    all("3", "place_setup_settlement vertex=2"),
    all("3.", "place_setup_settlement vertex=2"),
    all("3)", "place_setup_settlement vertex=2"),
    all("#3", "place_setup_settlement vertex=2"),
    all("*3*", "place_setup_settlement vertex=2"),
    all("- 3", "place_setup_settlement vertex=2"),
    all("３", "place_setup_settlement vertex=2"),
    all("3 👍", "place_setup_settlement vertex=2"),
    all("\u{A0}3\u{A0}", "place_setup_settlement vertex=2"),
    row("Option 3", "Svar 3", "Alternativ 3", "Antwort 3", "place_setup_settlement vertex=2"),
    row("No. 3!", "Nr. 3!", "Nummer 3!", "Nr. 3!", "place_setup_settlement vertex=2"),
    row("Three", "Tre", "Tre", "Drei", "place_setup_settlement vertex=2"),
    row(
        "I'd like to build a settlement on 13, please",
        "Bygg eit hus på 13, takk",
        "Bygg ett hus på 13, tack",
        "Baue eine Siedlung auf 13, bitte",
        "place_setup_settlement vertex=13",
    ),
    row(
        "Place the settlement at vertex 13",
        "Plasser huset i kryss 13",
        "Placera huset i kryss 13",
        "Setze die Siedlung auf 13",
        "place_setup_settlement vertex=13",
    ),
    row("twelve", "tolv", "tolv", "zwölf", "place_setup_settlement vertex=11"),
    row(
        "I'll take number 3, please.",
        "Eg tek nummer 3, takk.",
        "Jag tar 3:an, tack.",
        "Ich nehme die 3, bitte.",
        "place_setup_settlement vertex=2",
    ),
    row(
        "Hi all, 3. Thanks!\nAnna",
        "Hei alle saman, 3. Takk!\nAnna",
        "Hej alla, 3. Tack!\nAnna",
        "Hallo zusammen, 3. Danke!\nAnna",
        "place_setup_settlement vertex=2",
    ),
    row(
        "Hi!\n\n3\n\nBest, Anna\n555 123 456",
        "Hei,\n\n3\n\nMvh Anna\nTlf. 22 33 44 55",
        "Hej!\n\n3\n\nHälsningar\nAnna\n070-123 45 67",
        "Hallo zusammen,\n\n3\n\nLG Anna\n+49 911 123456",
        "place_setup_settlement vertex=2",
    ),
    row(
        "3\n\nAud the Deep-Minded\n12 Main Street, NY 10001",
        "3\n\nAud Djupaudga\nStorgata 5\n5020 Bergen",
        "3\n\nAud Djupsinta\nStorgatan 5\n411 38 Göteborg",
        "3\n\nAud die Weise\nHauptstraße 5\n90402 Nürnberg",
        "place_setup_settlement vertex=2",
    ),
    row(
        "3\n\nSent from my iPhone",
        "3\n\nSendt frå iPhonen min",
        "3\n\nSkickat från min iPhone",
        "3\n\nVon meinem iPhone gesendet",
        "place_setup_settlement vertex=2",
    ),
    row(
        "> Your decision: where?\n\n3\n\n> 4. Found",
        "> Avgjerda di: kvar?\n\n3\n\n> 4. Set",
        "> Ditt beslut: var?\n\n3\n\n> 4. Ställ",
        "> Deine Entscheidung: wo?\n\n3\n\n> 4. Eine",
        "place_setup_settlement vertex=2",
    ),
    row(
        "3\n\nFrom: Althing\nSent: Friday\nTo: Aud\nSubject: x\n\n4",
        "3\n\nFrå: Althing\nSendt: fredag\nTil: Aud\nEmne: x\n\n4",
        "3\n\nFrån: Althing\nSkickat: fredag\nTill: Aud\nÄmne: x\n\n4",
        "3\n\nVon: Althing\nGesendet: Freitag\nAn: Aud\nBetreff: x\n\n4",
        "place_setup_settlement vertex=2",
    ),
    row(
        "3. Found a settlement at vertex 2",
        "3. Set eit hus i kryss 2",
        "3. Ställ ett hus i kryss 2",
        "3. Eine Siedlung an Kreuzung 2 gründen",
        "place_setup_settlement vertex=2",
    ),
    row("settlement 20", "hus 20", "hus 20", "Siedlung 20", "place_setup_settlement vertex=20"),
    row("at vertex 20", "i kryss 20", "i kryss 20", "an Kreuzung 20", "place_setup_settlement vertex=20"),
    all("place_setup_settlement vertex=20", "place_setup_settlement vertex=20"),
    all("21, 1", "place_setup_settlement vertex=20; place_setup_road edge=22"),
    all("21\n1", "place_setup_settlement vertex=20; place_setup_road edge=22"),
    row(
        "21, then 1",
        "21, så 1",
        "21, sedan 1",
        "21, dann 1",
        "place_setup_settlement vertex=20; place_setup_road edge=22",
    ),
    row(
        "Found a settlement at vertex 20, then lay the road on edge 22",
        "Set eit hus i kryss 20, så legg vegen på strekning 22",
        "Ställ ett hus i kryss 20, sedan lägg vägen på sträcka 22",
        "Eine Siedlung an Kreuzung 20 gründen, dann die Straße auf Weg 22 legen",
        "place_setup_settlement vertex=20; place_setup_road edge=22",
    ),
    row(
        "settlement 20\nroad 22\n\nAnna",
        "hus 20\nveg 22\n\nAnna",
        "hus 20\nväg 22\n\nAnna",
        "Siedlung 20\nStraße 22\n\nAnna",
        "place_setup_settlement vertex=20; place_setup_road edge=22",
    ),
    all("21, 99, 1", "place_setup_settlement vertex=20; !no_such_number"),
    row(
        "21\nroad 99",
        "21\nveg 99",
        "21\nväg 99",
        "21\nStraße 99",
        "place_setup_settlement vertex=20; !no_such_answer",
    ),
    row("found a settlement", "set eit hus", "ställ ett hus", "eine Siedlung gründen", "!ambiguous"),
    row(
        "fuond a setlement at 20",
        "sett eit huus i kryss 20",
        "ställ ett hsu i kryss 20",
        "eine Sidelung an Kreuzung 20",
        "!no_such_answer",
    ),
    all("55", "!no_such_number"),
    all("0", "!no_such_number"),
    all("-1", "!no_such_answer"),
    row("1 or 2", "1 eller 2", "1 eller 2", "1 oder 2", "!several_answers"),
    all("1 2", "!several_answers"),
    all("1/2", "!several_answers"),
    row("1, no wait, 2", "1, nei vent, 2", "1, nej vänta, 2", "1, nein warte, 2", "!several_answers"),
    row(
        "3 because it lies by the sea",
        "3 fordi det ligg ved sjøen",
        "3 för att det ligger vid havet",
        "3 weil es am Meer liegt",
        "!nothing_to_fill_in",
    ),
    row("yes", "ja", "ja", "ja", "!not_plain"),
    row("OK.\n3", "Ja.\n3", "Ja.\n3", "Gerne.\n3", "place_setup_settlement vertex=2"),
    row(
        "Good luck to us all",
        "Lukke til alle saman",
        "Lycka till allesammans",
        "Viel Glück uns allen",
        "!no_such_answer",
    ),
    all("", "!no_answer"),
    late(all("3", "!question_closed")),
    late(row("at vertex 20", "i kryss 20", "i kryss 20", "an Kreuzung 20", "!question_closed")),
];

/// 1 ends the turn; 2 to 9 are roads on edges 19, 20, 22, 25, 28, 31, 32, 35; 10 to 12 settlements at 17, 18, 23; 13 to 16
/// give the bank 4 wool for lumber, brick, grain, ore; 17 is an offer. In hand are 2 lumber, 2 brick, 4 wool, 1 grain.
const TURN: &[Row] = &[
    all("5, 1", "build_road edge=25; end_turn"),
    all("2, 3, 1", "build_road edge=19; build_road edge=20; end_turn"),
    all("5\n8\n1", "build_road edge=25; build_road edge=32; end_turn"),
    row("5 and 8", "5 og 8", "5 och 8", "5 und 8", "build_road edge=25; build_road edge=32"),
    all("5 8", "!several_answers"),
    all("5, 5", "build_road edge=25; !answer_gone"),
    row(
        "build a road on edge 25, end turn",
        "bygg ein veg på strekning 25, avslutt turen",
        "bygg en väg på sträcka 25, avsluta draget",
        "eine Straße auf Weg 25 bauen, Zug beenden",
        "build_road edge=25; end_turn",
    ),
    row(
        "road 25, end my turn",
        "veg 25, avslutt turen min",
        "väg 25, avsluta mitt drag",
        "Straße 25, beende meinen Zug",
        "build_road edge=25; end_turn",
    ),
    row(
        "Road on 25. Then settlement at 17. End turn.",
        "Veg på 25. Så hus i 17. Avslutt turen.",
        "Väg på 25. Sedan hus i 17. Avsluta draget.",
        "Straße auf 25. Dann Siedlung an 17. Zug beenden.",
        "build_road edge=25; build_settlement vertex=17; end_turn",
    ),
    row(
        "Hi Althing,\n\nI'd like to end my turn, please.\n\nCheers\nAnna",
        "Hei,\n\neg vil gjerne avslutte turen min, takk.\n\nHelsing Anna",
        "Hej!\n\nJag vill gärna avsluta mitt drag, tack.\n\nHälsningar\nAnna",
        "Hallo,\n\nich möchte bitte meinen Zug beenden.\n\nViele Grüße\nAnna",
        "end_turn",
    ),
    row("done", "ferdig", "klar", "fertig", "end_turn"),
    row("I'm done!", "Eg er ferdig!", "Jag är klar!", "Ich bin fertig!", "end_turn"),
    all("end_turn", "end_turn"),
    all("{\"type\":\n \"end_turn\"}", "end_turn"),
    row(
        "4 wool for 1 ore",
        "4 ull i 1 malm",
        "4 ull mot 1 malm",
        "4 Wolle gegen 1 Erz",
        "maritime_trade get=ore give=wool",
    ),
    row(
        "Trade 4 wool for 1 ore with the bank, done",
        "Byt 4 ull i 1 malm frå bunken, ferdig",
        "Byt 4 ull mot 1 malm från högen, klar",
        "4 Wolle gegen 1 Erz mit der Bank tauschen, fertig",
        "maritime_trade get=ore give=wool; end_turn",
    ),
    row(
        "offer 2 wool for 1 ore",
        "by 2 ull for 1 malm",
        "erbjud 2 ull mot 1 malm",
        "2 Wolle für 1 Erz anbieten",
        "offer_trade get=ore:1 give=wool:2",
    ),
    row(
        "offer two wool and a lumber for one ore",
        "by to ull og eit tømmer for ein malm",
        "erbjud två ull och en tra mot en malm",
        "biete zwei Wolle und ein Holz für ein Erz",
        "offer_trade get=ore:1 give=lumber:1+wool:2",
    ),
    row(
        "give 2 wool, get 1 ore",
        "gjev 2 ull, får 1 malm",
        "ger 2 ull, får 1 malm",
        "gebe 2 Wolle, bekomme 1 Erz",
        "offer_trade get=ore:1 give=wool:2",
    ),
    row(
        "17: give: 2 wool, get: 1 ore",
        "17: gjev: 2 ull, får: 1 malm",
        "17: ger: 2 ull, får: 1 malm",
        "17: gebe: 2 Wolle, bekomme: 1 Erz",
        "offer_trade get=ore:1 give=wool:2",
    ),
    row(
        "17 2 wool for 1 ore",
        "17 2 ull for 1 malm",
        "17 2 ull mot 1 malm",
        "17 2 Wolle für 1 Erz",
        "offer_trade get=ore:1 give=wool:2",
    ),
    row(
        "17\ngive: wool 2\nget: ore",
        "17\ngjev: ull 2\nfår: malm",
        "17\nger: ull 2\nfår: malm",
        "17\ngebe: Wolle 2\nbekomme: Erz",
        "offer_trade get=ore:1 give=wool:2",
    ),
    all("17 give=wool:2 get=ore:1", "offer_trade get=ore:1 give=wool:2"),
    row(
        "offer 2 wool for 1 ore to {1}",
        "by 2 ull for 1 malm til {1}",
        "erbjud 2 ull mot 1 malm till {1}",
        "biete 2 Wolle für 1 Erz an {1}",
        "offer_trade get=ore:1 give=wool:2 to=1",
    ),
    row(
        "give 2 wool, get 1 ore, only to {1} and {3}",
        "gjev 2 ull, får 1 malm, berre til {1} og {3}",
        "ger 2 ull, får 1 malm, bara till {1} och {3}",
        "gebe 2 Wolle, bekomme 1 Erz, nur an {1} und {3}",
        "offer_trade get=ore:1 give=wool:2 to=1+3",
    ),
    row(
        "offer 2 wool for 1 ore, end turn",
        "by 2 ull for 1 malm, avslutt turen",
        "erbjud 2 ull mot 1 malm, avsluta draget",
        "biete 2 Wolle für 1 Erz, Zug beenden",
        "offer_trade get=ore:1 give=wool:2; end_turn",
    ),
    row(
        "offer 1 wool for 1 ore and 1 braick",
        "by 1 ull for 1 malm og 1 lire",
        "erbjud 1 ull mot 1 malm och 1 lärå",
        "biete 1 Wolle für 1 Erz und 1 Lhem",
        "!too_many",
    ),
    row(
        "offer 5 wool for 1 ore",
        "by 5 ull for 1 malm",
        "erbjud 5 ull mot 1 malm",
        "biete 5 Wolle für 1 Erz",
        "!too_many",
    ),
    row(
        "offer 2 gold for 1 ore",
        "by 2 gull for 1 malm",
        "erbjud 2 guld mot 1 malm",
        "biete 2 Gold für 1 Erz",
        "!too_many",
    ),
    row(
        "offer 2 wool for 1 wool",
        "by 2 ull for 1 ull",
        "erbjud 2 ull mot 1 ull",
        "biete 2 Wolle für 1 Wolle",
        "!too_many",
    ),
    row("17 give: 2 wool", "17 gjev: 2 ull", "17 ger: 2 ull", "17 gebe: 2 Wolle", "!still_empty"),
    all("17", "!still_empty"),
    row(
        "offer 1 wool for 1 ore to Olaf",
        "by 1 ull for 1 malm til Olav",
        "erbjud 1 ull mot 1 malm till Olof",
        "1 Wolle für 1 Erz an Olaf anbieten",
        "!no_such_answer",
    ),
    row(
        "17 give: 1 wool, get: 1 ore, to: Olaf",
        "17 gjev: 1 ull, får: 1 malm, til: Olav",
        "17 ger: 1 ull, får: 1 malm, till: Olof",
        "17 gebe: 1 Wolle, bekomme: 1 Erz, an: Olaf",
        "!no_seats",
    ),
    row(
        "road 25, castle 3, end turn",
        "veg 25, borg 3, avslutt turen",
        "väg 25, borg 3, avsluta draget",
        "Straße 25, Burg 3, Zug beenden",
        "build_road edge=25; !no_such_answer",
    ),
    row(
        "road 25\nturn edn",
        "veg 25\navsltut turen",
        "väg 25\navslta draget",
        "Straße 25\nZug beednen",
        "build_road edge=25; !no_such_answer",
    ),
    row("build", "bygg", "bygg", "bauen", "!ambiguous"),
    row("build a city", "bygg ein by", "bygg en stad", "eine Stadt bauen", "!no_such_answer"),
    row(
        "don't end my turn",
        "ikkje avslutt turen min",
        "avsluta inte mitt drag",
        "meinen Zug nicht beenden",
        "!no_such_answer",
    ),
    late(all("5", "!question_closed")),
];

/// An ore is offered for a brick: 1 accepts, 2 declines, 3 is a counter-offer. In hand are 2 brick and 1 wool.
const OFFERED: &[Row] = &[
    row("yes", "ja", "ja", "ja", "accept_trade offer=1"),
    row("Yes please!", "Ja takk!", "Ja tack!", "Ja, gern!", "accept_trade offer=1"),
    row("Yes, {1}", "Ja, {1}", "Ja, {1}", "Ja, {1}", "accept_trade offer=1"),
    all("👍", "accept_trade offer=1"),
    row("accept", "slå til", "tacka ja", "annehmen", "accept_trade offer=1"),
    row("no thanks", "nei takk", "nej tack", "nein danke", "reject_trade offer=1"),
    row(
        "No, thank you.\n{1}",
        "Nei, takk.\n{1}",
        "Nej, tack.\n{1}",
        "Nein, danke.\n{1}",
        "reject_trade offer=1",
    ),
    all("👎", "reject_trade offer=1"),
    row("decline", "sei nei", "tacka nej", "ablehnen", "reject_trade offer=1"),
    row(
        "decline, and offer 1 brick for 2 ore",
        "sei nei, og by 1 leire for 2 malm",
        "tacka nej och erbjud 1 lera mot 2 malm",
        "ablehnen und 1 Lehm für 2 Erz anbieten",
        "counter_trade get=ore:2 give=brick:1 offer=1",
    ),
    row(
        "no, but 1 brick for 2 ore",
        "nei, men 1 leire for 2 malm",
        "nej, men 1 lera mot 2 malm",
        "nein, aber 1 Lehm für 2 Erz",
        "counter_trade get=ore:2 give=brick:1 offer=1",
    ),
    row(
        "1 brick for 2 ore",
        "1 leire for 2 malm",
        "1 lera mot 2 malm",
        "1 Lehm für 2 Erz",
        "counter_trade get=ore:2 give=brick:1 offer=1",
    ),
    row(
        "3 give 1 brick, get 2 ore",
        "3 gjev 1 leire, får 2 malm",
        "3 ger 1 lera, får 2 malm",
        "3 gebe 1 Lehm, bekomme 2 Erz",
        "counter_trade get=ore:2 give=brick:1 offer=1",
    ),
    row("3 brick for 2 ore", "3 leire for 2 malm", "3 lera mot 2 malm", "3 Lehm für 2 Erz", "!too_many"),
    row(
        "yes, but only for 2 ore",
        "ja, men berre for 2 malm",
        "ja, men bara för 2 malm",
        "ja, aber nur für 2 Erz",
        "!no_such_answer",
    ),
    row("maybe", "kanskje", "kanske", "vielleicht", "!no_such_answer"),
    late(row("yes", "ja", "ja", "ja", "!question_closed")),
];

/// Four cards are to be given back, of 3 lumber, 4 wool and 2 grain.
const SEVEN: &[Row] = &[
    row(
        "2 wool, 2 grain",
        "2 ull, 2 korn",
        "2 ull, 2 korn",
        "2 Wolle, 2 Getreide",
        "discard cards=grain:2+wool:2",
    ),
    row("four wool", "fire ull", "fyra ull", "vier Wolle", "discard cards=wool:4"),
    row("1: 4 wool", "1: 4 ull", "1: 4 ull", "1: 4 Wolle", "discard cards=wool:4"),
    row(
        "I give back 3 lumber and 1 wool",
        "eg legg attende 3 tømmer og 1 ull",
        "jag lägger tillbaka 3 trä och 1 ull",
        "3 Holz und 1 Wolle abgeben",
        "discard cards=lumber:3+wool:1",
    ),
    row("2 wool, 1 grain", "2 ull, 1 korn", "2 ull, 1 korn", "2 Wolle, 1 Getreide", "!wrong_total"),
    row("5 wool", "5 ull", "5 ull", "5 Wolle", "!too_many"),
    row("end turn", "avslutt turen", "avsluta draget", "Zug beenden", "!no_such_answer"),
    row("yes", "ja", "ja", "ja", "!not_plain"),
];

/// Who holds all kinds of card can offer each of them, whichever of the shapes is named.
const RICH: &[Row] = &[
    row(
        "12 give: 1 lumber, get: 2 brick",
        "12 gjev: 1 tømmer, får: 2 leire",
        "12 ger: 1 trä, får: 2 lera",
        "12 gebe: 1 Holz, bekomme: 2 Lehm",
        "offer_trade get=brick:2 give=lumber:1",
    ),
    row(
        "buy a development card, end turn",
        "kjøp eit utviklingskort, avslutt turen",
        "köp ett utvecklingskort, avsluta draget",
        "eine Entwicklungskarte kaufen, Zug beenden",
        "buy_development_card; end_turn",
    ),
    row("buy card", "kjøp kort", "köp kort", "Karte kaufen", "buy_development_card"),
];

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

pub fn scenes() -> Vec<Scene> {
    let start = begun(4);
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
