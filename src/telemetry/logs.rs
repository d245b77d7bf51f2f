//! The log of the process on standard error, line by line.

use std::io::{self, IsTerminal};

use tracing_subscriber::filter::{EnvFilter, FilterExt, LevelFilter, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use super::traces::{self, Traces};
use crate::config::{LogFormat, LogSettings};

/// Begins to log, and to trace if there are traces. Lines of a request carry its id. A read that succeeds writes no
/// line and has no span (`http/layers.rs`). Does nothing if the process logs already.
pub fn begin(settings: &LogSettings, traces: Option<&Traces>) {
    // The settings were checked, so the fallback is for a filter that changed since.
    let filter = EnvFilter::try_new(&settings.filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines_only = filter_fn(|metadata| metadata.target() != traces::TARGET);
    // Without the hint every record of a library at the lowest levels is built and then dropped.
    let filter = filter.and(lines_only.with_max_level_hint(LevelFilter::TRACE));
    let lines = fmt::layer().with_writer(io::stderr);
    let lines = match settings.format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    };
    let begun = registry().with(lines.with_filter(filter)).with(traces.map(Traces::layer)).try_init();
    if let Err(already) = begun {
        tracing::debug!(%already, "the process logs already");
    }
}
