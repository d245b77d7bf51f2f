//! Personal access tokens: what each is good for, and how it ends.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Server, Service, seeded_app};

const SCOPES: [&str; 13] = [
    "games:read",
    "games:create",
    "games:play",
    "orders",
    "messages",
    "webhooks",
    "account:read",
    "profile:write",
    "notifications:write",
    "availability:write",
    "social:write",
    "clubs",
    "competitions",
];

/// An operation of the description, ready to be called.
struct Operation {
    method: Method,
    path: String,
    body: Value,
    scope: Option<String>,
    session_only: bool,
}

impl Operation {
    async fn call(&self, person: &Person) -> Answer {
        let mut request = person.request(self.method.clone(), &self.path);
        if !self.body.is_null() {
            request = request.json(&self.body);
        }
        person.send(request).await
    }

    fn place(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// Every operation that takes a token, with the examples of the description in place.
async fn operations(person: &Person) -> Vec<Operation> {
    let description = person.get("/openapi.json").await.must_be(200);
    let mut operations = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation["security"].as_array().is_none_or(Vec::is_empty) {
                continue;
            }
            operations.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: filled(path, &operation["parameters"]),
                body: operation["requestBody"]["content"]["application/json"]["example"].clone(),
                scope: operation["x-scope"].as_str().map(str::to_owned),
                session_only: operation["x-session-only"] == true,
            });
        }
    }
    operations
}

/// The path with something of the right kind in each placeholder, and the query parameters that must be given.
fn filled(path: &str, parameters: &Value) -> String {
    let mut path = path.to_owned();
    let mut query = Vec::new();
    for parameter in parameters.as_array().into_iter().flatten() {
        let Some(name) = parameter["name"].as_str() else { continue };
        let value = match (&parameter["example"], parameter["schema"]["format"].as_str()) {
            (Value::String(example), _) => example.clone(),
            (Value::Number(example), _) => example.to_string(),
            (_, Some("uuid")) => "01934490-0000-7000-8000-000000000000".to_owned(),
            _ => "1".to_owned(),
        };
        match parameter["in"].as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), &value),
            Some("query") if parameter["required"] == true => query.push(format!("{name}={value}")),
            _ => {}
        }
    }
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

#[tokio::test]
async fn a_token_without_the_scope_of_an_operation_is_told_which_scope_it_lacks() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let mut lacking = Vec::new();
    for scope in SCOPES {
        let others: Vec<&str> = SCOPES.into_iter().filter(|other| *other != scope).collect();
        lacking.push((scope, aud.with_scopes(&others).await));
    }
    for operation in operations(&aud).await {
        let Some(scope) = &operation.scope else { continue };
        // Nobody but an operator can give the scope of operators, so every token lacks it.
        let (_, person) = lacking.iter().find(|(lacks, _)| lacks == scope).unwrap_or(&lacking[0]);
        let answer = operation.call(person).await;
        assert_eq!((answer.status, answer.code()), (403, "scope_too_small"), "{}", operation.place());
        assert_eq!(answer.json["scope"], **scope, "{}", operation.place());
        assert!(answer.json["detail"].as_str().unwrap().contains(scope.as_str()), "{}", operation.place());
    }
}

#[tokio::test]
async fn what_needs_a_log_in_takes_no_token_of_any_scope() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let bot = aud.with_scopes(&SCOPES).await;
    for operation in operations(&aud).await.into_iter().filter(|operation| operation.session_only) {
        let answer = operation.call(&bot).await;
        assert_eq!((answer.status, answer.code()), (403, "session_required"), "{}", operation.place());
    }
}

#[tokio::test]
async fn a_token_with_the_one_scope_of_an_operation_gets_as_far_as_a_log_in() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for scope in SCOPES {
        let bot = aud.with_scopes(&[scope]).await;
        let own =
            operations(&aud).await.into_iter().filter(|operation| operation.scope.as_deref() == Some(scope));
        // A stream that is let in does not end by itself.
        let ends = |operation: &Operation| !operation.path.ends_with("/stream");
        for operation in own.filter(|operation| operation.method == Method::GET && ends(operation)) {
            let (as_bot, as_aud) = (operation.call(&bot).await, operation.call(&aud).await);
            assert_eq!(
                (as_bot.status, as_bot.code()),
                (as_aud.status, as_aud.code()),
                "{}",
                operation.place()
            );
        }
    }
}

