//! Mail that comes back.

use reqwest::Method;
use serde_json::json;

use super::mailbox::Postman;
use super::replies::Asked;

/// What a mail server writes about a mail that it could not deliver.
fn report(action: &str, status: &str) -> String {
    format!(
        "From: MAILER-DAEMON@mx.example.org\nSubject: Undelivered Mail Returned to Sender\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\nMIME-Version: 1.0\n\n\
         --b\n\nSorry.\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n\
         Final-Recipient: rfc822; somebody@example.org\nAction: {action}\nStatus: {status}\n\n--b--\n"
    )
}

#[tokio::test]
async fn an_address_that_will_never_take_mail_gets_none_until_it_is_proved_again() {
    let asked = Asked::now().await;
    let back = asked.mail.from.clone();
    assert!(
        back.starts_with("bounce+") && back.ends_with("@play.example.org") && back.len() <= 64 + 17,
        "{back}"
    );
    let stopped = "SELECT status AS value FROM stopped_addresses";
    let mut postman = Postman::lmtp(asked.office.replies_at());
    for (action, status) in [("delayed", "4.4.1"), ("failed", "5.2.2")] {
        assert_eq!(postman.bring("", &[&back], &report(action, status)), ["250 2.0.0 taken"]);
        asked.office.until_stored(stopped, &[]).await;
    }
    assert_eq!(postman.bring("", &[&back], &report("failed", "5.1.1")), ["250 2.0.0 taken"]);
    asked.office.until_stored(stopped, &["5.1.1"]).await;
    let player = asked.table.players.iter().find(|person| person.name == asked.name).unwrap();
    let me = player.get("/v1/me").await.must_be(200);
    assert_eq!(me["mail_stopped"]["status"], "5.1.1", "{me}");
    let heard = asked.office.sink.taken().len();
    asked
        .office
        .tamper("UPDATE outbox SET settled_at = NULL, result = NULL, attempts = 2 WHERE kind = 'your_turn'");
    let dead = "SELECT problem AS value FROM outbox WHERE result = 'dead'";
    asked.office.service.app.wake.knock();
    asked.office.until_stored(dead, &["mail to this address came back with 5.1.1"]).await;
    assert_eq!(asked.office.sink.taken().len(), heard);
    // What somebody says at the table does not reach him there, either.
    let other = asked.table.players.iter().find(|person| person.name != asked.name).unwrap();
    let said = json!({"text": "Are you there?"});
    other.post(&format!("{}/messages", asked.table.path), &said).await.must_be(201);
    asked.office.after_seconds(601);
    let message = "SELECT problem AS value FROM outbox WHERE kind = 'message' AND problem IS NOT NULL";
    asked.office.until_stored(message, &["mail to this address came back with 5.1.1"]).await;
    let resume = player.request(Method::PATCH, "/v1/me").json(&json!({"resume_mail": true}));
    let me = player.send(resume).await.must_be(200);
    assert!(me["mail_stopped"].is_null(), "{me}");
    asked.office.until_stored(stopped, &[]).await;
}

#[tokio::test]
async fn nobody_else_can_stop_an_address() {
    let asked = Asked::now().await;
    let back = asked.mail.from.clone();
    let forged = back.replacen(&back[20..24], if &back[20..24] == "0000" { "1111" } else { "0000" }, 1);
    let mut postman = Postman::lmtp(asked.office.replies_at());
    assert!(postman.say("MAIL FROM:<>").starts_with("250"));
    assert!(postman.say(&format!("RCPT TO:<{forged}>")).starts_with("550 5.1.1"));
}
