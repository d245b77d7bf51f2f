//! `/docs`: a page for everything that the description describes, and for what is written by hand.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::Value;

use crate::harness::{Person, Service};

async fn page(stranger: &Person, address: &str) -> String {
    let answer = stranger.get(address).await;
    assert_eq!(answer.status, 200, "{address}");
    answer.text
}

/// The addresses of links, with what they lead to on the page.
fn links(html: &str) -> BTreeSet<(String, Option<String>)> {
    let targets = html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let split = |target: &str| match target.split_once('#') {
        Some((page, place)) => (page.to_owned(), Some(place.to_owned())),
        None => (target.to_owned(), None),
    };
    targets.map(split).collect()
}

#[tokio::test]
async fn every_operation_type_and_code_has_a_page_and_no_link_leads_nowhere() {
    let service = Service::start();
    let stranger = service.stranger();
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    let mut places: BTreeSet<(String, String)> = BTreeSet::new();
    let mut next = vec!["/docs".to_owned()];
    while let Some(address) = next.pop() {
        if pages.contains_key(&address) {
            continue;
        }
        let html = page(&stranger, &address).await;
        for (target, place) in links(&html) {
            // What leads elsewhere is only ever followed by people: nothing is loaded from there.
            let is_elsewhere =
                target.starts_with("https://") && html.contains(&format!("<a href=\"{target}"));
            assert!(
                is_elsewhere || target.is_empty() || target.starts_with('/'),
                "{address} leads to {target}"
            );
            let target = if target.is_empty() { address.clone() } else { target };
            places.extend(place.map(|place| (target.clone(), place)));
            // Not written in HTML.
            let is_page = !["/docs/style.css", "/docs/docs.js"].contains(&target.as_str());
            if target.starts_with("/docs") && is_page {
                next.push(target);
            }
        }
        pages.insert(address, html);
    }
    for (address, html) in &pages {
        // One script, from here; nothing within the page runs.
        let scripts = html.matches("<script").count();
        assert!(scripts == 1 && html.contains("<script src=\"/docs/docs.js\" defer></script>"), "{address}");
        assert!(!html.contains("style=") && !html.contains("onclick"), "{address}");
        assert!(html.contains("<html lang=\"en\">") && html.matches("<h1").count() == 1, "{address}");
    }
    for (address, place) in places {
        assert!(pages[&address].contains(&format!("id=\"{place}\"")), "{address} has no {place}");
    }
    let description = stranger.get("/openapi.json").await.must_be(200);
    let operations = ["paths", "webhooks"].into_iter().flat_map(|place| {
        let items = description[place].as_object().into_iter().flat_map(|items| items.values());
        items.flat_map(|item| item.as_object().unwrap().values())
    });
    for id in operations.filter_map(|operation| operation["operationId"].as_str()) {
        assert!(pages.contains_key(&format!("/docs/operations/{id}")), "{id}");
    }
    for name in description["components"]["schemas"].as_object().unwrap().keys() {
        assert!(pages.contains_key(&format!("/docs/schemas/{name}")), "{name}");
    }
    for ruleset in ["landnam", "settlers", "nord"] {
        let ruleset = stranger.get(&format!("/v1/rulesets/{ruleset}")).await.must_be(200);
        for row in ruleset["refusals"].as_array().unwrap() {
            let code = row["code"].as_str().unwrap();
            assert!(pages[&format!("/docs/errors/{code}")].contains("What it means"), "{code}");
        }
    }
}

