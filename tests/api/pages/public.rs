//! The public page of a game, and the picture that services show for a link to it.

use std::collections::BTreeMap;

use conformance::Conformance;
use reqwest::Method;
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::json;

use crate::harness::{Page, Person, Service, Table, seeded_dice, stored};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];
const UNKNOWN: &str = "/games/01900000-0000-7000-8000-000000000000";

async fn played(ruleset: &str, visibility: &str, moves: usize) -> (Service, Table) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let game = json!({"ruleset": ruleset, "seats": 3, "visibility": visibility, "name": "Þingvellir"});
    let table = match visibility {
        "private" => {
            let path = people[0].open(&game).await;
            for guest in &people[1..] {
                let invited =
                    people[0].post(&format!("{path}/invitations"), &json!({"name": guest.name})).await;
                let id = invited.must_be(201)["id"].as_str().unwrap().to_owned();
                guest.post(&format!("{path}/invitations/{id}/accept"), &json!({})).await.must_be(200);
            }
            let id = path.rsplit('/').next().unwrap().to_owned();
            Table { id, path, players: people.to_vec() }
        }
        _ => Table::with(&game, &people).await,
    };
    if visibility != "private" {
        table.play(moves, &mut seeded_dice(5)).await;
    }
    (service, table)
}

fn page_of(table: &Table) -> String {
    format!("/games/{}", table.id)
}

async fn opened(person: &Person, address: &str) -> Page {
    let page = Page(person.get(address).await);
    assert_eq!(page.0.status, 200, "{address}: {}", page.0.text);
    page
}

/// The content of a meta tag; `None` without it.
fn meta(page: &Page, name: &str) -> Option<String> {
    let (_, rest) = page.0.text.split_once(&format!("\"{name}\" content=\""))?;
    rest.split('"').next().map(|text| text.replace("&#x2f;", "/").replace("&amp;", "&"))
}

/// Everything of an answer that a stranger can tell it by.
async fn whole(person: &Person, method: Method, address: &str) -> (u16, BTreeMap<String, String>, Vec<u8>) {
    let response = person.request(method, address).header("Accept-Language", "nn").send().await.unwrap();
    let status = response.status().as_u16();
    let headers = response.headers().iter();
    let headers = headers.filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()));
    let headers =
        headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    (status, headers, response.bytes().await.unwrap().to_vec())
}

#[tokio::test]
async fn a_public_game_has_a_page_for_everybody_in_every_ruleset() {
    for ruleset in ["settlers", "landnam", "nord"] {
        let (service, table) = played(ruleset, "public", 40).await;
        let page = opened(&service.stranger(), &page_of(&table)).await;
        page.says("Þingvellir").says("class=\"strip\"").says("What happened last").says("Times are in UTC.");
        NAMES.iter().for_each(|name| {
            page.says(name);
        });
        page.says_not("<form").says_not("You ").says_not("noindex").says_not("<script");
        page.says(&format!("/rules/{ruleset}")).says("href=\"/home\"");
        assert!(page.0.text.contains("<svg") && page.0.text.contains("<h3>"), "{}", page.0.text);
        assert_eq!(meta(&page, "og:title").as_deref(), Some("Þingvellir"));
        let url = meta(&page, "og:url").unwrap();
        assert!(url.ends_with(&page_of(&table)) && url.starts_with("http"), "{url}");
        let described = meta(&page, "og:description").unwrap();
        assert!(described.contains("The game is waiting for "), "{described}");
        assert_eq!(meta(&page, "description"), Some(described));
        // Those who play see no more of it here than others do.
        let own = opened(table.player(0), &page_of(&table)).await;
        assert_eq!(own.0.text, page.0.text);
    }
}

#[tokio::test]
async fn the_page_is_in_the_language_of_the_browser_and_is_not_sent_twice() {
    let (service, table) = played("landnam", "public", 12).await;
    let stranger = service.stranger();
    let ask = |language: &str, tag: &str| {
        let request = stranger.request(Method::GET, &page_of(&table));
        request.header("Accept-Language", language.to_owned()).header("If-None-Match", tag.to_owned()).send()
    };
    let german = ask("de", "").await.unwrap();
    let header = |name: &str| german.headers()[name].to_str().unwrap().to_owned();
    let (tag, vary, policy) = (header("etag"), header("vary"), header("content-security-policy"));
    assert!(vary.contains("Accept-Language"), "{vary}");
    assert!(policy.contains("style-src 'unsafe-inline'; img-src 'self'; manifest-src 'self'"), "{policy}");
    assert!(german.text().await.unwrap().contains("Alle Zeiten in UTC."));
    // A browser applies the policy of this answer to the page that it has.
    let unchanged = ask("de", &tag).await.unwrap();
    assert_eq!(unchanged.status().as_u16(), 304);
    assert_eq!(unchanged.headers()["content-security-policy"].to_str().unwrap(), policy);
    let swedish = ask("sv", &tag).await.unwrap();
    assert_eq!(swedish.status().as_u16(), 200);
    assert!(swedish.text().await.unwrap().contains("Tiderna anges i UTC."));
}

