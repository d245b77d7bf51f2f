//! Time in which no worker ran counts for nobody, and a machine whose clock is wrong goes by the database's.

use althing::app::clock::SystemClock;
use althing::mail::Mailer;
use althing::service::Ctx;
use althing::service::deadlines;
use althing::service::outages::Heartbeat;
use althing::service::{lobby, votes};
use althing::time_control::Instant;
use althing::workers::{self, Workers};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::clocks::{asked, banked};
use crate::harness::{Person, PostOffice, Server, Service, Table, connect, seeded_app};
use crate::support::TestDatabase;

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];
const OUTAGE_HOURS: i64 = 26;

fn instant(value: &Value) -> Instant {
    value.as_str().unwrap().parse().unwrap()
}

/// The deadline of the one decision that the game waits for.
async fn deadline(table: &Table) -> Instant {
    let view = table.view(None).await;
    let open = view["awaited"].as_array().unwrap().iter().find(|open| open["blocking"] == true).unwrap();
    instant(&open["deadline"])
}

/// The events of a type that everybody is told.
async fn events(table: &Table, kind: &str) -> Vec<Value> {
    let events = table.events(None).await.into_iter();
    events.map(|told| told["event"].clone()).filter(|event| event["type"] == kind).collect()
}

async fn lapses(table: &Table) -> usize {
    table.events(None).await.into_iter().filter(|told| told["by"] == "lapse").count()
}

/// A worker that is asked step by step what it does.
struct ByHand {
    heartbeat: Heartbeat,
    ctx: Ctx,
}

impl ByHand {
    async fn of(service: &Service) -> Self {
        Self { heartbeat: Heartbeat::default(), ctx: connect(service).await }
    }

    async fn beat(&mut self) {
        self.heartbeat.beat(&mut self.ctx).await.unwrap();
    }

    /// One step of what follows from an outage.
    async fn compensate(&mut self) -> bool {
        self.heartbeat.compensate(&mut self.ctx).await.unwrap()
    }

    /// Everything that is due, as a worker does it.
    async fn work(&mut self) {
        self.beat().await;
        while self.compensate().await {}
        while deadlines::sweep(&mut self.ctx).await.unwrap() {}
        while votes::expire(&mut self.ctx).await.unwrap() {}
        while lobby::overdue(&mut self.ctx).await.unwrap() {}
    }
}

fn patient() -> Service {
    Service::start_with(|settings| settings.accounts.access_seconds = 100_000_000)
}

fn after_hours(service: &Service, hours: i64) {
    service.app.clock.advance(TimeDelta::hours(hours));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_an_outage_deadlines_are_moved_by_its_length_and_everybody_is_told_once() {
    let mut office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000_000);
    let people = office.service.people(NAMES).await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(Table::with(&banked("toy", 3), &people).await);
    }
    let mut before = Vec::new();
    for table in &tables {
        before.push(deadline(table).await);
    }
    office.until_stored("SELECT count(*)::text AS value FROM heartbeats", &["1"]).await;
    office.quiet().await;
    office.close();
    let mails = office.sink.taken().len();
    // Longer than the free day and the bank together: all of them would be over.
    let outage = TimeDelta::hours(80);
    office.after_seconds(outage.num_seconds());
    office.employ();
    office.until_stored("SELECT (settled_at IS NOT NULL)::text AS value FROM outages", &["true"]).await;
    office.quiet().await;
    for (table, before) in tables.iter().zip(&before) {
        assert_eq!(deadline(table).await, *before + outage);
        let told = events(table, "service_outage").await;
        assert_eq!((told.len(), told[0]["minutes"].as_i64()), (1, Some(80 * 60)));
        assert_eq!(lapses(table).await, 0);
    }
    let sent = office.sink.taken().split_off(mails);
    for name in NAMES {
        let to = format!("{}@example.org", name.to_lowercase());
        let theirs: Vec<_> = sent.iter().filter(|mail| mail.to.contains(&to)).collect();
        assert_eq!(
            theirs.len(),
            1,
            "{name}: {:?}",
            theirs.iter().map(|mail| mail.subject()).collect::<Vec<_>>()
        );
        assert!(theirs[0].subject().contains("the service was down"), "{}", theirs[0].subject());
        assert!(theirs[0].text().contains("80 hours"), "{}", theirs[0].text());
    }
    // Only then do lapses begin again, and a clock that is moved while a worker runs is no outage.
    office.after_seconds(TimeDelta::hours(73).num_seconds());
    office.until_stored("SELECT count(*)::text AS value FROM entries WHERE made_by = 'lapse'", &["3"]).await;
    assert_eq!(office.service.database.texts("SELECT count(*)::text AS value FROM outages"), ["1"]);
}

