//! A mail of every kind, and several where the kind has several sentences.

use std::collections::BTreeSet;

use althing::config::Settings;
use althing::notifications::{Kinds, MailKind};
use serde_json::{Value, json};

use super::shown::Shown;
use super::{all_read_the_pseudolocale, readers};
use crate::clocks::{asked, banked};
use crate::harness::Browser;
use crate::harness::{Person, PostOffice, Table};
use crate::passwords::token;
use crate::replies::{latest, page};
use crate::webhooks::receiver::Receiver;

const PASSWORD: &str = "a long ship west";
const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// The kinds that the tests below send, beside calls and those that follow replies.
const OF_CLOCKS: [&str; 6] =
    ["caretaker_seated", "deadline_near", "deadline_nearer", "game_ended", "lapse_played", "outage"];
const OF_TABLES: [&str; 8] = [
    "game_started",
    "message",
    "links_ended",
    "order_disarmed",
    "seat_offered",
    "seat_replaced",
    "vote",
    "vote_decided",
];
const OF_LOBBIES: [&str; 6] =
    ["confirm_presence", "game_cancelled", "game_expired", "invitation", "kicked", "seat_lost"];
const OF_COMPETITIONS: [&str; 4] =
    ["competition_cancelled", "competition_invitation", "competition_over", "round_paired"];
const COLLECTED: [&str; 2] = ["batch", "digest"];
const OF_ACCOUNTS: [&str; 14] = [
    "address_changed",
    "address_in_use",
    "address_wanted",
    "approve_address",
    "channel_disabled",
    "log_in",
    "password_changed",
    "password_was_reset",
    "prove_address",
    "reset_password",
    "sessions_ended",
    "test",
    "verify_address",
    "webhook_disabled",
];

#[test]
fn every_kind_of_mail_is_looked_at() {
    let groups = [
        &OF_CLOCKS[..],
        &OF_TABLES,
        &OF_LOBBIES,
        &OF_COMPETITIONS,
        &COLLECTED,
        &OF_ACCOUNTS,
        &super::pages::KINDS,
        &super::pages::WITH_CODES,
        &super::replies::KINDS,
    ];
    let looked_at: BTreeSet<&str> = groups.concat().into_iter().collect();
    let of_service = |kinds: &Kinds| -> BTreeSet<&str> {
        kinds.all().filter(|entry| !matches!(entry.kind, MailKind::Call(_))).map(|entry| entry.name).collect()
    };
    assert_eq!(looked_at, of_service(&Kinds::new([])));
}

fn patient(settings: &mut Settings) {
    settings.accounts.access_seconds = 100_000_000;
}

/// All mails that came; there must be such of these kinds.
#[track_caller]
pub fn mails_of(office: &PostOffice, kinds: &[&str]) -> Shown {
    let shown = Shown::mails(office);
    let sent = "SELECT DISTINCT kind AS value FROM mails WHERE result = 'sent'";
    let sent = office.service.database.texts(sent);
    let missing: Vec<_> = kinds.iter().filter(|kind| !sent.contains(&(**kind).to_owned())).collect();
    assert!(missing.is_empty(), "nobody got {missing:?}, only {sent:?}");
    shown
}

/// Waits until somebody has got a mail of the kind, and everything that came with it has been sent.
async fn sent(office: &PostOffice, kind: &str) {
    let query = format!("SELECT DISTINCT kind AS value FROM mails WHERE kind = '{kind}' AND result = 'sent'");
    office.until_stored(&query, &[kind]).await;
    office.quiet().await;
}

async fn propose(table: &Table, seat: usize, vote: Value) -> Value {
    table.post(seat, "votes", &vote).await.must_be(201)
}

async fn say(table: &Table, seat: usize, vote: &Value, ballot: &str) -> Value {
    table.ballot(seat, vote, ballot).await.must_be(200)
}

async fn put(person: &Person, path: &str, body: &Value) {
    let answer = person.put(path, body).await;
    assert!(answer.status < 300, "{}", answer.text);
}

