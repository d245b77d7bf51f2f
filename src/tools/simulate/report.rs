//! What `simulate` prints.

use std::fmt::Write;

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::Value;

use super::Arguments;
use rules::series::SeriesCounts;

#[derive(Serialize)]
pub(super) struct Report {
    ruleset: &'static str,
    players: usize,
    bots: Vec<String>,
    seed: u64,
    games: u64,
    #[serde(flatten)]
    counts: SeriesCounts,
    mean_turns: f64,
    mean_actions: f64,
    games_per_second: f64,
    actions_per_second: f64,
    /// The ruleset's own figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Value>,
}

impl Report {
    pub fn new(
        ruleset: &'static str,
        bots: Vec<String>,
        arguments: &Arguments,
        counts: SeriesCounts,
        statistics: Option<Value>,
        took: TimeDelta,
    ) -> Self {
        // A run too short for the clock counts as one microsecond.
        let seconds = took.num_microseconds().unwrap_or(i64::MAX).max(1) as f64 / 1e6;
        let games = counts.finished.max(1) as f64;
        Self {
            ruleset,
            players: bots.len(),
            bots,
            seed: arguments.seed,
            games: arguments.games,
            mean_turns: rounded(counts.turns as f64 / games),
            mean_actions: rounded(counts.actions as f64 / games),
            games_per_second: rounded(counts.finished as f64 / seconds),
            actions_per_second: rounded(counts.actions as f64 / seconds),
            counts,
            statistics,
        }
    }

    /// One JSON object.
    pub fn json(&self) -> String {
        match serde_json::to_string(self) {
            Ok(text) => text,
            Err(error) => unreachable!("a report does not serialise: {error}"),
        }
    }

    pub fn lines(&self) -> String {
        lines(&serde_json::to_value(self).unwrap_or_default())
    }
}

pub(super) fn lines(value: &Value) -> String {
    let mut text = String::new();
    figures(&mut text, "", value);
    text.trim_end().to_owned()
}

fn figures(text: &mut String, indent: &str, value: &Value) {
    let Value::Object(fields) = value else { return };
    for (name, field) in fields {
        // Writing into a string can't fail.
        let _ = match field {
            Value::Object(_) => writeln!(text, "{indent}{name}:"),
            other => writeln!(text, "{indent}{name}: {other}"),
        };
        figures(text, &format!("{indent}  "), field);
    }
}

fn rounded(figure: f64) -> f64 {
    (figure * 10.0).round() / 10.0
}
