//! A game that somebody follows from before its start to its end, by its stream, by their own and by a webhook: every
//! event is as it is described, and the stream of the game ends with it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::harness::{Frame, Listener, Person, PostOffice, Service, Table, seeded_dice, until};
use crate::webhooks::receiver::Receiver;
use crate::webhooks::{Hook, at_home};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

/// The topics of a game that somebody plays in, besides calls that not every game has.
const TOPICS: [&str; 6] =
    ["your_turn", "no_longer_awaited", "game_updated", "game_started", "game_ended", "message"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_landnam_is_followed_to_its_end() {
    is_followed_to_its_end("landnam").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_the_settlers_is_followed_to_its_end() {
    is_followed_to_its_end("settlers").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_nord_is_followed_to_its_end() {
    is_followed_to_its_end("nord").await;
}

/// What a listener and a receiver hear is held to its type by the harness; here it is held to what happened.
async fn is_followed_to_its_end(ruleset: &str) {
    let office = PostOffice::open_short_with(1, 2, |settings| {
        at_home(settings);
        // There is nothing to see in the mails here.
        settings.mail.hold_down_seconds = 86_400;
    });
    let people = office.service.people(NAMES).await;
    let receiver = Receiver::start();
    let topics: Vec<Value> = all_topics(&people[0]).await;
    Hook::with(&people[0], &receiver, json!({"topics": topics})).await;
    let mut own = Listener::open(&people[0], "/v1/me/stream", Some("0")).await;
    let table = Table::of(ruleset, &people).await;
    let stream = format!("{}/stream", table.path);
    let seat = table.players.iter().position(|player| player.id == people[0].id).unwrap();
    let mut listener = Listener::open(&people[0], &stream, Some("-1.0.0")).await;
    let mut dice = seeded_dice(4);
    table.play(10, &mut dice).await;
    let words = json!({"text": "Well met"});
    people[1].post(&format!("{}/messages", table.path), &words).await.must_be(201);
    table.play(20_000, &mut dice).await;
    let shown = people[0].get(&table.path).await.must_be(200);
    assert_eq!(shown["status"], "finished");
    let version = table.version().await;

    let heard = until_the_end(&mut listener).await;
    assert_eq!(heard.last().unwrap().data, json!({"type": "end", "reason": "game_over"}));
    let kinds: BTreeSet<&str> = heard.iter().map(|frame| frame.event.as_str()).collect();
    assert_eq!(kinds, BTreeSet::from(["end", "game_events", "lobby_change", "message"]));
    assert_eq!(updates(&heard), table.events(Some(seat)).await);

    let mut told = own.until_version(version).await;
    while !told.iter().any(|frame| frame.data["kind"] == "game_ended") {
        told.push(own.next().await);
    }
    assert_eq!(updates(&told), table.events(Some(seat)).await);
    let kinds: BTreeSet<&str> = told.iter().map(|frame| frame.event.as_str()).collect();
    assert_eq!(kinds, BTreeSet::from(["game_events", "lobby_change", "message", "notification"]));

    office.after_seconds(1);
    let moves = usize::try_from(version).unwrap() + 1;
    let sent = |topic: &str| receiver.heard().iter().filter(|request| request.topic() == topic).count();
    until("every move and the end is told", || sent("game_updated") >= moves && sent("game_ended") == 1)
        .await;
    let others: BTreeSet<String> = receiver.heard().iter().map(|request| request.topic()).collect();
    for topic in ["your_turn", "no_longer_awaited", "message"] {
        assert!(others.contains(topic), "{topic}: {others:?}");
    }
}

/// Every topic there is; a webhook that is made without topics has most of them.
async fn all_topics(person: &Person) -> Vec<Value> {
    let made = person.post("/v1/me/webhooks", &json!({"url": "https://bot.example.org/"})).await.must_be(201);
    let path = format!("/v1/me/webhooks/{}", made["webhook"]["id"].as_str().unwrap());
    person.delete(&path).await.must_be(204);
    let mut topics = made["webhook"]["topics"].as_array().unwrap().clone();
    topics.extend([json!("game_updated"), json!("unpayable_offer"), json!("test")]);
    assert!(TOPICS.iter().all(|topic| topics.contains(&json!(topic))), "{topics:?}");
    topics
}

async fn until_the_end(listener: &mut Listener) -> Vec<Frame> {
    let mut frames = Vec::new();
    while let Some(frame) = listener.try_next().await {
        frames.push(frame);
    }
    frames
}

/// The events of the game, as the list of events has them.
fn updates(frames: &[Frame]) -> Vec<Value> {
    let updates = frames.iter().filter(|frame| frame.event == "game_events");
    updates.flat_map(|frame| frame.data["update"]["events"].as_array().unwrap().clone()).collect()
}

#[tokio::test]
async fn the_stream_of_a_game_that_is_over_sends_what_is_missed_and_ends_and_counts_no_more() {
    let service = Service::start_with(|settings| settings.streams.per_account = 1);
    let people = service.people(NAMES).await;
    let table = Table::of("toy", &people).await;
    table.play(20_000, &mut seeded_dice(4)).await;
    let path = format!("{}/stream", table.path);
    let all = table.events(Some(0)).await;
    let (player, version) = (table.player(0), table.version().await);
    // Each of these ends by itself: one stream is all that an account may have here.
    for (after, last) in [(path.clone(), Some("-1.0")), (format!("{path}?after_id=-1.0"), None)] {
        let mut listener = Listener::open(player, &after, last).await;
        let heard = until_the_end(&mut listener).await;
        assert_eq!(heard.last().unwrap().data["reason"], "game_over");
        assert_eq!(updates(&heard), all, "{after}");
    }
    // With both, the header counts.
    let mut listener =
        Listener::open(player, &format!("{path}?after_id=-1.0"), Some(&format!("{version}.0"))).await;
    assert_eq!(until_the_end(&mut listener).await.len(), 1);
    let mut listener = Listener::open(player, &path, None).await;
    listener.must_tell("opened").await;
    listener.must_tell("end").await;
    assert!(listener.try_next().await.is_none());
    let mut other = Listener::open(&service.stranger(), &path, None).await;
    other.must_tell("opened").await;
    assert_eq!(other.must_tell("end").await.data["reason"], "game_over");
}
