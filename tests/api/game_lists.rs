//! The list of games, narrowed and leafed through.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table, seeded_dice};

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
    service.app.clock.advance(TimeDelta::seconds(1));
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
        service.app.clock.advance(TimeDelta::seconds(70));
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
    service.app.clock.advance(TimeDelta::seconds(1));
    let (joined, quiet) = (open(aud).await, open(aud).await);
    service.app.clock.advance(TimeDelta::minutes(1));
    let since = service.app.now().to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
    let changed = format!("mine=true&updated_after={since}");
    assert_eq!(listed(aud, &changed).await, [""; 0]);
    service.app.clock.advance(TimeDelta::minutes(1));
    played.play(1, &mut seeded_dice(2)).await;
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

/// A list that is leafed through.
struct Leafing<'p> {
    person: &'p Person,
    path: String,
}

impl Leafing<'_> {
    /// The ids of a page, and its cursors for the one before and the one after.
    async fn page(&self, cursor: Option<&str>) -> (Vec<String>, Option<String>, Option<String>) {
        let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let page = self.person.get(&format!("{}{cursor}", self.path)).await.must_be(200);
        let cursor = |name: &str| page[name].as_str().map(str::to_owned);
        (ids(&page), cursor("prev_cursor"), cursor("next_cursor"))
    }

    /// Goes to the end and back; the pages are the same both ways.
    async fn there_and_back(&self) -> Vec<Vec<String>> {
        let mut pages = Vec::new();
        let (mut page, mut prev, mut next) = self.page(None).await;
        assert_eq!(prev, None, "{}", self.path);
        loop {
            pages.push(page);
            let Some(cursor) = next else { break };
            (page, prev, next) = self.page(Some(&cursor)).await;
        }
        for expected in pages.iter().rev().skip(1) {
            let cursor = prev.unwrap_or_else(|| panic!("{}: no way back", self.path));
            (page, prev, next) = self.page(Some(&cursor)).await;
            assert_eq!(page, *expected, "{}", self.path);
            assert!(next.is_some(), "{}", self.path);
        }
        assert_eq!(prev, None, "{}: this is the first page again", self.path);
        pages
    }
}

#[tokio::test]
async fn lists_are_leafed_through_there_and_back() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let [aud, bjarni, _] = &people;
    let mut games = Vec::new();
    for _ in 0..7 {
        service.app.clock.advance(TimeDelta::seconds(3));
        games.insert(0, open(aud).await);
    }
    for game in &games[2..4] {
        bjarni.post(&format!("/v1/games/{game}/join"), &json!({})).await.must_be(200);
    }
    let table = Table::of("toy", &people).await;
    for text in ["One", "Two", "Three", "Four", "Five"] {
        bjarni.post(&format!("{}/messages", table.path), &json!({"text": text})).await.must_be(201);
    }
    for index in 0..4 {
        let token = json!({"name": format!("bot {index}"), "scopes": ["games:read"]});
        aud.post("/v1/me/tokens", &token).await.must_be(201);
        let hook = json!({"uses": 1 + index});
        aud.post(&format!("/v1/games/{}/invitation-links", games[0]), &hook).await.must_be(201);
    }
    let lists = [
        ("/v1/games?status=open".to_owned(), 7),
        ("/v1/games?mine=true".to_owned(), 8),
        ("/v1/games?sort=soonest_full".to_owned(), 7),
        (format!("{}/messages?", table.path), 5),
        ("/v1/me/tokens?".to_owned(), 4),
        ("/v1/me/audit?".to_owned(), 5),
        (format!("/v1/games/{}/invitation-links?", games[0]), 4),
    ];
    for (path, many) in lists {
        for limit in [1, 2, 3, 100] {
            let list = Leafing { person: aud, path: format!("{path}&limit={limit}") };
            let pages = list.there_and_back().await;
            let all = pages.concat();
            assert!(all.len() >= many, "{path}: {all:?}");
            assert!(pages.iter().rev().skip(1).all(|page| page.len() == limit), "{path}");
            let mut different = all.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), all.len(), "{path}: twice the same");
        }
    }
}

#[tokio::test]
async fn what_is_new_meanwhile_is_found_on_the_way_back_and_moves_nothing_else() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let mut games = Vec::new();
    for _ in 0..5 {
        service.app.clock.advance(TimeDelta::seconds(3));
        games.insert(0, open(&aud).await);
    }
    let list = Leafing { person: &aud, path: "/v1/games?limit=2".to_owned() };
    let (first, _, next) = list.page(None).await;
    assert_eq!(first, games[..2]);
    service.app.clock.advance(TimeDelta::seconds(3));
    let fresh = open(&aud).await;
    let (second, back, _) = list.page(next.as_deref()).await;
    assert_eq!(second, games[2..4]);
    let (again, newer, _) = list.page(back.as_deref()).await;
    assert_eq!(again, games[..2]);
    let (newest, none, forward) = list.page(newer.as_deref()).await;
    assert_eq!((newest, none), (vec![fresh], None));
    assert_eq!(list.page(forward.as_deref()).await.0, games[..2]);
    let elsewhere = format!("/v1/games?limit=2&status=open&cursor={}", back.unwrap());
    aud.get(&elsewhere).await.must_blame(400, "invalid_parameter", "cursor");
}
