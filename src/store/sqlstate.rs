//! Tells errors of the database that are an outage, after which the same request may be tried again, from bugs.
//!
//! The SQLSTATE decides. Diesel does not pass it on, so the connection appends it to the message of every error
//! ([`with_code`]), where [`is_outage`] and readers of the log find it.

use diesel::result::DatabaseErrorKind;

use super::StoreError;

/// The text before and after the SQLSTATE.
const MARKS: (&str, &str) = (" (SQLSTATE ", ")");

/// A message with its SQLSTATE at the end.
pub fn with_code(message: &str, code: &str) -> String {
    format!("{message}{}{code}{}", MARKS.0, MARKS.1)
}

pub fn code_of(message: &str) -> Option<&str> {
    // Only the end of the message is ours: the text before it may quote what a client sent.
    let (_, code) = message.strip_suffix(MARKS.1)?.rsplit_once(MARKS.0)?;
    (code.len() == 5).then_some(code)
}

/// Is the database unable to do this now, though it may be later?
pub fn is_outage(error: &StoreError) -> bool {
    use DatabaseErrorKind::{
        ClosedConnection, ReadOnlyTransaction, SerializationFailure, UnableToSendCommand,
    };
    match error {
        StoreError::DatabaseError(
            ClosedConnection | UnableToSendCommand | ReadOnlyTransaction | SerializationFailure,
            _,
        ) => true,
        StoreError::DatabaseError(_, information) => code_of(information.message()).is_some_and(passes),
        StoreError::RollbackErrorOnCommit { commit_error, .. } => is_outage(commit_error),
        // The connection broke in the middle of a transaction.
        StoreError::BrokenTransactionManager => true,
        _ => false,
    }
}

/// Did the server refuse the statement and undo all of it? Not known if the connection broke.
pub fn was_undone(error: &StoreError) -> bool {
    let StoreError::DatabaseError(_, information) = error else { return false };
    code_of(information.message()).is_some_and(|code| !ends_connection(code))
}

/// Did the server undo all of it for the sake of another transaction?
pub fn is_conflict(error: &StoreError) -> bool {
    let StoreError::DatabaseError(_, information) = error else { return false };
    // 40003 is statement_completion_unknown.
    code_of(information.message()).is_some_and(|code| code.starts_with("40") && code != "40003")
}

/// What is wrong with the database, as a stable word for operators.
pub fn outage_reason(error: &StoreError) -> &'static str {
    let code = match error {
        StoreError::DatabaseError(_, information) => code_of(information.message()).unwrap_or_default(),
        _ => "",
    };
    match code {
        "53100" => "database_full",
        "25006" => "database_read_only",
        _ if forgets_statements(code) => "database_sessions",
        _ if is_outage(error) => "database_unreachable",
        _ => "database_failing",
    }
}

/// Is the error one that may pass, since the statement did not cause it?
fn passes(code: &str) -> bool {
    let state = [
        "25006", // read_only_sql_transaction: the server was demoted
        "25P03", // idle_in_transaction_session_timeout
        "25P04", // transaction_timeout
        "40001", // serialization_failure
        "40P01", // deadlock_detected
        "55P03", // lock_not_available
        "57014", // query_canceled: mostly by statement_timeout
        "57P01", // admin_shutdown
        "57P02", // crash_shutdown
        "57P03", // cannot_connect_now
        "57P04", // database_dropped
        "57P05", // idle_session_timeout
        "58030", // io_error
    ];
    code.starts_with("08") || code.starts_with("53") || state.contains(&code) || forgets_statements(code)
}

/// Did a pooler change the session? Then the statement was not prepared there, or another connection has prepared one
/// under its name.
pub fn forgets_statements(code: &str) -> bool {
    let state = [
        "26000", // invalid_sql_statement_name
        "42P05", // duplicate_prepared_statement
    ];
    state.contains(&code)
}

/// Does every write fail after this error, until there is room on the disk or another server takes over?
pub fn fails_writes(code: &str) -> bool {
    // 53300 is too_many_connections, which says nothing about the disk.
    (code.starts_with("53") && code != "53300") || ["25006", "58030"].contains(&code)
}

/// Must a connection with this error be replaced?
pub fn ends_connection(code: &str) -> bool {
    ["25006", "25P03", "25P04", "57P01", "57P02", "57P03", "57P04", "57P05"].contains(&code)
        || code.starts_with("08")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(message: &str) -> StoreError {
        StoreError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned()))
    }

    #[test]
    fn the_code_decides_and_not_what_somebody_wrote_into_the_message() {
        assert!(is_outage(&error(&with_code("could not extend file", "53100"))));
        assert!(is_outage(&error(&with_code("terminating connection", "57P01"))));
        assert!(!is_outage(&error(&with_code("no such value: x (SQLSTATE 53100)", "22P02"))));
        assert!(!is_outage(&error("could not extend file")));
    }

    #[test]
    fn what_may_have_been_done_is_no_conflict() {
        assert!(is_conflict(&error(&with_code("deadlock detected", "40P01"))));
        assert!(!is_conflict(&error(&with_code("the connection broke", "40003"))));
        assert!(!is_conflict(&error(&with_code("canceling statement", "57014"))));
    }

    #[test]
    fn too_many_connections_say_nothing_about_the_disk() {
        assert!(passes("53300") && !fails_writes("53300"));
        assert!(fails_writes("53100") && fails_writes("25006"));
    }
}
