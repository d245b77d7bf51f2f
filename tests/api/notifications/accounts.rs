//! Mails about accounts.

use serde_json::json;

use super::to_whom;
use crate::harness::{PostOffice, Table};
use crate::support::Mail;

const PASSWORD: &str = "a long ship west";

fn strict() -> PostOffice {
    PostOffice::open_with(1, |settings| settings.accounts.verify_addresses = true)
}

/// The line of the mail that is a token.
fn token(mail: &Mail) -> String {
    let text = mail.text();
    let line = text.lines().find(|line| line.split('.').count() == 3 && !line.contains(' '));
    line.expect("a token on a line of its own").to_owned()
}

#[tokio::test]
async fn an_address_is_proved_with_the_token_of_its_own_mail() {
    let office = strict();
    let person = office.service.stranger();
    let registration = json!({"name": "Aud", "email": "aud@example.org", "password": PASSWORD});
    person.post("/v1/accounts", &registration).await.must_be(202);
    let login = json!({"login": "Aud", "password": PASSWORD});
    person.post("/v1/sessions", &login).await.must_refuse(403, "address_not_verified");
    let mails = office.mails(1).await;
    assert_eq!(mails[0].to, ["aud@example.org"]);
    let sent = json!({"token": token(&mails[0])});
    person.post("/v1/accounts/verify", &sent).await.must_be(200);
    person.post("/v1/sessions", &login).await.must_be(201);
    let page = format!("/accounts/verify?token={}", token(&mails[0]));
    for part in [mails[0].text(), mails[0].html().replace("&#x2f;", "/")] {
        assert!(part.contains(&page) && !part.contains("curl") && !part.contains("/v1/"), "{part}");
    }
}

#[tokio::test]
async fn the_owner_hears_when_somebody_registers_with_the_same_address() {
    let office = strict();
    let person = office.service.stranger();
    let registration = |name| json!({"name": name, "email": "aud@example.org", "password": PASSWORD});
    person.post("/v1/accounts", &registration("Aud")).await.must_be(202);
    let first = office.mails(1).await.remove(0);
    person.post("/v1/accounts/verify", &json!({"token": token(&first)})).await.must_be(200);
    person.post("/v1/accounts", &registration("Bjarni")).await.must_be(202);
    let second = office.mails(2).await.remove(1);
    assert_eq!(second.to, ["aud@example.org"]);
    assert!(second.subject().contains("used to register"), "{}", second.subject());
    assert!(second.text().contains("Hello Aud"), "{}", second.text());
}

// Mails about what operators announce to every player.

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
    cnut.put("/v1/me/notifications/preferences", &quiet).await.must_be(200);
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

// Mails about what was said: one for all that is unread, and none for what was read.

fn about_messages(mails: &[Mail]) -> Vec<&Mail> {
    mails.iter().filter(|mail| mail.subject().contains("for you")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_unread_messages_are_one_mail_and_read_ones_none() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    office.mails(3).await;
    let path = format!("{}/messages", table.path);
    for text in ["Wool for iron?", "Nobody?"] {
        people[0].post(&path, &json!({"text": text})).await.must_be(201);
    }
    people[2].put(&format!("{path}/read"), &json!({"number": 2})).await.must_be(200);
    office.after_seconds(601);
    let mails = office.mails(4).await;
    let told = about_messages(&mails);
    assert_eq!(told.len(), 1);
    assert!(told[0].subject().contains("2 messages"), "{}", told[0].subject());
    assert!(told[0].to.contains(&"bjarni@example.org".to_owned()));
    for text in ["Aud: Wool for iron?", "Aud: Nobody?"] {
        assert!(told[0].text().contains(text) && told[0].html().contains(text), "{}", told[0].text());
    }
    let settled = "SELECT result AS value FROM mails WHERE kind = 'message' ORDER BY result";
    office.until_stored(settled, &["sent", "stale"]).await;
}
