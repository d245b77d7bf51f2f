//! Web pages of other sites that call the API, what a browser lets them read, and what a cache may keep.

use reqwest::header::HeaderMap;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table};

const PAGE: &str = "https://games.example.org";
const ORIGIN: &str = "access-control-allow-origin";

async fn preflight(service: &Service, path: &str, origin: &str) -> Response {
    let request = service.stranger().request(Method::OPTIONS, path).header("Origin", origin);
    let request = request.header("Access-Control-Request-Method", "POST");
    let headers = "authorization, content-type, accept-language, idempotency-key, if-match, if-none-match, last-event-id";
    request.header("Access-Control-Request-Headers", headers).send().await.unwrap()
}

fn told(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).map_or("", |value| value.to_str().unwrap()).to_lowercase()
}

#[tokio::test]
async fn every_page_may_call_the_api_and_read_the_headers_by_which_a_client_goes_on() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for path in ["/v1/games", "/v1/sessions", "/v1/me/stream", "/v1/nothing"] {
        let asked = preflight(&service, path, PAGE).await;
        assert_eq!((asked.status().as_u16(), told(asked.headers(), ORIGIN)), (204, "*".to_owned()), "{path}");
        let headers = told(asked.headers(), "access-control-allow-headers");
        for header in [
            "authorization",
            "content-type",
            "accept-language",
            "idempotency-key",
            "if-match",
            "if-none-match",
            "last-event-id",
        ] {
            assert!(headers.split(", ").any(|one| one == header), "{header}: {headers}");
        }
        for method in ["get", "post", "put", "patch", "delete"] {
            assert!(told(asked.headers(), "access-control-allow-methods").contains(method), "{method}");
        }
        assert_eq!(asked.headers()["access-control-max-age"], "3600");
        assert!(asked.text().await.unwrap().is_empty());
    }
    for (method, path, status) in [
        (Method::GET, "/v1/me", 200),
        (Method::GET, "/v1/games/x", 400),
        (Method::DELETE, "/v1/games", 405),
        (Method::GET, "/v1/no", 404),
    ] {
        let answer = aud.request(method, path).header("Origin", "null").send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(told(answer.headers(), ORIGIN), "*", "{path}");
        let exposed = told(answer.headers(), "access-control-expose-headers");
        for header in [
            "etag",
            "location",
            "retry-after",
            "link",
            "ratelimit",
            "ratelimit-policy",
            "content-language",
            "x-request-id",
        ] {
            assert!(exposed.split(", ").any(|one| one == header), "{header}: {exposed}");
        }
        assert!(answer.headers().get("access-control-allow-credentials").is_none(), "no cookie may be sent");
    }
    // A cache may give the answer to a page that called later.
    let answer = aud.get("/v1/rulesets").await;
    let plain = aud.request(Method::GET, "/v1/rulesets").send().await.unwrap();
    assert_eq!((answer.status, told(plain.headers(), ORIGIN)), (200, "*".to_owned()));
}

#[tokio::test]
async fn pages_that_a_cookie_opens_are_never_opened_to_other_sites() {
    let service = Service::start();
    for path in [
        "/",
        "/home",
        "/account",
        "/account/x",
        "/seat/x",
        "/play/x",
        "/invite/x",
        "/docs",
        "/feeds/x/news.atom",
        "/metrics",
        "/V1/games",
        "/v1",
    ] {
        let asked = preflight(&service, path, PAGE).await;
        assert!(asked.status().is_client_error() && told(asked.headers(), ORIGIN).is_empty(), "{path}");
        let answer =
            service.stranger().request(Method::GET, path).header("Origin", PAGE).send().await.unwrap();
        assert!(told(answer.headers(), ORIGIN).is_empty(), "{path}");
    }
    let read = service.stranger().request(Method::GET, "/openapi.json").header("Origin", PAGE).send().await;
    assert_eq!(told(read.unwrap().headers(), ORIGIN), "*");
}

#[tokio::test]
async fn an_operator_may_name_the_pages_or_none() {
    let named = Service::start_with(|settings| settings.http.allowed_origins = vec![PAGE.to_owned()]);
    let asked = preflight(&named, "/v1/games", PAGE).await;
    assert_eq!((asked.status().as_u16(), told(asked.headers(), ORIGIN)), (204, PAGE.to_owned()));
    for other in ["https://evil.example.org", "null", "https://games.example.org.evil.org"] {
        let asked = preflight(&named, "/v1/games", other).await;
        assert!(told(asked.headers(), ORIGIN).is_empty(), "{other}");
        let answer =
            named.stranger().request(Method::GET, "/v1/games").header("Origin", other).send().await.unwrap();
        assert!(told(answer.headers(), ORIGIN).is_empty(), "{other}");
        assert!(
            answer.headers().get_all("vary").iter().any(|vary| vary.to_str().unwrap().contains("Origin"))
        );
    }
    let none = Service::start_with(|settings| settings.http.allowed_origins = Vec::new());
    let asked = preflight(&none, "/v1/games", PAGE).await;
    assert_eq!((asked.status().as_u16(), told(asked.headers(), ORIGIN)), (405, String::new()));
}

