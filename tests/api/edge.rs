//! What comes from outside and means no good, or is far too much: it gets its answer quickly, and the server stays well.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Service};

/// Sends text to the server and gives the first line of what it says, or nothing if it hangs up.
fn say(service: &Service, parts: &[&[u8]]) -> String {
    let address = service.servers[0].address.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    for part in parts {
        // The server may have answered and closed its end before everything is sent.
        if stream.write_all(part).is_err() {
            break;
        }
    }
    let mut answer = [0; 4096];
    let length = stream.read(&mut answer).unwrap_or(0);
    String::from_utf8_lossy(&answer[..length]).lines().next().unwrap_or_default().to_owned()
}

fn quickly<T>(what: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = what();
    assert!(begun.elapsed() < Duration::from_secs(5), "it took {:?}", begun.elapsed());
    done
}

async fn must_be_well(service: &Service) {
    service.stranger().get("/readyz").await.must_be(200);
}

#[tokio::test]
async fn ten_megabytes_are_refused_whether_their_length_is_said_or_not() {
    let service = Service::start();
    let head = "POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    let body = vec![b' '; 10 * 1024 * 1024];
    let said = format!("{head}Content-Length: {}\r\n\r\n", body.len());
    let status = quickly(|| say(&service, &[said.as_bytes()]));
    assert_eq!(status, "HTTP/1.1 413 Payload Too Large");
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n", body.len());
    let status = quickly(|| say(&service, &[chunked.as_bytes(), &body[..256 * 1024]]));
    assert_eq!(status, "HTTP/1.1 413 Payload Too Large");
    must_be_well(&service).await;
}

#[tokio::test]
async fn json_that_is_deeper_than_anybody_needs_is_refused() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let deep = format!("{}1{}", open.repeat(9_000), close.repeat(9_000));
        let body = format!(r#"{{"ruleset": "landnam", "seats": 3, "options": {deep}}}"#);
        let answer = aud.post_text("/v1/games", "application/json", body).await;
        assert!((400..=422).contains(&answer.status), "{}", answer.text);
        let body = format!(r#"{{"login": {deep}, "password": "12345678"}}"#);
        let answer = aud.post_text("/v1/sessions", "application/json", body).await;
        assert!((400..=422).contains(&answer.status), "{}", answer.text);
    }
    must_be_well(&service).await;
}

#[tokio::test]
async fn a_name_of_a_million_characters_is_too_large_and_one_that_fits_is_too_long() {
    let service = Service::start();
    let stranger = service.stranger();
    let account =
        |length| json!({"name": "x".repeat(length), "email": "a@example.org", "password": "12345678"});
    stranger.post("/v1/accounts", &account(1_000_000)).await.must_refuse(413, "body_too_large");
    stranger.post("/v1/accounts", &account(60_000)).await.must_blame(422, "invalid_field", "name");
    must_be_well(&service).await;
}

#[tokio::test]
async fn control_characters_and_marks_that_turn_the_direction_are_in_no_name() {
    let service = Service::start();
    for name in
        ["Aud\u{0}", "A\u{7}ud", "Aud\u{202e}nimda", "A\u{200f}ud", "A\u{2066}ud", "A\nud", "A\u{200b}ud"]
    {
        let account = json!({"name": name, "email": "a@example.org", "password": "12345678"});
        service.stranger().post("/v1/accounts", &account).await.must_blame(422, "invalid_field", "name");
    }
}

#[tokio::test]
async fn a_head_that_does_not_end_is_cut_off() {
    let service = Service::start();
    let head = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: {}\r\n\r\n", "x".repeat(1024 * 1024));
    let status = quickly(|| say(&service, &[head.as_bytes()]));
    assert!(status.is_empty() || status.starts_with("HTTP/1.1 4"), "{status}");
    let many = "X-A: b\r\n".repeat(10_000);
    let status =
        quickly(|| say(&service, &[b"GET /healthz HTTP/1.1\r\nHost: x\r\n", many.as_bytes(), b"\r\n"]));
    assert!(status.is_empty() || status.starts_with("HTTP/1.1 4"), "{status}");
    must_be_well(&service).await;
}

