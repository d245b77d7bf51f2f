//! Where a webhook may point. Whether the address behind a name is a public one is seen when something is sent.

use std::net::IpAddr;

use url::{Host, Url};

use super::public::is_public;
use crate::error::{Code, Error};
use crate::service::App;

const LONGEST: usize = 500;

/// Where something is sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookTarget {
    pub url: Url,
    /// The host, a name or an address, without brackets.
    pub host: String,
    pub port: u16,
    pub is_protected: bool,
}

/// The URL as it is kept. Error: `invalid_field` naming `url`.
pub(super) fn checked(app: &App, text: &str) -> Result<String, Error> {
    target(app, text)
        .map(|target| target.url.into())
        .map_err(|sentence| Code::InvalidField.field("url", sentence))
}

/// Reads a URL and holds it to what the operator allows; an error is a sentence for its owner.
pub fn target(app: &App, text: &str) -> Result<WebhookTarget, String> {
    let settings = &app.settings.webhooks;
    if text.chars().count() > LONGEST {
        return Err(format!("A URL has at most {LONGEST} characters."));
    }
    let url = Url::parse(text).map_err(|_| "This is no URL, such as https://bot.example.org/althing.")?;
    let is_protected = url.scheme() == "https";
    let is_allowed = is_protected || (settings.allow_plain && url.scheme() == "http");
    if !is_allowed {
        return Err("The URL must begin with https://.".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("A name and a password can't stand in the URL: check the signature instead.".to_owned());
    }
    if url.fragment().is_some() {
        return Err("What follows a # is not sent: leave it out.".to_owned());
    }
    let host = host(&url, settings.allow_private)?;
    let port = url.port_or_known_default().filter(|port| *port != 0);
    let port = port.ok_or("There is no such port.")?;
    Ok(WebhookTarget { host, port, is_protected, url })
}

/// An address must be a public one, and a name must not be one that every machine gives itself.
fn host(url: &Url, allow_private: bool) -> Result<String, String> {
    let (host, is_public) = match url.host() {
        Some(Host::Domain(name)) => (name.to_owned(), !is_own_name(name)),
        Some(Host::Ipv4(address)) => (address.to_string(), is_public(IpAddr::V4(address))),
        Some(Host::Ipv6(address)) => (address.to_string(), is_public(IpAddr::V6(address))),
        None => return Err("The URL names no host.".to_owned()),
    };
    if is_public || allow_private {
        Ok(host)
    } else {
        Err("Nothing is sent to private or reserved addresses.".to_owned())
    }
}

fn is_own_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}
