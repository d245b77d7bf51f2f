//! Replies in games of Landnám.

use serde::Serialize;
use serde_json::json;

use rulesets::landnam::terrain::Terrain::{Bog, Pasture};

use super::{LANGUAGES, Row, Scene};
use crate::position::{A, B, C, Position};
use crate::session;

/// 1 to 5 move a ship from 2,0 to 1,1, 2,-1, 2,1, 3,-1 and 3,0; 6 to 9 a settler from 1,0 to 0,1, 1,-1, 1,1 and 2,-1;
/// 10 ends movement.
const MOVEMENT: &[Row] = rows! {
    "5, 10" => "step to=3,0 unit=0; end_movement";
    "5\n10" => "step to=3,0 unit=0; end_movement";
    "Move your settler from pasture 8 south-west\nto unknown land"
        | "Flytt nybrotsmannen frå eng 8 sørvestover\ntil ukjent land"
        | "Flytta nybyggaren från äng 8 åt sydväst\ntill okänt land"
        | "Den Siedler von Weide 8 nach Südwesten\nauf Neuland bewegen"
        => "step to=0,1 unit=1";
    "move to 1,1" | "flytt til 1,1" | "flytta till 1,1" | "auf 1,1 bewegen" => "!unread";
    "3,0" => "step to=2,1 unit=0; !no_such_number";
    "11" => "!no_such_number";
};

/// 1 ends trading, 11 the turn; 12 to 15 are offers. In hand are 2 iron, 3 grain, 2 timber and 3 wool.
const BUILDING: &[Row] = rows! {
    "end" | "avslutt" | "avsluta" | "beenden" => "!unread";
    "12 give: 1 grain, want: 1 iron" | "12 gjev: 1 korn, vil ha: 1 jarn"
        | "12 ger: 1 korn, vill ha: 1 jaern" | "12 gebe: 1 Korn, möchte: 1 Eisen" => "offer_trade give=grain:1 want=iron:1";
    "13 give: 2 wool and 1 timber, want: 1 iron, to: {1} and {2}"
        | "13 gjev: 2 ull og 1 tømmer, vil ha: 1 jarn, til: {1} og {2}"
        | "13 ger: 2 ull och 1 timmer, vill ha: 1 järn, till: {1} och {2}"
        | "13 gebe: 2 Wolle und 1 Holz, möchte: 1 Eisen, an: {1} und {2}"
        => "offer_trade give=timber:1+wool:2 to=1+2 want=iron:1";
};

const OFFERED: &[Row] = rows! {
    "Yes!" | "Ja!" | "Ja!" | "Ja!" => "accept_offer offer=1";
    "No" | "Nei" | "Nej" | "Nein" => "decline_offer offer=1";
    "accept it" | "slå til" | "tacka ja" | "annehmen" => "!plain_yes_or_no";
};

/// 1 brings no more suits; 2 sues over the settler, with 1 to 4 cards.
const SUE: &[Row] = rows! {
    "2: 2 cards" | "2: 2 kort" | "2: 2 kort" | "2: 2 Karten" => "sue cards=2 unit=0";
    "2 cards: 3" | "2 kort: 3" | "2 kort: 3" | "2 Karten: 3" => "sue cards=3 unit=0";
    "2: 2" => "sue cards=2 unit=0";
    "2 2" => "!plain_yes_or_no";
    "no" | "nei" | "nej" | "nein" => "yield";
    "2 cards: 5" | "2 kort: 5" | "2 kort: 5" | "2 Karten: 5" => "!no_number";
    "yes" | "ja" | "ja" | "ja" => "!not_plain";
};

/// 1 concedes; 2 and 3 ask Seats 2 and 3 to take over; 4 raises by 2 to 4 cards.
const SUED: &[Row] = rows! {
    "1" => "concede";
    "4: 3" => "raise cards=3";
    "4: 1" => "!no_number";
    "2" => "hand_over to=2";
    "concede" | "gje tapt" | "ge tappt" | "geschlagen geben" => "!unread";
};

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
