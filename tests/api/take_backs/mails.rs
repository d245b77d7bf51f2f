//! Mails to others about what was taken back.

use serde_json::json;

use super::{NAMES, act, take_back};
use crate::harness::Browser;
use crate::harness::{PostOffice, Table, stored};
use crate::position::{A, B, Position};
use crate::replies::mail_server::Draft;
use crate::replies::{latest, page};
use crate::support::Mail;

const HOLD_DOWN: i64 = 60;

fn to(mails: &[Mail], name: &str) -> Vec<String> {
    let address = format!("{}@example.org", name.to_lowercase());
    mails.iter().filter(|mail| mail.to == [address.clone()]).map(Mail::message_id).collect()
}

async fn played(office: &PostOffice) -> (Table, usize, usize, i64) {
    let people = office.service.people(NAMES).await;
    let untimed = json!({"ruleset": "settlers", "seats": 3, "clock": {"type": "untimed"}});
    let table = Table::with(&untimed, &people).await;
    office.after_seconds(HOLD_DOWN + 1);
    office.quiet().await;
    act(&table).await;
    let version = table.version().await;
    let (seat, _) = act(&table).await;
    let next = table.awaited().await[0];
    (table, seat, next, version)
}

#[tokio::test]
async fn what_is_taken_back_within_the_hold_down_reaches_nobody() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = HOLD_DOWN);
    let (table, seat, next, version) = played(&office).await;
    let before = to(&office.sink.taken(), &table.player(next).name);
    office.after_seconds(HOLD_DOWN / 2);
    take_back(&table, seat, version).await.must_be(200);
    office.after_seconds(HOLD_DOWN * 2);
    office.quiet().await;
    assert_eq!(to(&office.sink.taken(), &table.player(next).name), before);
    // Once the seat has acted again, the next one is called, once.
    act(&table).await;
    office.after_seconds(HOLD_DOWN * 2);
    office.quiet().await;
    assert_eq!(to(&office.sink.taken(), &table.player(next).name).len(), before.len() + 1);
}

/// Landnám: A has iron, which B would give wool for.
async fn market(office: &PostOffice) -> Table {
    let people = office.service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    office.after_seconds(120);
    office.quiet().await;
    let position = Position::with(3).hand(A, [2, 0, 0, 0]).hand(B, [0, 0, 0, 2]).trading();
    let state = serde_json::to_string(&position.state).unwrap();
    stored::replace_state(&office.service.database, &table.id, &state);
    table
}

async fn offer(table: &Table) -> i64 {
    let version = table.version().await;
    let action = json!({"type": "offer_trade", "give": {"iron": 1}, "want": {"wool": 1}});
    let body = json!({"decision": super::decision(table, 0).await, "action": action});
    table.post(0, "actions", &body).await.must_be(200);
    version
}

#[tokio::test]
async fn a_player_who_was_mailed_already_finds_the_offer_gone_and_why() {
    let office = PostOffice::open();
    let table = market(&office).await;
    let version = offer(&table).await;
    office.quiet().await;
    let mail = latest(&office.sink.taken(), &table.player(1).name);
    let (address, browser) = (page(&mail), Browser::new(&office));
    let option = browser.open(&address).await.options()[0].clone();
    let accept = browser.open(&format!("{address}{option}")).await.preview().unwrap();
    take_back(&table, 0, version).await.must_be(200);
    let shown = browser.open(&address).await;
    shown.says(&format!("{} took back what was done last.", table.player(0).name));
    assert!(shown.options().is_empty(), "{}", shown.0.text);
    assert_eq!(browser.send(&address, &accept).await.0.status, 409);
    assert_eq!(table.player(1).get("/v1/me/inbox").await.must_be(200)["items"], json!([]));
    // A new offer is another one: it has a number of its own, and a mail of its own.
    offer(&table).await;
    let open = super::legal(&table, 1).await;
    let ids: Vec<_> =
        open["decisions"].as_array().unwrap().iter().map(|open| &open["decision"]["id"]).collect();
    assert!(ids.contains(&&json!("t1.offer2~1")), "{ids:?}");
    office.quiet().await;
    let again = latest(&office.sink.taken(), &table.player(1).name);
    assert_ne!(again.message_id(), mail.message_id());
    let option = browser.open(&page(&again)).await.options()[0].clone();
    browser.answer(&page(&again), &option).await.says("Done.");
}

#[tokio::test]
async fn a_reply_to_a_mail_about_what_was_taken_back_is_told_why_it_changed_nothing() {
    let office = PostOffice::open_for_replies();
    let table = market(&office).await;
    let version = offer(&table).await;
    office.quiet().await;
    let mail = latest(&office.sink.taken(), &table.player(1).name);
    take_back(&table, 0, version).await.must_be(200);
    let before = office.sink.taken().len();
    let draft = Draft::reply(&table.player(1).name, &mail, "1");
    assert_eq!(draft.sent(office.replies_at()), "250 2.0.0 taken");
    let mails = office.mails(before + 1).await;
    let text = mails.last().unwrap().text();
    assert!(text.contains("followed from a move that was taken back"), "{text}");
}
