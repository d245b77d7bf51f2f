//! Whole games over HTTP, of every title.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;

use crate::harness::{Service, Table, stored};

#[tokio::test]
async fn four_clients_that_know_only_the_listed_actions_play_landnam_from_registration_to_the_last_point() {
    plays_from_registration_to_the_last_point("landnam").await;
}

#[tokio::test]
async fn four_clients_that_know_only_the_listed_actions_play_the_settlers_from_registration_to_the_last_point()
 {
    plays_from_registration_to_the_last_point("settlers").await;
}

#[tokio::test]
async fn four_clients_that_know_only_the_listed_actions_play_nord_from_registration_to_the_last_point() {
    plays_from_registration_to_the_last_point("nord").await;
}

async fn plays_from_registration_to_the_last_point(ruleset: &str) {
    let service = Service::start_servers(2);
    let mut people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    for (index, person) in people.iter_mut().enumerate() {
        *person = person.at(&service.servers[index % 2].address);
    }
    let table = Table::of(ruleset, &people).await;
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    let mut last = json!(null);
    let mut moves = 0;
    while let Some((_, _, reply)) = table.go_on(&mut dice).await {
        (last, moves) = (reply, moves + 1);
        assert!(moves < 20_000, "the game does not end");
    }
    let ranking = last["outcome"]["ranking"].as_array().unwrap();
    assert_eq!((ranking.len(), &ranking[0]["rank"]), (4, &json!(1)), "{last}");
    let shown = table.player(3).get(&table.path).await.must_be(200);
    assert_eq!((&shown["status"], &shown["outcome"]), (&json!("finished"), &last["outcome"]));
    let title = service.app.ruleset(ruleset).unwrap();
    stored::must_be_whole(title, &service.database, &table);
    assert_eq!(stored::records(&service.database, "decisions", &table.id).len(), 0);
    let mails = stored::records(&service.database, "mails", &table.id);
    let endings = mails.iter().filter(|mail| mail["kind"] == "game_ended").count();
    assert_eq!(endings, 4, "everybody is told of the end");
    let biggest = stored::records(&service.database, "snapshots", &table.id)
        .iter()
        .map(|kept| kept["state"].as_str().unwrap().len())
        .max();
    assert!(biggest.unwrap() <= 8 * 1024, "a state of {biggest:?} bytes");
}
