//! What somebody's program is told of competitions.

use serde_json::{Value, json};

use super::receiver::Receiver;
use super::{Hook, arrived, heard, open};
use crate::competitions::hall::Hall;
use crate::harness::described;

#[tokio::test]
async fn programs_of_those_who_play_are_told_of_rounds_and_of_the_end() {
    let duels = json!({
        "name": "Winter league", "form": {"type": "swiss", "rounds": 3}, "tables": {"size": 2},
        "games": {"ruleset": "toy"}, "schedule": {"next_round": {"type": "by_organisers"}},
    });
    let hall = Hall::open_at(open(1), 5, &duels).await;
    let [plays, has_withdrawn, asks_for_turns, asks_for_a_game] =
        [1, 2, 3, 4].map(|number: usize| hall.people[number].clone());
    let receiver = Receiver::start();
    let hook = Hook::with(&plays, &receiver, json!({"topics": ["competition"]})).await;
    let silent = Receiver::start();
    Hook::with(&has_withdrawn, &silent, json!({"topics": ["competition"]})).await;
    Hook::with(&asks_for_turns, &silent, json!({"topics": ["game_ended"]})).await;
    let game = asks_for_a_game.open(&json!({"ruleset": "toy", "seats": 3, "name": "Thing"})).await;
    let game = game.rsplit('/').next().unwrap().to_owned();
    Hook::with(&asks_for_a_game, &silent, json!({"topics": ["competition"], "games": [game]})).await;
    has_withdrawn.post(&format!("{}/withdraw", hall.path), &json!({})).await.must_be(204);
    hall.pair(1).await;
    heard(&receiver, 1).await;
    hall.organiser.delete(&hall.path).await.must_be(204);
    let requests = heard(&receiver, 2).await;
    let told: Vec<Value> = requests.iter().map(|request| request.json()["data"].clone()).collect();
    for (data, kind) in told.iter().zip(["round_paired", "competition_cancelled"]) {
        described::must_fit("WebhookCompetitionData", data);
        assert_eq!(
            (&data["kind"], &data["round"], &data["account_id"], &data["competition_name"]),
            (&json!(kind), &json!(1), &json!(plays.id), &json!("Winter league"))
        );
        let link = data["links"]["competition"].as_str().unwrap();
        assert!(link.ends_with(&hall.path), "{link}");
    }
    assert_eq!(hook.deliveries().await.len(), 2);
    arrived(&hall.office).await;
    assert!(silent.heard().is_empty());
}
