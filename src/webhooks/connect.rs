//! The addresses behind the host of a URL, as far as they may be called, and a connection to one of them.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::service::webhooks::{WebhookTarget, is_public};

pub trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// Trusts the certificate authorities that browsers trust.
pub fn tls_config() -> Result<Arc<ClientConfig>, String> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

/// Connects to the first address that accepts a connection. An error is a sentence for the owner.
pub async fn tcp(addresses: &[SocketAddr]) -> Result<TcpStream, String> {
    for address in addresses {
        if let Ok(stream) = TcpStream::connect(address).await {
            // One small request: nothing is gained by waiting for more to send.
            let _ = stream.set_nodelay(true);
            return Ok(stream);
        }
    }
    Err("It takes no connection.".to_owned())
}

/// TLS to `host`, whose certificate must be for that name. An error is a sentence for the owner.
pub async fn tls(
    stream: TcpStream,
    host: &str,
    config: &Arc<ClientConfig>,
) -> Result<impl ByteStream + use<>, String> {
    let name = ServerName::try_from(host.to_owned()).map_err(|_| "Its name can't be in a certificate.")?;
    let connected = TlsConnector::from(Arc::clone(config)).connect(name, stream).await;
    connected.map_err(|_| "It has no certificate that can be trusted, or speaks no TLS.".to_owned())
}

/// The same sentence for a name without an address and for one with a private address: an account that can create
/// webhooks would otherwise learn which names exist in this server's own network.
const NO_ADDRESS: &str = "Its name leads to no address that may be called.";

/// The addresses of a target. Unless private addresses are allowed, all of them must be public: a name that leads to a
/// public and to a private address is refused. An error is a sentence for the owner.
pub async fn resolve(target: &WebhookTarget, allow_private: bool) -> Result<Vec<SocketAddr>, String> {
    let addresses: Vec<SocketAddr> = match target.host.parse::<IpAddr>() {
        Ok(address) => vec![SocketAddr::new(address, target.port)],
        Err(_) => lookup_host((target.host.as_str(), target.port)).await.map_err(|_| NO_ADDRESS)?.collect(),
    };
    let may_be_called = allow_private || addresses.iter().all(|address| is_public(address.ip()));
    if addresses.is_empty() || !may_be_called {
        return Err(NO_ADDRESS.to_owned());
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(host: &str) -> WebhookTarget {
        let url = "https://bot.example.org/".parse().unwrap();
        WebhookTarget { url, host: host.to_owned(), port: 443, uses_tls: true }
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_refused_unless_that_is_allowed() {
        let refused = resolve(&target("localhost"), false).await.unwrap_err();
        assert_eq!(refused, NO_ADDRESS);
        let allowed = resolve(&target("localhost"), true).await.unwrap();
        assert!(!allowed.is_empty() && allowed.iter().all(|address| address.ip().is_loopback()));
    }

    #[tokio::test]
    async fn an_address_is_taken_as_it_is() {
        assert!(
            resolve(&target("::1"), false).await.is_err()
                && resolve(&target("10.0.0.1"), false).await.is_err()
        );
        let public = resolve(&target("2606:4700::1111"), false).await.unwrap();
        assert_eq!(public, ["[2606:4700::1111]:443".parse().unwrap()]);
    }

    #[tokio::test]
    async fn a_name_that_leads_nowhere_is_answered_like_one_that_leads_to_a_private_address() {
        assert_eq!(resolve(&target(""), true).await.unwrap_err(), NO_ADDRESS);
    }
}
