//! What members of a club say to each other, and who reads and removes it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::clubs::{found_club, join, set_role};
use crate::harness::{Answer, Person, Service, described};

async fn say(person: &Person, club: &str, text: &str) -> Answer {
    person.post(&format!("/v1/clubs/{club}/messages"), &json!({"text": text})).await
}

async fn said(person: &Person, club: &str, text: &str) -> Value {
    let message = say(person, club, text).await.must_be(201);
    described::must_fit("ClubMessage", &message);
    message
}

async fn page(person: &Person, club: &str, query: &str) -> Value {
    let page = person.get(&format!("/v1/clubs/{club}/messages{query}")).await.must_be(200);
    described::must_fit("ClubMessagePage", &page);
    page
}

fn texts(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|message| message["text"].as_str().unwrap()).collect()
}

async fn read(person: &Person, club: &str) -> Vec<String> {
    texts(&page(person, club, "").await).into_iter().map(str::to_owned).collect()
}

async fn remove(person: &Person, club: &str, message: &Value) -> Answer {
    person.delete(&format!("/v1/clubs/{club}/messages/{}", message["id"].as_str().unwrap())).await
}

#[tokio::test]
async fn members_write_and_read_and_nobody_else() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"joining": "request"})).await;
    let first = said(&aud, &club, "  A new saga\non Friday?  ").await;
    assert_eq!(
        (&first["number"], &first["name"], &first["account_id"], &first["text"]),
        (&json!(1), &json!("Aud"), &json!(aud.id), &json!("A new saga\non Friday?"))
    );
    // Neither who sees the public club nor who asked to join it.
    join(&cnut, &club).await.must_be(200);
    for other in [&bjarni, &cnut] {
        say(other, &club, "Hail").await.must_refuse(403, "not_a_club_member");
        other.get(&format!("/v1/clubs/{club}/messages")).await.must_refuse(403, "not_a_club_member");
        remove(other, &club, &first).await.must_refuse(403, "not_a_club_member");
    }
    service.stranger().get(&format!("/v1/clubs/{club}/messages")).await.must_refuse(401, "unauthenticated");
    set_role(&aud, &club, &cnut, "member").await.must_be(200);
    assert_eq!(said(&cnut, &club, "Gladly").await["number"], 2);
    assert_eq!(read(&cnut, &club).await, ["Gladly", "A new saga\non Friday?"]);
    let token = format!("Mine is althing_pat_{}", "q83vEjRWeJAS".repeat(4));
    for (text, status, code) in [
        ("", 422, "invalid_field"),
        (" \n", 422, "invalid_field"),
        ("a\u{7}b", 422, "invalid_field"),
        ("x".repeat(2001).as_str(), 422, "invalid_field"),
        (token.as_str(), 422, "secret_in_text"),
    ] {
        let refused = say(&aud, &club, text).await;
        assert_eq!((refused.status, refused.code()), (status, code), "{text:?}");
    }
    assert_eq!(read(&aud, &club).await.len(), 2);
    aud.delete(&format!("/v1/clubs/{club}/members/{}", cnut.id)).await.must_be(204);
    cnut.get(&format!("/v1/clubs/{club}/messages")).await.must_refuse(403, "not_a_club_member");
    // After the end they read and remove, and write no more.
    aud.delete(&format!("/v1/clubs/{club}")).await.must_be(204);
    say(&aud, &club, "Farewell").await.must_refuse(409, "club_ended");
    remove(&aud, &club, &first).await.must_be(204);
    assert_eq!(read(&aud, &club).await, ["Gladly"], "Cnut has left, and what he said stays");
}

#[tokio::test]
async fn authors_and_organisers_remove_messages_for_everybody() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    for person in [&bjarni, &cnut] {
        join(person, &club).await.must_be(200);
    }
    let [rude, sorry] = [said(&bjarni, &club, "Rude").await, said(&bjarni, &club, "Sorry").await];
    remove(&cnut, &club, &rude).await.must_refuse(403, "club_role_too_small");
    remove(&aud, &club, &rude).await.must_be(204);
    remove(&aud, &club, &rude).await.must_be(204);
    assert_eq!(read(&cnut, &club).await, ["Sorry"]);
    assert_eq!(service.database.texts("SELECT text AS value FROM club_messages"), ["Sorry"]);
    remove(&bjarni, &club, &sorry).await.must_be(204);
    assert_eq!(said(&cnut, &club, "Peace").await["number"], 3, "no number comes again");
    let elsewhere = found_other(&cnut).await;
    let there = said(&cnut, &elsewhere, "Here").await;
    remove(&aud, &club, &there).await.must_be(204);
    assert_eq!(read(&cnut, &elsewhere).await, ["Here"], "of another club");
}

