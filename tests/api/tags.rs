//! Entity tags: what has not changed is not sent again, and what is asked for on an earlier moment is not done.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, Table};

fn dice() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(9)
}

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
    assert_eq!(response.headers()["vary"], "Authorization");
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
    let this = table.moves(seat, &mut dice()).await[0].clone();
    table.make(seat, &this).await.must_be(200);
    let (answer, now) = with_header(me, Method::GET, &view, ("If-None-Match", &before), &Value::Null).await;
    assert_eq!(answer.status, 200);
    assert_ne!(now, before);
}

#[tokio::test]
async fn a_write_on_what_was_seen_is_refused_when_the_game_has_gone_on() {
    let service = Service::start();
    let table = three(&service).await;
    let seat = table.awaited().await[0];
    let (me, actions) = (table.player(seat), format!("{}/actions", table.path));
    let seen = tag(me, &format!("{}/legal", table.path)).await;
    let this = table.moves(seat, &mut dice()).await[0].clone();
    let (done, _) = with_header(me, Method::POST, &actions, ("If-Match", &seen), &this.body()).await;
    done.must_be(200);
    let next = table.awaited().await[0];
    let that = table.moves(next, &mut dice()).await[0].clone();
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
    let moves = table.moves(seat, &mut dice()).await;
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
