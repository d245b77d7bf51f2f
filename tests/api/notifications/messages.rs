//! Mails about what was said: one for all that is unread, and none for what was read.

use reqwest::Method;
use serde_json::json;

use crate::harness::{PostOffice, Table};
use crate::support::Mail;

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
    let read = people[2].request(Method::PUT, &format!("{path}/read")).json(&json!({"number": 2}));
    people[2].send(read).await.must_be(200);
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