#[tokio::test]
async fn two_thousand_connections_that_say_nothing_keep_nobody_waiting() {
    let service = Service::start();
    let address = service.servers[0].address.strip_prefix("http://").unwrap();
    let idle: Vec<TcpStream> = (0..2_000).map(|_| TcpStream::connect(address).unwrap()).collect();
    let begun = Instant::now();
    must_be_well(&service).await;
    assert!(begun.elapsed() < Duration::from_secs(2), "it took {:?}", begun.elapsed());
    drop(idle);
}

/// Asks something small over an open connection; `false` if no answer comes soon.
fn is_answered(connection: &mut TcpStream) -> bool {
    let asked = connection.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    let mut answer = [0; 4096];
    asked.is_ok()
        && connection.read(&mut answer).is_ok_and(|length| answer[..length].starts_with(b"HTTP/1.1 200"))
}

#[tokio::test]
async fn so_many_connections_are_held_as_the_operator_set_and_the_next_waits_for_its_turn() {
    // Few enough to be gone through before the server hangs up on those that say nothing for five seconds.
    const MOST: usize = 100;
    let service = Service::start_with(|settings| settings.http.max_connections = MOST);
    let address = service.servers[0].address.strip_prefix("http://").unwrap();
    let connect = |patience| {
        let connection = TcpStream::connect(address).unwrap();
        connection.set_read_timeout(Some(patience)).unwrap();
        connection
    };
    let mut held: Vec<TcpStream> = (0..MOST).map(|_| connect(Duration::from_secs(10))).collect();
    let unanswered =
        |held: &mut [TcpStream]| held.iter_mut().filter_map(|one| (!is_answered(one)).then_some(())).count();
    assert_eq!(unanswered(&mut held), 0);
    let mut waiting: Vec<TcpStream> = (0..20).map(|_| connect(Duration::from_millis(5))).collect();
    assert_eq!(unanswered(&mut waiting), waiting.len(), "more were held than the operator set");
    assert_eq!(unanswered(&mut held), 0, "those who are there are answered as before");
    held.truncate(MOST - waiting.len());
    for waits in &mut waiting {
        waits.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut answer = [0; 4096];
        assert!(waits.read(&mut answer).unwrap() > 0, "nobody was let in when others had gone");
    }
    assert_eq!(unanswered(&mut held), 0);
    drop((held, waiting));
    must_be_well(&service).await;
}

#[tokio::test]
async fn a_body_that_trickles_is_refused_in_the_time_that_the_operator_set() {
    let service = Service::start_with(|settings| settings.http.body_seconds = 1);
    let address = service.servers[0].address.strip_prefix("http://").unwrap();
    for (path, kind) in
        [("/v1/sessions", "application/json"), ("/accounts/verify", "application/x-www-form-urlencoded")]
    {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: 60000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let (begun, mut answer) = (Instant::now(), [0; 4096]);
        let length = loop {
            assert!(begun.elapsed() < Duration::from_secs(10), "{path}: the server listens on and on");
            let _ = stream.write_all(b" ");
            if let Ok(length) = stream.read(&mut answer) {
                break length;
            }
        };
        let answer = String::from_utf8_lossy(&answer[..length]).into_owned();
        assert!(answer.starts_with("HTTP/1.1 408 Request Timeout"), "{path}: {answer}");
        assert!(begun.elapsed() >= Duration::from_millis(900), "{path}: after {:?}", begun.elapsed());
    }
    must_be_well(&service).await;
}

/// Everything that takes a name or a line for others to read, each with the field that holds it.
fn named(game: &str, name: &str) -> Vec<(Method, String, Value, &'static str)> {
    let path = |path: &str| path.to_owned();
    vec![
        (Method::POST, path("/v1/games"), json!({"ruleset": "toy", "seats": 3, "name": name}), "name"),
        (Method::PATCH, path(game), json!({"name": name}), "name"),
        (Method::PATCH, path(game), json!({"description": name}), "description"),
        (Method::POST, path("/v1/me/tokens"), json!({"name": name, "scopes": ["games:read"]}), "name"),
        (Method::PATCH, path("/v1/me"), json!({"about": name}), "about"),
        (Method::POST, format!("{game}/messages"), json!({"text": name}), "text"),
        (Method::PUT, format!("{game}/note"), json!({"text": name}), "text"),
        (Method::POST, format!("{game}/invitations"), json!({"name": name}), "name"),
    ]
}

