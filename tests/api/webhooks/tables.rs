//! What somebody's program is told of tables: invitations, votes, messages, warnings.

use serde_json::{Value, json};

use super::receiver::{Heard, Receiver};
use super::{Hook, arrived, heard, open};
use crate::clocks::{asked, banked};
use crate::harness::Table;

fn only(requests: &[Heard], topic: &str) -> Vec<Value> {
    requests
        .iter()
        .filter(|request| request.topic() == topic)
        .map(|request| request.json()["data"].clone())
        .collect()
}

#[tokio::test]
async fn invitations_are_told_by_name_and_by_proved_address_but_not_of_somebody_who_is_blocked() {
    let office = open(1);
    let [aud, bjarni, cnut] = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let receiver = Receiver::start();
    let hook = Hook::with(&bjarni, &receiver, json!({"topics": ["invitation", "membership"]})).await;
    bjarni.block(&cnut.id).await.must_be(204);
    office.tamper("UPDATE accounts SET verified_at = created_at");
    let mut ids = Vec::new();
    for (owner, whom) in [
        (&aud, json!({"name": "Bjarni"})),
        (&aud, json!({"email": "BJARNI@example.org"})),
        (&cnut, json!({"name": "Bjarni"})),
    ] {
        let path = format!(
            "{}/invitations",
            owner.open(&json!({"ruleset": "toy", "seats": 3, "name": "Thing"})).await
        );
        let made = owner.post(&path, &whom).await;
        if made.status == 201 {
            ids.push(made.json["id"].clone());
        }
    }
    hook.test().await;
    heard(&receiver, 3).await;
    let mut told: Vec<Value> =
        only(&receiver.heard(), "invitation").iter().map(|data| data["invitation_id"].clone()).collect();
    told.sort_by_key(Value::to_string);
    ids.truncate(2);
    ids.sort_by_key(Value::to_string);
    assert_eq!(told, ids);
    let inbox = bjarni.get("/v1/me/inbox").await.must_be(200);
    assert_eq!(
        inbox["items"].as_array().unwrap().iter().filter(|item| item["type"] == "invitation").count(),
        2
    );
}

#[tokio::test]
async fn a_message_is_told_by_its_number_without_its_text_and_not_to_whoever_wrote_it() {
    let office = open(1);
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    office.after_seconds(1);
    let receiver = Receiver::start();
    let own = table.players.iter().position(|player| player.id == people[0].id).unwrap();
    let hook = Hook::with(&people[0], &receiver, json!({"topics": ["message"]})).await;
    let others: Vec<usize> = (0..3).filter(|seat| *seat != own).collect();
    let say = async |seat: usize, to: Option<usize>| {
        let body = match to {
            Some(to) => json!({"text": "My hand is weak.", "to": [to]}),
            None => json!({"text": "My hand is strong."}),
        };
        table.post(seat, "messages", &body).await.must_be(201);
    };
    say(others[0], Some(others[1])).await;
    say(own, None).await;
    say(others[0], None).await;
    say(others[1], Some(own)).await;
    let requests = heard(&receiver, 2).await;
    hook.test().await;
    heard(&receiver, 3).await;
    let numbers: Vec<Value> =
        requests.iter().map(|request| request.json()["data"]["number"].clone()).collect();
    // The second and the third of those that Aud can read: nothing tells of the one between the others.
    assert_eq!(numbers, [json!(2), json!(3)]);
    assert!(receiver.heard().iter().all(|request| !request.text().contains("My hand")));
}

#[tokio::test]
async fn whoever_is_awaited_is_warned_and_told_what_was_answered_for_him() {
    let office = open(1);
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let receivers: Vec<Receiver> = (0..3).map(|_| Receiver::start()).collect();
    for (person, receiver) in people.iter().zip(&receivers) {
        let topics = json!({"topics": ["your_turn", "no_longer_awaited", "deadline_near", "lapse_played"]});
        Hook::with(person, receiver, topics).await;
    }
    let table = Table::with(&banked("toy", 3), &people).await;
    let seat = asked(&table).await;
    let receiver = people.iter().position(|person| person.id == table.player(seat).id).unwrap();
    let receiver = &receivers[receiver];
    let called = heard(receiver, 1).await;
    assert_eq!(called[0].json()["data"]["deadline"], "2026-11-23T12:00:00Z");
    for (hours, count) in [(48, 2), (20, 3), (4, 5)] {
        arrived(&office).await;
        office.after_seconds(hours * 3_600);
        heard(receiver, count).await;
    }
    let requests = receiver.heard();
    let kind = |request: &Heard| {
        let kind = request.json()["data"]["kind"].as_str().map(str::to_owned);
        kind.unwrap_or_else(|| request.topic())
    };
    let kinds: Vec<String> = requests.iter().map(kind).collect();
    assert_eq!(&kinds[..3], ["your_turn", "deadline_near", "deadline_nearer"]);
    assert!(
        kinds.contains(&"lapse_played".to_owned()) && kinds.contains(&"no_longer_awaited".to_owned()),
        "{kinds:?}"
    );
}

#[tokio::test]
async fn a_vote_is_told_to_those_who_are_asked() {
    let office = open(1);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    office.after_seconds(1);
    let receiver = Receiver::start();
    Hook::with(&people[1], &receiver, json!({"topics": ["vote"]})).await;
    let vote = people[0].post(&format!("{}/votes", table.path), &json!({"kind": "pause"})).await.must_be(201);
    let request = heard(&receiver, 1).await.remove(0);
    assert_eq!(request.json()["data"]["vote_id"], vote["id"]);
    assert_eq!(request.json()["data"]["kind"], "vote");
}
