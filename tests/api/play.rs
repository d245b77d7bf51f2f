//! Acting: what is listed is done, what is not is refused, and nothing is done twice.

use serde_json::{Value, json};

use crate::harness::{Move, Person, Service, Table, seeded_dice};

const SEED: u64 = 7;

async fn two_at_a_table(service: &Service) -> Table {
    let people = service.people(["Aud", "Bjarni"]).await;
    Table::of("toy", &people).await
}

/// A move of the seat that is awaited.
async fn next_move(table: &Table) -> (usize, Move) {
    let seat = table.awaited().await[0];
    let moves = table.moves(seat, &mut seeded_dice(SEED)).await;
    (seat, moves[0].clone())
}

#[tokio::test]
async fn the_reply_to_an_action_says_what_happened_and_what_comes_next() {
    let service = Service::start();
    let table = two_at_a_table(&service).await;
    let (seat, this) = next_move(&table).await;
    let reply = table.make(seat, &this).await.must_be(200);
    assert_eq!(reply["version"], 3, "the draw and the next roll: {reply}");
    let told: Vec<_> = reply["events"].as_array().unwrap().iter().map(|event| &event["by"]).collect();
    assert_eq!(told, ["seat", "server"]);
    assert!(reply["events"][0]["event"]["card"].is_number(), "my own card: {reply}");
    assert_eq!(reply["awaited"], table.view(None).await["awaited"]);
    assert_eq!(reply["legal"], json!([]), "it is the other's turn");
}

#[tokio::test]
async fn five_repeats_under_one_key_are_one_action_with_one_answer() {
    let service = Service::start_servers(2);
    let table = two_at_a_table(&service).await;
    for round in 0..20 {
        let (seat, this) = next_move(&table).await;
        let before = table.version().await;
        let (path, key) = (format!("{}/actions", table.path), format!("round-{round}"));
        let here = table.player(seat).clone();
        let there = here.at(&service.servers[1].address);
        let body = this.body();
        let send = |who: &Person| {
            let (who, key, path, body) = (who.clone(), key.clone(), path.clone(), body.clone());
            tokio::spawn(async move { who.post_under(&key, &path, &body).await })
        };
        let sent = [send(&here), send(&there), send(&here), send(&there), send(&here)];
        let mut answers = Vec::new();
        for answer in sent {
            answers.push(answer.await.unwrap());
        }
        assert_eq!(answers[0].status, 200, "{}", answers[0].text);
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(table.version().await, before + 2);
        assert_eq!(here.post_under(&key, &path, &body).await, answers[0], "later it is answered alike");
    }
}

#[tokio::test]
async fn a_key_stands_for_one_body_of_one_seat() {
    let service = Service::start();
    let table = two_at_a_table(&service).await;
    let actions = format!("{}/actions", table.path);
    let (seat, this) = next_move(&table).await;
    table.player(seat).post_under("k", &actions, &this.body()).await.must_be(200);
    let bet = json!({"decision": this.decision, "action": {"type": "bet", "amount": 1}});
    table.player(seat).post_under("k", &actions, &bet).await.must_refuse(422, "key_reused");
    let (other, this) = next_move(&table).await;
    assert_ne!(other, seat);
    table.player(other).post_under("k", &actions, &this.body()).await.must_be(200);
}

#[tokio::test]
async fn a_repeat_long_after_is_answered_from_the_log() {
    let service = Service::start();
    let table = two_at_a_table(&service).await;
    let actions = format!("{}/actions", table.path);
    let mut dice = seeded_dice(SEED);
    let (seat, this) = next_move(&table).await;
    let first = table.player(seat).post_under("k", &actions, &this.body()).await;
    while table.go_on(&mut dice).await.is_some() {}
    assert!(table.version().await > 40, "several kept states lie between");
    assert_eq!(table.player(seat).post_under("k", &actions, &this.body()).await, first);
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!((&shown["status"], &shown["outcome"]["ended_by"]), (&json!("finished"), &json!("turns")));
}