/// A mail about a seat that nothing keeps from being sent.
fn insert(office: &PostOffice, table: &Table, seat: usize, kind: &str, version: i64) {
    let (game, account) = (&table.id, &table.player(seat).id);
    office.tamper(&format!(
        "INSERT INTO mails SELECT (jsonb_populate_record(NULL::mails, jsonb_build_object('partition', '{game}', \
         'id', md5('{kind}{version}')::uuid, 'kind', '{kind}', 'account_id', '{account}', 'seat', {seat}, \
         'version', {version}, 'created_at', '2026-11-20', 'due_at', '2000-01-01', 'attempts', 0, \
         'abandoned', 0))).*"
    ));
}

#[tokio::test]
async fn every_call_of_every_ruleset_is_told_without_english() {
    // With what stands in for pictures, as far as this machine draws them in time.
    let office = PostOffice::open_with(1, |settings| settings.mail.pictures = true);
    let people = readers(&office).await;
    for person in &people {
        let modes = json!({"modes": {"unpayable_offer": "instantly"}});
        put(person, "/v1/me/notifications/preferences", &modes).await;
    }
    let mut calls = BTreeSet::new();
    for ruleset in rulesets::all() {
        let game = json!({"ruleset": ruleset.id(), "seats": 3, "name": "Þing"});
        let table = Table::with(&game, &people).await;
        office.quiet().await;
        let idle = (table.awaited().await[0] + 1) % 3;
        for (version, call) in (900..).zip(ruleset.call_kinds()) {
            insert(&office, &table, idle, call.name, version);
            calls.insert(call.name);
        }
        office.service.app.events.notify();
        office.quiet().await;
    }
    mails_of(&office, &calls.into_iter().collect::<Vec<_>>()).must_be_translated();
}

#[tokio::test]
async fn warnings_lapses_and_what_follows_are_told_without_english() {
    let mut office = PostOffice::open_with(1, patient);
    let people = readers(&office).await;
    let table = Table::with(&banked("settlers", 3), &people).await;
    office.quiet().await;
    let lapses = "SELECT count(*)::text AS value FROM entries WHERE made_by = 'lapse'";
    for (hours, kind) in [(48, "deadline_near"), (20, "deadline_nearer"), (4, "lapse_played")] {
        office.after_seconds(hours * HOUR);
        sent(&office, kind).await;
    }
    // The road of the same seat lapses next, which is once too often.
    office.after_seconds(72 * HOUR);
    office.until_stored(lapses, &["2"]).await;
    office.quiet().await;
    office.close();
    office.after_seconds(80 * HOUR);
    office.employ();
    office.until_stored("SELECT (settled_at IS NOT NULL)::text AS value FROM outages", &["true"]).await;
    office.quiet().await;
    let seat = asked(&table).await;
    for seat in [seat, (seat + 1) % 3] {
        let resigned = table.post(seat, "resign", &json!({})).await;
        assert_eq!(resigned.status, 200, "{}", resigned.text);
    }
    office.quiet().await;
    let mut shown = mails_of(&office, &OF_CLOCKS);
    shown.see_board(&table, seat).await;
    let chart = table.get(seat, "chart.svg").await;
    shown.markup("chart.svg", &chart.text);
    let page = page(&latest(&office.sink.taken(), &table.player(seat).name));
    shown.markup("the page of a game that is over", &Browser::new(&office).open(&page).await.0.text);
    shown.must_be_translated();
}

