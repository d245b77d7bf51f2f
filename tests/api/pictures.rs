//! Pictures over HTTP: who may have them, how long they may be kept, and what they may not do.

use conformance::Conformance;
use rand_chacha::ChaCha8Rng;
use reqwest::Method;
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::json;

use crate::harness::{Person, Service, Table, seeded_dice, stored};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

/// What was answered, its headers and its bytes.
struct Sent {
    status: u16,
    headers: reqwest::header::HeaderMap,
    bytes: Vec<u8>,
}

impl Sent {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

async fn get(person: &Person, path: &str, tag: Option<&str>) -> Sent {
    let request = person.request(Method::GET, path);
    let request = tag.into_iter().fold(request, |request, tag| request.header("If-None-Match", tag));
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Sent { status, headers, bytes: response.bytes().await.unwrap().to_vec() }
}

async fn table() -> (Service, Table, ChaCha8Rng) {
    table_of("landnam").await
}

async fn table_of(ruleset: &str) -> (Service, Table, ChaCha8Rng) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(ruleset, &people).await;
    let mut dice = seeded_dice(4);
    table.play(25, &mut dice).await;
    (service, table, dice)
}

#[tokio::test]
async fn a_board_is_served_as_svg_png_and_text() {
    is_served_as_svg_png_and_text("landnam", ["data-own=\"0\"", "You are "]).await;
}

#[tokio::test]
async fn a_board_of_the_settlers_is_served_as_svg_png_and_text() {
    is_served_as_svg_png_and_text("settlers", ["Your cards", "You hold "]).await;
}

#[tokio::test]
async fn a_board_of_nord_is_served_as_svg_png_and_text() {
    is_served_as_svg_png_and_text("nord", ["Your treasures", "You hold "]).await;
}

