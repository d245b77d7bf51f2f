//! What people say at a table: who reads it, and that nobody else can tell.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Listener, Person, Service, Table};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

async fn table(service: &Service) -> Table {
    Table::of("landnam", &service.people(NAMES).await).await
}

async fn say(table: &Table, seat: usize, text: &str, to: Option<&[usize]>) -> Answer {
    let path = format!("{}/messages", table.path);
    let words = to.map_or_else(|| json!({"text": text}), |to| json!({"text": text, "to": to}));
    table.player(seat).post(&path, &words).await
}

async fn read(person: &Person, table: &Table) -> Value {
    person.get(&format!("{}/messages", table.path)).await.must_be(200)
}

/// Number and text of each, the oldest first.
fn texts(page: &Value) -> Vec<(i64, String)> {
    let mut texts: Vec<_> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|message| (message["number"].as_i64().unwrap(), message["text"].as_str().unwrap().to_owned()))
        .collect();
    texts.reverse();
    texts
}

fn put(person: &Person, path: &str, body: &Value) -> reqwest::RequestBuilder {
    person.request(Method::PUT, path).json(body)
}

#[tokio::test]
async fn the_table_reads_what_it_is_told_and_chosen_seats_what_they_are_told() {
    let service = Service::start();
    let table = table(&service).await;
    let said = say(&table, 0, "  Hail!\n", None).await.must_be(201);
    assert_eq!((&said["text"], &said["number"], &said["seat"]), (&json!("Hail!"), &json!(1), &json!(0)));
    assert_eq!((&said["name"], &said["to"]), (&json!(table.player(0).name), &Value::Null));
    say(&table, 1, "to 2 and 3", Some(&[2, 3])).await.must_be(201);
    say(&table, 2, "all again", None).await.must_be(201);
    let expected = |private: bool| -> Vec<(i64, String)> {
        let texts = ["Hail!", "to 2 and 3", "all again"].into_iter();
        let texts = texts.filter(|text| private || *text != "to 2 and 3");
        (1..).zip(texts.map(str::to_owned)).collect()
    };
    for seat in 0..4 {
        assert_eq!(texts(&read(table.player(seat), &table).await), expected(seat != 0), "{seat}");
    }
    assert_eq!(texts(&read(&service.stranger(), &table).await), expected(false));
    let own = read(table.player(1), &table).await;
    assert_eq!(own["items"][1]["to"], json!([2, 3]));
}

#[tokio::test]
async fn only_members_speak_and_what_they_say_is_a_text() {
    let service = Service::start();
    let table = table(&service).await;
    let other = service.person("Egil").await;
    let path = format!("{}/messages", table.path);
    other.post(&path, &json!({"text": "Hail"})).await.must_refuse(403, "not_a_member");
    service.stranger().post(&path, &json!({"text": "Hail"})).await.must_refuse(401, "unauthenticated");
    let blame = async |words: Value, field: &str| {
        table.player(0).post(&path, &words).await.must_blame(422, "invalid_field", field);
    };
    blame(json!({"text": ""}), "text").await;
    blame(json!({"text": " \n"}), "text").await;
    blame(json!({"text": "a\u{0}"}), "text").await;
    blame(json!({"text": "a\u{202e}b"}), "text").await;
    blame(json!({"text": "a".repeat(2_001)}), "text").await;
    blame(json!({"text": 7}), "text").await;
    blame(json!({"text": "a", "to": []}), "to").await;
    blame(json!({"text": "a", "to": [0]}), "to[0]").await;
    blame(json!({"text": "a", "to": [1, 1]}), "to[1]").await;
    blame(json!({"text": "a", "to": [4]}), "to[0]").await;
    blame(json!({"text": "a", "to": [-1]}), "to[0]").await;
    assert_eq!(read(table.player(0), &table).await["items"], json!([]));
    let private = json!({"ruleset": "landnam", "seats": 3, "visibility": "private"});
    let hidden = format!("{}/messages", table.player(0).open(&private).await);
    other.post(&hidden, &json!({"text": "Hail"})).await.must_refuse(404, "game_not_found");
    other.get(&hidden).await.must_refuse(404, "game_not_found");
    table.player(0).post(&hidden, &json!({"text": "a", "to": [0]})).await.must_blame(
        422,
        "invalid_field",
        "to",
    );
    table.player(0).post(&hidden, &json!({"text": "alone"})).await.must_be(201);
}

