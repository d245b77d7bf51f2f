//! How far a seat may return, and what is true afterwards.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{NAMES, act, decision, founding, legal, options, take_back};
use crate::harness::{Board, Listener, Service, Table, stored};
use crate::island::standard;

#[tokio::test]
async fn a_seat_returns_to_before_its_action_and_everyone_is_told() {
    let service = Service::start();
    let table = founding(&service).await;
    let before = table.view(None).await;
    let version = before["version"].as_i64().unwrap();
    let (seat, _) = act(&table).await;
    assert_eq!(options(&table, seat).await, (vec![version], "chance_drawn".to_owned()));
    let reply = take_back(&table, seat, version).await.must_be(200);
    let event = &reply["events"][0];
    assert_eq!(event["event"], json!({"type": "taken_back", "seat": seat, "to_version": version}));
    assert_eq!((&event["by"], &event["seat"]), (&json!("seat"), &json!(seat)));
    assert_eq!(reply["version"], version + 2);
    for viewer in [None, Some(0), Some(1), Some(2)] {
        let events = table.events(viewer).await;
        assert_eq!(events.last().unwrap()["event"], event["event"]);
        assert_eq!(table.view(viewer).await["view"], past(&table, viewer, version).await["view"]);
    }
    assert_eq!(reply["awaited"], table.view(None).await["awaited"]);
}

async fn past(table: &Table, viewer: Option<usize>, version: i64) -> Value {
    let (person, how) = match viewer {
        Some(seat) => (table.player(seat), ""),
        None => (table.player(0), "&as=spectator"),
    };
    person.get(&format!("{}/view?version={version}{how}", table.path)).await.must_be(200)
}

#[tokio::test]
async fn what_was_seen_of_every_version_stays_as_it_was() {
    let service = Service::start();
    let table = founding(&service).await;
    let mut seen = vec![table.view(Some(1)).await];
    for round in 0..12 {
        let (seat, _) = act(&table).await;
        seen.push(table.view(Some(1)).await);
        let (versions, _) = options(&table, seat).await;
        if round % 2 == 1
            && !versions.is_empty()
            && take_back(&table, seat, versions[versions.len() / 2]).await.status == 200
        {
            seen.push(table.view(Some(1)).await);
        }
    }
    assert!(seen.last().unwrap()["version"].as_i64().unwrap() > 12);
    for view in &seen {
        assert_eq!(past(&table, Some(1), view["version"].as_i64().unwrap()).await, *view);
    }
    stored::must_be_whole(&*rulesets::find("settlers").unwrap(), &service.database, &table);
}

#[tokio::test]
async fn no_id_of_a_decision_comes_again() {
    let service = Service::start();
    let table = founding(&service).await;
    let (first, version) = (decision(&table, table.awaited().await[0]).await, table.version().await);
    let (seat, settlement) = act(&table).await;
    let second = decision(&table, seat).await;
    take_back(&table, seat, version).await.must_be(200);
    let again = decision(&table, seat).await;
    assert_eq!(again, format!("{first}~1"));
    table.make(seat, &settlement).await.must_refuse(409, "decision_closed");
    act(&table).await;
    assert_eq!(decision(&table, seat).await, format!("{second}~1"));
    // A seat that has nothing to do with it keeps its ids, once it has a turn, without colliding with earlier ones.
    act(&table).await;
    let next = table.awaited().await[0];
    assert!(decision(&table, next).await.ends_with("~1"));
}

#[tokio::test]
async fn what_ended_the_turn_can_be_taken_back_until_another_acts() {
    let service = Service::start();
    let table = founding(&service).await;
    let version = table.version().await;
    let (seat, _) = act(&table).await;
    act(&table).await;
    let next = table.awaited().await[0];
    assert_ne!(next, seat);
    assert_eq!(options(&table, seat).await.0, [version + 1, version]);
    assert_eq!(options(&table, next).await, (vec![], "other_seat_acted".to_owned()));
    take_back(&table, seat, version).await.must_be(200);
    assert_eq!(table.awaited().await, [seat]);
    act(&table).await;
    act(&table).await;
    act(&table).await;
    assert_eq!(options(&table, seat).await, (vec![], "other_seat_acted".to_owned()));
    let refused = take_back(&table, seat, version).await;
    refused.must_refuse(409, "cannot_take_back");
    assert_eq!(refused.json["reason"], "other_seat_acted");
}