async fn found_other(owner: &Person) -> String {
    let club = owner.post("/v1/clubs", &json!({"name": "Monday sagas"})).await.must_be(201);
    club["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn messages_come_in_pages_and_only_if_they_are_new() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let club = found_club(&aud, json!({})).await;
    for number in 1..=7 {
        said(&aud, &club, &number.to_string()).await;
    }
    let first = page(&aud, &club, "?limit=3").await;
    assert_eq!((texts(&first), &first["prev_cursor"]), (vec!["7", "6", "5"], &Value::Null));
    let next = |page: &Value, side: &str| format!("?limit=3&cursor={}", page[side].as_str().unwrap());
    let second = page(&aud, &club, &next(&first, "next_cursor")).await;
    let third = page(&aud, &club, &next(&second, "next_cursor")).await;
    assert_eq!((texts(&second), texts(&third)), (vec!["4", "3", "2"], vec!["1"]));
    assert_eq!(third["next_cursor"], Value::Null);
    assert_eq!(texts(&page(&aud, &club, &next(&third, "prev_cursor")).await), ["4", "3", "2"]);
    let elsewhere = format!("/v1/clubs/{}/messages{}", found_other(&aud).await, next(&first, "next_cursor"));
    aud.get(&elsewhere).await.must_refuse(400, "invalid_parameter");
    let path = format!("/v1/clubs/{club}/messages");
    let tag = aud.get(&path).await.marks.tag.unwrap();
    let again = async || aud.send(aud.request(Method::GET, &path).header("If-None-Match", &tag)).await.status;
    assert_eq!(again().await, 304);
    said(&aud, &club, "8").await;
    assert_eq!(again().await, 200);
}

#[tokio::test]
async fn blocked_authors_are_not_read_and_departed_ones_keep_a_pseudonym() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    for person in [&bjarni, &cnut] {
        join(person, &club).await.must_be(200);
    }
    said(&bjarni, &club, "Hail").await;
    said(&cnut, &club, "Well met").await;
    aud.block(&bjarni.id).await.must_be(204);
    assert_eq!(read(&aud, &club).await, ["Well met"]);
    assert_eq!(read(&bjarni, &club).await, ["Well met", "Hail"], "those who are blocked do not learn of it");
    let export = cnut.get("/v1/me/export").await.must_be(200);
    assert_eq!(export["data"]["club_messages"][0]["text"], "Well met");
    cnut.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    let left = page(&bjarni, &club, "").await;
    assert_eq!(left["items"][0]["text"], "Well met");
    assert!(left["items"][0]["name"].as_str().unwrap().starts_with("Departed "), "{left}");
}

#[tokio::test]
async fn the_messages_of_a_private_club_do_not_exist_for_strangers() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let club = found_club(&aud, json!({"visibility": "private"})).await;
    let message = said(&aud, &club, "In secret").await["id"].as_str().unwrap().to_owned();
    let nothing = uuid::Uuid::nil().to_string();
    for (method, path, body) in [
        (Method::GET, "messages".to_owned(), Value::Null),
        (Method::GET, "messages?limit=1".to_owned(), Value::Null),
        (Method::POST, "messages".to_owned(), json!({"text": "Hail"})),
        (Method::POST, "messages".to_owned(), json!({"text": "a\u{7}b"})),
        (Method::DELETE, format!("messages/{message}"), Value::Null),
        (Method::DELETE, format!("messages/{nothing}"), Value::Null),
    ] {
        let mut answers = Vec::new();
        for of in [&club, &nothing] {
            let request = bjarni.request(method.clone(), &format!("/v1/clubs/{of}/{path}"));
            let request = if body.is_null() { request } else { request.json(&body) };
            let answer = bjarni.send(request).await;
            answers.push((answer.status, answer.text.replace(of.as_str(), "")));
        }
        assert_eq!(answers[0], answers[1], "{method} {path} {body}");
        assert!([404, 422].contains(&answers[0].0), "{method} {path} {body}");
    }
}

#[tokio::test]
async fn of_many_messages_at_once_each_has_a_number_of_its_own() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let club = found_club(&aud, json!({})).await;
    let sent: Vec<String> = (0..12).map(|number| number.to_string()).collect();
    let answers = futures_util::future::join_all(sent.iter().map(|text| say(&aud, &club, text))).await;
    let mut numbers: Vec<i64> =
        answers.into_iter().map(|answer| answer.must_be(201)["number"].as_i64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=12).collect::<Vec<i64>>());
}

#[tokio::test]
async fn messages_of_clubs_count_for_the_limit_of_messages() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.message = "3/hour".parse().unwrap();
    });
    let aud = service.person("Aud").await;
    let club = found_club(&aud, json!({})).await;
    for text in ["1", "2", "3"] {
        said(&aud, &club, text).await;
    }
    say(&aud, &club, "4").await.must_refuse(429, "too_many_requests");
}
