//! How somebody comes to send what is about a table that waits, or about the next one.

use serde_json::json;

use super::{Asked, rows_of};
use crate::harness::{Person, Service, Table};

pub async fn open_table(service: &Service) -> Asked {
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
    Asked { person, path: format!("{path}/join"), body, other, effect: rows_of("seats"), by: 1 }
}

pub async fn leave(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, true).await;
    let path = format!("{path}/leave");
    Asked { person, path, body: json!({}), other: json!({}), effect: rows_of("seats"), by: -1 }
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
    Asked { person: aud, path: format!("{path}/kick"), body, other, effect: rows_of("kicks"), by: 1 }
}

pub async fn cancel(service: &Service) -> Asked {
    let (person, _, path) = owner(service, true).await;
    let effect = "SELECT count(*) FROM games WHERE status = 'cancelled'".to_owned();
    Asked { person, path: format!("{path}/cancel"), body: json!({}), other: json!({}), effect, by: 1 }
}

pub async fn invite(service: &Service) -> Asked {
    let (person, _, path) = owner(service, false).await;
    let (body, other) = (json!({"name": "Bjarni"}), json!({"email": "cnut@example.org"}));
    Asked { person, path: format!("{path}/invitations"), body, other, effect: rows_of("invitations"), by: 1 }
}

pub async fn answer(service: &Service, what: &str) -> Asked {
    let (aud, person, path) = owner(service, false).await;
    let invited = aud.post(&format!("{path}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    let path = format!("{path}/invitations/{}/{what}", invited["id"].as_str().unwrap());
    let effect = "SELECT count(*) FROM invitations WHERE state <> 'open'".to_owned();
    Asked { person, path, body: json!({}), other: json!({}), effect, by: 1 }
}

pub async fn make_link(service: &Service) -> Asked {
    let (person, _, path) = owner(service, false).await;
    let (body, other) = (json!({"uses": 3}), json!({"uses": 4}));
    Asked {
        person,
        path: format!("{path}/invitation-links"),
        body,
        other,
        effect: rows_of("invitation_links"),
        by: 1,
    }
}

pub async fn look_at_link(service: &Service) -> Asked {
    let Asked { person, path, body, .. } = make_link(service).await;
    let made = person.post(&path, &body).await.must_be(201);
    let body = json!({"link": made["token"]});
    let path = "/v1/invitation-links/lookup".to_owned();
    Asked { person, path, other: body.clone(), body, effect: rows_of("seats"), by: 0 }
}

pub async fn change(service: &Service) -> Asked {
    let (person, _, path) = owner(service, true).await;
    let (body, other) = (json!({"bots": ["steady"]}), json!({"bots": ["random"]}));
    let effect = "SELECT count(*) FROM seats WHERE bot = 'steady'".to_owned();
    Asked { person, path, body, other, effect, by: 1 }
}

pub async fn confirm(service: &Service) -> Asked {
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let game = json!({"ruleset": "toy", "seats": 2, "start": "on_confirmation"});
    let path = aud.open(&game).await;
    let full = bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    assert_eq!(full["status"], "confirming");
    let effect = "SELECT count(*) FROM seats WHERE confirmed_at IS NOT NULL".to_owned();
    let path = format!("{path}/confirm");
    Asked { person: bjarni, path, body: json!({}), other: json!({}), effect, by: 1 }
}

pub async fn rematch(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    people[0].post(&format!("{}/resign", table.path), &json!({})).await.must_be(200);
    Asked {
        person: people[1].clone(),
        path: format!("{}/rematch", table.path),
        body: json!({"entropy": "5eed"}),
        other: json!({}),
        effect: rows_of("games"),
        by: 1,
    }
}
