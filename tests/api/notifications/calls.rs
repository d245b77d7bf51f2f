//! One call, one mail.

use std::collections::BTreeMap;

use althing::http::openapi;
use serde_json::json;

use super::unsubscribe::{click, link, way};
use crate::harness::{Call, Log, PostOffice, Table, seeded_dice};
use crate::support::Mail;
use crate::toy::{LAST_ROUND, Toy};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dagny"];

/// What a mail's id says it is for: (version, seat, kind).
fn claim(mail: &Mail) -> (i64, u8, String) {
    let id = mail.message_id();
    let local = id.split('@').next().unwrap();
    let parts: Vec<&str> = local.split('.').collect();
    (parts[1].parse().unwrap(), parts[2].parse().unwrap(), parts[3].to_owned())
}

fn expected(call: &Call) -> (i64, u8, String) {
    (call.version, call.seat, call.kind.clone())
}

/// The turns of each player until a title ends: enough for every kind of call.
const TURNS: u16 = 20;

/// Plays a game of four to its end: waits for the mail of every call, then one of those acts who are awaited, with
/// what he is listed.
async fn every_call_is_one_mail_to_the_right_person(ruleset: &str, workers: usize) {
    let office = PostOffice::open_short(workers, TURNS);
    let people = office.service.people(NAMES).await;
    let table = Table::of(ruleset, &people).await;
    let (_, title) = office.service.app.rulesets.find(ruleset).unwrap().clone();
    let mut log = Log::follow(title.as_ref(), &office.service.database.url(), &table.id, 4).await;
    let mut dice = seeded_dice(3);
    let mut calls = log.calls().await;
    loop {
        office.mails(calls.len()).await;
        if table.go_on(&mut dice).await.is_none() {
            break;
        }
        calls.extend(log.calls().await);
    }
    office.quiet().await;
    let mails = office.sink.taken();
    let mut sent: Vec<_> = mails.iter().map(claim).collect();
    let mut due: Vec<_> = calls.iter().map(expected).collect();
    sent.sort();
    due.sort();
    assert_eq!(sent, due);
    for mail in &mails {
        let seat = usize::from(claim(mail).1);
        let address = format!("{}@example.org", table.player(seat).name.to_lowercase());
        assert_eq!(mail.to, [address], "{}", mail.message_id());
    }
    arrives_in_order(&mails);
    everybody_hears_of_the_end(&table, &mails);
}

fn arrives_in_order(mails: &[Mail]) {
    let mut last = BTreeMap::new();
    for mail in mails {
        let (version, seat, _) = claim(mail);
        let before = last.insert(seat, version);
        assert!(
            before.is_none_or(|before| before < version),
            "seat {seat} heard of {version} after {before:?}"
        );
    }
}

fn everybody_hears_of_the_end(table: &Table, mails: &[Mail]) {
    let ended: Vec<_> = mails.iter().filter(|mail| claim(mail).2 == "game_ended").collect();
    assert_eq!(ended.len(), table.players.len());
    for mail in ended {
        let text = mail.text();
        assert!(text.contains("\n  1. "), "the winner is named: {text}");
    }
}

#[tokio::test]
async fn every_call_of_a_whole_game_gives_one_mail_to_the_right_person() {
    every_call_is_one_mail_to_the_right_person("toy", 1).await;
}

#[tokio::test]
async fn every_call_of_a_whole_game_of_landnam_gives_one_mail_to_the_right_person() {
    every_call_is_one_mail_to_the_right_person("landnam", 2).await;
}

#[tokio::test]
async fn every_call_of_a_whole_game_of_the_settlers_gives_one_mail_to_the_right_person() {
    every_call_is_one_mail_to_the_right_person("settlers", 2).await;
}

#[tokio::test]
async fn every_call_of_a_whole_game_of_nord_gives_one_mail_to_the_right_person() {
    every_call_is_one_mail_to_the_right_person("nord", 2).await;
}

#[tokio::test]
async fn two_workers_send_nothing_twice() {
    every_call_is_one_mail_to_the_right_person("toy", 2).await;
}

#[tokio::test]
async fn a_decision_that_is_answered_within_the_hold_down_gives_no_mail() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 60);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let mut dice = seeded_dice(3);
    office.after_seconds(59);
    let first = table.awaited().await[0];
    table.go_on(&mut dice).await.unwrap();
    office.after_seconds(2);
    let called = "SELECT kind || ' ' || seat || ' ' || coalesce(result, '-') AS value FROM mails \
                  WHERE version IS NOT NULL ORDER BY version, seat = 1, kind";
    let stale = format!("your_turn {first} stale");
    let started = format!("game_started {} sent", 1 - first);
    let waiting = format!("your_turn {} -", 1 - first);
    let mut rows = [stale.as_str(), started.as_str()];
    rows.sort_by_key(|row| !row.contains(" 0 "));
    office.until_stored(called, &[rows[0], rows[1], &waiting]).await;
    office.after_seconds(60);
    let mails = office.mails(2).await;
    let kinds: Vec<_> = mails.iter().map(|mail| claim(mail).2).collect();
    assert_eq!(kinds, ["game_started", "your_turn"]);
}

