//! Following a table that has not begun: everybody who may see it hears who comes and goes, once and in order.

use serde_json::{Value, json};

use crate::harness::{Frame, Listener, Person, PostOffice, Service};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

/// The address of a table that somebody opened.
async fn write(person: &Person, path: &str, what: &str, body: &Value) {
    let answer = person.post(&format!("{path}/{what}"), body).await;
    assert!([200, 204].contains(&answer.status), "{what}: {}", answer.text);
}

async fn change(person: &Person, path: &str, terms: &Value) {
    person.patch(path, terms).await.must_be(200);
}

/// The next so many changes of a table, without gaps after `after`: each as its type, and whom it is about.
async fn changes(listener: &mut Listener, after: i64, many: i64) -> Vec<(String, Option<String>)> {
    let mut heard = Vec::new();
    for place in after + 1..=after + many {
        let frame = listener.must_tell("lobby_change").await;
        assert_eq!(frame.data["number"], place, "{frame:?}");
        assert!(frame.data["at"].is_string(), "{frame:?}");
        heard.push(told(&frame));
    }
    heard
}

fn told(frame: &Frame) -> (String, Option<String>) {
    (frame.data["kind"].as_str().unwrap().to_owned(), frame.data["account"].as_str().map(str::to_owned))
}

fn about(kind: &str, person: &Person) -> (String, Option<String>) {
    (kind.to_owned(), Some(person.id.clone()))
}

fn of_all(kind: &str) -> (String, Option<String>) {
    (kind.to_owned(), None)
}

#[tokio::test]
async fn whoever_follows_a_table_hears_at_once_whatever_server_it_happens_at() {
    let service = Service::start_servers(2);
    let [aud, bjarni, cnut] = service.people(NAMES).await;
    let game = json!({"ruleset": "toy", "seats": 3, "start": "on_confirmation"});
    let path = aud.open(&game).await;
    let there = aud.at(&service.servers[1].address);
    let stranger = service.stranger();
    let mut listeners = Vec::new();
    for person in [&aud, &there, &stranger] {
        let mut listener = Listener::open(person, &format!("{path}/stream"), None).await;
        listener.must_tell("opened").await;
        listeners.push(listener);
    }
    let nothing = json!({});
    write(&bjarni, &path, "join", &nothing).await;
    write(&cnut, &path, "join", &nothing).await;
    write(&bjarni, &path, "confirm", &nothing).await;
    write(&bjarni, &path, "confirm", &nothing).await;
    change(&aud, &path, &json!({"description": "A move a day"})).await;
    write(&aud, &path, "kick", &json!({"account": cnut.id})).await;
    write(&bjarni, &path, "leave", &nothing).await;
    write(&aud, &path, "cancel", &nothing).await;
    let expected = [
        about("seat_taken", &bjarni),
        about("seat_taken", &cnut),
        of_all("confirmation_asked"),
        about("presence_confirmed", &bjarni),
        of_all("terms_changed"),
        of_all("confirmation_asked"),
        about("player_kicked", &cnut),
        about("seat_left", &bjarni),
        of_all("game_cancelled"),
    ];
    for listener in &mut listeners {
        assert_eq!(changes(listener, 0, 9).await, expected);
        assert_eq!(listener.last, "-1.0.9");
        assert_eq!(listener.must_tell("end").await.data["reason"], "game_over");
        assert!(listener.try_next().await.is_none());
    }
}

/// A stream that reads further than it knows the table to have come must not take that for a lost history.
#[tokio::test]
async fn a_table_that_changes_faster_than_it_is_followed_is_told_change_by_change() {
    const MANY: i64 = 60;
    let service = Service::start_servers(2);
    let [aud] = service.people(["Aud"]).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 3})).await;
    let there = aud.at(&service.servers[1].address);
    let mut listeners = Vec::new();
    for _ in 0..8 {
        let mut listener = Listener::open(&there, &format!("{path}/stream"), None).await;
        listener.must_tell("opened").await;
        listeners.push(listener);
    }
    let writing = async {
        for number in 0..MANY {
            change(&aud, &path, &json!({"description": format!("{number}")})).await;
        }
    };
    let listening =
        futures_util::future::join_all(listeners.iter_mut().map(|listener| changes(listener, 0, MANY)));
    let ((), heard) = futures_util::join!(writing, listening);
    for heard in heard {
        assert!(heard.iter().all(|told| *told == of_all("terms_changed")), "{heard:?}");
    }
}

