//! Streams of a game: everybody hears at once what he may hear, and nothing is missed or doubled.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Frame, Listener, Person, Service, Table, seeded_dice};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

/// The events in frames, as the list of events has them.
fn events(frames: &[Frame]) -> Vec<Value> {
    let told = frames.iter().filter(|frame| frame.event == "game_events");
    told.flat_map(|frame| frame.data["update"]["events"].as_array().unwrap().clone()).collect()
}

fn stream(table: &Table) -> String {
    format!("{}/stream", table.path)
}

#[tokio::test]
async fn every_seat_and_a_spectator_hear_what_the_list_of_events_tells_them() {
    everybody_hears_what_is_listed("landnam").await;
}

#[tokio::test]
async fn every_seat_and_a_spectator_of_the_settlers_hear_what_the_list_of_events_tells_them() {
    everybody_hears_what_is_listed("settlers").await;
}

#[tokio::test]
async fn every_seat_and_a_spectator_of_nord_hear_what_the_list_of_events_tells_them() {
    everybody_hears_what_is_listed("nord").await;
}

async fn everybody_hears_what_is_listed(ruleset: &str) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(ruleset, &people).await;
    let mut listeners = Vec::new();
    for seat in [Some(0), Some(1), Some(2), None] {
        let (person, how) = match seat {
            Some(seat) => (table.player(seat).clone(), ""),
            None => (service.stranger(), ""),
        };
        let mut listener = Listener::open(&person, &format!("{}{how}", stream(&table)), None).await;
        let begin = listener.must_tell("opened").await;
        assert_eq!(begin.data["version"], table.version().await);
        listeners.push((seat, listener, begin.data["version"].as_i64().unwrap()));
    }
    table.play(40, &mut seeded_dice(5)).await;
    let version = table.version().await;
    for (seat, listener, begin) in &mut listeners {
        let heard = listener.until_version(version).await;
        let all = table.events(*seat).await;
        let listed: Vec<Value> =
            all.into_iter().filter(|event| event["version"].as_i64() > Some(*begin)).collect();
        assert_eq!(events(&heard), listed, "{seat:?}");
        assert!(listener.last.starts_with(&format!("{version}.0~")), "{}", listener.last);
    }
}

#[tokio::test]
async fn whoever_comes_back_with_the_last_id_hears_the_rest_and_nothing_twice() {
    let service = Service::start_servers(2);
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let mut dice = seeded_dice(5);
    let mut frames = Vec::new();
    let mut last: Option<String> = Some("-1.0".to_owned());
    for round in 0..6 {
        let there = table.player(1).at(&service.servers[round % 2].address);
        let mut listener = Listener::open(&there, &stream(&table), last.as_deref()).await;
        table.play(17, &mut dice).await;
        // Not everything that has come is read before the line breaks.
        let version = table.version().await - i64::from(round != 5) * 3;
        frames.extend(listener.until_version(version).await);
        last = Some(listener.last.clone());
    }
    assert_eq!(events(&frames), table.events(Some(1)).await);
    let versions: Vec<i64> =
        frames.iter().map(|frame| frame.data["update"]["version"].as_i64().unwrap()).collect();
    assert!(versions.iter().copied().eq(0..=table.version().await));
}

#[tokio::test]
async fn a_long_past_is_read_page_by_page() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    table.play(150, &mut seeded_dice(5)).await;
    let mut listener = Listener::open(table.player(0), &format!("{}?after=3", stream(&table)), None).await;
    listener.must_tell("opened").await;
    let frames = listener.until_version(table.version().await).await;
    assert_eq!(frames[0].data["update"]["version"], 4);
    assert_eq!(i64::try_from(frames.len()).unwrap(), table.version().await - 3);
    let mut listener =
        Listener::open(table.player(0), &format!("{}?after_id=2.0", stream(&table)), None).await;
    assert_eq!(listener.must_tell("game_events").await.data["update"]["version"], 3);
}

