//! A person's own stream over all his games: numbered without gaps, whoever feeds it and however often it breaks.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::harness::{Frame, Listener, Person, PostOffice, Service, Table, process, seeded_dice};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

/// The events in frames, by game.
fn by_game(frames: &[Frame]) -> BTreeMap<String, Vec<Value>> {
    let mut games: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for frame in frames.iter().filter(|frame| frame.event == "game_events") {
        let game = frame.data["game_id"].as_str().unwrap().to_owned();
        games
            .entry(game)
            .or_default()
            .extend(frame.data["update"]["events"].as_array().unwrap().iter().cloned());
    }
    games
}

/// Frames until each of these tables has come to the version it stands at.
async fn until_all(listener: &mut Listener, tables: &[Table]) -> Vec<Frame> {
    let mut versions = BTreeMap::new();
    for table in tables {
        versions.insert(table.id.clone(), table.version().await);
    }
    let mut frames = Vec::new();
    while !versions.is_empty() {
        let frame = listener.next().await;
        if frame.event == "game_events" {
            let game = frame.data["game_id"].as_str().unwrap();
            if versions.get(game).copied() == frame.data["update"]["version"].as_i64() {
                versions.remove(game);
            }
        }
        frames.push(frame);
    }
    frames
}

fn must_be_gapless(frames: &[Frame]) {
    let numbers: Vec<i64> = frames.iter().map(Frame::number).collect();
    assert!(numbers.iter().copied().eq(1..=i64::try_from(frames.len()).unwrap()), "{numbers:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_tells_everything_of_every_game_once_and_in_order_across_breaks() {
    let mut office = PostOffice::open();
    office.employ();
    let people = office.service.people(NAMES).await;
    let mut dice = seeded_dice(9);
    let (mut tables, mut frames) = (Vec::new(), Vec::new());
    let mut last = "0".to_owned();
    for ruleset in ["landnam", "settlers", "landnam"] {
        let mut listener = Listener::open(&people[0], "/v1/me/stream", Some(&last)).await;
        tables.push(Table::of(ruleset, &people).await);
        for table in &tables {
            table.play(15, &mut dice).await;
        }
        frames.extend(until_all(&mut listener, &tables).await);
        last = listener.last.clone();
    }
    must_be_gapless(&frames);
    let heard = by_game(&frames);
    for table in &tables {
        let seat = table.players.iter().position(|player| player.id == people[0].id).unwrap();
        assert_eq!(heard[&table.id], table.events(Some(seat)).await);
    }
    assert!(frames.iter().any(|frame| frame.event == "notification" && frame.data["kind"] == "game_started"));
    assert!(frames.iter().any(|frame| frame.event == "notification" && frame.data["kind"] == "your_turn"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_others_say_to_each_other_leaves_no_gap_in_it() {
    let office = PostOffice::open();
    let people = office.service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let mut listener = Listener::open(table.player(2), "/v1/me/stream", Some("0")).await;
    let started = until_all(&mut listener, std::slice::from_ref(&table)).await;
    let path = format!("{}/messages", table.path);
    for index in 0..4 {
        let words = json!({"text": "psst", "to": [1 - index % 2]});
        table.player(index % 2).post(&path, &words).await.must_be(201);
    }
    table.player(0).post(&path, &json!({"text": "all"})).await.must_be(201);
    let mut frames = started;
    loop {
        let frame = listener.next().await;
        frames.push(frame);
        if frames.last().unwrap().event == "message" {
            break;
        }
    }
    must_be_gapless(&frames);
    assert_eq!(frames.last().unwrap().data["message"]["text"], "all");
    assert_eq!(frames.last().unwrap().data["message"]["number"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_too_late_is_told_to_look_anew() {
    let office = PostOffice::open();
    let people = office.service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let mut listener = Listener::open(&people[0], "/v1/me/stream", Some("0")).await;
    let frames = until_all(&mut listener, std::slice::from_ref(&table)).await;
    office.after_seconds(TimeDelta::days(8).num_seconds());
    let mut ctx = crate::harness::connect(&office.service).await;
    althing::service::departures::forget(&mut ctx).await.unwrap();
    // Log-ins have run out meanwhile.
    let again = json!({"login": "Aud", "password": "a long ship west"});
    let tokens = people[0].with_token("").post("/v1/sessions", &again).await.must_be(201);
    let aud = people[0].with_token(tokens["access_token"].as_str().unwrap());
    let mut listener = Listener::open(&aud, "/v1/me/stream", Some("0")).await;
    let reset = listener.must_tell("reset").await;
    assert!(reset.data["number"].as_i64().unwrap() >= i64::try_from(frames.len()).unwrap());
    assert_eq!(reset.number(), reset.data["number"]);
}

/// A person's listener at a process.
async fn at(person: &Person, address: &str, path: &str, last: Option<&str>) -> Listener {
    Listener::open(&person.at(&format!("http://{address}")), path, last).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_process_stores_reaches_listeners_of_another_and_a_killed_one_loses_nothing() {
    let service = Service::start_now();
    let (mut first, second) = (process::serve(&service.database), process::serve(&service.database));
    let _worker = process::work(&service.database);
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let path = format!("{}/stream", table.path);
    let mut dice = seeded_dice(11);
    let mut game: Vec<Listener> = Vec::new();
    for person in &table.players {
        game.push(at(person, &first.address, &path, Some("-1.0")).await);
    }
    let mut own = at(&table.players[0], &first.address, "/v1/me/stream", Some("0")).await;
    // The test's own server stores; the first process tells.
    let mut slowest = Duration::ZERO;
    let mut heard: Vec<Vec<Frame>> = vec![Vec::new(); 3];
    let mut frames = until_all(&mut own, std::slice::from_ref(&table)).await;
    for _ in 0..20 {
        table.play(1, &mut dice).await;
        let (version, stored) = (table.version().await, Instant::now());
        for (listener, heard) in game.iter_mut().zip(&mut heard) {
            heard.extend(listener.until_version(version).await);
        }
        slowest = slowest.max(stored.elapsed());
    }
    println!("slowest delivery from one process to another: {slowest:?}");
    frames.extend(until_all(&mut own, std::slice::from_ref(&table)).await);
    // Nobody reads while more is stored and the process dies.
    table.play(10, &mut dice).await;
    first.kill();
    table.play(10, &mut dice).await;
    let version = table.version().await;
    for (seat, (listener, heard)) in game.iter_mut().zip(&mut heard).enumerate() {
        let mut listener = at(&table.players[seat], &second.address, &path, Some(&listener.last)).await;
        heard.extend(listener.until_version(version).await);
        let versions: Vec<i64> =
            heard.iter().map(|frame| frame.data["update"]["version"].as_i64().unwrap()).collect();
        assert!(versions.iter().copied().eq(0..=version), "seat {seat}: {versions:?}");
        let told: Vec<Value> = heard
            .iter()
            .flat_map(|frame| frame.data["update"]["events"].as_array().unwrap().clone())
            .collect();
        assert_eq!(told, table.events(Some(seat)).await);
    }
    let mut own = at(&table.players[0], &second.address, "/v1/me/stream", Some(&own.last)).await;
    frames.extend(until_all(&mut own, std::slice::from_ref(&table)).await);
    must_be_gapless(&frames);
    assert_eq!(by_game(&frames)[&table.id], table.events(Some(0)).await);
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_waits_is_answered_as_soon_as_there_is_something() {
    let service = Service::start_with(|settings| settings.database.pool_size = 1);
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let mut dice = seeded_dice(13);
    let version = table.version().await;
    let path = format!("{}/events?after={version}&wait=30", table.path);
    let waiting: Vec<_> = table
        .players
        .iter()
        .map(|player| {
            let (player, path) = (player.clone(), path.clone());
            tokio::spawn(async move { player.get(&path).await.must_be(200) })
        })
        .collect();
    // The only connection is free: three wait, and the game goes on.
    tokio::time::sleep(Duration::from_millis(200)).await;
    table.play(1, &mut dice).await;
    for (seat, waiting) in waiting.into_iter().enumerate() {
        let events = waiting.await.unwrap();
        assert_eq!(events["items"][0]["version"], version + 1, "{seat}");
    }
    let now = table.version().await;
    let nothing = people[0].get(&format!("{}/events?after={now}&wait=1", table.path)).await.must_be(200);
    assert_eq!((&nothing["items"], &nothing["next_after"]), (&json!([]), &json!(now)));
    people[0].get(&format!("{}/events?after=0&wait=31", table.path)).await.must_blame(
        400,
        "invalid_parameter",
        "wait",
    );
    people[0].get(&format!("{}/events?wait=1", table.path)).await.must_blame(
        400,
        "invalid_parameter",
        "after",
    );
    let beyond = format!("{}/events?after={}&wait=30", table.path, now + 1);
    people[0].get(&beyond).await.must_blame(422, "version_beyond_present", "after");
}
