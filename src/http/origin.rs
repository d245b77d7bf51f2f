//! The network address that a request comes from.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header::{HOST, HeaderMap};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};

use super::endpoint::Argument;
use crate::config::is_loopback_host;
use crate::error::Error;
use crate::service::App;

/// Where a request comes from. The last proxies that the operator trusts don't count: what they say does.
pub struct Origin(pub IpAddr);

impl Argument for Origin {}

impl FromRequest for Origin {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let app = request.app_data::<Data<App>>();
        let found = app.and_then(|app| of(request.peer_addr()?.ip(), request.headers(), app));
        ready(found.map(Self).ok_or_else(|| Error::bug("a request from nowhere")))
    }
}

/// The rightmost address of `X-Forwarded-For` that is no trusted proxy's, as far as the chain of trusted proxies
/// reaches: whatever stands further left could have been written by any client. An entry that can't be read ends the
/// chain: such a request counts as the proxy's own that passed it on, so no client escapes a limit by what it writes
/// there.
pub fn of(peer: IpAddr, headers: &HeaderMap, app: &App) -> Option<IpAddr> {
    let trusted = |address: &IpAddr| app.settings.http.trusts(*address);
    let mut from = peer;
    // Bytes, not text: callers may write what is no text, and the proxy's own entry stands behind it in the same line.
    let lines: Vec<&[u8]> = headers.get_all("x-forwarded-for").map(|line| line.as_bytes()).collect();
    for entry in lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b',')) {
        if !trusted(&from) {
            break;
        }
        let Some(address) = address(entry) else { break };
        from = address;
    }
    Some(from)
}

/// An address, with or without a port.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry).ok()?.trim();
    let bare = text.trim_start_matches('[').split(']').next().unwrap_or(text);
    let with_port = || text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
}

/// Headers by which a proxy says for whom it calls, or that it is one. Others begin with one of [`PREFIXES`].
const FORWARDING: [&str; 9] = [
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "true-client-ip",
    "cf-connecting-ip",
    "fastly-client-ip",
    "client-ip",
];
/// How the names of such headers begin.
const PREFIXES: [&str; 4] = ["x-forwarded", "x-original-", "x-envoy-", "x-proxy"];

/// Does the request come from this machine itself, as far as can be told? The peer must be on it, no header may
/// speak of a proxy, and the request must name this machine by a name of its own. A proxy on this machine need
/// not show in any of these, so where the service is known under a public name nothing does.
pub fn is_local(request: &HttpRequest, app: &App) -> bool {
    let own_peer = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let is_forwarding =
        |name: &str| FORWARDING.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let forwarded = request.headers().keys().any(|name| is_forwarding(name.as_str()));
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    // A target that is a whole URL names a host, too.
    let target = request.uri().authority().is_none_or(|target| is_loopback_host(target.as_str()));
    own_peer && !forwarded && target && host.is_some_and(is_loopback_host) && app.settings.http.is_private()
}
