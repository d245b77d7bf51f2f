//! Two games that differ only in what a viewer may not see are one game to that viewer, byte for byte.
//!
//! The second game of each pair is made of the first behind the service's back: its state and its kept states are
//! disguised, and everything in its rows that the viewer may not know is another: secret and seed, what others drew,
//! what chance gave, the others' entropy, keys, and whether an order or a bot answered for them.

use std::collections::BTreeMap;

use althing::rules::Ruleset;
use althing::rulesets::landnam::Landnam;
use althing::rulesets::settlers::Settlers;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table, stored};
use crate::support::run;

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// An answer with everything in it that could tell something: status, headers, bytes.
#[derive(Debug, PartialEq)]
struct Answered {
    asked: String,
    status: u16,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

async fn ask(asked: String, request: RequestBuilder) -> Answered {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let headers =
        response.headers().iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    // These two differ from one request to the next, whatever is asked.
    let headers = headers.filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str())).collect();
    Answered { asked, status, headers, body: response.bytes().await.unwrap().to_vec() }
}

/// What can be read of a game.
fn readings(kept: i64) -> Vec<String> {
    let mut paths: Vec<String> = [
        "",
        "/view",
        "/view?as=spectator",
        "/view?version=99999",
        "/legal",
        "/events?limit=500",
        "/events?as=spectator",
        "/events?after=7&limit=3",
        "/record",
        "/board.svg",
        "/board.txt",
        "/chart.svg",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.push(format!("/view?version={kept}"));
    paths.push(format!("/legal?version={kept}"));
    paths
}

/// What somebody can try that is refused: guesses, answers for others, malformed and stale ones.
fn guesses(table: &Table, view: &Value) -> Vec<(Value, Option<&'static str>)> {
    let awaited = view["awaited"].as_array().unwrap().iter().map(|awaited| awaited["decision"].clone());
    let decisions = awaited.chain([json!("t1.build.1"), json!("nothing")]);
    let mut guesses = Vec::new();
    for decision in decisions {
        for action in [
            json!({"type": "cheat"}),
            json!({"type": "play_harvest_card", "card": "good_year", "hex": "Z99"}),
            json!({"type": "offer_trade", "give": {"iron": 19}, "take": {"wool": 1}}),
            json!({"type": "roll_dice"}),
            json!({"type": "discard", "cards": {"ore": 19}}),
            json!({"type": "offer_trade", "give": {"ore": 19}, "get": {"wool": 1}}),
            json!({"type": "accept_trade", "offer": 999}),
        ] {
            guesses.push((json!({"decision": decision, "action": action}), None));
        }
        guesses.push((json!({"decision": decision, "action": {"type": "end_turn"}}), Some("\"stale\"")));
    }
    assert!(!table.id.is_empty());
    guesses
}

/// Everything that `person` can find out.
async fn everything(table: &Table, person: &Person, kept: i64) -> Vec<Answered> {
    let mut answers = Vec::new();
    for path in readings(kept) {
        let path = format!("{}{path}", table.path);
        answers.push(ask(path.clone(), person.request(Method::GET, &path)).await);
    }
    for path in ["/v1/games", "/v1/games?mine=true", "/v1/me/inbox"] {
        answers.push(ask(path.to_owned(), person.request(Method::GET, path)).await);
    }
    let view: Value = serde_json::from_slice(&answers[2].body).unwrap();
    for (body, tag) in guesses(table, &view) {
        let request = person.request(Method::POST, &format!("{}/actions", table.path)).json(&body);
        let request = if let Some(tag) = tag { request.header("If-Match", tag) } else { request };
        let answer = ask(body.to_string(), request).await;
        assert_ne!(answer.status, 200, "{body} was to be refused");
        answers.push(answer);
    }
    answers
}

/// The rows of a game as they are, to be put back.
struct Rows(Vec<(&'static str, Vec<String>)>);

impl Rows {
    const TABLES: [&str; 5] = ["games", "positions", "snapshots", "entries", "seats"];

    fn of(service: &Service, game: &str) -> Self {
        Self(
            Self::TABLES
                .into_iter()
                .map(|table| (table, stored::rows(&service.database, table, game)))
                .collect(),
        )
    }

    fn put_back(&self, service: &Service, game: &str) {
        for (table, rows) in &self.0 {
            let column = if *table == "games" { "id" } else { "game_id" };
            let rows = rows.join(",").replace('\'', "''");
            let statement = format!(
                "BEGIN; DELETE FROM {table} WHERE {column} = '{game}'; INSERT INTO {table} \
                 SELECT * FROM json_populate_recordset(NULL::{table}, '[{rows}]'); COMMIT"
            );
            run(&service.database.url(), &statement).unwrap();
        }
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// One of the two, and not the one that is there.
fn other_than(card: &Value, one: &str, other: &str) -> Value {
    json!(if card == one { other } else { one })
}

/// The card that another seat drew or took is another, and so is the order of every pile.
fn other_course(events: &str, viewer: Option<u8>) -> String {
    let mut events: Vec<Value> = serde_json::from_str(events).unwrap();
    for event in &mut events {
        let mine = event["seat"] == json!(viewer) || event["victim"] == json!(viewer);
        match event["type"].as_str().unwrap() {
            "fate_card_drawn" if !mine => event["card"] = other_than(&event["card"], "omen", "blight"),
            "development_card_bought" if !mine => {
                event["card"] = other_than(&event["card"], "knight", "monopoly");
            }
            "card_stolen" if viewer.is_none() || !mine => {
                event["card"] = other_than(&event["card"], "ore", "wool");
            }
            "cards_laid_aside" if !mine => event["cards"] = json!({"ore": 4}),
            _ => {}
        }
        for pile in ["pile", "deck"] {
            if let Some(pile) = event.get_mut(pile).and_then(Value::as_array_mut) {
                pile.reverse();
            }
        }
    }
    json!(events).to_string()
}

/// Makes another game of it that `viewer` can't tell from the first.
fn disguise<R: Ruleset>(
    rules: &R,
    service: &Service,
    game: &str,
    viewer: Option<u8>,
    dice: &mut ChaCha8Rng,
) -> bool {
    let mut statements = Vec::new();
    let mut other = |text: &str| {
        let state: R::State = serde_json::from_str(text).unwrap();
        serde_json::to_string(&rules.disguise(&state, viewer, dice)).unwrap()
    };
    let state = stored::state(&service.database, game);
    let disguised = other(&state);
    statements.push(format!("UPDATE positions SET state = {} WHERE game_id = '{game}'", quoted(&disguised)));
    for kept in stored::records(&service.database, "snapshots", game) {
        let state = other(kept["state"].as_str().unwrap());
        let at = format!("game_id = '{game}' AND version = {}", kept["version"]);
        statements.push(format!("UPDATE snapshots SET state = {} WHERE {at}", quoted(&state)));
    }
    for (version, entry) in stored::log(&service.database, game) {
        let events = quoted(&other_course(entry["events"].as_str().unwrap(), viewer));
        let at = format!("game_id = '{game}' AND version = {version}");
        statements.push(format!("UPDATE entries SET events = {events}, draws = '[]' WHERE {at}"));
        if entry["made_by"] == "seat" && entry["seat"] != json!(viewer) {
            let maker = if version % 2 == 0 { "order" } else { "bot" };
            let action = "action = '{\"type\": \"end_turn\"}', request_key = NULL, body_hash = NULL";
            statements.push(format!("UPDATE entries SET made_by = '{maker}', {action} WHERE {at}"));
        }
    }
    let mine = viewer.map_or("true".to_owned(), |seat| format!("seat <> {seat}"));
    statements.push(format!("UPDATE seats SET entropy = '\\x77' WHERE game_id = '{game}' AND {mine}"));
    statements.push(format!(
        "UPDATE games SET secret = sha256(secret), game_seed = sha256(game_seed) WHERE id = '{game}'"
    ));
    run(&service.database.url(), &statements.join("; ")).unwrap();
    disguised != state
}

#[tokio::test]
async fn games_that_differ_in_what_a_viewer_may_not_see_are_the_same_to_him_byte_for_byte() {
    other_games_are_the_same(&Landnam::standard()).await;
}

#[tokio::test]
async fn games_of_the_settlers_that_differ_in_what_a_viewer_may_not_see_are_the_same_to_him_byte_for_byte() {
    other_games_are_the_same(&Settlers::standard()).await;
}

async fn other_games_are_the_same<R: Ruleset>(rules: &R) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(R::ID, &people).await;
    let (stranger, guest) = (service.stranger(), service.person("Eyvind").await);
    let mut dice = ChaCha8Rng::seed_from_u64(41);
    let (mut pairs, mut compared) = (0, 0);
    for round in 0..3 {
        table.play(37, &mut dice).await;
        let kept = stored::records(&service.database, "snapshots", &table.id);
        let kept = kept.last().unwrap()["version"].as_i64().unwrap();
        let rows = Rows::of(&service, &table.id);
        let seats = (0_u8..4).map(|seat| (Some(seat), table.player(usize::from(seat))));
        for (viewer, person) in seats.chain([(None, &stranger), (None, &guest)]) {
            let mut here = everything(&table, person, kept).await;
            // Made of the SVG, and slow where nothing is optimised: one of them stands for all.
            let png = (round == 0 && viewer == Some(0)).then(|| format!("{}/board.png", table.path));
            if let Some(png) = &png {
                here.push(ask(png.clone(), person.request(Method::GET, png)).await);
            }
            pairs += usize::from(disguise(rules, &service, &table.id, viewer, &mut dice));
            let mut there = everything(&table, person, kept).await;
            if let Some(png) = &png {
                there.push(ask(png.clone(), person.request(Method::GET, png)).await);
            }
            assert_eq!(here.len(), there.len());
            for (one, other) in here.iter().zip(&there) {
                assert!(one == other, "{viewer:?} can tell by {}:\n{one:?}\n{other:?}", one.asked);
            }
            compared += here.len();
            rows.put_back(&service, &table.id);
        }
    }
    assert!(pairs >= 15, "only {pairs} games were another");
    assert!(compared > 450, "only {compared} answers were compared");
}

#[tokio::test]
async fn a_private_game_is_to_a_stranger_as_if_it_did_not_exist() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let game =
        json!({"ruleset": "landnam", "seats": 3, "bots": ["random", "random"], "visibility": "private"});
    let table = Table::with(&game, std::slice::from_ref(&aud)).await;
    let nothing = "01900000-0000-7000-8000-000000000000";
    for person in [service.stranger(), service.person("Eyvind").await] {
        for path in readings(0) {
            let real = format!("{}{path}", table.path);
            let made_up = real.replace(&table.id, nothing);
            let here = ask(path.clone(), person.request(Method::GET, &real)).await;
            let there = ask(path, person.request(Method::GET, &made_up)).await;
            assert!(here == there && here.status >= 400, "{here:?}\n{there:?}");
        }
        for act in ["join", "leave", "resign", "actions"] {
            let body = if act == "actions" {
                json!({"decision": "x", "action": {"type": "end_turn"}})
            } else {
                json!({})
            };
            let (real, made_up) = (format!("{}/{act}", table.path), format!("/v1/games/{nothing}/{act}"));
            let here = ask(act.to_owned(), person.request(Method::POST, &real).json(&body)).await;
            let there = ask(act.to_owned(), person.request(Method::POST, &made_up).json(&body)).await;
            assert!(here == there && here.status >= 400, "{here:?}\n{there:?}");
        }
        assert!(!person.get("/v1/games").await.text.contains(&table.id));
    }
}
