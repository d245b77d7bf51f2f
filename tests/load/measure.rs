//! How many actions of real games the service carries out, beside the least that an action could cost PostgreSQL.
//!
//! The games are played ahead in this process; then sixteen connections send what was decided, in turns to a server, to
//! another one that writes each game in a statement of its own, and, by pgbench, to PostgreSQL alone. Nothing is measured
//! that the server has not committed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a measure that breaks says where"
)]

#[path = "../support/sql.rs"]
#[allow(dead_code, reason = "no locks are needed here")]
mod sql;

mod acts;
mod baseline;
mod growth;
mod pages;
mod plan;
mod processes;
mod stage;
mod views;
mod wire;

use std::time::Duration;

use rules::AnyRuleset;
use serde_json::{Value, json};

use acts::{Lane, Played, quantile};
use baseline::Baseline;
use stage::{Person, SEATS, Stage};

/// Games in parallel, and clients of pgbench.
const LANES: usize = 16;
/// Turns that the service and pgbench take.
const ROUNDS: usize = 5;
/// More actions a second than are planned for would end the measure.
const FASTEST: f64 = 5_000.0;

/// `--seconds N`: how long the service acts altogether, as long as pgbench.
fn main() {
    let seconds = stage::argument("--seconds", 15.0_f64).max(ROUNDS as f64);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let figures = runtime.expect("a runtime").block_on(measure(seconds));
    println!("{figures}");
}

async fn measure(seconds: f64) -> Value {
    let mut stage = Stage::set();
    let alone = stage.another(&[("ALTHING__DATABASE__GAMES_PER_STATEMENT", "1")]);
    let idle = processes::resident(stage.server);
    let title = rulesets::find("landnam").expect("it is registered");
    let people = people(&stage).await;
    let after_logins = processes::peak(stage.server);
    let mut lanes = lanes(&stage, title.as_ref(), &people, seconds).await;
    acts::play(&stage.address, &mut lanes, 1.0).await;
    let baseline = baseline(&stage);
    baseline.run(1);
    let turns = take_turns(&stage, &alone, &mut lanes, &baseline, seconds / ROUNDS as f64).await;
    let mut at_half =
        acts::play(&stage.address, &mut lanes[..LANES / 2], seconds / ROUNDS as f64).await.latencies;
    let views = views::measure(&stage.address, &stage.database(), &mut lanes, 10.0).await;
    let pages = pages::measure(&stage, &mut lanes, 10.0).await;
    let [growth, growth_least, growth_most] = growth::measure(&stage, title.as_ref(), &people[..SEATS]).await;
    let actions = turns.batched.actions as f64;
    let (act, act_alone) = (turns.batched.per_second(), turns.alone.per_second());
    let mut latencies = turns.batched.latencies;
    let tps = turns.tps.iter().sum::<f64>() / turns.tps.len() as f64;
    let writes = tps * seconds;
    let per_thousand = |seconds: f64, things: f64| round(seconds / things * 1e6) / 1e3;
    json!({
        "act_per_s": act.round(),
        "act_alone_per_s": act_alone.round(),
        "minimal_per_s": tps.round(),
        "limit_ratio": round(act / tps),
        "limit_ratio_alone": round(act_alone / tps),
        "limit_ratio_by_round": turns.ratios.iter().map(|ratio| round(*ratio)).collect::<Vec<_>>(),
        "act_p50_ms": milliseconds(quantile(&mut latencies, 0.5)),
        "act_p99_ms": milliseconds(quantile(&mut latencies, 0.99)),
        "half_p50_ms": milliseconds(quantile(&mut at_half, 0.5)),
        "half_p99_ms": milliseconds(quantile(&mut at_half, 0.99)),
        "view_per_s": views.per_second.round(),
        "view_ratio": round(views.first),
        "view_repeated_ratio": round(views.repeated),
        "view_not_modified_ratio": round(views.not_modified),
        "page_p50_ms": milliseconds(pages.half_within),
        "page_p95_ms": milliseconds(pages.nearly_all_within),
        "page_kb": round(pages.heaviest as f64 / 1024.0),
        "page_acts_ratio": round(pages.acts_ratio),
        "rss_mb": round(processes::peak(stage.server)),
        "rss_idle_mb": round(idle),
        "rss_logins_mb": round(after_logins),
        "rss_end_mb": round(processes::resident(stage.server)),
        "state_bytes": largest_state(&stage, "pg_column_size"),
        "state_text_bytes": largest_state(&stage, "octet_length"),
        "bytes_per_action": (turns.stored / actions).round(),
        "bytes_by_table": bytes_by_table(&stage),
        "log_bytes_per_action": (turns.logged / actions).round(),
        "log_ratio": round((turns.logged / actions) / (turns.logged_minimal / writes)),
        "growth": round(growth),
        "growth_between": [round(growth_least), round(growth_most)],
        "processor_ms_per_action": {
            "server": per_thousand(turns.time.server, actions),
            "postgres": per_thousand(turns.time.postgres, actions),
            "driver": per_thousand(turns.time.driver, actions),
            "postgres_minimal": per_thousand(turns.time.minimal, writes),
        },
    })
}