#[tokio::test]
async fn whatever_ends_a_line_is_stored_as_a_newline() {
    let service = Service::start();
    let table = table(&service).await;
    for (sent, stored) in [
        ("one\r\ntwo", "one\ntwo"),
        ("one\rtwo", "one\ntwo"),
        ("one\u{2028}two\u{2029}three", "one\ntwo\nthree"),
        ("\r\n one \r\n\r\n", "one"),
    ] {
        assert_eq!(say(&table, 0, sent, None).await.must_be(201)["text"], stored, "{sent:?}");
    }
    let player = table.player(0);
    let note = put(player, &format!("{}/note", table.path), &json!({"text": "a\r\nb\rc\u{2028}d"}));
    assert_eq!(player.send(note).await.must_be(200)["text"], "a\nb\nc\nd");
    let about = player.request(Method::PATCH, "/v1/me").json(&json!({"about": "a\u{2029}b\rc"}));
    assert_eq!(player.send(about).await.must_be(200)["about"], "a\nb\nc");
}

/// One of each kind of secret that players get to see.
async fn secrets(service: &Service, table: &Table) -> Vec<String> {
    let player = table.player(0);
    let token = player.post("/v1/me/tokens", &json!({"name": "x", "scopes": ["games:read"]})).await;
    let token = token.must_be(201)["token"].as_str().unwrap().to_owned();
    let path = format!("{}/stream", table.path);
    let ticket = player.post("/v1/me/stream-tickets", &json!({"path": path})).await;
    let log_in = json!({"login": player.name, "password": "a long ship west"});
    let session = service.stranger().post("/v1/sessions", &log_in).await.must_be(201);
    let mut ctx = crate::harness::connect(service).await;
    let place = (table.id.parse().unwrap(), player.id.parse().unwrap());
    let origin = althing::service::mail_links::LinkOrigin::Mail;
    let link = althing::service::mail_links::create_seat_link(&mut ctx, place, Some(0), origin);
    let link = link.await.unwrap();
    let address = "0".repeat(56);
    vec![
        token,
        ticket.must_be(201)["ticket"].as_str().unwrap().to_owned(),
        session["access_token"].as_str().unwrap().to_owned(),
        session["refresh_token"].as_str().unwrap().to_owned(),
        format!("https://games.example.org/seat/{link}"),
        format!("https://games.example.org/seat/{}\n{}", &link[..20], &link[20..]),
        format!("https://safe.example.net/?url=https%3A%2F%2Fgames.example.org%2Fseat%2F{link}&x=1"),
        link,
        format!("reply+{address}@play.example.org"),
        format!("REPLY+{address}@play.example.org"),
        format!("<mailto:bounce%2B{address}@play.example.org>"),
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned(),
    ]
}

#[tokio::test]
async fn no_text_that_others_read_may_hold_a_secret_of_the_service() {
    let service = Service::start();
    let table = table(&service).await;
    let player = table.player(0);
    let new = json!({"ruleset": "landnam", "seats": 3});
    let game = player.post("/v1/games", &new).await.must_be(201)["id"].as_str().unwrap().to_owned();
    for secret in secrets(&service, &table).await {
        let text = format!("Look at this: {secret} – what is it?");
        say(&table, 0, &text, None).await.must_blame(422, "secret_in_text", "text");
        say(&table, 0, &format!("> {}", text.replace('\n', "\n> ")), Some(&[1])).await.must_blame(
            422,
            "secret_in_text",
            "text",
        );
        let note = put(player, &format!("{}/note", table.path), &json!({"text": text}));
        player.send(note).await.must_be(200);
        let patch = async |path: &str, body: Value, field: &str| {
            player.patch(path, &body).await.must_blame(422, "secret_in_text", field);
        };
        patch("/v1/me", json!({"about": text}), "about").await;
        patch(&format!("/v1/games/{game}"), json!({"description": text}), "description").await;
        let line = secret.replace('\n', "");
        if line.chars().count() <= 80 {
            patch(&format!("/v1/games/{game}"), json!({"name": line}), "name").await;
        }
    }
    assert_eq!(read(player, &table).await["items"], json!([]));
    // What is made to be shared may be shared, and public ids are no secrets.
    let link = json!({"uses": 3, "hours": 24});
    let link = player.post(&format!("/v1/games/{game}/invitation-links"), &link).await.must_be(201);
    let shared =
        format!("Join us:\nhttps://club.example/join?link={}\nSee you!", link["token"].as_str().unwrap());
    say(&table, 0, &shared, None).await.must_be(201);
    say(&table, 0, &format!("https://club.example/v1/games/{game}/board.svg"), None).await.must_be(201);
}

