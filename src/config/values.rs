//! Checks and forms of values that several sections share.

use std::fmt::Display;
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::str::FromStr;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

/// Refuses with “the setting `key` `must`” unless it is `so`.
pub fn ensure(so: bool, key: &'static str, must: &str) -> Result<(), SettingsError> {
    if so { Ok(()) } else { Err(SettingsError::Value { key, must: must.to_owned() }) }
}

/// Refuses a number outside of its range.
pub fn within<N: PartialOrd + Display>(
    key: &'static str,
    value: N,
    range: RangeInclusive<N>,
) -> Result<(), SettingsError> {
    let must = format!("must be from {} to {}", range.start(), range.end());
    ensure(range.contains(&value), key, &must)
}

/// Seconds from one to about ten years.
pub fn duration(key: &'static str, seconds: i64) -> Result<(), SettingsError> {
    within(key, seconds, 1..=315_360_000)
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Given {
    Items(Vec<String>),
    Text(String),
}

/// Reads either, and each item with its own parser.
pub fn read_list<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let items = match Given::deserialize(deserializer)? {
        Given::Items(items) => items,
        Given::Text(text) => text.split(',').map(str::to_owned).collect(),
    };
    let items = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty());
    items.map(|item| item.parse().map_err(serde::de::Error::custom)).collect()
}

/// An account in a list.
struct AccountId(Uuid);

/// Why a text names no account.
#[derive(Debug, thiserror::Error)]
#[error(
    "it must list ids of accounts, as 01890a5d-ac96-774b-bcce-b302099a8057, which `althing admin accounts show NAME` \
     prints; `althing admin make-operator NAME` needs no setting at all"
)]
struct NoAccountId;

impl FromStr for AccountId {
    type Err = NoAccountId;

    fn from_str(text: &str) -> Result<Self, NoAccountId> {
        text.parse().map(Self).map_err(|_| NoAccountId)
    }
}

/// Reads a list of ids of accounts.
pub fn read_accounts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Uuid>, D::Error> {
    read_list::<AccountId, D>(deserializer).map(|ids| ids.into_iter().map(|AccountId(id)| id).collect())
}

/// Can this be bound: an address or a host name, and a port? Whether a name leads anywhere is found out when it is.
pub fn is_bindable(text: &str) -> bool {
    let Some((host, port)) = text.rsplit_once(':') else { return false };
    let is_name = |host: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.' || c == '_';
        // A top-level domain is never a number: what ends with one is an address that was mistyped.
        let last = host.rsplit('.').next().unwrap_or_default();
        !last.is_empty() && host.chars().all(plain) && !last.chars().all(|c| c.is_ascii_digit())
    };
    text.parse::<SocketAddr>().is_ok() || (port.parse::<u16>().is_ok() && is_name(host))
}

/// Reads a text without the blanks around it.
pub fn read_trimmed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|text| text.trim().to_owned())
}

/// Does this character turn the direction of the text around it, or separate its lines?
pub const fn is_directional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The secret itself, or what is in the file that is named instead.
pub fn from_either(
    key: &'static str,
    secret: &SecretString,
    file: &str,
) -> Result<SecretString, SettingsError> {
    if file.is_empty() {
        return Ok(secret.clone());
    }
    if !secret.expose_secret().is_empty() {
        return Err(SettingsError::SecretTwice { key });
    }
    match fs::read_to_string(file) {
        Ok(text) => Ok(SecretString::from(text.trim_end_matches(['\r', '\n']).to_owned())),
        Err(why) => Err(SettingsError::SecretFile { key, file: file.to_owned(), why }),
    }
}

/// The addresses that begin with the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    bits: u32,
}

/// Why a text is no network.
#[derive(Debug, thiserror::Error)]
#[error("it must be a network address such as 10.0.0.7, or a range such as 10.0.0.0/8")]
pub struct NoNetwork;

impl Network {
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                same(u32::from(base).into(), u32::from(address).into(), 32 - self.bits)
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => same(base.into(), address.into(), 128 - self.bits),
            _ => false,
        }
    }
}

/// Are both the same but for their last `free` bits?
fn same(one: u128, other: u128, free: u32) -> bool {
    (one ^ other).checked_shr(free).unwrap_or(0) == 0
}

impl Network {
    /// Does it hold addresses of this machine alone?
    pub fn is_loopback(&self) -> bool {
        let narrow = if self.base.is_ipv4() { 8 } else { 128 };
        self.base.is_loopback() && self.bits >= narrow
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let (base, bits) = text.split_once('/').map_or((text, None), |(base, bits)| (base, Some(bits)));
        let base: IpAddr = base.parse().map_err(|_| NoNetwork)?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| NoNetwork))?;
        if bits <= most { Ok(Self { base, bits }) } else { Err(NoNetwork) }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A file is missing or is not TOML.
    #[error("the settings can't be read: {0}")]
    Unreadable(String),
    /// A key is unknown, or its value is of the wrong kind.
    #[error("the setting {key} can't be used: {problem} (althing config --defaults explains every key)")]
    Key {
        /// `section.key`.
        key: String,
        problem: String,
    },
    #[error("the setting {key} {must} (althing config --defaults explains every key)")]
    Value {
        /// `section.key`.
        key: &'static str,
        must: String,
    },
    /// A variable that reaches no setting.
    #[error("the variable {variable} {problem} (althing config --defaults explains every key)")]
    Variable { variable: String, problem: String },
    #[error("the setting {key}_file names {file}, which can't be read: {why}")]
    SecretFile { key: &'static str, file: String, why: std::io::Error },
    #[error("the settings {key} and {key}_file are both given: keep one of them")]
    SecretTwice { key: &'static str },
}

#[cfg(test)]
mod tests {
    use super::{Network, is_bindable};

    #[test]
    fn what_is_listened_on_is_an_address_or_a_name_with_a_port() {
        for right in ["127.0.0.1:8080", "0.0.0.0:0", "[::1]:8080", "localhost:8080", "web-1.example.org:80"] {
            assert!(is_bindable(right), "{right}");
        }
        for wrong in
            ["", "8080", ":8080", "localhost", "999.1.1.1:1", "127.0.0.1:65536", "::1:8080", "a b:1", "1:1"]
        {
            assert!(!is_bindable(wrong), "{wrong}");
        }
    }

    #[test]
    fn an_address_belongs_to_the_networks_that_it_begins_like() {
        let belongs = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().contains(address.parse().unwrap())
        };
        assert!(belongs("10.0.0.0/8", "10.9.8.7") && !belongs("10.0.0.0/8", "11.0.0.1"));
        assert!(belongs("10.0.0.7", "10.0.0.7") && !belongs("10.0.0.7", "10.0.0.6"));
        assert!(belongs("0.0.0.0/0", "203.0.113.9") && !belongs("0.0.0.0/0", "2001:db8::1"));
        assert!(belongs("2001:db8::/32", "2001:db8:1::1") && !belongs("2001:db8::/32", "2001:db9::1"));
        assert!(belongs("::/0", "::1") && belongs("127.0.0.1", "::ffff:127.0.0.1"));
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "localhost", "10.0.0.0/x"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }
}