#[tokio::test]
async fn nothing_lapses_or_expires_before_every_game_was_compensated() {
    let service = patient();
    let people = service.people(NAMES).await;
    let table = Table::with(&banked("toy", 3), &people).await;
    let mut first = ByHand::of(&service).await;
    first.work().await;
    after_hours(&service, 100);
    // A worker that was stopped and goes on knows nothing yet.
    for _ in 0..2 {
        assert!(!deadlines::sweep(&mut first.ctx).await.unwrap());
        assert_eq!(lapses(&table).await, 0);
        let mut second = ByHand::of(&service).await;
        second.beat().await;
    }
    first.work().await;
    assert_eq!((lapses(&table).await, events(&table, "service_outage").await.len()), (0, 1));
}

#[tokio::test]
async fn a_worker_that_dies_on_the_way_is_followed_by_one_that_moves_nothing_twice() {
    let service = patient();
    let people = service.people(NAMES).await;
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(Table::with(&banked("toy", 3), &people).await);
    }
    ByHand::of(&service).await.work().await;
    let mut before = Vec::new();
    for table in &tables {
        before.push(deadline(table).await);
    }
    after_hours(&service, OUTAGE_HOURS);
    let mut dies = ByHand::of(&service).await;
    dies.beat().await;
    assert!(dies.compensate().await && dies.compensate().await);
    drop(dies);
    // The death came between a game and the note that it was done.
    service.database.run("UPDATE outages SET settled_through = NULL");
    let (mut one, mut other) = (ByHand::of(&service).await, ByHand::of(&service).await);
    tokio::join!(one.work(), other.work());
    for (table, before) in tables.iter().zip(before) {
        assert_eq!(deadline(table).await, before + TimeDelta::hours(OUTAGE_HOURS));
        assert_eq!(events(table, "service_outage").await.len(), 1);
    }
    let told = "SELECT count(*)::text AS value FROM mails WHERE kind = 'outage' GROUP BY account_id";
    assert_eq!(service.database.texts(told), ["1", "1", "1"]);
}

#[tokio::test]
async fn only_what_fell_into_the_outage_is_given_back() {
    let service = patient();
    let people = service.people(NAMES).await;
    let table = Table::with(&banked("toy", 3), &people).await;
    let mut before = ByHand::of(&service).await;
    before.work().await;
    after_hours(&service, 5);
    before.work().await;
    drop(before);
    // Requests were answered all the while: what was opened in the middle has lost only the rest.
    after_hours(&service, 10);
    let seat = asked(&table).await;
    let open = table.view(None).await["awaited"][0].clone();
    let body = json!({"decision": open["decision"], "action": {"type": "bet", "amount": 1}});
    table.post(seat, "actions", &body).await.must_be(200);
    let opened_in_it = deadline(&table).await;
    after_hours(&service, 16);
    let mut worker = ByHand::of(&service).await;
    worker.beat().await;
    let other = Table::with(&banked("toy", 3), &people).await;
    let opened_after = deadline(&other).await;
    worker.work().await;
    assert_eq!(deadline(&table).await, opened_in_it + TimeDelta::hours(16));
    assert_eq!(deadline(&other).await, opened_after);
    assert_eq!(events(&other, "service_outage").await, Vec::<Value>::new());
}

#[tokio::test]
async fn votes_confirmations_and_open_tables_wait_as_much_longer() {
    let service = patient();
    let people = service.people(NAMES).await;
    let table = Table::with(&banked("toy", 3), &people).await;
    let vote = table.post(0, "votes", &json!({"kind": "pause"})).await.must_be(201);
    let full = json!({"ruleset": "toy", "seats": 2, "start": "on_confirmation", "confirm_hours": 24});
    let full = people[0].open(&full).await;
    people[1].post(&format!("{full}/join"), &json!({})).await.must_be(200);
    let until = people[0].get(&full).await.must_be(200)["confirm_until"].clone();
    ByHand::of(&service).await.work().await;
    let outage = TimeDelta::days(30);
    service.app.clock.advance(outage);
    ByHand::of(&service).await.work().await;
    let shown = people[0].get(&full).await.must_be(200);
    assert_eq!(instant(&shown["confirm_until"]), instant(&until) + outage);
    let listed = table.get(0, "votes").await.must_be(200);
    let listed =
        listed["items"].as_array().unwrap().iter().find(|one| one["id"] == vote["id"]).unwrap().clone();
    assert_eq!(listed["status"], "open", "{listed}");
    assert_eq!(instant(&listed["expires_at"]), instant(&vote["expires_at"]) + outage);
}

