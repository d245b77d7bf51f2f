//! The calendar of a club under a secret address of each member.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Feeds, HOSTILE, fetch, ics, must_revalidate, patient};
use crate::clubs::{found_club, join};
use crate::harness::{Person, Service, Table, seeded_dice};

const SECRET_CHARS: usize = 43;

/// The paths of the calendars of a person's clubs, by club.
async fn calendars(person: &Person) -> Vec<(String, String)> {
    let shown = person.get("/v1/me/feeds").await.must_be(200);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let path = |url: String| url[url.find("/feeds/").unwrap()..].to_owned();
    let calendars = shown["club_calendars"].as_array().unwrap();
    calendars.iter().map(|one| (text(&one["club_id"]), path(text(&one["url"])))).collect()
}

async fn status(service: &Service, path: &str) -> u16 {
    fetch(service, path).await.status
}

async fn game(club: &str, name: &str, people: &[Person]) -> Table {
    let terms = json!({"ruleset": "toy", "seats": people.len(), "name": name, "club_id": club});
    Table::with(&terms, people).await
}

#[tokio::test]
async fn members_see_when_the_games_of_their_club_began_and_ended() {
    let service = Service::start_with(patient);
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let club = found_club(&aud, json!({"joining": "open", "visibility": "private"})).await;
    let link = aud.post(&format!("/v1/clubs/{club}/invitation-links"), &json!({})).await.must_be(201);
    let joined = bjarni.post(&format!("/v1/clubs/{club}/join"), &json!({"link": link["token"]})).await;
    joined.must_be(200);
    let pair = [aud.clone(), bjarni.clone()];
    let began = service.app.now();
    let table = game(&club, HOSTILE.trim(), &pair).await;
    bjarni.open(&json!({"ruleset": "toy", "seats": 2, "club_id": club})).await;
    Table::of("toy", &pair).await;
    Feeds::of(&bjarni).await;
    let [(of, path)] = calendars(&bjarni).await.try_into().unwrap();
    assert_eq!(of, club);
    let calendar = ics::read(&must_revalidate(&service, &path).await.body);
    assert_eq!(ics::text(&calendar.properties, "X-WR-CALNAME"), "Friday sagas");
    let [event] = calendar.events.as_slice() else { panic!("{calendar:?}") };
    assert_eq!(ics::text(event, "SUMMARY"), format!("{}: the game has begun", HOSTILE.trim()));
    assert_eq!(ics::instant(&ics::one(event, "DTSTART")), began);
    assert_eq!(ics::instant(&ics::one(event, "DTEND")), began + TimeDelta::minutes(30));
    let url = format!("{}/games/{}", service.app.settings.http.public_url, table.id);
    assert_eq!(ics::one(event, "URL"), url);
    service.app.clock.advance(TimeDelta::hours(5));
    table.play(usize::MAX, &mut seeded_dice(2)).await;
    service.database.run(&format!("UPDATE games SET visibility = 'private' WHERE id = '{}'", table.id));
    let calendar = ics::read(&fetch(&service, &path).await.body);
    let [end, begin] = calendar.events.as_slice() else { panic!("{calendar:?}") };
    assert_eq!(ics::one(begin, "UID"), ics::one(event, "UID"));
    assert_eq!(ics::text(end, "SUMMARY"), format!("{}: the game is over", HOSTILE.trim()));
    assert_eq!(ics::instant(&ics::one(end, "DTSTART")), began + TimeDelta::hours(5));
    assert!(ics::one(end, "URL").ends_with(&format!("/play/{}", table.id)));
}

#[tokio::test]
async fn an_address_opens_one_calendar_for_one_member_while_they_are_one() {
    let service = Service::start_with(patient);
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    let second =
        aud.post("/v1/clubs", &json!({"name": "Monday sagas", "joining": "request"})).await.must_be(201);
    let second = second["id"].as_str().unwrap().to_owned();
    join(&bjarni, &club).await.must_be(200);
    join(&bjarni, &second).await.must_be(200);
    assert!(calendars(&aud).await.is_empty(), "before the addresses are made");
    for person in [&aud, &bjarni, &cnut] {
        Feeds::of(person).await;
    }
    let (mine, theirs) = (calendars(&aud).await, calendars(&bjarni).await);
    assert_eq!((mine.len(), theirs.len(), calendars(&cnut).await.len()), (2, 1, 0), "not of applicants");
    let secret = |path: &str| path.split('/').nth(2).unwrap().to_owned();
    let path_of = |secret: &str, club: &str| format!("/feeds/{secret}/clubs/{club}/calendar.ics");
    let secrets = [&mine[0].1, &mine[1].1, &theirs[0].1].map(|path| secret(path));
    assert_eq!(secrets.each_ref().map(String::len), [SECRET_CHARS; 3]);
    assert!(secrets[0] != secrets[1] && secrets[1] != secrets[2]);
    for (club, path) in mine.iter().chain(&theirs) {
        assert_eq!(status(&service, path).await, 200);
        // It opens nothing else: neither another club, nor what its owner alone reads.
        let others =
            [club, &second, &uuid::Uuid::nil().to_string()].map(|other| path_of(&secret(path), other));
        for other in others.iter().filter(|other| *other != path) {
            assert_eq!(status(&service, other).await, 404, "{other}");
        }
        assert_eq!(status(&service, &format!("/feeds/{}/calendar.ics", secret(path))).await, 404);
    }
    let own = Feeds::shown(&aud.get("/v1/me/feeds").await.must_be(200)).calendar;
    assert_eq!(status(&service, &path_of(&secret(&own), &club)).await, 404);
    let mut changed = secrets[2].clone().into_bytes();
    changed[42] = if changed[42] == b'A' { b'E' } else { b'A' };
    let made_up = path_of(&String::from_utf8(changed).unwrap(), &club);
    let dead = fetch(&service, &made_up).await;
    // All that opens nothing is answered alike.
    let path = theirs[0].1.clone();
    bjarni.post(&format!("/v1/clubs/{club}/leave"), &json!({})).await.must_be(204);
    let gone = fetch(&service, &path).await;
    let unknown = fetch(&service, &path_of("x", &club)).await;
    let without = |answer: &super::Fetched, path: &str| {
        let mut headers = answer.headers.clone();
        headers.remove("content-length");
        (answer.status, headers, answer.body.replace(path, ""))
    };
    assert_eq!(without(&gone, &path), without(&dead, &made_up));
    assert_eq!(without(&gone, &path), without(&unknown, &path_of("x", &club)));
    join(&bjarni, &club).await.must_be(200);
    assert_eq!(status(&service, &path).await, 200);
    Feeds::of(&bjarni).await;
    assert_eq!(status(&service, &path).await, 404, "renewed");
    let path = calendars(&bjarni).await.remove(0).1;
    assert_eq!(status(&service, &path).await, 200);
    bjarni.delete("/v1/me/feeds").await.must_be(204);
    assert_eq!(status(&service, &path).await, 404, "ended");
}
