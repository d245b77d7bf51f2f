//! Channels of clubs: every game of the club has them.

use serde_json::{Value, json};

use super::{MINUTE, SECRET_PATH, came, given, open};
use crate::clubs::{found_club, join, set_role};
use crate::harness::{Answer, Person, PostOffice, Table, described, seeded_dice};
use crate::webhooks::receiver::{Heard, Receiver, Whim};

const GAME: &str = "Kattegat";

async fn set(by: &Person, club: &str, new: &Value) -> Answer {
    by.post(&format!("/v1/clubs/{club}/channels"), new).await
}

/// Sets a channel; gives its id.
async fn must_set(by: &Person, club: &str, new: &Value) -> String {
    let made = set(by, club, new).await.must_be(201);
    described::must_fit("CreatedClubChannel", &made);
    made["channel"]["id"].as_str().unwrap().to_owned()
}

async fn end(by: &Person, club: &str, channel: &str) -> Answer {
    by.delete(&format!("/v1/clubs/{club}/channels/{channel}")).await
}

async fn channels(of: &Person, path: &str) -> Vec<Value> {
    of.get(&format!("{path}/channels")).await.must_be(200)["items"].as_array().unwrap().clone()
}

async fn of_club(of: &Person, club: &str) -> Vec<Value> {
    channels(of, &format!("/v1/clubs/{club}")).await
}

fn text(post: &Heard) -> String {
    post.json()["embeds"][0]["description"].as_str().unwrap().to_owned()
}

/// A game of the club with two seats, of which its owner has one.
async fn open_game(owner: &Person, club: &str, visibility: &str) -> String {
    let game = json!({"ruleset": "toy", "seats": 2, "name": GAME, "club_id": club, "visibility": visibility});
    owner.open(&game).await
}

/// A club of Aud, of which Bjarni is a member.
async fn club(office: &PostOffice) -> (Person, Person, String) {
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    join(&bjarni, &club).await.must_be(200);
    (aud, bjarni, club)
}

/// The second of these joins the game, and both play it to its end.
async fn play(path: &str, people: [&Person; 2]) {
    people[1].post(&format!("{path}/join"), &json!({})).await.must_be(200);
    play_on(path, people).await;
}

/// As [`play`], of a game that has begun.
async fn play_on(path: &str, people: [&Person; 2]) {
    let seats = people[0].get(path).await.must_be(200)["seats"].clone();
    let find = |seat: &Value| people.iter().find(|person| seat["account"] == *person.id).unwrap();
    let players = seats.as_array().unwrap().iter().map(|seat| (*find(seat)).clone()).collect();
    let table = Table { id: path.rsplit('/').next().unwrap().to_owned(), path: path.to_owned(), players };
    table.play(usize::MAX, &mut seeded_dice(4)).await;
}

async fn until_told(office: &PostOffice) {
    const UNTOLD: &str = "SELECT 'x' AS value FROM game_channels c JOIN games g ON g.id = c.game_id \
        WHERE g.status <> c.status OR c.version < -1";
    office.until_stored(UNTOLD, &[]).await;
}

#[tokio::test]
async fn a_chat_of_a_club_is_told_when_its_games_are_open_begin_and_end() {
    let office = open();
    let receiver = Receiver::start();
    let (aud, bjarni, club) = club(&office).await;
    // One that goes on already tells what comes.
    let before = open_game(&bjarni, &club, "public").await;
    let elsewhere = bjarni.open(&json!({"ruleset": "toy", "seats": 2})).await;
    let id = must_set(&aud, &club, &given("discord", &receiver)).await;
    let shown = of_club(&bjarni, &club).await.remove(0);
    described::must_fit("ClubChannel", &shown);
    assert_eq!(
        (&shown["id"], &shown["set_by"], &shown["posting"], &shown["topics"]),
        (&json!(id), &json!(aud.id), &json!(true), &json!(["game_created", "game_started", "game_ended"]))
    );
    assert!(channels(&bjarni, &elsewhere).await.is_empty());
    assert_eq!(receiver.connections(), 0);
    let game = open_game(&bjarni, &club, "public").await;
    let post = came(&office, &receiver, 1).await.remove(0);
    assert_eq!(post.json()["embeds"][0]["title"], GAME);
    assert!(text(&post).starts_with("A new game is open for players\\."), "{}", text(&post));
    let of_game = channels(&bjarni, &game).await.remove(0);
    described::must_fit("Channel", &of_game);
    assert_eq!(
        (&of_game["id"], &of_game["club_id"], &of_game["posting"], &of_game["agreements"]),
        (&json!(id), &json!(club), &json!(true), &json!([]))
    );
    play(&game, [&bjarni, &aud]).await;
    office.after_seconds(MINUTE);
    until_told(&office).await;
    let last = text(came(&office, &receiver, 2).await.last().unwrap());
    assert!(last.contains("The game has begun") && last.contains("The game is over\\."), "{last}");
    assert!(!last.contains("waiting for"), "not told of moves: {last}");
    play(&before, [&bjarni, &aud]).await;
    office.after_seconds(MINUTE);
    until_told(&office).await;
    assert!(text(came(&office, &receiver, 3).await.last().unwrap()).contains("The game is over\\."));
    end(&aud, &club, &id).await.must_be(204);
    open_game(&bjarni, &club, "public").await;
    office.after_seconds(MINUTE);
    assert!(channels(&bjarni, &game).await.is_empty());
    assert_eq!((of_club(&aud, &club).await, receiver.requests().len()), (vec![], 3));
}

