//! Another game that one viewer can't tell from the first: the rows of the first, changed behind the service's back.

use conformance::Conformance;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::harness::{Service, stored};

/// Who looks: his seat, and his account; the nil account for somebody without one.
#[derive(Debug, Clone)]
pub struct Viewer {
    pub seat: Option<u8>,
    pub account: String,
}

impl Viewer {
    /// Whose messages he reads: his own if he has a seat, else those for everybody.
    pub fn reader(&self) -> &str {
        if self.seat.is_some() { &self.account } else { NOBODY }
    }
}

/// The account of everybody who has none.
pub const NOBODY: &str = "00000000-0000-0000-0000-000000000000";

/// The rows of a game as they are, to be put back.
pub struct Rows(Vec<(&'static str, Vec<String>)>);

impl Rows {
    const TABLES: [&str; 13] = [
        "games",
        "positions",
        "snapshots",
        "entries",
        "seats",
        "messages",
        "message_copies",
        "message_boxes",
        "talks",
        "notes",
        "orders",
        "mails",
        "stream_items",
    ];

    pub fn of(service: &Service, game: &str) -> Self {
        Self(
            Self::TABLES
                .into_iter()
                .map(|table| (table, stored::rows(&service.database, table, game)))
                .collect(),
        )
    }

    pub fn put_back(&self, service: &Service, game: &str) {
        for (table, rows) in &self.0 {
            let column = stored::key_of(table);
            let rows = rows.join(",").replace('\'', "''");
            let statement = format!(
                "BEGIN; DELETE FROM {table} WHERE {column} = '{game}'; INSERT INTO {table} \
                 SELECT * FROM json_populate_recordset(NULL::{table}, '[{rows}]'); COMMIT"
            );
            service.database.run(&statement);
        }
        service.database.run("DELETE FROM blocks");
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

/// Makes another game of it that the viewer can't tell from the first. Is the state another?
pub fn randomize_hidden<R: Conformance>(
    rules: &R,
    service: &Service,
    game: &str,
    who: &Viewer,
    dice: &mut ChaCha8Rng,
) -> bool {
    let viewer = who.seat;
    let mut statements = other_talk(game, who);
    let mut other = |text: &str| {
        let state: R::State = serde_json::from_str(text).unwrap();
        serde_json::to_string(&rules.randomize_hidden(&state, viewer, dice)).unwrap()
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
    service.database.run(&statements.join("; "));
    disguised != state
}

/// Everybody else has orders: two that would answer whatever comes next, and one that can't apply any more.
fn other_orders(game: &str, account: &str) -> String {
    let kinds = ["end_turn", "roll", "decline_trades"];
    let of = |(number, kind): (usize, &str)| {
        let spent = if number == 0 { "s.joined_at, 3, 'time_over'" } else { "NULL, NULL, NULL" };
        format!(
            "SELECT s.game_id, gen_random_uuid(), {number}, s.seat, s.account_id, '{kind}', \
             '{{\"type\": \"{kind}\"}}', s.joined_at, {spent} FROM seats s \
             WHERE s.game_id = '{game}' AND s.account_id <> '{account}'"
        )
    };
    let rows: Vec<String> = kinds.into_iter().enumerate().map(of).collect();
    format!("INSERT INTO orders {}", rows.join(" UNION ALL "))
}

/// What others said to each other, noted, were called for and whom they blocked is another; how far they have read, too.
fn other_talk(game: &str, who: &Viewer) -> Vec<String> {
    let (reader, account) = (who.reader(), &who.account);
    let unread = |table: &str| {
        format!(
            "DELETE FROM {table} t WHERE t.game_id = '{game}' AND NOT EXISTS (SELECT FROM message_copies own \
             WHERE own.game_id = t.game_id AND own.message = t.message AND own.account_id = '{reader}')"
        )
    };
    // What is for everybody, a seat reads as a spectator.
    let others = format!("game_id = '{game}' AND account_id NOT IN ('{reader}', '{NOBODY}')");
    vec![
        format!("DELETE FROM orders WHERE {others}"),
        other_orders(game, account),
        format!("UPDATE positions SET order_changes = order_changes + 5 WHERE game_id = '{game}'"),
        unread("messages"),
        unread("message_copies"),
        format!("UPDATE message_copies SET number = number + 1000 WHERE {others}"),
        format!("UPDATE message_boxes SET last_number = last_number + 1000, read_number = 0 WHERE {others}"),
        format!("UPDATE talks SET last_message = last_message + 500 WHERE game_id = '{game}'"),
        format!("UPDATE notes SET text = 'another', revision = revision + 3 WHERE {others}"),
        format!(
            "DELETE FROM mails WHERE partition = '{game}' AND account_id NOT IN ('{reader}', '{NOBODY}')"
        ),
        format!("DELETE FROM stream_items WHERE {others}"),
        format!(
            "INSERT INTO blocks (account_id, blocked_id, created_at) SELECT s.account_id, a.id, a.created_at \
             FROM seats s JOIN accounts a ON a.id = '{account}' WHERE s.game_id = '{game}' AND s.account_id <> a.id"
        ),
    ]
}