#[tokio::test]
async fn an_id_of_another_stream_is_refused_and_one_of_the_future_is_told_to_look_anew() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let version = table.version().await;
    for id in ["57", "x", "1", "1.2.3", "1.0~x", "-2.0"] {
        let request = people[0].request(Method::GET, &stream(&table)).header("Last-Event-ID", id);
        people[0].send(request).await.must_blame(400, "invalid_parameter", "Last-Event-ID");
    }
    let other = format!("{version}.0~0123456789abcdef");
    for id in [format!("{}.0", version + 1), format!("{version}.1"), other] {
        let mut listener = Listener::open(&people[0], &stream(&table), Some(&id)).await;
        let reset = listener.must_tell("reset").await;
        let place = json!({"type": "reset", "game_id": table.id, "version": version, "last_message": 0});
        assert_eq!(reset.data, place, "{id}");
        let mut again = Listener::open(&people[0], &stream(&table), Some(&reset.id)).await;
        again.must_be_silent().await;
    }
    let mut listener = Listener::open(&people[0], "/v1/me/stream", Some("99")).await;
    assert_eq!(listener.must_tell("reset").await.data, json!({"type": "reset", "number": 0}));
    let path = |query: &str| format!("{}?{query}", stream(&table));
    people[0].get(&path("after_id=57")).await.must_blame(400, "invalid_parameter", "after_id");
    people[0].get(&path("after=100000")).await.must_blame(400, "invalid_parameter", "after");
    people[0].get(&path("after=-1")).await.must_blame(400, "invalid_parameter", "after");
    people[0].get(&path("since=1")).await.must_refuse(400, "invalid_parameter");
    people[0].get("/v1/me/stream?after_id=1.0").await.must_blame(400, "invalid_parameter", "after_id");
}

#[tokio::test]
async fn a_private_game_has_no_stream_for_strangers() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let stranger = service.person("Dalla").await;
    let game = json!({"ruleset": "landnam", "seats": 3, "visibility": "private"});
    let opened = people[0].post("/v1/games", &game).await.must_be(201);
    let path = format!("/v1/games/{}/stream", opened["id"].as_str().unwrap());
    for somebody in [&stranger, &service.stranger()] {
        let answer = somebody.get(&path).await;
        answer.must_refuse(404, "game_not_found");
        let nowhere = somebody.get("/v1/games/01934490-0000-7000-8000-000000000000/stream").await;
        assert_eq!(answer.text, nowhere.text);
    }
    Listener::open(&people[0], &path, None).await.must_tell("opened").await;
}

#[tokio::test]
async fn a_stream_that_was_opened_before_the_start_tells_of_the_start_as_the_seat_that_is_dealt() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let game = json!({"ruleset": "landnam", "seats": 3});
    let opened = people[0].post("/v1/games", &game).await.must_be(201);
    let path = format!("/v1/games/{}", opened["id"].as_str().unwrap());
    let mut listeners = Vec::new();
    for person in &people {
        if person.id != people[0].id {
            person.post(&format!("{path}/join"), &json!({})).await.must_be(200);
        }
        if person.id != people[2].id {
            listeners.push((person, Listener::open(person, &format!("{path}/stream"), None).await));
        }
    }
    for (person, listener) in &mut listeners {
        let place = json!({"type": "opened", "game_id": opened["id"], "version": -1, "last_message": 0});
        assert_eq!(listener.must_tell("opened").await.data, place);
        let view = person.get(&format!("{path}/view")).await.must_be(200);
        let heard = listener.until_version(view["version"].as_i64().unwrap()).await;
        let listed = person.get(&format!("{path}/events")).await.must_be(200);
        assert_eq!(json!(events(&heard)), listed["items"]);
    }
}