#[tokio::test]
async fn five_equal_posts_under_one_key_are_one_message() {
    let service = Service::start();
    let table = table(&service).await;
    let path = format!("{}/messages", table.path);
    let words = json!({"text": "once"});
    let player = table.player(0);
    let posts = (0..5).map(|_| player.post_under("k", &path, &words));
    let answers: Vec<Answer> = futures_util::future::join_all(posts).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.text), (201, &answers[0].text));
    }
    assert_eq!(texts(&read(table.player(1), &table).await), [(1, "once".to_owned())]);
    player.post_under("k", &path, &json!({"text": "twice"})).await.must_refuse(422, "key_reused");
}

#[tokio::test]
async fn pages_go_back_in_time_and_their_cursors_are_taken_by_their_own_list_alone() {
    let service = Service::start();
    let table = table(&service).await;
    for index in 0..7 {
        say(&table, index % 4, &format!("m{index}"), None).await.must_be(201);
    }
    let (mut numbers, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("{}/messages?limit=3{cursor}", table.path);
        let page = table.player(0).get(&path).await.must_be(200);
        numbers.extend(page["items"].as_array().unwrap().iter().map(|one| one["number"].as_i64().unwrap()));
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
        let elsewhere = format!("{}/messages?limit=3{cursor}", table.path);
        table.player(1).get(&elsewhere).await.must_blame(400, "invalid_parameter", "cursor");
    }
    assert_eq!(numbers, [7, 6, 5, 4, 3, 2, 1]);
}

