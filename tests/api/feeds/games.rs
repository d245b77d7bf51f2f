//! The news of a game for anybody who may see it.

use reqwest::Method;
use serde_json::json;

use super::{HOSTILE, atom, fetch, fetch_with, must_revalidate, patient};
use crate::harness::{Service, Table, seeded_dice};

fn news(table: &Table) -> String {
    format!("/games/{}/news.atom", table.id)
}

#[tokio::test]
async fn every_ruleset_tells_its_turns_in_every_language_and_a_turn_keeps_its_id() {
    let service = Service::start_with(patient);
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    for ruleset in ["landnam", "settlers", "nord"] {
        let game = json!({"ruleset": ruleset, "seats": 3, "name": HOSTILE.trim()});
        let table = Table::with(&game, &people).await;
        let mut dice = seeded_dice(11);
        table.play(40, &mut dice).await;
        let fetched = must_revalidate(&service, &news(&table)).await;
        let read = atom::read(&fetched.body);
        assert_eq!(read.title, format!("{} – Althing", HOSTILE.trim()));
        assert!(read.entries.iter().any(|entry| !entry.content.is_empty()), "{ruleset}");
        assert!(read.entries.iter().any(|entry| entry.title.contains("Turn")), "{ruleset}: {read:?}");
        // No sentence is about the reader, who has no seat.
        assert!(!fetched.body.contains("You "), "{ruleset}: {}", fetched.body);
        let said = people.iter().filter(|person| fetched.body.contains(&person.name)).count();
        assert_eq!(said, 3, "{ruleset}");
        table.play(20, &mut dice).await;
        let later = atom::read(&fetch(&service, &news(&table)).await.body);
        assert_eq!(later.id, read.id);
        let finished = |entry: &&atom::Entry| entry.id != read.entries[0].id;
        // The oldest ones may have made room for new ones.
        for entry in read.entries.iter().filter(finished).take(20) {
            assert!(later.entries.iter().any(|one| one.id == entry.id), "{ruleset}: {entry:?}");
        }
        for (language, turn) in [("nn", "Tur"), ("sv", "Omgång"), ("de", "Zug")] {
            let spoken =
                fetch_with(&service, Method::GET, &news(&table), &[("Accept-Language", language)]).await;
            assert_eq!(atom::read(&spoken.body).language, language);
            assert_eq!(spoken.headers["content-language"], language, "{turn}");
        }
    }
}

#[tokio::test]
async fn a_game_that_is_over_tells_its_result_first() {
    let service = Service::start_short_with(2, patient);
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    for ruleset in ["landnam", "settlers"] {
        let table = Table::of(ruleset, &people).await;
        table.play(10_000, &mut seeded_dice(23)).await;
        let read = atom::read(&fetch(&service, &news(&table)).await.body);
        let first = &read.entries[0];
        assert!(first.title.ends_with("the game is over"), "{first:?}");
        assert!(first.content.contains("1. ") && first.content.contains("points"), "{first:?}");
    }
}

#[tokio::test]
async fn a_private_game_has_the_answer_of_one_that_does_not_exist() {
    let service = Service::start_with(patient);
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let mut answers = Vec::new();
    for visibility in ["private", "unlisted", "public"] {
        let path = aud.open(&json!({"ruleset": "toy", "seats": 2, "visibility": visibility})).await;
        answers.push(fetch(&service, &format!("{}/news.atom", path.replace("/v1", ""))).await);
    }
    let unknown = fetch(&service, "/games/01934490-0000-7000-8000-000000000000/news.atom").await;
    assert_eq!(answers[0], unknown);
    assert_eq!(unknown.status, 404);
    for open in &answers[1..] {
        assert_eq!(open.status, 200);
        // Before its start there is nothing to tell.
        assert!(atom::read(&open.body).entries.is_empty());
    }
    // Nobody's account is looked at: an address that shows more to some would be passed on.
    let private = aud.open(&json!({"ruleset": "toy", "seats": 2, "visibility": "private"})).await;
    let as_member = aud.get(&format!("{}/news.atom", private.replace("/v1", ""))).await;
    as_member.must_refuse(404, "game_not_found");
    assert_eq!(bjarni.get("/games/x/news.atom").await.status, 400);
}

#[tokio::test]
async fn a_reader_that_knows_only_dates_is_told_when_nothing_is_new() {
    let service = Service::start_with(patient);
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let first = fetch(&service, &news(&table)).await;
    let since = [("If-Modified-Since", first.headers["last-modified"].as_str())];
    assert_eq!(fetch_with(&service, Method::GET, &news(&table), &since).await.status, 304);
    // A tag that is not the present one counts for more than a date.
    let both = [since[0], ("If-None-Match", "\"other\"")];
    assert_eq!(fetch_with(&service, Method::GET, &news(&table), &both).await.status, 200);
    service.app.clock.advance(chrono::TimeDelta::seconds(5));
    table.play(2, &mut seeded_dice(1)).await;
    assert_eq!(fetch_with(&service, Method::GET, &news(&table), &since).await.status, 200);
}
