//! Entity tags: what has not changed is not sent again, and what is asked for on an earlier moment is not done.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, Table, seeded_dice, stored};

async fn three(service: &Service) -> Table {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    Table::of("toy", &people).await
}

async fn with_header(
    person: &Person,
    method: Method,
    path: &str,
    header: (&str, &str),
    body: &Value,
) -> (Answer, String) {
    let request = person.request(method.clone(), path).header(header.0, header.1);
    let request = if method == Method::GET { request } else { request.json(body) };
    let response = request.send().await.unwrap();
    let tag = response.headers().get("etag").map(|tag| tag.to_str().unwrap().to_owned()).unwrap_or_default();
    (Answer::of(response).await, tag)
}

/// The tag of a read.
async fn tag(person: &Person, path: &str) -> String {
    let response = person.request(Method::GET, path).send().await.unwrap();
    assert_eq!(response.headers()["vary"], "Authorization, Accept-Encoding");
    response.headers()["etag"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again() {
    let service = Service::start();
    let table = three(&service).await;
    let seat = table.awaited().await[0];
    let me = table.player(seat);
    for read in ["", "/view", "/view?as=spectator", "/legal", "/events"] {
        let path = format!("{}{read}", table.path);
        let tag = tag(me, &path).await;
        for seen in [tag.clone(), format!("\"x\", W/{tag}"), "*".to_owned()] {
            let (answer, again) =
                with_header(me, Method::GET, &path, ("If-None-Match", &seen), &Value::Null).await;
            assert_eq!((answer.status, answer.text.as_str()), (304, ""), "{path} {seen}");
            assert_eq!(again, tag);
        }
        for other in ["\"0.0.0\"", "nonsense", "\"\""] {
            let (answer, _) =
                with_header(me, Method::GET, &path, ("If-None-Match", other), &Value::Null).await;
            assert_eq!(answer.status, 200, "{path} {other}");
        }
    }
    let view = format!("{}/view", table.path);
    let before = tag(me, &view).await;
    let neighbour = table.player((seat + 1) % 3);
    let (answer, _) =
        with_header(neighbour, Method::GET, &view, ("If-None-Match", &before), &Value::Null).await;
    assert_eq!(answer.status, 200, "another seat has another tag");
    let this = table.moves(seat, &mut seeded_dice(9)).await[0].clone();
    table.make(seat, &this).await.must_be(200);
    let (answer, now) = with_header(me, Method::GET, &view, ("If-None-Match", &before), &Value::Null).await;
    assert_eq!(answer.status, 200);
    assert_ne!(now, before);
}

#[tokio::test]
async fn the_tag_of_somebody_else_opens_nothing() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let stranger = service.person("Dag").await;
    let table = Table::of("toy", &people).await;
    let (view, legal) = (format!("{}/view", table.path), format!("{}/legal", table.path));
    let spectators = tag(&stranger, &view).await;
    let seen = ("If-None-Match", spectators.as_str());
    let (answer, _) = with_header(&stranger, Method::GET, &view, seen, &Value::Null).await;
    assert_eq!(answer.status, 304);
    let (answer, _) = with_header(&stranger, Method::GET, &legal, seen, &Value::Null).await;
    answer.must_refuse(403, "not_a_member");

    service.database.run("UPDATE games SET visibility = 'private'");
    let theirs = tag(table.player(0), &view).await;
    for seen in [spectators, theirs] {
        let (answer, _) =
            with_header(&stranger, Method::GET, &view, ("If-None-Match", &seen), &Value::Null).await;
        answer.must_refuse(404, "game_not_found");
    }
}

/// Reads of one moment share statements.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_readers_at_the_same_moment_each_gets_what_it_may_see() {
    const GAMES: usize = 6;
    let service = Service::start_now();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let stranger = service.person("Dag").await;
    let mut tables = Vec::new();
    for _ in 0..GAMES {
        tables.push(Table::of("toy", &people).await);
    }
    let nobodys = "/v1/games/00000000-0000-7000-8000-000000000000/view";
    let views: Vec<String> = tables.iter().map(|table| format!("{}/view", table.path)).collect();
    let mut reads = Vec::new();
    for view in &views {
        for person in people.iter().chain([&stranger]) {
            reads.push((person, view, tag(person, view).await));
        }
    }
    // One game is closed to the stranger, and one has moved.
    service.database.run(&format!("UPDATE games SET visibility = 'private' WHERE id = '{}'", tables[0].id));
    tables[1].play(1, &mut seeded_dice(9)).await;
    let expected = |person: &Person, view: &String| match views.iter().position(|one| one == view) {
        Some(0) if person.name == stranger.name => 404,
        Some(1) => 200,
        _ => 304,
    };
    for _ in 0..4 {
        let all = reads.iter().map(|(person, view, seen)| async move {
            let seen = ("If-None-Match", seen.as_str());
            let (answer, tag) = with_header(person, Method::GET, view, seen, &Value::Null).await;
            (answer.status, tag)
        });
        let missing = people.iter().map(|person| person.get(nobodys));
        let (answers, missing) = tokio::join!(join_all(all), join_all(missing));
        for ((person, view, seen), (status, tag)) in reads.iter().zip(answers) {
            assert_eq!(status, expected(person, view), "{} {view}", person.name);
            assert!(status != 304 || tag == *seen, "{} {view} {tag} {seen}", person.name);
        }
        missing.into_iter().for_each(|answer| answer.must_refuse(404, "game_not_found"));
    }
}