#[tokio::test]
async fn of_a_private_game_nothing_is_posted_until_all_its_players_agree() {
    let office = open();
    let receiver = Receiver::start();
    let (aud, bjarni, club) = club(&office).await;
    let id = must_set(&aud, &club, &given("discord", &receiver)).await;
    let [silent, told] =
        [open_game(&bjarni, &club, "private").await, open_game(&bjarni, &club, "private").await];
    until_told(&office).await;
    let shown = channels(&bjarni, &silent).await.remove(0);
    assert_eq!((&shown["posting"], &shown["agreements"][0]["agrees"]), (&json!(false), &json!(false)));
    bjarni.put(&format!("{told}/channels/{id}/agreement"), &Value::Null).await.must_be(200);
    aud.post(&format!("{told}/join"), &json!({})).await.must_be(200);
    aud.put(&format!("{told}/channels/{id}/agreement"), &Value::Null).await.must_be(200);
    play_on(&told, [&bjarni, &aud]).await;
    play(&silent, [&bjarni, &aud]).await;
    office.after_seconds(MINUTE);
    until_told(&office).await;
    let posts = came(&office, &receiver, 1).await;
    let post = text(&posts[0]);
    assert!(post.contains("The game is over\\.") && !post.contains("/games/"), "{post}");
    office.after_seconds(MINUTE);
    assert_eq!(receiver.requests().len(), 1);
}

#[tokio::test]
async fn organisers_set_and_end_channels_and_owners_of_games_end_them_there() {
    let office = open();
    let receiver = Receiver::start();
    let (aud, bjarni, club) = club(&office).await;
    let cnut = office.service.person("Cnut").await;
    let new = given("discord", &receiver);
    set(&bjarni, &club, &new).await.must_refuse(403, "club_role_too_small");
    set(&cnut, &club, &new).await.must_refuse(403, "not_a_club_member");
    cnut.get(&format!("/v1/clubs/{club}/channels")).await.must_refuse(403, "not_a_club_member");
    set_role(&aud, &club, &bjarni, "organiser").await.must_be(200);
    let id = must_set(&bjarni, &club, &new).await;
    set(&aud, &club, &new).await.must_refuse(409, "channel_exists");
    for (wrong, part) in [
        (json!({"format": "discord", "url": "https://example.org/api/webhooks/1/x"}), "url"),
        (json!({"format": "slack", "url": "https://hooks.slack.com/services/x", "topics": []}), "topics"),
    ] {
        set(&aud, &club, &wrong).await.must_blame(422, "invalid_field", part);
    }
    // A game has one channel of a format, and its owner may end it.
    join(&cnut, &club).await.must_be(200);
    let game = open_game(&cnut, &club, "public").await;
    came(&office, &receiver, 1).await;
    cnut.post(&format!("{game}/channels"), &new).await.must_refuse(409, "channel_exists");
    cnut.patch(&format!("{game}/channels/{id}"), &json!({"enabled": false}))
        .await
        .must_refuse(403, "not_the_owner");
    cnut.delete(&format!("{game}/channels/{id}")).await.must_be(204);
    cnut.post(&format!("{game}/channels"), &new).await.must_be(201);
    assert_eq!(of_club(&aud, &club).await.len(), 1);
    // The channel of an organiser who is none any more says nothing, and goes on when they are one again.
    set_role(&aud, &club, &bjarni, "member").await.must_be(200);
    assert_eq!(of_club(&aud, &club).await[0]["posting"], false);
    open_game(&cnut, &club, "public").await;
    until_told(&office).await;
    assert_eq!(receiver.requests().len(), 1);
    set_role(&aud, &club, &bjarni, "organiser").await.must_be(200);
    open_game(&cnut, &club, "public").await;
    came(&office, &receiver, 2).await;
    aud.delete(&format!("/v1/clubs/{club}")).await.must_be(204);
    set(&aud, &club, &given("slack", &receiver)).await.must_refuse(409, "club_ended");
    end(&aud, &club, &id).await.must_be(204);
    end(&aud, &club, &id).await.must_refuse(404, "channel_not_found");
}

