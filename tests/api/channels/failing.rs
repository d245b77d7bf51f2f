//! Services that refuse, ask to wait, or say nothing.

use serde_json::{Value, json};

use super::{came, given, open, set, until_posts};
use crate::harness::{Person, PostOffice};
use crate::webhooks::receiver::{Receiver, Whim};

const HOUR: i64 = 3_600;

async fn channel(office: &PostOffice, format: &str, receiver: &Receiver) -> (Person, String) {
    let aud = office.service.person("Aud").await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 2})).await;
    let channel = set(&aud, &path, &given(format, receiver)).await;
    (aud, channel)
}

async fn test(aud: &Person, channel: &str) {
    aud.post(&format!("{channel}/test"), &json!({})).await.must_be(202);
}

#[tokio::test]
async fn a_service_that_asks_to_wait_is_left_alone_and_not_counted_as_failing() {
    let office = open();
    let receiver = Receiver::start();
    let (aud, channel) = channel(&office, "telegram", &receiver).await;
    receiver.will([Whim::Say(429, "X: y", "{\"ok\": false, \"parameters\": {\"retry_after\": 40}}")]);
    test(&aud, &channel).await;
    came(&office, &receiver, 1).await;
    until_posts(&office, &["- 0"]).await;
    office.after_seconds(39);
    assert_eq!(receiver.requests().len(), 1);
    assert_eq!(aud.get(&channel).await.must_be(200)["failing_since"], Value::Null);
    office.after_seconds(1);
    until_posts(&office, &["delivered 0"]).await;
    assert_eq!(receiver.requests().len(), 2);
}

#[tokio::test]
async fn an_address_that_is_gone_is_given_up_at_once_and_its_owner_gets_a_mail() {
    for (format, status) in
        [("discord", 404), ("slack", 410), ("telegram", 401), ("matrix", 403), ("althing", 410)]
    {
        let office = PostOffice::open_with(1, |settings| {
            super::with_local_hosts(settings);
            settings.mail.hold_down_seconds = 0;
        });
        let receiver = Receiver::start();
        let (aud, channel) = channel(&office, format, &receiver).await;
        receiver.will([Whim::Answer(status)]);
        test(&aud, &channel).await;
        until_posts(&office, &["failed 0"]).await;
        let shown = aud.get(&channel).await.must_be(200);
        assert_eq!(
            (&shown["disabled_reason"], &shown["posting"]),
            (&json!("gone"), &json!(false)),
            "{format}"
        );
        assert_eq!(shown["last_post"]["http_status"], status);
        let mail = office.mails(1).await.remove(0);
        assert!(
            mail.text().contains("127.0.0.1") && !mail.text().contains(super::SECRET_PATH),
            "{}",
            mail.text()
        );
        aud.post(&format!("{channel}/test"), &json!({})).await.must_refuse(409, "channel_disabled");
        let resumed = aud.patch(&channel, &json!({"enabled": true})).await.must_be(200);
        assert_eq!((&resumed["disabled_at"], &resumed["posting"]), (&Value::Null, &json!(true)));
    }
}

#[tokio::test]
async fn after_a_day_in_which_nothing_arrived_a_channel_is_disabled() {
    let office = open();
    let receiver = Receiver::start();
    let (aud, channel) = channel(&office, "matrix", &receiver).await;
    receiver.will([Whim::Answer(500), Whim::HangUp, Whim::Redirect("http://127.0.0.1:1/".to_owned())]);
    receiver.will(std::iter::repeat_n(Whim::Answer(502), 20));
    test(&aud, &channel).await;
    until_posts(&office, &["- 1"]).await;
    office.after_seconds(HOUR);
    until_posts(&office, &["- 2"]).await;
    office.after_seconds(HOUR);
    until_posts(&office, &["- 3"]).await;
    // Every attempt has the same transaction id.
    let lines: Vec<String> = receiver.requests().into_iter().map(|request| request.line).collect();
    assert!(lines.windows(2).all(|pair| pair[0] == pair[1]), "{lines:?}");
    office.after_seconds(22 * HOUR);
    until_posts(&office, &["dropped 4"]).await;
    let shown = aud.get(&channel).await.must_be(200);
    assert_eq!(shown["disabled_reason"], "failing", "{shown}");
}

#[tokio::test]
async fn what_a_service_can_not_read_is_tried_without_the_picture() {
    let office = open();
    let receiver = Receiver::start();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = crate::harness::Table::of("toy", &people).await;
    let aud = super::owner_of(&table).await;
    let channel = set(&aud, &table.path, &given("telegram", &receiver)).await;
    receiver.will([Whim::Say(
        400,
        "X: y",
        "{\"ok\": false, \"description\": \"Bad Request: failed to get HTTP URL content\"}",
    )]);
    test(&aud, &channel).await;
    until_posts(&office, &["- 1"]).await;
    office.after_seconds(10);
    until_posts(&office, &["delivered 1"]).await;
    let lines: Vec<String> = receiver.requests().into_iter().map(|request| request.line).collect();
    assert!(lines[0].contains("sendPhoto") && lines[1].contains("sendMessage"), "{lines:?}");
}
