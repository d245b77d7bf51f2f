//! Scans a JSON body before it is parsed: bounds the cost of parsing, and saves numbers that parsing would round.

use std::borrow::Cow;

/// The most values in a body; no described body has a tenth of them. Parsing and validating tens of thousands of empty
/// lists takes many times as long as counting their commas and refusing them.
pub const MOST_VALUES: usize = 1_000;

/// The text as it may be parsed; `None`: it has more than [`MOST_VALUES`] values.
///
/// Parsing rounds `3.9999999999999999999` to 4.0, which JSON Schema takes for a whole number. Such a number is replaced
/// by the nearest one that is not whole, and the validator refuses that at its place.
pub fn parsable(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let mut replaced: Option<Vec<u8>> = None;
    let (mut at, mut values, mut copied) = (0, 1, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => at = end_of_string(text, at + 1),
            b',' | b'[' | b'{' => {
                values += 1;
                if values > MOST_VALUES {
                    return None;
                }
                at += 1;
            }
            b'-' | b'0'..=b'9' => {
                let rest = &text[at..];
                let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                let length = rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
                if let Some(number) = nearest_fraction(&rest[..length]) {
                    let done = replaced.get_or_insert_default();
                    done.extend_from_slice(&text[copied..at]);
                    done.extend_from_slice(number.as_bytes());
                    copied = at + length;
                }
                at += length;
            }
            _ => at += 1,
        }
    }
    Some(match replaced {
        None => Cow::Borrowed(text),
        Some(mut done) => {
            done.extend_from_slice(&text[copied..]);
            Cow::Owned(done)
        }
    })
}

/// The index behind the closing quote of the string that begins at `at`.
fn end_of_string(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// The replacement for a number that is not whole but would be rounded to a whole one.
fn nearest_fraction(number: &[u8]) -> Option<String> {
    let number = std::str::from_utf8(number).ok()?;
    if is_whole(number)? {
        return None;
    }
    let read = number.parse::<f64>().ok().filter(|read| read.fract() == 0.0)?;
    Some(if read == 0.0 { "0.5".to_owned() } else { format!("{:?}", read.next_down()) })
}

/// Is this number whole by its digits? `None` for what is no number.
fn is_whole(number: &str) -> Option<bool> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = if fraction.is_empty() { whole } else { fraction };
    let zeros = if fraction.is_empty() { whole.len() - whole.trim_end_matches('0').len() } else { 0 };
    if digits.trim_start_matches('-').bytes().all(|digit| digit == b'0') {
        return Some(true);
    }
    // An exponent that overflows is beyond all digits that fit into a body, so its sign alone decides.
    let exponent: i64 = match exponent.parse() {
        Ok(exponent) => exponent,
        Err(_) if exponent.starts_with('-') => return Some(false),
        Err(_) => return None,
    };
    let places = i64::try_from(fraction.len()).ok()?.checked_sub(i64::try_from(zeros).ok()?)?;
    Some(exponent >= places)
}

#[cfg(test)]
mod tests {
    use super::{MOST_VALUES, parsable};

    fn parsed(text: &str) -> String {
        String::from_utf8(parsable(text.as_bytes()).unwrap().into_owned()).unwrap()
    }

    #[test]
    fn a_number_that_is_almost_whole_does_not_become_whole() {
        for whole in ["4", "-4.0", "4.000e0", "40e-1", "0.0", "0e-9", "12.50e2", "1e400", "-0.0"] {
            assert_eq!(parsed(whole), whole);
        }
        for (given, read) in [
            (r#"{"a": 3.9999999999999999999, "b": 1}"#, r#"{"a": 3.9999999999999996, "b": 1}"#),
            ("[1e-400,-1.00000000000000000001]", "[0.5,-1.0000000000000002]"),
            ("39999999999999999999999e-22", "3.9999999999999996"),
            (
                r#"{"a\"3.9999999999999999999": "3.9999999999999999999"}"#,
                r#"{"a\"3.9999999999999999999": "3.9999999999999999999"}"#,
            ),
            ("3.5", "3.5"),
        ] {
            assert_eq!(parsed(given), read);
        }
    }

    #[test]
    fn more_values_than_anything_takes_are_not_parsed() {
        let list = |values: usize| format!("[{}]", vec!["[]"; values].join(","));
        assert!(parsable(list(MOST_VALUES / 2 - 1).as_bytes()).is_some());
        assert!(parsable(list(MOST_VALUES).as_bytes()).is_none());
        assert!(parsable(format!("{{\"text\": \"{}\"}}", "[,".repeat(MOST_VALUES)).as_bytes()).is_some());
    }
}
