//! Warnings, lapses and bots for the absent, by mail.

use serde_json::json;

use super::{NAMES, asked, banked, bet, carry};
use crate::harness::{PostOffice, Table};
use crate::support::Mail;

const NEAR: &str = "your time is running out";
const NEARER: &str = "your time is almost up";
const LAPSED: &str = "your time ran out";
const HOUR: i64 = 3_600;

async fn open(office: &PostOffice) -> Table {
    let people = office.service.people(NAMES).await;
    people[0].patch("/v1/me", &json!({"time_zone": "Europe/Oslo"})).await.must_be(200);
    for person in &people[1..] {
        person.patch("/v1/me", &json!({"time_zone": "Europe/Oslo"})).await.must_be(200);
    }
    let table = Table::with(&banked("toy", 3), &people).await;
    office.mails(3).await;
    office.quiet().await;
    table
}

fn about(mails: &[Mail], subject: &str) -> Vec<Mail> {
    mails.iter().filter(|mail| mail.subject().ends_with(subject)).cloned().collect()
}

fn address(table: &Table, seat: usize) -> String {
    format!("{}@example.org", table.player(seat).name.to_lowercase())
}

#[tokio::test]
async fn whoever_is_awaited_is_warned_twice_and_told_what_the_rules_answered_for_him() {
    let office = PostOffice::open_with(1, super::patient);
    let table = open(&office).await;
    let seat = asked(&table).await;
    let called = office.sink.taken();
    let call = called.iter().find(|mail| mail.subject().ends_with("it is your turn")).unwrap();
    assert!(
        call.text().contains("Deadline: Monday 23 November 2026, 13:00 (Europe/Oslo)."),
        "{}",
        call.text()
    );
    office.after_seconds(48 * HOUR - 1);
    office.quiet().await;
    assert_eq!(office.sink.taken().len(), 3, "too early");
    office.after_seconds(1);
    let mails = office.mails(4).await;
    office.quiet().await;
    assert_eq!(mails[3].to, [address(&table, seat)]);
    assert!(mails[3].subject().ends_with(NEAR), "{}", mails[3].subject());
    assert!(
        mails[3].text().contains("Deadline: Monday 23 November 2026, 13:00 (Europe/Oslo)"),
        "{}",
        mails[3].text()
    );
    office.after_seconds(20 * HOUR);
    let mails = office.mails(5).await;
    office.quiet().await;
    assert!(mails[4].subject().ends_with(NEARER), "{}", mails[4].subject());
    office.after_seconds(4 * HOUR);
    let mails = office.mails(7).await;
    let lapsed = about(&mails, LAPSED);
    let subjects: Vec<String> =
        mails.iter().map(|mail| format!("{:?} {}", mail.to, mail.subject())).collect();
    assert_eq!(lapsed.len(), 1, "{subjects:#?}");
    assert_eq!(lapsed[0].to, [address(&table, seat)]);
    assert_eq!(about(&mails, "it is your turn").len(), 2, "and the next is called");
}

#[tokio::test]
async fn nobody_is_warned_who_has_answered_whose_game_rests_or_who_got_more_time() {
    for what in ["answer", "pause", "extend_clocks"] {
        let office = PostOffice::open_with(1, super::patient);
        let table = open(&office).await;
        office.after_seconds(40 * HOUR);
        match what {
            "answer" => drop(bet(&table).await),
            vote => carry(&table, vote).await,
        }
        office.after_seconds(10 * HOUR);
        office.quiet().await;
        assert_eq!(about(&office.sink.taken(), NEAR).len(), 0, "after {what}");
    }
}

#[tokio::test]
async fn a_warning_that_is_overtaken_before_it_leaves_is_not_sent() {
    let office = PostOffice::open_with(0, super::patient);
    let people = office.service.people(NAMES).await;
    let table = Table::with(&banked("toy", 3), &people).await;
    super::after_hours(&office.service, 50).await;
    let mut office = office;
    let stored =
        "SELECT kind || ' ' || coalesce(result, '-') AS value FROM mails WHERE kind LIKE 'deadline%'";
    office.until_stored(stored, &["deadline_near -"]).await;
    carry(&table, "extend_clocks").await;
    office.employ();
    office.until_stored(stored, &["deadline_near stale"]).await;
}

#[tokio::test]
async fn the_owner_hears_that_a_bot_took_over_and_how_to_come_back() {
    let office = PostOffice::open_with(1, super::patient);
    let table = open(&office).await;
    let seat = asked(&table).await;
    office.after_seconds(72 * HOUR);
    office.until_stored("SELECT count(*)::text AS value FROM entries WHERE made_by = 'lapse'", &["1"]).await;
    bet(&table).await;
    bet(&table).await;
    assert_eq!(asked(&table).await, seat);
    office.after_seconds(24 * HOUR);
    office.until_stored("SELECT count(*)::text AS value FROM entries WHERE made_by = 'lapse'", &["2"]).await;
    office.quiet().await;
    let told = about(&office.sink.taken(), "a bot plays for you");
    assert_eq!((told.len(), told[0].to.clone()), (1, vec![address(&table, seat)]));
    assert!(told[0].text().contains(", a bot, plays for you"), "{}", told[0].text());
    assert!(told[0].text().contains("Take over from the bot:"), "{}", told[0].text());
}