#[tokio::test]
async fn a_stream_ends_with_the_token_the_session_and_the_seat() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let game = json!({"ruleset": "landnam", "seats": 3});
    let opened = people[0].post("/v1/games", &game).await.must_be(201);
    let path = format!("/v1/games/{}", opened["id"].as_str().unwrap());
    people[1].post(&format!("{path}/join"), &json!({})).await.must_be(200);
    let ends = async |listener: &mut Listener| {
        listener.must_tell("opened").await;
        let reason = listener.must_tell("end").await.data["reason"].clone();
        assert!(listener.try_next().await.is_none());
        reason
    };
    let mut left = Listener::open(&people[1], &format!("{path}/stream"), None).await;
    people[1].post(&format!("{path}/leave"), &json!({})).await.must_be(204);
    assert_eq!(ends(&mut left).await, "seat_lost");
    let mut ended = Listener::open(&people[0], "/v1/me/stream", None).await;
    let request = people[0].request(Method::DELETE, "/v1/sessions/current");
    people[0].send(request).await.must_be(204);
    assert_eq!(ends(&mut ended).await, "access_ended");
    let mut expired = Listener::open(&people[2], &format!("{path}/stream"), None).await;
    service.app.clock.advance(TimeDelta::seconds(901));
    assert_eq!(ends(&mut expired).await, "token_expired");
}

