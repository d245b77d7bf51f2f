//! The network address that a request comes from.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header::HeaderMap;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};

use crate::app::App;
use crate::error::Error;

/// Where a request comes from. The last proxies that the operator trusts don't count: what they say does.
pub struct Origin(pub IpAddr);

impl FromRequest for Origin {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let app = request.app_data::<Data<App>>();
        let found = app.and_then(|app| of(request.peer_addr()?.ip(), request.headers(), app));
        ready(found.map(Self).ok_or_else(|| Error::Internal("a request from nowhere".to_owned())))
    }
}

/// The rightmost address of `X-Forwarded-For` that is no trusted proxy's, as far as the chain of trusted proxies
/// reaches: whatever stands further left could have been written by anybody.
pub fn of(peer: IpAddr, headers: &HeaderMap, app: &App) -> Option<IpAddr> {
    let trusted = |address: &IpAddr| app.settings.http.trusts(*address);
    let mut from = peer;
    let lines: Vec<&str> = headers.get_all("x-forwarded-for").filter_map(|line| line.to_str().ok()).collect();
    for said in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        if !trusted(&from) {
            break;
        }
        let Some(address) = address(said) else { break };
        from = address;
    }
    Some(from)
}

/// An address, with or without a port.
fn address(said: &str) -> Option<IpAddr> {
    let said = said.trim();
    let bare = said.trim_start_matches('[').split(']').next().unwrap_or(said);
    let with_port = || said.parse::<std::net::SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
}
