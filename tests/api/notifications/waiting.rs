//! Mails that can't leave wait for the mail server; dead ones are all retried at once.

use reqwest::Method;
use serde_json::json;

use crate::harness::PostOffice;
use crate::support::{Stage, Whim};

const DAY: i64 = 86_400;
/// How each ended or `-`, how often it was tried, and whether it waits for the mail server.
const RESULTS: &str = "SELECT coalesce(reason, result, '-') || ' ' || attempts || \
    CASE WHEN settled_at IS NULL AND waiting_since IS NOT NULL THEN ' waiting' ELSE '' END AS value \
    FROM mails WHERE claimed_until IS NULL ORDER BY created_at, id";

fn open() -> PostOffice {
    PostOffice::open_with(1, |settings| {
        settings.work.mail_attempts = 2;
        settings.accounts.access_seconds = 100_000_000;
    })
}

/// The server hangs up from now on, more often than anybody tries.
fn breaks(office: &PostOffice) {
    office.sink.will([Whim::HangUp(Stage::Sender); 500]);
}

/// What is due is tried, and fails.
async fn fails_after(office: &PostOffice, seconds: i64) {
    office.after_seconds(seconds);
    office.quiet().await;
}

#[tokio::test]
async fn a_mail_server_that_can_not_be_reached_is_no_attempt_for_days_and_the_first_mail_releases_the_others()
{
    let office = open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    office.sink.will([Whim::HangUp(Stage::Sender); 24]);
    for person in &people {
        person.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
        office.service.app.clock.advance(chrono::TimeDelta::seconds(1));
    }
    office.until_stored(RESULTS, &["- 0 waiting"; 3]).await;
    // Far longer than two attempts, or eight.
    for _ in 0..7 {
        fails_after(&office, 12 * 3_600).await;
    }
    office.until_stored(RESULTS, &["- 0 waiting"; 3]).await;
    assert_eq!((office.sink.taken().len(), office.sink.has_whims()), (0, false));
    // None of them is due by itself before an hour is over; another mail shows that the server is back.
    people[0].post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    office.mails(4).await;
    office.until_stored(RESULTS, &["sent 1"; 4]).await;
    assert_eq!(office.sink.taken().len(), 4);
}

#[tokio::test]
async fn a_mail_that_is_deferred_again_after_its_release_waits_for_its_own_time() {
    let office = open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let test = async |person: usize| {
        people[person].post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    };
    office.sink.will([Whim::Refuse(Stage::Recipient, 450)]);
    test(0).await;
    office.until_stored(RESULTS, &["- 0 waiting"]).await;
    office.sink.will([Whim::Take, Whim::Refuse(Stage::Recipient, 450)]);
    office.after_seconds(1);
    test(1).await;
    let released = "SELECT 'x' AS value FROM mails WHERE released AND claimed_until IS NULL AND due_at > created_at + interval '20 s'";
    office.until_stored(released, &["x"]).await;
    for _ in 0..3 {
        test(1).await;
    }
    office.mails(4).await;
    office.quiet().await;
    let open = office.service.database.texts("SELECT kind AS value FROM mails WHERE settled_at IS NULL");
    assert_eq!((open.len(), office.sink.taken().len()), (1, 4), "it was not tried with each of them");
    office.after_seconds(31);
    office.mails(5).await;
}

#[tokio::test]
async fn after_five_days_a_mail_is_dead_and_all_the_dead_are_retried_by_one_request() {
    let mut office = open();
    let operator = office.operator("Ulfljot").await;
    let people = office.service.people(["Aud", "Bjarni"]).await;
    breaks(&office);
    for person in &people {
        person.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
        office.service.app.clock.advance(chrono::TimeDelta::seconds(1));
    }
    office.until_stored(RESULTS, &["- 0 waiting"; 2]).await;
    fails_after(&office, 5 * DAY - 60).await;
    office.until_stored(RESULTS, &["- 0 waiting"; 2]).await;
    fails_after(&office, 3_700).await;
    office
        .until_stored(RESULTS, &["dead: naming the sender: the answer made no sense, or broke off 1"; 2])
        .await;
    let retry = || people[0].request(Method::PUT, "/v1/admin/dead-letters/retry");
    people[0].send(retry()).await.must_refuse(403, "operator_required");
    let retry = || operator.request(Method::PUT, "/v1/admin/dead-letters/retry");
    let retried = operator.send(retry()).await.must_be(200);
    assert_eq!(retried, json!({"retried": 2}));
    office.until_stored(RESULTS, &["- 0 waiting"; 2]).await;
    let listed = operator.get("/v1/admin/dead-letters").await.must_be(200);
    assert_eq!(listed["items"], json!([]));
    assert_eq!(operator.send(retry()).await.must_be(200), json!({"retried": 0}), "a repeat finds none");
}

#[tokio::test]
async fn a_link_that_expired_while_its_mail_waited_is_stale_and_no_dead_letter() {
    let office = open();
    office.service.person("Aud").await;
    breaks(&office);
    office
        .service
        .stranger()
        .post("/v1/sessions/link", &json!({"email": "aud@example.org"}))
        .await
        .must_be(202);
    office.until_stored(RESULTS, &["- 0 waiting"]).await;
    fails_after(&office, 3_600).await;
    office.until_stored(RESULTS, &["stale: link no longer open 1"]).await;
}
