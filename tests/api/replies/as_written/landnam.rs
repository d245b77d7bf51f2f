//! Replies in games of Landnám.

use serde::Serialize;
use serde_json::json;

use rulesets::landnam::terrain::Terrain::{Bog, Pasture};

use super::{Row, Scene, all, row};
use crate::position::{A, B, C, Position};
use crate::session;

/// 1 to 5 move a ship from 2,0 to 1,1, 2,-1, 2,1, 3,-1 and 3,0; 6 to 9 a settler from 1,0 to 0,1, 1,-1, 1,1 and 2,-1;
/// 10 ends movement.
const MOVEMENT: &[Row] = &[
    all("5, 10", "step to=3,0 unit=0; end_movement"),
    all("5\n10", "step to=3,0 unit=0; end_movement"),
    row(
        "move ship to 3,0, end movement",
        "flytt skip til 3,0, avslutt flyttinga",
        "flytta skepp till 3,0, avsluta förflyttningen",
        "Schiff auf 3,0, Bewegung beenden",
        "step to=3,0 unit=0; end_movement",
    ),
    row(
        "Move ship from 2,0 to 3,0",
        "Flytt skip frå 2,0 til 3,0",
        "Flytta skepp från 2,0 till 3,0",
        "Schiff von 2,0 auf 3,0 bewegen",
        "step to=3,0 unit=0",
    ),
    row(
        "Move ship from 3,0 to 2,0",
        "Flytt skip frå 3,0 til 2,0",
        "Flytta skepp från 3,0 till 2,0",
        "Schiff von 3,0 auf 2,0 bewegen",
        "!no_such_answer",
    ),
    row(
        "settler to 1,1",
        "nybrotsmann til 1,1",
        "nybyggare till 1,1",
        "Siedler auf 1,1",
        "step to=1,1 unit=1",
    ),
    row("move to 1,1", "flytt til 1,1", "flytta till 1,1", "auf 1,1 bewegen", "!ambiguous"),
    row(
        "Move your settler from hex 1,0 (pasture 8)\nto hex 0,1",
        "Flytt nybrotsmannen frå felt 1,0 (eng 8)\ntil felt 0,1",
        "Flytta nybyggaren från fält 1,0 (äng 8)\ntill fält 0,1",
        "Den Siedler von Feld 1,0 (Weide 8)\nauf Feld 0,1 bewegen",
        "step to=0,1 unit=1",
    ),
    row(
        "end movement and end my turn",
        "avslutt flyttinga og avslutt turen min",
        "avsluta förflyttningen och avsluta min tur",
        "die Bewegung beenden und meinen Zug beenden",
        "end_movement; end_turn",
    ),
    row("done", "ferdig", "färdig", "fertig", "end_movement"),
    all("step unit=0 to=3,0", "step to=3,0 unit=0"),
    row("step", "flytt", "flytta", "bewegen", "!ambiguous"),
    all("11", "!no_such_number"),
];

/// 1 ends trading, 11 the turn; 12 to 15 are offers. In hand are 2 iron, 3 grain, 2 timber and 3 wool.
const BUILDING: &[Row] = &[
    row("end", "avslutt", "avsluta", "beenden", "!ambiguous"),
    row(
        "offer 2 grain for 1 iron",
        "by 2 korn for 1 jarn",
        "erbjud 2 korn mot 1 jarn",
        "2 KORN für 1 eisen anbieten",
        "offer_trade give=grain:2 want=iron:1",
    ),
    row(
        "12 give: 1 grain, want: 1 iron",
        "12 gjev: 1 korn, vil ha: 1 jarn",
        "12 ger: 1 korn, vill ha: 1 jaern",
        "12 gebe: 1 Korn, möchte: 1 Eisen",
        "offer_trade give=grain:1 want=iron:1",
    ),
    row(
        "I give 2 wool and 1 timber, I want 1 iron, only to {1} and {2}",
        "Eg gjev 2 ull og 1 tømmer, eg vil ha 1 jarn, berre til {1} og {2}",
        "Jag ger 2 ull och 1 timmer, jag vill ha 1 järn, bara till {1} och {2}",
        "Ich gebe 2 Wolle und 1 Holz, ich möchte 1 Eisen, nur an {1} und {2}",
        "offer_trade give=timber:1+wool:2 to=1+2 want=iron:1",
    ),
    row("build a ship", "bygg eit skip", "bygg ett skepp", "ein Schiff bauen", "build_ship_on_outer"),
    row(
        "farm at 0,2,N",
        "gard i 0,2,N",
        "gård i 0,2,N",
        "Hof an Ecke 0,2,N",
        "build_farm corner=0,2,N unit=0",
    ),
    row(
        "End trading, build a settler, end my turn",
        "Avslutt handelen, bygg ein nybrotsmann, avslutt turen min",
        "Avsluta handeln, bygg en nybyggare, avsluta min tur",
        "Handel beenden, einen Siedler bauen, meinen Zug beenden",
        "end_trade; build_unit corner=1,0,N hex=1,0 unit=settler; end_turn",
    ),
    row("build a farm", "bygg ein gard", "bygg en gård", "einen Hof bauen", "!ambiguous"),
    row("build a town", "bygg bygd", "bygg en by", "ein Dorf bauen", "!no_such_answer"),
];

