//! The list of games, narrowed and leafed through.

use chrono::TimeDelta;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table};

/// The ids on a page.
fn ids(page: &Value) -> Vec<String> {
    page["items"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

async fn listed(person: &Person, query: &str) -> Vec<String> {
    ids(&person.get(&format!("/v1/games?{query}")).await.must_be(200))
}

async fn open(person: &Person) -> String {
    let opened = person.post("/v1/games", &json!({"ruleset": "toy", "seats": 3})).await.must_be(201);
    opened["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn it_takes_several_statuses_repeated_or_with_commas() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let aud = &people[0];
    let running = Table::of("toy", &people).await.id.clone();
    let waiting = open(aud).await;
    let cancelled = open(aud).await;
    aud.post(&format!("/v1/games/{cancelled}/cancel"), &json!({})).await.must_be(200);
    assert_eq!(listed(aud, "status=open").await, [waiting.as_str()]);
    assert_eq!(listed(aud, "status=running").await, [running.as_str()]);
    let both = [waiting, running];
    for query in ["status=open&status=running", "status=running,open", "status=open&limit=5&status=running"] {
        assert_eq!(listed(aud, query).await, both, "{query}");
        assert_eq!(listed(aud, &format!("mine=true&{query}")).await, both, "{query}");
    }
    for query in ["status=open&status=asleep", "status=open,", "status="] {
        aud.get(&format!("/v1/games?{query}")).await.must_blame(400, "invalid_parameter", "status");
    }
}

#[tokio::test]
async fn it_is_narrowed_by_when_games_were_created() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let mut games = Vec::new();
    for _ in 0..4 {
        service.app.clock.advance(TimeDelta::hours(1));
        let id = open(&aud).await;
        let shown = aud.get(&format!("/v1/games/{id}")).await.must_be(200);
        games.insert(0, (id, shown["created_at"].as_str().unwrap().to_owned()));
    }
    let all: Vec<&str> = games.iter().map(|(id, _)| id.as_str()).collect();
    let (second, third) = (&games[1].1, &games[2].1);
    assert_eq!(listed(&aud, &format!("created_after={third}")).await, all[..2]);
    assert_eq!(listed(&aud, &format!("created_before={second}")).await, all[2..]);
    let moment = third.replace('Z', "%2B00:00");
    assert_eq!(listed(&aud, &format!("created_after={moment}&limit=1")).await, all[..1]);
    assert_eq!(listed(&aud, &format!("created_after={third}&created_before={second}")).await, all[..0]);
    for name in ["created_after", "created_before", "updated_after"] {
        let path = format!("/v1/games?mine=true&{name}=yesterday");
        aud.get(&path).await.must_blame(400, "invalid_parameter", name);
    }
}

#[tokio::test]
async fn whoever_comes_back_gets_those_of_their_games_in_which_something_has_happened() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let [aud, bjarni, _] = &people;
    let (played, resting) = (Table::of("toy", &people).await, Table::of("toy", &people).await);
    let (joined, quiet) = (open(aud).await, open(aud).await);
    service.app.clock.advance(TimeDelta::hours(1));
    let since = aud.get("/v1/me/inbox").await;
    assert_eq!(since.status, 200);
    let since = service.app.now().to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
    let changed = format!("mine=true&updated_after={since}");
    assert_eq!(listed(aud, &changed).await, [""; 0]);
    service.app.clock.advance(TimeDelta::minutes(1));
    played.play(1, &mut ChaCha8Rng::seed_from_u64(2)).await;
    bjarni.post(&format!("/v1/games/{joined}/join"), &json!({})).await.must_be(200);
    let fresh = open(aud).await;
    let expected = [fresh.as_str(), joined.as_str(), played.id.as_str()];
    assert_eq!(listed(aud, &changed).await, expected);
    assert!(!expected.contains(&resting.id.as_str()) && !expected.contains(&quiet.as_str()));
    aud.get(&format!("/v1/games?updated_after={since}")).await.must_blame(
        400,
        "invalid_parameter",
        "updated_after",
    );
}