#[tokio::test]
async fn an_unlisted_game_is_shown_and_kept_out_of_search_engines() {
    let (service, table) = played("nord", "unlisted", 9).await;
    let stranger = service.stranger();
    opened(&stranger, &page_of(&table)).await.says("content=\"noindex\"").says("Þingvellir");
    let picture = format!("{}/picture.png", page_of(&table));
    let (status, headers, _) = whole(&stranger, Method::GET, &picture).await;
    assert_eq!((status, headers["x-robots-tag"].as_str()), (200, "noindex"));
}

#[tokio::test]
async fn a_private_game_is_told_apart_from_none_by_nothing() {
    let (service, table) = played("nord", "private", 0).await;
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!((shown["status"].as_str(), shown["visibility"].as_str()), (Some("running"), Some("private")));
    let guest = service.person("Eyvind").await;
    for person in [&service.stranger(), &guest, table.player(0)] {
        for rest in ["", "?at=0", "?show=board", "/picture.png", "/picture.png?v=1&l=nn"] {
            for method in [Method::GET, Method::HEAD] {
                let private = whole(person, method.clone(), &format!("{}{rest}", page_of(&table))).await;
                let unknown = whole(person, method, &format!("{UNKNOWN}{rest}")).await;
                assert_eq!(private.0, 404, "{rest}");
                assert!(private == unknown, "{rest}: {private:?} {unknown:?}");
            }
        }
    }
    let (_, _, body) = whole(&service.stranger(), Method::GET, &page_of(&table)).await;
    let text = String::from_utf8(body).unwrap();
    assert!(text.contains("Spelet finst ikkje") && !text.contains("og:"), "{text}");
    assert!(!text.contains("Þingvellir") && !text.contains(&table.id), "{text}");
}

#[tokio::test]
async fn what_is_no_id_of_a_game_is_no_page() {
    let (service, table) = played("nord", "public", 3).await;
    let stranger = service.stranger();
    let unknown = whole(&stranger, Method::GET, UNKNOWN).await;
    let shouted = table.id.to_uppercase();
    for id in
        ["x", "%C3%BE", "1e999", "01900000-0000-7000-8000-00000000000", &shouted, &table.id.replace('-', "")]
    {
        let other = whole(&stranger, Method::GET, &format!("/games/{id}")).await;
        assert!(other == unknown, "{id}: {other:?}");
    }
}

#[tokio::test]
async fn a_game_that_has_not_begun_says_who_is_there_and_how_to_join() {
    let service = Service::start();
    let [aud] = service.people(["Aud"]).await;
    let game = json!({"ruleset": "settlers", "seats": 3, "description": "Quick & <b>calm</b>"});
    let path = aud.open(&game).await;
    let address = path.replace("/v1", "");
    let page = opened(&service.stranger(), &address).await;
    page.says("It is waiting for 2 more players.").says("At the table: Aud").says("Take a seat");
    page.says("href=\"/home\"").says("/rules/settlers").says_not("noindex");
    assert!(page.0.text.contains("&lt;b&gt;calm&lt;") && !page.0.text.contains("<b>"), "{}", page.0.text);
    assert!(meta(&page, "og:image").unwrap().ends_with("/icon-512.png"));
    let (status, ..) = whole(&service.stranger(), Method::GET, &format!("{address}/picture.png")).await;
    assert_eq!(status, 404, "there is no board yet");
    aud.post(&format!("{path}/cancel"), &json!({})).await;
    let page = opened(&service.stranger(), &address).await;
    page.says_not("Take a seat");
}