#[tokio::test]
async fn the_marker_of_what_was_read_counts_what_others_said() {
    let service = Service::start();
    let table = table(&service).await;
    let path = format!("{}/messages/read", table.path);
    say(&table, 0, "one", None).await.must_be(201);
    say(&table, 0, "two", None).await.must_be(201);
    say(&table, 1, "three", None).await.must_be(201);
    let counts = async |seat: usize| {
        let page = read(table.player(seat), &table).await;
        (page["read"].as_i64().unwrap(), page["unread"].as_i64().unwrap())
    };
    assert_eq!((counts(0).await, counts(1).await, counts(2).await), ((2, 1), (0, 2), (0, 3)));
    let mark = async |seat: usize, number: i64| {
        let player = table.player(seat);
        player.send(put(player, &path, &json!({"number": number}))).await
    };
    assert_eq!(mark(2, 2).await.must_be(200), json!({"read": 2, "unread": 1}));
    assert_eq!(mark(2, 1).await.must_be(200), json!({"read": 2, "unread": 1}));
    assert_eq!(mark(2, 3).await.must_be(200), json!({"read": 3, "unread": 0}));
    for wrong in [-1, 4] {
        mark(2, wrong).await.must_blame(422, "invalid_field", "number");
    }
    let nobody = read(&service.stranger(), &table).await;
    assert_eq!((&nobody["read"], &nobody["unread"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn somebody_who_is_blocked_is_not_heard_and_does_not_learn_it() {
    let service = Service::start();
    let table = table(&service).await;
    let mut stream = Listener::open(table.player(1), &format!("{}/stream", table.path), None).await;
    stream.must_tell("opened").await;
    let block = format!("/v1/me/blocks/{}", table.player(0).id);
    let request = table.player(1).request(Method::PUT, &block);
    table.player(1).send(request).await.must_be(204);
    say(&table, 0, "unheard", None).await.must_be(201);
    say(&table, 0, "unheard too", Some(&[1])).await.must_be(201);
    say(&table, 2, "heard", None).await.must_be(201);
    let page = read(table.player(1), &table).await;
    assert_eq!(texts(&page), [(3, "heard".to_owned())]);
    assert_eq!(page["unread"], 1);
    assert_eq!(stream.must_tell("message").await.data["message"]["text"], "heard");
    assert_eq!(texts(&read(table.player(0), &table).await).len(), 3);
    let request = table.player(1).request(Method::DELETE, &block);
    table.player(1).send(request).await.must_be(204);
    assert_eq!(texts(&read(table.player(1), &table).await).len(), 3);
}

/// Everything that somebody can fetch about talk, with its headers that could tell.
async fn everything(person: &Person, table: &Table) -> Vec<String> {
    let mut all = Vec::new();
    for path in ["/messages", "/messages?limit=1", "/note", "/events", "/view"] {
        let response = person.request(Method::GET, &format!("{}{path}", table.path)).send().await.unwrap();
        all.push(format!("{:?} {:?}", response.status(), response.headers().get("etag")));
        all.push(response.text().await.unwrap());
    }
    all
}

#[tokio::test]
async fn what_two_say_to_each_other_changes_nothing_for_anybody_else() {
    let service = Service::start();
    let table = table(&service).await;
    say(&table, 3, "before", None).await.must_be(201);
    let path = format!("{}/stream", table.path);
    let mut streams = Vec::new();
    for person in [table.player(2), &service.stranger()] {
        let mut stream = Listener::open(person, &path, None).await;
        stream.must_tell("opened").await;
        streams.push(stream);
    }
    let before = (everything(table.player(2), &table).await, everything(&service.stranger(), &table).await);
    for index in 0..5 {
        say(&table, index % 2, "psst", Some(&[1 - index % 2])).await.must_be(201);
    }
    let after = (everything(table.player(2), &table).await, everything(&service.stranger(), &table).await);
    assert_eq!(before, after);
    for stream in &mut streams {
        stream.must_be_silent().await;
    }
    let said = say(&table, 3, "after", None).await.must_be(201);
    assert_eq!(said["number"], 2);
    for stream in &mut streams {
        let frame = stream.must_tell("message").await;
        assert!(frame.id.starts_with(&format!("{}.2~", table.version().await)), "{}", frame.id);
        let message = &frame.data["message"];
        assert_eq!((&message["text"], &message["number"]), (&json!("after"), &json!(2)));
    }
    let mut again = Listener::open(table.player(1), &path, Some("0.1")).await;
    let mut heard = Vec::new();
    while heard.len() < 6 {
        let frame = again.next().await;
        if frame.event == "message" {
            heard.push(frame.data["message"]["number"].as_i64().unwrap());
        }
    }
    assert_eq!(heard, [2, 3, 4, 5, 6, 7]);
}

#[tokio::test]
async fn a_note_is_ones_own_and_is_not_overwritten_unseen() {
    let service = Service::start();
    let table = table(&service).await;
    let path = format!("{}/note", table.path);
    let (aud, bjarni) = (table.player(0), table.player(1));
    let fetch = async |person: &Person| {
        let response = person.request(Method::GET, &path).send().await.unwrap();
        let tag = response.headers()["etag"].to_str().unwrap().to_owned();
        (tag, response.json::<Value>().await.unwrap())
    };
    let (tag, empty) = fetch(aud).await;
    assert_eq!(empty, json!({"text": "", "revision": 0, "updated_at": null}));
    let write = |text: &str, tag: &str| put(aud, &path, &json!({"text": text})).header("If-Match", tag);
    aud.send(write("first", &tag)).await.must_be(200);
    aud.send(write("second", &tag)).await.must_refuse(412, "precondition_failed");
    let (tag, note) = fetch(aud).await;
    assert_eq!((&note["text"], &note["revision"]), (&json!("first"), &json!(1)));
    let known = aud.request(Method::GET, &path).header("If-None-Match", &tag).send().await.unwrap();
    assert_eq!(known.status(), 304);
    aud.send(write("third", &tag)).await.must_be(200);
    aud.send(put(aud, &path, &json!({"text": "fourth"}))).await.must_be(200);
    aud.send(write("x", "\"nonsense\"")).await.must_refuse(412, "precondition_failed");
    assert_eq!(fetch(aud).await.1["text"], "fourth");
    assert_eq!(fetch(bjarni).await.1["text"], "");
    aud.send(put(aud, &path, &json!({"text": "a\u{7}"}))).await.must_blame(422, "invalid_field", "text");
    let other = service.person("Egil").await;
    other.get(&path).await.must_refuse(403, "not_a_member");
}