#[tokio::test]
async fn nothing_that_others_read_holds_control_characters_turns_the_direction_or_is_endless() {
    let service = Service::start();
    let aud: Person = service.person("Aud").await;
    let game = aud.open(&json!({"ruleset": "toy", "seats": 3})).await;
    for name in ["Hall\u{0}", "Ha\u{7}ll", "Ha\u{1b}[31mll", "Hall\u{202e}llah", "Ha\u{2066}ll"] {
        for (method, path, body, field) in named(&game, name) {
            let answer = aud.send(aud.request(method, &path).json(&body)).await;
            assert!((400..500).contains(&answer.status), "{path} took {name:?}: {}", answer.text);
            assert!(answer.blames(field), "{path}: {}", answer.text);
        }
    }
    for (length, status) in [(1_000_000, 413), (60_000, 422)] {
        for (method, path, body, _) in named(&game, &"x".repeat(length)) {
            let answer = aud.send(aud.request(method, &path).json(&body)).await;
            let refused = answer.status == status || (status == 422 && answer.status == 404);
            assert!(refused, "{path} with {length} letters: {} {}", answer.status, answer.text);
        }
    }
    must_be_well(&service).await;
}

/// The head of the next answer on a connection, whose body is skipped; nothing if the server has hung up.
fn next_head(stream: &mut TcpStream) -> String {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return String::new(),
        }
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    stream.read_exact(&mut body).unwrap();
    head
}

#[tokio::test]
async fn a_client_that_offers_http2_on_its_connection_is_told_that_the_connection_ends() {
    let service = Service::start();
    let address = service.servers[0].address.strip_prefix("http://").unwrap();
    // As Java's HttpClient begins.
    let offer = "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n\
                 Upgrade: h2c\r\n";
    let body = r#"{"login": "Aud", "password": "a long ship west"}"#;
    let post = format!(
        "POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    let requests = [
        (format!("GET /healthz HTTP/1.1\r\nHost: x\r\n{offer}\r\n"), "200"),
        (format!("{post}{offer}\r\n{body}"), "401"),
    ];
    for (request, status) in requests {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let head = next_head(&mut stream);
        assert!(head.starts_with(&format!("http/1.1 {status}")), "{head}");
        assert!(head.contains("connection: close") && !head.contains("upgrade"), "{head}");
        assert_eq!(next_head(&mut stream), "", "the connection is closed");
    }
    // Without the offer the connection stays open.
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    for _ in 0..2 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let head = next_head(&mut stream);
        assert!(head.starts_with("http/1.1 200") && !head.contains("connection: close"), "{head}");
    }
    must_be_well(&service).await;
}

#[tokio::test]
async fn there_is_nothing_at_an_address_that_is_longer_than_any() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for text in ["a".repeat(2_000), "%41".repeat(20_000), "/".repeat(60_000), "%00".repeat(20_000)] {
        for path in ["/v1/people/", "/v1/games/", "/v1/rulesets/", "/seat/", "/docs/", "/"] {
            aud.get(&format!("{path}{text}")).await.must_refuse(404, "route_not_found");
        }
    }
    aud.get(&format!("/v1/people/{}", "%C3%A9".repeat(80))).await.must_refuse(404, "account_not_found");
    must_be_well(&service).await;
}

#[tokio::test]
async fn a_query_that_is_longer_than_any_is_refused_unread() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for text in ["a".repeat(4_001), "%00".repeat(20_000), "&limit=1".repeat(7_000)] {
        for path in ["/v1/games?ruleset=", "/v1/me/inbox?", "/v1/rulesets?"] {
            aud.get(&format!("{path}{text}")).await.must_refuse(400, "invalid_parameter");
        }
        let page = aud.get(&format!("/notifications/unsubscribe?token={text}")).await;
        assert_eq!((page.status, page.content_type.as_str()), (400, "text/html; charset=utf-8"));
    }
    let long = format!("/v1/games?name={}&limit=1", "%F0%9F%8E%B2".repeat(80));
    aud.get(&long).await.must_be(200);
    must_be_well(&service).await;
}

