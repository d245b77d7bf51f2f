//! Mail that comes back, and mail that is refused.

use serde_json::json;

use super::mail_server::{Draft, Postman};
use super::page;
use super::taken::Asked;
use crate::harness::Browser;
use crate::support::Whim;

/// What a mail server writes about a mail that it could not deliver.
fn report(recipient: &str, action: &str, status: &str) -> String {
    format!(
        "From: MAILER-DAEMON@mx.example.org\nSubject: Undelivered Mail Returned to Sender\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\nMIME-Version: 1.0\n\n\
         --b\n\nSorry.\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n\
         Final-Recipient: rfc822; {recipient}\nAction: {action}\nStatus: {status}\n\n--b--\n"
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
    let address = asked.mail.to[0].clone();
    let mut postman = Postman::lmtp(asked.office.replies_at());
    for (action, status) in [("delayed", "4.4.1"), ("failed", "5.2.2")] {
        assert_eq!(postman.bring("", &[&back], &report(&address, action, status)), ["250 2.0.0 taken"]);
        asked.office.until_stored(stopped, &[]).await;
    }
    assert_eq!(postman.bring("", &[&back], &report(&address, "failed", "5.1.1")), ["250 2.0.0 taken"]);
    asked.office.until_stored(stopped, &["5.1.1"]).await;
    let player = asked.table.players.iter().find(|person| person.name == asked.name).unwrap();
    let me = player.get("/v1/me").await.must_be(200);
    assert_eq!(me["mail_stopped"]["status"], "5.1.1", "{me}");
    let heard = asked.office.sink.taken().len();
    asked
        .office
        .tamper("UPDATE mails SET settled_at = NULL, result = NULL, attempts = 2 WHERE kind = 'your_turn'");
    let dead = "SELECT problem AS value FROM mails WHERE reason = 'suppressed: address stopped'";
    asked.office.service.app.events.notify();
    asked.office.until_stored(dead, &["mail to this address came back with 5.1.1"]).await;
    assert_eq!(asked.office.sink.taken().len(), heard);
    // What somebody says at the table does not reach him there, either.
    let other = asked.table.players.iter().find(|person| person.name != asked.name).unwrap();
    let said = json!({"text": "Are you there?"});
    other.post(&format!("{}/messages", asked.table.path), &said).await.must_be(201);
    asked.office.after_seconds(601);
    let message = "SELECT problem AS value FROM mails WHERE kind = 'message' AND problem IS NOT NULL";
    asked.office.until_stored(message, &["mail to this address came back with 5.1.1"]).await;
    let me = player.patch("/v1/me", &json!({"resume_mail": true})).await.must_be(200);
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

const SECONDS_OF_A_DAY: i64 = 86_400;
const STOPPED: &str = "SELECT status AS value FROM stopped_addresses";

#[tokio::test]
async fn a_report_counts_for_the_recipient_that_it_names_alone() {
    let asked = Asked::now().await;
    let back = asked.mail.from.clone();
    let address = asked.mail.to[0].clone();
    let mut postman = Postman::lmtp(asked.office.replies_at());
    for recipient in ["stranger@example.net", &format!("x{address}"), ""] {
        let report = report(recipient, "failed", "5.1.1");
        assert_eq!(postman.bring("", &[&back], &report), ["250 2.0.0 taken"]);
    }
    asked.office.until_stored(STOPPED, &[]).await;
    let own = format!("<{}>", address.to_uppercase());
    assert_eq!(postman.bring("", &[&back], &report(&own, "failed", "5.1.1")), ["250 2.0.0 taken"]);
    asked.office.until_stored(STOPPED, &["5.1.1"]).await;
}

#[tokio::test]
async fn a_refusal_for_policy_stops_an_address_only_after_several_in_a_row_over_some_days() {
    let asked = Asked::now().await;
    let (back, address) = (asked.mail.from.clone(), asked.mail.to[0].clone());
    let at = asked.office.replies_at();
    let refused = || {
        let taken = Postman::lmtp(at).bring("", &[&back], &report(&address, "failed", "5.7.1"));
        assert_eq!(taken, ["250 2.0.0 taken"]);
    };
    // Many at once are one trouble.
    (0..8).for_each(|_| refused());
    asked.office.until_stored(STOPPED, &[]).await;
    // A reply shows that mail arrives.
    Draft::reply(&asked.name, &asked.mail, "99").sent(at);
    asked.next("reply_refused").await;
    asked.office.service.app.clock.advance(chrono::TimeDelta::seconds(4 * SECONDS_OF_A_DAY));
    refused();
    asked.office.until_stored(STOPPED, &[]).await;
    // After a week without trouble a row begins anew.
    asked.office.service.app.clock.advance(chrono::TimeDelta::seconds(8 * SECONDS_OF_A_DAY));
    (0..4).for_each(|_| refused());
    asked.office.service.app.clock.advance(chrono::TimeDelta::seconds(3 * SECONDS_OF_A_DAY));
    asked.office.until_stored(STOPPED, &[]).await;
    refused();
    asked.office.until_stored(STOPPED, &["5.7.1"]).await;
}

#[tokio::test]
async fn a_server_that_knows_no_such_mailbox_stops_an_address_at_once_and_a_policy_does_not() {
    let asked = Asked::now().await;
    let player = asked.table.players.iter().find(|person| person.name == asked.name).unwrap();
    // An attempt counts as soon as it begins; only when it has ended does the clock go on.
    let results = "SELECT coalesce(result, '-') || ' ' || attempts AS value FROM mails \
        WHERE partition = account_id AND problem IS NOT NULL AND claimed_until IS NULL ORDER BY created_at";
    let test = async || player.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    asked.office.quiet().await;
    asked.office.sink.will([
        Whim::Say("550 5.7.1 not from you"),
        Whim::Say("550 5.7.1 no"),
        Whim::Say("550 no"),
    ]);
    test().await;
    asked.office.until_stored(results, &["- 1"]).await;
    asked.office.after_seconds(31);
    asked.office.until_stored(results, &["- 2"]).await;
    asked.office.after_seconds(61);
    asked.office.until_stored(results, &["dead 3"]).await;
    let counted = "SELECT failures::text AS value FROM delivery_failures";
    asked.office.until_stored(counted, &["1"]).await;
    asked.office.until_stored(STOPPED, &[]).await;
    asked.office.sink.will([Whim::Say("550 5.1.1 <x@example.org>: no such user")]);
    asked.office.after_seconds(600);
    test().await;
    asked.office.until_stored(results, &["dead 3", "dead 1"]).await;
    asked.office.until_stored(STOPPED, &["5.1.1"]).await;
}

#[tokio::test]
async fn whoever_gets_no_mail_finds_that_in_the_inbox_and_on_the_page_of_the_seat_and_resumes_it_there() {
    let asked = Asked::now().await;
    let player = asked.table.players.iter().find(|person| person.name == asked.name).unwrap();
    let other = asked.table.players.iter().find(|person| person.name != asked.name).unwrap();
    assert!(player.get("/v1/me/inbox").await.must_be(200)["mail_stopped"].is_null());
    let mail = &asked.mail;
    let (address, browser) = (page(mail), Browser::new(&asked.office));
    let shown = async || browser.open(&address).await;
    assert!(!shown().await.0.text.contains("resume_mail"));
    let report = report(&mail.to[0], "failed", "5.1.1");
    Postman::lmtp(asked.office.replies_at()).bring("", &[&mail.from], &report);
    asked.office.until_stored(STOPPED, &["5.1.1"]).await;
    let inbox = player.get("/v1/me/inbox").await.must_be(200);
    assert_eq!(inbox["mail_stopped"]["status"], "5.1.1", "{inbox}");
    assert!(inbox["mail_stopped"]["notice"].as_str().unwrap().contains("resume_mail"), "{inbox}");
    assert!(other.get("/v1/me/inbox").await.must_be(200)["mail_stopped"].is_null());
    shown().await.says("You get no more emails").says("(5.1.1)");
    assert!(shown().await.0.text.contains("value=\"resume_mail\""));
    let press = [("press", "resume_mail")];
    assert_eq!(browser.press("/seat/x", &press).await.0.status, 404);
    asked.office.until_stored(STOPPED, &["5.1.1"]).await;
    let before = asked.version();
    browser.press(&address, &press).await.says("You get emails again.");
    assert_eq!(asked.version(), before, "no answer was sent");
    asked.office.until_stored(STOPPED, &[]).await;
    assert!(!shown().await.0.text.contains("resume_mail"));
}

#[tokio::test]
async fn reports_in_words_and_statuses_in_comments_stop_an_address_and_delays_do_not() {
    let asked = Asked::now().await;
    let (back, address) = (asked.mail.from.clone(), asked.mail.to[0].clone());
    let bring = |report: &str| {
        let taken = Postman::lmtp(asked.office.replies_at()).bring("", &[&back], report);
        assert_eq!(taken, ["250 2.0.0 taken"]);
    };
    let in_words =
        |text: &str| format!("From: MAILER-DAEMON@mx.example.net\nSubject: failure notice\n\n{text}\n");
    let lift = "DELETE FROM stopped_addresses";
    bring(&in_words(&format!(
        "<{address}>:\n550 no such user\n\nThis is a warning. Delivery will be retried."
    )));
    bring(&in_words("<stranger@example.net>:\n550 no such user"));
    bring(&report(&address, "delayed (no such user)", "4.1.1"));
    asked.office.until_stored(STOPPED, &[]).await;
    for report in [
        in_words(&format!(
            "Hi. This is the qmail-send program at mx.example.net.\n\n<{address}>:\nSorry, no mailbox here by that \
             name. (#5.1.1)\n\n--- Below this line is a copy of the message."
        )),
        in_words(&format!("The following address failed:\n\n  {address}\n    550 Benutzer unbekannt")),
        report(&address, "failed (bad destination mailbox address)", "5.1.1"),
        report(&address, "failed", "5.1.1(unknown user)"),
        report(&address, "failed", "5.0.0\nDiagnostic-Code: smtp; 550-5.1.1 The account does not exist"),
    ] {
        bring(&report);
        asked.office.until_stored(STOPPED, &["5.1.1"]).await;
        asked.office.tamper(lift);
    }
}

#[tokio::test]
async fn a_server_that_says_in_words_that_there_is_no_such_mailbox_stops_an_address_at_once() {
    let asked = Asked::now().await;
    let player = asked.table.players.iter().find(|person| person.name == asked.name).unwrap();
    asked.office.quiet().await;
    for (number, answer) in [
        "550 No such user",
        "550-5.0.0 sorry\r\n550 5.1.1 the account does not exist",
        "553 sorry, no mailbox here by that name",
    ]
    .into_iter()
    .enumerate()
    {
        asked.office.sink.will([Whim::Say(answer)]);
        player.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
        asked.office.until_stored(STOPPED, &["5.1.1"]).await;
        let given_up = "SELECT count(*)::text AS value FROM mails WHERE result = 'dead' AND attempts = 1";
        asked.office.until_stored(given_up, &[&(number + 1).to_string()]).await;
        asked.office.tamper("DELETE FROM stopped_addresses");
        asked.office.after_seconds(100);
    }
}
