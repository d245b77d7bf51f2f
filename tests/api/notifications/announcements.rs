//! Mails about what operators announce to every player.

use reqwest::Method;
use serde_json::json;

use super::to_whom;
use crate::harness::PostOffice;

const TEXT: &str = "The club meets on Friday.\nBring a cake.";
const SUBJECT: &str = "announcement from Althing";

/// How many announcements have been mailed to everybody.
const MAILED: &str = "SELECT count(*)::text AS value FROM announcements WHERE mailed_at IS NOT NULL";

#[tokio::test]
async fn an_announcement_reaches_everybody_who_wants_it_once_whatever_dies_meanwhile() {
    let mut office = PostOffice::open_with(0, |settings| settings.mail.hold_down_seconds = 0);
    let operator = office.operator("Aud").await;
    let [bjarni, cnut] = office.service.people(["Bjarni", "Cnut"]).await;
    let quiet = json!({"modes": {"announcement": "never"}});
    let wants_none = cnut.request(Method::PUT, "/v1/me/notifications/preferences").json(&quiet);
    cnut.send(wants_none).await.must_be(200);
    // Its address was never confirmed.
    office.tamper("UPDATE accounts SET verified_at = NULL WHERE name = 'Aud'");
    let announced = operator.post("/v1/admin/announcements", &json!({"text": TEXT})).await.must_be(201);
    office.employ();
    office.until_stored(MAILED, &["1"]).await;
    office.quiet().await;
    let mails = office.sink.taken();
    assert_eq!(to_whom(&mails, SUBJECT), ["bjarni@example.org"]);
    for line in TEXT.lines() {
        assert!(mails[0].text().contains(line) && mails[0].html().contains(line), "{}", mails[0].text());
    }
    assert!(mails[0].text().contains("unsubscribe"), "{}", mails[0].text());
    // As after a worker that died before it could say how far it had got.
    office.tamper("UPDATE announcements SET mailed_up_to = NULL, mailed_at = NULL");
    office.employ();
    office.until_stored(MAILED, &["1"]).await;
    office.quiet().await;
    assert_eq!(office.sink.taken().len(), 1);
    let listed = bjarni.get("/v1/announcements").await.must_be(200);
    assert_eq!(listed["items"][0]["id"], announced["id"]);
}

#[tokio::test]
async fn an_announcement_that_was_taken_back_is_mailed_to_nobody() {
    let mut office = PostOffice::open_with(0, |settings| settings.mail.hold_down_seconds = 0);
    let operator = office.operator("Aud").await;
    office.service.person("Bjarni").await;
    let announced = operator.post("/v1/admin/announcements", &json!({"text": TEXT})).await.must_be(201);
    let path = format!("/v1/admin/announcements/{}", announced["id"].as_str().unwrap());
    assert_eq!(operator.delete(&path).await.status, 204);
    office.employ();
    office.quiet().await;
    assert_eq!(to_whom(&office.sink.taken(), SUBJECT), Vec::<String>::new());
}