/// What a page says, without tags.
fn bare(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let text = parts.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let escaped =
        [("&#x2f;", "/"), ("&#x27;", "'"), ("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">")];
    escaped
        .into_iter()
        .fold(text, |text, (escaped, plain)| text.replace(escaped, plain))
        .replace("&amp;", "&")
}

#[tokio::test]
async fn the_page_of_an_operation_says_who_may_call_it_how_and_how_it_ends() {
    let service = Service::start();
    let stranger = service.stranger();
    let acting = page(&stranger, "/docs/operations/create_action").await;
    let text = bare(&acting);
    for said in [
        "POST /v1/games/{game_id}/actions",
        "with the scope games:play",
        "/v1/games/$GAME_ID/actions\" \\",
        "Idempotency-Key string",
        "game_id string (uuid) required",
        "If-Match",
        "409 decision_closed",
        "The rules of the game refuse with codes of their own",
        "503 unavailable",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    for linked in ["/docs/errors/version_stale", "/docs/schemas/Problem"] {
        assert!(acting.contains(&format!("href=\"{linked}\"")), "{linked}");
    }
    let public = bare(&page(&stranger, "/docs/operations/list_rulesets").await);
    assert!(public.contains("Anyone may call this; it takes no token."), "{public}");
    let session = bare(&page(&stranger, "/docs/operations/create_personal_token").await);
    assert!(session.contains("a personal access token is not enough"), "{session}");
}

#[tokio::test]
async fn the_page_of_a_type_has_its_members_or_forms_and_who_uses_it() {
    let service = Service::start();
    let stranger = service.stranger();
    let union = page(&stranger, "/docs/schemas/GameView").await;
    assert!(bare(&union).contains("told apart by ruleset"), "{union}");
    assert!(union.contains("href=\"/docs/schemas/NordGameView\""), "{union}");
    let problem = page(&stranger, "/docs/schemas/Problem").await;
    assert!(bare(&problem).contains("status integer required"), "{problem}");
    let list = bare(&page(&stranger, "/docs/schemas/NordGameView").await);
    assert!(list.contains("Used by"), "{list}");
}

#[tokio::test]
async fn the_page_of_a_code_says_what_it_means_what_to_do_and_where_it_comes_from() {
    let service = Service::start();
    let stranger = service.stranger();
    let stale = page(&stranger, "/docs/errors/version_stale").await;
    assert!(bare(&stale).contains("412 "), "{stale}");
    assert!(bare(&stale).contains("What to do"), "{stale}");
    // The example shows what this code adds, and the heading no marks of Markdown.
    assert!(bare(&stale).contains("\"version\": 41"), "{stale}");
    let heading = stale.split("class=\"address\"").nth(1).and_then(|rest| rest.split("</p>").next()).unwrap();
    assert!(!heading.contains('`'), "{heading}");
    assert!(stale.contains("href=\"/docs/operations/create_action\""), "{stale}");
    // A refusal of two rulesets says what each means by it.
    let held = bare(&page(&stranger, "/docs/errors/card_not_held").await);
    assert!(held.contains("Landnám") && held.contains("Settlers"), "{held}");
    assert!(held.contains("create_action") || held.contains("/actions"), "{held}");
    let any = bare(&page(&stranger, "/docs/errors/internal").await);
    assert!(any.contains("Any operation."), "{any}");
}

#[tokio::test]
async fn examples_begin_with_the_address_of_the_server() {
    let service = Service::start_with(|settings| {
        settings.http.public_url = "https://games.example.org".to_owned();
    });
    let stranger = service.stranger();
    let acting = bare(&page(&stranger, "/docs/operations/create_action").await);
    assert!(acting.contains("curl \"https://games.example.org/v1/games/$GAME_ID/actions\""), "{acting}");
    let guide = bare(&page(&stranger, "/docs/guide").await);
    assert!(guide.contains("API=https://games.example.org"), "{guide}");
}

#[tokio::test]
async fn the_form_of_an_operation_has_its_parameters_and_its_example_and_waits_for_the_script() {
    let service = Service::start();
    let stranger = service.stranger();
    let acting = page(&stranger, "/docs/operations/create_action").await;
    let form = acting.split("<section class=\"try\"").nth(1).and_then(|rest| rest.split("</section>").next());
    let form = form.unwrap();
    assert!(form.starts_with(" id=\"try\" hidden>"), "{form}");
    for part in [
        "data-method=\"POST\" data-path=\"&#x2f;v1&#x2f;games&#x2f;{game_id}&#x2f;actions\"",
        "name=\"game_id\" type=\"text\" data-place=\"path\"",
        "name=\"If-Match\"",
        "<textarea id=\"body\"",
        "<option value=\"{",
    ] {
        assert!(form.contains(part), "{part}: {form}");
    }
    // A list of games is chosen by words that are listed.
    let listing = page(&stranger, "/docs/operations/list_games").await;
    assert!(listing.contains("name=\"limit\" type=\"number\"") && listing.contains("<option>"), "{listing}");
    let webhook = page(&stranger, "/docs/operations/receive_your_turn").await;
    assert!(!webhook.contains("id=\"try\""), "{webhook}");
}

#[tokio::test]
async fn the_index_of_the_search_leads_to_every_operation_type_and_code_and_to_the_sections_of_texts() {
    let service = Service::start();
    let stranger = service.stranger();
    let index = stranger.get("/docs/search.json").await.must_be(200);
    let pages: BTreeSet<&str> =
        index.as_array().unwrap().iter().map(|entry| entry[2].as_str().unwrap()).collect();
    for wanted in [
        "operations/create_action",
        "operations/receive_your_turn",
        "schemas/NordGameView",
        "errors/decision_closed",
        "errors/card_not_held",
        "guide#streams",
        "policy#deprecation",
        "pipe#taking-back",
        "operating#backups",
    ] {
        assert!(pages.contains(wanted), "{wanted}");
    }
    let description = stranger.get("/openapi.json").await.must_be(200);
    for name in description["components"]["schemas"].as_object().unwrap().keys() {
        assert!(pages.contains(format!("schemas/{name}").as_str()), "{name}");
    }
    let mut texts = BTreeMap::new();
    for address in pages {
        let (address, place) =
            address.split_once('#').map_or((address, None), |(one, place)| (one, Some(place)));
        if let Some(place) = place {
            if !texts.contains_key(address) {
                texts.insert(address, page(&stranger, &format!("/docs/{address}")).await);
            }
            assert!(texts[address].contains(&format!("id=\"{place}\"")), "{address} has no {place}");
        }
    }
}

#[tokio::test]
async fn types_unfold_within_the_page_and_the_forms_of_a_union_say_what_they_are() {
    let service = Service::start();
    let stranger = service.stranger();
    let view = page(&stranger, "/docs/schemas/NordGameView").await;
    assert!(view.contains("<details><summary>NordView</summary>"), "{view}");
    let events = bare(&page(&stranger, "/docs/schemas/NordGameEvent").await);
    assert!(events.contains("Treasures on their fields are taken next; attacks may follow."), "{events}");
    let all = page(&stranger, "/docs/schemas").await;
    for group in
        ["id=\"service\"", "id=\"nord\"", "<h3>Actions</h3>", "<h3>Standing orders</h3>", "<h3>play</h3>"]
    {
        assert!(all.contains(group), "{group}");
    }
    let acting = page(&stranger, "/docs/operations/create_action").await;
    let side = acting.split("id=\"subjects\"").nth(1).unwrap();
    assert!(side.find("#play\"").unwrap() < side.find("#accounts\"").unwrap(), "{side}");
    assert!(
        side.contains("href=\"/docs/operations/take_back\"") && side.contains("aria-current=\"page\""),
        "{side}"
    );
}

#[tokio::test]
async fn the_limits_of_the_guide_are_those_of_the_settings() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.create_game = "7/hour".parse().unwrap();
    });
    let stranger = service.stranger();
    let guide = bare(&page(&stranger, "/docs/guide").await);
    assert!(guide.contains("Creating games7 an hour, per account"), "{guide}");
    let creating = bare(&page(&stranger, "/docs/operations/create_game").await);
    assert!(creating.contains("Limited to 7 an hour per account"), "{creating}");
}

