//! A ruleset's own kind of call: `toy_last_round` is named in the toy's folder and nowhere in the service, and does what
//! every other call does. (Programs are told of it in `webhooks/calls.rs`.)

use althing::http::openapi;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reqwest::Method;
use serde_json::json;

use super::unsubscribe::{click, link, way};
use crate::harness::{PostOffice, Table};
use crate::toy::{LAST_ROUND, Toy};

#[tokio::test]
async fn a_rulesets_own_call_is_played_mailed_in_its_words_and_ended_by_its_link() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    // The call of the 27th turn is open when its mail leaves.
    table.play(26, &mut ChaCha8Rng::seed_from_u64(5)).await;
    let is_of_last_round = |mail: &crate::support::Mail| mail.message_id().contains(LAST_ROUND.name);
    crate::harness::until("it is mailed", || office.sink.taken().iter().any(is_of_last_round)).await;
    let mail = office.sink.taken().into_iter().find(is_of_last_round).unwrap();
    assert!(mail.subject().ends_with(": the last round has begun"), "{}", mail.subject());
    assert!(mail.text().starts_with("It is the last round of "), "{}", mail.text());
    let reader =
        people.iter().find(|person| mail.to == [format!("{}@example.org", person.name.to_lowercase())]);
    let reader = reader.unwrap();
    assert_eq!(way(reader, LAST_ROUND.name).await, "instantly");
    let path = link(&mail);
    let stranger = office.service.stranger();
    let page = stranger.get(&path).await;
    assert!(page.status == 200 && page.text.contains("the last round of the toy"), "{}", page.text);
    assert_eq!(click(&stranger, &path).await.status, 200);
    assert_eq!(way(reader, LAST_ROUND.name).await, "never");
    let daily = json!({"modes": {LAST_ROUND.name: "daily"}});
    reader
        .send(reader.request(Method::PUT, "/v1/me/notifications/preferences").json(&daily))
        .await
        .must_be(200);
    assert_eq!(way(reader, LAST_ROUND.name).await, "daily");
}

#[test]
fn a_rulesets_own_call_is_described() {
    let mut shipped = rulesets::all();
    let described = |shipped: &[Box<dyn rules::AnyRuleset>]| -> [Vec<String>; 2] {
        let document = openapi::describe(shipped).unwrap().document;
        ["CallKind", "WebhookTopic"].map(|schema| {
            serde_json::from_value(document["components"]["schemas"][schema]["enum"].clone()).unwrap()
        })
    };
    assert!(described(&shipped).iter().all(|names| !names.iter().any(|name| name == LAST_ROUND.name)));
    shipped.push(Box::new(Toy(None).registered()));
    assert!(described(&shipped).iter().all(|names| names.iter().any(|name| name == LAST_ROUND.name)));
}
