//! What fails comes again, under the same id; what is sent again is, too.

use serde_json::json;

use super::receiver::{Receiver, Whim};
use super::{Hook, heard, open, until_tried};

/// Each wait, at its longest.
const WAITS: [i64; 9] = [6, 330, 1_980, 7_920, 19_800, 39_600, 55_440, 79_200, 95_040];

#[tokio::test]
async fn whatever_is_no_success_is_tried_again_under_the_same_id_with_a_new_signature() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let elsewhere = Receiver::start();
    receiver.will([
        Whim::Answer(500),
        Whim::HangUp,
        Whim::Redirect(elsewhere.url()),
        Whim::Answer(404),
        Whim::Answer(202),
    ]);
    let hook = Hook::of(&aud, &receiver).await;
    let id = hook.test().await;
    let problems = [
        (json!(500), "It answered 500."),
        (json!(null), "It broke off before it answered."),
        (json!(307), "It answered with a redirect, which is not followed."),
        (json!(404), "It answered 404."),
    ];
    for (index, (status, problem)) in problems.into_iter().enumerate() {
        until_tried(&office, &[&format!("- {}", index + 1)]).await;
        let delivery = hook.delivery(&id).await;
        assert_eq!((&delivery["http_status"], &delivery["problem"]), (&status, &json!(problem)));
        assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!("waiting"), &json!(index + 1)));
        assert!(delivery["next_attempt_at"].as_str() > delivery["tried_at"].as_str(), "{delivery}");
        assert_eq!(hook.shown().await["failing_since"], "2026-11-20T12:00:00Z");
        office.after_seconds(WAITS[index]);
    }
    until_tried(&office, &["delivered 5"]).await;
    let requests = receiver.heard();
    assert_eq!(requests.len(), 5);
    for request in &requests {
        assert_eq!((request.id(), &request.body), (id.as_str(), &requests[0].body));
        assert_eq!(request.signatures(), [request.signature_by(&hook.secret)]);
    }
    assert!(requests[0].headers["webhook-timestamp"] < requests[1].headers["webhook-timestamp"]);
    assert_eq!(elsewhere.connections(), 0);
    let delivery = hook.delivery(&id).await;
    assert_eq!((&delivery["status"], &delivery["http_status"]), (&json!("delivered"), &json!(202)));
    assert_eq!((&delivery["problem"], &delivery["next_attempt_at"]), (&json!(null), &json!(null)));
    assert_eq!(hook.shown().await["failing_since"], json!(null));
}

#[tokio::test]
async fn a_second_too_early_nothing_is_tried() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    receiver.will([Whim::Answer(503)]);
    let hook = Hook::of(&aud, &receiver).await;
    hook.test().await;
    until_tried(&office, &["- 1"]).await;
    office.after_seconds(4);
    // What is sent meanwhile arrives, so the worker has looked.
    hook.test().await;
    until_tried(&office, &["- 1", "delivered 1"]).await;
    office.after_seconds(2);
    until_tried(&office, &["delivered 2", "delivered 1"]).await;
}

#[tokio::test]
async fn after_ten_attempts_a_delivery_is_given_up_until_it_is_sent_again() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    let id = hook.test().await;
    until_tried(&office, &["delivered 1"]).await;
    // Others arrive in between, so that the webhook itself is not given up.
    receiver.will([Whim::Answer(500)]);
    office.after_seconds(1);
    let given_up = hook.test().await;
    until_tried(&office, &["delivered 1", "- 1"]).await;
    for (index, wait) in WAITS.into_iter().enumerate() {
        hook.owner.post(&format!("{}/deliveries/{id}/replay", hook.path), &json!({})).await.must_be(202);
        let again = format!("delivered {}", index + 2);
        until_tried(&office, &[&again, &format!("- {}", index + 1)]).await;
        receiver.will([Whim::Answer(500)]);
        office.after_seconds(wait);
        let result = if index == 8 { "failed" } else { "-" };
        until_tried(&office, &[&again, &format!("{result} {}", index + 2)]).await;
    }
    let delivery = hook.delivery(&given_up).await;
    assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!("failed"), &json!(10)));
    assert_eq!(hook.shown().await["enabled"], true);
    let replayed = aud.post(&format!("{}/deliveries/{given_up}/replay", hook.path), &json!({})).await;
    let replayed = replayed.must_be(202);
    assert_eq!((&replayed["status"], &replayed["id"]), (&json!("waiting"), &json!(given_up)));
    until_tried(&office, &["delivered 10", "delivered 11"]).await;
    let requests = receiver.heard();
    assert_eq!(requests.last().unwrap().id(), given_up);
    assert_eq!(requests.iter().filter(|request| request.id() == given_up).count(), 11);
}

#[tokio::test]
async fn whoever_does_not_answer_in_time_has_not_got_it_and_holds_nobody_up() {
    let office = crate::harness::PostOffice::open_with(1, |settings| {
        super::at_home(settings);
        settings.webhooks.timeout_seconds = 1;
        settings.webhooks.at_once = 2;
    });
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let (silent, other) = (Receiver::start(), Receiver::start());
    silent.will([Whim::FallSilent]);
    let hook = Hook::of(&people[0], &silent).await;
    let id = hook.test().await;
    heard(&silent, 1).await;
    office.after_seconds(1);
    Hook::of(&people[1], &other).await.test().await;
    heard(&other, 1).await;
    until_tried(&office, &["- 1", "delivered 1"]).await;
    assert_eq!(hook.delivery(&id).await["problem"], "It did not answer within 1 s.");
}

#[tokio::test]
async fn of_an_answer_no_more_is_read_than_its_head() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    receiver.will([Whim::Babble]);
    Hook::of(&aud, &receiver).await.test().await;
    until_tried(&office, &["delivered 1"]).await;
}

#[tokio::test]
async fn without_tls_at_the_other_end_nothing_is_said() {
    let office = open(1);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    hook.change(json!({"url": format!("https://localhost:{}/", receiver.port())})).await;
    let id = hook.test().await;
    until_tried(&office, &["- 1"]).await;
    let problem = hook.delivery(&id).await["problem"].as_str().unwrap().to_owned();
    assert_eq!(problem, "It has no certificate that can be trusted, or speaks no TLS.");
    assert_eq!(receiver.heard(), []);
}
