//! Numbers that are read when metrics are requested: those of the database, of the pools, and of the process.

use std::sync::{Mutex, OnceLock, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use metrics::{counter, gauge};
use metrics_process::Collector;

/// How long numbers of the database are shown before they are read again, in seconds: a backlog, and a census, which reads
/// more.
const BACKLOG_FRESH: i64 = 5;
const CENSUS_FRESH: i64 = 60;

/// When some numbers of the database were last read.
#[derive(Debug, Default)]
pub struct Refresh {
    backlog: Mutex<Option<DateTime<Utc>>>,
    census: Mutex<Option<DateTime<Utc>>>,
}

impl Refresh {
    /// Is it time to read the backlog again?
    pub fn backlog_is_due(&self, now: DateTime<Utc>) -> bool {
        is_due(&self.backlog, now, BACKLOG_FRESH)
    }

    pub fn census_is_due(&self, now: DateTime<Utc>) -> bool {
        is_due(&self.census, now, CENSUS_FRESH)
    }
}

fn is_due(read: &Mutex<Option<DateTime<Utc>>>, now: DateTime<Utc>, fresh: i64) -> bool {
    let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
    // A clock that was set back must not keep old numbers for long.
    let due = read.is_none_or(|at| (now - at).abs() >= TimeDelta::seconds(fresh));
    if due {
        *read = Some(now);
    }
    due
}

/// What waits, as counted by the database.
#[derive(Debug, Clone)]
pub struct BacklogMetrics {
    pub open_decisions: i64,
    pub waiting_mails: i64,
    /// For how many seconds the oldest mail could not leave.
    pub mails_stuck_seconds: i64,
    pub dead_letters: i64,
    pub waiting_webhooks: i64,
    pub failing_webhooks: i64,
    /// How many seconds ago a worker gave a sign of life; `None`: none ever did.
    pub heartbeat_seconds: Option<i64>,
    /// For how many seconds the first of each queue has been due.
    pub queues: Vec<(String, i64)>,
}

/// How many there are.
#[derive(Debug, Clone)]
pub struct CensusMetrics {
    pub games: Vec<(String, i64)>,
    pub accounts: i64,
}

/// `None`: the database does not answer. What it said before stays, beside the gauge that says so.
pub fn set_backlog(backlog: Option<&BacklogMetrics>) {
    gauge!("althing_database_up").set(if backlog.is_some() { 1.0 } else { 0.0 });
    let Some(backlog) = backlog else { return };
    for (name, value) in [
        ("althing_decisions_open", backlog.open_decisions),
        ("althing_mails_waiting", backlog.waiting_mails),
        ("althing_mails_stuck_seconds", backlog.mails_stuck_seconds),
        ("althing_dead_letters", backlog.dead_letters),
        ("althing_webhooks_waiting", backlog.waiting_webhooks),
        ("althing_webhooks_failing", backlog.failing_webhooks),
        ("althing_heartbeat_age_seconds", backlog.heartbeat_seconds.unwrap_or(-1)),
    ] {
        gauge!(name).set(value as f64);
    }
    for (queue, seconds) in &backlog.queues {
        gauge!("althing_queue_oldest_seconds", "queue" => queue.clone()).set(*seconds as f64);
        // These two are older than the gauge of all queues: dashboards of 1.0.0 name them.
        match queue.as_str() {
            "mails" => gauge!("althing_mails_oldest_seconds").set(*seconds as f64),
            "webhooks" => gauge!("althing_webhooks_oldest_seconds").set(*seconds as f64),
            _ => {}
        }
    }
}

pub fn set_census(census: &CensusMetrics) {
    for (state, count) in &census.games {
        gauge!("althing_games", "state" => state.clone()).set(*count as f64);
    }
    gauge!("althing_accounts").set(census.accounts as f64);
}

/// Sets the numbers of the connection pools: open, idle, and how many requests wait for one; how often one was waited for,
/// and for how many seconds; and whether writes fail.
pub fn set_pools(
    (open, idle, waiting): (usize, usize, usize),
    (waits, seconds): (u64, u64),
    are_failing: bool,
) {
    for (state, count) in [("open", open), ("idle", idle), ("awaited", waiting)] {
        gauge!("althing_pool_connections", "state" => state).set(count as f64);
    }
    counter!("althing_pool_waits_total").absolute(waits);
    counter!("althing_pool_wait_seconds_total").absolute(seconds);
    gauge!("althing_database_writable").set(if are_failing { 0.0 } else { 1.0 });
}

/// How far the clock of this machine is ahead of the database's, in seconds.
pub fn set_clock_error(seconds: f64) {
    gauge!("althing_clock_error_seconds").set(seconds);
}

/// The usual families about a process: `process_resident_memory_bytes` and its like.
fn process() -> &'static Collector {
    static COLLECTOR: OnceLock<Collector> = OnceLock::new();
    COLLECTOR.get_or_init(Collector::default)
}

pub fn describe_process() {
    process().describe();
}

pub fn set_process() {
    process().collect();
}
