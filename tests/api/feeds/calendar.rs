//! The calendar of an account, as calendars read it.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::json;

use super::{Feeds, HOSTILE, fetch, fetch_with, ics, must_revalidate, patient};
use crate::harness::{Person, Service, Table};

async fn read(service: &Service, feeds: &Feeds) -> ics::Read {
    ics::read(&fetch(service, &feeds.calendar).await.body)
}

/// A game of the toy with a day for each move.
async fn timed(people: &[Person], name: &str) -> Table {
    let game = json!({
        "ruleset": "toy", "seats": people.len(), "name": name, "visibility": "private",
        "clock": {"type": "plain", "hours": 24},
    });
    let path = people[0].open(&game).await;
    for person in &people[1..] {
        let invited = json!({"name": person.name});
        let invitation = people[0].post(&format!("{path}/invitations"), &invited).await.must_be(201);
        let accept = format!("{path}/invitations/{}/accept", invitation["id"].as_str().unwrap());
        assert!(person.post(&accept, &json!({})).await.status < 300);
    }
    let shown = people[0].get(&path).await.must_be(200);
    assert_eq!(shown["status"], "running", "{shown}");
    let seats = shown["seats"].as_array().unwrap();
    let seated = seats.iter().filter_map(|seat| people.iter().find(|person| seat["account"] == *person.id));
    Table {
        id: path.rsplit('/').next().unwrap().to_owned(),
        path: path.clone(),
        players: seated.cloned().collect(),
    }
}

#[tokio::test]
async fn each_open_decision_with_a_deadline_is_an_event_until_it_is_answered() {
    let service = Service::start_with(patient);
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = timed(&people, "Kattegat").await;
    let seat = table.awaited().await[0];
    let (asked, other) = (table.player(seat), table.player(1 - seat));
    let (mine, others) = (Feeds::of(asked).await, Feeds::of(other).await);
    let fetched = must_revalidate(&service, &mine.calendar).await;
    assert_eq!(fetched.headers["content-type"], "text/calendar; charset=utf-8");
    let calendar = ics::read(&fetched.body);
    assert_eq!(ics::text(&calendar.properties, "X-WR-CALNAME"), "Althing: deadlines");
    assert_eq!(ics::one(&calendar.properties, "METHOD"), "PUBLISH");
    assert_eq!(ics::one(&calendar.properties, "REFRESH-INTERVAL"), "PT900S");
    let [event] = calendar.events.as_slice() else { panic!("{calendar:?}") };
    let deadline = service.app.now() + TimeDelta::hours(24);
    assert_eq!(ics::instant(&ics::one(event, "DTEND")), deadline);
    assert_eq!(ics::instant(&ics::one(event, "DTSTART")), deadline - TimeDelta::minutes(30));
    assert_eq!(ics::text(event, "SUMMARY"), "Kattegat: the game is waiting for you");
    let url = format!("{}/play/{}", service.app.settings.http.public_url, table.id);
    assert_eq!(ics::one(event, "URL"), url);
    let about = ics::text(event, "DESCRIPTION");
    assert!(about.contains("21 November 2026") && about.ends_with(&url), "{about}");
    assert!(read(&service, &others).await.events.is_empty());
    // The same decision keeps its id when its deadline moves, and its number rises.
    let vote = table.post(1 - seat, "votes", &json!({"kind": "extend_clocks"})).await.must_be(201);
    table.ballot(seat, &vote, "yes").await.must_be(200);
    let moved = read(&service, &mine).await;
    let number = |event: &[ics::Line]| ics::one(event, "SEQUENCE").parse::<u32>().unwrap();
    assert_eq!(ics::one(&moved.events[0], "UID"), ics::one(event, "UID"));
    assert!(number(&moved.events[0]) > number(event));
    assert_eq!(ics::instant(&ics::one(&moved.events[0], "DTEND")), deadline + TimeDelta::hours(48));
    // Answered: it is the other one's turn.
    let decision = &table.legal(seat).await["decisions"][0]["decision"]["id"];
    let bet = json!({"decision": decision, "action": {"type": "bet", "amount": 1}});
    table.post(seat, "actions", &bet).await.must_be(200);
    assert!(read(&service, &mine).await.events.is_empty());
    let theirs = read(&service, &others).await;
    assert_ne!(ics::one(&theirs.events[0], "UID"), ics::one(event, "UID"));
    let known = [("If-None-Match", fetched.headers["etag"].as_str())];
    assert_eq!(fetch_with(&service, Method::GET, &mine.calendar, &known).await.status, 200);
    // Nothing is due while the game rests.
    let vote = table.post(seat, "votes", &json!({"kind": "pause"})).await.must_be(201);
    table.ballot(1 - seat, &vote, "yes").await.must_be(200);
    assert!(read(&service, &others).await.events.is_empty());
}

#[tokio::test]
async fn a_name_can_not_break_out_of_its_line_however_long_it_is() {
    let service = Service::start_with(patient);
    let people = service.people(["Aud", "Bjarni"]).await;
    for name in [HOSTILE.trim(), &"Þ𝔘".repeat(40), &";,\\".repeat(26), "BEGIN:VALARM"] {
        let table = timed(&people, name).await;
        let asked = table.player(table.awaited().await[0]);
        let calendar = read(&service, &Feeds::of(asked).await).await;
        let summaries: Vec<String> =
            calendar.events.iter().map(|event| ics::text(event, "SUMMARY")).collect();
        let expected = format!("{name}: the game is waiting for you");
        assert!(summaries.contains(&expected), "{expected}: {summaries:?}");
    }
}

#[tokio::test]
async fn a_calendar_speaks_the_language_and_names_the_zone_of_its_owner() {
    let service = Service::start_with(patient);
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = timed(&people, "Kattegat").await;
    let asked = table.player(table.awaited().await[0]);
    let feeds = Feeds::of(asked).await;
    for (language, name, summary) in [
        ("nn", "Althing: fristar", "Kattegat: spelet ventar på deg"),
        ("sv", "Althing: tidsgränser", "Kattegat: spelet väntar på dig"),
        ("de", "Althing: Fristen", "Kattegat: das Spiel wartet auf dich"),
    ] {
        let settings = json!({"language": language, "time_zone": "Asia/Tokyo"});
        asked.patch("/v1/me", &settings).await.must_be(200);
        let calendar = read(&service, &feeds).await;
        assert_eq!(ics::text(&calendar.properties, "X-WR-CALNAME"), name);
        assert_eq!(ics::text(&calendar.events[0], "SUMMARY").to_lowercase(), summary.to_lowercase());
        // Noon in UTC.
        let about = ics::text(&calendar.events[0], "DESCRIPTION");
        assert!(["21:00", "21.00"].iter().any(|hour| about.contains(hour)), "{about}");
    }
}