#[tokio::test]
async fn what_is_gone_in_one_game_is_disabled_for_all_and_its_organiser_gets_a_mail() {
    let office = PostOffice::open_with(1, |settings| {
        super::with_local_hosts(settings);
        settings.mail.hold_down_seconds = 0;
    });
    let receiver = Receiver::start();
    let (aud, bjarni, club) = club(&office).await;
    must_set(&aud, &club, &given("discord", &receiver)).await;
    receiver.will([Whim::Answer(500)]);
    open_game(&bjarni, &club, "public").await;
    super::until_posts(&office, &["- 1"]).await;
    assert!(of_club(&aud, &club).await[0]["failing_since"].is_string());
    open_game(&bjarni, &club, "public").await;
    super::until_posts(&office, &["- 1", "delivered 0"]).await;
    assert_eq!(of_club(&aud, &club).await[0]["failing_since"], Value::Null, "another game's post arrived");
    receiver.will([Whim::Answer(404)]);
    open_game(&bjarni, &club, "public").await;
    let gone = "SELECT disabled_reason AS value FROM club_channels WHERE disabled_at IS NOT NULL";
    office.until_stored(gone, &["gone"]).await;
    let shown = of_club(&bjarni, &club).await.remove(0);
    assert_eq!((&shown["disabled_reason"], &shown["posting"]), (&json!("gone"), &json!(false)));
    let mail = office.mails(1).await.remove(0);
    assert!(mail.text().contains("Friday sagas") && !mail.text().contains(SECRET_PATH), "{}", mail.text());
    let heard = receiver.requests().len();
    open_game(&bjarni, &club, "public").await;
    office.after_seconds(3600);
    assert_eq!(receiver.requests().len(), heard);
}

#[tokio::test]
async fn channels_of_a_private_club_do_not_exist_for_strangers_and_no_address_is_told() {
    let office = open();
    let receiver = Receiver::start();
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    let club = found_club(&aud, json!({"visibility": "private"})).await;
    let channel = must_set(&aud, &club, &given("althing", &receiver)).await;
    let nothing = uuid::Uuid::nil().to_string();
    for of in [&club, &nothing] {
        let path = format!("/v1/clubs/{of}/channels");
        bjarni.get(&path).await.must_refuse(404, "club_not_found");
        bjarni.post(&path, &given("discord", &receiver)).await.must_refuse(404, "club_not_found");
        bjarni
            .post(&path, &json!({"format": "discord", "url": "x"}))
            .await
            .must_refuse(404, "club_not_found");
        bjarni.delete(&format!("{path}/{channel}")).await.must_refuse(404, "club_not_found");
    }
    open_game(&aud, &club, "public").await;
    came(&office, &receiver, 1).await;
    super::until_posts(&office, &["delivered 0"]).await;
    let mut answers = Vec::new();
    for path in [format!("/v1/clubs/{club}/channels"), "/v1/me/export".to_owned(), "/v1/me/audit".to_owned()]
    {
        answers.push(aud.get(&path).await.text);
    }
    assert!(answers[1].contains("club_channels") && answers[1].contains("127.0.0.1"));
    let database = &office.service.database;
    for table in ["club_channels", "game_channels", "channel_posts", "replies", "audit_log"] {
        answers.extend(database.texts(&format!("SELECT to_json(r)::text AS value FROM {table} r")));
    }
    let bytes = hex::encode(SECRET_PATH);
    for answer in &answers {
        assert!(!answer.contains(SECRET_PATH) && !answer.contains(&bytes), "{answer}");
    }
    // A recovery of the account suspends them, and its deletion ends them.
    let pool = althing::store::pool::open(&database.url(), 1).unwrap();
    let app = std::sync::Arc::new(office.service.app.clone());
    let mut ctx = althing::service::Ctx::acquire(&app, &pool).await.unwrap();
    althing::service::channels::suspend_all(&mut ctx, aud.id.parse().unwrap()).await.unwrap();
    let shown = of_club(&aud, &club).await.remove(0);
    assert_eq!((&shown["disabled_reason"], &shown["posting"]), (&json!("password_reset"), &json!(false)));
    aud.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    for table in ["club_channels", "game_channels", "channel_posts"] {
        assert_eq!(database.texts(&format!("SELECT count(*)::text AS value FROM {table}")), ["0"], "{table}");
    }
}
