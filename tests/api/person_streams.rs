//! The stream of a player's public games, for others: as spectators see them, and nothing of the rest.

use serde_json::json;

use crate::harness::{Listener, Person, Service, Table, relay_all, seeded_dice};

fn stream(person: &Person) -> String {
    format!("/v1/people/{}/stream", person.id)
}

/// Plays some moves, and carries them to the streams.
async fn play(service: &Service, table: &Table, moves: usize, seed: u64) {
    table.play(moves, &mut seeded_dice(seed)).await;
    relay_all(service).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_tells_what_a_spectator_of_each_public_game_is_told() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let dalla = service.person("Dalla").await;
    let mut listener = Listener::open(&dalla, "/v1/people/aud/stream", None).await;
    assert_eq!(listener.must_tell("opened").await.data["account_id"], people[0].id);
    let tables = [Table::of("landnam", &people).await, Table::of("landnam", &people).await];
    relay_all(&service).await;
    for (table, seed) in tables.iter().zip(1..) {
        play(&service, table, 5, seed).await;
        let version = table.version().await;
        let frames = listener.until_version(version).await;
        let of_table: Vec<_> = frames
            .iter()
            .filter(|frame| frame.event == "game_events" && frame.data["game_id"] == table.id)
            .collect();
        let mut spectator = Listener::open(&dalla, &format!("{}/stream", table.path), Some("-1.0")).await;
        let seen = spectator.until_version(version).await;
        let seen: Vec<_> = seen.iter().filter(|frame| frame.event == "game_events").collect();
        let versions = |frames: &[&crate::harness::Frame]| -> Vec<i64> {
            frames.iter().map(|frame| frame.data["update"]["version"].as_i64().unwrap()).collect()
        };
        let shown = versions(&of_table);
        assert!(!shown.is_empty());
        for frame in of_table {
            let twin =
                seen.iter().find(|one| one.data["update"]["version"] == frame.data["update"]["version"]);
            assert_eq!(frame.data, twin.unwrap().data);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_goes_on_after_a_break_and_skips_what_is_hidden_without_a_trace() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let dalla = service.person("Dalla").await;
    let table = Table::of("toy", &people).await;
    let hidden = Table::of("toy", &people).await;
    service.database.run(&format!("UPDATE games SET visibility = 'private' WHERE id = '{}'", hidden.id));
    relay_all(&service).await;
    let path = stream(&people[0]);
    let mut listener = Listener::open(&dalla, &path, None).await;
    let opened = listener.must_tell("opened").await;
    assert!(opened.id.starts_with(&table.id), "{}", opened.id);
    drop(listener);
    play(&service, &hidden, 1, 3).await;
    play(&service, &table, 2, 4).await;
    play(&service, &hidden, 1, 5).await;
    people[0].post(&format!("{}/messages", table.path), &json!({"text": "Hail"})).await.must_be(201);
    relay_all(&service).await;
    let mut listener = Listener::open(&dalla, &path, Some(&opened.id)).await;
    let version = table.version().await;
    let frames = listener.until_version(version).await;
    assert!(frames.iter().all(|frame| frame.data["game_id"] == table.id), "{frames:?}");
    let last = listener.last.clone();
    assert_eq!(last, format!("{}.{version}", table.id));
    listener.must_be_silent().await;
    let mut again = Listener::open(&dalla, &format!("{path}?after_id={last}"), None).await;
    again.must_be_silent().await;
    // An id of a hidden game is as unknown as one of a game that there is not.
    for unknown in
        [format!("{}.0", hidden.id), format!("{}.0", uuid::Uuid::nil()), format!("{}.999", table.id)]
    {
        let mut reset = Listener::open(&dalla, &path, Some(&unknown)).await;
        assert_eq!(reset.must_tell("reset").await.id, last);
    }
    for wrong in ["7", "x.1", "1~0"] {
        let answer = dalla.get(&format!("{path}?after_id={wrong}")).await;
        answer.must_blame(400, "invalid_parameter", "after_id");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_keeps_others_out_and_ends_what_they_follow() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let dalla = service.person("Dalla").await;
    let table = Table::of("toy", &people).await;
    let path = stream(&people[0]);
    service.stranger().get(&path).await.must_refuse(401, "unauthenticated");
    dalla.get("/v1/people/Nobody/stream").await.must_refuse(404, "account_not_found");
    let mut listener = Listener::open(&dalla, &path, None).await;
    listener.must_tell("opened").await;
    people[0].block(&dalla.id).await.must_be(204);
    dalla.get(&path).await.must_refuse(404, "account_not_found");
    play(&service, &table, 1, 3).await;
    assert_eq!(listener.must_tell("end").await.data["reason"], "person_gone");
    people[0].delete(&format!("/v1/me/blocks/{}", dalla.id)).await.must_be(204);
    dalla.block(&people[0].id).await.must_be(204);
    dalla.get(&path).await.must_refuse(404, "account_not_found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_opens_it_by_the_id_of_the_player() {
    let service = Service::start();
    let [aud, dalla] = service.people(["Aud", "Dalla"]).await;
    let path = stream(&aud);
    let ticket = dalla.post("/v1/me/stream-tickets", &json!({"path": path})).await.must_be(201);
    let by_ticket = format!("{path}?ticket={}", ticket["ticket"].as_str().unwrap());
    let mut listener = Listener::open(&service.stranger(), &by_ticket, None).await;
    listener.must_tell("opened").await;
    service.stranger().get(&by_ticket).await.must_refuse(401, "token_invalid");
    for wrong in ["/v1/people/Aud/stream", "/v1/people/x/stream"] {
        let answer = dalla.post("/v1/me/stream-tickets", &json!({"path": wrong})).await;
        answer.must_blame(422, "invalid_field", "path");
    }
}
