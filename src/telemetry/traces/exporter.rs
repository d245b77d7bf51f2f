//! Exports spans; only in builds with the feature `opentelemetry`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{self as sdk, Sampler, SdkTracerProvider, SpanData};
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

use super::TARGET;
use crate::config::TraceSettings;

/// How long a collector may take for one batch.
const TIMEOUT: Duration = Duration::from_secs(3);
/// How long the process waits for the last batch at its end. Together with the grace of running requests this stays
/// below ten seconds.
const FAREWELL: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// Starts the exporter, if the settings name a collector. The collector need not be reachable.
    pub fn begin(settings: &TraceSettings) -> Result<Option<Self>, String> {
        if !settings.are_wanted() {
            return Ok(None);
        }
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{}/v1/traces", settings.otlp_endpoint.trim_end_matches('/')))
            .with_timeout(TIMEOUT)
            .build()
            .map_err(|error| format!("traces can't be sent to traces.otlp_endpoint: {error}"))?;
        // Built empty, so that no variable of the environment adds to what the settings say.
        let resource = Resource::builder_empty()
            .with_service_name(settings.service_name.clone())
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(LoggingExporter { exporter, fails: AtomicBool::new(false) })
            .with_sampler(Sampler::TraceIdRatioBased(settings.sample_ratio))
            .with_resource(resource)
            .build();
        Ok(Some(Self { provider }))
    }

    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("althing"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            // No code asks for the current span, so a span is built only at its end, with its route.
            .with_context_activation(false)
            .with_filter(filter_fn(|metadata| metadata.is_span() && metadata.target() == TARGET))
    }

    /// Sends the remaining spans, as far as the collector takes them within a second.
    pub fn end(self) {
        if let Err(error) = self.provider.shutdown_with_timeout(FAREWELL) {
            tracing::debug!(%error, "the last traces were not sent");
        }
    }
}

/// Sends batches. Logs when the collector becomes unreachable and when it is back, but not each batch in between.
#[derive(Debug)]
struct LoggingExporter {
    exporter: SpanExporter,
    fails: AtomicBool,
}

impl sdk::SpanExporter for LoggingExporter {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let outcome = self.exporter.export(batch).await;
        let failed = self.fails.swap(outcome.is_err(), Ordering::Relaxed);
        match &outcome {
            Err(error) if !failed => {
                tracing::warn!(%error, "traces can't be sent; the service goes on without")
            }
            Ok(()) if failed => tracing::info!("traces are sent again"),
            _ => {}
        }
        outcome
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.exporter.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}
