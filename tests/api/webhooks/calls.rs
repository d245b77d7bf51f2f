//! What a player's program is told of a game that is played.

use serde_json::json;

use super::receiver::{Heard, Receiver};
use super::{Hook, heard, open};
use crate::clocks::banked;
use crate::harness::{Table, seeded_dice, until};
use crate::toy::LAST_ROUND;

/// The toy has a kind of call of its own.
const CALLS: [&str; 3] = ["your_turn", LAST_ROUND.name, "no_longer_awaited"];

#[tokio::test]
async fn a_call_is_signed_and_says_which_game_waits_for_which_seat_and_where_to_look() {
    let office = open(1);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let receivers = [Receiver::start(), Receiver::start()];
    let mut hooks = Vec::new();
    for (person, receiver) in people.iter().zip(&receivers) {
        hooks.push(Hook::with(person, receiver, json!({"topics": ["your_turn"]})).await);
    }
    let table = Table::with(&banked("toy", 2), &people).await;
    let seat = table.awaited().await[0];
    let caller = people.iter().position(|person| person.id == table.player(seat).id).unwrap();
    let request = heard(&receivers[caller], 1).await.remove(0);
    assert_eq!(request.line, "POST /althing?bot=1 HTTP/1.1");
    assert_eq!(request.headers["content-type"], "application/json");
    assert_eq!(request.headers["host"], format!("127.0.0.1:{}", receivers[caller].port()));
    assert_eq!(request.headers["webhook-timestamp"], office.service.app.now().timestamp().to_string());
    assert_eq!(request.signatures(), [request.signature_by(&hooks[caller].secret)]);
    let body = request.json();
    let data = &body["data"];
    assert_eq!((&body["type"], &body["timestamp"]), (&json!("your_turn"), &json!("2026-11-20T12:00:00Z")));
    assert_eq!((&data["game_id"], &data["seat"]), (&json!(table.id), &json!(seat)));
    assert_eq!((&data["account_id"], &data["ruleset"]), (&json!(people[caller].id), &json!("toy")));
    let inbox = people[caller].get("/v1/me/inbox").await.must_be(200)["items"][0].clone();
    assert_eq!((&inbox["decision"], &inbox["deadline"]), (&data["decision"], &data["deadline"]));
    assert_eq!(inbox["game_name"], data["game_name"]);
    for (link, path) in
        [("game", String::new()), ("view", "/view".to_owned()), ("legal", "/legal".to_owned())]
    {
        let expected = format!("{}/v1/games/{}{path}", office.service.app.settings.http.public_url, table.id);
        assert_eq!(data["links"][link], expected);
    }
    let delivery = hooks[caller].delivery(request.id()).await;
    assert_eq!((&delivery["body"], &delivery["topic"]), (&body, &json!("your_turn")));
    assert_eq!(receivers[1 - caller].heard(), []);
}

/// What was told of a game, in order: the topic and the version that opened the call.
fn told(requests: &[Heard]) -> Vec<(String, i64)> {
    let of = |heard: &Heard| (heard.topic(), heard.json()["data"]["version"].as_i64().unwrap());
    requests.iter().map(of).collect()
}

/// Plays a whole game and holds what one player's program was told to the notices that were written for him.
#[tokio::test]
async fn of_a_whole_game_every_call_is_told_once_and_so_is_its_end_before_the_next_one_begins() {
    let office = open(2);
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let receiver = Receiver::start();
    Hook::with(&people[0], &receiver, json!({"topics": CALLS})).await;
    let table = Table::of("toy", &people).await;
    let mut dice = seeded_dice(7);
    let calls = || {
        let query = format!(
            "SELECT version || ' ' || kind AS value FROM mails WHERE account_id = '{}' \
             AND kind IN ('your_turn', 'toy_last_round') ORDER BY version",
            people[0].id
        );
        office.service.database.texts(&query)
    };
    loop {
        // A turn is awaited before the next move: what is over at once may be told together.
        let due = calls().len();
        until("every call is told", || {
            told(&receiver.heard()).iter().filter(|told| told.0 != "no_longer_awaited").count() >= due
        })
        .await;
        if table.go_on(&mut dice).await.is_none() {
            break;
        }
        office.after_seconds(1);
    }
    let calls = calls();
    let requests = heard(&receiver, calls.len() * 2).await;
    let expected: Vec<(String, i64)> = calls
        .iter()
        .flat_map(|call| {
            let (version, kind) = call.split_once(' ').unwrap();
            [kind, "no_longer_awaited"].map(|topic| (topic.to_owned(), version.parse().unwrap()))
        })
        .collect();
    assert_eq!(told(&requests), expected);
    assert!(expected.iter().any(|(topic, _)| topic == LAST_ROUND.name));
    let mut ids: Vec<&str> = requests.iter().map(Heard::id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), requests.len());
}

#[tokio::test]
async fn every_move_is_told_to_whoever_wants_it_and_so_are_beginning_and_end() {
    let office = open(1);
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let receiver = Receiver::start();
    Hook::with(&people[0], &receiver, json!({"topics": ["game_updated", "game_started", "game_ended"]}))
        .await;
    let table = Table::of("toy", &people).await;
    let mut dice = seeded_dice(3);
    table.play(10_000, &mut dice).await;
    office.after_seconds(1);
    let last = table.version().await;
    let moves = usize::try_from(last).unwrap() + 1;
    let told = |topic: &str| receiver.heard().iter().filter(|heard| heard.topic() == topic).count();
    until("everything is told", || told("game_updated") >= moves && told("game_ended") >= 1).await;
    assert_eq!((told("game_updated"), told("game_started"), told("game_ended")), (moves, 1, 1));
    let mut versions: Vec<i64> = receiver
        .heard()
        .iter()
        .filter(|heard| heard.topic() == "game_updated")
        .map(|heard| heard.json()["data"]["version"].as_i64().unwrap())
        .collect();
    versions.sort_unstable();
    assert!(versions.into_iter().eq(0..=last));
}

#[tokio::test]
async fn a_webhook_for_one_game_hears_of_no_other_and_of_nothing_before_it_was_made() {
    let office = open(1);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let first = Table::of("toy", &people).await;
    let second = Table::of("toy", &people).await;
    office.after_seconds(1);
    let receiver = Receiver::start();
    let hook =
        Hook::with(&people[0], &receiver, json!({"games": [second.id], "topics": ["game_updated"]})).await;
    let mut dice = seeded_dice(3);
    first.go_on(&mut dice).await.unwrap();
    second.go_on(&mut dice).await.unwrap();
    let requests = heard(&receiver, 1).await;
    assert!(requests.iter().all(|request| request.json()["data"]["game_id"] == *second.id), "{requests:?}");
    let all = hook.change(json!({"games": null, "topics": ["no_longer_awaited", "game_updated"]})).await;
    assert_eq!(
        (&all["games"], &all["topics"]),
        (&json!(null), &json!(["no_longer_awaited", "game_updated"]))
    );
}
