//! Clubs.

use serde_json::{Value, json};

use super::{Asked, rows_of};
use crate::harness::{Person, Service};

/// Aud, Bjarni, and the path of a club that Aud owns.
async fn club(service: &Service) -> (Person, Person, String) {
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let club: Value = aud.post("/v1/clubs", &json!({"name": "Monday sagas"})).await.must_be(201);
    let path = format!("/v1/clubs/{}", club["id"].as_str().unwrap());
    (aud, bjarni, path)
}

pub async fn found(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    let (body, other) = (json!({"name": "Friday sagas"}), json!({"name": "Sunday sagas"}));
    Asked::new(person, "/v1/clubs", [body, other], rows_of("clubs"))
}

pub async fn join(service: &Service) -> Asked {
    let (_, bjarni, path) = club(service).await;
    let other = json!({"link": "AZNEn2jAey"});
    Asked::new(bjarni, format!("{path}/join"), [json!({}), other], rows_of("club_members"))
}

pub async fn leave(service: &Service) -> Asked {
    let (_, bjarni, path) = club(service).await;
    bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    let path = format!("{path}/leave");
    Asked { by: -1, ..Asked::new(bjarni, path, [json!({}), json!({})], rows_of("club_members")) }
}

pub async fn change(service: &Service) -> Asked {
    let (aud, _, path) = club(service).await;
    let (body, other) = (json!({"joining": "open"}), json!({"joining": "link"}));
    Asked::new(aud, path, [body, other], "SELECT count(*) FROM clubs WHERE joining = 'open'")
}

pub async fn let_in(service: &Service) -> Asked {
    let (aud, bjarni, path) = club(service).await;
    bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    let (body, other) = (json!({"role": "member"}), json!({"role": "organiser"}));
    let effect = "SELECT count(*) FROM club_members WHERE role = 'member'";
    Asked::new(aud, format!("{path}/members/{}", bjarni.id), [body, other], effect)
}

pub async fn make_link(service: &Service) -> Asked {
    let (aud, _, path) = club(service).await;
    let (body, other) = (json!({"uses": 30}), json!({"uses": 31}));
    Asked::new(aud, format!("{path}/invitation-links"), [body, other], rows_of("club_links"))
}

pub async fn look_at_link(service: &Service) -> Asked {
    let Asked { person, path, body, .. } = make_link(service).await;
    let made = person.post(&path, &body).await.must_be(201);
    let body = json!({"link": made["token"]});
    let path = "/v1/club-links/lookup";
    Asked { by: 0, ..Asked::new(person, path, [body.clone(), body], rows_of("club_members")) }
}

pub async fn say(service: &Service) -> Asked {
    let (aud, _, path) = club(service).await;
    let (body, other) = (json!({"text": "A new saga on Friday?"}), json!({"text": "On Sunday?"}));
    Asked::new(aud, format!("{path}/messages"), [body, other], rows_of("club_messages"))
}

pub async fn set_channel(service: &Service) -> Asked {
    let (aud, _, path) = club(service).await;
    let body = json!({"format": "discord", "url": "https://discord.com/api/webhooks/1/x"});
    let other = json!({"format": "slack", "url": "https://hooks.slack.com/services/T/B/x"});
    Asked::new(aud, format!("{path}/channels"), [body, other], rows_of("club_channels"))
}