#[tokio::test]
async fn a_call_stands_when_its_first_question_gives_way_to_another() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 60);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    Table::of("toy", &people).await;
    office.tamper("UPDATE mails SET decision = 'an earlier one' WHERE kind = 'your_turn'");
    office.after_seconds(61);
    let mails = office.mails(2).await;
    assert!(mails.iter().any(|mail| claim(mail).2 == "your_turn"));
}

#[tokio::test]
async fn whoever_has_lost_the_seat_hears_nothing_more() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 60);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    Table::of("toy", &people).await;
    office.tamper("UPDATE seats SET account_id = NULL, bot = 'random'");
    office.after_seconds(61);
    office.quiet().await;
    assert_eq!(office.sink.taken(), []);
}

// Bots move between requests, and people are called when it is their turn again.

#[tokio::test]
async fn a_game_against_bots_goes_on_by_itself_and_calls_the_only_person() {
    let office = PostOffice::open_with(2, |_| {});
    let people = office.service.people(["Aud"]).await;
    let game = json!({"ruleset": "toy", "seats": 4, "bots": ["random", "random", "random"]});
    let table = Table::with(&game, &people).await;
    let mut dice = seeded_dice(3);
    let calls = |mails: &[crate::support::Mail]| {
        mails.iter().filter(|mail| mail.message_id().contains("your_turn")).count()
    };
    let seat = table.view(Some(0)).await["viewer"].as_u64().unwrap();
    // She is either the first, or the game begins with a mail that says so and bots.
    let begun = usize::from(seat != 0);
    for turn in 1..=3 {
        let mails = office.mails(begun + turn).await;
        assert_eq!(calls(&mails), turn);
        assert_eq!(table.awaited().await, [usize::try_from(seat).unwrap()]);
        let moves = table.moves(0, &mut dice).await;
        table.make(0, &moves[0]).await.must_be(200);
    }
}

// A ruleset's own kind of call: `toy_last_round` is named in the toy's folder and nowhere in the service, and does what
// every other call does. (Programs are told of it in `webhooks/calls.rs`.)

#[tokio::test]
async fn a_rulesets_own_call_is_played_mailed_in_its_words_and_ended_by_its_link() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    // The call of the 27th turn is open when its mail leaves.
    table.play(26, &mut seeded_dice(5)).await;
    let is_of_last_round = |mail: &crate::support::Mail| mail.message_id().contains(LAST_ROUND.name);
    crate::harness::until("it is mailed", || office.sink.taken().iter().any(is_of_last_round)).await;
    let mail = office.sink.taken().into_iter().find(is_of_last_round).unwrap();
    assert!(mail.subject().ends_with(": the last round has begun"), "{}", mail.subject());
    assert!(mail.text().starts_with("It is the last round of "), "{}", mail.text());
    let reader =
        people.iter().find(|person| mail.to == [format!("{}@example.org", person.name.to_lowercase())]);
    let reader = reader.unwrap();
    assert_eq!(way(reader, LAST_ROUND.name).await, "instantly");
    let path = link(&mail);
    let stranger = office.service.stranger();
    let page = stranger.get(&path).await;
    assert!(page.status == 200 && page.text.contains("the last round of the toy"), "{}", page.text);
    assert_eq!(click(&stranger, &path).await.status, 200);
    assert_eq!(way(reader, LAST_ROUND.name).await, "never");
    let daily = json!({"modes": {LAST_ROUND.name: "daily"}});
    reader.put("/v1/me/notifications/preferences", &daily).await.must_be(200);
    assert_eq!(way(reader, LAST_ROUND.name).await, "daily");
}

#[test]
fn a_rulesets_own_call_is_described() {
    let mut shipped = rulesets::all();
    let described = |shipped: &[Box<dyn rules::AnyRuleset>]| -> [Vec<String>; 2] {
        let document = openapi::describe(shipped).unwrap().document;
        ["CallKind", "WebhookTopic"].map(|schema| {
            serde_json::from_value(document["components"]["schemas"][schema]["enum"].clone()).unwrap()
        })
    };
    assert!(described(&shipped).iter().all(|names| !names.iter().any(|name| name == LAST_ROUND.name)));
    shipped.push(Box::new(Toy(None).registered()));
    assert!(described(&shipped).iter().all(|names| names.iter().any(|name| name == LAST_ROUND.name)));
}
