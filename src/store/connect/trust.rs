//! Which certificates of servers are good.

use std::sync::Arc;

use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use tokio_rustls::rustls::crypto::{
    WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

/// What of a certificate is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// Nothing: encryption alone, which helps against those who only listen.
    Nothing,
    /// Who signed it, and until when.
    Signature,
    /// That, and whether it is for the host that was called.
    SignatureAndName,
}

#[derive(Debug)]
pub struct Trust {
    pub check: Check,
    pub roots: Arc<RootCertStore>,
    /// Certificates that are good because they were named themselves.
    pub named: Vec<CertificateDer<'static>>,
    /// The ways to sign that are understood.
    pub algorithms: WebPkiSupportedAlgorithms,
}

impl Trust {
    fn check_signature(
        &self,
        certificate: &CertificateDer<'_>,
        parsed: &ParsedCertificate<'_>,
        chain: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<(), Error> {
        let all = self.algorithms.all;
        match verify_server_cert_signed_by_trust_anchor(parsed, &self.roots, chain, now, all) {
            // Most servers of one's own sign for themselves, with a certificate that calls itself an authority. It is
            // good if it is the very one that was named; its dates were checked before its kind.
            Err(Error::InvalidCertificate(CertificateError::Other(other)))
                if self.named.iter().any(|named| named == certificate)
                    && format!("{other:?}").contains("CaUsedAsEndEntity") =>
            {
                Ok(())
            }
            Err(Error::InvalidCertificate(CertificateError::Other(other)))
                if format!("{other:?}").contains("CaUsedAsEndEntity") =>
            {
                Err(CertificateError::UnknownIssuer.into())
            }
            checked => checked,
        }
    }
}

impl ServerCertVerifier for Trust {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.check != Check::Nothing {
            let parsed = ParsedCertificate::try_from(certificate)?;
            self.check_signature(certificate, &parsed, chain, now)?;
            if self.check == Check::SignatureAndName {
                verify_server_name(&parsed, name)?;
            }
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

/// What is wrong with a certificate, in words for an operator.
pub fn complaint(error: &Error, host: &str) -> String {
    use CertificateError as Bad;
    let Error::InvalidCertificate(bad) = error else { return format!("encryption failed: {error}") };
    match bad {
        Bad::Expired | Bad::ExpiredContext { .. } => "its certificate has expired".to_owned(),
        Bad::NotValidYet | Bad::NotValidYetContext { .. } => "its certificate is not valid yet".to_owned(),
        Bad::UnknownIssuer => {
            "its certificate is not signed by an authority that sslrootcert names".to_owned()
        }
        Bad::NotValidForName => format!("its certificate is not for {host}"),
        Bad::NotValidForNameContext { presented, .. } if presented.is_empty() => {
            format!(
                "its certificate is not for {host}; it names no host at all (subject alternative names count)"
            )
        }
        Bad::NotValidForNameContext { presented, .. } => {
            format!("its certificate is not for {host} but for {}", presented.join(", "))
        }
        other => format!("its certificate can't be used: {other}"),
    }
}
