//! How often what may be done, for the pages: from the rules by which operations are counted, and the settings.

use minijinja::{Value, context};

use super::reference::{ApiReference, OperationEntry};
use crate::config::{Limit, LimitSettings};
use crate::http::limits::{self, By};
use crate::service::limits::CountedAction;

/// How often an operation may be called; `None` if it is not counted.
pub fn of(entry: &OperationEntry, settings: &LimitSettings) -> Option<String> {
    let (counted, by) = rule(entry)?;
    settings.enabled.then(|| format!("{} {}", rate(counted.limit(settings)), per(by)))
}

fn rule(entry: &OperationEntry) -> Option<(CountedAction, By)> {
    entry.tag.as_ref()?;
    limits::rule(&entry.method, &entry.path)
}

/// The rows of the whole table, narrow limits first. A row names the operations that its limit counts.
pub fn table(reference: &ApiReference, settings: &LimitSettings) -> Vec<Value> {
    let row = |(counted, what, per_whom): &(CountedAction, &'static str, Option<&'static str>)| {
        let counted_so = reference.operations.iter().filter_map(|entry| Some((entry, rule(entry)?)));
        let mut counted_so = counted_so.filter(|(_, (found, _))| found == counted).peekable();
        let by = counted_so.peek().map_or(By::Account, |(_, (_, by))| *by);
        // The row of changes names none: nearly every operation that writes is in it.
        let is_rest = *counted == CountedAction::Change;
        let operations = counted_so.filter(|_| !is_rest).map(|(entry, _)| entry.id.clone());
        context! {
            what => *what,
            per => per_whom.unwrap_or_else(|| per(by)),
            rate => rate(counted.limit(settings)),
            operations => operations.collect::<Vec<_>>(),
        }
    };
    ROWS.iter().map(row).collect()
}

/// What is counted, in words; and whose requests are counted together, if no operation says so.
const ROWS: [(CountedAction, &str, Option<&str>); 13] = [
    (CountedAction::Register, "Registering", None),
    (CountedAction::LogIn, "Logging in with a password or a typed code, and allowing apps", None),
    (CountedAction::Mail, "What sends an email, or brings back a token from one", None),
    (CountedAction::CreateGame, "Creating games", None),
    (CountedAction::Invite, "Inviting players, and asking them to be friends", None),
    (CountedAction::Message, "Sending messages", None),
    (CountedAction::Stream, "Opening streams, and tickets for them", None),
    (CountedAction::Feed, "Fetching calendars and news", Some("per account; of a game, per network address")),
    (CountedAction::Search, "Searching for players", None),
    (CountedAction::Costly, "What is costly: exports, tokens, calls of webhooks and channels", None),
    (
        CountedAction::Change,
        "Everything else that changes something, except acting, previewing and taking back",
        None,
    ),
    (
        CountedAction::LogInFailures,
        "Log-ins with a wrong password, by one name from one network address, or from one known device",
        Some("per name and address"),
    ),
    (
        CountedAction::LogInFailuresPerName,
        "Log-ins with a wrong password, by one name from all addresses together",
        Some("per name"),
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
