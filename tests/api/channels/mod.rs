//! Channels of games: their news reaches a chat service in its own format, and says what a spectator may know.

mod clubs;
mod failing;
mod owners;
mod pages;
mod posts;
mod private;
mod same;

use althing::config::Settings;
use serde_json::{Value, json};

use crate::harness::{Person, PostOffice, Table, until};
use crate::webhooks::at_home;
use crate::webhooks::receiver::{Heard, Receiver};

const BOT_TOKEN: &str = "123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MATRIX_TOKEN: &str = "syt_c2VjcmV0X29mX2F1ZA";
const ROOM: &str = "!thing:example.org";
/// What stands in addresses of these tests, and must stand nowhere else.
const SECRET_PATH: &str = "s3cr3t-p4th";
/// Longer than what follows each other is held together, and than posts are apart.
const MINUTE: i64 = 61;

/// What this machine's own addresses need.
fn with_local_hosts(settings: &mut Settings) {
    at_home(settings);
    let here = || vec!["127.0.0.1".to_owned()];
    settings.channels.discord_hosts = here();
    settings.channels.slack_hosts = here();
    settings.channels.telegram_hosts = here();
    settings.mail.hold_down_seconds = 86_400;
}

fn open() -> PostOffice {
    PostOffice::open_with(1, with_local_hosts)
}

/// What is given for a channel of this format at a receiver.
fn given(format: &str, receiver: &Receiver) -> Value {
    let origin = receiver.origin();
    match format {
        "matrix" => json!({"format": format, "url": origin, "token": MATRIX_TOKEN, "room": ROOM}),
        "telegram" => json!({"format": format, "url": origin, "token": BOT_TOKEN, "room": "-100123"}),
        _ => json!({"format": format, "url": format!("{origin}/{SECRET_PATH}")}),
    }
}

/// Sets a channel; gives its path.
async fn set(owner: &Person, game: &str, new: &Value) -> String {
    let made = owner.post(&format!("{game}/channels"), new).await.must_be(201);
    format!("{game}/channels/{}", made["channel"]["id"].as_str().unwrap())
}

/// The first player of a table, who opened it.
async fn owner_of(table: &Table) -> Person {
    let owner = table.player(0).get(&table.path).await.must_be(200)["owner"].clone();
    table.players.iter().find(|player| owner == *player.id).unwrap().clone()
}

/// Waits until so many posts have come, and what became of them is stored: what is on its way when the clock is moved
/// comes twice.
async fn came(office: &PostOffice, receiver: &Receiver, count: usize) -> Vec<Heard> {
    until(&format!("{count} posts came"), || receiver.requests().len() >= count).await;
    office.until_stored("SELECT 'x' AS value FROM channel_posts WHERE claimed_until IS NOT NULL", &[]).await;
    receiver.requests()
}

/// Waits until every post has this result, in the order in which they were composed.
async fn until_posts(office: &PostOffice, expected: &[&str]) {
    const POSTS: &str = "SELECT coalesce(result, '-') || ' ' || failures || \
        CASE WHEN claimed_until IS NULL THEN '' ELSE ' now' END AS value FROM channel_posts ORDER BY created_at, id";
    office.until_stored(POSTS, expected).await;
}

/// Waits until the present version of every game is told.
async fn until_told(office: &PostOffice) {
    const UNTOLD: &str = "SELECT 'x' AS value FROM game_channels c JOIN games g ON g.id = c.game_id \
        LEFT JOIN positions p ON p.game_id = c.game_id WHERE c.disabled_at IS NULL \
        AND (coalesce(p.version, -1) <> c.version OR g.status <> c.status)";
    office.until_stored(UNTOLD, &[]).await;
}
