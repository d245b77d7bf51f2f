//! Metrics for Prometheus.
//!
//! Counting costs a few atomic additions. Numbers that only the database knows are read when metrics are requested, in
//! one bounded statement, and at most every few seconds. No label contains an address, a name or an id.

use std::fs;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant as Moment};

use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// The upper bounds of the buckets of answering times, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// How long numbers of the database are shown before they are read again.
const FRESH: Duration = Duration::from_secs(5);
/// The size of a page of memory on systems that report memory in pages.
const PAGE_BYTES: f64 = 4096.0;

/// Installs the recorder, once per process. `None` if another recorder is installed.
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
        "Writes to games that found another write faster, by author."
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

pub fn request_answered(method: &'static str, route: Arc<str>, status: u16, seconds: f64) {
    let times = histogram!(
        "althing_http_request_duration_seconds",
        "method" => method, "route" => route, "status" => status.to_string()
    );
    times.record(seconds);
}

/// Counts a write to a game. `by` is one of a few words: the author of an entry, or `table` for a service action
/// (votes, resignations, seats that change hands); never an account.
pub fn game_written(by: &'static str) {
    counter!("althing_actions_total", "by" => by).increment(1);
}

/// Counts a write that changed nothing because another write was faster.
pub fn write_conflicted(by: &'static str) {
    counter!("althing_conflicts_total", "by" => by).increment(1);
}

/// Counts a further try of a write that lost to a faster one.
pub fn write_retried(by: &'static str) {
    counter!("althing_retries_total", "by" => by).increment(1);
}

/// A stream was opened (1) or closed (-1).
pub fn change_streams(change: f64) {
    gauge!("althing_streams").increment(change);
}

/// Sets the gauges of the connection pools: open, idle, and how many requests wait for one.
pub fn set_pools(open: usize, idle: usize, waiting: usize) {
    for (state, count) in [("open", open), ("idle", idle), ("awaited", waiting)] {
        gauge!("althing_pool_connections", "state" => state).set(count as f64);
    }
}

/// Is it time to read the numbers of the database again?
pub fn backlog_is_due() -> bool {
    static PUBLISHED: Mutex<Option<Moment>> = Mutex::new(None);
    let mut published = PUBLISHED.lock().unwrap_or_else(PoisonError::into_inner);
    let due = published.is_none_or(|at| at.elapsed() >= FRESH);
    if due {
        *published = Some(Moment::now());
    }
    due
}

/// Waiting mails and open decisions, as counted by the database.
#[derive(Debug, Clone, Copy)]
pub struct MailBacklogMetrics {
    pub open_decisions: i64,
    pub waiting_mails: i64,
    /// For how many seconds the oldest mail that is due has been due.
    pub oldest_seconds: i64,
    pub dead_letters: i64,
}

/// Waiting deliveries to webhooks, as counted by the database.
#[derive(Debug, Clone, Copy)]
pub struct WebhookBacklogMetrics {
    pub waiting: i64,
    /// For how many seconds the oldest delivery that is due has been due.
    pub oldest_seconds: i64,
    pub failing: i64,
}

pub fn set_backlog(mails: MailBacklogMetrics, webhooks: WebhookBacklogMetrics) {
    gauge!("althing_decisions_open").set(mails.open_decisions as f64);
    gauge!("althing_mails_waiting").set(mails.waiting_mails as f64);
    gauge!("althing_mails_oldest_seconds").set(mails.oldest_seconds as f64);
    gauge!("althing_dead_letters").set(mails.dead_letters as f64);
    gauge!("althing_webhooks_waiting").set(webhooks.waiting as f64);
    gauge!("althing_webhooks_oldest_seconds").set(webhooks.oldest_seconds as f64);
    gauge!("althing_webhooks_failing").set(webhooks.failing as f64);
}

/// Counts a request to a webhook by its result.
pub fn webhook_called(is_delivered: bool) {
    let result = if is_delivered { "delivered" } else { "failed" };
    counter!("althing_webhook_attempts_total", "result" => result).increment(1);
}

/// Sets the gauge of the memory in use, where the system reports it.
pub fn set_memory() {
    let pages = fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    if let Some(pages) = pages {
        gauge!("process_resident_memory_bytes").set(pages * PAGE_BYTES);
    }
}
