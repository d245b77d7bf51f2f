//! What is sent says no more than it must.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::receiver::Receiver;
use super::{Hook, at_home, heard};
use crate::harness::{PostOffice, Table, seeded_dice, until};

const EVERYTHING: [&str; 16] = [
    "your_turn",
    "althing",
    "flight",
    "trade_offered",
    "discard",
    "no_longer_awaited",
    "game_updated",
    "message",
    "deadline_near",
    "lapse_played",
    "order_disarmed",
    "vote",
    "invitation",
    "game_started",
    "game_ended",
    "membership",
];

/// The members that a body may have: ids, words, numbers, instants and addresses, and nothing of what is in a hand.
/// Which of them a topic has is held to the description, as all that arrives is.
const MEMBERS: [&str; 14] = [
    "account_id",
    "kind",
    "game_id",
    "game_name",
    "ruleset",
    "seat",
    "version",
    "decision",
    "decision_id",
    "deadline",
    "vote_id",
    "invitation_id",
    "number",
    "links",
];

#[tokio::test]
async fn of_a_game_of_landnam_each_is_told_his_own_calls_and_nothing_of_any_hand() {
    let office = PostOffice::open_with(1, |settings| {
        at_home(settings);
        // There is nothing to see in the mails here.
        settings.mail.hold_down_seconds = 86_400;
    });
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let receivers: Vec<Receiver> = (0..3).map(|_| Receiver::start()).collect();
    for (person, receiver) in people.iter().zip(&receivers) {
        Hook::with(person, receiver, json!({"topics": EVERYTHING})).await;
    }
    let table = Table::of("landnam", &people).await;
    table.play(25, &mut seeded_dice(5)).await;
    office.after_seconds(1);
    let moves = usize::try_from(table.version().await).unwrap() + 1;
    for (person, receiver) in people.iter().zip(&receivers) {
        let moved = || receiver.heard().iter().filter(|request| request.topic() == "game_updated").count();
        until("every move is told", || moved() >= moves).await;
        assert_eq!(moved(), moves);
        let seat = table.players.iter().position(|player| player.id == person.id).unwrap();
        for request in heard(receiver, moves).await {
            let data = request.json()["data"].clone();
            let members: BTreeSet<&str> = data.as_object().unwrap().keys().map(String::as_str).collect();
            assert!(members.is_subset(&MEMBERS.into_iter().collect()), "{data}");
            assert_eq!((&data["account_id"], &data["seat"]), (&json!(person.id), &json!(seat)));
            assert!(request.body.len() < 2_000, "{}", request.text());
        }
    }
    told_alike(&receivers, &table);
}

/// What everybody is told is told alike, apart from whom and in which seat.
fn told_alike(receivers: &[Receiver], table: &Table) {
    let common = |receiver: &Receiver| -> BTreeSet<String> {
        let requests = receiver.heard();
        let moves = requests.iter().filter(|request| request.topic() == "game_updated");
        moves
            .map(|request| {
                let mut body = request.json();
                body["data"]["account_id"] = Value::Null;
                body["data"]["seat"] = Value::Null;
                body.to_string()
            })
            .collect()
    };
    let first = common(&receivers[0]);
    assert!(first.iter().all(|body| body.contains(&table.id)));
    assert!(receivers.iter().all(|receiver| common(receiver) == first));
}
