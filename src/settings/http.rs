//! `[http]`

use std::net::IpAddr;

use secrecy::SecretString;
use serde::Deserialize;

use super::network::Network;
use super::{SettingsError, check, list, secret};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HttpSettings {
    /// Address and port to listen on; port 0 takes a free one.
    pub bind: String,
    /// The address people reach the service at, without a slash at the end: links in mails begin with it.
    pub public_url: String,
    /// Worker threads; 0 means one per core.
    pub workers: usize,
    /// Proxies whose `X-Forwarded-For` is believed.
    #[serde(deserialize_with = "list::read")]
    pub trusted_proxies: Vec<Network>,
    /// The most connections that are held open at the same moment.
    pub max_connections: usize,
    /// How long the whole body of a request may take, in seconds.
    pub body_seconds: u64,
    /// How long answering a request may take, in seconds; what it waits for on purpose and its body come on top.
    pub request_seconds: u64,
    /// Web pages that may call from a browser, as `https://games.example.org`.
    #[serde(deserialize_with = "list::read")]
    pub allowed_origins: Vec<String>,
    /// What must be given to read `/metrics`; empty: only this machine may.
    pub metrics_token: SecretString,
    pub metrics_token_file: String,
}

impl HttpSettings {
    /// Is this one of the proxies whose word is believed?
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(address))
    }

    /// Is the service reached on this machine alone, going by the address that links name? Where it is not, a caller from
    /// this machine may be a proxy that speaks for anybody.
    pub fn is_private(&self) -> bool {
        let host = self.public_url.split_once("://").map_or("", |(_, rest)| rest);
        is_loopback_host(host.split('/').next().unwrap_or_default())
    }

    pub(super) fn read_files(&mut self) -> Result<(), SettingsError> {
        self.metrics_token =
            secret::from_either("http.metrics_token", &self.metrics_token, &self.metrics_token_file)?;
        Ok(())
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let port = self.bind.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
        check::that(
            matches!(port, Some(Ok(_))),
            "http.bind",
            "must be an address and a port, as 127.0.0.1:8080",
        )?;
        let url =
            self.public_url.strip_prefix("https://").or_else(|| self.public_url.strip_prefix("http://"));
        let whole = url.is_some_and(|rest| !rest.is_empty() && !rest.ends_with('/'));
        let must = "must begin with http:// or https:// and have no slash at the end";
        check::that(whole, "http.public_url", must)?;
        let origins = self.allowed_origins.iter().all(|origin| is_origin(origin));
        let must = "must be origins such as https://games.example.org, or * for every page";
        check::that(origins, "http.allowed_origins", must)?;
        check::within("http.max_connections", self.max_connections, 1..=1_000_000)?;
        check::within("http.body_seconds", self.body_seconds, 1..=3600)?;
        check::within("http.request_seconds", self.request_seconds, 1..=3600)?;
        check::within("http.workers", self.workers, 0..=1024)
    }
}

/// Scheme, host and perhaps a port, and nothing behind them.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    text == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']))
}

/// Is this a loopback address or `localhost`, with or without a port, as `Host` has it?
pub fn is_loopback_host(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let name = name.trim_end_matches('.');
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let by_name = name.eq_ignore_ascii_case("localhost");
    address.map_or(by_name, |address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback_host;

    #[test]
    fn a_host_is_this_machine_by_a_loopback_address_or_as_localhost_alone() {
        for own in
            ["localhost", "LOCALHOST:8080", "127.0.0.1", "127.9.9.9:80", "[::1]", "[::1]:8080", "localhost."]
        {
            assert!(is_loopback_host(own), "{own}");
        }
        for other in
            ["", "play.example.org", "127.0.0.1.example.org", "localhost.example.org", "10.0.0.1", "[::2]:80"]
        {
            assert!(!is_loopback_host(other), "{other}");
        }
    }
}
