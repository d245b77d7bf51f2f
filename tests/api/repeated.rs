//! The bar: each POST sent five times with one key, in parallel, has one effect and five equal answers; another body
//! under that key is refused. Every POST of the service stands in the table below, or is excused with a reason.

mod stage;

use std::collections::BTreeSet;

use futures_util::future::join_all;
use reqwest::Method;

use self::stage::{Row, TABLE};
use crate::harness::Service;
use crate::support::texts;

/// POSTs that take no key, and why that does no harm.
const EXCUSED: [(&str, &str); 4] = [
    ("/accounts/verify", "the form of a page; proving an address twice is proving it once"),
    ("/accounts/reset", "the form of a page; its link is good once"),
    ("/accounts/address", "the form of a page; an answer given twice is given once"),
    ("/v1/links", "a look; the link stands in the body to keep it out of logs"),
];

/// POSTs whose rows are still to be written; each needs a table brought to a special pass first.
const TO_BE_WRITTEN: [(&str, &str); 4] = [
    ("/v1/games/{game_id}/seats/{seat}/take", "a vote that gives a seat to somebody"),
    ("/v1/games/{game_id}/return", "a caretaker in the seat of its owner"),
    ("/v1/games/{game_id}/confirm", "a full table that waits for presence"),
    ("/v1/games/{game_id}/rematch", "a game that is over"),
];

const ROUTES: &str = include_str!("../../src/http/routes.rs");

/// The addresses of the service that take a POST.
fn posts() -> BTreeSet<&'static str> {
    let addresses = ROUTES.split("Address::new(\"").skip(1);
    let posts =
        addresses.filter(|rest| rest.split("add_to").next().is_some_and(|made| made.contains(".post(")));
    posts.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_post_stands_in_the_table_or_is_excused() {
    let excused = EXCUSED.iter().chain(&TO_BE_WRITTEN).map(|(route, _)| *route);
    let listed: BTreeSet<&str> = TABLE.iter().map(|row| row.route).chain(excused).collect();
    let missing: Vec<_> = posts().difference(&listed).copied().collect();
    assert!(missing.is_empty(), "add a row to tests/api/repeated/stage.rs: {missing:?}");
    let gone: Vec<_> = listed.difference(&posts()).copied().collect();
    assert!(gone.is_empty(), "no such POST: {gone:?}");
}

#[tokio::test]
async fn each_post_sent_five_times_at_once_under_one_key_has_one_effect_and_five_equal_answers() {
    for row in TABLE {
        hold(row).await;
    }
}

async fn hold(row: &Row) {
    let operators = if row.operator { vec![first_id().await] } else { vec![] };
    let service = Service::start_with(|settings| {
        settings.accounts.verify_addresses = row.strict;
        settings.operators.accounts = operators;
    });
    let asked = (row.prepare)(&service).await;
    let before = count(&service, &asked.effect);
    let twins = (0..5).map(|_| asked.person.post_under("one-key", &asked.path, &asked.body));
    let answers = join_all(twins).await;
    assert!((200..300).contains(&answers[0].status), "{}: {}", row.route, answers[0].text);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{}: {answers:#?}", row.route);
    assert_eq!(count(&service, &asked.effect) - before, asked.by, "{}: effects", row.route);
    let later = asked.person.post_under("one-key", &asked.path, &asked.body).await;
    assert_eq!(later, answers[0], "{}: a late repeat", row.route);
    // The service knows repeats by their bytes, so a blank more makes another body.
    let request = asked.person.request(Method::POST, &asked.path).header("Idempotency-Key", "one-key");
    let request = request.header("Content-Type", "application/json").body(format!("{} ", asked.other));
    let other = asked.person.send(request).await;
    assert_eq!((other.status, other.code()), (422, "key_reused"), "{}: {}", row.route, other.text);
    assert_eq!(count(&service, &asked.effect) - before, asked.by, "{}: effects in the end", row.route);
}

/// The id of whoever registers first: the same in every service with the same seed.
async fn first_id() -> uuid::Uuid {
    Service::start().person("Aud").await.id.parse().unwrap()
}

fn count(service: &Service, query: &str) -> i64 {
    let counted = format!("SELECT ({query})::text AS value");
    texts(&service.database.url(), &counted).unwrap()[0].parse().unwrap()
}
