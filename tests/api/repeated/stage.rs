//! One row for each POST of the service: how somebody comes to send it, and what it does once.

use std::pin::Pin;

use althing::service::accounts::{address_token, answer_requests, reset_token, verify_token};
use althing::service::tokens::Purpose;
use althing::store::Connection;
use diesel_async::AsyncConnection;
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table, moves};
use crate::support::texts;

const PASSWORD: &str = "a long ship west";

/// A request that may be sent.
pub struct Asked {
    pub person: Person,
    pub path: String,
    pub body: Value,
    /// Another body that might have been sent instead; where it is the same, it is sent with a blank more.
    pub other: Value,
    /// A query for a number that the request changes,
    pub effect: String,
    /// by so much.
    pub by: i64,
}

type Prepared<'a> = Pin<Box<dyn Future<Output = Asked> + 'a>>;

/// A POST.
pub struct Row {
    /// As `routes.rs` writes it.
    pub route: &'static str,
    /// Must addresses be verified?
    pub strict: bool,
    /// Is Aud an operator?
    pub operator: bool,
    /// Brings about that it can be sent.
    pub prepare: fn(&Service) -> Prepared<'_>,
}

const fn row(route: &'static str, prepare: fn(&Service) -> Prepared<'_>) -> Row {
    Row { route, strict: false, operator: false, prepare }
}

const fn strict(route: &'static str, prepare: fn(&Service) -> Prepared<'_>) -> Row {
    Row { strict: true, ..row(route, prepare) }
}

const fn of_operators(route: &'static str, prepare: fn(&Service) -> Prepared<'_>) -> Row {
    Row { operator: true, ..row(route, prepare) }
}

pub const TABLE: &[Row] = &[
    strict("/v1/accounts", |service| Box::pin(register(service))),
    strict("/v1/accounts/verify", |service| Box::pin(verify(service))),
    row("/v1/accounts/verification", |service| Box::pin(ask(service, "verification"))),
    row("/v1/accounts/reset", |service| Box::pin(ask(service, "reset"))),
    row("/v1/accounts/reset/confirm", |service| Box::pin(reset(service))),
    row("/v1/accounts/address", |service| Box::pin(answer_address(service))),
    row("/v1/me/password", |service| Box::pin(change_password(service))),
    row("/v1/me/address", |service| Box::pin(change_address(service))),
    row("/v1/sessions", |service| Box::pin(log_in(service))),
    row("/v1/sessions/refresh", |service| Box::pin(refresh(service))),
    row("/v1/me/tokens", |service| Box::pin(make_token(service))),
    row("/v1/games", |service| Box::pin(open_table(service))),
    row("/v1/games/{game_id}/join", |service| Box::pin(join(service))),
    row("/v1/games/{game_id}/leave", |service| Box::pin(leave(service))),
    row("/v1/games/{game_id}/actions", |service| Box::pin(act(service))),
    row("/v1/games/{game_id}/resign", |service| Box::pin(resign(service))),
    row("/v1/games/{game_id}/votes", |service| Box::pin(open_vote(service))),
    row("/v1/games/{game_id}/votes/{vote_id}/ballots", |service| Box::pin(cast_ballot(service))),
    row("/v1/games/{game_id}/kick", |service| Box::pin(kick(service))),
    row("/v1/games/{game_id}/cancel", |service| Box::pin(cancel(service))),
    row("/v1/games/{game_id}/invitations", |service| Box::pin(invite(service))),
    row("/v1/games/{game_id}/invitations/{invitation_id}/accept", |service| {
        Box::pin(answer(service, "accept"))
    }),
    row("/v1/games/{game_id}/invitations/{invitation_id}/decline", |service| {
        Box::pin(answer(service, "decline"))
    }),
    row("/v1/games/{game_id}/links", |service| Box::pin(make_link(service))),
    row("/v1/games/{game_id}/messages", |service| Box::pin(say(service))),
    row("/v1/me/stream-tickets", |service| Box::pin(make_ticket(service))),
    of_operators("/v1/admin/games/{game_id}/void", |service| Box::pin(void(service))),
    of_operators("/v1/admin/announcements", |service| Box::pin(announce(service))),
];

/// The rows of a table.
fn rows_of(table: &str) -> String {
    format!("SELECT count(*) FROM {table}")
}

async fn register(service: &Service) -> Asked {
    let body = |password: &str| json!({"name": "Aud", "email": "aud@example.org", "password": password});
    Asked {
        person: service.stranger(),
        path: "/v1/accounts".to_owned(),
        body: body(PASSWORD),
        other: body("another ship"),
        effect: rows_of("account_mails"),
        by: 1,
    }
}

