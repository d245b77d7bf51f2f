//! The network address that a request comes from.

use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header::{HOST, HeaderMap};
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest};

use super::endpoint::Argument;
use crate::config::is_loopback_host;
use crate::error::Error;
use crate::service::App;

/// The network address of the client. A proxy that the operator trusts is not the client: the address that it forwards
/// is.
pub struct Origin(pub IpAddr);

impl Argument for Origin {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let app = request.app_data::<Data<App>>();
        let found = app.and_then(|app| of(request.peer_addr()?.ip(), request.headers(), app));
        Ok(Self(found.ok_or_else(|| Error::bug("a request from nowhere"))?))
    }
}

/// The rightmost address of `X-Forwarded-For` that is no trusted proxy, as far as the chain of trusted proxies reaches:
/// any client could have written the entries further left. An unreadable entry ends the chain, and the request counts
/// as one of the proxy that passed it on, so that no client escapes a limit by what it writes there.
pub fn of(peer: IpAddr, headers: &HeaderMap, app: &App) -> Option<IpAddr> {
    let trusted = |address: &IpAddr| app.settings.http.trusts(*address);
    let mut from = peer;
    // Bytes, not text: a client may send bytes that are no text, and a proxy appends its own entry to the same line.
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

/// Parses an entry, with or without a port.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry).ok()?.trim();
    let bare = text.trim_start_matches('[').split(']').next().unwrap_or(text);
    let with_port = || text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
}

/// Headers in which a proxy names its client or itself. The names of others begin with one of [`PREFIXES`].
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
const PREFIXES: [&str; 4] = ["x-forwarded", "x-original-", "x-envoy-", "x-proxy"];

/// Does the request come from this machine itself, as far as can be told? The peer must be on this machine, no header
/// may be a proxy's, and the request must address this machine by a local name. A proxy on this machine may pass all
/// three checks, so no request counts as local where the service has a public URL.
pub fn is_local(request: &HttpRequest, app: &App) -> bool {
    let own_peer = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let is_forwarding =
        |name: &str| FORWARDING.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let forwarded = request.headers().keys().any(|name| is_forwarding(name.as_str()));
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    // The target of a request may be a whole URL, with a host of its own.
    let target = request.uri().authority().is_none_or(|target| is_loopback_host(target.as_str()));
    own_peer && !forwarded && target && host.is_some_and(is_loopback_host) && app.settings.http.is_private()
}