#[tokio::test]
async fn rounds_and_ends_of_competitions_are_told_without_english() {
    let office = PostOffice::open_short_with(1, 1, patient);
    let people = readers(&office).await;
    let terms = json!({
        "name": "Þing", "form": {"type": "swiss", "rounds": 2}, "tables": {"size": 2},
        "games": {"ruleset": "nord", "clock": {"type": "untimed"}},
    });
    let made = people[0].post("/v1/competitions", &terms).await.must_be(201);
    let path = format!("/v1/competitions/{}", made["id"].as_str().unwrap());
    for person in &people {
        person.post(&format!("{path}/sign-up"), &json!({})).await.must_be(200);
    }
    people[0].post(&format!("{path}/rounds"), &json!({"round": 1})).await.must_be(200);
    for round in ["1", "2"] {
        let begun = format!(
            "SELECT (seated IS NOT NULL)::text AS value FROM competition_tables WHERE round = {round}"
        );
        office.until_stored(&begun, &["true"]).await;
        let paired = people[0].get(&format!("{path}/rounds/{round}")).await.must_be(200);
        let table = &paired["tables"][0];
        let seat = &table["seats"][0]["account_id"];
        let resigning = people.iter().find(|person| *seat == *person.id).unwrap();
        let resign = format!("/v1/games/{}/resign", table["game_id"].as_str().unwrap());
        resigning.post(&resign, &json!({})).await.must_be(200);
    }
    sent(&office, "competition_over").await;
    let again = people[0].post("/v1/competitions", &terms).await.must_be(201);
    let path = format!("/v1/competitions/{}", again["id"].as_str().unwrap());
    let named = json!({"name": people[1].name});
    people[0].post(&format!("{path}/invitations"), &named).await.must_be(204);
    sent(&office, "competition_invitation").await;
    people[1].post(&format!("{path}/sign-up"), &json!({})).await.must_be(200);
    people[0].delete(&path).await.must_be(204);
    sent(&office, "competition_cancelled").await;
    mails_of(&office, &OF_COMPETITIONS).must_be_translated();
}

#[tokio::test]
async fn votes_seats_and_messages_are_told_without_english() {
    let office = PostOffice::open_with(1, patient);
    let people = readers(&office).await;
    let [dalla] = office.service.people(["Dalla"]).await;
    all_read_the_pseudolocale(&office);
    let mut game = banked("nord", 3);
    game["options"] = json!({"island": "variable"});
    let table = Table::with(&game, &people).await;
    for vote in [
        json!({"kind": "extend_clocks"}),
        json!({"kind": "replace_seat", "seat": 2}),
        json!({"kind": "replace_seat", "seat": 2, "bot": "random"}),
        json!({"kind": "end_by_ranking"}),
        json!({"kind": "cancel"}),
        json!({"kind": "pause"}),
    ] {
        let vote = propose(&table, 0, vote).await;
        office.quiet().await;
        let mut status = vote["status"].clone();
        for seat in 1..3 {
            if status == "open" {
                status = say(&table, seat, &vote, "no").await["status"].clone();
            }
        }
        office.quiet().await;
    }
    for kind in ["pause", "resume"] {
        let vote = propose(&table, 0, json!({"kind": kind})).await;
        office.quiet().await;
        say(&table, 1, &vote, "yes").await;
        office.quiet().await;
    }
    propose(&table, 0, json!({"kind": "end_by_ranking", "hours": 1})).await;
    office.quiet().await;
    office.after_seconds(HOUR + 1);
    office.until_stored("SELECT 'x' AS value FROM votes WHERE closed_at IS NULL", &[]).await;
    for text in ["Þæ", "Öð"] {
        people[0].post(&format!("{}/messages", table.path), &json!({"text": text})).await.must_be(201);
        office.after_seconds(601);
        office.quiet().await;
    }
    wish_to_begin_where_others_do(&table).await;
    office.quiet().await;
    let vote = propose(&table, 0, json!({"kind": "replace_seat", "seat": 2, "account": dalla.id})).await;
    say(&table, 1, &vote, "yes").await;
    office.quiet().await;
    dalla.post(&format!("{}/seats/2/take", table.path), &json!({})).await.must_be(200);
    let page = page(&latest(&office.sink.taken(), &table.player(0).name));
    Browser::new(&office).press(&page, &[("press", "end_links")]).await;
    office.quiet().await;
    mails_of(&office, &OF_TABLES).must_be_translated();
}