async fn is_served_as_svg_png_and_text(ruleset: &str, own: [&str; 2]) {
    let (_service, table, _) = table_of(ruleset).await;
    let player = table.player(0);
    let svg = get(player, &format!("{}/board.svg", table.path), None).await;
    assert_eq!((svg.status, svg.header("content-type")), (200, "image/svg+xml"));
    assert_eq!(svg.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'; sandbox");
    assert!(String::from_utf8(svg.bytes).unwrap().contains(own[0]));
    let png = get(player, &format!("{}/board.png?width=300", table.path), None).await;
    assert_eq!((png.status, png.header("content-type")), (200, "image/png"));
    assert_eq!(&png.bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(png.bytes[16..20], 300_u32.to_be_bytes());
    let text = get(player, &format!("{}/board.txt", table.path), None).await;
    assert_eq!((text.status, text.header("content-type")), (200, "text/plain; charset=utf-8"));
    let text = String::from_utf8(text.bytes).unwrap();
    assert!(text.contains(own[1]), "{text}");
}

#[tokio::test]
async fn a_picture_that_is_held_already_is_not_sent_again() {
    let (_service, table, mut dice) = table().await;
    for file in ["board.svg", "board.png", "board.txt"] {
        let path = format!("{}/{file}", table.path);
        let first = get(table.player(0), &path, None).await;
        let tag = first.header("etag").to_owned();
        assert_eq!(first.header("cache-control"), "private, no-cache");
        let vary = first.header("vary");
        assert!(vary.starts_with("Authorization, Accept-Language"), "{vary}");
        let again = get(table.player(0), &path, Some(&tag)).await;
        assert_eq!((again.status, again.bytes.len(), again.header("etag")), (304, 0, tag.as_str()));
        assert_eq!(get(table.player(1), &path, Some(&tag)).await.status, 200, "another seat has another tag");
    }
    let path = format!("{}/board.svg", table.path);
    let tag = get(table.player(0), &path, None).await.header("etag").to_owned();
    table.play(1, &mut dice).await;
    assert_eq!(get(table.player(0), &path, Some(&tag)).await.status, 200, "the game went on");
}

#[tokio::test]
async fn a_past_board_looks_as_it_did_and_is_asked_for_again() {
    let (_service, table, mut dice) = table().await;
    let version = table.version().await;
    let now = get(table.player(1), &format!("{}/board.svg", table.path), None).await;
    table.play(10, &mut dice).await;
    let then = get(table.player(1), &format!("{}/board.svg?version={version}", table.path), None).await;
    assert!(now.bytes == then.bytes);
    // A failover may have lost the version, and then it comes again with other content.
    assert_eq!(then.header("cache-control"), "private, no-cache");
}

#[tokio::test]
async fn a_spectator_and_each_seat_get_what_they_may_see_and_no_byte_more() {
    no_byte_more_is_drawn(&Landnam::default()).await;
}

#[tokio::test]
async fn a_spectator_and_each_seat_of_the_settlers_get_what_they_may_see_and_no_byte_more() {
    no_byte_more_is_drawn(&Settlers::default()).await;
}

#[tokio::test]
async fn a_spectator_and_each_seat_of_nord_get_what_they_may_see_and_no_byte_more() {
    no_byte_more_is_drawn(&Nord::default()).await;
}

async fn no_byte_more_is_drawn<R: Conformance>(rules: &R) {
    let (service, table, mut dice) = table_of(R::ID).await;
    let stranger = service.stranger();
    let own = stored::state(&service.database, &table.id);
    let state: R::State = serde_json::from_str(&own).unwrap();
    for seat in [None, Some(0), Some(1), Some(2)] {
        let person = seat.map_or(&stranger, |seat: usize| table.player(seat));
        let viewer = seat.map(|seat| u8::try_from(seat).unwrap());
        let other = serde_json::to_string(&rules.randomize_hidden(&state, viewer, &mut dice)).unwrap();
        for file in ["board.svg", "board.png?width=200", "board.txt"] {
            let path = format!("{}/{file}", table.path);
            let here = get(person, &path, None).await;
            stored::disguise_state(&service.database, &table.id, &other);
            let there = get(person, &path, None).await;
            stored::disguise_state(&service.database, &table.id, &own);
            assert!(
                here.bytes == there.bytes && here.header("etag") == there.header("etag"),
                "{file} {seat:?}"
            );
        }
    }
    let path = format!("{}/board.svg", table.path);
    let as_spectator = get(table.player(0), &format!("{path}?as=spectator"), None).await;
    assert!(as_spectator.bytes == get(&stranger, &path, None).await.bytes);
}

#[tokio::test]
async fn pictures_that_nobody_can_make_are_refused_by_name() {
    let (service, table, _) = table().await;
    let player = table.player(0);
    for (path, field) in [
        ("board.svg?version=-1", "version"),
        ("board.svg?version=x", "version"),
        ("board.png?width=199", "width"),
        ("board.png?width=1201", "width"),
        ("board.png?width=70000", "width"),
        ("board.svg?colour=red", "colour"),
        ("board.txt?as=king", "as"),
        ("board.svg?language=fr", "language"),
        ("board.svg?parts=half", "parts"),
        ("board.png?theme=green", "theme"),
        ("board.svg?marks=all", "marks"),
        ("board.txt?theme=dark", "theme"),
    ] {
        player.get(&format!("{}/{path}", table.path)).await.must_blame(400, "invalid_parameter", field);
    }
    let beyond = player.get(&format!("{}/board.svg?version=99999", table.path)).await;
    beyond.must_blame(422, "version_beyond_present", "version");
    player.get(&format!("{}/chart.svg", table.path)).await.must_refuse(409, "game_not_finished");
    let open =
        player.post("/v1/games", &json!({"ruleset": "landnam", "seats": 3, "visibility": "private"})).await;
    let open = format!("/v1/games/{}", open.must_be(201)["id"].as_str().unwrap());
    player.get(&format!("{open}/board.png")).await.must_refuse(409, "game_not_running");
    let stranger = service.stranger();
    for file in ["board.svg", "board.png", "board.txt", "chart.svg", "chart.png"] {
        stranger.get(&format!("{open}/{file}")).await.must_refuse(404, "game_not_found");
    }
    let narrow = player.with_scopes(&["account:read"]).await;
    narrow.get(&format!("{}/board.svg", table.path)).await.must_refuse(403, "scope_too_small");
}

/// A picture as text, and its tag; `accepted` is what the client prefers.
async fn board(person: &Person, path: &str, accepted: &str) -> (String, String) {
    let request = person.request(Method::GET, path).header("Accept-Language", accepted);
    let response = request.send().await.unwrap();
    assert_eq!(response.status().as_u16(), 200, "{path}");
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    let (tag, language) = (header("etag"), header("content-language"));
    assert_eq!(header("vary"), "Authorization, Accept-Language, Accept-Encoding");
    (format!("{language}: {}", response.text().await.unwrap()), tag)
}

#[tokio::test]
async fn a_picture_speaks_the_language_of_its_reader() {
    let (service, table, _) = table().await;
    let (player, stranger) = (table.player(0), service.stranger());
    let path = |file: &str| format!("{}/{file}", table.path);
    let change = player.request(Method::PATCH, "/v1/me").json(&json!({"language": "nn"}));
    assert_eq!(change.send().await.unwrap().status().as_u16(), 200);
    let (english, tag) = board(&stranger, &path("board.txt"), "fr").await;
    assert!(english.starts_with("en: Turn ") && english.contains("Players"), "{english}");
    // What the address says comes first, then the account, then the client.
    let (german, _) = board(player, &path("board.txt?language=de"), "sv").await;
    assert!(german.starts_with("de: Zug ") && german.contains("Spieler"), "{german}");
    let (norwegian, _) = board(player, &path("board.txt"), "sv").await;
    assert!(norwegian.starts_with("nn: Tur ") && norwegian.contains("Spelarar"), "{norwegian}");
    let (swedish, other_tag) = board(&stranger, &path("board.txt"), "sv, en;q=0.5").await;
    assert!(swedish.starts_with("sv: Tur ") && swedish.contains("Spelare"), "{swedish}");
    assert_ne!(tag, other_tag, "each language has a tag of its own");
    let (svg, _) = board(&stranger, &path("board.svg"), "de").await;
    assert!(svg.contains("Vorrat") && !svg.contains("Supply"));
}

#[tokio::test]
async fn a_picture_has_the_parts_the_theme_and_the_marks_that_are_requested() {
    let (service, table, _) = table_of("nord").await;
    let stranger = service.stranger();
    let path = |query: &str| format!("{}/board.svg{query}", table.path);
    let (whole, tag) = board(&stranger, &path(""), "en").await;
    let (alone, alone_tag) = board(&stranger, &path("?parts=board"), "en").await;
    assert!(whole.contains("data-player") && !alone.contains("data-player") && alone.contains("data-field"));
    let (dark, dark_tag) = board(&stranger, &path("?theme=dark"), "en").await;
    assert!(dark != whole && tag != dark_tag && tag != alone_tag);
    assert!(whole.contains("data-changed"), "the last move is always marked");
    let (same, _) = board(&stranger, &path("?marks=legal"), "en").await;
    assert!(same == whole, "who has no seat may act nowhere");
    for seat in 0..3 {
        let player = table.player(seat);
        let legal = player.get(&format!("{}/legal", table.path)).await.must_be(200);
        let may_act = legal["decisions"].as_array().is_some_and(|open| !open.is_empty());
        let (marked, _) = board(player, &path("?marks=legal"), "en").await;
        let (plain, _) = board(player, &path(""), "en").await;
        assert!(!plain.contains("data-legal"));
        assert_eq!(
            marked.contains("data-legal"),
            may_act,
            "seat {seat} of NORD, where every action has a place"
        );
    }
}

#[tokio::test]
async fn many_pictures_at_once_are_all_made_or_refused_quickly() {
    let (_service, table, _) = table().await;
    let path = format!("{}/board.png?width=200", table.path);
    let asked = (0..20).map(|_| get(table.player(0), &path, None));
    let answers = futures_util::future::join_all(asked).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.bytes == answers[0].bytes));
}

