//! A standby takes over that did not get the last writes: a real PostgreSQL goes on from an older copy of its data, at the
//! same address, and the process that showed what is lost lives on.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use althing::app::clock::SystemClock;
use althing::cluster::{Cluster, ClusterSettings};
use althing::service::App;
use althing::service::streams;
use althing::store::migrate;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Listener, Person, Server, Table, seeded_app, seeded_dice};

/// A PostgreSQL of the test's own, whose data can be taken back to what they were.
struct Primary {
    folder: PathBuf,
    cluster: Option<Cluster>,
}

impl Primary {
    fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("alt-failover-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let mut primary = Self { folder: folder.canonicalize().unwrap(), cluster: None };
        primary.up();
        migrate::up(&primary.url()).unwrap();
        primary
    }

    fn url(&self) -> String {
        self.cluster.as_ref().unwrap().url(Cluster::DATABASE)
    }

    fn up(&mut self) {
        let keeper = PathBuf::from(env!("CARGO_BIN_EXE_althing"));
        let settings = ClusterSettings {
            keeper,
            durable: false,
            max_connections: 50,
            ..ClusterSettings::new(self.folder.join("data"))
        };
        self.cluster = Some(Cluster::open(&settings).unwrap());
    }

    /// Stops it and waits until its files are at rest.
    fn down(&mut self) {
        drop(self.cluster.take());
        for _ in 0..1_500 {
            let kept = std::fs::File::open(self.folder.join("data/keeper.lock"));
            if kept.is_err() || kept.is_ok_and(|lock| lock.try_lock().is_ok()) {
                assert!(!self.folder.join("data/postgres/postmaster.pid").exists());
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("PostgreSQL did not stop");
    }

    /// This is what the standby gets.
    fn replicate(&mut self) {
        self.down();
        copy(&self.folder.join("data/postgres"), &self.folder.join("standby"));
        self.up();
    }

    /// The primary dies, and the standby takes its place.
    fn fail_over(&mut self) {
        self.down();
        std::fs::remove_dir_all(self.folder.join("data/postgres")).unwrap();
        std::fs::rename(self.folder.join("standby"), self.folder.join("data/postgres")).unwrap();
        self.up();
    }
}

impl Drop for Primary {
    fn drop(&mut self) {
        if self.cluster.is_some() {
            self.down();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
    assert!(copied.success());
}

/// Reads until the connections that broke are replaced.
async fn read(person: &Person, path: &str) -> Answer {
    for _ in 0..500 {
        let answer = person.get(path).await;
        if answer.status < 500 {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{path} did not come back");
}

/// What somebody is shown: path, tag and text.
#[derive(Debug)]
struct Shown {
    path: String,
    tag: String,
    text: String,
}

async fn look(person: &Person, path: String) -> Shown {
    let response = person.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    let tag = response.headers()["etag"].to_str().unwrap().to_owned();
    Shown { path, tag, text: response.text().await.unwrap() }
}

/// The answer to somebody who has seen `tag`.
async fn again(person: &Person, path: &str, tag: &str) -> Answer {
    let request = person.request(Method::GET, path).header("If-None-Match", tag);
    Answer::of(request.send().await.unwrap()).await
}

async fn if_match(person: &Person, method: Method, path: &str, tag: &str, body: &Value) -> Answer {
    let request = person.request(method, path).header("If-Match", tag).json(body);
    Answer::of(request.send().await.unwrap()).await
}

async fn relay(app: &App, url: &str) {
    let mut ctx = crate::harness::connect_to(app, url).await;
    streams::relay(&mut ctx).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_failover_lost_is_never_shown_or_kept_for_what_was_made_instead() {
    let mut primary = Primary::start();
    let mut app = seeded_app(1, |_| {});
    app.clock = SystemClock::System;
    let server = Server::start(app.clone(), primary.url());
    let mut people = Vec::new();
    for name in ["Aud", "Bjarni", "Cnut"] {
        people.push(Person::register(&server.address, name).await);
    }
    let table = Table::of("landnam", &people).await;
    let open = people[0].post("/v1/games", &json!({"ruleset": "toy", "seats": 3})).await.must_be(201);
    let lobby = format!("/v1/games/{}", open["id"].as_str().unwrap());
    let note = format!("{}/note", table.path);
    let seat = table.awaited().await[0];
    let moves = table.moves(seat, &mut seeded_dice(1)).await;
    let (first, other) = (moves.first().unwrap(), moves.last().unwrap());
    assert_ne!(first, other);
    let base = table.version().await;
    relay(&app, &primary.url()).await;
    primary.replicate();
    read(&people[0], &table.path).await.must_be(200);

    // What is lost: an action, a change of a table, a note; and everybody has seen them.
    let me = table.player(seat);
    let mut stream = Listener::open(me, &format!("{}/stream", table.path), None).await;
    stream.must_tell("opened").await;
    table.make(seat, first).await.must_be(200);
    let made = table.version().await;
    people[0].patch(&lobby, &json!({"name": "One"})).await.must_be(200);
    me.put(&note, &json!({"text": "one"})).await.must_be(200);
    relay(&app, &primary.url()).await;
    let mut own = Listener::open(me, "/v1/me/stream", Some("0")).await;
    let told = own.until_version(made).await;
    stream.until_version(made).await;
    let paths = |version: i64| {
        let whole =
            ["", "/view", "/view?as=spectator", "/legal", "/events", "/board.svg", "/board.txt", "/note"];
        let past = ["view", "board.svg", "legal"].map(|what| format!("/{what}?version={version}"));
        let all = whole.map(str::to_owned).into_iter().chain(past);
        let mut all: Vec<String> = all.map(|what| format!("{}{what}", table.path)).collect();
        all.push(lobby.clone());
        all
    };
    let mut lost = Vec::new();
    for path in paths(made) {
        let shown = look(me, path).await;
        assert_eq!(again(me, &shown.path, &shown.tag).await.status, 304, "{}", shown.path);
        lost.push(shown);
    }

    primary.fail_over();
    let view = read(me, &format!("{}/view", table.path)).await.must_be(200);
    assert_eq!(view["version"], base);
    for shown in &lost {
        let answer = again(me, &shown.path, &shown.tag).await;
        assert!(matches!(answer.status, 200 | 422), "{} {}", shown.path, answer.status);
    }
    // The streams tell that what they told is no longer so.
    let reset = stream.must_tell("reset").await;
    assert_eq!(reset.data["version"], base);
    let last_told = told.last().unwrap().id.clone();
    let mut late = Listener::open(me, "/v1/me/stream", Some(&last_told)).await;
    late.must_tell("reset").await;

    // The same versions are made again, with other content.
    table.make(seat, other).await.must_be(200);
    assert_eq!(table.version().await, made);
    people[0].patch(&lobby, &json!({"name": "Two"})).await.must_be(200);
    me.put(&note, &json!({"text": "two"})).await.must_be(200);
    let mut afresh = seeded_app(2, |_| {});
    afresh.clock = SystemClock::System;
    let fresh = Server::start(afresh, primary.url());
    for shown in &lost {
        let answer = again(me, &shown.path, &shown.tag).await;
        assert_eq!(answer.status, 200, "{} was said to be unchanged", shown.path);
        let now = look(me, shown.path.clone()).await;
        assert_ne!(now.tag, shown.tag, "{}", shown.path);
        let elsewhere = look(&me.at(&fresh.address), shown.path.clone()).await;
        assert_eq!((&now.text, &now.tag), (&elsewhere.text, &elsewhere.tag), "{}", shown.path);
        // What may be done does not depend on where the first unit was placed.
        if !shown.path.contains("/legal") {
            assert_ne!(now.text, shown.text, "{}", shown.path);
        }
    }
    let tag = |path: &str| lost.iter().find(|shown| shown.path == path).unwrap().tag.clone();
    let next = table.awaited().await[0];
    let this = table.moves(next, &mut seeded_dice(2)).await[0].clone();
    for path in [format!("{}/view", table.path), table.path.clone(), format!("{}/board.svg", table.path)] {
        let actions = format!("{}/actions", table.path);
        let answer = if_match(table.player(next), Method::POST, &actions, &tag(&path), &this.body()).await;
        answer.must_refuse(412, "version_stale");
    }
    let name = json!({"name": "Three"});
    if_match(&people[0], Method::PATCH, &lobby, &tag(&lobby), &name).await.must_refuse(412, "version_stale");
    let present = look(&people[0], lobby.clone()).await.tag;
    if_match(&people[0], Method::PATCH, &lobby, &present, &name).await.must_be(200);
    let text = json!({"text": "three"});
    if_match(me, Method::PUT, &note, &tag(&note), &text).await.must_refuse(412, "precondition_failed");
    let present = look(me, note.clone()).await.tag;
    if_match(me, Method::PUT, &note, &present, &text).await.must_be(200);

    let frames = stream.until_version(made).await;
    assert!(frames.iter().all(|frame| frame.event == "game_events"), "{frames:?}");
    let lost_place = told.last().unwrap().id.clone();
    relay(&app, &primary.url()).await;
    let mut late = Listener::open(me, "/v1/me/stream", Some(&lost_place)).await;
    late.must_tell("reset").await;
    drop((stream, own, late, server, fresh));
}
