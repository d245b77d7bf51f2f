//! What is read of a certificate by hand. X.509 is DER all the way: a tag, a length, and what is in it. Whether a
//! certificate can be trusted is decided by the library for TLS.

use chrono::{DateTime, NaiveDateTime, Utc};

use time_control::Instant;

const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// The contents of the next value of ASN.1 DER, and what follows it.
pub(super) fn value(der: &[u8]) -> Option<(&[u8], &[u8])> {
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

/// The end of the validity of a certificate in DER; `None` if it can't be read.
pub fn valid_until(certificate: &[u8]) -> Option<Instant> {
    let (whole, _) = value(certificate)?;
    let (mut contents, _) = value(whole)?;
    if contents.first() == Some(&VERSION) {
        (_, contents) = value(contents)?;
    }
    // Serial number, signature algorithm, issuer.
    for _ in 0..3 {
        (_, contents) = value(contents)?;
    }
    let (validity, _) = value(contents)?;
    let (_, end) = value(validity)?;
    let (text, _) = value(end)?;
    date(*end.first()?, std::str::from_utf8(text).ok()?)
}

fn date(tag: u8, text: &str) -> Option<Instant> {
    let digits =
        text.strip_suffix('Z').filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
    let whole = match tag {
        // Two digits of a year mean 1950 to 2049 (RFC 5280, 4.1.2.5.1).
        UTC_TIME if digits.len() == 12 => format!("{}{digits}", if digits < "50" { "20" } else { "19" }),
        GENERALIZED_TIME if digits.len() == 14 => digits.to_owned(),
        _ => return None,
    };
    let date = NaiveDateTime::parse_from_str(&whole, "%Y%m%d%H%M%S").ok()?;
    Some(DateTime::from_naive_utc_and_offset(date, Utc))
}
