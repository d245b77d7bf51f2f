//! Which certificates of servers are good, and how a password exchange is bound to one.

use std::sync::Arc;

use sha2::{Digest, Sha256, Sha384, Sha512};
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use tokio_rustls::rustls::crypto::{
    WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::certificate::value;

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
            "its certificate is not signed by an authority that sslrootcert names, or, without it, by one that \
             browsers trust"
                .to_owned()
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

/// The identifier of the algorithm that a certificate is signed with.
fn algorithm(certificate: &[u8]) -> Option<&[u8]> {
    let (whole, _) = value(certificate)?;
    let (_, after_contents) = value(whole)?;
    let (algorithm, _) = value(after_contents)?;
    let (identifier, _) = value(algorithm)?;
    Some(identifier)
}

/// The channel binding of a connection (RFC 5929, tls-server-end-point), which a password exchange (SCRAM) takes in, so
/// that it can't be relayed by an attacker in the middle: a hash of the server's certificate. The hash function is that
/// of the certificate's own signature; SHA-256 stands in for an old one. `None` for signatures that have no hash
/// function of their own or name it elsewhere.
pub fn end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    /// 1.2.840.113549.1.1
    const RSA: [u8; 8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];
    /// 1.2.840.10045.4.3
    const ECDSA: [u8; 7] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03];
    let identifier = algorithm(certificate)?;
    let rsa = identifier.strip_prefix(&RSA);
    let ecdsa = identifier.strip_prefix(&ECDSA);
    match (rsa, ecdsa) {
        (Some([4 | 5 | 11]), _) | (_, Some([2])) => Some(Sha256::digest(certificate).to_vec()),
        (Some([12]), _) | (_, Some([3])) => Some(Sha384::digest(certificate).to_vec()),
        (Some([13]), _) | (_, Some([4])) => Some(Sha512::digest(certificate).to_vec()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_has_no_hash() {
        for nonsense in [
            &[][..],
            &[0x30],
            &[0x30, 0x84, 1],
            &[0x30, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            &[0x30, 3, 0x30, 1, 0],
        ] {
            assert_eq!(end_point(nonsense), None);
        }
    }
}