/// Orders that can't apply any more: whoever begins first takes the settlement that the others want.
async fn wish_to_begin_where_others_do(table: &Table) {
    let first = table.awaited().await[0];
    let legal = table.legal(first).await;
    let begin = &legal["decisions"][0];
    let action = begin["actions"][0].clone();
    let order = json!({"order": {"type": "start", "settlements": [action["settlement"]]}});
    for seat in (0..3).filter(|seat| *seat != first) {
        table.post(seat, "orders", &order).await.must_be(201);
    }
    let act = json!({"decision": begin["decision"]["id"], "action": action});
    table.post(first, "actions", &act).await.must_be(200);
}

#[tokio::test]
async fn tables_that_have_not_started_are_told_without_english() {
    let office = PostOffice::open_with(1, patient);
    let [aud, bjarni, cnut] = readers(&office).await;
    let open = async |more: Value| {
        let mut game = json!({"ruleset": "settlers", "seats": 3, "name": "Þing"});
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        aud.open(&game).await
    };
    let join = async |person: &Person, path: &str| {
        person.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    };
    let private = open(json!({"visibility": "private"})).await;
    let invited = json!({"name": "Bjarni", "reserve": true});
    aud.post(&format!("{private}/invitations"), &invited).await.must_be(201);
    let other = open(json!({})).await;
    join(&cnut, &other).await;
    join(&bjarni, &other).await;
    // Full tables start.
    let four = open(json!({"seats": 4})).await;
    join(&cnut, &four).await;
    join(&bjarni, &four).await;
    aud.post(&format!("{four}/messages"), &json!({"text": "Þæ"})).await.must_be(201);
    office.after_seconds(601);
    sent(&office, "message").await;
    let page = page(&latest(&office.sink.taken(), "Bjarni"));
    let before = Browser::new(&office).open(&page).await;
    aud.post(&format!("{four}/kick"), &json!({"account": cnut.id})).await.must_be(200);
    office.quiet().await;
    aud.post(&format!("{four}/cancel"), &json!({})).await.must_be(200);
    let confirming = open(json!({"start": "on_confirmation", "confirm_hours": 1})).await;
    join(&bjarni, &confirming).await;
    join(&cnut, &confirming).await;
    sent(&office, "confirm_presence").await;
    bjarni.post(&format!("{confirming}/confirm"), &json!({})).await.must_be(200);
    office.after_seconds(HOUR + 1);
    sent(&office, "seat_lost").await;
    office.after_seconds(15 * DAY);
    sent(&office, "game_expired").await;
    let mut shown = mails_of(&office, &OF_LOBBIES);
    shown.markup("the page of a game that has not begun", &before.0.text);
    shown.must_be_translated();
}

#[tokio::test]
async fn what_is_collected_is_told_without_english() {
    let office = PostOffice::open_with(1, patient);
    let people = readers(&office).await;
    let settings = |mode: &str| {
        let modes = json!({"your_turn": mode, "game_started": mode, "vote": mode, "invitation": mode,
                           "message": mode, "membership": mode});
        json!({"modes": modes, "batch_minutes": 15, "digest_hour": 18})
    };
    for (person, mode) in people.iter().zip(["batched", "daily", "daily"]) {
        put(person, "/v1/me/notifications/preferences", &settings(mode)).await;
    }
    let table = Table::with(&banked("landnam", 3), &people).await;
    propose(&table, 0, json!({"kind": "pause"})).await;
    for person in &people {
        person.post(&format!("{}/messages", table.path), &json!({"text": "Þæ"})).await.must_be(201);
    }
    let confirming = json!({"ruleset": "nord", "seats": 3, "start": "on_confirmation"});
    let confirming = people[0].open(&confirming).await;
    for person in &people[1..] {
        person.post(&format!("{confirming}/join"), &json!({})).await.must_be(200);
    }
    let waiting = json!({"ruleset": "settlers", "seats": 3, "name": "Þing"});
    let invitations = format!("{}/invitations", people[0].open(&waiting).await);
    people[0].post(&invitations, &json!({"name": people[2].name})).await.must_be(201);
    office.quiet().await;
    office.after_seconds(6 * HOUR);
    for kind in COLLECTED {
        sent(&office, kind).await;
    }
    mails_of(&office, &COLLECTED).must_be_translated();
}

