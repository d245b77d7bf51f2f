//! Sending to webhooks, channels of games and push services: the addresses of a name, the signature, and one request over
//! HTTP.
//!
//! May know the service's webhooks and the settings; asks no database. A request goes to an address that was checked just
//! before and to no other: there is no pool, no proxy and no following of redirects that could lead it elsewhere.

mod connect;
mod sender;

pub use connect::tls_config;
pub use sender::RequestSender;