#[tokio::test]
async fn pages_can_be_kept_and_asked_for_again_and_load_nothing_from_elsewhere() {
    let service = Service::start();
    let stranger = service.stranger();
    for address in [
        "/docs",
        "/docs/guide",
        "/docs/style.css",
        "/docs/docs.js",
        "/docs/changelog",
        "/docs/policy",
        "/docs/pipe",
        "/docs/operating",
        "/docs/errors/busy",
    ] {
        let first = stranger.request(Method::GET, address).send().await.unwrap();
        let header = |name: &str| first.headers()[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        let own = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'";
        assert!(policy.starts_with(own) && !policy.contains("unsafe"), "{address}: {policy}");
        assert!(header("cache-control").starts_with("public"), "{address}");
        assert!(first.headers().get("set-cookie").is_none(), "{address}");
        let tag = header("etag");
        let again =
            stranger.request(Method::GET, address).header("If-None-Match", &tag).send().await.unwrap();
        assert_eq!((again.status().as_u16(), again.headers()["etag"].to_str().unwrap()), (304, tag.as_str()));
        assert_eq!(again.text().await.unwrap(), "");
        let head = stranger.request(Method::HEAD, address).send().await.unwrap();
        assert_eq!((head.status().as_u16(), head.headers()["etag"].to_str().unwrap()), (200, tag.as_str()));
        assert_eq!(head.text().await.unwrap(), "");
    }
}

#[tokio::test]
async fn what_is_not_there_has_a_page_that_says_so() {
    let service = Service::start();
    let stranger = service.stranger();
    for address in
        ["operations/nothing", "schemas/Nothing", "errors/nothing", "nothing", "guide/nothing", "nothing.js"]
    {
        let answer = stranger.request(Method::GET, &format!("/docs/{address}")).send().await.unwrap();
        assert_eq!(answer.status(), 404, "{address}");
        assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("text/html"), "{address}");
        assert!(answer.text().await.unwrap().contains("No such page"), "{address}");
    }
    let odd = stranger.get("/docs/schemas/%3Cscript%3E").await;
    assert!(odd.status == 404 && odd.text.matches("<script").count() == 1, "{}", odd.text);
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    for (address, target) in
        [("/docs/", "/docs"), ("/docs/guide/", "/docs/guide"), ("/docs/operations", "/docs#operations")]
    {
        let moved = client.get(format!("{}{address}", service.servers[0].address)).send().await.unwrap();
        assert_eq!((moved.status().as_u16(), moved.headers()["location"].to_str().unwrap()), (308, target));
    }
    assert_eq!(stranger.request(Method::POST, "/docs/guide").send().await.unwrap().status(), 405);
}