#[tokio::test]
async fn a_take_back_that_an_own_order_would_undo_is_refused_with_a_reason_and_does_not_count() {
    let board = Board::set("settlers", 4).await;
    board.put(&standard().hand(0, [0, 0, 0, 0, 2]).hand(1, [0, 2, 0, 0, 0]).state);
    let offer = json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}, "to": [1]});
    board.act(0, offer).await.must_be(200);
    let (table, version) = (&board.table, board.table.version().await);
    board.act(1, json!({"type": "reject_trade", "offer": 1})).await.must_be(200);
    let orders = format!("{}/orders", table.path);
    let order = json!({"order": {"type": "reject_trades"}});
    let set = table.player(1).post(&orders, &order).await.must_be(201);
    let before = legal(table, 1).await["take_back"].clone();
    for _ in 0..4 {
        let refused = take_back(table, 1, version).await;
        refused.must_refuse(409, "cannot_take_back");
        assert_eq!(refused.json["reason"], "order_would_answer", "{}", refused.text);
    }
    assert_eq!(table.version().await, version + 1, "nothing was written");
    assert_eq!(legal(table, 1).await["take_back"], before);
    let path = format!("{orders}/{}", set["order"]["id"].as_str().unwrap());
    table.player(1).delete(&path).await.must_be(204);
    take_back(table, 1, version).await.must_be(200);
    assert_eq!(legal(table, 1).await["take_back"]["left"], 2);
    // An order of another seat is no reason: it answers as it always does.
    board.act(1, json!({"type": "reject_trade", "offer": 1})).await.must_be(200);
    let version = table.version().await;
    table.player(2).post(&orders, &order).await.must_be(201);
    take_back(table, 1, version - 1).await.must_be(200);
}

#[tokio::test]
async fn three_times_a_turn_and_not_to_any_other_version() {
    let service = Service::start();
    let table = founding(&service).await;
    let seat = table.awaited().await[0];
    for time in 0..3 {
        let version = table.version().await;
        act(&table).await;
        assert_eq!(legal(&table, seat).await["take_back"]["left"], 3 - time);
        take_back(&table, seat, version + 1).await.must_blame(422, "invalid_field", "version");
        let too_far = take_back(&table, seat, 0).await;
        if version > 0 {
            too_far.must_refuse(409, "cannot_take_back");
        }
        if too_far.status != 200 {
            take_back(&table, seat, version).await.must_be(200);
        }
    }
    act(&table).await;
    assert_eq!(options(&table, seat).await, (vec![], "limit_reached".to_owned()));
}

#[tokio::test]
async fn repeats_under_one_key_are_one_take_back_with_one_answer() {
    let service = Service::start_servers(2);
    let table = founding(&service).await;
    let version = table.version().await;
    let (seat, _) = act(&table).await;
    let (path, body) = (format!("{}/take-back", table.path), json!({"version": version}));
    let here = table.player(seat);
    let there = here.at(&service.servers[1].address);
    let (one, two) = tokio::join!(here.post_under("k", &path, &body), there.post_under("k", &path, &body));
    assert_eq!(one.status, 200, "{}", one.text);
    assert_eq!(one, two);
    assert_eq!(table.version().await, version + 2);
    act(&table).await;
    assert_eq!(here.post_under("k", &path, &body).await, one, "later it is answered alike");
    here.post_under("k", &path, &json!({"version": 1})).await.must_refuse(422, "key_reused");
}

#[tokio::test]
async fn only_a_member_who_has_seen_the_present_takes_back() {
    let service = Service::start();
    let table = founding(&service).await;
    let version = table.version().await;
    let seen = table.player(0).request(reqwest::Method::GET, &format!("{}/view", table.path)).send().await;
    let tag = seen.unwrap().headers()["etag"].clone();
    let (seat, _) = act(&table).await;
    let [stranger] = service.people(["Dagny"]).await;
    let (path, body) = (format!("{}/take-back", table.path), json!({"version": version}));
    stranger.post(&path, &body).await.must_refuse(403, "not_a_member");
    service.stranger().post(&path, &body).await.must_refuse(401, "unauthenticated");
    let player = table.player(seat);
    let stale = player.request(reqwest::Method::POST, &path).header("If-Match", tag).json(&body);
    player.send(stale).await.must_refuse(412, "version_stale");
    let reads = player.with_scopes(&["games:read"]).await;
    reads.post(&path, &body).await.must_refuse(403, "scope_too_small");
    player.post(&path, &json!({"version": "x"})).await.must_refuse(422, "invalid_field");
    for wrong in [-1, version + 9] {
        player.post(&path, &json!({"version": wrong})).await.must_blame(422, "invalid_field", "version");
    }
    player.post(&path, &body).await.must_be(200);
}

