//! A connection to one of several addresses, with TLS or without.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

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