/// Each operation of the description with an address that fits a running game, its parameters in the query, and the
/// members of its body.
struct Operation {
    id: String,
    method: Method,
    path: String,
    placeholders: Vec<String>,
    query: Vec<String>,
    members: Option<Vec<String>>,
}

impl Operation {
    async fn all(service: &Service, game: &str) -> Vec<Self> {
        let document = service.stranger().get("/openapi.json").await.must_be(200);
        let resolved = |value: &Value| match value["$ref"].as_str() {
            Some(target) => document.pointer(target.trim_start_matches('#')).unwrap().clone(),
            None => value.clone(),
        };
        let mut all = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap().iter().filter(|(_, one)| one.is_object())
            {
                let parameters: Vec<Value> =
                    operation["parameters"].as_array().into_iter().flatten().map(resolved).collect();
                let named = |place: &str| {
                    let of_place = parameters.iter().filter(|one| one["in"] == place);
                    of_place.map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
                };
                let body = operation.pointer("/requestBody/content/application~1json/schema").map(resolved);
                let members = body.map(|schema| {
                    let own = schema["properties"].as_object().into_iter().flatten();
                    own.map(|(name, _)| name.clone()).collect()
                });
                all.push(Self {
                    id: operation["operationId"].as_str().unwrap().to_owned(),
                    method: Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(),
                    path: path.replace("{game_id}", game).replace("{ruleset}", "toy").replace("{seat}", "0"),
                    placeholders: named("path"),
                    query: named("query"),
                    members,
                });
            }
        }
        assert!(all.len() > 100, "{}", all.len());
        all
    }

    /// The address with this text in all places that are still open.
    fn with(&self, text: &str) -> String {
        let open = self.placeholders.iter();
        open.fold(self.path.clone(), |path, name| path.replace(&format!("{{{name}}}"), text))
    }

    /// An address that is well formed.
    fn address(&self) -> String {
        self.with("01934490-0000-7000-8000-000000000000")
    }
}

/// Somebody who may use all operations, and a game.
async fn operator() -> (Service, Person, String) {
    let first = Service::start().person("Aud").await.id;
    let service = Service::start_with(|settings| settings.operators.accounts = vec![first.parse().unwrap()]);
    let aud = service.person("Aud").await;
    let opened = aud.post("/v1/games", &json!({"ruleset": "toy", "seats": 3})).await.must_be(201);
    let game = opened["id"].as_str().unwrap().to_owned();
    (service, aud, game)
}

#[tokio::test]
async fn hundreds_of_unknown_names_are_refused_at_every_operation_for_the_first_of_them() {
    let (service, aud, game) = operator().await;
    let names = (0..900).map(|n| n.to_string()).collect::<Vec<_>>();
    let members = names[..900].iter().map(|name| format!("\"{name}\":0")).collect::<Vec<_>>().join(",");
    for operation in Operation::all(&service, &game).await {
        let (id, address) = (&operation.id, operation.address());
        if !operation.query.is_empty() {
            let flood = aud.request(operation.method.clone(), &format!("{address}?{}", names.join("&")));
            let has_body = operation.members.is_some();
            let flood = if has_body { flood.json(&json!({})) } else { flood };
            let answer = aud.send(flood).await;
            answer.must_refuse(400, "invalid_parameter");
            // What is missing in a body is told besides.
            let told = answer.json["errors"].as_array().unwrap().len();
            assert!(told == 1 || has_body && told <= 20, "{id}: {}", answer.text);
            assert_eq!(answer.json["errors"][0]["parameter"], "0", "{id}: {}", answer.text);
            assert!(answer.text.len() < 1_000 + 200 * told, "{id}: {} bytes", answer.text.len());
        }
        if operation.members.is_some() {
            let flood =
                aud.request(operation.method.clone(), &address).header("Content-Type", "application/json");
            let answer = aud.send(flood.body(format!("{{{members}}}"))).await;
            let told = answer.json["errors"].as_array().map_or(0, Vec::len);
            assert!((400..500).contains(&answer.status) && told <= 20, "{id}: {}", answer.text);
            assert!(answer.text.len() < 8_000, "{id}: {} bytes", answer.text.len());
        }
    }
    must_be_well(&service).await;
}

