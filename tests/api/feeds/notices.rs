//! The news of an account, as news readers read them.

use serde_json::json;

use super::{Feeds, HOSTILE, atom, fetch, fetch_with, must_revalidate, patient};
use crate::harness::{PostOffice, Table, seeded_dice};
use reqwest::Method;

#[tokio::test]
async fn news_tell_what_mails_tell_and_neither_messages_nor_secret_links() {
    let office = PostOffice::open_with(0, patient);
    let service = &office.service;
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let game = json!({"ruleset": "toy", "seats": 2, "name": HOSTILE.trim()});
    let table = Table::with(&game, &people[..2]).await;
    let seat = table.awaited().await[0];
    let other = table.player(1 - seat);
    other.post(&format!("{}/messages", table.path), &json!({"text": "psst, the cards"})).await.must_be(201);
    let feeds = Feeds::of(table.player(seat)).await;
    let fetched = must_revalidate(service, &feeds.news).await;
    assert_eq!(fetched.headers["content-type"], "application/atom+xml; charset=utf-8");
    let read = atom::read(&fetched.body);
    let name = HOSTILE.trim();
    assert_eq!(read.title, format!("Althing: news for {}", table.player(seat).name));
    let titles: Vec<&str> = read.entries.iter().map(|entry| entry.title.as_str()).collect();
    for expected in ["it is your turn", "a message for you"] {
        assert!(titles.contains(&format!("{name}: {expected}").as_str()), "{expected}: {titles:?}");
    }
    let play = format!("{}/play/{}", service.app.settings.http.public_url, table.id);
    assert!(read.entries.iter().all(|entry| entry.link == play && entry.content.is_empty()));
    for secret in ["psst", "/seat/", "/account/", "reply+", "/feeds/"] {
        assert!(!fetched.body.contains(secret), "{secret}: {}", fetched.body);
    }
    // The call of the first turn says that the game has begun; the others are told so.
    let others = atom::read(&fetch(service, &Feeds::of(other).await.news).await.body);
    assert!(others.entries.iter().any(|entry| entry.title == format!("{name}: the game has begun")));
    // Whoever has no seat there has no news of it.
    assert!(atom::read(&fetch(service, &Feeds::of(&people[2]).await.news).await.body).entries.is_empty());
    // Fetched again after more has happened, an entry is what it was.
    office.after_seconds(60);
    table.play(4, &mut seeded_dice(3)).await;
    let later = atom::read(&fetch(service, &feeds.news).await.body);
    assert!(later.entries.len() > read.entries.len());
    assert!(read.entries.iter().all(|entry| later.entries.contains(entry)));
    let since = [("If-Modified-Since", fetched.headers["last-modified"].as_str())];
    assert_eq!(fetch_with(service, Method::GET, &feeds.news, &since).await.status, 200);
}

#[tokio::test]
async fn invitations_are_news_until_they_are_answered_and_former_players_learn_no_new_name() {
    let office = PostOffice::open_with(0, patient);
    let service = &office.service;
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let path =
        aud.open(&json!({"ruleset": "toy", "seats": 3, "visibility": "private", "name": "First"})).await;
    let feeds = Feeds::of(&bjarni).await;
    let news = async || atom::read(&fetch(service, &feeds.news).await.body).entries;
    let invited = json!({"name": "Bjarni"});
    let invitation = aud.post(&format!("{path}/invitations"), &invited).await.must_be(201);
    let entries = news().await;
    assert_eq!(
        entries.iter().map(|entry| entry.title.as_str()).collect::<Vec<_>>(),
        ["First: Aud invites you"]
    );
    assert!(entries[0].link.ends_with("/home"));
    let accept = format!("{path}/invitations/{}/accept", invitation["id"].as_str().unwrap());
    bjarni.post(&accept, &json!({})).await.must_be(200);
    assert!(news().await.is_empty());
    // Removed from the table, Bjarni is told nothing of what becomes of it.
    let kicked = aud.post(&format!("{path}/kick"), &json!({"account": bjarni.id})).await;
    assert!(kicked.status < 500, "{}", kicked.text);
    aud.patch(&path, &json!({"name": "Secret plans"})).await.must_be(200);
    assert!(!fetch(service, &feeds.news).await.body.contains("Secret plans"));
}

#[tokio::test]
async fn the_latest_fifty_are_told() {
    let office = PostOffice::open_with(0, patient);
    let service = &office.service;
    let people = service.people(["Aud", "Bjarni"]).await;
    let feeds = Feeds::of(&people[0]).await;
    for round in 0..26 {
        office.after_seconds(1);
        let game = json!({"ruleset": "toy", "seats": 2, "name": format!("Round {round}")});
        Table::with(&game, &people).await;
    }
    let read = atom::read(&fetch(service, &feeds.news).await.body);
    assert!(read.entries.len() >= 25);
    let told =
        |round: usize| read.entries.iter().any(|entry| entry.title.starts_with(&format!("Round {round}:")));
    assert!(told(25) && told(24));
}