async fn verify(service: &Service) -> Asked {
    let person = service.stranger();
    let body = json!({"name": "Aud", "email": "aud@example.org", "password": PASSWORD});
    person.post("/v1/accounts", &body).await.must_be(202);
    let id = texts(&service.database.url(), "SELECT id::text AS value FROM accounts").unwrap().remove(0);
    let token = async || {
        let mut connection = Connection::establish(&service.database.url()).await.unwrap();
        verify_token(&service.app, &mut connection, id.parse().unwrap()).await.unwrap()
    };
    let body = json!({"token": token().await});
    service.app.clock.advance(chrono::TimeDelta::seconds(1));
    let other = json!({"token": token().await});
    let effect = "SELECT count(*) FROM audit_log WHERE kind = 'address_verified'".to_owned();
    Asked { person, path: "/v1/accounts/verify".to_owned(), body, other, effect, by: 1 }
}

async fn ask(service: &Service, what: &str) -> Asked {
    let (body, effect) = (json!({"email": "aud@example.org"}), rows_of("address_requests"));
    Asked {
        person: service.person("Aud").await.with_token(""),
        path: format!("/v1/accounts/{what}"),
        other: json!({"email": "AUD@example.org"}),
        body,
        effect,
        by: 1,
    }
}

async fn reset(service: &Service) -> Asked {
    let aud = service.person("Aud").await;
    aud.post("/v1/accounts/reset", &json!({"email": "aud@example.org"})).await.must_be(202);
    let mut connection = Connection::establish(&service.database.url()).await.unwrap();
    answer_requests(&service.app, &mut connection).await.unwrap();
    let token = reset_token(&service.app, &mut connection, aud.id.parse().unwrap()).await.unwrap().unwrap();
    Asked {
        person: aud,
        path: "/v1/accounts/reset/confirm".to_owned(),
        body: json!({"token": token, "password": "another ship"}),
        other: json!({"token": token, "password": "a third ship"}),
        effect: "SELECT count(*) FROM audit_log WHERE kind = 'password_reset'".to_owned(),
        by: 1,
    }
}

async fn answer_address(service: &Service) -> Asked {
    let Asked { person, path, body, .. } = change_address(service).await;
    person.post(&path, &body).await.must_be(202);
    let mut connection = Connection::establish(&service.database.url()).await.unwrap();
    let id = person.id.parse().unwrap();
    let token = address_token(&service.app, &mut connection, id, Purpose::ProveAddress).await;
    let token = token.unwrap().unwrap().0;
    Asked {
        person,
        path: "/v1/accounts/address".to_owned(),
        body: json!({"token": token, "answer": "confirm"}),
        other: json!({"token": token, "answer": "cancel"}),
        effect: "SELECT count(*) FROM audit_log WHERE kind = 'address_change_proved'".to_owned(),
        by: 1,
    }
}

async fn change_password(service: &Service) -> Asked {
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

async fn change_address(service: &Service) -> Asked {
    let body = |email: &str| json!({"email": email, "password": PASSWORD});
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me/address".to_owned(),
        body: body("aud@example.net"),
        other: body("aud@example.com"),
        effect: rows_of("account_mails"),
        by: 2,
    }
}

async fn log_in(service: &Service) -> Asked {
    Asked {
        person: service.person("Aud").await,
        path: "/v1/sessions".to_owned(),
        body: json!({"login": "Aud", "password": PASSWORD}),
        other: json!({"login": "aud@example.org", "password": PASSWORD}),
        effect: rows_of("sessions"),
        by: 1,
    }
}

async fn refresh(service: &Service) -> Asked {
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

async fn make_token(service: &Service) -> Asked {
    Asked {
        person: service.person("Aud").await,
        path: "/v1/me/tokens".to_owned(),
        body: json!({"name": "bot", "scopes": ["games:read"]}),
        other: json!({"name": "bot", "scopes": ["games:play"]}),
        effect: rows_of("personal_tokens"),
        by: 1,
    }
}

async fn open_table(service: &Service) -> Asked {
    Asked {
        person: service.person("Aud").await,
        path: "/v1/games".to_owned(),
        body: json!({"ruleset": "landnam", "seats": 4}),
        other: json!({"ruleset": "landnam", "seats": 3}),
        effect: rows_of("games"),
        by: 1,
    }
}

/// Bjarni at a table that Aud opened.
async fn at_a_table(service: &Service, joined: bool) -> (Person, String) {
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let game = aud.post("/v1/games", &json!({"ruleset": "landnam", "seats": 4})).await.must_be(201);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    if joined {
        bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    }
    (bjarni, path)
}

async fn join(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, false).await;
    let (body, other) = (json!({"entropy": "c0ffee"}), json!({}));
    Asked { person, path: format!("{path}/join"), body, other, effect: rows_of("seats"), by: 1 }
}

