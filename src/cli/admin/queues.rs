//! What waits in each queue of work.

use super::Form;
use super::open::with_service;
use super::table::{at, table};
use crate::cli::Outcome;
use crate::service::operators::queues::{self, WorkQueue};

pub fn run(file: Option<&str>, form: Form) -> Outcome {
    with_service(file, async |ctx| {
        let found = queues::show(ctx).await?;
        let cells = |queue: &WorkQueue| {
            let age = if queue.due > 0 { format!("{} s", queue.oldest_seconds) } else { "-".to_owned() };
            [queue.name.clone(), queue.waiting.to_string(), queue.due.to_string(), age]
        };
        let words = || {
            let rows: Vec<_> = found.queues.iter().map(cells).collect();
            let seen = at(found.worker_seen_at);
            format!(
                "{}\n\na worker was last seen: {seen}",
                table(["QUEUE", "WAITING", "DUE", "OLDEST"], &rows)
            )
        };
        Ok(form.tell(&found, words)?)
    })
}
