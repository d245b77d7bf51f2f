//! The names of bots: in the API beside the strategy, in sentences alone, and marked in lists of people.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::harness::{Browser, PostOffice, Service, Table};
use crate::replies::page;

/// The name of each bot by its place among the seats that are shown; `None` for people.
fn bot_names(game: &Value) -> Vec<Option<String>> {
    let seats = game["seats"].as_array().unwrap().iter();
    seats.map(|seat| seat["bot_name"].as_str().map(str::to_owned)).collect()
}

#[tokio::test]
async fn bots_have_names_before_the_start_and_keep_them_when_the_seats_are_dealt() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let game = json!({"ruleset": "landnam", "seats": 4, "bots": ["steady", "steady"]});
    let path = people[0].open(&game).await;
    let open = people[0].get(&path).await.must_be(200);
    let named: BTreeSet<String> = bot_names(&open).into_iter().flatten().collect();
    assert_eq!(named.len(), 2, "{open}");
    people[1].post(&format!("{path}/join"), &json!({})).await.must_be(200);
    let dealt = people[0].get(&path).await.must_be(200);
    assert_eq!(dealt["status"], "running");
    assert_eq!(bot_names(&dealt).into_iter().flatten().collect::<BTreeSet<_>>(), named);
    for seat in dealt["seats"].as_array().unwrap() {
        let is_bot = seat["bot"] == "steady";
        assert_eq!((seat["name"].is_null(), seat["bot_name"].is_string()), (is_bot, is_bot), "{seat}");
    }
}

#[tokio::test]
async fn a_person_who_takes_the_name_of_a_bot_keeps_it_and_the_bot_is_renamed() {
    let service = Service::start();
    let [aud] = service.people(["Aud"]).await;
    let path = aud.open(&json!({"ruleset": "landnam", "seats": 3, "bots": ["steady", "steady"]})).await;
    let before = bot_names(&aud.get(&path).await.must_be(200));
    let taken = before.iter().flatten().next().unwrap();
    aud.patch("/v1/me", &json!({"name": taken.to_uppercase()})).await.must_be(200);
    let after = bot_names(&aud.get(&path).await.must_be(200));
    assert!(!after.contains(&Some(taken.clone())), "{after:?}");
    assert_eq!(before.iter().filter(|name| after.contains(name)).count(), before.len() - 1, "{after:?}");
}

#[tokio::test]
async fn a_caretaker_has_a_name_beside_that_of_the_player() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    let away = json!({"kind": "replace_seat", "seat": 0, "bot": "steady"});
    table.post(0, "votes", &away).await.must_be(201);
    let shown = people[1].get(&table.path).await.must_be(200);
    let seat = &shown["seats"][0];
    assert_eq!((&seat["name"], &seat["caretaker"]), (&json!(table.player(0).name), &json!("steady")));
    assert!(seat["bot_name"].is_string(), "{seat}");
}

#[tokio::test]
async fn mails_and_pages_say_the_name_alone_and_mark_bots_in_lists_of_people() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud"]).await;
    let game = json!({"ruleset": "settlers", "seats": 3, "bots": ["steady", "steady"], "name": "Thing"});
    let table = Table::with(&game, &people).await;
    office.quiet().await;
    let shown = people[0].get(&table.path).await.must_be(200);
    let names: Vec<String> = bot_names(&shown).into_iter().flatten().collect();
    let mails = office.sink.taken();
    let begun = mails.iter().find(|mail| mail.text().contains("In turn order:"));
    for name in &names {
        if let Some(begun) = begun {
            assert!(begun.text().contains(&format!("{name} (bot)")), "{}", begun.text());
        }
        let last = mails.last().unwrap();
        assert!(last.text().contains(&format!("{name} has ")), "{}", last.text());
        assert!(!last.text().contains("steady"), "{}", last.text());
        let seat = Browser::new(&office).open(&page(last)).await;
        assert!(!seat.0.text.contains("steady"));
        seat.says(&format!("{name} has "));
    }
}
