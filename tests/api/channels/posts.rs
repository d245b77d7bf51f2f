//! What arrives at each service.

use serde_json::{Value, json};

use super::{BOT_TOKEN, MATRIX_TOKEN, MINUTE, SECRET_PATH, came, given, open, set, until_told};
use crate::harness::{PostOffice, Table, seeded_dice};
use crate::webhooks::receiver::Receiver;

/// A game with a channel of this format, which is told that it has begun.
async fn begun(office: &PostOffice, format: &str) -> (Receiver, Table) {
    let receiver = Receiver::start();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let path = people[0].open(&json!({"ruleset": "toy", "seats": 2, "name": "Þing *by* @everyone"})).await;
    set(&people[0], &path, &given(format, &receiver)).await;
    people[1].post(&format!("{path}/join"), &json!({})).await.must_be(200);
    let id = path.rsplit('/').next().unwrap().to_owned();
    let shown = people[0].get(&path).await.must_be(200);
    let seats = shown["seats"].as_array().unwrap();
    let players =
        seats.iter().map(|seat| people.iter().find(|person| seat["account"] == *person.id).unwrap());
    let table = Table { id, path, players: players.cloned().collect() };
    office.after_seconds(MINUTE);
    came(office, &receiver, 1).await;
    (receiver, table)
}

#[tokio::test]
async fn discord_is_told_of_the_start_and_then_whose_turn_it_is() {
    let office = open();
    let (receiver, table) = begun(&office, "discord").await;
    let post = receiver.requests().remove(0);
    assert_eq!(post.line, format!("POST /{SECRET_PATH} HTTP/1.1"));
    let body = post.json();
    assert_eq!(body["allowed_mentions"], json!({"parse": []}));
    let embed = &body["embeds"][0];
    assert_eq!(embed["title"], "Þing \\*by\\* \\@everyone");
    let text = embed["description"].as_str().unwrap();
    assert!(
        text.starts_with("The game has begun") && text.contains("The game is waiting for")
            || text.contains("the game is waiting for"),
        "{text}"
    );
    assert!(
        text.contains(&format!("/play/{}", table.id)) && text.contains(&format!("/games/{}", table.id)),
        "{text}"
    );
    table.play(1, &mut seeded_dice(1)).await;
    office.after_seconds(MINUTE);
    let posts = came(&office, &receiver, 2).await;
    let text = posts[1].json()["embeds"][0]["description"].clone();
    assert!(!text.as_str().unwrap().contains("begun"), "{text}");
}

#[tokio::test]
async fn what_follows_within_a_short_time_is_one_post_and_posts_are_a_minute_apart() {
    let office = open();
    let (receiver, table) = begun(&office, "slack").await;
    table.play(6, &mut seeded_dice(2)).await;
    office.after_seconds(20);
    table.play(1, &mut seeded_dice(3)).await;
    office.after_seconds(20);
    assert_eq!(receiver.requests().len(), 1);
    office.after_seconds(MINUTE);
    came(&office, &receiver, 2).await;
    until_told(&office).await;
    office.after_seconds(MINUTE);
    assert_eq!(receiver.requests().len(), 2);
    let body = receiver.requests()[1].json();
    assert_eq!(body["blocks"][0]["text"]["text"], "Þing *by* @everyone");
    assert_eq!(body["blocks"][1]["text"]["type"], "plain_text");
}

#[tokio::test]
async fn matrix_gets_a_notice_under_a_transaction_id_with_the_token_in_a_header() {
    let office = open();
    let (receiver, _) = begun(&office, "matrix").await;
    let post = receiver.requests().remove(0);
    let begin = "PUT /_matrix/client/v3/rooms/%21thing%3Aexample%2Eorg/send/m.room.message/";
    assert!(post.line.starts_with(begin), "{}", post.line);
    assert_eq!(post.headers["authorization"], format!("Bearer {MATRIX_TOKEN}"));
    assert_eq!((&post.json()["msgtype"], &post.json()["m.mentions"]), (&json!("m.notice"), &json!({})));
}

#[tokio::test]
async fn telegram_gets_a_photo_with_a_caption() {
    let office = open();
    let (receiver, _) = begun(&office, "telegram").await;
    let post = receiver.requests().remove(0);
    assert_eq!(post.line, format!("POST /bot{BOT_TOKEN}/sendPhoto HTTP/1.1"));
    let body = post.json();
    assert!(body["photo"].as_str().unwrap().contains("/pictures/") && body["parse_mode"].is_null(), "{body}");
    assert!(!body["caption"].as_str().unwrap().contains('@'), "{body}");
}

#[tokio::test]
async fn a_program_gets_signed_json() {
    let office = open();
    let receiver = Receiver::start();
    let aud = office.service.person("Aud").await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 2})).await;
    let made = aud.post(&format!("{path}/channels"), &given("althing", &receiver)).await.must_be(201);
    let channel = format!("{path}/channels/{}", made["channel"]["id"].as_str().unwrap());
    aud.post(&format!("{channel}/test"), &json!({})).await.must_be(202);
    let post = came(&office, &receiver, 1).await.remove(0);
    assert_eq!(post.signatures(), [post.signature_by(made["secret"].as_str().unwrap())]);
    let body = post.json();
    crate::harness::described::must_fit("ChannelEvent", &body);
    assert_eq!((&body["type"], &body["data"]["version"]), (&json!("channel_post"), &Value::Null));
}

#[tokio::test]
async fn the_end_is_told_with_places_and_points() {
    let office = PostOffice::open_short_with(1, 2, super::with_local_hosts);
    let (receiver, table) = begun(&office, "discord").await;
    let mut dice = seeded_dice(4);
    while table.go_on(&mut dice).await.is_some() {}
    office.after_seconds(MINUTE);
    until_told(&office).await;
    let posts = came(&office, &receiver, 2).await;
    let text = posts.last().unwrap().json()["embeds"][0]["description"].as_str().unwrap().to_owned();
    assert!(text.contains("The game is over\\.") && text.contains("1\\. "), "{text}");
}

#[tokio::test]
async fn players_are_reminded_once_of_a_deadline_and_a_lapse_is_told() {
    let office = open();
    let receiver = Receiver::start();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let clock = json!({"type": "plain", "hours": 48});
    let game = json!({"ruleset": "toy", "seats": 2, "clock": clock});
    let table = Table::with(&game, &people).await;
    set(&super::owner_of(&table).await, &table.path, &given("discord", &receiver)).await;
    table.play(1, &mut seeded_dice(5)).await;
    office.after_seconds(MINUTE);
    let says = |posts: &[crate::webhooks::receiver::Heard]| {
        posts.last().unwrap().json()["embeds"][0]["description"].as_str().unwrap().to_owned()
    };
    assert!(says(&came(&office, &receiver, 1).await).contains("Deadline\\:"));
    office.after_seconds(43 * 3_600);
    assert!(says(&came(&office, &receiver, 2).await).contains("Time is running out"));
    office.after_seconds(3_600);
    assert_eq!(receiver.requests().len(), 2);
    office.after_seconds(5 * 3_600);
    office.until_stored("SELECT 'x' AS value FROM entries WHERE made_by = 'lapse' LIMIT 1", &["x"]).await;
    office.after_seconds(MINUTE);
    let text = says(&came(&office, &receiver, 3).await);
    assert!(text.contains("time ran out"), "{text}");
}