#[tokio::test]
async fn a_hundred_callers_without_an_account_leave_pictures_for_those_who_are_logged_in() {
    let service =
        Service::start_with(|settings| settings.http.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    table.play(10, &mut seeded_dice(4)).await;
    let stranger = service.stranger();
    let (refusals, mut refused) = tokio::sync::mpsc::unbounded_channel();
    let begin = |number: usize| {
        let path = format!("{}/board.png?width={}", table.path, 1000 + number);
        let from = format!("203.0.113.{number}");
        let (stranger, refusals) = (stranger.clone(), refusals.clone());
        tokio::spawn(async move {
            let request = stranger.request(Method::GET, &path).header("X-Forwarded-For", from);
            let answer = stranger.send(request).await;
            if answer.status == 503 {
                let _ = refusals.send(answer.json["detail"].as_str().unwrap().to_owned());
            }
        })
    };
    let callers: Vec<_> = (1..=100).map(begin).collect();
    // As soon as one is refused, strangers have all the room that they can have.
    let detail = refused.recv().await.unwrap();
    assert!(detail.contains("without a login"), "{detail}");
    let own = get(table.player(0), &format!("{}/board.png?width=250", table.path), None).await;
    assert_eq!((own.status, own.header("content-type")), (200, "image/png"));
    callers.iter().for_each(tokio::task::JoinHandle::abort);
}