/// The two fields of the draft: name, and each number by its letter.
fn limits(headers: &HeaderMap) -> Option<(String, [u64; 4])> {
    let policy = headers.get("ratelimit-policy")?.to_str().unwrap().to_owned();
    let left = headers["ratelimit"].to_str().unwrap().to_owned();
    let name = policy.strip_prefix('"').unwrap().split_once('"').unwrap().0.to_owned();
    assert!(left.starts_with(&format!("\"{name}\";")), "{left}");
    let number = |text: &str, letter: &str| {
        let mut parts = text.split(';').skip(1);
        let found = parts.find_map(|part| part.strip_prefix(letter)?.strip_prefix('='));
        found.unwrap().parse().unwrap()
    };
    Some((name, [number(&policy, "q"), number(&policy, "w"), number(&left, "r"), number(&left, "t")]))
}

#[tokio::test]
async fn a_limited_operation_tells_how_much_of_its_limit_is_left() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.create_game = "3/hour".parse().unwrap();
    });
    let aud = service.person("Aud").await;
    let create = async || {
        let game = json!({"ruleset": "toy", "seats": 2});
        let answer = aud.request(Method::POST, "/v1/games").json(&game).send().await.unwrap();
        (answer.status().as_u16(), limits(answer.headers()).unwrap(), told(answer.headers(), "retry-after"))
    };
    let expected = |left, until| ("create_game".to_owned(), [3, 3600, left, until]);
    assert_eq!(create().await, (201, expected(2, 1200), String::new()));
    assert_eq!(create().await, (201, expected(1, 2400), String::new()));
    assert_eq!(create().await, (201, expected(0, 3600), String::new()));
    assert_eq!(create().await, (429, expected(0, 3600), "1200".to_owned()));
    service.app.clock.advance(chrono::TimeDelta::seconds(900));
    let read = service.stranger().request(Method::GET, "/v1/games").send().await.unwrap();
    assert_eq!((read.status().as_u16(), limits(read.headers())), (200, None), "reading is not counted");
    // A refusal for another reason is counted, and tells of it, too.
    service.app.clock.advance(chrono::TimeDelta::seconds(2_700));
    let wrong = aud.again().await.request(Method::POST, "/v1/games").json(&json!({})).send().await.unwrap();
    assert_eq!((wrong.status().as_u16(), limits(wrong.headers()).unwrap()), (422, expected(2, 1200)));
}

async fn get(person: &Person, path: &str, seen: Option<&str>) -> (u16, String, String, String) {
    let request = person.request(Method::GET, path);
    let request = seen.into_iter().fold(request, |request, seen| request.header("If-None-Match", seen));
    let answer = request.send().await.unwrap();
    let (tag, cache) = (told(answer.headers(), "etag"), told(answer.headers(), "cache-control"));
    (answer.status().as_u16(), tag, cache, answer.text().await.unwrap())
}

#[tokio::test]
async fn what_was_read_before_is_not_sent_again() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let votes = format!("{}/votes", table.path);
    let private = "private, no-cache";
    let reads = [
        ("/v1/rulesets", "public, no-cache"),
        ("/v1/rulesets/landnam", "public, no-cache"),
        ("/v1/games", private),
        ("/v1/games?mine=true", private),
        (votes.as_str(), private),
        ("/v1/me", private),
        ("/v1/me/webhooks", private),
        ("/v1/me/blocks", private),
        ("/v1/me/following", private),
        ("/v1/me/friends", private),
        ("/v1/me/invitations", private),
        ("/v1/people/Aud", private),
        ("/v1/people/Aud/games", private),
        ("/v1/people/Aud/crosstable/Bjarni", private),
    ];
    for (path, caching) in reads {
        let (status, tag, cache, text) = get(&people[0], path, None).await;
        assert_eq!((status, cache.as_str(), text.is_empty()), (200, caching, false), "{path}");
        let (status, same, cache, text) = get(&people[0], path, Some(&tag)).await;
        assert_eq!((status, &same, cache.as_str(), text.as_str()), (304, &tag, caching, ""), "{path}");
        assert_eq!(get(&people[0], path, Some("\"other\"")).await.0, 200, "{path}");
    }
    let (_, before, ..) = get(&people[0], "/v1/me", None).await;
    people[0].patch("/v1/me", &json!({"about": "Settling in."})).await.must_be(200);
    let (status, after, _, text) = get(&people[0], "/v1/me", Some(&before)).await;
    assert_eq!((status, after == before), (200, false));
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["about"], "Settling in.");
}