#[tokio::test]
async fn what_is_not_asked_is_refused_and_changes_nothing() {
    let service = Service::start();
    let table = two_at_a_table(&service).await;
    let [cnut] = service.people(["Cnut"]).await;
    let (seat, first) = next_move(&table).await;
    table.make(seat, &first).await.must_be(200);
    let (seat, this) = next_move(&table).await;
    let (actions, version) = (format!("{}/actions", table.path), table.version().await);
    let (player, other) = (table.player(seat), table.player(1 - seat));
    other.post(&actions, &this.body()).await.must_refuse(403, "not_your_decision");
    other.post(&actions, &first.body()).await.must_refuse(409, "decision_closed");
    cnut.post(&actions, &this.body()).await.must_refuse(403, "not_a_member");
    service.stranger().post(&actions, &this.body()).await.must_refuse(401, "unauthenticated");
    let answer = |action: Value| json!({"decision": this.decision, "action": action});
    let wrong = [
        (answer(json!({"type": "juggle"})), "malformed_action"),
        (answer(json!({"type": "play"})), "malformed_action"),
        (answer(json!({"type": "draw", "fast": true})), "malformed_action"),
        (answer(json!({"type": "bet", "amount": "1"})), "malformed_action"),
        (answer(json!({"type": "bet", "amount": 9})), "impossible"),
        (answer(json!({"type": "roll"})), "wrong_phase"),
        (answer(json!([])), "malformed_action"),
        (json!({"decision": this.decision}), "malformed_action"),
        (json!({"decision": 3, "action": {"type": "draw"}}), "invalid_field"),
        (json!({"decision": this.decision, "action": {"type": "draw"}, "seat": 1}), "invalid_field"),
    ];
    for (body, code) in wrong {
        player.post(&actions, &body).await.must_refuse(422, code);
    }
    player.post_text(&actions, "application/json", "{\"decision\":").await.must_refuse(400, "malformed_body");
    player.post_text(&actions, "text/plain", "{}").await.must_refuse(415, "unsupported_media_type");
    let large = json!({"decision": "x".repeat(70_000), "action": {}});
    player.post(&actions, &large).await.must_refuse(413, "body_too_large");
    player.post("/v1/games/7/actions", &this.body()).await.must_blame(400, "invalid_parameter", "game_id");
    assert_eq!(table.version().await, version);
    player.post(&actions, &this.body()).await.must_be(200);
}

#[tokio::test]
async fn a_game_that_is_over_takes_no_more_actions() {
    let service = Service::start();
    let table = two_at_a_table(&service).await;
    let mut dice = seeded_dice(SEED);
    let mut last = None;
    while let Some((seat, this, reply)) = table.go_on(&mut dice).await {
        last = Some((seat, this, reply));
    }
    let (seat, this, reply) = last.unwrap();
    assert_eq!(reply["outcome"]["ranking"].as_array().unwrap().len(), 2, "{reply}");
    table.make(seat, &this).await.must_refuse(409, "game_not_running");
    assert_eq!(table.moves(seat, &mut dice).await, []);
    assert_eq!(table.view(None).await["outcome"], reply["outcome"]);
}

#[tokio::test]
async fn servers_on_one_database_play_one_game_in_alternation() {
    let service = Service::start_servers(2);
    let table = two_at_a_table(&service).await;
    let mut dice = seeded_dice(SEED);
    for turn in 0.. {
        let mut here = table.clone();
        here.players = table.players.iter().map(|who| who.at(&service.servers[turn % 2].address)).collect();
        if here.go_on(&mut dice).await.is_none() {
            break;
        }
        assert_eq!(here.view(Some(0)).await, table.view(Some(0)).await);
    }
}

#[tokio::test]
async fn events_are_told_in_order_and_page_by_page() {
    let service = Service::start();
    let table = two_at_a_table(&service).await;
    let mut dice = seeded_dice(SEED);
    let mut told = Vec::new();
    while let Some((seat, _, reply)) = table.go_on(&mut dice).await {
        if seat == 0 {
            told.extend(reply["events"].as_array().unwrap().iter().cloned());
        }
    }
    let events = table.events(Some(0)).await;
    let places: Vec<_> = events.iter().map(|event| (&event["version"], &event["index"])).collect();
    assert!(places.is_sorted_by_key(|(version, index)| (version.as_u64(), index.as_u64())));
    let versions: std::collections::BTreeSet<_> =
        events.iter().map(|event| event["version"].as_u64().unwrap()).collect();
    assert_eq!(versions.len() as i64, table.version().await + 1, "every version is told, from 0");
    assert!(told.iter().all(|event| events.contains(event)), "the replies said the same");
    let outside = table.events(None).await;
    assert_eq!(outside.len(), events.len(), "gaps tell nothing");
    assert!(
        outside.iter().all(|event| event["event"]["card"].is_null() || event["event"]["type"] == "played")
    );
}