fn round(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

fn milliseconds(duration: Duration) -> f64 {
    round(duration.as_secs_f64() * 1e3)
}

/// Everybody registers and logs in, sixteen at a time.
async fn people(stage: &Stage) -> Vec<Person> {
    let mut people = Vec::new();
    for group in 0..SEATS {
        let names: Vec<String> = (0..LANES).map(|index| format!("player{}", group * LANES + index)).collect();
        let group = names.iter().map(|name| stage.person(name));
        people.extend(futures_util::future::join_all(group).await);
    }
    people
}

/// Sixteen connections with enough to do.
async fn lanes(stage: &Stage, title: &dyn AnyRuleset, people: &[Person], seconds: f64) -> Vec<Lane> {
    // Two servers act for so long, and the other measures take the rest.
    let enough = ((2.0 * seconds + 22.0) * FASTEST / LANES as f64) as usize;
    let mut lanes = Vec::new();
    for (lane, people) in people.chunks(SEATS).enumerate() {
        let (mut plans, mut planned) = (Vec::new(), 0);
        while planned < enough {
            let game = stage.game(people, &format!("lane{lane}game{}", plans.len())).await;
            let plan = plan::ahead(title, &stage.database(), &game, "steady", usize::MAX);
            planned += plan.steps.len();
            plans.push(plan);
        }
        lanes.push(Lane::of(plans));
    }
    lanes
}

fn baseline(stage: &Stage) -> Baseline {
    let folder = std::env::temp_dir().join(format!("althing-load-scripts-{}", std::process::id()));
    Baseline::make(&stage.database(), stage.other_database("baseline"), &folder, LANES)
}

/// What the turns gave.
#[derive(Default)]
struct Turns {
    /// By the server that writes several games in a statement, and by the other one.
    batched: Played,
    alone: Played,
    /// Minimal writes a second, by round.
    tps: Vec<f64>,
    ratios: Vec<f64>,
    /// Bytes of tables, and of PostgreSQL's log, that the first server's actions added.
    stored: f64,
    logged: f64,
    /// Bytes of the log that the minimal writes added.
    logged_minimal: f64,
    time: Time,
}

/// Processor time, in seconds: of the server, PostgreSQL and this process during the first server's turns, and of
/// PostgreSQL during the minimal writes.
#[derive(Default)]
struct Time {
    server: f64,
    postgres: f64,
    driver: f64,
    minimal: f64,
}

async fn take_turns(
    stage: &Stage,
    alone: &str,
    lanes: &mut [Lane],
    baseline: &Baseline,
    seconds: f64,
) -> Turns {
    let mut turns = Turns::default();
    let (postgres, driver) = (stage.postgres(), std::process::id());
    let logged = || baseline::log_bytes(&stage.database());
    for _ in 0..ROUNDS {
        let clocks =
            || (processes::time(stage.server), processes::time_of_family(postgres), processes::time(driver));
        let (before, log, size) = (clocks(), logged(), sizes(stage));
        let played = acts::play(&stage.address, lanes, seconds).await;
        let (between, log_between) = (clocks(), logged());
        turns.stored += (sizes(stage) - size) as f64;
        let tps = baseline.run(seconds.round() as u64);
        turns.time.server += between.0 - before.0;
        turns.time.postgres += between.1 - before.1;
        turns.time.driver += between.2 - before.2;
        turns.time.minimal += clocks().1 - between.1;
        turns.logged += log_between - log;
        turns.logged_minimal += logged() - log_between;
        turns.ratios.push(played.per_second() / tps);
        turns.tps.push(tps);
        turns.batched.add(played);
        turns.alone.add(acts::play(alone, lanes, seconds).await);
    }
    turns
}

/// The tables that an action adds to.
const TABLES: &str = "ARRAY['entries', 'snapshots', 'mails', 'decisions', 'positions']::regclass[]";

fn sizes(stage: &Stage) -> i64 {
    let query = format!("SELECT sum(pg_total_relation_size(t))::text AS value FROM unnest({TABLES}) t");
    sql::texts(&stage.database(), &query).expect("sizes")[0].parse().expect("a number")
}

/// The bytes of each of them for each action so far, the table and its indexes.
fn bytes_by_table(stage: &Stage) -> Value {
    let query = format!(
        "SELECT json_object_agg(t, json_build_array(pg_table_size(t) / n, pg_indexes_size(t) / n))::text AS value \
         FROM unnest({TABLES}) t, (SELECT count(*) AS n FROM entries WHERE request_key IS NOT NULL) a"
    );
    serde_json::from_str(&sql::texts(&stage.database(), &query).expect("sizes")[0]).expect("JSON")
}

/// The longest state that any game has had, as far as it was kept, in bytes: as it is stored, which is compressed, or as
/// text.
fn largest_state(stage: &Stage, measured_by: &str) -> i64 {
    let query = format!(
        "SELECT max({measured_by}(state))::text AS value \
         FROM (SELECT state FROM snapshots UNION ALL SELECT state FROM positions) s"
    );
    sql::texts(&stage.database(), &query).expect("states")[0].parse().expect("a number")
}
