//! The wrong requests, by subject.

mod accounts;
mod addresses;
mod creating;
mod lobby;
mod play;
mod settings;
mod talk;

use serde_json::Value;

use super::Row;

/// Every row.
pub fn all() -> Vec<Row> {
    [
        accounts::rows(),
        addresses::rows(),
        creating::rows(),
        lobby::rows(),
        play::rows(),
        settings::rows(),
        talk::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Words of what is told, by place.
type Told = &'static [(&'static str, &'static str)];

fn row(
    method: &'static str,
    path: &'static str,
    headers: &'static [(&'static str, &'static str)],
    body: Value,
    (status, code): (u16, &'static str),
    wrong: Told,
) -> Row {
    Row { method, path, headers, body, status, code, wrong }
}
