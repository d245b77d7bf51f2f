//! Who may not look any more is sent away soon, by every process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Listener, Person, Server, Service, Table, seeded_app};

/// How soon: a look once a second, and some time for the machine that tests run on.
const SOON: Duration = Duration::from_millis(2_500);

/// Two servers that share nothing but the database, and an operator of both.
struct House {
    service: Service,
    servers: [Server; 2],
    operator: Person,
}

impl House {
    async fn open() -> Self {
        let service = Service::start();
        let operator = service.person("Ulfljot").await;
        let servers = [1, 2].map(|seed| {
            let mut app = seeded_app(seed, |_| {});
            app.clock = service.app.clock.clone();
            let mut settings = (*app.settings).clone();
            settings.operators.accounts = vec![operator.id.parse().unwrap()];
            let mut app = app;
            app.settings = Arc::new(settings);
            Server::start(app, service.database.url())
        });
        let operator = operator.at(&servers[0].address);
        Self { service, servers, operator }
    }

    /// Every stream that somebody can open, at each of the servers.
    async fn streams(&self, person: &Person, table: &Table) -> Vec<Listener> {
        let game = format!("{}/stream", table.path);
        let mut streams = Vec::new();
        for server in &self.servers {
            let there = person.at(&server.address);
            for path in [game.as_str(), "/v1/me/stream"] {
                streams.push(Listener::open(&there, path, None).await);
                let ticket = there.post("/v1/me/stream-tickets", &json!({"path": path})).await.must_be(201);
                let by_ticket = format!("{path}?ticket={}", ticket["ticket"].as_str().unwrap());
                streams.push(Listener::open(&there.with_token(""), &by_ticket, None).await);
            }
        }
        streams
    }
}

/// Waits until every stream has ended, and says why and how long that took.
async fn must_end(streams: Vec<Listener>, because: &str) {
    let begun = Instant::now();
    for mut stream in streams {
        let last = loop {
            let frame = stream.next().await;
            if frame.event == "end" {
                break frame;
            }
        };
        assert_eq!(last.data["reason"], "access_ended", "{because}");
        assert!(stream.try_next().await.is_none(), "{because}: a stream goes on after its end");
    }
    println!("{because}: every stream had ended after {:?}", begun.elapsed());
    assert!(begun.elapsed() < SOON, "{because}: it took {:?}", begun.elapsed());
}

async fn send(person: &Person, method: Method, path: &str, body: &Value) {
    let answer = person.send(person.request(method, path).json(body)).await;
    assert!(answer.status < 300, "{path}: {}", answer.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_a_departure_and_the_end_of_a_session_or_token_end_open_streams_at_every_process() {
    let house = House::open().await;
    let people = house.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    let bystander = house.service.person("Dalla").await;
    let mut others = house.streams(&bystander, &table).await;
    let [aud, bjarni, cnut] = people.map(|person| person.at(&house.servers[0].address));
    let because = json!({"reason": "a test"});
    let password = json!({"password": "a long ship west"});

    let streams = house.streams(&aud, &table).await;
    send(&aud, Method::DELETE, "/v1/sessions/current", &json!({})).await;
    must_end(streams, "a log-out").await;

    let aud = aud.again().await;
    let made = json!({"name": "bot", "scopes": ["games:read"]});
    let made = aud.post("/v1/me/tokens", &made).await.must_be(201);
    let streams = house.streams(&aud.with_token(made["token"].as_str().unwrap()), &table).await;
    let token = format!("/v1/me/tokens/{}", made["personal_token"]["id"].as_str().unwrap());
    send(&aud, Method::DELETE, &token, &json!({})).await;
    must_end(streams, "a token that was taken away").await;

    let bot = bjarni.with_scopes(&["games:read"]).await;
    let mut streams = house.streams(&bjarni, &table).await;
    streams.extend(house.streams(&bot, &table).await);
    send(&house.operator, Method::PUT, &format!("/v1/admin/accounts/{}/ban", bjarni.id), &because).await;
    must_end(streams, "a ban").await;

    let bot = cnut.with_scopes(&["games:read"]).await;
    let mut streams = house.streams(&cnut, &table).await;
    streams.extend(house.streams(&bot, &table).await);
    send(&cnut, Method::DELETE, "/v1/me", &password).await;
    must_end(streams, "a departure").await;

    let streams = house.streams(&aud, &table).await;
    let change = json!({"old_password": "a long ship west", "new_password": "a longer ship west"});
    let changed = aud.again().await;
    let answer = changed.post("/v1/me/password", &change).await;
    assert!(answer.status < 300, "{}", answer.text);
    must_end(streams, "a new password").await;
    for stream in &mut others {
        while let Ok(frame) = tokio::time::timeout(Duration::from_millis(50), stream.next()).await {
            assert_ne!(frame.event, "end", "somebody else was sent away");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_of_somebody_who_was_barred_meanwhile_opens_nothing() {
    let house = House::open().await;
    let aud = house.service.person("Aud").await;
    let ticket = aud.post("/v1/me/stream-tickets", &json!({"path": "/v1/me/stream"})).await.must_be(201);
    let ban = format!("/v1/admin/accounts/{}/ban", aud.id);
    send(&house.operator, Method::PUT, &ban, &json!({"reason": "a test"})).await;
    let open = format!("/v1/me/stream?ticket={}", ticket["ticket"].as_str().unwrap());
    let nobody = aud.with_token("").at(&house.servers[1].address);
    nobody.get(&open).await.must_refuse(401, "session_ended");
}
