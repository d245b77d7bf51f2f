//! How somebody comes to send what is about himself.

use althing::service::accounts::verify_token;
use althing::service::codes::{CodePurpose, code_of_mail};
use althing::service::recovery::{address_token, answer_requests, log_in_token, reset_token};
use althing::service::tokens::Purpose;
use serde_json::json;

use super::{Asked, PASSWORD, rows_of};
use crate::harness::Service;

pub async fn register(service: &Service) -> Asked {
    let body = |password: &str| json!({"name": "Aud", "email": "aud@example.org", "password": password});
    Asked::new(
        service.stranger(),
        "/v1/accounts",
        [body(PASSWORD), body("another ship")],
        rows_of("mails WHERE partition = account_id"),
    )
}

pub async fn verify(service: &Service) -> Asked {
    let person = service.stranger();
    let body = json!({"name": "Aud", "email": "aud@example.org", "password": PASSWORD});
    person.post("/v1/accounts", &body).await.must_be(202);
    let id = service.database.texts("SELECT id::text AS value FROM accounts").remove(0);
    let token = async || {
        let mut ctx = crate::harness::connect(service).await;
        verify_token(&mut ctx, id.parse().unwrap()).await.unwrap()
    };
    let body = json!({"token": token().await});
    service.app.clock.advance(chrono::TimeDelta::seconds(1));
    let other = json!({"token": token().await});
    let effect = "SELECT count(*) FROM audit_log WHERE kind = 'address_verified'";
    Asked::new(person, "/v1/accounts/verify", [body, other], effect)
}

pub async fn ask(service: &Service, what: &str) -> Asked {
    ask_at(service, &format!("/v1/accounts/{what}")).await
}

pub async fn ask_at(service: &Service, path: &str) -> Asked {
    let (body, effect) = (json!({"email": "aud@example.org"}), rows_of("address_requests"));
    Asked::new(
        service.person("Aud").await.with_token(""),
        path,
        [body, json!({"email": "AUD@example.org"})],
        effect,
    )
}

pub async fn reset(service: &Service) -> Asked {
    let aud = service.person("Aud").await;
    aud.post("/v1/accounts/reset", &json!({"email": "aud@example.org"})).await.must_be(202);
    let mut ctx = crate::harness::connect(service).await;
    answer_requests(&mut ctx).await.unwrap();
    let token = reset_token(&mut ctx, aud.id.parse().unwrap()).await.unwrap().unwrap();
    Asked::new(
        aud,
        "/v1/accounts/reset/confirm",
        [
            json!({"token": token, "password": "another ship"}),
            json!({"token": token, "password": "a third ship"}),
        ],
        "SELECT count(*) FROM audit_log WHERE kind = 'password_reset'",
    )
}

pub async fn log_in_by_link(service: &Service) -> Asked {
    let aud = service.person("Aud").await;
    let token = async || {
        service.app.clock.advance(chrono::TimeDelta::seconds(61));
        aud.post("/v1/sessions/link", &json!({"email": "aud@example.org"})).await.must_be(202);
        let mut ctx = crate::harness::connect(service).await;
        answer_requests(&mut ctx).await.unwrap();
        let token = log_in_token(&mut ctx, aud.id.parse().unwrap()).await;
        json!({"token": token.unwrap().unwrap()})
    };
    let (other, body) = (token().await, token().await);
    Asked::new(aud, "/v1/sessions/link/confirm", [body, other], rows_of("sessions"))
}

pub async fn log_in_by_code(service: &Service) -> Asked {
    let aud = service.person("Aud").await;
    let email = json!({"email": "aud@example.org"});
    aud.post("/v1/sessions/link", &email).await.must_be(202);
    let mut ctx = crate::harness::connect(service).await;
    answer_requests(&mut ctx).await.unwrap();
    let code = code_of_mail(&mut ctx, aud.id.parse().unwrap(), CodePurpose::LogIn).await.unwrap().unwrap();
    let body = |code: &str| json!({"email": "aud@example.org", "code": code});
    Asked::new(aud, "/v1/sessions/code", [body(&code), body("0000 0000")], rows_of("sessions"))
}

