//! What a table does beside the rules: resigning, voting, resting, giving seats away; and what its past looks like.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Move, Service, Table, seeded_dice, stored};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

async fn three(service: &Service, ruleset: &str) -> Table {
    let people = service.people(NAMES).await;
    Table::of(ruleset, &people).await
}

async fn open(table: &Table, seat: usize, vote: &Value) -> Value {
    table.post(seat, "votes", vote).await.must_be(201)
}

async fn say(table: &Table, seat: usize, vote: &Value, ballot: &str) -> Answer {
    table.ballot(seat, vote, ballot).await
}

async fn status(table: &Table) -> String {
    table.view(None).await["status"].as_str().unwrap().to_owned()
}

async fn pause(table: &Table) {
    let vote = open(table, 0, &json!({"kind": "pause"})).await;
    assert_eq!(say(table, 1, &vote, "yes").await.must_be(200)["status"], "carried");
}

async fn types(table: &Table) -> Vec<String> {
    let events = table.events(None).await;
    events.iter().map(|told| told["event"]["type"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_past_view_is_what_was_seen_then() {
    let service = Service::start();
    let table = three(&service, "toy").await;
    let places = [Some(0), Some(1), Some(2), None];
    let mut seen: Vec<(i64, Vec<String>, Vec<String>)> = Vec::new();
    let mut dice = seeded_dice(9);
    let mut rounds = 0;
    loop {
        let (mut views, mut legal) = (Vec::new(), Vec::new());
        for place in places {
            let how = if place.is_none() { "?as=spectator" } else { "" };
            let person = table.player(place.unwrap_or(0));
            views.push(person.get(&format!("{}/view{how}", table.path)).await.text);
            if place.is_some() {
                legal.push(person.get(&format!("{}/legal", table.path)).await.text);
            }
        }
        let version = serde_json::from_str::<Value>(&views[0]).unwrap()["version"].as_i64().unwrap();
        seen.push((version, views, legal));
        rounds += 1;
        if rounds == 5 {
            pause(&table).await;
            continue;
        }
        if rounds == 6 {
            let vote = open(&table, 2, &json!({"kind": "resume"})).await;
            say(&table, 0, &vote, "yes").await.must_be(200);
            continue;
        }
        if table.go_on(&mut dice).await.is_none() {
            break;
        }
    }
    assert!(seen.len() > 25, "{} moments", seen.len());
    for (version, views, legal) in &seen {
        for (place, view) in places.iter().zip(views) {
            let how = if place.is_none() { "&as=spectator" } else { "" };
            let path = format!("{}/view?version={version}{how}", table.path);
            assert_eq!(table.player(place.unwrap_or(0)).get(&path).await.text, *view, "{path}");
        }
        for (seat, then) in legal.iter().enumerate() {
            let path = format!("{}/legal?version={version}", table.path);
            assert_eq!(table.player(seat).get(&path).await.text, *then, "{path}");
        }
    }
    let last = seen.last().unwrap().0;
    for read in ["view", "legal", "events"] {
        let path = |version: &str| format!("{}/{read}?version={version}", table.path);
        let me = table.player(0);
        me.get(&path(&(last + 1).to_string())).await.must_blame(422, "version_beyond_present", "version");
        for wrong in ["-1", "x", "1e9", "99999999999999999999"] {
            me.get(&path(wrong)).await.must_blame(400, "invalid_parameter", "version");
        }
    }
    let early = table.get(0, "events?version=3&limit=500").await.must_be(200);
    assert_eq!((&early["version"], &early["next_after"]), (&json!(3), &json!(3)));
}

#[tokio::test]
async fn who_resigns_is_asked_nothing_any_more_and_the_game_ends_with_the_last() {
    let service = Service::start();
    let table = three(&service, "landnam").await;
    table.play(10, &mut seeded_dice(9)).await;
    let seat = table.awaited().await[0];
    let resign = format!("{}/resign", table.path);
    let reply = table.player(seat).post_under("bye", &resign, &json!({})).await;
    assert_eq!(
        reply.json["events"][0]["event"],
        json!({"type": "seat_resigned", "seat": seat}),
        "{}",
        reply.text
    );
    assert_eq!(table.player(seat).post_under("bye", &resign, &json!({})).await, reply);
    table.player(seat).post(&resign, &json!({})).await.must_refuse(409, "seat_resigned");
    table.post(seat, "votes", &json!({"kind": "pause"})).await.must_refuse(409, "seat_resigned");
    table.play(30, &mut seeded_dice(9)).await;
    assert!(!table.awaited().await.contains(&seat));
    let shown = table.player(seat).get(&table.path).await.must_be(200);
    assert_eq!(shown["seats"][seat]["resigned"], true);
    assert_eq!(shown["progress"]["version"], table.version().await);
    stored::must_be_whole(service.app.ruleset("landnam").unwrap(), &service.database, &table);
    let other = (seat + 1) % 3;
    let last = table.player(other).post(&resign, &json!({})).await.must_be(200);
    assert_eq!(last["outcome"]["ended_by"], "resignations");
    let ranking = last["outcome"]["ranking"].as_array().unwrap();
    assert_eq!(ranking[0]["seat"], (seat + 2) % 3);
    let shown = table.player(seat).get(&table.path).await.must_be(200);
    assert_eq!(shown["status"], "finished");
    assert_eq!(shown["outcome"], last["outcome"]);
    table.player((seat + 2) % 3).post(&resign, &json!({})).await.must_refuse(409, "game_not_running");
}

#[tokio::test]
async fn a_table_that_rests_takes_no_action_until_it_votes_to_go_on() {
    let service = Service::start();
    let table = three(&service, "toy").await;
    let seat = table.awaited().await[0];
    let this = table.moves(seat, &mut seeded_dice(9)).await[0].clone();
    let vote = open(&table, 0, &json!({"kind": "pause"})).await;
    assert_eq!((&vote["status"], &vote["needed"]), (&json!("open"), &json!(2)));
    let votes = format!("{}/votes", table.path);
    table.player(1).post(&votes, &json!({"kind": "pause"})).await.must_refuse(409, "vote_open");
    table.player(1).post(&votes, &json!({"kind": "resume"})).await.must_refuse(409, "game_not_paused");
    assert_eq!(say(&table, 1, &vote, "no").await.must_be(200)["status"], "open");
    assert_eq!(say(&table, 1, &vote, "yes").await.must_be(200)["status"], "carried");
    say(&table, 2, &vote, "yes").await.must_refuse(409, "vote_closed");
    assert_eq!(status(&table).await, "paused");
    table.make(seat, &this).await.must_refuse(409, "game_paused");
    assert_eq!(table.get(seat, "legal").await.json["decisions"], json!([]));
    service.app.clock.advance(chrono::TimeDelta::seconds(1));
    let vote = open(&table, 2, &json!({"kind": "resume"})).await;
    say(&table, 0, &vote, "yes").await.must_be(200);
    table.make(seat, &this).await.must_be(200);
    let told = types(&table).await;
    for happened in ["vote_opened", "ballot_cast", "vote_carried", "game_paused", "game_resumed"] {
        assert!(told.iter().any(|told| told == happened), "{happened} in {told:?}");
    }
    let listed = service.stranger().get(&format!("{votes}?limit=1")).await.must_be(200);
    assert_eq!(listed["items"][0]["kind"], "resume");
    let rest = format!("{votes}?limit=1&cursor={}", listed["next_cursor"].as_str().unwrap());
    assert_eq!(service.stranger().get(&rest).await.must_be(200)["items"][0]["kind"], "pause");
    stored::must_be_whole(service.app.ruleset("toy").unwrap(), &service.database, &table);
}

#[tokio::test]
async fn only_all_together_end_a_game_or_call_it_off() {
    let service = Service::start();
    for (kind, ends, ended) in [("end_by_ranking", "finished", true), ("cancel", "cancelled", false)] {
        let people =
            [service.person(&format!("Aud{ended}")).await, service.person(&format!("Bjarni{ended}")).await];
        let table = Table::of("toy", &people).await;
        let vote = open(&table, 0, &json!({"kind": kind})).await;
        assert_eq!(say(&table, 1, &vote, "no").await.must_be(200)["status"], "refused");
        let vote = open(&table, 1, &json!({"kind": kind})).await;
        let path = format!("{}/votes/{}", table.path, vote["id"].as_str().unwrap());
        let delete = |seat: usize| {
            let person = table.player(seat).clone();
            let request = person.request(Method::DELETE, &path);
            async move { person.send(request).await }
        };
        delete(0).await.must_refuse(403, "not_a_voter");
        assert_eq!(delete(1).await.status, 204);
        delete(1).await.must_refuse(409, "vote_closed");
        let vote = open(&table, 1, &json!({"kind": kind})).await;
        say(&table, 0, &vote, "yes").await.must_be(200);
        let view = table.view(Some(0)).await;
        assert_eq!((&view["status"], &view["awaited"]), (&json!(ends), &json!([])));
        assert_eq!(view["outcome"]["ended_by"] == "vote", ended, "{view}");
        table.post(0, "votes", &json!({"kind": "pause"})).await.must_refuse(409, "game_not_running");
    }
}

#[tokio::test]
async fn a_newcomer_takes_a_seat_with_its_hand_and_its_history() {
    let service = Service::start();
    let table = three(&service, "toy").await;
    table.play(6, &mut seeded_dice(9)).await;
    let newcomer = service.person("Dalla").await;
    let take = format!("{}/seats/2/take", table.path);
    newcomer.post(&take, &json!({})).await.must_refuse(409, "seat_not_offered");
    let asked = json!({"kind": "replace_seat", "seat": 2, "account": newcomer.id});
    let vote = open(&table, 0, &asked).await;
    assert_eq!(vote["voters"], json!([0, 1]), "the seat itself has no vote");
    say(&table, 2, &vote, "no").await.must_refuse(403, "not_a_voter");
    say(&table, 1, &vote, "yes").await.must_be(200);
    service.person("Eyvind").await.post(&take, &json!({})).await.must_refuse(409, "seat_not_offered");
    let before = table.get(2, "view?version=4").await.text;
    let shown = newcomer.post(&take, &json!({})).await.must_be(200);
    assert_eq!(shown["your_seat"], 2);
    assert_eq!(newcomer.get(&format!("{}/view?version=4", table.path)).await.text, before);
    let gone = table.get(2, "view").await.must_be(200);
    assert_eq!(gone["viewer"], Value::Null);
    table
        .post(2, "actions", &json!({"decision": "x", "action": {"type": "draw"}}))
        .await
        .must_refuse(403, "not_a_member");
    let asked = json!({"kind": "replace_seat", "seat": 0, "bot": "random"});
    assert_eq!(open(&table, 0, &asked).await["status"], "carried", "one's own seat needs nobody's leave");
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!((&shown["seats"][0]["caretaker"], &shown["your_seat"]), (&json!("random"), &json!(0)));
    let action = json!({"decision": "x", "action": {"type": "draw"}});
    table.post(0, "actions", &action).await.must_refuse(409, "caretaker_plays");
    table.post(0, "return", &json!({})).await.must_be(200);
    table.post(0, "actions", &action).await.must_refuse(409, "decision_closed");
    for (wrong, field) in [
        (json!({"kind": "replace_seat"}), "seat"),
        (json!({"kind": "replace_seat", "seat": 9}), "seat"),
        (json!({"kind": "replace_seat", "seat": 1, "bot": "deep"}), "bot"),
        (json!({"kind": "pause", "seat": 1}), "seat"),
        (json!({"kind": "pause", "hours": 0}), "hours"),
    ] {
        table.post(1, "votes", &wrong).await.must_blame(422, "invalid_field", field);
    }
}

#[tokio::test]
async fn a_pause_and_an_action_at_the_same_instant_come_one_after_the_other() {
    let service = Service::start_servers(2);
    let table = three(&service, "toy").await;
    for _ in 0..6 {
        let seat = table.awaited().await[0];
        let this = table.moves(seat, &mut seeded_dice(9)).await[0].clone();
        let vote = open(&table, 0, &json!({"kind": "pause"})).await;
        let voter = table.player(1).at(&service.servers[1].address);
        let path = format!("{}/votes/{}/ballots", table.path, vote["id"].as_str().unwrap());
        let other = tokio::spawn(async move { voter.post(&path, &json!({"ballot": "yes"})).await.status });
        let acted = table.make(seat, &this).await;
        assert_eq!(other.await.unwrap(), 200);
        assert!(acted.status == 200 || acted.code() == "game_paused", "{}", acted.text);
        assert_eq!(status(&table).await, "paused");
        stored::must_be_whole(service.app.ruleset("toy").unwrap(), &service.database, &table);
        let vote = open(&table, 0, &json!({"kind": "resume"})).await;
        say(&table, 1, &vote, "yes").await.must_be(200);
    }
}

#[tokio::test]
async fn resigning_and_acting_at_the_same_instant_come_one_after_the_other() {
    let service = Service::start_servers(2);
    let table = three(&service, "toy").await;
    let seat = table.awaited().await[0];
    let this: Move = table.moves(seat, &mut seeded_dice(9)).await[0].clone();
    let twin = table.player(seat).at(&service.servers[1].address);
    let path = format!("{}/resign", table.path);
    let other = tokio::spawn(async move { twin.post(&path, &json!({})).await.status });
    let acted = table.make(seat, &this).await;
    assert_eq!(other.await.unwrap(), 200);
    assert!(acted.status == 200 || acted.code() == "decision_closed", "{}", acted.text);
    stored::must_be_whole(service.app.ruleset("toy").unwrap(), &service.database, &table);
    assert!(!table.awaited().await.contains(&seat));
}

#[tokio::test]
async fn a_vote_that_is_carried_when_the_game_ends_comes_before_or_not_at_all() {
    let service = Service::start_servers(2);
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let vote = open(&table, 0, &json!({"kind": "end_by_ranking"})).await;
    let voter = table.player(1).at(&service.servers[1].address);
    let path = format!("{}/votes/{}/ballots", table.path, vote["id"].as_str().unwrap());
    let other = tokio::spawn(async move { voter.post(&path, &json!({"ballot": "yes"})).await });
    let resigned = table.post(0, "resign", &json!({})).await;
    let said = other.await.unwrap();
    let one = [&resigned, &said].into_iter().filter(|answer| answer.status == 200).count();
    assert_eq!(one, 1, "{} and {}", resigned.text, said.text);
    let late = if resigned.status == 200 { said } else { resigned };
    late.must_refuse(409, "game_not_running");
    assert_eq!(table.player(0).get(&table.path).await.json["status"], "finished");
}

#[tokio::test]
async fn a_vote_sent_five_times_is_one_vote() {
    let service = Service::start_servers(2);
    let table = three(&service, "toy").await;
    let mut sent = Vec::new();
    for index in 0..5 {
        let (me, path) =
            (table.player(0).at(&service.servers[index % 2].address), format!("{}/votes", table.path));
        sent.push(tokio::spawn(async move { me.post_under("v", &path, &json!({"kind": "pause"})).await }));
    }
    let mut answers = Vec::new();
    for answer in sent {
        answers.push(answer.await.unwrap());
    }
    assert_eq!(answers[0].status, 201, "{}", answers[0].text);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let path = format!("{}/votes", table.path);
    table.player(0).post_under("v", &path, &json!({"kind": "cancel"})).await.must_refuse(422, "key_reused");
}
