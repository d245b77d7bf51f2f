//! How somebody comes to send what is about himself.

use althing::service::accounts::verify_token;
use althing::service::recovery::{address_token, answer_requests, log_in_token, reset_token};
use althing::service::tokens::Purpose;
use serde_json::json;

use super::{Asked, PASSWORD, rows_of};
use crate::harness::Service;

pub async fn register(service: &Service) -> Asked {
    let body = |password: &str| json!({"name": "Aud", "email": "aud@example.org", "password": password});
    Asked {
        person: service.stranger(),
        path: "/v1/accounts".to_owned(),
        body: body(PASSWORD),
        other: body("another ship"),
        effect: rows_of("mails WHERE partition = account_id"),
        by: 1,
    }
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
    let effect = "SELECT count(*) FROM audit_log WHERE kind = 'address_verified'".to_owned();
    Asked { person, path: "/v1/accounts/verify".to_owned(), body, other, effect, by: 1 }
}

pub async fn ask(service: &Service, what: &str) -> Asked {
    ask_at(service, &format!("/v1/accounts/{what}")).await
}

pub async fn ask_at(service: &Service, path: &str) -> Asked {
    let (body, effect) = (json!({"email": "aud@example.org"}), rows_of("address_requests"));
    Asked {
        person: service.person("Aud").await.with_token(""),
        path: path.to_owned(),
        other: json!({"email": "AUD@example.org"}),
        body,
        effect,
        by: 1,
    }
}

pub async fn reset(service: &Service) -> Asked {
    let aud = service.person("Aud").await;
    aud.post("/v1/accounts/reset", &json!({"email": "aud@example.org"})).await.must_be(202);
    let mut ctx = crate::harness::connect(service).await;
    answer_requests(&mut ctx).await.unwrap();
    let token = reset_token(&mut ctx, aud.id.parse().unwrap()).await.unwrap().unwrap();
    Asked {
        person: aud,
        path: "/v1/accounts/reset/confirm".to_owned(),
        body: json!({"token": token, "password": "another ship"}),
        other: json!({"token": token, "password": "a third ship"}),
        effect: "SELECT count(*) FROM audit_log WHERE kind = 'password_reset'".to_owned(),
        by: 1,
    }
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
    Asked {
        person: aud,
        path: "/v1/sessions/link/confirm".to_owned(),
        body,
        other,
        effect: rows_of("sessions"),
        by: 1,
    }
}

pub async fn answer_address(service: &Service) -> Asked {
    let Asked { person, path, body, .. } = change_address(service).await;
    person.post(&path, &body).await.must_be(202);
    let mut ctx = crate::harness::connect(service).await;
    let id = person.id.parse().unwrap();
    let token = address_token(&mut ctx, id, Purpose::ProveAddress).await;
    let token = token.unwrap().unwrap().0;
    Asked {
        person,
        path: "/v1/accounts/email".to_owned(),
        body: json!({"token": token, "answer": "confirm"}),
        other: json!({"token": token, "answer": "cancel"}),
        effect: "SELECT count(*) FROM audit_log WHERE kind = 'address_change_proved'".to_owned(),
        by: 1,
    }
}

pub async fn change_password(service: &Service) -> Asked {
    let body = |new: &str| json!({"old_password": PASSWORD, "new_password": new});
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me/password".to_owned(),
        body: body("another ship"),
        other: body("a third ship"),
        effect: "SELECT count(*) FROM audit_log WHERE kind = 'password_changed'".to_owned(),
        by: 1,
    }
}

pub async fn change_address(service: &Service) -> Asked {
    let body = |email: &str| json!({"email": email, "password": PASSWORD});
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me/email".to_owned(),
        body: body("aud@example.net"),
        other: body("aud@example.com"),
        effect: rows_of("mails WHERE partition = account_id"),
        by: 2,
    }
}

pub async fn log_in(service: &Service) -> Asked {
    Asked {
        person: service.person("Aud").await,
        path: "/v1/sessions".to_owned(),
        body: json!({"login": "Aud", "password": PASSWORD}),
        other: json!({"login": "aud@example.org", "password": PASSWORD}),
        effect: rows_of("sessions"),
        by: 1,
    }
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
    Asked { person, path: "/v1/sessions/refresh".to_owned(), body, other, effect, by: 1 }
}

pub async fn make_token(service: &Service) -> Asked {
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me/tokens".to_owned(),
        body: json!({"name": "bot", "scopes": ["games:read"]}),
        other: json!({"name": "bot", "scopes": ["games:play"]}),
        effect: rows_of("personal_tokens"),
        by: 1,
    }
}

pub async fn make_ticket(service: &Service) -> Asked {
    let body = json!({"path": "/v1/me/stream"});
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me/stream-tickets".to_owned(),
        other: body.clone(),
        body,
        effect: rows_of("stream_tickets"),
        by: 1,
    }
}

pub async fn describe_myself(service: &Service) -> Asked {
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me".to_owned(),
        body: json!({"about": "Settling in."}),
        other: json!({"about": ""}),
        effect: "SELECT count(*) FROM accounts WHERE about <> ''".to_owned(),
        by: 1,
    }
}

pub async fn depart(service: &Service) -> Asked {
    let body = json!({"password": PASSWORD});
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me".to_owned(),
        other: body.clone(),
        body,
        effect: "SELECT count(*) FROM accounts WHERE deleted_at IS NOT NULL".to_owned(),
        by: 1,
    }
}

pub async fn book_vacation(service: &Service) -> Asked {
    let body = |last: &str| json!({"first_day": "2026-12-22", "last_day": last});
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me/vacations".to_owned(),
        body: body("2026-12-24"),
        other: body("2026-12-26"),
        effect: rows_of("vacations"),
        by: 1,
    }
}

pub async fn set_availability(service: &Service) -> Asked {
    let body = |until: &str| json!({"sleep": {"from": "23:00", "until": until}, "days_off": ["sunday"]});
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me/availability".to_owned(),
        body: body("07:00"),
        other: body("08:00"),
        effect: rows_of("availability"),
        by: 1,
    }
}