pub async fn answer_address(service: &Service) -> Asked {
    let Asked { person, path, body, .. } = change_address(service).await;
    person.post(&path, &body).await.must_be(202);
    let mut ctx = crate::harness::connect(service).await;
    let id = person.id.parse().unwrap();
    let token = address_token(&mut ctx, id, Purpose::ProveAddress).await;
    let token = token.unwrap().unwrap().0;
    Asked::new(
        person,
        "/v1/accounts/email",
        [json!({"token": token, "answer": "confirm"}), json!({"token": token, "answer": "cancel"})],
        "SELECT count(*) FROM audit_log WHERE kind = 'address_change_proved'",
    )
}

pub async fn change_password(service: &Service) -> Asked {
    let body = |new: &str| json!({"old_password": PASSWORD, "new_password": new});
    Asked::new(
        service.person("Aud").await,
        "/v1/me/password",
        [body("another ship"), body("a third ship")],
        "SELECT count(*) FROM audit_log WHERE kind = 'password_changed'",
    )
}

pub async fn change_address(service: &Service) -> Asked {
    let body = |email: &str| json!({"email": email, "password": PASSWORD});
    Asked {
        by: 2,
        ..Asked::new(
            service.person("Aud").await,
            "/v1/me/email",
            [body("aud@example.net"), body("aud@example.com")],
            rows_of("mails WHERE partition = account_id"),
        )
    }
}

pub async fn log_in(service: &Service) -> Asked {
    Asked::new(
        service.person("Aud").await,
        "/v1/sessions",
        [
            json!({"login": "Aud", "password": PASSWORD}),
            json!({"login": "aud@example.org", "password": PASSWORD}),
        ],
        rows_of("sessions"),
    )
}

pub async fn refresh(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    let log_in = async || {
        let body = json!({"login": "Aud", "password": PASSWORD});
        let tokens = person.post("/v1/sessions", &body).await.must_be(201);
        json!({"refresh_token": tokens["refresh_token"]})
    };
    let (body, other) = (log_in().await, log_in().await);
    let effect = rows_of("refresh_tokens");
    Asked::new(person, "/v1/sessions/refresh", [body, other], effect)
}

pub async fn make_token(service: &Service) -> Asked {
    Asked::new(
        service.person("Aud").await,
        "/v1/me/tokens",
        [json!({"name": "bot", "scopes": ["games:read"]}), json!({"name": "bot", "scopes": ["games:play"]})],
        rows_of("personal_tokens"),
    )
}

pub async fn make_ticket(service: &Service) -> Asked {
    let body = json!({"path": "/v1/me/stream"});
    Asked::new(
        service.person("Aud").await,
        "/v1/me/stream-tickets",
        [body.clone(), body],
        rows_of("stream_tickets"),
    )
}

pub async fn describe_myself(service: &Service) -> Asked {
    Asked::new(
        service.person("Aud").await,
        "/v1/me",
        [json!({"about": "Settling in."}), json!({"about": ""})],
        "SELECT count(*) FROM accounts WHERE about <> ''",
    )
}

pub async fn depart(service: &Service) -> Asked {
    let body = json!({"password": PASSWORD});
    Asked::new(
        service.person("Aud").await,
        "/v1/me",
        [body.clone(), body],
        "SELECT count(*) FROM accounts WHERE deleted_at IS NOT NULL",
    )
}

pub async fn book_vacation(service: &Service) -> Asked {
    let body = |last: &str| json!({"first_day": "2026-12-22", "last_day": last});
    Asked::new(
        service.person("Aud").await,
        "/v1/me/vacations",
        [body("2026-12-24"), body("2026-12-26")],
        rows_of("vacations"),
    )
}

pub async fn set_availability(service: &Service) -> Asked {
    let body = |until: &str| json!({"sleep": {"from": "23:00", "until": until}, "days_off": ["sunday"]});
    Asked::new(
        service.person("Aud").await,
        "/v1/me/availability",
        [body("07:00"), body("08:00")],
        rows_of("availability"),
    )
}
