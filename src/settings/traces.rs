//! `[traces]`

use serde::Deserialize;
use url::Url;

use super::{SettingsError, check};

/// Whether and how the answering of requests is told to a collector of OpenTelemetry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceSettings {
    /// The collector, such as `http://127.0.0.1:4318`. Empty: nothing is traced.
    pub otlp_endpoint: String,
    pub service_name: String,
    /// The share of requests that is traced, from 0 to 1.
    pub sample_ratio: f64,
}

impl TraceSettings {
    /// Is there a collector to be told?
    pub fn are_wanted(&self) -> bool {
        !self.otlp_endpoint.is_empty()
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let reachable = self.otlp_endpoint.is_empty() || is_collector(&self.otlp_endpoint);
        let must = "must be empty or an address such as http://127.0.0.1:4318, without a path; \
            there is no https to a collector";
        check::that(reachable, "traces.otlp_endpoint", must)?;
        check::that(!self.service_name.trim().is_empty(), "traces.service_name", "must not be empty")?;
        check::within("traces.sample_ratio", self.sample_ratio, 0.0..=1.0)
    }
}

fn is_collector(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| {
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let anonymous = url.username().is_empty() && url.password().is_none();
        url.scheme() == "http" && url.has_host() && bare && anonymous
    })
}
