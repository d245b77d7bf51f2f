//! Who has the addresses of feeds, and when they are dead.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Feeds, Fetched, fetch, fetch_with, patient};
use crate::harness::{Browser, Person, PostOffice, Service};
use crate::pages::{ask_for_page, stored};

const SECRET_CHARS: usize = 43;

async fn live(service: &Service, feeds: &Feeds) -> bool {
    let both = [fetch(service, &feeds.calendar).await.status, fetch(service, &feeds.news).await.status];
    assert!(both == [200, 200] || both == [404, 404], "{both:?}");
    both == [200, 200]
}

#[tokio::test]
async fn addresses_are_made_when_their_owner_asks_and_shown_again_until_they_are_renewed() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let none = json!({"calendar_url": null, "news_url": null, "club_calendars": [], "created_at": null});
    assert_eq!(aud.get("/v1/me/feeds").await.must_be(200), none);
    let made = aud.post("/v1/me/feeds/renew", &json!({})).await.must_be(200);
    assert_eq!(aud.get("/v1/me/feeds").await.must_be(200), made);
    let (first, other) = (Feeds::shown(&made), Feeds::of(&bjarni).await);
    // Nothing in an address tells whose it is, or what it was made after.
    let secret = |feeds: &Feeds| feeds.news.split('/').nth(2).unwrap().to_owned();
    assert_eq!([secret(&first).len(), secret(&other).len()], [SECRET_CHARS; 2]);
    assert_ne!(secret(&first), secret(&other));
    let second = Feeds::of(&aud).await;
    assert_ne!(secret(&first), secret(&second));
    assert!(!live(&service, &first).await && live(&service, &second).await && live(&service, &other).await);
    aud.delete("/v1/me/feeds").await.must_be(204);
    aud.delete("/v1/me/feeds").await.must_be(204);
    assert!(!live(&service, &second).await && live(&service, &other).await);
    assert_eq!(aud.get("/v1/me/feeds").await.must_be(200), none);
    // The table alone gives no address away.
    let table = service.database.texts("SELECT row_to_json(f)::text AS value FROM feed_addresses f").join("");
    assert!(!table.contains(&secret(&other)), "{table}");
    let kinds = aud.get("/v1/me/audit").await.must_be(200)["items"].to_string();
    assert!(kinds.contains("feeds_renewed") && kinds.contains("feeds_ended"), "{kinds}");
}

#[tokio::test]
async fn no_token_and_no_stranger_is_shown_an_address() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let scopes =
        ["games:read", "games:create", "games:play", "orders", "messages", "webhooks", "account:read"];
    let bot = aud.with_scopes(&scopes).await;
    for (method, path) in [
        (Method::GET, "/v1/me/feeds"),
        (Method::POST, "/v1/me/feeds/renew"),
        (Method::DELETE, "/v1/me/feeds"),
    ] {
        bot.send(bot.request(method.clone(), path)).await.must_refuse(403, "session_required");
        let stranger = service.stranger();
        stranger.send(stranger.request(method, path)).await.must_refuse(401, "unauthenticated");
    }
    let feeds = Feeds::of(&aud).await;
    let export = aud.get("/v1/me/export").await;
    assert_eq!(
        export.json["sections"]["feed_addresses"].as_array().map(Vec::len),
        Some(1),
        "{}",
        export.text
    );
    assert!(!export.text.contains(feeds.news.split('/').nth(2).unwrap()));
}