#[tokio::test]
async fn accounts_are_told_of_without_english() {
    let mut office = PostOffice::open_with(0, |settings| {
        patient(settings);
        settings.webhooks.allow_private = true;
        settings.webhooks.allow_plain = true;
    });
    let [aud, bjarni, cnut] = office.service.people(super::NAMES).await;
    let receiver = Receiver::start();
    aud.post("/v1/me/webhooks", &json!({"url": receiver.url()})).await.must_be(201);
    let table = Table::of("settlers", &[aud.clone(), bjarni.clone(), cnut]).await;
    let order = json!({"order": {"type": "roll"}});
    aud.post(&format!("{}/orders", table.path), &order).await.must_be(201);
    all_read_the_pseudolocale(&office);
    office.tamper("UPDATE accounts SET verified_at = NULL WHERE name = 'Bjarni'");
    office.tamper(&format!(
        "INSERT INTO mails (partition, id, account_id, kind, created_at, due_at) VALUES \
         ('{0}', '{0}', '{0}', 'verify_address', '2026-11-20', '2000-01-01')",
        bjarni.id
    ));
    office.employ();
    sent(&office, "verify_address").await;
    office.tamper("UPDATE accounts SET verified_at = created_at");
    let stranger = office.service.stranger();
    let taken = json!({"name": "Edel", "email": "aud@example.org", "password": PASSWORD});
    stranger.post("/v1/accounts", &taken).await.must_be(202);
    aud.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    let last = async |kind: &str| {
        sent(&office, kind).await;
        office.sink.taken().pop().unwrap()
    };
    last("test").await;
    stranger.post("/v1/sessions/link", &json!({"email": "aud@example.org"})).await.must_be(202);
    last("log_in").await;
    let aud = aud.again().await;
    aud.delete("/v1/me/sessions").await;
    last("sessions_ended").await;
    let passwords = json!({"old_password": PASSWORD, "new_password": "a longer ship west"});
    aud.post("/v1/me/password", &passwords).await.must_be(204);
    last("password_changed").await;
    stranger.post("/v1/accounts/reset", &json!({"email": "aud@example.org"})).await.must_be(202);
    let reset = json!({"token": token(&last("reset_password").await), "password": PASSWORD});
    stranger.post("/v1/accounts/reset/confirm", &reset).await.must_be(204);
    last("password_was_reset").await;
    let aud = aud.again().await;
    let change = |email: &str| json!({"email": email, "password": PASSWORD});
    aud.post("/v1/me/email", &change("bjarni@example.org")).await.must_be(202);
    last("address_wanted").await;
    let before = office.sink.taken().len();
    aud.post("/v1/me/email", &change("aud@example.net")).await.must_be(202);
    last("prove_address").await;
    for mail in &office.sink.taken()[before..] {
        let answer = json!({"token": token(mail), "answer": "confirm"});
        stranger.post("/v1/accounts/email", &answer).await.must_be(200);
    }
    last("address_changed").await;
    office.tamper("UPDATE webhooks SET disabled_at = created_at, disabled_reason = 'gone'");
    office.tamper(
        "INSERT INTO mails (partition, id, account_id, kind, created_at, due_at) \
         SELECT account_id, id, account_id, 'webhook_disabled', created_at, '2000-01-01' FROM webhooks",
    );
    last("webhook_disabled").await;
    let channel = json!({"format": "althing", "url": receiver.url()});
    aud.again().await.post(&format!("{}/channels", table.path), &channel).await.must_be(201);
    office.tamper("UPDATE game_channels SET disabled_at = created_at, disabled_reason = 'gone'");
    office.tamper(
        "INSERT INTO mails (partition, id, account_id, kind, created_at, due_at) SELECT created_by, id, created_by, \
         'channel_disabled', created_at, '2000-01-01' FROM game_channels",
    );
    last("channel_disabled").await;
    mails_of(&office, &OF_ACCOUNTS).must_be_translated();
}
