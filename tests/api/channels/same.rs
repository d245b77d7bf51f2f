//! Two games that differ only in what is hidden from spectators have the same posts, byte for byte.

use althing::service::channels;
use conformance::Conformance;
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::json;

use super::{given, owner_of, set};
use crate::harness::{Service, Table, connect, seeded_dice};
use crate::noninterference::other_game::{NOBODY, Rows, Viewer, randomize_hidden};
use crate::webhooks::at_home;
use crate::webhooks::receiver::Receiver;

#[tokio::test]
async fn games_of_landnam_that_differ_in_what_is_hidden_have_the_same_posts() {
    have_the_same_posts(&Landnam::default(), 30).await;
}

#[tokio::test]
async fn games_of_the_settlers_that_differ_in_what_is_hidden_have_the_same_posts() {
    have_the_same_posts(&Settlers::default(), 30).await;
}

#[tokio::test]
async fn games_of_nord_that_differ_in_what_is_hidden_have_the_same_posts() {
    have_the_same_posts(&Nord::default(), 10).await;
}

async fn have_the_same_posts<R: Conformance>(rules: &R, moves: usize) {
    let service = Service::start_with(at_home);
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of(R::ID, &people).await;
    let receiver = Receiver::start();
    set(&owner_of(&table).await, &table.path, &given("althing", &receiver)).await;
    let mut dice = seeded_dice(11);
    let (mut pairs, viewer) = (0, Viewer { seat: None, account: NOBODY.to_owned() });
    for round in 0..3 {
        table.play(moves, &mut dice).await;
        let kind = ["pause", "cancel", "end_by_ranking"][round];
        let vote = json!({"kind": kind});
        table.post(round, "votes", &vote).await.must_be(201);
        service.app.clock.advance(chrono::TimeDelta::seconds(super::MINUTE));
        let rows = Rows::of(&service, &table.id);
        let here = composed(&service).await;
        pairs += usize::from(randomize_hidden(rules, &service, &table.id, &viewer, &mut dice));
        let there = composed(&service).await;
        assert_eq!(here, there);
        assert!(here.contains("waiting for") && here.contains("called a vote"), "{here}");
        rows.put_back(&service, &table.id);
        service.database.run("UPDATE game_channels SET composed_at = NULL");
        composed(&service).await;
    }
    assert!(pairs >= 2, "only {pairs} games were another");
}

/// What a post of the present news says; afterwards the channel has been told as little as before.
async fn composed(service: &Service) -> String {
    let columns = "version, status, awaited, reminded_of, composed_at";
    service.database.run(&format!("CREATE TABLE before AS SELECT id, {columns} FROM game_channels"));
    let mut ctx = connect(service).await;
    channels::compose_due(&mut ctx).await.unwrap();
    let content = service.database.texts("SELECT content AS value FROM channel_posts");
    service.database.run(&format!(
        "DELETE FROM channel_posts; UPDATE game_channels c SET ({columns}) = (SELECT {columns} FROM before b \
         WHERE b.id = c.id); DROP TABLE before"
    ));
    content.join("\n")
}
