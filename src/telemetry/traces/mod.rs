//! Traces for a collector of OpenTelemetry, when the operator named one.
//!
//! Only spans of [`TARGET`] are sent, and no line of the log: those may name players. They are sent in batches by a
//! thread of their own; what does not fit into its queue is dropped, so that nothing ever waits for it.

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
