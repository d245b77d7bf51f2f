//! Streams in words: each follower in a language of their own.

use serde_json::Value;

use super::{ask, list};
use crate::harness::{Listener, Person, Service, Table, relay_all, seeded_dice};

/// Opens a stream in a language; the `last` id goes into the address.
async fn follow(person: &Person, language: &str, path: &str) -> Listener {
    let response = person.request(reqwest::Method::GET, path).header("Accept-Language", language);
    Listener::of(path, response.send().await.unwrap())
}

fn texts(update: &Value) -> Vec<String> {
    let events = list(&update["update"]["events"]).iter();
    events.map(|event| event["text"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn each_follower_of_a_game_is_told_in_their_language_what_the_events_say() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("settlers", &people).await;
    let path = format!("{}/stream?include=texts", table.path);
    let stranger = service.stranger();
    let followers = [(table.player(0), "nn", ""), (table.player(1), "de", ""), (&stranger, "sv", "")];
    let mut listeners = Vec::new();
    for (person, language, _) in &followers {
        let mut listener = follow(person, language, &path).await;
        listener.must_tell("opened").await;
        listeners.push(listener);
    }
    let mut plain = follow(table.player(2), "de", &format!("{}/stream", table.path)).await;
    plain.must_tell("opened").await;
    let mut dice = seeded_dice(8);
    for _ in 0..4 {
        let before = table.version().await;
        table.play(1, &mut dice).await;
        let version = table.version().await;
        for ((person, language, _), listener) in followers.iter().zip(&mut listeners) {
            let frames = listener.until_version(version).await;
            let told: Vec<String> = frames.iter().flat_map(|frame| texts(&frame.data)).collect();
            let path = format!("{}/events?include=texts&after={before}", table.path);
            let read = ask(person, language, &path, None, &[]).await.must_be_in(language);
            let read: Vec<&str> =
                list(&read["items"]).iter().map(|event| event["text"].as_str().unwrap()).collect();
            assert_eq!(told, read, "{language}");
        }
        for frame in plain.until_version(version).await {
            assert!(!frame.data.to_string().contains("\"text\""), "{frame:?}");
        }
    }
    // From the beginning, page by page, out of the database.
    let mut late = follow(table.player(0), "sv", &format!("{path}&after=0")).await;
    late.must_tell("opened").await;
    let version = table.version().await;
    let frames = late.until_version(version).await;
    let told: Vec<String> = frames.iter().flat_map(|frame| texts(&frame.data)).collect();
    let events = ask(
        table.player(0),
        "sv",
        &format!("{}/events?include=texts&after=0&limit=500", table.path),
        None,
        &[],
    )
    .await;
    let events = events.must_be_in("sv");
    let read: Vec<&str> =
        list(&events["items"]).iter().map(|event| event["text"].as_str().unwrap()).collect();
    assert_eq!(told, read);
}

#[tokio::test]
async fn the_stream_of_an_account_tells_all_its_games_in_one_language() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let tables = [Table::of("nord", &people).await, Table::of("settlers", &people).await];
    let mut stream = follow(&people[0], "nn", "/v1/me/stream?include=texts").await;
    let mut dice = seeded_dice(9);
    stream.must_tell("opened").await;
    for table in &tables {
        table.play(3, &mut dice).await;
    }
    relay_all(&service).await;
    let mut told = 0;
    while told < 6 {
        let frame = stream.next().await;
        if frame.event != "game_events" {
            continue;
        }
        let table = tables.iter().find(|table| frame.data["game_id"] == *table.id).unwrap();
        let version = frame.data["update"]["version"].as_i64().unwrap();
        let after = if version == 0 { String::new() } else { format!("&after={}", version - 1) };
        let path = format!("{}/events?include=texts&limit=1{after}", table.path);
        let read = ask(&people[0], "nn", &path, None, &[]).await.must_be_in("nn");
        let read: Vec<&str> =
            list(&read["items"]).iter().map(|event| event["text"].as_str().unwrap()).collect();
        assert_eq!(texts(&frame.data), read);
        told += 1;
    }
}