#[tokio::test]
async fn ten_minutes_are_no_outage_and_a_database_that_was_set_back_is_one() {
    let service = patient();
    let people = service.people(NAMES).await;
    let table = Table::with(&banked("toy", 3), &people).await;
    let outages = || service.database.texts("SELECT count(*)::text AS value FROM outages");
    let mut worker = ByHand::of(&service).await;
    worker.work().await;
    service.app.clock.advance(TimeDelta::minutes(10));
    ByHand::of(&service).await.work().await;
    assert_eq!(outages(), ["0"]);
    // This one was there all the time and has seen the clock move; but the database is that of three days ago.
    worker.work().await;
    service.database.run("UPDATE heartbeats SET seen_at = seen_at - interval '3 days'");
    after_hours(&service, 1);
    worker.work().await;
    assert_eq!((outages(), lapses(&table).await), (vec!["1".to_owned()], 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_machine_whose_clock_is_a_day_ahead_lapses_nothing_and_says_so() {
    let database = TestDatabase::create();
    let mut right = seeded_app(1, |_| {});
    right.clock = SystemClock::corrected();
    let mut wrong = seeded_app(2, |settings| {
        settings.work.poll_milliseconds = 20;
        settings.mail.hold_down_seconds = 0;
    });
    wrong.clock = SystemClock::corrected();
    let ahead = TimeDelta::hours(OUTAGE_HOURS);
    wrong.clock.set_wrong_by(ahead);
    let url = database.url();
    for app in [right.clone(), wrong.clone()] {
        // It blocks, and brings a runtime of its own.
        let url = url.clone();
        std::thread::spawn(move || workers::set_clock(&app, &url).unwrap()).join().unwrap();
    }
    assert!((wrong.now() - right.now()).abs() < TimeDelta::seconds(5));
    let (at_right, at_wrong) =
        (Server::start(right.clone(), url.clone()), Server::start(wrong.clone(), url.clone()));
    let mut people = Vec::new();
    for name in NAMES {
        people.push(Person::register(&at_right.address, name).await);
    }
    let plain = json!({"ruleset": "toy", "seats": 3, "clock": {"type": "plain", "hours": 1}});
    let table = Table::with(&plain, &people).await;
    let folder = std::env::temp_dir().join(format!("althing-skew-{}", std::process::id()));
    let mailer = Mailer::new(&wrong.settings, Some(&folder)).unwrap();
    let running = Workers::start(&wrong, &url, mailer).unwrap();
    let beats = "SELECT count(*)::text AS value FROM heartbeats";
    crate::harness::until("a worker was seen", || database.texts(beats) == ["1"]).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(lapses(&table).await, 0);
    let near = database.texts("SELECT count(*)::text AS value FROM mails WHERE kind LIKE 'deadline%'");
    let outages = database.texts("SELECT count(*)::text AS value FROM outages");
    assert_eq!((near, outages), (vec!["0".to_owned()], vec!["0".to_owned()]));
    let ready = Person::stranger(&at_right.address).get("/readyz").await.must_be(200);
    assert_eq!(ready, json!({"status": "ready"}));
    let stranger = Person::stranger(&at_wrong.address);
    let ready = stranger.get("/readyz").await.must_be(200);
    let seconds = ready["clock_ahead_seconds"].as_i64().unwrap();
    assert!((seconds - ahead.num_seconds()).abs() <= 5, "{ready}");
    // Tokens of the one are good at the other, and what the other writes bears the right time.
    let me = people[0].at(&at_wrong.address);
    let vote = me.post(&format!("{}/votes", table.path), &json!({"kind": "pause"})).await.must_be(201);
    assert!((instant(&vote["opened_at"]) - right.now()).abs() < TimeDelta::seconds(10), "{vote}");
    // Somebody sets the clock while it runs: nothing moves, and the process stops complaining.
    wrong.clock.set_wrong_by(TimeDelta::zero());
    assert!((wrong.now() - right.now()).abs() < TimeDelta::seconds(5));
    assert_eq!(stranger.get("/readyz").await.must_be(200), json!({"status": "ready"}));
    running.end();
    let _ = std::fs::remove_dir_all(folder);
}