#[tokio::test]
async fn a_token_is_shown_once_and_never_stored() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let body = json!({"name": " my bot ", "scopes": ["games:play", "games:read", "games:play"]});
    let made = aud.post_under("a-key", "/v1/me/tokens", &body).await.must_be(201);
    let token = made["token"].as_str().unwrap();
    assert!(token.starts_with("althing_pat_"));
    assert_eq!(made["personal_token"]["name"], "my bot");
    assert_eq!(made["personal_token"]["scopes"], json!(["games:read", "games:play"]));
    let again = aud.post_under("a-key", "/v1/me/tokens", &body).await.must_be(201);
    assert_eq!(again, made);
    let other = json!({"name": "another", "scopes": ["games:read"]});
    aud.post_under("a-key", "/v1/me/tokens", &other).await.must_refuse(422, "key_reused");
    let listed = aud.get("/v1/me/tokens").await;
    assert!(!listed.text.contains(token));
    assert_eq!(listed.json["items"], json!([made["personal_token"]]));
    for table in ["personal_tokens", "replies"] {
        let query = format!("SELECT to_json(r)::text AS value FROM {table} r");
        let rows = service.database.texts(&query).join("\n");
        assert!(!rows.is_empty() && !rows.contains(token) && !rows.contains("a-key"), "{table}: {rows}");
    }
}