#[tokio::test]
async fn a_stream_tells_of_it_and_a_vote_ends_it() {
    let service = Service::start();
    let table = founding(&service).await;
    let version = table.version().await;
    let (seat, _) = act(&table).await;
    let other = table.player((seat + 1) % 3);
    let mut stream = Listener::open(other, &format!("{}/stream", table.path), None).await;
    take_back(&table, seat, version).await.must_be(200);
    let frames = stream.until_version(version + 2).await;
    assert!(frames.iter().any(|frame| frame.data.to_string().contains("taken_back")), "{frames:?}");
    act(&table).await;
    other.post(&format!("{}/votes", table.path), &json!({"kind": "pause"})).await.must_be(201);
    assert_eq!(options(&table, seat).await, (vec![], "service_event".to_owned()));
}

#[tokio::test]
async fn a_roll_ends_it_and_nobody_takes_a_lapse_back() {
    let service = Service::start();
    let table = founding(&service).await;
    // Each of three places twice; then the first rolls.
    for _ in 0..12 {
        act(&table).await;
    }
    let seat = table.awaited().await[0];
    act(&table).await;
    let (versions, limit) = options(&table, seat).await;
    assert_eq!((versions, limit.as_str()), (vec![], "chance_drawn"));
    let statement = format!(
        "SELECT count(*)::text AS value FROM entries WHERE game_id = '{}' AND draws IS NOT NULL",
        table.id
    );
    assert_ne!(service.database.texts(&statement), ["0"]);
}

// Nobody loses time by a take-back, and nobody gains any.

/// A day for each decision and two in the bank.
async fn timed(service: &Service) -> Table {
    let clock =
        json!({"type": "banked", "free_hours": 24, "bank_hours": 48, "refund_hours": 6, "cap_hours": 60});
    let game = json!({"ruleset": "settlers", "seats": 3, "clock": clock, "caretaker_after": 2});
    Table::with(&game, &service.people(NAMES).await).await
}

fn service() -> Service {
    Service::start_with(|settings| settings.accounts.access_seconds = 100_000_000)
}

async fn deadline(table: &Table) -> Value {
    table.view(None).await["awaited"][0]["deadline"].clone()
}

#[tokio::test]
async fn the_deadline_is_as_if_the_action_had_never_come() {
    let service = service();
    let table = timed(&service).await;
    let (before, version) = (deadline(&table).await, table.version().await);
    service.app.clock.advance(TimeDelta::hours(5));
    let (seat, _) = act(&table).await;
    assert_ne!(deadline(&table).await, before);
    service.app.clock.advance(TimeDelta::hours(3));
    take_back(&table, seat, version).await.must_be(200);
    assert_eq!(deadline(&table).await, before);
}

#[tokio::test]
async fn the_other_seat_gets_its_waiting_time_back() {
    let service = service();
    let table = timed(&service).await;
    act(&table).await;
    let version = table.version().await;
    let (seat, road) = act(&table).await;
    let first = deadline(&table).await;
    // Thirty hours: the next seat's free day is used up, and six hours of its bank.
    service.app.clock.advance(TimeDelta::hours(30));
    take_back(&table, seat, version).await.must_be(200);
    let again = super::decision(&table, seat).await;
    let body = json!({"decision": again, "action": road.action});
    table.post(seat, "actions", &body).await.must_be(200);
    let shown = deadline(&table).await;
    let at = |text: &Value| text.as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(at(&shown) - at(&first), TimeDelta::hours(30), "the whole day and the whole bank");
}

#[tokio::test]
async fn there_is_no_way_back_to_a_question_whose_time_is_over() {
    let service = service();
    let table = timed(&service).await;
    let version = table.version().await;
    service.app.clock.advance(TimeDelta::hours(70));
    let (seat, _) = act(&table).await;
    let (second, _) = (table.version().await, act(&table).await);
    service.app.clock.advance(TimeDelta::hours(3));
    assert_eq!(options(&table, seat).await, (vec![second], "time_over".to_owned()));
    let refused = take_back(&table, seat, version).await;
    refused.must_refuse(409, "cannot_take_back");
    assert_eq!(refused.json["reason"], "time_over");
    take_back(&table, seat, second).await.must_be(200);
}
