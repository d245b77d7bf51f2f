//! How connections are encrypted: `sslmode` and its relatives, with the meanings of PostgreSQL's own client.

use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion, version};

use super::parameters::Parameters;
use super::trust::{Check, Trust};

/// The protocol name that a direct handshake must offer (ALPN, RFC 7301).
const PROTOCOL: &[u8] = b"postgresql";
/// The word for the certificates that come with this program.
const SYSTEM: &str = "system";

/// The values of `sslmode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Mode {
    Disable,
    /// Only if the server insists.
    Allow,
    /// If the server can.
    Prefer,
    /// Always.
    Require,
    /// Always, and the certificate must be signed by a known authority.
    VerifyCa,
    /// That, and the certificate must be for the host.
    VerifyFull,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Try {
    /// Without encryption.
    Plain,
    /// With encryption if the server can.
    Either,
    Encrypted,
}

#[derive(Debug, Clone)]
pub struct Encryption {
    pub mode: Mode,
    /// Begins without asking the server (`sslnegotiation=direct`).
    pub direct: bool,
    /// Certificates, and what is made of the server's.
    pub config: Arc<ClientConfig>,
}

impl Encryption {
    /// Takes what it needs out of the parameters of a URL. Errors are sentences that name the parameter or the file.
    pub fn take(parameters: &mut Parameters) -> Result<Self, String> {
        let root = parameters.take("sslrootcert").filter(|file| !file.is_empty());
        let mode = mode(parameters.take("sslmode").as_deref(), root.as_deref())?;
        let direct = direct(parameters.take("sslnegotiation").as_deref(), mode)?;
        let provider = Arc::new(ring::default_provider());
        let algorithms = provider.signature_verification_algorithms;
        let versions = versions(parameters.take("ssl_min_protocol_version").as_deref())?;
        let (roots, named) = roots(root.as_deref(), mode)?;
        // As PostgreSQL's client does: a root certificate that is named counts in the weaker modes too.
        let check = match (mode, &root) {
            (Mode::VerifyFull, _) => Check::SignatureAndName,
            (Mode::VerifyCa, _) | (_, Some(_)) => Check::Signature,
            (_, None) => Check::Nothing,
        };
        let trust = Trust { check, roots: Arc::new(roots), named, algorithms };
        let builder = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&versions)
            .map_err(|error| format!("encryption can't be used: {error}"))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(trust));
        let own = (given(parameters, "sslcert"), given(parameters, "sslkey"));
        let mut config = match own {
            (None, None) => builder.with_no_client_auth(),
            (Some(certificate), Some(key)) => {
                let chain = certificates(&certificate, "sslcert")?;
                let secret = private_key(&key)?;
                builder.with_client_auth_cert(chain, secret).map_err(|error| {
                    format!(
                        "the files of sslcert ({certificate}) and sslkey ({key}) don't fit together: {error}"
                    )
                })?
            }
            _ => return Err("sslcert and sslkey are only good together".to_owned()),
        };
        config.enable_sni = parameters.take("sslsni").as_deref() != Some("0");
        if direct {
            config.alpn_protocols = vec![PROTOCOL.to_vec()];
        }
        Ok(Self { mode, direct, config: Arc::new(config) })
    }

    /// What is tried, in this order; the next only when the one before was refused for want or for too much of
    /// encryption.
    pub fn tries(&self) -> &'static [Try] {
        match self.mode {
            Mode::Disable => &[Try::Plain],
            Mode::Allow => &[Try::Plain, Try::Encrypted],
            Mode::Prefer => &[Try::Either, Try::Plain],
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => &[Try::Encrypted],
        }
    }
}

fn given(parameters: &mut Parameters, name: &str) -> Option<String> {
    parameters.take(name).filter(|file| !file.is_empty())
}

fn mode(name: Option<&str>, root: Option<&str>) -> Result<Mode, String> {
    let mode = match name {
        // No other mode makes sense with these authorities: anyone can get a certificate that they sign.
        None if root == Some(SYSTEM) => Mode::VerifyFull,
        None => Mode::Prefer,
        Some(name) => name
            .parse()
            .map_err(|_| "sslmode must be disable, allow, prefer, require, verify-ca or verify-full")?,
    };
    if root == Some(SYSTEM) && mode != Mode::VerifyFull {
        return Err("sslrootcert=system is only safe with sslmode=verify-full".to_owned());
    }
    if root.is_none() && mode == Mode::VerifyCa {
        return Err(
            "sslmode=verify-ca needs sslrootcert, a file with the certificate of your authority".to_owned()
        );
    }
    Ok(mode)
}

fn direct(negotiation: Option<&str>, mode: Mode) -> Result<bool, String> {
    match negotiation {
        None | Some("postgres") => Ok(false),
        Some("direct") if matches!(mode, Mode::Disable | Mode::Allow | Mode::Prefer) => {
            Err("sslnegotiation=direct needs sslmode=require or stricter".to_owned())
        }
        Some("direct") => Ok(true),
        Some(_) => Err("sslnegotiation must be postgres or direct".to_owned()),
    }
}

fn versions(least: Option<&str>) -> Result<Vec<&'static SupportedProtocolVersion>, String> {
    match least {
        None | Some("" | "TLSv1" | "TLSv1.1" | "TLSv1.2") => Ok(vec![&version::TLS13, &version::TLS12]),
        Some("TLSv1.3") => Ok(vec![&version::TLS13]),
        Some(_) => Err("ssl_min_protocol_version must be TLSv1.2 or TLSv1.3".to_owned()),
    }
}

/// Whose signatures count, and the certificates that were named themselves.
fn roots(root: Option<&str>, mode: Mode) -> Result<(RootCertStore, Vec<CertificateDer<'static>>), String> {
    let mut roots = RootCertStore::empty();
    match root {
        None | Some(SYSTEM) if mode == Mode::VerifyFull => {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
            Ok((roots, vec![]))
        }
        None | Some(SYSTEM) => Ok((roots, vec![])),
        Some(file) => {
            let named = certificates(file, "sslrootcert")?;
            let (good, _) = roots.add_parsable_certificates(named.iter().cloned());
            if good == 0 {
                return Err(format!(
                    "the file of sslrootcert ({file}) holds no certificate that can be used"
                ));
            }
            Ok((roots, named))
        }
    }
}

fn certificates(file: &str, parameter: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    let unreadable =
        |error: pem::Error| format!("the file of {parameter} ({file}) can't be read: {}", why(&error));
    let found = CertificateDer::pem_file_iter(file).map_err(unreadable)?;
    let found: Vec<_> = found.collect::<Result<_, _>>().map_err(unreadable)?;
    match found.is_empty() {
        true => Err(format!("the file of {parameter} ({file}) holds no certificate in PEM form")),
        false => Ok(found),
    }
}

fn private_key(file: &str) -> Result<PrivateKeyDer<'static>, String> {
    PrivateKeyDer::from_pem_file(file).map_err(|error| match error {
        pem::Error::NoItemsFound => {
            format!("the file of sslkey ({file}) holds no private key in PEM form without a password")
        }
        error => format!("the file of sslkey ({file}) can't be read: {}", why(&error)),
    })
}

/// Without what stands in the file.
fn why(error: &pem::Error) -> String {
    match error {
        pem::Error::Io(error) => error.to_string(),
        _ => "it is no PEM file".to_owned(),
    }
}