const OFFERED: &[Row] = &[
    row("Yes!", "Ja!", "Ja!", "Ja!", "accept_offer offer=1"),
    row("accept", "slå til", "tacka ja", "annehmen", "accept_offer offer=1"),
    row("No", "Nei", "Nej", "Nein", "decline_offer offer=1"),
    row(
        "Decline the offer",
        "Sei nei til tilbodet",
        "Tacka nej till erbjudandet",
        "Das Angebot ablehnen",
        "decline_offer offer=1",
    ),
    row(
        "offer 2 wool for 1 iron",
        "by 2 ull for 1 jarn",
        "erbjud 2 ull mot 1 järn",
        "biete 2 Wolle für 1 Eisen",
        "offer_trade give=wool:2 want=iron:1",
    ),
];

/// 1 brings no more suits; 2 sues over the settler, with 1 to 4 cards.
const SUE: &[Row] = &[
    row(
        "sue {0} and stake 2 cards",
        "stemn {0} og spel ut 2 kort",
        "stäm {0} och satsa 2 kort",
        "{0} verklagen und 2 Karten einsetzen",
        "sue cards=2 unit=0",
    ),
    row("2: 2 cards", "2: 2 kort", "2: 2 kort", "2: 2 Karten", "sue cards=2 unit=0"),
    row("2 cards: 3", "2 kort: 3", "2 kort: 3", "2 Karten: 3", "sue cards=3 unit=0"),
    all("2 2", "sue cards=2 unit=0"),
    row("no", "nei", "nej", "nein", "yield"),
    row("stake 5 cards", "spel ut 5 kort", "satsa 5 kort", "5 Karten einsetzen", "!no_number"),
    row("yes", "ja", "ja", "ja", "!not_plain"),
];

/// 1 concedes; 2 and 3 ask Seats 2 and 3 to take over; 4 raises by 2 to 4 cards.
const SUED: &[Row] = &[
    row("concede", "gje tapt", "ge tappt", "geschlagen geben", "concede"),
    row(
        "stake 3 more cards",
        "spel ut 3 kort til",
        "satsa 3 kort till",
        "3 Karten nachlegen",
        "raise cards=3",
    ),
    all("4: 3", "raise cards=3"),
    all("4: 1", "!no_number"),
    row("ask {2} to take over", "be {2} ta over", "be {2} ta över", "{2} bitten", "hand_over to=2"),
    row(
        "ask somebody to take over",
        "be nokon ta over",
        "be någon ta över",
        "jemanden bitten",
        "!no_such_answer",
    ),
];

fn moving() -> impl Serialize {
    let position = Position::with(4).tile("1,0", Pasture, 8).sea("2,0").sea("3,0");
    position.ship(A, "2,0").settler(A, "1,0").hand(A, [1, 1, 1, 1]).moving().state
}

fn building() -> impl Serialize {
    let position = Position::with(4).tile("1,0", Pasture, 8).tile("0,1", Bog, 5).sea("2,0");
    let position = position.farm(A, "1,0,N").settler(A, "0,1");
    position.hand(A, [2, 3, 2, 3]).hand(B, [1, 0, 0, 2]).hand(C, [1, 0, 0, 0]).trading().state
}

fn offered() -> impl Serialize {
    let position = Position::with(4).hand(A, [2, 0, 0, 0]).hand(B, [0, 0, 0, 2]).hand(C, [0, 0, 0, 2]);
    let mut game = position.trading();
    game.act(A, json!({"type": "offer_trade", "give": {"iron": 1}, "want": {"wool": 1}}));
    game.state
}

pub fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("landnam", &moving(), 0, MOVEMENT),
        Scene::new("landnam", &building(), 0, BUILDING),
        Scene::new("landnam", &offered(), 1, OFFERED),
        Scene::new("landnam", &session::session().state, 1, SUE),
        Scene::new("landnam", &session::sued().state, 0, SUED),
    ]
}
