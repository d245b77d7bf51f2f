//! The headers by which a client goes on after a write: the tag of the game as it stands now, and where to find what was
//! created.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, Table, seeded_dice};
use crate::stage::{KEYED, KEYLESS, Row};

/// The answers of an operation, as they are described.
fn described(description: &Value, row: &Row) -> Value {
    description["paths"][row.route][row.method.to_lowercase()]["responses"].clone()
}

/// The tag under which somebody reads a path.
async fn tag(person: &Person, path: &str) -> String {
    let read = person.get(path).await;
    assert_eq!(read.status, 200, "{path}: {}", read.text);
    read.marks.tag.unwrap_or_else(|| panic!("{path} has no tag"))
}

/// What an answer to a write shows can be read here.
fn shown_at(answer: &Answer, asked_at: &str) -> String {
    let game: Vec<&str> = asked_at.split('/').take(4).collect();
    match &answer.json["id"] {
        // A game: the one that was asked about, or another.
        Value::String(id) if answer.json["seat_count"].is_number() => format!("/v1/games/{id}"),
        _ if asked_at.ends_with("/note") => asked_at.to_owned(),
        _ if asked_at.ends_with("/leave") => game.join("/"),
        _ => format!("{}/view", game.join("/")),
    }
}

#[tokio::test]
async fn every_write_sends_the_headers_that_its_description_names_and_no_others() {
    let description = Service::start().stranger().get("/openapi.json").await.must_be(200);
    for row in KEYED.iter().chain(KEYLESS) {
        let name = format!("{} {}", row.method, row.route);
        let service = row.service().await;
        let asked = (row.prepare)(&service).await;
        let answer = asked.send(row.method, None, asked.body.to_string()).await;
        let headers = described(&description, row)[answer.status.to_string()]["headers"].clone();
        assert_eq!(answer.marks.tag.is_some(), headers["ETag"].is_object(), "{name}: {:?}", answer.marks);
        let is_located = answer.marks.location.is_some();
        assert_eq!(is_located, headers["Location"].is_object(), "{name}: {:?}", answer.marks);
        assert_eq!(is_located, answer.status == 201, "{name}");
        if let Some(sent) = &answer.marks.tag {
            let path = shown_at(&answer, &asked.path);
            assert_eq!(*sent, tag(&asked.person, &path).await, "{name}: what {path} is read under");
        }
        if let Some(location) = &answer.marks.location {
            // A log-in is not sent by whoever may read its session.
            let token = answer.json["access_token"].as_str().unwrap_or(&asked.person.token);
            let reader = asked.person.with_token(token);
            let found = reader.send(reader.request(Method::HEAD, location)).await;
            assert_eq!(found.status, 200, "{name}: {location}");
        }
    }
}

async fn under(person: &Person, tag: &str, method: Method, path: &str, body: &Value) -> Answer {
    let request = person.request(method, path).header("If-Match", tag);
    person.send(if body.is_null() { request } else { request.json(body) }).await
}

#[tokio::test]
async fn a_whole_game_is_played_under_the_tags_of_the_replies_alone() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    let mut dice = seeded_dice(4);
    let mut tag = tag(table.player(0), &format!("{}/view", table.path)).await;
    let act = format!("{}/actions", table.path);
    for _ in 0..12 {
        let Some(&seat) = table.awaited().await.first() else { break };
        let action = table.moves(seat, &mut dice).await[0].body();
        let preview = under(table.player(seat), &tag, Method::POST, &format!("{act}/preview"), &action).await;
        assert_eq!((preview.status, preview.marks.tag.as_deref().map(strip)), (200, Some(strip(&tag))));
        let reply = under(table.player(seat), &tag, Method::POST, &act, &action).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let now = reply.marks.tag.unwrap();
        assert_eq!(under(table.player(seat), &tag, Method::POST, &act, &action).await.status, 412);
        tag = now;
    }
}

/// A tag without its viewer: a write asks for the moment alone.
fn strip(tag: &str) -> String {
    tag.rsplit_once('.').unwrap().0.to_owned()
}

#[tokio::test]
async fn votes_and_a_resignation_follow_one_another_without_a_read() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    let (aud, bjarni) = (table.player(0), table.player(1));
    let first = tag(aud, &format!("{}/view", table.path)).await;
    let votes = format!("{}/votes", table.path);
    let opened = under(aud, &first, Method::POST, &votes, &json!({"kind": "pause"})).await;
    assert_eq!(opened.marks.location.as_deref(), Some(votes.as_str()));
    let (second, vote) = (opened.marks.tag.clone().unwrap(), opened.must_be(201)["id"].clone());
    let vote = format!("{votes}/{}", vote.as_str().unwrap());
    let cast =
        under(bjarni, &second, Method::POST, &format!("{vote}/ballots"), &json!({"ballot": "no"})).await;
    let third = cast.marks.tag.clone().unwrap();
    cast.must_be(200);
    let withdrawn = under(aud, &third, Method::DELETE, &vote, &Value::Null).await;
    assert_eq!(withdrawn.status, 204, "{}", withdrawn.text);
    let fourth = withdrawn.marks.tag.unwrap();
    assert_eq!(fourth, tag(aud, &format!("{}/view", table.path)).await);
    let resigned = under(bjarni, &fourth, Method::POST, &format!("{}/resign", table.path), &json!({})).await;
    assert_eq!(resigned.status, 200, "{}", resigned.text);
    assert_eq!(resigned.marks.tag, Some(tag(bjarni, &format!("{}/view", table.path)).await));
}
