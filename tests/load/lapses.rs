//! Are deadlines kept? 10,000 open games, 2,000 deadlines within a minute, two workers, one of which is killed on the
//! way: each lapse must come at most ten seconds late, and once.
//!
//! One game is begun through the API and copied in the tables; the copies differ in their ids and deadlines alone.
//! Usage: bash tests/load/lapses.sh [--games N] [--deadlines N] [--seconds N]

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a measure that breaks says where"
)]
#![allow(dead_code, reason = "the tools of the other measures are used in part")]

#[path = "../support/sql.rs"]
mod sql;

mod stage;
mod wire;

use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use stage::{SEATS, Stage};

/// The latest that a lapse may come, in seconds.
const LATEST: f64 = 10.0;
/// How long the workers have before the first deadline, in seconds.
const LEAD: u64 = 5;

/// What is measured.
struct Plan {
    /// How many games are open.
    games: u64,
    /// How many of them have a deadline in the time that is measured.
    deadlines: u64,
    /// How long that time is, in seconds.
    seconds: u64,
}

fn main() -> ExitCode {
    let plan = Plan {
        games: stage::argument("--games", 10_000),
        deadlines: stage::argument("--deadlines", 2_000),
        seconds: stage::argument("--seconds", 60),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let figures = runtime.expect("a runtime").block_on(measure(&plan));
    println!("{figures}");
    let is_kept = figures["lapses"] == plan.deadlines
        && figures["once"] == plan.deadlines
        && figures["early"] == 0
        && figures["latest_s"].as_f64().is_some_and(|late| late <= LATEST);
    if is_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn measure(plan: &Plan) -> Value {
    let stage = Stage::set();
    let database = stage.database();
    let template = begin(&stage).await;
    copy(&database, &template, plan.games);
    let mails = tempfolder();
    let mut workers: Vec<Child> = (0..2).map(|_| work(&database, &mails)).collect();
    fall_due(&database, plan);
    tokio::time::sleep(Duration::from_secs(LEAD + plan.seconds / 3)).await;
    let killed = workers.remove(0);
    kill(killed);
    tokio::time::sleep(
        Duration::from_secs(plan.seconds - plan.seconds / 3) + Duration::from_secs(LATEST as u64 + 2),
    )
    .await;
    let figures = figures(&database, plan);
    workers.into_iter().for_each(kill);
    let _ = std::fs::remove_dir_all(&mails);
    figures
}

/// A game of four that has begun.
async fn begin(stage: &Stage) -> String {
    let mut people = Vec::new();
    for index in 0..SEATS {
        people.push(stage.person(&format!("absent{index}")).await);
    }
    stage.game(&people, "template").await.id
}

/// Copies it until there are so many games.
fn copy(database: &str, template: &str, games: u64) {
    let copies = games.saturating_sub(1);
    let of = |table: &str, id: &str| {
        format!(
            "INSERT INTO {table} SELECT r.* FROM copies c, {table} t, \
             LATERAL jsonb_populate_record(t, jsonb_build_object('{id}', c.id)) r WHERE t.{id} = '{template}'"
        )
    };
    let tables = [("games", "id"), ("seats", "game_id"), ("positions", "game_id"), ("decisions", "game_id")];
    let mut script = format!(
        "CREATE TABLE copies AS SELECT gen_random_uuid() AS id, n FROM generate_series(1, {copies}) AS n;"
    );
    for (table, id) in tables {
        script += &of(table, id);
        script += ";";
    }
    script += "ANALYZE";
    sql::run(database, &script).expect("the game is copied");
}

/// Sets the deadlines of some copies, evenly over the time that is measured.
fn fall_due(database: &str, plan: &Plan) {
    let Plan { deadlines, seconds, .. } = plan;
    let script = format!(
        "CREATE TABLE due AS SELECT id AS game_id, date_trunc('milliseconds', now()) + interval '{LEAD} seconds' \
         + interval '1 second' * ({seconds}::float8 * n / {deadlines}) AS at FROM copies WHERE n <= {deadlines}; \
         UPDATE positions p SET clocks = \
         jsonb_set(p.clocks::jsonb, '{{1,0,5}}', to_jsonb(due.at))::text \
         FROM due WHERE p.game_id = due.game_id; \
         UPDATE decisions d SET deadline = due.at, warn_at = NULL, warn_again_at = NULL \
         FROM due WHERE d.game_id = due.game_id AND d.deadline IS NOT NULL"
    );
    sql::run(database, &script).expect("deadlines are set");
}

fn work(database: &str, mails: &std::path::Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_althing"))
        .arg("work")
        .env("DATABASE_URL", database)
        .env("ALTHING__MAIL__FOLDER", mails)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a worker starts")
}

/// As if the power failed.
fn kill(mut worker: Child) {
    let _ = worker.kill();
    let _ = worker.wait();
}

fn tempfolder() -> std::path::PathBuf {
    std::env::temp_dir().join(format!("althing-lapses-{}", std::process::id()))
}

fn figures(database: &str, plan: &Plan) -> Value {
    let query = "WITH late AS (SELECT due.game_id, count(e.version) AS lapses, \
         max(extract(epoch FROM e.created_at - due.at))::float8 AS seconds FROM due \
         LEFT JOIN entries e ON e.game_id = due.game_id AND e.made_by = 'lapse' GROUP BY due.game_id) \
         SELECT json_build_object('lapses', sum(lapses), 'once', count(*) FILTER (WHERE lapses = 1), \
         'early', count(*) FILTER (WHERE seconds < 0), 'latest_s', round(max(seconds)::numeric, 3), \
         'p99_s', round((percentile_cont(0.99) WITHIN GROUP (ORDER BY seconds))::numeric, 3), \
         'p50_s', round((percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::numeric, 3))::text AS value FROM late";
    let told = sql::texts(database, query).expect("it answers");
    let mut figures: Value = serde_json::from_str(&told[0]).expect("JSON");
    figures["games"] = json!(plan.games);
    figures["deadlines"] = json!(plan.deadlines);
    figures["seconds"] = json!(plan.seconds);
    figures["workers"] = json!({"begun": 2, "killed": 1});
    figures
}