#[tokio::test]
async fn five_at_once_under_one_key_make_one_token() {
    let service = Service::start_servers(2);
    let aud = service.person("Aud").await;
    let body = json!({"name": "bot", "scopes": ["games:read"]});
    let there = aud.at(&service.servers[1].address);
    let post = async |person: &Person| person.post_under("k", "/v1/me/tokens", &body).await.must_be(201);
    let (a, b, c, d, e) = tokio::join!(post(&aud), post(&there), post(&aud), post(&there), post(&aud));
    assert!([b, c, d, e].iter().all(|other| *other == a));
    assert_eq!(aud.get("/v1/me/tokens").await.json["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_token_expires_at_its_instant() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let soon = service.app.now() + TimeDelta::seconds(60);
    let body = json!({"name": "bot", "scopes": ["account:read"], "expires_at": soon.to_rfc3339()});
    let made = aud.post("/v1/me/tokens", &body).await.must_be(201);
    let bot = aud.with_token(made["token"].as_str().unwrap());
    bot.get("/v1/me").await.must_be(200);
    service.app.clock.advance(TimeDelta::seconds(59));
    bot.get("/v1/me").await.must_be(200);
    service.app.clock.advance(TimeDelta::seconds(1));
    bot.get("/v1/me").await.must_refuse(401, "token_expired");
}

#[tokio::test]
async fn a_token_that_is_ended_is_good_for_nothing_here_at_once_and_elsewhere_within_five_seconds() {
    let service = Service::start();
    let other_app = seeded_app(2, |_| {});
    let other = Server::start(other_app.clone(), service.database.url());
    let aud = service.person("Aud").await;
    let bot = aud.with_scopes(&["account:read"]).await;
    let there = bot.at(&other.address);
    bot.get("/v1/me").await.must_be(200);
    there.get("/v1/me").await.must_be(200);
    let id = aud.get("/v1/me/tokens").await.json["items"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(aud.delete(&format!("/v1/me/tokens/{id}")).await.status, 204);
    bot.get("/v1/me").await.must_refuse(401, "token_invalid");
    other_app.clock.advance(TimeDelta::seconds(5));
    there.get("/v1/me").await.must_refuse(401, "token_invalid");
    aud.delete(&format!("/v1/me/tokens/{id}")).await.must_refuse(404, "token_not_found");
}

#[tokio::test]
async fn nobody_ends_or_sees_the_token_of_somebody_else() {
    let service = Service::start();
    let [aud, unn] = service.people(["Aud", "Unn"]).await;
    let bot = aud.with_scopes(&["account:read"]).await;
    let id = aud.get("/v1/me/tokens").await.json["items"][0]["id"].as_str().unwrap().to_owned();
    unn.delete(&format!("/v1/me/tokens/{id}")).await.must_refuse(404, "token_not_found");
    assert_eq!(
        unn.get("/v1/me/tokens").await.must_be(200),
        json!({"items": [], "next_cursor": null, "prev_cursor": null})
    );
    bot.get("/v1/me").await.must_be(200);
}

#[tokio::test]
async fn a_token_is_no_refresh_token_and_no_proof_of_an_address_and_neither_is_a_token() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let bot = aud.with_scopes(&SCOPES).await;
    aud.post("/v1/accounts/verify", &json!({"token": bot.token})).await.must_refuse(401, "token_invalid");
    let body = json!({"refresh_token": bot.token});
    aud.post("/v1/sessions/refresh", &body).await.must_refuse(401, "refresh_token_invalid");
    let tokens = aud.post("/v1/sessions", &json!({"login": "Aud", "password": "a long ship west"})).await;
    let refresh = tokens.json["refresh_token"].as_str().unwrap().to_owned();
    for wrong in [
        refresh.clone(),
        format!("althing_pat_{refresh}"),
        "althing_pat_".to_owned(),
        format!("{}A", bot.token),
        bot.token.to_lowercase(),
        bot.token.replace("althing_pat_", ""),
    ] {
        aud.with_token(wrong).get("/v1/me").await.must_refuse(401, "token_invalid");
    }
}

#[tokio::test]
async fn a_token_that_can_not_be_made_is_refused_by_field() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let scopes = json!(["games:read"]);
    for name in ["", "  ", "two\nlines", &"x".repeat(81)] {
        aud.post("/v1/me/tokens", &json!({"name": name, "scopes": scopes})).await.must_blame(
            422,
            "invalid_field",
            "name",
        );
    }
    aud.post("/v1/me/tokens", &json!({"name": "bot", "scopes": []})).await.must_blame(
        422,
        "invalid_field",
        "scopes",
    );
    let unknown = json!({"name": "bot", "scopes": ["games:read", "games:delete"]});
    aud.post("/v1/me/tokens", &unknown).await.must_blame(422, "invalid_field", "scopes[1]");
    for expires_at in ["2026-11-20T12:00:00Z", "2020-01-01T00:00:00Z", "2027-11-22T12:00:00Z"] {
        let body = json!({"name": "bot", "scopes": scopes, "expires_at": expires_at});
        aud.post("/v1/me/tokens", &body).await.must_blame(422, "invalid_field", "expires_at");
    }
    let admin = json!({"name": "bot", "scopes": ["admin"]});
    aud.post("/v1/me/tokens", &admin).await.must_refuse(403, "operator_required");
}

#[tokio::test]
async fn an_account_has_at_most_fifty_tokens_even_when_they_are_asked_for_at_once() {
    let service = Service::start_servers(2);
    let aud = service.person("Aud").await;
    let there = aud.at(&service.servers[1].address);
    let body = json!({"name": "bot", "scopes": ["games:read"]});
    for _ in 0..48 {
        aud.post("/v1/me/tokens", &body).await.must_be(201);
    }
    let (a, b, c, d) = tokio::join!(
        aud.post("/v1/me/tokens", &body),
        there.post("/v1/me/tokens", &body),
        aud.post("/v1/me/tokens", &body),
        there.post("/v1/me/tokens", &body)
    );
    let mut statuses = [a.status, b.status, c.status, d.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 409, 409]);
    aud.post("/v1/me/tokens", &body).await.must_refuse(409, "too_many_tokens");
}

#[tokio::test]
async fn the_last_use_of_a_token_is_noted_to_some_minutes() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let bot = aud.with_scopes(&["games:read"]).await;
    let noted = || {
        service
            .database
            .texts("SELECT last_used_at::text AS value FROM personal_tokens WHERE last_used_at IS NOT NULL")
    };
    bot.get("/v1/games").await.must_be(200);
    crate::harness::until("the first use is noted", || !noted().is_empty()).await;
    let first = noted();
    service.app.clock.advance(TimeDelta::seconds(60));
    bot.get("/v1/games").await.must_be(200);
    service.app.clock.advance(TimeDelta::seconds(240));
    bot.get("/v1/games").await.must_be(200);
    crate::harness::until("the later use is noted", || noted() != first).await;
}