#[tokio::test]
async fn a_secret_that_opens_nothing_looks_the_same_whatever_became_of_it() {
    let mut office = PostOffice::open_with(1, patient);
    let operator = office.operator("Ulfljot").await;
    let people = office.service.people(["Aud", "Bjarni", "Cnut", "Dalla", "Eyvind"]).await;
    let service = &office.service;
    let mut dead = vec![format!("/feeds/{}/", "A".repeat(SECRET_CHARS)), "/feeds/x/".to_owned()];
    for (place, person) in people.iter().enumerate() {
        let feeds = Feeds::of(person).await;
        assert!(live(service, &feeds).await);
        dead.push(feeds.news.replace("news.atom", ""));
        match place {
            0 => drop(Feeds::of(person).await),
            1 => drop(person.delete("/v1/me/feeds").await.must_be(204)),
            2 => {
                let reason = json!({"reason": "two accounts at one table"});
                let ban = format!("/v1/admin/accounts/{}/ban", person.id);
                assert_eq!(operator.put(&ban, &reason).await.status, 204);
            }
            3 => {
                let password = json!({"password": "a long ship west"});
                assert_eq!(person.delete_with("/v1/me", &password).await.status, 204);
            }
            _ => end_other_sessions(person).await,
        }
    }
    for feed in ["calendar.ics", "news.atom"] {
        let answers: Vec<Fetched> = {
            let mut answers = Vec::new();
            for folder in &dead {
                answers.push(fetch(service, &format!("{folder}{feed}")).await);
            }
            answers
        };
        assert_eq!(answers[0].status, 404);
        for (answer, folder) in answers.iter().zip(&dead) {
            assert_eq!(answer, &answers[0], "{folder}");
        }
    }
    // A ban that is lifted was a mistake: what its owner had set up works again.
    let lifted = format!("/v1/admin/accounts/{}/ban", people[2].id);
    assert_eq!(operator.delete(&lifted).await.status, 204);
    assert_eq!(fetch(service, &format!("{}news.atom", dead[4])).await.status, 200);
    assert_eq!(stored(&office, "SELECT count(*)::text AS value FROM feed_addresses"), ["2"]);
}

async fn end_other_sessions(person: &Person) {
    assert_eq!(person.delete("/v1/me/sessions").await.status, 204);
}

#[tokio::test]
async fn feeds_are_fetched_so_often_and_not_more() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.feed = "3/hour".parse().unwrap();
    });
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let (feeds, other) = (Feeds::of(&aud).await, Feeds::of(&bjarni).await);
    for path in [&feeds.calendar, &feeds.news, &feeds.news] {
        assert_eq!(fetch(&service, path).await.status, 200);
    }
    let refused = fetch_with(&service, Method::HEAD, &feeds.calendar, &[]).await;
    assert_eq!(refused.status, 429);
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(fetch(&service, &other.news).await.status, 200);
}

#[tokio::test]
async fn the_page_shows_the_addresses_and_whoever_ends_its_link_ends_them() {
    let office = PostOffice::open_with(1, patient);
    let aud = office.service.person("Aud").await;
    let browser = Browser::new(&office);
    let page = ask_for_page(&office, &browser, "aud@example.org").await;
    let address = page.0.address.split('?').next().unwrap().to_owned();
    let part = format!("{address}?show=news");
    assert_eq!(page.links(&part), [part.as_str()]);
    let news = browser.open(&part).await;
    news.says("You have no addresses yet.");
    let feeds_now = async || aud.get("/v1/me/feeds").await.must_be(200);
    assert_eq!(feeds_now().await["news_url"], Value::Null, "a look makes none");
    let made = browser.send_form(&news.form("renew_feeds")).await;
    let shown = feeds_now().await;
    made.says(shown["calendar_url"].as_str().unwrap()).says(shown["news_url"].as_str().unwrap());
    let renewed = browser.send_form(&made.form("renew_feeds")).await;
    renewed.says("The addresses are new.").says(feeds_now().await["news_url"].as_str().unwrap());
    assert!(!live(&office.service, &Feeds::shown(&shown)).await);
    browser.send_form(&renewed.form("end_feeds")).await.says("The addresses were removed.");
    assert_eq!(feeds_now().await["news_url"], Value::Null);
    let made = browser.send_form(&news.form("renew_feeds")).await;
    let last = Feeds::shown(&feeds_now().await);
    assert!(live(&office.service, &last).await);
    // Whoever had the link of the page has seen them.
    browser.send_form(&browser.open(&address).await.form("end_links")).await;
    assert!(!live(&office.service, &last).await);
    assert_eq!(browser.send_form(&made.form("renew_feeds")).await.0.status, 404);
    assert_eq!(feeds_now().await["news_url"], Value::Null);
}