#[tokio::test]
async fn nobody_opens_more_streams_than_he_may() {
    let service = Service::start_with(|settings| {
        settings.streams.per_account = 2;
        settings.streams.heartbeat_seconds = 1;
    });
    let person = service.person("Aud").await;
    let first = Listener::open(&person, "/v1/me/stream", None).await;
    let _second = Listener::open(&person, "/v1/me/stream", None).await;
    let refused = person.request(Method::GET, "/v1/me/stream").send().await.unwrap();
    assert_eq!(refused.status(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    let other = service.person("Bjarni").await;
    Listener::open(&other, "/v1/me/stream", None).await;
    drop(first);
    // That nobody listens any more shows when the stream next says that it is alive.
    for _ in 0..500 {
        let request = person.request(Method::GET, "/v1/me/stream");
        if request.send().await.unwrap().status() == 200 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the place of a closed stream is not given again");
}

/// A public game, and callers without an account.
async fn crowded(change: impl FnOnce(&mut althing::config::Settings)) -> (Service, Person, Table) {
    let service = Service::start_with(|settings| {
        settings.streams.per_process = 12;
        settings.streams.anonymous = 6;
        settings.streams.anonymous_per_address = 4;
        settings.streams.heartbeat_seconds = 1;
        change(settings);
    });
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    (service, people[0].clone(), table)
}

/// Opens a stream as whoever calls from that address.
async fn open_from(person: &Person, path: &str, from: &str) -> reqwest::Response {
    person.request(Method::GET, path).header("X-Forwarded-For", from).send().await.unwrap()
}

#[tokio::test]
async fn strangers_take_no_more_streams_than_are_theirs_and_leave_room_for_those_who_are_logged_in() {
    let (service, aud, table) = crowded(|_| {}).await;
    let (stranger, path) = (service.stranger(), stream(&table));
    let mut held = Vec::new();
    for number in 0..20 {
        let from = format!("203.0.113.{}", number % 2);
        let opened = open_from(&stranger, &path, &from).await;
        if opened.status() == 200 {
            held.push(opened);
            continue;
        }
        assert_eq!((opened.status().as_u16(), opened.headers().contains_key("retry-after")), (429, true));
        assert_eq!(opened.json::<Value>().await.unwrap()["code"], "too_many_streams");
    }
    assert_eq!(held.len(), 6, "so many over all");
    let mut own = Listener::open(&aud, "/v1/me/stream", None).await;
    own.must_tell("opened").await;
    let mut game = Listener::open(&aud, &path, None).await;
    game.must_tell("opened").await;
}

#[tokio::test]
async fn requests_that_wait_are_counted_like_streams() {
    let (service, aud, table) = crowded(|settings| settings.streams.anonymous = 11).await;
    let stranger = service.stranger();
    let wait = format!("{}/events?after={}&wait=30", table.path, table.version().await);
    let waiting: Vec<_> = (0..8)
        .map(|number| {
            // One /64 is one address.
            let from = format!("2001:db8::{number}");
            let request = stranger.request(Method::GET, &wait).header("X-Forwarded-For", from);
            tokio::spawn(request.send())
        })
        .collect();
    // Those that are refused are answered at once. Nothing else may take a place of this address before, or fewer than
    // four of these wait.
    let refused = || waiting.iter().filter(|request| request.is_finished()).count();
    for _ in 0..500 {
        if refused() == 4 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(refused(), 4, "four that wait are as many as may");
    let head = stranger.request(Method::HEAD, &stream(&table)).header("X-Forwarded-For", "2001:db8::ff");
    assert_eq!(head.send().await.unwrap().status(), 429);
    let elsewhere = open_from(&stranger, &stream(&table), "203.0.113.10").await;
    assert_eq!(elsewhere.status(), 200);
    table.play(1, &mut seeded_dice(5)).await;
    for one in waiting {
        let status = one.await.unwrap().unwrap().status();
        assert!(status == 200 || status == 429, "{status}");
    }
    let mut own = Listener::open(&aud, "/v1/me/stream", None).await;
    own.must_tell("opened").await;
}

#[tokio::test]
async fn one_network_address_holds_no_more_streams_than_it_may_with_however_many_accounts() {
    let (service, aud, table) = crowded(|settings| settings.streams.per_address = 3).await;
    let mut held = Vec::new();
    for person in [&aud, table.player(0), table.player(1), table.player(2)] {
        held.push(open_from(person, "/v1/me/stream", "203.0.113.9").await);
    }
    let statuses: Vec<u16> = held.iter().map(|opened| opened.status().as_u16()).collect();
    assert_eq!(statuses, [200, 200, 200, 429]);
    assert_eq!(open_from(&aud, "/v1/me/stream", "203.0.113.10").await.status(), 200);
    drop(service);
}

async fn ticket(person: &Person, path: &str) -> String {
    let ticket = person.post("/v1/me/stream-tickets", &json!({"path": path})).await.must_be(201);
    ticket["ticket"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_ticket_opens_one_stream_once_and_soon() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let nobody = service.stranger();
    let path = stream(&table);
    let mine = ticket(table.player(1), &path).await;
    let open = format!("{path}?ticket={mine}&after=0");
    let mut listener = Listener::open(&nobody, &open, None).await;
    listener.must_tell("opened").await;
    let heard = listener.until_version(table.version().await).await;
    let listed = table.get(1, "events?after=0").await.must_be(200);
    assert_eq!(json!(events(&heard)), listed["items"]);
    nobody.get(&open).await.must_refuse(401, "token_invalid");
    let other = ticket(table.player(1), "/v1/me/stream").await;
    nobody.get(&format!("{path}?ticket={other}")).await.must_refuse(401, "token_invalid");
    let late = ticket(table.player(1), &path).await;
    service.app.clock.advance(TimeDelta::seconds(61));
    nobody.get(&format!("{path}?ticket={late}")).await.must_refuse(401, "token_expired");
    for wrong in ["/v1/me", "/v1/games/x/stream", "https://example.org/v1/me/stream", ""] {
        let answer = people[0].post("/v1/me/stream-tickets", &json!({"path": wrong})).await;
        answer.must_blame(422, "invalid_field", "path");
    }
    nobody.post("/v1/me/stream-tickets", &json!({"path": path})).await.must_refuse(401, "unauthenticated");
    nobody.get("/v1/me/stream").await.must_refuse(401, "unauthenticated");
    nobody.get("/v1/me/stream?ticket=x").await.must_refuse(401, "token_invalid");
}
