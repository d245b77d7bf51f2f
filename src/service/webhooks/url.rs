//! Which URLs a webhook may have, and which addresses are public. Whether the address behind a host name is public is
//! checked when something is sent.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use crate::error::{Code, Error, Sentence};
use crate::service::App;

const MAX_URL_CHARS: usize = 500;
const MAX_PUSH_URL_CHARS: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookTarget {
    pub url: Url,
    /// The host, a name or an address, without brackets.
    pub host: String,
    pub port: u16,
    pub uses_tls: bool,
}

/// The URL as it is stored.
pub(super) fn checked(app: &App, text: &str) -> Result<String, Error> {
    target(app, text)
        .map(|target| target.url.into())
        .map_err(|sentence| Code::InvalidField.field("url", sentence))
}

/// Parses a URL and checks that the settings allow it; an error is a sentence for its owner.
pub fn target(app: &App, text: &str) -> Result<WebhookTarget, Sentence> {
    target_within(app, text, MAX_URL_CHARS)
}

/// Like [`target`], for the address of a push service, which may be longer.
pub fn push_target(app: &App, text: &str) -> Result<WebhookTarget, Sentence> {
    target_within(app, text, MAX_PUSH_URL_CHARS)
}

fn target_within(app: &App, text: &str, most: usize) -> Result<WebhookTarget, Sentence> {
    let settings = &app.settings.webhooks;
    if text.chars().count() > most {
        return Err(Sentence::CharactersAtMost { most: most as u64 });
    }
    let url = Url::parse(text).map_err(|_| Sentence::MustBeUrl)?;
    let uses_tls = url.scheme() == "https";
    let is_allowed = uses_tls || (settings.allow_plain && url.scheme() == "http");
    if !is_allowed {
        return Err(Sentence::UrlNotHttps);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Sentence::UrlWithPassword);
    }
    if url.fragment().is_some() {
        return Err(Sentence::UrlWithFragment);
    }
    let host = host(&url, settings.allow_private)?;
    let port = url.port_or_known_default().filter(|port| *port != 0);
    let port = port.ok_or(Sentence::UrlPort)?;
    Ok(WebhookTarget { host, port, uses_tls, url })
}

/// The host, which must not be a private address or a name of this machine unless private addresses are allowed.
fn host(url: &Url, allow_private: bool) -> Result<String, Sentence> {
    let (host, is_public) = match url.host() {
        Some(Host::Domain(name)) => (name.to_owned(), !is_localhost(name)),
        Some(Host::Ipv4(address)) => (address.to_string(), is_public(IpAddr::V4(address))),
        Some(Host::Ipv6(address)) => (address.to_string(), is_public(IpAddr::V6(address))),
        None => return Err(Sentence::UrlHost),
    };
    if is_public || allow_private { Ok(host) } else { Err(Sentence::UrlPrivate) }
}

fn is_localhost(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}

/// Is it an address of the public internet? Nothing is sent to those that IANA reserves for private and special use: a
/// caller who could make the server call any address would reach into its own network.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// IANA IPv4 Special-Purpose Address Registry; multicast and what is reserved from 224.0.0.0 on.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = matches!(
        address.octets(),
        [0 | 10 | 127 | 224..=255, ..]
            | [100, 64..=127, ..]
            | [169, 254, ..]
            | [172, 16..=31, ..]
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [192, 168, ..]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
    );
    !special
}

/// Only 2000::/3 is given out; what stands outside of it is loopback, link-local, unique local, multicast, or holds an
/// IPv4 address. Within it, some blocks are for protocols (2001::/23), for tunnels to IPv4 addresses (2002::/16), or
/// for documentation (2001:db8::/32, 3fff::/20).
fn is_public_v6(address: Ipv6Addr) -> bool {
    let special = matches!(
        address.segments(),
        [0..=0x1fff | 0x4000.., ..]
            | [0x2001, 0..=0x01ff | 0x0db8, ..]
            | [0x2002, ..]
            | [0x3fff, 0..=0x0fff, ..]
    );
    !special
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn addresses_of_anybody_are_public() {
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2a00::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn private_and_special_addresses_are_not() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::ffff:8.8.8.8",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd00::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}
