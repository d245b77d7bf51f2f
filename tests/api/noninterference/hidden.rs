//! What others do in secret ends nobody's wait and moves nobody's stream.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Listener, Person, Service, Table, relay_all};

/// Two talk apart, note, mark what they have read, get tickets, and block the one who listens.
async fn secrets(table: &Table, listener: &Person) {
    for (one, other) in [(0, 1), (1, 0), (0, 1)] {
        let player = table.player(one);
        let put = |path: &str, body: Value| {
            let request = player.request(Method::PUT, &format!("{}{path}", table.path)).json(&body);
            async { player.send(request).await.must_be(200) }
        };
        let words = json!({"text": "psst", "to": [other]});
        player.post(&format!("{}/messages", table.path), &words).await.must_be(201);
        put("/note", json!({"text": "what I think of it"})).await;
        put("/messages/read", json!({"number": 1})).await;
        let stream = json!({"path": format!("{}/stream", table.path)});
        player.post("/v1/me/stream-tickets", &stream).await.must_be(201);
        player.block(&listener.id).await.must_be(204);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_others_do_in_secret_ends_no_wait_and_moves_no_stream() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    relay_all(&service).await;
    let (me, stranger) = (table.player(2).clone(), service.stranger());
    let stream = format!("{}/stream", table.path);
    let mut streams = Vec::new();
    for (person, path) in [(&me, stream.as_str()), (&me, "/v1/me/stream"), (&stranger, &stream)] {
        let mut listener = Listener::open(person, path, None).await;
        listener.must_tell("opened").await;
        streams.push(listener);
    }
    let version = table.version().await;
    let wait = format!("{}/events?after={version}&wait=2", table.path);
    let waiting = [me.clone(), stranger].map(|person| {
        let wait = wait.clone();
        tokio::spawn(async move {
            let begun = Instant::now();
            (person.get(&wait).await.must_be(200), begun.elapsed())
        })
    });
    secrets(&table, &me).await;
    relay_all(&service).await;
    for waiting in waiting {
        let (answer, took) = waiting.await.unwrap();
        assert_eq!((&answer["items"], &answer["next_after"]), (&json!([]), &json!(version)));
        assert!(took >= Duration::from_millis(1_900), "the wait ended after {took:?}");
    }
    for stream in &mut streams {
        stream.must_be_silent().await;
    }
}

#[tokio::test]
async fn whoever_reads_the_lists_of_his_own_table_changes_nothing_for_those_who_look_at_it() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 3})).await;
    let tag = async || {
        let response = bjarni.request(Method::GET, &path).send().await.unwrap();
        response.headers()["etag"].to_str().unwrap().to_owned()
    };
    let before = tag().await;
    for list in ["invitations", "invitation-links"] {
        aud.get(&format!("{path}/{list}")).await.must_be(200);
        bjarni.get(&format!("{path}/{list}")).await.must_refuse(403, "not_the_owner");
    }
    assert_eq!(tag().await, before);
}
