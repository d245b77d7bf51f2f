//! In a private game nothing is posted unless every player agrees.

use serde_json::{Value, json};

use super::{MINUTE, came, given, open, set, until_told};
use crate::harness::{Person, PostOffice, Table, seeded_dice};
use crate::webhooks::receiver::Receiver;

/// A private game that has begun, with a channel to which its owner agrees.
async fn private_game(office: &PostOffice, receiver: &Receiver) -> (Table, [Person; 2], String) {
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 2, "visibility": "private"})).await;
    let invited = aud.post(&format!("{path}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    let accept = format!("{path}/invitations/{}/accept", invited["id"].as_str().unwrap());
    bjarni.post(&accept, &json!({})).await.must_be(200);
    let channel = set(&aud, &path, &given("discord", receiver)).await;
    let seats = aud.get(&path).await.must_be(200)["seats"].clone();
    let people = [aud, bjarni];
    let find = |seat: &Value| people.iter().find(|person| seat["account"] == *person.id).unwrap().clone();
    let players = seats.as_array().unwrap().iter().map(find).collect();
    let table = Table { id: path.rsplit('/').next().unwrap().to_owned(), path, players };
    (table, people, channel)
}

async fn move_on(office: &PostOffice, table: &Table, seed: u64) {
    table.play(1, &mut seeded_dice(seed)).await;
    office.after_seconds(MINUTE);
    until_told(office).await;
}

#[tokio::test]
async fn nothing_is_posted_until_all_agree_nor_once_one_of_them_withdraws() {
    let office = open();
    let receiver = Receiver::start();
    let (table, [aud, bjarni], channel) = private_game(&office, &receiver).await;
    let shown = bjarni.get(&channel).await.must_be(200);
    let agrees: Vec<&Value> =
        shown["agreements"].as_array().unwrap().iter().map(|one| &one["agrees"]).collect();
    assert_eq!(agrees.iter().filter(|agrees| **agrees == &json!(true)).count(), 1);
    assert_eq!((&shown["posting"], &shown["last_post"]), (&json!(false), &Value::Null));
    move_on(&office, &table, 1).await;
    aud.post(&format!("{channel}/test"), &json!({})).await.must_refuse(409, "channel_not_agreed");
    assert_eq!(receiver.connections(), 0);
    let agreement = format!("{channel}/agreement");
    let agreed = bjarni.put(&agreement, &Value::Null).await.must_be(200);
    assert_eq!(agreed["posting"], true);
    // What happened before is never told.
    office.after_seconds(MINUTE);
    assert_eq!(receiver.connections(), 0);
    move_on(&office, &table, 2).await;
    let post = came(&office, &receiver, 1).await.remove(0).json();
    let text = post["embeds"][0]["description"].as_str().unwrap().to_owned();
    assert!(
        !text.contains("/games/") && text.contains("/play/"),
        "a private game has no public page: {text}"
    );
    bjarni.delete(&agreement).await.must_be(200);
    move_on(&office, &table, 3).await;
    assert_eq!(receiver.connections(), 1);
    office.until_stored("SELECT result AS value FROM channel_posts", &["delivered"]).await;
}

#[tokio::test]
async fn a_post_that_waits_is_dropped_when_a_player_withdraws() {
    let mut office = open();
    let receiver = Receiver::start();
    let (_, [aud, bjarni], channel) = private_game(&office, &receiver).await;
    bjarni.put(&format!("{channel}/agreement"), &Value::Null).await.must_be(200);
    office.close();
    aud.post(&format!("{channel}/test"), &json!({})).await.must_be(202);
    bjarni.delete(&format!("{channel}/agreement")).await.must_be(200);
    office.employ();
    office.until_stored("SELECT result AS value FROM channel_posts", &["dropped"]).await;
    assert_eq!(receiver.connections(), 0);
}

/// Withdrawals and posts at the same moment: once a withdrawal is answered, no new post begins.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_withdraws_while_posts_are_on_their_way_is_heard() {
    let office = open();
    let receiver = Receiver::start();
    let (_, [aud, bjarni], channel) = private_game(&office, &receiver).await;
    let agreement = format!("{channel}/agreement");
    for _ in 0..6 {
        bjarni.put(&agreement, &Value::Null).await.must_be(200);
        let test = format!("{channel}/test");
        let nothing = json!({});
        let (tested, withdrawn) = tokio::join!(aud.post(&test, &nothing), bjarni.delete(&agreement));
        assert!([202, 409].contains(&tested.status) && withdrawn.status == 200);
        office.until_stored("SELECT 'x' AS value FROM channel_posts WHERE settled_at IS NULL", &[]).await;
        let before = receiver.connections();
        office.after_seconds(MINUTE);
        aud.post(&test, &nothing).await.must_refuse(409, "channel_not_agreed");
        assert_eq!(receiver.connections(), before);
    }
}

#[tokio::test]
async fn who_takes_a_seat_is_asked_anew_and_a_picture_ends_with_the_agreement() {
    let office = open();
    let receiver = Receiver::start();
    let (table, [aud, bjarni], channel) = private_game(&office, &receiver).await;
    bjarni.put(&format!("{channel}/agreement"), &Value::Null).await.must_be(200);
    aud.post(&format!("{channel}/test"), &json!({})).await.must_be(202);
    let post = came(&office, &receiver, 1).await.remove(0).json();
    let picture = post["embeds"][0]["image"]["url"].as_str().unwrap_or_default().to_owned();
    if let Some((_, path)) = picture.split_once("/pictures/") {
        let path = format!("/pictures/{path}");
        let stranger = office.service.stranger();
        let answer = stranger.request(reqwest::Method::GET, &path).send().await.unwrap();
        assert_eq!(answer.headers()["x-robots-tag"], "noindex, nofollow");
        stranger.get(&path.replace(".png", "A.png")).await.must_refuse(404, "route_not_found");
        bjarni.delete(&format!("{channel}/agreement")).await.must_be(200);
        stranger.get(&path).await.must_refuse(404, "route_not_found");
        bjarni.put(&format!("{channel}/agreement"), &Value::Null).await.must_be(200);
        assert_eq!(stranger.request(reqwest::Method::GET, &path).send().await.unwrap().status(), 200);
        office.after_seconds(24 * 3_600);
        stranger.get(&path).await.must_refuse(404, "route_not_found");
    }
    // Cnut gets the seat by a vote of the players.
    let cnut = office.service.person("Cnut").await;
    let seat = table.players.iter().position(|player| player.id == bjarni.id).unwrap();
    let vote = json!({"kind": "replace_seat", "seat": seat, "account": cnut.id});
    table.post(1 - seat, "votes", &vote).await.must_be(201);
    let path = format!("{}/seats/{seat}/take", table.path);
    if cnut.post(&path, &json!({})).await.status == 200 {
        let shown = cnut.get(&channel).await.must_be(200);
        assert_eq!(shown["posting"], false);
        bjarni.get(&channel).await.must_refuse(404, "game_not_found");
    }
}
