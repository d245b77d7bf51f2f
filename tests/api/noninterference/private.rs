//! A game that somebody may not know of is to him as if it did not exist, and so is everything that happens there.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::asked::{Answered, ask, readings};
use crate::harness::{Listener, Person, Service, Table, connect, relay_all, seeded_dice};

const NOTHING: &str = "01900000-0000-7000-8000-000000000000";

/// What can be tried at a table, each with a body that is read.
fn attempts() -> Vec<(&'static str, Value)> {
    let mut attempts: Vec<_> = [
        "join",
        "leave",
        "resign",
        "return",
        "confirm",
        "cancel",
        "rematch",
        "seats/0/take",
        "links",
        "invitations/01900000-0000-7000-8000-000000000001/accept",
    ]
    .map(|path| (path, json!({})))
    .to_vec();
    attempts.extend([
        ("actions", json!({"decision": "x", "action": {"type": "end_turn"}})),
        ("messages", json!({"text": "Hail"})),
        ("orders", json!({"order": {"type": "end_turn"}})),
        ("orders/dry-run", json!({"order": {"type": "end_turn"}})),
        ("votes", json!({"kind": "pause"})),
        ("votes/01900000-0000-7000-8000-000000000001/ballots", json!({"ballot": "yes"})),
        ("kick", json!({"account": NOTHING})),
        ("invitations", json!({"name": "Aud"})),
    ]);
    attempts
}

fn bodies(one: &Answered) -> String {
    String::from_utf8_lossy(&one.body).into_owned()
}

#[tokio::test]
async fn a_private_game_is_to_a_stranger_as_if_it_did_not_exist() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let game =
        json!({"ruleset": "landnam", "seats": 3, "bots": ["random", "random"], "visibility": "private"});
    let table = Table::with(&game, std::slice::from_ref(&aud)).await;
    for person in [service.stranger(), service.person("Eyvind").await] {
        let both = async |asked: &str, request: &dyn Fn(&str) -> RequestBuilder| {
            let real = format!("{}{asked}", table.path);
            let here = ask(asked.to_owned(), request(&real)).await;
            let there = ask(asked.to_owned(), request(&real.replace(&table.id, NOTHING))).await;
            assert!(here == there && here.status >= 400, "{}", here.against(&there));
        };
        for path in readings(8).iter().map(String::as_str).chain(["/stream", "/stream?after_id=0.0"]) {
            both(path, &|path| person.request(Method::GET, path)).await;
            both(path, &|path| person.request(Method::HEAD, path)).await;
        }
        for (act, body) in attempts() {
            both(&format!("/{act}"), &|path| person.request(Method::POST, path).json(&body)).await;
        }
        both("/note", &|path| person.request(Method::PUT, path).json(&json!({"text": "x"}))).await;
        both("/messages/read", &|path| person.request(Method::PUT, path).json(&json!({"number": 0}))).await;
        both("", &|path| person.request(Method::PATCH, path).json(&json!({"name": "x"}))).await;
        assert!(!person.get("/v1/games").await.text.contains(&table.id));
    }
}

#[tokio::test]
async fn a_ticket_for_a_private_game_opens_no_more_than_one_for_no_game() {
    let service = Service::start();
    let [aud, eyvind] = service.people(["Aud", "Eyvind"]).await;
    let game = json!({"ruleset": "toy", "seats": 2, "bots": ["random"], "visibility": "private"});
    let table = Table::with(&game, std::slice::from_ref(&aud)).await;
    let mut answers = Vec::new();
    for id in [table.id.as_str(), NOTHING] {
        let path = format!("/v1/games/{id}/stream");
        let made = eyvind.post("/v1/me/stream-tickets", &json!({"path": path})).await.must_be(201);
        let open = format!("{path}?ticket={}", made["ticket"].as_str().unwrap());
        answers.push(service.stranger().get(&open).await);
    }
    answers[0].must_refuse(404, "game_not_found");
    assert_eq!(answers[0], answers[1]);
}

/// What somebody finds out about the world without knowing of a game: lists, people, what is said to him.
async fn world(person: &Person) -> Vec<Answered> {
    let mut answers = Vec::new();
    for path in [
        "/v1/games",
        "/v1/games?mine=true",
        "/v1/games?status=open",
        "/v1/games?status=finished",
        "/v1/games?player=Aud",
        "/v1/games?player=Bjarni&status=finished",
        "/v1/games?name=hidden",
        "/v1/games?free_seats=1",
        "/v1/games?sort=soonest_full",
        "/v1/games?ruleset=toy&limit=1",
        "/v1/people/Aud",
        "/v1/people/Aud/games",
        "/v1/people/Aud/ratings/toy",
        "/v1/people/Bjarni",
        "/v1/people/Bjarni/games",
        "/v1/rulesets/toy/ratings",
        "/v1/announcements",
        "/v1/me",
        "/v1/me/inbox",
        "/v1/me/invitations",
        "/v1/me/audit",
    ] {
        answers.push(ask(path.to_owned(), person.request(Method::GET, path)).await);
    }
    answers
}