#[tokio::test]
async fn a_position_that_was_put_in_its_place_by_hand_is_what_is_shown() {
    let service = Service::start();
    let table = three(&service).await;
    let (early, first) = (stored::state(&service.database, &table.id), table.view(Some(0)).await);
    table.play(3, &mut seeded_dice(9)).await;
    let later = table.view(Some(0)).await;
    assert_ne!(first["view"], later["view"]);
    stored::replace_state(&service.database, &table.id, &early);
    let shown = table.view(Some(0)).await;
    assert_eq!((&shown["view"], &shown["version"]), (&first["view"], &later["version"]));
}

#[tokio::test]
async fn a_write_on_what_was_seen_is_refused_when_the_game_has_gone_on() {
    let service = Service::start();
    let table = three(&service).await;
    let seat = table.awaited().await[0];
    let (me, actions) = (table.player(seat), format!("{}/actions", table.path));
    let seen = tag(me, &format!("{}/legal", table.path)).await;
    let this = table.moves(seat, &mut seeded_dice(9)).await[0].clone();
    let (done, _) = with_header(me, Method::POST, &actions, ("If-Match", &seen), &this.body()).await;
    done.must_be(200);
    let next = table.awaited().await[0];
    let that = table.moves(next, &mut seeded_dice(9)).await[0].clone();
    let version = table.version().await;
    for stale in [seen.as_str(), "\"7.7.7\"", &format!("W/{}", tag(me, &table.path).await)] {
        let (refused, _) =
            with_header(table.player(next), Method::POST, &actions, ("If-Match", stale), &that.body()).await;
        refused.must_refuse(412, "version_stale");
        assert_eq!(refused.json["version"], version, "{}", refused.text);
    }
    let (refused, _) =
        with_header(table.player(next), Method::POST, &actions, ("If-Match", "7"), &that.body()).await;
    refused.must_blame(400, "invalid_parameter", "If-Match");
    let resign = format!("{}/resign", table.path);
    let (refused, _) = with_header(me, Method::POST, &resign, ("If-Match", &seen), &json!({})).await;
    refused.must_refuse(412, "version_stale");
    assert_eq!(table.version().await, version);
    let seen = tag(me, &table.path).await;
    let (done, _) =
        with_header(table.player(next), Method::POST, &actions, ("If-Match", &seen), &that.body()).await;
    done.must_be(200);
}

#[tokio::test]
async fn of_five_who_act_on_one_moment_one_succeeds() {
    let service = Service::start_servers(2);
    let table = three(&service).await;
    let seat = table.awaited().await[0];
    let seen = tag(table.player(seat), &format!("{}/view", table.path)).await;
    let moves = table.moves(seat, &mut seeded_dice(9)).await;
    let mut sent = Vec::new();
    for index in 0..5 {
        let me = table.player(seat).at(&service.servers[index % 2].address);
        let (path, seen, body) = (format!("{}/actions", table.path), seen.clone(), moves[0].body());
        sent.push(tokio::spawn(async move {
            with_header(&me, Method::POST, &path, ("If-Match", &seen), &body).await.0.status
        }));
    }
    let mut answers = Vec::new();
    for answer in sent {
        answers.push(answer.await.unwrap());
    }
    answers.sort_unstable();
    assert_eq!(answers, [200, 412, 412, 412, 412]);
}

/// A table that waits, and what Bjarni, who sits there, has seen of it.
async fn waiting(service: &Service, more: Value) -> ([Person; 3], String) {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let mut game = json!({"ruleset": "toy", "seats": 4});
    game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let path = people[0].open(&game).await;
    people[1].post(&format!("{path}/join"), &json!({})).await.must_be(200);
    (people, path)
}

