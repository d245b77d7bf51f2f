//! How somebody comes to send what is about a table that waits, or about the next one.

use serde_json::json;

use super::{Asked, rows_of};
use crate::harness::{Person, Service, Table};

pub async fn open_table(service: &Service) -> Asked {
    Asked::new(
        service.person("Aud").await,
        "/v1/games",
        [json!({"ruleset": "landnam", "seats": 4}), json!({"ruleset": "landnam", "seats": 3})],
        rows_of("games"),
    )
}

pub async fn open_tables(service: &Service) -> Asked {
    let game = |seats| json!({"ruleset": "landnam", "seats": seats});
    let bodies = [json!({"games": [game(4), game(3)]}), json!({"games": [game(3), game(3)]})];
    Asked { by: 2, ..Asked::new(service.person("Aud").await, "/v1/game-batches", bodies, rows_of("games")) }
}

/// Bjarni at a table that Aud opened.
pub async fn at_a_table(service: &Service, joined: bool) -> (Person, String) {
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let path = aud.open(&json!({"ruleset": "landnam", "seats": 4})).await;
    if joined {
        bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    }
    (bjarni, path)
}

pub async fn join(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, false).await;
    let (body, other) = (json!({"entropy": "c0ffee"}), json!({}));
    Asked::new(person, format!("{path}/join"), [body, other], rows_of("seats"))
}

pub async fn leave(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, true).await;
    let path = format!("{path}/leave");
    Asked { by: -1, ..Asked::new(person, path, [json!({}), json!({})], rows_of("seats")) }
}

/// Aud, who opened a table at which Bjarni sits.
pub async fn owner(service: &Service, sits: bool) -> (Person, Person, String) {
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let path = aud.open(&json!({"ruleset": "landnam", "seats": 4})).await;
    if sits {
        bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    }
    (aud, bjarni, path)
}

pub async fn kick(service: &Service) -> Asked {
    let (aud, bjarni, path) = owner(service, true).await;
    let body = json!({"account": bjarni.id});
    let other = json!({"account": aud.id});
    Asked::new(aud, format!("{path}/kick"), [body, other], rows_of("kicks"))
}

pub async fn cancel(service: &Service) -> Asked {
    let (person, _, path) = owner(service, true).await;
    let effect = "SELECT count(*) FROM games WHERE status = 'cancelled'";
    Asked::new(person, format!("{path}/cancel"), [json!({}), json!({})], effect)
}

pub async fn invite(service: &Service) -> Asked {
    let (person, _, path) = owner(service, false).await;
    let (body, other) = (json!({"name": "Bjarni"}), json!({"email": "cnut@example.org"}));
    Asked::new(person, format!("{path}/invitations"), [body, other], rows_of("invitations"))
}

pub async fn answer(service: &Service, what: &str) -> Asked {
    let (aud, person, path) = owner(service, false).await;
    let invited = aud.post(&format!("{path}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    let path = format!("{path}/invitations/{}/{what}", invited["id"].as_str().unwrap());
    let effect = "SELECT count(*) FROM invitations WHERE state <> 'open'";
    Asked::new(person, path, [json!({}), json!({})], effect)
}

pub async fn make_link(service: &Service) -> Asked {
    let (person, _, path) = owner(service, false).await;
    let (body, other) = (json!({"uses": 3}), json!({"uses": 4}));
    Asked::new(person, format!("{path}/invitation-links"), [body, other], rows_of("invitation_links"))
}

pub async fn look_at_link(service: &Service) -> Asked {
    let Asked { person, path, body, .. } = make_link(service).await;
    let made = person.post(&path, &body).await.must_be(201);
    let body = json!({"link": made["token"]});
    let path = "/v1/invitation-links/lookup";
    Asked { by: 0, ..Asked::new(person, path, [body.clone(), body], rows_of("seats")) }
}

pub async fn change(service: &Service) -> Asked {
    let (person, _, path) = owner(service, true).await;
    let (body, other) = (json!({"bots": ["steady"]}), json!({"bots": ["random"]}));
    let effect = "SELECT count(*) FROM seats WHERE bot = 'steady'";
    Asked::new(person, path, [body, other], effect)
}

pub async fn confirm(service: &Service) -> Asked {
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let game = json!({"ruleset": "toy", "seats": 2, "start": "on_confirmation"});
    let path = aud.open(&game).await;
    let full = bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    assert_eq!(full["status"], "confirming");
    let effect = "SELECT count(*) FROM seats WHERE confirmed_at IS NOT NULL";
    let path = format!("{path}/confirm");
    Asked::new(bjarni, path, [json!({}), json!({})], effect)
}

pub async fn rematch(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    people[0].post(&format!("{}/resign", table.path), &json!({})).await.must_be(200);
    Asked::new(
        people[1].clone(),
        format!("{}/rematch", table.path),
        [json!({"entropy": "5eed"}), json!({})],
        rows_of("games"),
    )
}