/// What a client reads in a problem leads to the page of its code.
#[tokio::test]
async fn every_code_of_the_description_has_a_page() {
    let service = Service::start();
    let stranger = service.stranger();
    let description = stranger.get("/openapi.json").await.must_be(200);
    let mut codes = BTreeSet::new();
    collect(&description, &mut codes);
    assert!(codes.len() > 60, "{codes:?}");
    for code in codes {
        page(&stranger, &format!("/docs/errors/{code}")).await;
    }
}

fn collect(value: &Value, codes: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            let named = members.get("x-problem-codes").and_then(Value::as_array);
            codes.extend(named.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
            members.values().for_each(|value| collect(value, codes));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, codes)),
        _ => {}
    }
}

#[tokio::test]
async fn every_operation_that_a_page_names_is_there() {
    let description = Service::start().stranger().get("/openapi.json").await.must_be(200);
    let mut named = 0;
    for text in [
        include_str!("../../src/http/docs/guide.md"),
        include_str!("../../src/http/docs/errors.md"),
        include_str!("../../src/http/docs/policy.md"),
        include_str!("../../src/http/docs/pipe.md"),
        include_str!("../../config/README.md"),
    ] {
        // A name may be broken over two lines.
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.windows(2) {
            let method = pair[0].trim_matches(|c: char| !c.is_ascii_uppercase()).to_lowercase();
            let is_method = ["get", "post", "put", "patch", "delete"].contains(&method.as_str());
            let Some(path) = pair[1].split(['`', '?', '"']).next().filter(|path| path.starts_with("/v1/"))
            else {
                continue;
            };
            let path = path.trim_end_matches([',', '.', ';', ':', ')']);
            assert!(is_method, "{} {path}", pair[0]);
            assert!(description["paths"][path][method].is_object(), "no such operation: {} {path}", pair[0]);
            named += 1;
        }
    }
    assert!(named > 15, "{named}");
}
