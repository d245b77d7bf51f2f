//! What a process counts about itself, for Prometheus.
//!
//! Counting costs some atomic additions. What only the database knows is read when somebody asks, in one bounded
//! statement and not more often than every few seconds. No label holds an address, a name or an id.

use std::fs;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant as Moment};

use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::store::backlog::Backlog;
use crate::store::webhook_deliveries;

/// The upper bounds of the buckets of answering times, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// How long what the database said is shown.
const FRESH: Duration = Duration::from_secs(5);
/// The size of a page of memory on the systems that tell memory in pages here.
const PAGE_BYTES: f64 = 4096.0;

/// Begins to count, once for the process. `None` if somebody else counts already.
pub fn begin() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let begun = HANDLE.get_or_init(|| {
        let times = Matcher::Full("althing_http_request_duration_seconds".to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(times, &BUCKETS).ok()?;
        let handle = builder.install_recorder().ok()?;
        describe();
        Some(handle)
    });
    begun.as_ref()
}

fn describe() {
    use metrics::{describe_counter, describe_gauge, describe_histogram};
    describe_histogram!("althing_http_request_duration_seconds", "Answering times by route and status.");
    describe_counter!("althing_actions_total", "Writes to games that were carried out, by who made them.");
    describe_counter!(
        "althing_conflicts_total",
        "Writes to games that found somebody faster, by who made them."
    );
    describe_counter!("althing_retries_total", "Writes to games that were judged anew, by who made them.");
    describe_gauge!("althing_streams", "Event streams that are open.");
    describe_gauge!("althing_decisions_open", "Decisions that are open, up to 100000.");
    describe_gauge!("althing_mails_waiting", "Mails that wait, up to 100000.");
    describe_gauge!("althing_mails_oldest_seconds", "For how long the oldest mail that is due has been due.");
    describe_counter!("althing_webhook_attempts_total", "Requests to webhooks, by result.");
    describe_gauge!("althing_webhooks_waiting", "What waits to be sent to webhooks, up to 100000.");
    describe_gauge!(
        "althing_webhooks_oldest_seconds",
        "For how long the oldest that is due to be sent to a webhook has been due."
    );
    describe_gauge!("althing_webhooks_failing", "Webhooks to which nothing arrives, up to 100000.");
    describe_gauge!("althing_dead_letters", "Mails that were given up, up to 100000.");
    describe_gauge!("althing_pool_connections", "Connections to the database, by state.");
    describe_gauge!("process_resident_memory_bytes", "Memory in use.");
}

pub fn answered(method: &'static str, route: Arc<str>, status: u16, seconds: f64) {
    let times = histogram!(
        "althing_http_request_duration_seconds",
        "method" => method, "route" => route, "status" => status.to_string()
    );
    times.record(seconds);
}

/// Something was written to a game. `by` is one of a few words: the maker of an entry, or `table` for what a table does
/// beside the rules (votes, resignations, seats that change hands); never who it was.
pub fn wrote(by: &'static str) {
    counter!("althing_actions_total", "by" => by).increment(1);
}

/// Somebody was faster, and nothing was written.
pub fn conflicted(by: &'static str) {
    counter!("althing_conflicts_total", "by" => by).increment(1);
}

/// What somebody else was faster than is judged anew.
pub fn retried(by: &'static str) {
    counter!("althing_retries_total", "by" => by).increment(1);
}

/// A stream was opened (1) or closed (-1).
pub fn streams(change: f64) {
    gauge!("althing_streams").increment(change);
}

/// How the pools of connections are used: open, idle, and how many wait for one.
pub fn pools(open: usize, idle: usize, waiting: usize) {
    for (state, count) in [("open", open), ("idle", idle), ("awaited", waiting)] {
        gauge!("althing_pool_connections", "state" => state)
            .set(f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    }
}

/// Is it time to ask the database again?
pub fn backlog_is_due() -> bool {
    static ASKED: Mutex<Option<Moment>> = Mutex::new(None);
    let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    let due = asked.is_none_or(|at| at.elapsed() >= FRESH);
    if due {
        *asked = Some(Moment::now());
    }
    due
}

/// What the database said.
pub fn backlog(backlog: &Backlog) {
    gauge!("althing_decisions_open").set(count(backlog.open_decisions));
    gauge!("althing_mails_waiting").set(count(backlog.waiting_mails));
    gauge!("althing_mails_oldest_seconds").set(count(backlog.oldest_seconds));
    gauge!("althing_dead_letters").set(count(backlog.dead_letters));
}

/// What the database said about webhooks.
pub fn webhooks(backlog: &webhook_deliveries::WebhookBacklog) {
    gauge!("althing_webhooks_waiting").set(count(backlog.waiting));
    gauge!("althing_webhooks_oldest_seconds").set(count(backlog.oldest_seconds));
    gauge!("althing_webhooks_failing").set(count(backlog.failing));
}

/// A webhook was called, and took it or did not.
pub fn called(took_it: bool) {
    let result = if took_it { "delivered" } else { "failed" };
    counter!("althing_webhook_attempts_total", "result" => result).increment(1);
}

fn count(number: i64) -> f64 {
    f64::from(i32::try_from(number).unwrap_or(i32::MAX))
}

/// How much memory the process uses, where the system tells.
pub fn memory() {
    let pages = fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    if let Some(pages) = pages {
        gauge!("process_resident_memory_bytes").set(pages * PAGE_BYTES);
    }
}