/// A private table is opened, filled by invitation and link, talked and voted at, and played to its end.
async fn private_life(service: &Service, people: &[Person; 3]) -> Table {
    let [aud, bjarni, cnut] = people;
    let game = json!({"ruleset": "toy", "seats": 3, "visibility": "private", "name": "hidden"});
    let path = aud.open(&game).await;
    let invitations = format!("{path}/invitations");
    aud.post(&invitations, &json!({"email": "ghost@example.org"})).await.must_be(201);
    let invited = aud.post(&invitations, &json!({"name": "Bjarni"})).await.must_be(201);
    let accept = format!("{invitations}/{}/accept", invited["id"].as_str().unwrap());
    bjarni.post(&accept, &json!({})).await.must_be(200);
    let link = aud.post(&format!("{path}/invitation-links"), &json!({})).await.must_be(201);
    cnut.post(&format!("{path}/join"), &json!({"link": link["token"]})).await.must_be(200);
    let table = seated(aud, &path, people).await;
    let say = format!("{}/messages", table.path);
    table.player(0).post(&say, &json!({"text": "Hail"})).await.must_be(201);
    table.player(1).post(&say, &json!({"text": "psst", "to": [2]})).await.must_be(201);
    table.post(0, "votes", &json!({"kind": "cancel"})).await.must_be(201);
    table.play(5, &mut seeded_dice(3)).await;
    for seat in [0, 1] {
        table.post(seat, "resign", &json!({})).await.must_be(200);
    }
    relay_all(service).await;
    let mut ctx = connect(service).await;
    while althing::service::ratings::rate_next(&mut ctx).await.unwrap() {}
    table
}

#[tokio::test]
async fn what_happens_at_a_private_table_changes_nothing_for_anybody_who_is_not_there() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let dalla = service.person("Dalla").await;
    // Something for everybody to see.
    Table::with(
        &json!({"ruleset": "toy", "seats": 3, "bots": ["random", "random"]}),
        std::slice::from_ref(&dalla),
    )
    .await;
    relay_all(&service).await;
    let outsiders = [dalla.clone(), service.stranger()];
    let mut before = Vec::new();
    for outsider in &outsiders {
        before.push(world(outsider).await);
    }
    let mut stream = Listener::open(&dalla, "/v1/me/stream", None).await;
    stream.must_tell("opened").await;
    let table = private_life(&service, &people).await;
    assert_eq!(people[0].get(&table.path).await.must_be(200)["status"], "finished");
    for (outsider, before) in outsiders.iter().zip(&before) {
        for (before, after) in before.iter().zip(world(outsider).await) {
            assert!(*before == after, "{}", before.against(&after));
        }
    }
    stream.must_be_silent().await;
    let publish = format!("UPDATE games SET visibility = 'public' WHERE id = '{}'", table.id);
    service.database.run(&publish);
    assert_ne!(bodies(&world(&dalla).await[0]), bodies(&before[0][0]), "there was something to hide");
}

#[tokio::test]
async fn whoever_was_offered_a_seat_at_a_private_table_sees_it_only_while_the_offer_stands() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = private_table(&people).await;
    let dalla = service.person("Dalla").await;
    dalla.get(&table.path).await.must_refuse(404, "game_not_found");
    let asked = json!({"kind": "replace_seat", "seat": 0, "account": dalla.id});
    table.post(0, "votes", &asked).await.must_be(201);
    for path in ["", "/view", "/events", "/messages", "/votes", "/record"] {
        dalla.get(&format!("{}{path}", table.path)).await.must_be(200);
    }
    service.app.clock.advance(chrono::TimeDelta::days(8));
    let dalla = dalla.again().await;
    for path in ["", "/view", "/events", "/messages", "/votes", "/record", "/stream"] {
        dalla.get(&format!("{}{path}", table.path)).await.must_refuse(404, "game_not_found");
    }
    dalla.post(&format!("{}/seats/0/take", table.path), &json!({})).await.must_refuse(404, "game_not_found");
}

/// A private table of the toy for three.
async fn private_table(people: &[Person; 3]) -> Table {
    let game = json!({"ruleset": "toy", "seats": 3, "visibility": "private"});
    let path = people[0].open(&game).await;
    for joiner in &people[1..] {
        let invited = people[0].post(&format!("{path}/invitations"), &json!({"name": joiner.name})).await;
        let invitation = invited.must_be(201)["id"].as_str().unwrap().to_owned();
        joiner.post(&format!("{path}/invitations/{invitation}/accept"), &json!({})).await.must_be(200);
    }
    seated(&people[0], &path, people).await
}

/// The table at `path` with its people in the order of their seats.
async fn seated(member: &Person, path: &str, people: &[Person]) -> Table {
    let shown = member.get(path).await.must_be(200);
    assert_eq!(shown["status"], "running", "{shown}");
    let at = |seat: &Value| people.iter().find(|person| seat["account"] == *person.id).unwrap().clone();
    let players = shown["seats"].as_array().unwrap().iter().map(at).collect();
    Table { id: shown["id"].as_str().unwrap().to_owned(), path: path.to_owned(), players }
}