#[tokio::test]
async fn of_many_mistakes_the_first_twenty_are_told_and_that_there_are_more() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let unknown = |count: usize| (0..count).map(|n| (format!("x{n:02}"), json!(n))).collect::<Value>();
    let answer = aud.post("/v1/games", &unknown(60)).await;
    answer.must_refuse(422, "invalid_field");
    assert_eq!(answer.json["errors"].as_array().unwrap().len(), 20, "{}", answer.text);
    assert!(answer.json["detail"].as_str().unwrap().contains("more than 20"), "{}", answer.text);
    let query: Vec<String> = (0..60).map(|n| format!("x{n}=1")).collect();
    let answer = aud.get(&format!("/v1/games?{}", query.join("&"))).await;
    answer.must_refuse(400, "invalid_parameter");
    assert_eq!(answer.json["errors"].as_array().unwrap().len(), 20, "{}", answer.text);
    // Up to there each is told, those of headers and bodies together.
    let request = aud.request(Method::POST, "/v1/games").header("Idempotency-Key", "two words");
    let answer = aud.send(request.json(&unknown(17))).await;
    assert!(answer.blames("Idempotency-Key") && answer.blames("x16"), "{}", answer.text);
}

#[tokio::test]
async fn a_body_of_more_values_than_anything_takes_is_not_read_on() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for piece in ["[],", "{},", "0,", "\"\",", "{\"a\":[]},"] {
        let body = format!("{{\"bots\":[{}0]}}", piece.repeat(60_000 / piece.len()));
        for path in ["/v1/games", "/v1/me/tokens", "/v1/sessions"] {
            let answer = aud.post_text(path, "application/json", body.clone()).await;
            answer.must_refuse(400, "malformed_body");
            assert!(answer.json["detail"].as_str().unwrap().contains("1000 values"), "{}", answer.text);
        }
    }
    // Within a text they are none.
    let text = json!({"login": "[],{}".repeat(2_000), "password": "12345678"});
    service.stranger().post("/v1/sessions", &text).await.must_refuse(401, "wrong_credentials");
    let fields = "a=&".repeat(10_000);
    for path in ["/account", "/accounts/verify", "/accounts/reset"] {
        let answer = aud.post_text(path, "application/x-www-form-urlencoded", fields.clone()).await;
        assert_eq!(answer.status, 400, "{path}: {}", answer.text);
    }
    must_be_well(&service).await;
}

#[tokio::test]
async fn a_list_in_an_address_is_as_long_as_its_words_and_no_longer() {
    let service = Service::start();
    let stranger = service.stranger();
    stranger.get("/v1/games?status=open&status=running,open").await.must_be(200);
    for flood in [format!("status={}", "open,".repeat(700)), "status=open&".repeat(300)] {
        let answer = stranger.get(&format!("/v1/games?{flood}")).await;
        answer.must_blame(400, "invalid_parameter", "status");
        assert!(answer.text.len() < 1_000, "{}", answer.text);
    }
}

