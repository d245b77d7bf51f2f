//! The rules and the dashboard of `config/monitoring`, held against what a running server says. Each alert is made to fire by
//! its cause: the clock of the service is moved by hand, a minute for each scrape, and Prometheus' own tool judges what was
//! scraped.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use althing::app::clock::SystemClock;
use althing::config::Settings;
use althing::telemetry::metrics;
use althing::workers::Workers;
use serde_json::json;

use crate::database_outages::fail_with;
use crate::harness::{Person, PostOffice, Server, Service, Table, seeded_app, seeded_dice, until};
use crate::support::{FreezingProxy, Stage, TestDatabase, Whim, run};

/// How many minutes of quiet come before a cause: the longest span that a rule looks back over.
const QUIET: usize = 6;
/// Within so many minutes of its cause an alert must fire.
const SOON: usize = 5;

fn monitoring(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("config/monitoring").join(file)
}

/// The names of metrics in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let metrics = words.filter(|word| word.starts_with("althing_") || word.starts_with("process_"));
    // The series of a histogram have these endings.
    metrics
        .map(|name| ["_bucket", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name))
        .collect()
}

#[tokio::test]
async fn rules_and_dashboard_name_only_metrics_that_exist() {
    let service = Service::start();
    let shown = service.stranger().get("/metrics").await.text;
    let mut known: BTreeSet<String> = metrics::names().map(str::to_owned).collect();
    known.extend(shown.lines().filter_map(|line| line.split([' ', '{']).next()).map(str::to_owned));
    for file in ["alerts.yaml", "dashboard.json"] {
        let text = fs::read_to_string(monitoring(file)).unwrap();
        let named = names(&text);
        assert!(named.len() >= 10, "{file}: {named:?}");
        let unknown: Vec<_> = named.into_iter().filter(|name| !known.contains(*name)).collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
    }
    // The dashboard shows every metric of ours.
    let text = fs::read_to_string(monitoring("dashboard.json")).unwrap();
    let shown = names(&text);
    let is_shown = |name: &&str| shown.iter().any(|shown| shown.starts_with(name));
    let unseen: Vec<_> = metrics::names().filter(|name| !is_shown(name)).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

/// What was scraped, a value a minute for each series.
#[derive(Default)]
struct Scrapes {
    series: BTreeMap<String, Vec<String>>,
    minutes: usize,
}

impl Scrapes {
    fn add(&mut self, series: &str, value: &str) {
        let values = self.series.entry(series.to_owned()).or_default();
        values.resize(self.minutes, "_".to_owned());
        values.push(value.to_owned());
    }

    /// Scrapes a server, a minute after the last time.
    async fn scrape(&mut self, person: &Person) {
        let answer = person.get("/metrics").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        for line in answer.text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (series, value) = line.rsplit_once(' ').unwrap();
            let labels = r#"job="althing",instance="one""#;
            let series = match series.split_once('{') {
                Some((name, rest)) => format!("{name}{{{labels},{rest}"),
                None => format!("{series}{{{labels}}}"),
            };
            self.add(&series, value);
        }
        self.add(r#"up{job="althing",instance="one"}"#, "1");
        self.minutes += 1;
    }

    /// A test of Prometheus' tool: after the last scrape these alerts fire, and at the end of the quiet none did. `also` may
    /// fire as well.
    fn test(&self, fires: &[&str], also: &str, quiet: usize) -> String {
        let mut text = String::from("  - interval: 1m\n    input_series:\n");
        for (series, values) in &self.series {
            writeln!(text, "      - series: '{series}'\n        values: '{}'", values.join(" ")).unwrap();
        }
        text.push_str("    promql_expr_test:\n");
        let mut ask = |minute: usize, chosen: &str, expected: bool| {
            let samples = if expected { "[{labels: '{}', value: 1}]" } else { "[]" };
            let firing = format!("ALERTS{{alertstate=\"firing\", {chosen}}}");
            writeln!(
                text,
                "      - expr: 'count(count by (alertname) ({firing}))'\n        eval_time: {minute}m\n        exp_samples: {samples}"
            )
            .unwrap();
        };
        for alert in fires {
            ask(self.minutes - 1, &format!("alertname=\"{alert}\""), true);
        }
        let known = fires.iter().copied().chain(also.split('|')).collect::<Vec<_>>().join("|");
        ask(self.minutes - 1, &format!("alertname!~\"{known}\""), false);
        ask(quiet - 1, "alertname!=\"\"", false);
        text
    }
}

/// Lets minutes pass in which the worker does what is due, and scrapes after each.
async fn pass(scrapes: &mut Scrapes, office: &PostOffice, minutes: usize) {
    for _ in 0..minutes {
        office.after_seconds(60);
        office.quiet().await;
        let now = office.service.app.now().to_rfc3339();
        let beats = format!("SELECT 'x' AS value FROM heartbeats WHERE seen_at >= '{now}'");
        until("the worker gives a sign of life", || !office.service.database.texts(&beats).is_empty()).await;
        scrapes.scrape(&office.service.stranger()).await;
    }
}

/// The same where something does not go on.
async fn pass_restless(scrapes: &mut Scrapes, office: &PostOffice, minutes: usize) {
    for _ in 0..minutes {
        office.after_seconds(60);
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        scrapes.scrape(&office.service.stranger()).await;
    }
}

/// Each in a `promtool test rules` file of its own.
fn judge(cause: &str, test: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("alerts");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{cause}.yaml"));
    let rules = monitoring("alerts.yaml");
    let head = format!("rule_files: ['{}']\nevaluation_interval: 1m\ntests:\n", rules.display());
    fs::write(&file, head + test).unwrap();
    let judged = Command::new("promtool").args(["test", "rules"]).arg(&file).output().unwrap();
    let said =
        format!("{}{}", String::from_utf8_lossy(&judged.stdout), String::from_utf8_lossy(&judged.stderr));
    assert!(judged.status.success(), "{cause} ({}): {said}", file.display());
    println!("{{\"cause\": \"{cause}\"}}");
}

/// Each registration is a mail.
fn mailing(settings: &mut Settings) {
    settings.accounts.verify_addresses = true;
}

#[tokio::test]
#[ignore = "wants Prometheus' tool, and takes a minute"]
async fn every_alert_fires_soon_after_its_cause_and_none_before() {
    // The mail server: it can't be reached, says "not now", says no.
    for (cause, whim) in [
        ("mail_connection_cut", Whim::HangUp(Stage::Sender)),
        ("mail_not_now", Whim::Refuse(Stage::Recipient, 451)),
        ("mail_refused", Whim::Refuse(Stage::Recipient, 550)),
    ] {
        let office = PostOffice::open_with(1, mailing);
        let mut scrapes = Scrapes::default();
        pass(&mut scrapes, &office, QUIET).await;
        office.sink.will([whim; 400]);
        for person in 0..SOON {
            office.register(&format!("Aud{person}")).await;
            pass_restless(&mut scrapes, &office, 1).await;
        }
        judge(cause, &scrapes.test(&["AlthingMailsFail"], "AlthingDeadLetters", QUIET));
        if cause == "mail_not_now" {
            pass_restless(&mut scrapes, &office, 18).await;
            judge("mail_stuck", &scrapes.test(&["AlthingMailsStuck", "AlthingMailsFail"], "", QUIET));
        }
        if cause == "mail_refused" {
            pass_restless(&mut scrapes, &office, 60).await;
            judge("mail_given_up", &scrapes.test(&["AlthingDeadLetters"], "AlthingMails.*", QUIET));
        }
    }

    // The worker dies; or it hangs where it gives its sign of life.
    for cause in ["worker_dead", "worker_hung"] {
        let mut office = PostOffice::open();
        let mut scrapes = Scrapes::default();
        pass(&mut scrapes, &office, QUIET).await;
        let url = office.service.database.url();
        if cause == "worker_dead" {
            office.close();
        } else {
            let hold = "BEGIN; SELECT FROM heartbeats FOR UPDATE; SELECT pg_sleep(6); COMMIT";
            std::thread::spawn(move || run(&url, hold));
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        }
        pass_restless(&mut scrapes, &office, SOON).await;
        judge(cause, &scrapes.test(&["AlthingNoWorker"], "", QUIET));
    }

    // The database is full, or read-only.
    for (cause, code) in [("database_full", "53100"), ("database_read_only", "25006")] {
        let office = PostOffice::open();
        let aud = office.service.person("Aud").await;
        let mut scrapes = Scrapes::default();
        pass(&mut scrapes, &office, QUIET).await;
        fail_with(&office.service.database, code);
        for _ in 0..SOON {
            aud.post("/v1/games", &json!({"ruleset": "toy", "seats": 2}))
                .await
                .must_refuse(503, "unavailable");
            pass_restless(&mut scrapes, &office, 1).await;
        }
        judge(cause, &scrapes.test(&["AlthingDatabaseTakesNoWrites"], "AlthingErrors", QUIET));
    }

    // The clock of the machine is a minute off.
    let mut app = seeded_app(1, |_| {});
    app.clock = SystemClock::corrected();
    let database = TestDatabase::create();
    database.run("INSERT INTO heartbeats (seen_at) VALUES (now())");
    let server = Server::start(app.clone(), database.url());
    let there = Person::stranger(&server.address);
    let worker = Workers::start_for_serving(&app, &database.url()).unwrap();
    until("the clock was measured", || !app.clock.is_to_be_measured()).await;
    let mut scrapes = Scrapes::default();
    for minute in 0..QUIET + SOON {
        if minute == QUIET {
            app.clock.set_wrong_by(chrono::TimeDelta::seconds(60));
        }
        scrapes.scrape(&there).await;
    }
    worker.end();
    judge("clock_wrong", &scrapes.test(&["AlthingClockWrong"], "", QUIET));
}

#[tokio::test]
#[ignore = "wants Prometheus' tool, and waits for time limits"]
async fn alerts_fire_when_the_database_is_gone_and_when_its_connections_are_all_taken() {
    let mut office = PostOffice::open();
    office.after_seconds(60);
    office.quiet().await;
    office.close();
    let mut frozen = Scrapes::default();
    let proxy = FreezingProxy::before(&office.service.database.url());
    let server = Server::start(office.service.app.clone(), proxy.url.clone());
    let behind = office.service.stranger().at(&server.address);
    for _ in 0..QUIET {
        office.service.app.clock.advance(chrono::TimeDelta::seconds(60));
        // A worker of another machine goes on.
        office.service.database.run("UPDATE heartbeats SET seen_at = seen_at + interval '1 minute'");
        frozen.scrape(&behind).await;
    }
    proxy.freeze();
    for _ in 0..SOON {
        office.service.app.clock.advance(chrono::TimeDelta::seconds(60));
        frozen.scrape(&behind).await;
    }
    judge("database_gone", &frozen.test(&["AlthingDatabaseDown"], "AlthingPoolExhausted", QUIET));

    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    let mut scrapes = Scrapes::default();
    pass(&mut scrapes, &office, QUIET).await;
    let url = office.service.database.url();
    std::thread::spawn(move || {
        run(&url, "BEGIN; LOCK TABLE announcements IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(20); COMMIT")
    });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    // Each asks again when its time is over.
    let many = futures_util::future::join_all((0..40).map(async |_| {
        for _ in 0..8 {
            aud.get("/v1/announcements").await;
        }
    }));
    tokio::select! {
        _ = many => panic!("the connections were not all taken for long enough"),
        () = pass_restless(&mut scrapes, &office, SOON) => {}
    }
    judge(
        "pool_exhausted",
        &scrapes.test(&["AlthingPoolExhausted"], "AlthingDatabaseDown|AlthingErrors", QUIET),
    );
}

#[tokio::test]
#[ignore = "wants Prometheus' tool, and takes a minute"]
async fn no_alert_fires_on_a_quiet_day() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let mut dice = seeded_dice(4);
    let mut scrapes = Scrapes::default();
    for minute in 0..24 * 60 {
        if minute % 90 == 0 {
            table.play(1, &mut dice).await;
        }
        pass(&mut scrapes, &office, 1).await;
    }
    judge("quiet_day", &scrapes.test(&[], "nothing", 24 * 60));
}
