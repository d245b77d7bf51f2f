//! What is stored, read and changed behind the service's back.

use std::collections::BTreeMap;

use rules::{AnyRuleset, Chance, Json};
use serde_json::{Value, json};

use super::{Service, Table};
use crate::support::TestDatabase;

/// The rows of a table of the database that belong to a game, each as one JSON text, in a fixed order.
pub fn rows(database: &TestDatabase, table: &str, game: &str) -> Vec<String> {
    let column = key_of(table);
    let query =
        format!("SELECT to_json(r)::text AS value FROM {table} r WHERE {column} = '{game}' ORDER BY 1");
    database.texts(&query)
}

/// The column that names the game.
pub fn key_of(table: &str) -> &'static str {
    match table {
        "games" => "id",
        "mails" => "partition",
        _ => "game_id",
    }
}

/// The same, read.
pub fn records(database: &TestDatabase, table: &str, game: &str) -> Vec<Value> {
    rows(database, table, game).iter().map(|row| serde_json::from_str(row).unwrap()).collect()
}

/// The log of a game, by version.
pub fn log(database: &TestDatabase, game: &str) -> BTreeMap<i64, Value> {
    let entries = records(database, "entries", game).into_iter();
    entries.map(|entry| (entry["version"].as_i64().unwrap(), entry)).collect()
}

/// The state of a game, secrets included.
pub fn state(database: &TestDatabase, game: &str) -> String {
    records(database, "positions", game)[0]["state"].as_str().unwrap().to_owned()
}

/// Puts another state in its place, under a digest of its own, as everything that changes a position must. Whoever looks
/// back at that version finds it, too.
pub fn replace_state(database: &TestDatabase, game: &str, state: &str) {
    assert!(!state.contains('\''));
    let digest = format!("sha256(convert_to('{state}', 'UTF8'))");
    let statement =
        format!("UPDATE positions SET state = '{state}', digest = {digest} WHERE game_id = '{game}'");
    database.run(&statement);
    let kept = format!(
        "INSERT INTO snapshots (game_id, version, state) SELECT game_id, version, state FROM positions \
         WHERE game_id = '{game}' ON CONFLICT (game_id, version) DO UPDATE SET state = excluded.state"
    );
    database.run(&kept);
}

/// Puts a state in its place that looks the same to a viewer, under the same digest: that is keyed with the game's seed,
/// which no viewer knows. Nothing that is kept in memory may be asked for it.
pub fn disguise_state(database: &TestDatabase, game: &str, state: &str) {
    assert!(!state.contains('\''));
    let statement = format!("UPDATE positions SET state = '{state}' WHERE game_id = '{game}'");
    database.run(&statement);
}

/// The state that the log alone leads to.
pub fn replayed(title: &dyn AnyRuleset, database: &TestDatabase, table: &Table) -> String {
    let game = &records(database, "games", &table.id)[0];
    let options = Json::from(
        serde_json::value::RawValue::from_string(game["options"].as_str().unwrap().to_owned()).unwrap(),
    );
    let seats = u8::try_from(game["seat_count"].as_u64().unwrap()).unwrap();
    let mut blank = title.blank(&options, seats).unwrap();
    let mut positions: BTreeMap<i64, String> = BTreeMap::new();
    for (version, entry) in log(database, &table.id) {
        match returned_to(&entry) {
            Some(to) => blank.restore(&positions[&to]).unwrap(),
            None => blank.apply(entry["events"].as_str().unwrap()).unwrap(),
        }
        positions.insert(version, blank.position().unwrap());
    }
    blank.position().unwrap()
}

/// The version to which an entry of the log returns.
fn returned_to(entry: &Value) -> Option<i64> {
    let events: Vec<Value> = serde_json::from_str(entry["service_events"].as_str()?).unwrap();
    events.iter().find(|event| event["type"] == "taken_back")?["to_version"].as_i64()
}

/// Holds what is stored of a game to being whole: no gap in the log, a position that is its end, and no decision,
/// kept state or notice of a version that is not there.
pub fn must_be_whole(title: &dyn AnyRuleset, database: &TestDatabase, table: &Table) {
    let log = log(database, &table.id);
    let last = log.len() as i64 - 1;
    assert!(log.keys().copied().eq(0..=last), "a gap in {:?}", log.keys());
    let position = &records(database, "positions", &table.id)[0];
    assert_eq!(position["version"], last);
    assert_eq!(replayed(title, database, table), position["state"]);
    for of in ["decisions", "snapshots", "mails", "bot_turns"] {
        for row in records(database, of, &table.id) {
            // Mails about messages and answers have none.
            let Some(version) = row["version"].as_i64() else { continue };
            assert!(log.contains_key(&version), "{of} tells of version {version}");
        }
    }
    must_ask_what_is_open(title, database, table);
}

/// The decisions that are stored are those that the state asks.
fn must_ask_what_is_open(title: &dyn AnyRuleset, database: &TestDatabase, table: &Table) {
    let key =
        |seat: &Value, decision: &Value, blocking: &Value| json!([seat, decision, blocking]).to_string();
    let mut stored: Vec<String> = records(database, "decisions", &table.id)
        .iter()
        .map(|row| key(&row["seat"], &row["decision"], &row["blocking"]))
        .collect();
    let state = state(database, &table.id);
    let game = title.load(&state).unwrap();
    let asked = game.awaiting().into_iter().filter(|decision| decision.blocking || decision.call.is_some());
    let mut open: Vec<String> = asked
        .map(|decision| key(&json!(decision.seat), &json!(decision.id), &json!(decision.blocking)))
        .collect();
    stored.sort();
    open.sort();
    assert_eq!(stored, open);
}

// Dice that show seven: a game gets another seed behind the service's back.

/// Gives the game a seed from which the next two dice show seven.
pub fn must_roll_seven(service: &Service, game: &str) {
    let version = records(&service.database, "positions", game)[0]["version"].as_u64().unwrap();
    let shows_seven = |seed: &[u8; 32]| {
        let mut chance = Chance::seeded(*seed);
        chance.begin(version + 1);
        chance.die("die", 6) + chance.die("die", 6) == 7
    };
    let seed = (0..=u8::MAX).map(|byte| [byte; 32]).find(shows_seven).unwrap();
    // Servers that remember the game have to read it again.
    let statement = format!(
        "UPDATE games SET game_seed = '\\x{}' WHERE id = '{game}'; \
         UPDATE positions SET order_changes = order_changes + 1 WHERE game_id = '{game}'",
        hex::encode(seed)
    );
    service.database.run(&statement);
}