async fn leave(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, true).await;
    let path = format!("{path}/leave");
    Asked { person, path, body: json!({}), other: json!({}), effect: rows_of("seats"), by: -1 }
}

async fn act(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    let seat = table.awaited().await[0];
    let legal = table.player(seat).get(&format!("{}/legal", table.path)).await.must_be(200);
    let mut dice = rand_chacha::rand_core::SeedableRng::seed_from_u64(1);
    let moves = moves(&legal["decisions"], &mut dice);
    Asked {
        person: table.player(seat).clone(),
        path: format!("{}/actions", table.path),
        body: moves[0].body(),
        other: moves[1].body(),
        effect: "SELECT count(*) FROM entries WHERE made_by = 'seat'".to_owned(),
        by: 1,
    }
}

async fn resign(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    Asked {
        person: people[0].clone(),
        path: format!("{}/resign", table.path),
        body: json!({}),
        other: json!({}),
        effect: "SELECT count(*) FROM seats WHERE resigned_at IS NOT NULL".to_owned(),
        by: 1,
    }
}

async fn open_vote(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    Asked {
        person: people[0].clone(),
        path: format!("{}/votes", table.path),
        body: json!({"kind": "pause"}),
        other: json!({"kind": "cancel"}),
        effect: rows_of("votes"),
        by: 1,
    }
}

async fn cast_ballot(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    let votes = format!("{}/votes", table.path);
    let vote = people[0].post(&votes, &json!({"kind": "pause"})).await.must_be(201);
    Asked {
        person: people[1].clone(),
        path: format!("{votes}/{}/ballots", vote["id"].as_str().unwrap()),
        body: json!({"ballot": "no"}),
        other: json!({"ballot": "yes"}),
        effect: rows_of("ballots"),
        by: 1,
    }
}

/// Aud, who opened a table at which Bjarni sits.
async fn owner(service: &Service, sits: bool) -> (Person, Person, String) {
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let game = aud.post("/v1/games", &json!({"ruleset": "landnam", "seats": 4})).await.must_be(201);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    if sits {
        bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    }
    (aud, bjarni, path)
}

async fn kick(service: &Service) -> Asked {
    let (aud, bjarni, path) = owner(service, true).await;
    let body = json!({"account": bjarni.id});
    let other = json!({"account": aud.id});
    Asked { person: aud, path: format!("{path}/kick"), body, other, effect: rows_of("kicks"), by: 1 }
}

async fn cancel(service: &Service) -> Asked {
    let (person, _, path) = owner(service, true).await;
    let effect = "SELECT count(*) FROM games WHERE status = 'cancelled'".to_owned();
    Asked { person, path: format!("{path}/cancel"), body: json!({}), other: json!({}), effect, by: 1 }
}

async fn invite(service: &Service) -> Asked {
    let (person, _, path) = owner(service, false).await;
    let (body, other) = (json!({"name": "Bjarni"}), json!({"email": "cnut@example.org"}));
    Asked { person, path: format!("{path}/invitations"), body, other, effect: rows_of("invitations"), by: 1 }
}

async fn answer(service: &Service, what: &str) -> Asked {
    let (aud, person, path) = owner(service, false).await;
    let invited = aud.post(&format!("{path}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    let path = format!("{path}/invitations/{}/{what}", invited["id"].as_str().unwrap());
    let effect = "SELECT count(*) FROM invitations WHERE state <> 'open'".to_owned();
    Asked { person, path, body: json!({}), other: json!({}), effect, by: 1 }
}

async fn make_link(service: &Service) -> Asked {
    let (person, _, path) = owner(service, false).await;
    let (body, other) = (json!({"uses": 3}), json!({"uses": 4}));
    Asked { person, path: format!("{path}/links"), body, other, effect: rows_of("invitation_links"), by: 1 }
}

async fn say(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, true).await;
    let (body, other) = (json!({"text": "Wool for iron?"}), json!({"text": "Iron for wool?"}));
    Asked { person, path: format!("{path}/messages"), body, other, effect: rows_of("messages"), by: 1 }
}

async fn make_ticket(service: &Service) -> Asked {
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

async fn void(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    Asked {
        person: people[0].clone(),
        path: format!("/v1/admin/games/{}/void", table.id),
        body: json!({"reason": "A defect of ours."}),
        other: json!({"reason": "Another one."}),
        effect: "SELECT count(*) FROM games WHERE status = 'voided'".to_owned(),
        by: 1,
    }
}

async fn announce(service: &Service) -> Asked {
    Asked {
        person: service.person("Aud").await,
        path: "/v1/admin/announcements".to_owned(),
        body: json!({"text": "The server rests on Sunday."}),
        other: json!({"text": "The server rests on Monday."}),
        effect: rows_of("announcements"),
        by: 1,
    }
}
