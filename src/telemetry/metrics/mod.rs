//! Metrics for Prometheus.
//!
//! Counting costs a few atomic additions. Numbers that only the database knows are read when metrics are requested, in
//! bounded statements, and at most every few seconds. No label contains an address, a name or an id.

mod gauges;

use std::sync::{Arc, OnceLock};

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

pub use gauges::{
    BacklogMetrics, CensusMetrics, Refresh, set_backlog, set_census, set_clock_error, set_pools, set_process,
};

/// The upper bounds of the buckets of answering times, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// The counters, and what they count.
const COUNTERS: [(&str, &str); 9] = [
    (
        "althing_actions_total",
        "Writes to games that were carried out, by who made them; lapses are those by lapse.",
    ),
    ("althing_conflicts_total", "Writes to games that found another write faster, by author."),
    ("althing_retries_total", "Writes to games that were judged anew, by who made them."),
    ("althing_mails_total", "Attempts to send a mail, by result."),
    ("althing_replies_total", "Mails that came in, by result; bounces are those of the result bounce."),
    ("althing_webhook_attempts_total", "Requests to webhooks, by result."),
    ("althing_rate_limited_total", "Requests that were refused because of a rate limit, by limit."),
    ("althing_pool_waits_total", "Waits for a connection to the database while none was free."),
    ("althing_pool_wait_seconds_total", "For how long connections to the database were waited for."),
];

/// The gauges, and what they show.
const GAUGES: [(&str, &str); 18] = [
    ("althing_build_info", "1; its labels name the version."),
    ("althing_streams", "Event streams that are open."),
    ("althing_games", "Games by state, up to 100000 of each; those that are over are estimated."),
    ("althing_accounts", "Accounts, as PostgreSQL estimates it."),
    ("althing_decisions_open", "Decisions that are open, up to 100000."),
    ("althing_queue_oldest_seconds", "For how long the first of a queue has been due, by queue."),
    ("althing_mails_waiting", "Mails that wait, up to 100000."),
    ("althing_mails_oldest_seconds", "For how long the oldest mail that is due has been due."),
    (
        "althing_mails_stuck_seconds",
        "For how long the oldest mail could not leave, since it was made or the server failed.",
    ),
    ("althing_dead_letters", "Mails that were given up, up to 100000."),
    ("althing_webhooks_waiting", "What waits to be sent to webhooks, up to 100000."),
    (
        "althing_webhooks_oldest_seconds",
        "For how long the oldest that is due to be sent to a webhook has been due.",
    ),
    ("althing_webhooks_failing", "Webhooks to which nothing arrives, up to 100000."),
    ("althing_heartbeat_age_seconds", "How long ago a worker gave a sign of life; -1 before the first."),
    ("althing_clock_error_seconds", "How far the clock of this machine is ahead of the database's."),
    ("althing_database_up", "1 if the database answered when it was last asked for these numbers, else 0."),
    ("althing_database_writable", "0 after a write failed, until one succeeds again, else 1."),
    ("althing_pool_connections", "Connections to the database, by state."),
];

/// The names of all of ours.
pub fn names() -> impl Iterator<Item = &'static str> {
    let counted = COUNTERS.iter().chain(&GAUGES).map(|(name, _)| *name);
    counted.chain(["althing_http_request_duration_seconds"])
}

/// Installs the recorder, once per process. `None` if another recorder is installed.
pub fn begin() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let begun = HANDLE.get_or_init(|| {
        let times = Matcher::Full("althing_http_request_duration_seconds".to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(times, &BUCKETS).ok()?;
        let handle = builder.install_recorder().ok()?;
        describe_histogram!("althing_http_request_duration_seconds", "Answering times by route and status.");
        COUNTERS.iter().for_each(|(name, what)| describe_counter!(*name, *what));
        GAUGES.iter().for_each(|(name, what)| describe_gauge!(*name, *what));
        gauges::describe_process();
        gauge!("althing_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        // A rule about a counter that has never counted would have nothing to look at.
        MAIL_RESULTS
            .iter()
            .for_each(|result| counter!("althing_mails_total", "result" => *result).absolute(0));
        REPLY_RESULTS
            .iter()
            .for_each(|result| counter!("althing_replies_total", "result" => *result).absolute(0));
        Some(handle)
    });
    begun.as_ref()
}

/// What becomes of an attempt to send a mail: `waiting` for a server that can't be reached or says "not now", `retried`
/// after another failure, `held` by the preferences of its reader; the others are final.
const MAIL_RESULTS: [&str; 7] = ["sent", "waiting", "retried", "held", "stale", "suppressed", "dead"];

/// What becomes of a mail that comes in. `later`: it could not be dealt with now.
const REPLY_RESULTS: [&str; 5] = ["taken", "ignored", "refused", "later", "bounce"];

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

/// Counts an attempt to send a mail by its result, one of [`MAIL_RESULTS`].
pub fn mail_tried(result: &'static str) {
    counter!("althing_mails_total", "result" => result).increment(1);
}

/// Counts a mail that came in by its result, one of [`REPLY_RESULTS`].
pub fn mail_came_in(result: &'static str) {
    counter!("althing_replies_total", "result" => result).increment(1);
}

/// Counts a request to a webhook by its result.
pub fn webhook_called(is_delivered: bool) {
    let result = if is_delivered { "delivered" } else { "failed" };
    counter!("althing_webhook_attempts_total", "result" => result).increment(1);
}

/// Counts a request that a rate limit refused.
pub fn rate_limited(limit: &'static str) {
    counter!("althing_rate_limited_total", "limit" => limit).increment(1);
}
