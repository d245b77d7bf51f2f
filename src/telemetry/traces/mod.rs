//! Traces for a collector of OpenTelemetry, if the operator named one.
//!
//! Only spans of [`TARGET`] are exported, and no lines of the log, which may name players. A separate thread sends them
//! in batches. A span that does not fit into its queue is dropped, so that no request waits for the collector.

#[cfg(feature = "opentelemetry")]
mod exporter;

#[cfg(not(feature = "opentelemetry"))]
pub use NoTraces as Traces;
#[cfg(feature = "opentelemetry")]
pub use exporter::Traces;

/// The target of the spans that are sent.
pub const TARGET: &str = "althing::exported";

/// Has no value: there are no traces in builds without the feature.
#[cfg(not(feature = "opentelemetry"))]
#[derive(Debug)]
pub enum NoTraces {}

#[cfg(not(feature = "opentelemetry"))]
impl NoTraces {
    /// Error: the settings name a collector, which would silently get nothing.
    pub fn begin(settings: &crate::config::TraceSettings) -> Result<Option<Self>, String> {
        match settings.are_wanted() {
            false => Ok(None),
            true => Err(
                "traces.otlp_endpoint can't be used: this program was built without traces; build it with \
                         `--features opentelemetry`"
                    .to_owned(),
            ),
        }
    }

    pub fn layer(&self) -> tracing_subscriber::layer::Identity {
        match *self {}
    }

    pub fn end(self) {
        match self {}
    }
}
