//! Competitions.

use serde_json::{Value, json};

use super::{Asked, rows_of};
use crate::harness::{Person, Service};

const TERMS: &str = r#"{"name": "Monday league", "form": {"type": "league", "rounds": 3}, "tables": {"size": 2},
    "games": {"ruleset": "toy"}, "most_entrants": 4}"#;

/// Four entrants and a substitute of a competition that Aud, the first one, organises, and its path.
async fn competition(service: &Service) -> ([Person; 5], String) {
    let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla", "Egil"]).await;
    let terms: Value = serde_json::from_str(TERMS).unwrap();
    let made = people[0].post("/v1/competitions", &terms).await.must_be(201);
    let path = format!("/v1/competitions/{}", made["id"].as_str().unwrap());
    for person in &people {
        person.post(&format!("{path}/sign-up"), &json!({})).await.must_be(200);
    }
    (people, path)
}

async fn running(service: &Service) -> ([Person; 5], String) {
    let (people, path) = competition(service).await;
    people[0].post(&format!("{path}/rounds"), &json!({"round": 1})).await.must_be(200);
    (people, path)
}

pub async fn create(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    let body: Value = serde_json::from_str(TERMS).unwrap();
    let mut other = body.clone();
    other["name"] = json!("Sunday league");
    Asked::new(person, "/v1/competitions", [body, other], rows_of("competitions"))
}

pub async fn invite(service: &Service) -> Asked {
    let [aud, ..] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let terms: Value = serde_json::from_str(TERMS).unwrap();
    let made = aud.post("/v1/competitions", &terms).await.must_be(201);
    let path = format!("/v1/competitions/{}/invitations", made["id"].as_str().unwrap());
    let mails = "SELECT count(*) FROM mails WHERE kind = 'competition_invitation'";
    Asked::new(aud, path, [json!({"name": "Bjarni"}), json!({"name": "Cnut"})], mails)
}

pub async fn sign_up(service: &Service) -> Asked {
    let (_, path) = competition(service).await;
    let late = service.person("Finn").await;
    Asked::new(late, format!("{path}/sign-up"), [json!({}), json!({})], rows_of("competition_entrants"))
}

pub async fn withdraw(service: &Service) -> Asked {
    let ([_, bjarni, ..], path) = competition(service).await;
    let asked = Asked::new(
        bjarni,
        format!("{path}/withdraw"),
        [json!({}), json!({})],
        rows_of("competition_entrants"),
    );
    Asked { by: -1, ..asked }
}

pub async fn pair(service: &Service) -> Asked {
    let ([aud, ..], path) = competition(service).await;
    let (body, other) = (json!({"round": 1}), json!({"round": 2}));
    Asked::new(aud, format!("{path}/rounds"), [body, other], rows_of("competition_rounds"))
}

pub async fn replace(service: &Service) -> Asked {
    let ([aud, bjarni, _, dalla, egil], path) = running(service).await;
    let path = format!("{path}/entrants/{}/replace", bjarni.id);
    let (body, other) = (json!({"by": egil.id}), json!({"by": dalla.id}));
    let replaced = "SELECT count(*) FROM competition_entrants WHERE replaced_from = 2";
    Asked::new(aud, path, [body, other], replaced)
}

pub async fn correct(service: &Service) -> Asked {
    let ([aud, ..], path) = running(service).await;
    let (body, other) = (
        json!({"entrant": 0, "change": 50, "note": "Said in time."}),
        json!({"entrant": 1, "change": 50, "note": "Said in time."}),
    );
    Asked::new(aud, format!("{path}/corrections"), [body, other], rows_of("competition_corrections"))
}

pub async fn begin_next_season(service: &Service) -> Asked {
    let ([aud, ..], path) = running(service).await;
    service.database.run("UPDATE competitions SET status = 'finished', ended_at = started_at");
    Asked::new(aud, format!("{path}/next-season"), [json!({}), json!({})], rows_of("competitions"))
}

pub async fn change(service: &Service) -> Asked {
    let ([aud, ..], path) = competition(service).await;
    let body =
        json!({"schedule": {"starts_at": "2026-12-01T18:00:00Z", "next_round": {"type": "when_over"}}});
    let other = json!({"name": "Tuesday league"});
    Asked::new(aud, path, [body, other], "SELECT count(*) FROM competitions WHERE due_at IS NOT NULL")
}