#[tokio::test]
async fn a_control_character_in_an_address_is_refused_wherever_it_stands_and_breaks_nothing() {
    let (service, aud, game) = operator().await;
    for operation in Operation::all(&service, &game).await {
        let send = async |address: &str| {
            let request = aud.request(operation.method.clone(), address);
            let request = if operation.members.is_some() { request.json(&json!({})) } else { request };
            aud.send(request).await
        };
        for text in ["%00", "a%00b", "%0d%0aX:1", "%1b[0m", "%7F", "%C2%85"] {
            let address = operation.with(text);
            // What has an id in its path is refused as a whole, so that only one of both is looked at.
            if address != operation.path {
                send(&address).await.must_refuse(400, "invalid_parameter");
            }
            for name in &operation.query {
                let answer = send(&format!("{}?{name}={text}", operation.address())).await;
                answer.must_blame(400, "invalid_parameter", name);
            }
            let answer = send(&format!("{}?a{text}=1", operation.address())).await;
            answer.must_refuse(400, "invalid_parameter");
        }
        // Other text that is none, or none of ours.
        for text in ["%FF", "%ED%A0%80", "%EF%BF%BE", "%E2%80%AE", "%F0%9F%92%A9", "%2500"] {
            let query: Vec<String> = operation.query.iter().map(|name| format!("{name}={text}")).collect();
            for address in [operation.with(text), format!("{}?{}", operation.address(), query.join("&"))] {
                if operation.id.contains("stream") || operation.id.contains("session") {
                    continue;
                }
                let answer = send(&address).await;
                assert!(answer.status < 500, "{} {address}: {}", operation.method, answer.text);
            }
        }
    }
    must_be_well(&service).await;
}

#[tokio::test]
async fn a_page_with_a_control_character_in_its_address_is_a_page() {
    let service = Service::start();
    let stranger = service.stranger();
    let links = [
        "/seat/",
        "/invite/",
        "/offer/",
        "/account/",
        "/sign-up/",
        "/unsubscribe/",
        "/clubs/",
        "/competitions/",
        "/docs/",
        "/oauth/log-in/",
    ];
    let queries = [
        "/accounts/verify?token=",
        "/accounts/email?token=",
        "/notifications/unsubscribe?token=",
        "/account?x=",
        "/clubs?from=",
        "/oauth/authorize?state=",
    ];
    stranger.get("/docs/%0d%0aX:1/").await.must_be(400);
    for text in ["%00", "%0d%0aX:1", "%7f", "a%0Ab"] {
        for page in links.into_iter().chain(queries) {
            let answer = stranger.get(&format!("{page}{text}")).await;
            assert_eq!(answer.status, 400, "{page}{text}: {}", answer.text);
            assert!(answer.content_type.starts_with("text/html"), "{page}{text}: {}", answer.content_type);
            assert!(answer.text.contains("Control characters"), "{page}{text}: {}", answer.text);
        }
    }
    let form = "application/x-www-form-urlencoded";
    for (page, fields) in [
        ("/account", "email=a%00b@example.org"),
        ("/accounts/verify", "token=%00"),
        ("/seat/a", "press=%00"),
        ("/unsubscribe/a", "token=%00"),
        ("/device", "user_code=%00"),
        ("/oauth/token", "code=%00"),
        ("/notifications/unsubscribe?token=a", "List-Unsubscribe=%00"),
    ] {
        let answer = stranger.post_text(page, form, fields).await;
        assert!((400..500).contains(&answer.status), "{page}: {} {}", answer.status, answer.text);
    }
    // What is redirected keeps its letters as they were sent.
    let client =
        reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let answer = client.get(format!("{}/docs/%C3%A9%20x/", service.servers[0].address)).send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["location"]),
        (308, &"/docs/%C3%A9%20x".parse().unwrap())
    );
    must_be_well(&service).await;
}

#[tokio::test]
async fn a_control_character_in_a_body_is_refused_where_it_stands_at_every_operation() {
    let (service, aud, game) = operator().await;
    for operation in Operation::all(&service, &game).await {
        for name in operation.members.iter().flatten() {
            for text in ["\u{0}", "a\u{0}b", "\u{1b}[0m", "\u{9f}"] {
                let request = aud.request(operation.method.clone(), &operation.address());
                let answer = aud.send(request.json(&json!({name: text}))).await;
                assert!((400..500).contains(&answer.status), "{} {name}: {}", operation.id, answer.text);
            }
        }
    }
    // Names that the caller chooses are texts, too; ends of lines are no mistake of the kind.
    let preferences = json!({"by_topic": {"a\u{0}": "immediate"}});
    let answer = aud.put("/v1/me/notification-preferences", &preferences).await;
    assert!((400..500).contains(&answer.status), "{}", answer.text);
    let lines = json!({"text": "one\ttwo\nthree"});
    aud.put(&format!("/v1/games/{game}/note"), &lines).await.must_be(200);
    must_be_well(&service).await;
}
