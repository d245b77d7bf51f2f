//! How often what may be done, for the pages: from the rules by which operations are counted, and the settings.

use serde::Serialize;

use super::reference::{ApiReference, OperationEntry};
use crate::config::{Limit, LimitSettings};
use crate::http::limits::{self, By};
use crate::service::limits::CountedAction;

/// A row of the table.
#[derive(Debug, Serialize)]
pub struct RateRow {
    pub what: &'static str,
    pub per: &'static str,
    pub rate: String,
    /// Ids of the operations that are counted so; none where the words say it.
    pub operations: Vec<String>,
}

/// How often an operation may be called; `None` if it is not counted.
pub fn of(entry: &OperationEntry, settings: &LimitSettings) -> Option<String> {
    let (counted, by) = rule(entry)?;
    settings.enabled.then(|| format!("{} {}", rate(counted.limit(settings)), per(by)))
}

fn rule(entry: &OperationEntry) -> Option<(CountedAction, By)> {
    entry.tag.as_ref()?;
    limits::rule(&entry.method, &entry.path)
}

/// The whole table, the narrow limits first.
pub fn table(reference: &ApiReference, settings: &LimitSettings) -> Vec<RateRow> {
    let row = |what, counted: CountedAction, by, operations| RateRow {
        what,
        per: per(by),
        rate: rate(counted.limit(settings)),
        operations,
    };
    let mut rows: Vec<RateRow> = ROWS
        .iter()
        .map(|(counted, what)| {
            let counted_so = reference.operations.iter().filter_map(|entry| Some((entry, rule(entry)?)));
            let mut counted_so = counted_so.filter(|(_, (found, _))| found == counted).peekable();
            let by = counted_so.peek().map_or(By::Account, |(_, (_, by))| *by);
            // Nearly everything that writes is in the last row.
            let is_rest = *counted == CountedAction::Change;
            let operations = counted_so.filter(|_| !is_rest).map(|(entry, _)| entry.id.clone()).collect();
            row(what, *counted, by, operations)
        })
        .collect();
    let failures =
        "Log-ins with a wrong password, by one name from one network address, or from one known device";
    let mut failure = row(failures, CountedAction::LogInFailures, By::Address, Vec::new());
    failure.per = "per name and address";
    let mut name = row(
        "Log-ins with a wrong password, by one name from all addresses together",
        CountedAction::LogInFailuresPerName,
        By::Address,
        Vec::new(),
    );
    name.per = "per name";
    rows.extend([failure, name]);
    rows
}

const ROWS: [(CountedAction, &str); 9] = [
    (CountedAction::Register, "Registering"),
    (CountedAction::LogIn, "Logging in with a password"),
    (CountedAction::Mail, "What sends an email, or brings back a token from one"),
    (CountedAction::CreateGame, "Creating games"),
    (CountedAction::Invite, "Inviting players"),
    (CountedAction::Message, "Sending messages"),
    (CountedAction::Stream, "Opening streams, and tickets for them"),
    (CountedAction::Costly, "What is costly: exports, tokens, calls of webhooks"),
    (
        CountedAction::Change,
        "Everything else that changes something, except acting, previewing and taking back",
    ),
];

fn per(by: By) -> &'static str {
    match by {
        By::Account => "per account",
        By::Address => "per network address",
    }
}

fn rate(limit: Limit) -> String {
    let span = match limit.seconds {
        1 => "a second".to_owned(),
        60 => "a minute".to_owned(),
        3600 => "an hour".to_owned(),
        86_400 => "a day".to_owned(),
        seconds => format!("in {seconds} seconds"),
    };
    format!("{} {span}", limit.count)
}
