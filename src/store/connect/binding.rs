//! Channel binding: the hash of the server's certificate, which a password exchange (SCRAM) takes in, so that it can't
//! be relayed by an attacker in the middle (RFC 5929, tls-server-end-point).

use sha2::{Digest, Sha256, Sha384, Sha512};

/// The contents of the next value of ASN.1 DER, and what follows it.
fn value(der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&first, rest) = der.get(1..)?.split_first()?;
    let (length, rest) = if first < 0x80 {
        (usize::from(first), rest)
    } else {
        let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
        if digits.len() > 4 {
            return None;
        }
        (digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)), rest)
    };
    rest.split_at_checked(length)
}

/// The identifier of the algorithm that a certificate is signed with.
fn algorithm(certificate: &[u8]) -> Option<&[u8]> {
    let (whole, _) = value(certificate)?;
    let (_, after_contents) = value(whole)?;
    let (algorithm, _) = value(after_contents)?;
    let (identifier, _) = value(algorithm)?;
    Some(identifier)
}

/// The hash that the certificate's own signature is made with, of the certificate; SHA-256 where that is an old one.
/// `None` for algorithms that have no hash of their own or name it elsewhere.
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