#[tokio::test]
async fn whoever_comes_back_hears_the_rest_and_then_the_game() {
    let service = Service::start_servers(2);
    let [aud, bjarni, cnut] = service.people(NAMES).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 3, "start": "on_confirmation"})).await;
    let stream = format!("{path}/stream");
    let mut listener = Listener::open(&aud, &stream, None).await;
    listener.must_tell("opened").await;
    let nothing = json!({});
    write(&bjarni, &path, "join", &nothing).await;
    assert_eq!(changes(&mut listener, 0, 1).await, [about("seat_taken", &bjarni)]);
    let last = listener.last.clone();
    drop(listener);
    write(&cnut, &path, "join", &nothing).await;
    let there = aud.at(&service.servers[1].address);
    let mut listener = Listener::open(&there, &stream, Some(&last)).await;
    let rest = [about("seat_taken", &cnut), of_all("confirmation_asked")];
    assert_eq!(changes(&mut listener, 1, 2).await, rest);
    let last = listener.last.clone();
    drop(listener);
    for person in [&aud, &bjarni, &cnut] {
        write(person, &path, "confirm", &nothing).await;
    }
    let mut listener = Listener::open(&aud, &stream, Some(&last)).await;
    let confirmed = [&aud, &bjarni, &cnut].map(|person| about("presence_confirmed", person));
    assert_eq!(changes(&mut listener, 3, 3).await, confirmed);
    assert_eq!(changes(&mut listener, 6, 1).await, [of_all("game_started")]);
    let begun = listener.must_tell("game_events").await;
    assert_eq!(begun.data["update"]["version"], 0);
    assert!(begun.id.starts_with("0.0~"), "{}", begun.id);
    for wrong in ["-1.0.x", "-1.0.1.2", "0.0.1"] {
        let request = aud.request(reqwest::Method::GET, &stream).header("Last-Event-ID", wrong);
        aud.send(request).await.must_blame(400, "invalid_parameter", "Last-Event-ID");
    }
}

#[tokio::test]
async fn a_table_that_becomes_private_is_followed_by_those_alone_who_sit_there() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(NAMES).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 4})).await;
    let nothing = json!({});
    write(&bjarni, &path, "join", &nothing).await;
    let stream = format!("{path}/stream");
    let mut sits = Listener::open(&bjarni, &format!("{stream}?as=spectator"), None).await;
    let mut strangers = [
        Listener::open(&cnut, &stream, None).await,
        Listener::open(&service.stranger(), &stream, None).await,
    ];
    for listener in strangers.iter_mut().chain([&mut sits]) {
        listener.must_tell("opened").await;
    }
    change(&aud, &path, &json!({"visibility": "private"})).await;
    for listener in &mut strangers {
        assert_eq!(listener.must_tell("end").await.data["reason"], "game_gone");
        assert!(listener.try_next().await.is_none());
    }
    assert_eq!(changes(&mut sits, 1, 1).await, [of_all("terms_changed")]);
    write(&aud, &path, "kick", &json!({"account": bjarni.id})).await;
    assert_eq!(sits.must_tell("end").await.data["reason"], "game_gone");
    cnut.get(&stream).await.must_refuse(404, "game_not_found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_persons_own_stream_tells_of_all_tables_of_that_person_and_of_no_other() {
    let office = PostOffice::open();
    let [aud, bjarni, cnut] = office.service.people(NAMES).await;
    let mut bjarnis = Listener::open(&bjarni, "/v1/me/stream", Some("0")).await;
    let mut cnuts = Listener::open(&cnut, "/v1/me/stream", Some("0")).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 4})).await;
    let nothing = json!({});
    write(&bjarni, &path, "join", &nothing).await;
    let taken = bjarnis.must_tell("lobby_change").await;
    assert_eq!((told(&taken), taken.number()), (about("seat_taken", &bjarni), 1));
    assert_eq!(taken.data["game_id"], path.rsplit_once('/').unwrap().1);
    change(&aud, &path, &json!({"seats": 3})).await;
    assert_eq!(told(&bjarnis.must_tell("lobby_change").await), of_all("terms_changed"));
    write(&aud, &path, "kick", &json!({"account": bjarni.id})).await;
    assert_eq!(told(&bjarnis.must_tell("lobby_change").await), about("player_kicked", &bjarni));
    let last = bjarnis.last.clone();
    drop(bjarnis);
    write(&aud, &path, "cancel", &nothing).await;
    let other = aud.open(&json!({"ruleset": "toy", "seats": 2})).await;
    write(&bjarni, &other, "join", &nothing).await;
    let mut bjarnis = Listener::open(&bjarni, "/v1/me/stream", Some(&last)).await;
    let taken = bjarnis.must_tell("lobby_change").await;
    assert_eq!((told(&taken), taken.number()), (about("seat_taken", &bjarni), 4));
    assert_eq!(told(&bjarnis.must_tell("lobby_change").await), of_all("game_started"));
    assert_eq!(bjarnis.must_tell("game_events").await.data["update"]["version"], 0);
    cnuts.must_be_silent().await;
}
