//! The bar: each POST sent five times with one key, in parallel, has one effect and five equal answers; another body
//! under that key is refused. Every POST of the service has a row, or is excused with a reason.

use std::collections::BTreeSet;

use futures_util::future::join_all;

use crate::harness::Answer;
use crate::stage::{KEYED, Row};

/// POSTs that take no key, and why that does no harm.
const EXCUSED: [(&str, &str); 14] = [
    ("/accounts/verify", "the form of a page; proving an address twice is proving it once"),
    ("/accounts/reset", "the form of a page; its link is good once"),
    ("/accounts/email", "the form of a page; an answer given twice is given once"),
    ("/account", "the form of a page; a second mail within a minute is not sent"),
    (
        "/account/{link}",
        "the form of a page; what was pressed twice was pressed in sight of what it had done",
    ),
    ("/invite/{link}", "the form of a page; an invitation is answered once"),
    ("/offer/{link}", "the form of a page; a seat is taken once"),
    ("/seat/{link}", "the form of a page; it names the decision that it answers"),
    ("/sign-up/{link}", "the form of a page; an address has one account"),
    ("/notifications/unsubscribe", "the form of a page; a kind that is turned off stays so"),
    ("/notifications/refuse", "the form of a page; an address that refuses goes on refusing"),
    ("/v1/games/{game_id}/orders/dry-run", "a look; it keeps nothing"),
    ("/v1/games/{game_id}/actions/preview", "a look; it keeps nothing"),
    ("/v1/invitation-links/lookup", "a look; the link stands in the body to keep it out of logs"),
];

const OPERATIONS: &str = include_str!("../../openapi.yaml");
const ROUTES: &str = include_str!("../../src/http/routes.rs");

/// The addresses of the service that take a POST: operations, which are all described, and pages.
fn posts() -> BTreeSet<String> {
    let description: serde_json::Value = yaml_serde::from_str(OPERATIONS).unwrap();
    let paths = description["paths"].as_object().unwrap();
    let operations = paths.iter().filter(|(_, methods)| methods.get("post").is_some());
    let pages = ROUTES.split("Method::POST, \"").skip(1).filter_map(|rest| rest.split('"').next());
    operations.map(|(path, _)| path.clone()).chain(pages.map(str::to_owned)).collect()
}

#[test]
fn every_post_stands_in_the_table_or_is_excused() {
    let excused = EXCUSED.iter().map(|(route, _)| *route);
    let listed: BTreeSet<String> =
        KEYED.iter().map(|row| row.route).chain(excused).map(str::to_owned).collect();
    let posts = posts();
    let missing: Vec<_> = posts.difference(&listed).collect();
    assert!(missing.is_empty(), "add a row to tests/api/stage/mod.rs: {missing:?}");
    let gone: Vec<_> = listed.difference(&posts).collect();
    assert!(gone.is_empty(), "no such POST: {gone:?}");
}

#[tokio::test]
async fn each_post_sent_five_times_at_once_under_one_key_has_one_effect_and_five_equal_answers() {
    for row in KEYED {
        hold(row).await;
    }
}

async fn hold(row: &Row) {
    let service = row.service().await;
    let asked = (row.prepare)(&service).await;
    let before = asked.count(&service);
    let send = |body: String| asked.send(row.method, Some("one-key"), body);
    let answers = join_all((0..5).map(|_| send(asked.body.to_string()))).await;
    assert!((200..300).contains(&answers[0].status), "{}: {}", row.route, answers[0].text);
    let is_first = |answer: &Answer| (answer, &answer.marks) == (&answers[0], &answers[0].marks);
    assert!(answers.iter().all(is_first), "{}: {answers:#?}", row.route);
    assert_eq!(asked.count(&service) - before, asked.by, "{}: effects", row.route);
    let late = send(asked.body.to_string()).await;
    assert!(is_first(&late), "{}: a late repeat: {late:#?}", row.route);
    // The service knows repeats by their bytes, so a blank more makes another body.
    let other = send(format!("{} ", asked.other)).await;
    assert_eq!((other.status, other.code()), (422, "key_reused"), "{}: {}", row.route, other.text);
    assert_eq!(asked.count(&service) - before, asked.by, "{}: effects in the end", row.route);
}
