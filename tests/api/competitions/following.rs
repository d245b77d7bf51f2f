//! What programs that follow a competition get: its stream, and the records of its games.

use serde_json::{Value, json};

use super::hall::Hall;
use crate::harness::{Listener, Person, PostOffice, Service};

fn duels(name: &str) -> Value {
    json!({
        "name": name, "form": {"type": "swiss", "rounds": 2}, "tables": {"size": 2},
        "games": {"ruleset": "toy", "clock": {"type": "untimed"}},
    })
}

/// The event that tells of this many paired rounds and finished tables; those before it tell of less.
async fn told(listener: &mut Listener, rounds: i64, over: i64) -> Value {
    loop {
        let frame = listener.must_tell("competition_changed").await;
        let (round, tables) =
            (frame.data["round"].as_i64().unwrap(), frame.data["tables_over"].as_i64().unwrap());
        assert!((round, tables) <= (rounds, over), "{frame:?}");
        if (round, tables) == (rounds, over) {
            return frame.data;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_tells_of_every_change_of_a_competition_until_it_is_over() {
    let mut hall = Hall::open_at(PostOffice::open(), 4, &duels("Followed")).await;
    let path = format!("{}/stream", hall.path);
    let stranger = hall.office.service.stranger();
    let mut listener = Listener::open(&stranger, &path, None).await;
    let opened = listener.must_tell("opened").await;
    assert_eq!(hall.path, format!("/v1/competitions/{}", opened.data["competition_id"].as_str().unwrap()));
    listener.must_be_silent().await;

    let late = hall.office.service.person("Late").await;
    late.post(&format!("{}/sign-up", hall.path), &json!({})).await.must_be(200);
    let changed = told(&mut listener, 0, 0).await;
    assert_eq!((&changed["status"], &changed["tables"]), (&json!("open"), &json!(0)));
    late.post(&format!("{}/withdraw", hall.path), &json!({})).await.must_be(204);
    told(&mut listener, 0, 0).await;

    hall.pair(1).await;
    let changed = told(&mut listener, 1, 0).await;
    assert_eq!((&changed["status"], &changed["tables"]), (&json!("running"), &json!(2)));
    let seen = listener.last.clone();
    drop(listener);

    hall.play(&[], None).await;
    assert_eq!(hall.show().await["status"], "finished");
    // After a break one event tells how far it is by now, whatever happened in between.
    let mut again = Listener::open(&stranger, &format!("{path}?after_id={seen}"), None).await;
    let changed = told(&mut again, 2, 4).await;
    assert_eq!((&changed["status"], &changed["tables"]), (&json!("finished"), &json!(4)));
    let last = again.last.clone();
    assert_eq!(again.must_tell("end").await.data["reason"], "competition_over");
    assert!(again.try_next().await.is_none());
    // Who has everything is told nothing more.
    let mut once_more = Listener::open(&stranger, &path, Some(&last)).await;
    assert_eq!(once_more.must_tell("end").await.data["reason"], "competition_over");
    stranger.get(&format!("{path}?after_id=12")).await.must_blame(400, "invalid_parameter", "after_id");
}

/// A competition of a private club of two, its path, and the path of the membership of the second one.
async fn hidden(service: &Service, [owner, member]: [&Person; 2]) -> (String, String) {
    let club = json!({"name": "Secret sagas", "visibility": "private", "joining": "link"});
    let club = owner.post("/v1/clubs", &club).await.must_be(201)["id"].as_str().unwrap().to_owned();
    let link = owner.post(&format!("/v1/clubs/{club}/invitation-links"), &json!({})).await.must_be(201);
    member.post(&format!("/v1/clubs/{club}/join"), &json!({"link": link["token"]})).await.must_be(200);
    let mut competition = duels("Hidden");
    competition["club_id"] = json!(club);
    let made = owner.post("/v1/competitions", &competition).await.must_be(201);
    assert_eq!(service.database.texts("SELECT id::text AS value FROM competitions").len(), 1);
    let path = format!("/v1/competitions/{}", made["id"].as_str().unwrap());
    (path, format!("/v1/clubs/{club}/members/{}", member.id))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stream_of_a_private_club_is_for_its_members_as_long_as_they_are_members() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let (path, membership) = hidden(&service, [&aud, &bjarni]).await;
    let stream = format!("{path}/stream");
    let nowhere = "/v1/competitions/01934490-0000-7000-8000-000000000000/stream";
    for stranger in [&cnut, &service.stranger()] {
        let (hidden, missing) = (stranger.get(&stream).await, stranger.get(nowhere).await);
        assert_eq!((hidden.status, hidden.code()), (missing.status, missing.code()));
        hidden.must_refuse(404, "competition_not_found");
    }
    let ticket = bjarni.post("/v1/me/stream-tickets", &json!({"path": stream})).await.must_be(201);
    let address = format!("{stream}?ticket={}", ticket["ticket"].as_str().unwrap());
    let mut listener = Listener::open(&service.stranger(), &address, None).await;
    listener.must_tell("opened").await;
    aud.patch(&path, &json!({"about": "Bring a friend."})).await.must_be(200);
    listener.must_tell("competition_changed").await;
    aud.delete(&membership).await.must_be(204);
    aud.patch(&path, &json!({"about": "Bring nobody."})).await.must_be(200);
    assert_eq!(listener.must_tell("end").await.data["reason"], "competition_gone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_of_a_competition_are_exported_to_those_who_see_it() {
    let mut hall = Hall::open_at(PostOffice::open(), 4, &duels("Recorded")).await;
    hall.pair(1).await;
    hall.play(&[], None).await;
    let service = &hall.office.service;
    let path = format!("{}/games/export", hall.path);
    service.stranger().get(&path).await.must_refuse(401, "unauthenticated");
    let reader = service.person("Reader").await;
    assert_eq!(reader.get(&path).await.text, "", "games are exported a while after they end");
    hall.office.after_seconds(60);
    let exported = reader.get(&path).await;
    assert_eq!((exported.status, exported.content_type.as_str()), (200, "application/x-ndjson"));
    let records: Vec<Value> = exported.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut tables: Vec<(i64, i64)> = records
        .iter()
        .map(|record| {
            let of = &record["competition"];
            assert_eq!(format!("/v1/competitions/{}", of["id"].as_str().unwrap()), hall.path);
            (of["round"].as_i64().unwrap(), of["table"].as_i64().unwrap())
        })
        .collect();
    tables.sort_unstable();
    assert_eq!(tables, [(1, 0), (1, 1), (2, 0), (2, 1)]);
    // It goes on after a game, and tells of no game of another competition.
    let second = records[1]["game"].as_str().unwrap();
    let rest = reader.get(&format!("{path}?after={second}")).await.text;
    assert_eq!(rest.lines().count(), 2);
    let other = reader.post("/v1/competitions", &duels("Another")).await.must_be(201);
    let other = format!("/v1/competitions/{}/games/export", other["id"].as_str().unwrap());
    assert_eq!(reader.get(&other).await.text, "");
    reader.get(&format!("{other}?after={second}")).await.must_blame(400, "invalid_parameter", "after");
}

#[tokio::test]
async fn the_games_of_a_private_competition_are_exported_to_no_stranger() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let (path, _) = hidden(&service, [&aud, &bjarni]).await;
    cnut.get(&format!("{path}/games/export")).await.must_refuse(404, "competition_not_found");
    bjarni.get(&format!("{path}/games/export")).await.must_be(200);
}
