//! Traces for a collector of OpenTelemetry, if the operator named one.
//!
//! Only spans of [`TARGET`] are exported, and no lines of the log, which may name players. A separate thread sends them
//! in batches. A span that does not fit into its queue is dropped, so that no request waits for the collector.

#[cfg(feature = "opentelemetry")]
mod exporter;
#[cfg(not(feature = "opentelemetry"))]
mod refusal;

#[cfg(feature = "opentelemetry")]
pub use exporter::Traces;
#[cfg(not(feature = "opentelemetry"))]
pub use refusal::NoTraces as Traces;

/// The target of the spans that are sent.
pub const TARGET: &str = "althing::exported";
