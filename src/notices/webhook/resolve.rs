//! Where the host of a URL is, by addresses that may be called.

use std::net::{IpAddr, SocketAddr};

use tokio::net::lookup_host;

use crate::service::webhooks::{Target, is_public};

/// The addresses of a target. Unless private ones are allowed every single one must be public: a name that leads to a
/// public address and to a private one is refused. An error is a sentence for the owner.
pub async fn resolve(target: &Target, allow_private: bool) -> Result<Vec<SocketAddr>, String> {
    let addresses: Vec<SocketAddr> = match target.host.parse::<IpAddr>() {
        Ok(address) => vec![SocketAddr::new(address, target.port)],
        Err(_) => lookup_host((target.host.as_str(), target.port))
            .await
            .map_err(|_| "Its name leads to no address.")?
            .collect(),
    };
    if addresses.is_empty() {
        return Err("Its name leads to no address.".to_owned());
    }
    if !allow_private && !addresses.iter().all(|address| is_public(address.ip())) {
        return Err("Its name leads to a private or reserved address, and nothing is sent there.".to_owned());
    }
    Ok(addresses)
}