#[tokio::test]
async fn the_page_steps_back_to_the_beginning_and_shows_what_a_spectator_saw() {
    for ruleset in ["settlers", "landnam", "nord"] {
        let (service, table) = played(ruleset, "public", 30).await;
        let (stranger, address) = (service.stranger(), page_of(&table));
        let now = table.version().await;
        let then = opened(&stranger, &format!("{address}?at={now}")).await;
        then.says(&format!("Step {now} of {now}")).says("(UTC)").says_not("<form");
        table.play(10, &mut seeded_dice(9)).await;
        let present = table.version().await;
        let later = opened(&stranger, &format!("{address}?at={now}")).await;
        later.says(&format!("Step {now} of {present}"));
        let board = |page: &Page| page.0.text.split("class=\"board\"").nth(1).unwrap().to_owned();
        assert_eq!(board(&then), board(&later), "{ruleset}");
        let first = opened(&stranger, &format!("{address}?at=0")).await;
        first.says("Step 0 of ").says(&format!("href=\"{address}\""));
        opened(&stranger, &format!("{address}?at=x")).await.says("Step 0 of ");
        opened(&stranger, &format!("{address}?at=99999")).await.says("There is no such step");
        opened(&stranger, &format!("{address}?show=board")).await.says("class=\"large\"");
    }
}

#[tokio::test]
async fn a_finished_game_shows_its_result() {
    let (service, table) = played("nord", "public", 2_000).await;
    let page = opened(&service.stranger(), &page_of(&table)).await;
    page.says("class=\"winner\"").says("Where the points come from").says("Points over the turns");
    page.says("(UTC)").says_not("rematch").says_not("Times are in UTC.").says_not("<form");
    let described = meta(&page, "og:description").unwrap();
    assert!(described.contains(" with ") && described.contains("points"), "{described}");
}

#[tokio::test]
async fn the_picture_has_the_size_that_the_page_names_and_is_kept_under_its_own_address() {
    let (service, table) = played("settlers", "public", 20).await;
    let stranger = service.stranger();
    let page = opened(&stranger, &page_of(&table)).await;
    assert_eq!(meta(&page, "og:image:width").as_deref(), Some("1200"));
    assert_eq!(meta(&page, "og:image:height").as_deref(), Some("630"));
    assert_eq!(meta(&page, "og:image:alt").as_deref(), Some("The board and the players of Þingvellir"));
    let image = meta(&page, "og:image").unwrap();
    let at = image.find("/games/").unwrap();
    let (status, headers, png) = whole(&stranger, Method::GET, &image[at..]).await;
    assert_eq!((status, headers["content-type"].as_str()), (200, "image/png"));
    assert_eq!(headers["cache-control"], "public, max-age=3600");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!((&png[16..20], &png[20..24]), (&1200_u32.to_be_bytes()[..], &630_u32.to_be_bytes()[..]));
    table.play(4, &mut seeded_dice(3)).await;
    let newer = meta(&opened(&stranger, &page_of(&table)).await, "og:image").unwrap();
    assert_ne!(newer, image);
    // Under an address of earlier the present board is sent, and nobody keeps it.
    let (_, headers, _) = whole(&stranger, Method::GET, &image[at..]).await;
    assert_eq!(headers["cache-control"], "no-cache");
}

#[tokio::test]
async fn what_is_hidden_changes_no_byte_of_the_page_and_its_picture() {
    no_byte_more_is_shown(&Settlers::default()).await;
    no_byte_more_is_shown(&Landnam::default()).await;
    no_byte_more_is_shown(&Nord::default()).await;
}

async fn no_byte_more_is_shown<R: Conformance>(rules: &R) {
    let (service, table) = played(R::ID, "public", 45).await;
    let stranger = service.stranger();
    let own = stored::state(&service.database, &table.id);
    let state: R::State = serde_json::from_str(&own).unwrap();
    let other = rules.randomize_hidden(&state, None, &mut seeded_dice(8));
    assert!(other != state, "nothing is hidden in {}", R::ID);
    let other = serde_json::to_string(&other).unwrap();
    for rest in ["", "?at=99999", "?show=board", "/picture.png"] {
        let address = format!("{}{rest}", page_of(&table));
        let here = whole(&stranger, Method::GET, &address).await;
        stored::disguise_state(&service.database, &table.id, &other);
        let there = whole(&stranger, Method::GET, &address).await;
        stored::disguise_state(&service.database, &table.id, &own);
        assert_eq!(here.0, 200, "{} {rest}", R::ID);
        assert!(here == there, "{} {rest}", R::ID);
    }
}