#[tokio::test]
async fn a_write_on_a_table_that_waits_is_refused_when_the_table_has_changed_since() {
    let service = Service::start();
    let (people, path) = waiting(&service, json!({"start": "on_confirmation", "seats": 2})).await;
    let [aud, bjarni, cnut] = &people;
    let old = tag(bjarni, &path).await;
    let terms = json!({"description": "A move a day"});
    let changed = aud.request(Method::PATCH, &path).json(&terms);
    aud.send(changed).await.must_be(200);
    let seen = tag(bjarni, &path).await;
    assert_ne!(old, seen);
    let shown = bjarni.get(&path).await;
    let whom = json!({"account": bjarni.id});
    let nothing = json!({});
    let writes = [
        (cnut, Method::POST, "/join", &nothing),
        (bjarni, Method::POST, "/leave", &nothing),
        (bjarni, Method::POST, "/confirm", &nothing),
        (aud, Method::POST, "/kick", &whom),
        (aud, Method::POST, "/cancel", &nothing),
        (aud, Method::PATCH, "", &terms),
    ];
    for (person, method, what, body) in writes {
        for stale in [old.as_str(), "\"7.7.7\"", &format!("W/{seen}")] {
            let path = format!("{path}{what}");
            let (refused, _) = with_header(person, method.clone(), &path, ("If-Match", stale), body).await;
            refused.must_refuse(412, "version_stale");
            assert_eq!(refused.json["version"], -1, "{what}");
        }
        let path = format!("{path}{what}");
        let (refused, _) = with_header(person, method, &path, ("If-Match", "7"), body).await;
        refused.must_blame(400, "invalid_parameter", "If-Match");
    }
    assert_eq!(bjarni.get(&path).await, shown, "what was refused changed nothing");
    let (done, _) =
        with_header(bjarni, Method::POST, &format!("{path}/confirm"), ("If-Match", &seen), &nothing).await;
    done.must_be(200);
    let (done, _) =
        with_header(aud, Method::POST, &format!("{path}/confirm"), ("If-Match", "*"), &nothing).await;
    assert_eq!(done.must_be(200)["status"], "running");
    let (late, _) =
        with_header(bjarni, Method::POST, &format!("{path}/leave"), ("If-Match", &seen), &nothing).await;
    late.must_refuse(412, "version_stale");
    assert!(late.json["version"].as_i64() >= Some(0), "the game has begun: {}", late.text);
    let now = tag(bjarni, &path).await;
    let (late, _) =
        with_header(bjarni, Method::POST, &format!("{path}/leave"), ("If-Match", &now), &nothing).await;
    late.must_refuse(409, "game_already_started");
}

#[tokio::test]
async fn each_write_on_a_table_as_it_was_seen_is_done() {
    let service = Service::start();
    let (people, path) = waiting(&service, json!({"seats": 4})).await;
    let [aud, bjarni, cnut] = &people;
    let invited = aud.post(&format!("{path}/invitations"), &json!({"name": "Cnut"})).await.must_be(201);
    let accept = format!("/invitations/{}/accept", invited["id"].as_str().unwrap());
    let whom = json!({"account": cnut.id});
    let (nothing, terms) = (json!({}), json!({"description": "A move a day"}));
    let writes = [
        (cnut, Method::POST, accept.as_str(), &nothing),
        (bjarni, Method::POST, "/leave", &nothing),
        (bjarni, Method::POST, "/join", &nothing),
        (aud, Method::POST, "/kick", &whom),
        (aud, Method::PATCH, "", &terms),
        (aud, Method::POST, "/cancel", &nothing),
    ];
    for (person, method, what, body) in writes {
        let seen = tag(person, &path).await;
        aud.get(&format!("{path}/invitations")).await.must_be(200);
        aud.get(&format!("{path}/invitation-links")).await.must_be(200);
        assert_eq!(tag(person, &path).await, seen, "looking changes nothing");
        let path = format!("{path}{what}");
        let (done, _) = with_header(person, method.clone(), &path, ("If-Match", &seen), body).await;
        assert!([200, 204].contains(&done.status), "{what}: {}", done.text);
        let (again, _) = with_header(person, method, &path, ("If-Match", &seen), body).await;
        assert!([403, 409, 412].contains(&again.status), "{what}: {}", again.text);
    }
}

#[tokio::test]
async fn of_five_who_join_the_table_that_they_saw_one_sits_down() {
    let service = Service::start_servers(2);
    let (people, path) = waiting(&service, json!({"seats": 4})).await;
    let seen = tag(&people[2], &path).await;
    let mut sent = Vec::new();
    for (index, name) in ["Dalla", "Eyvind", "Finna", "Gest", "Hild"].into_iter().enumerate() {
        let me = service.person(name).await.at(&service.servers[index % 2].address);
        let (path, seen) = (format!("{path}/join"), seen.clone());
        sent.push(async move {
            with_header(&me, Method::POST, &path, ("If-Match", &seen), &json!({})).await.0.status
        });
    }
    let mut answers = futures_util::future::join_all(sent).await;
    answers.sort_unstable();
    assert_eq!(answers, [200, 412, 412, 412, 412]);
}

#[tokio::test]
async fn a_repeat_under_one_key_is_answered_though_it_has_changed_the_table_itself() {
    let service = Service::start();
    let (people, path) = waiting(&service, json!({"seats": 4})).await;
    let seen = tag(&people[2], &path).await;
    let join = async || {
        let request = people[2].request(Method::POST, &format!("{path}/join")).json(&json!({}));
        people[2].send(request.header("If-Match", &seen).header("Idempotency-Key", "k")).await
    };
    let first = join().await;
    assert_eq!(first.status, 200, "{}", first.text);
    assert_eq!(join().await, first);
}
