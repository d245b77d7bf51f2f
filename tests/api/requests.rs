//! Requests that can't be read, addresses that are not there, and what every answer carries.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Answer, Service};
use crate::stage::{KEYED, Row};

const ACCOUNTS: &str = "/v1/accounts";
const JSON: &str = "application/json";

#[tokio::test]
async fn a_body_that_is_no_json_object_is_malformed() {
    let service = Service::start();
    let stranger = service.stranger();
    let deep = "[".repeat(10_000);
    for body in
        ["", "{", "nonsense", "\"text\"", "null", "[]", "{} {}", "{\"name\": \"\u{0}\"}", "{'a': 1}", &deep]
    {
        stranger.post_text(ACCOUNTS, JSON, body).await.must_refuse(400, "malformed_body");
    }
    // A list of a struct's values is not the struct.
    let list = r#"["Aud", "aud@example.org", "a long ship west", "en"]"#;
    stranger.post_text(ACCOUNTS, JSON, list).await.must_refuse(400, "malformed_body");
}

#[tokio::test]
async fn a_field_that_is_missing_unknown_or_of_the_wrong_kind_is_named() {
    let service = Service::start();
    let stranger = service.stranger();
    let cases = [
        (r#"{"email": "a@example.org", "password": "12345678"}"#, "name"),
        (r#"{"name": "Aud", "email": "a@example.org", "password": "12345678", "admin": true}"#, "admin"),
        (r#"{"name": 7, "email": "a@example.org", "password": "12345678"}"#, "name"),
        (r#"{"name": "Aud", "email": null, "password": "12345678"}"#, "email"),
    ];
    for (body, field) in cases {
        stranger.post_text(ACCOUNTS, JSON, body).await.must_blame(422, "invalid_field", field);
    }
}

#[tokio::test]
async fn of_a_member_that_is_sent_twice_the_last_one_counts() {
    let service = Service::start();
    let stranger = service.stranger();
    let body =
        r#"{"name": 7, "name": "Unn", "email": "a@example.org", "password": "12345678", "language": null}"#;
    stranger.post_text(ACCOUNTS, JSON, body).await.must_be(202);
}

#[tokio::test]
async fn a_number_that_is_almost_whole_is_none() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for seats in ["3.9999999999999999999", "3.0000000000000000001", "39999999999999999999999e-22", "3.5"] {
        let body = format!(r#"{{"ruleset": "landnam", "seats": {seats}}}"#);
        aud.post_text("/v1/games", JSON, body).await.must_blame(422, "invalid_field", "seats");
    }
    for seats in ["3.000", "30e-1", "3"] {
        let body = format!(r#"{{"ruleset": "landnam", "seats": {seats}}}"#);
        aud.post_text("/v1/games", JSON, body).await.must_be(201);
    }
}

#[tokio::test]
async fn a_body_over_64_kib_is_too_large_and_one_below_is_not() {
    let service = Service::start();
    let stranger = service.stranger();
    let login = |length| json!({"login": "x".repeat(length), "password": "12345678"});
    stranger.post("/v1/sessions", &login(65 * 1024)).await.must_refuse(413, "body_too_large");
    stranger.post("/v1/sessions", &login(63 * 1024)).await.must_refuse(401, "wrong_credentials");
}

#[tokio::test]
async fn another_content_type_is_not_taken() {
    let service = Service::start();
    let stranger = service.stranger();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""] {
        stranger.post_text(ACCOUNTS, kind, "{}").await.must_refuse(415, "unsupported_media_type");
    }
    let answer = stranger.post_text(ACCOUNTS, "Application/JSON; charset=utf-8", "{}").await;
    answer.must_refuse(422, "invalid_field");
}

#[tokio::test]
async fn an_unknown_address_and_a_wrong_method_are_problems_too() {
    let service = Service::start();
    let stranger = service.stranger();
    for path in ["/v1", "/v1/nothing", "/v1/accounts/", "/v2/games", "/v1/games/x/y/z"] {
        stranger.get(path).await.must_refuse(404, "route_not_found");
    }
    let response = stranger.request(Method::PUT, ACCOUNTS).send().await.unwrap();
    assert_eq!((response.status().as_u16(), &response.headers()["allow"]), (405, &"POST".parse().unwrap()));
    stranger.get(ACCOUNTS).await.must_refuse(405, "method_not_allowed");
}

#[tokio::test]
async fn parameters_that_cannot_be_used_are_named() {
    let service = Service::start();
    let stranger = service.stranger();
    stranger.get("/v1/games/not-an-id").await.must_blame(400, "invalid_parameter", "game_id");
    stranger.get("/v1/games?limit=many").await.must_blame(400, "invalid_parameter", "limit");
    stranger.get("/v1/games?limit=0").await.must_blame(400, "invalid_parameter", "limit");
    stranger.get("/v1/games?colour=red").await.must_blame(400, "invalid_parameter", "colour");
    stranger.get("/v1/games?status=asleep").await.must_blame(400, "invalid_parameter", "status");
    let longer_than_any = format!("/v1/games?name={}", "a".repeat(81));
    stranger.get(&longer_than_any).await.must_blame(400, "invalid_parameter", "name");
}

#[tokio::test]
async fn every_answer_carries_its_request_id_and_the_safe_headers() {
    let service = Service::start();
    let stranger = service.stranger();
    let mut ids = std::collections::BTreeSet::new();
    for path in ["/healthz", "/readyz", "/v1/me", "/v1/nothing", "/v1/rulesets/landnam/ratings"] {
        let response = stranger.request(Method::GET, path).send().await.unwrap();
        let headers = response.headers();
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["cache-control"], "no-store", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        assert!(headers["content-security-policy"].to_str().unwrap().contains("'none'"), "{path}");
        assert!(ids.insert(headers["x-request-id"].to_str().unwrap().to_owned()), "{path}");
    }
}

// The bar: each POST sent five times with one key, in parallel, has one effect and five equal answers; another body
// under that key is refused. Every POST of the service has a row, or is excused with a reason.

/// POSTs that take no key, and why that does no harm.
const EXCUSED: [(&str, &str); 25] = [
    ("/accounts/verify", "the form of a page; proving an address twice is proving it once"),
    ("/accounts/reset", "the form of a page; its link is good once"),
    ("/accounts/email", "the form of a page; an answer given twice is given once"),
    ("/account", "the form of a page; a second mail within a minute is not sent"),
    (
        "/account/{link}",
        "the form of a page; what was pressed twice was pressed in sight of what it had done",
    ),
    ("/home", "the form of a page, as at /account/{link}"),
    ("/play/{game_id}", "the form of a page, as at /seat/{link}"),
    ("/invite/{link}", "the form of a page; an invitation is answered once"),
    ("/offer/{link}", "the form of a page; a seat is taken once"),
    ("/seat/{link}", "the form of a page; it names the decision that it answers"),
    ("/sign-up/{link}", "the form of a page; an address has one account"),
    ("/unsubscribe/{token}", "the click of a mail program; a kind that is turned off stays so"),
    ("/notifications/unsubscribe", "the form of a page; a kind that is turned off stays so"),
    ("/notifications/refuse", "the form of a page; an address that refuses goes on refusing"),
    ("/oauth/token", "a code or a refresh token is taken once, and one that comes again ends what it gave"),
    ("/oauth/device_authorization", "a request that nobody types the code of gives nothing"),
    ("/oauth/revoke", "what has ended stays so"),
    ("/oauth/introspect", "a look; it keeps nothing"),
    ("/oauth/authorize", "the form of a page; what an app is given twice it can trade once each"),
    ("/oauth/log-in/{link}", "the form of a page; its link is good once"),
    ("/device", "the form of a page; a program is allowed or denied once"),
    ("/v1/games/{game_id}/orders/dry-run", "a look; it keeps nothing"),
    ("/v1/games/{game_id}/actions/preview", "a look; it keeps nothing"),
    ("/v1/invitation-links/lookup", "a look; the link stands in the body to keep it out of logs"),
    ("/v1/club-links/lookup", "a look, as at /v1/invitation-links/lookup"),
];

const OPERATIONS: &str = include_str!("../../openapi.yaml");
const ROUTES: &str = include_str!("../../src/http/routes.rs");

/// The addresses of the service that take a POST: operations, which are all described, and pages.
fn posts() -> BTreeSet<String> {
    let description: serde_json::Value = yaml_serde::from_str(OPERATIONS).unwrap();
    let paths = description["paths"].as_object().unwrap();
    let operations = paths.iter().filter(|(_, methods)| methods.get("post").is_some());
    let pages = ROUTES.split("Method::POST, \"").skip(1).filter_map(|rest| rest.split('"').next());
    operations.map(|(path, _)| path.clone()).chain(pages.map(str::to_owned)).collect()
}

#[test]
fn every_post_stands_in_the_table_or_is_excused() {
    let excused = EXCUSED.iter().map(|(route, _)| *route);
    let listed: BTreeSet<String> =
        KEYED.iter().map(|row| row.route).chain(excused).map(str::to_owned).collect();
    let posts = posts();
    let missing: Vec<_> = posts.difference(&listed).collect();
    assert!(missing.is_empty(), "add a row to tests/api/stage/mod.rs: {missing:?}");
    let gone: Vec<_> = listed.difference(&posts).collect();
    assert!(gone.is_empty(), "no such POST: {gone:?}");
}

#[tokio::test]
async fn each_post_sent_five_times_at_once_under_one_key_has_one_effect_and_five_equal_answers() {
    for row in KEYED {
        hold(row).await;
    }
}

async fn hold(row: &Row) {
    let service = row.service().await;
    let asked = (row.prepare)(&service).await;
    let before = asked.count(&service);
    let send = |body: String| asked.send(row.method, Some("one-key"), body);
    let answers = join_all((0..5).map(|_| send(asked.body.to_string()))).await;
    assert!((200..300).contains(&answers[0].status), "{}: {}", row.route, answers[0].text);
    let is_first = |answer: &Answer| (answer, &answer.marks) == (&answers[0], &answers[0].marks);
    assert!(answers.iter().all(is_first), "{}: {answers:#?}", row.route);
    assert_eq!(asked.count(&service) - before, asked.by, "{}: effects", row.route);
    let late = send(asked.body.to_string()).await;
    assert!(is_first(&late), "{}: a late repeat: {late:#?}", row.route);
    // The service knows repeats by their bytes, so a blank more makes another body.
    let other = send(format!("{} ", asked.other)).await;
    assert_eq!((other.status, other.code()), (422, "key_reused"), "{}: {}", row.route, other.text);
    assert_eq!(asked.count(&service) - before, asked.by, "{}: effects in the end", row.route);
}
