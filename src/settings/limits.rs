//! `[limits]`

use std::str::FromStr;

use serde::{Deserialize, Deserializer};

/// How often things may be done; counted in the database, so over all processes together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSettings {
    pub enabled: bool,
    /// Registrations, per network address.
    pub register: Limit,
    /// Log-ins, good and bad, per network address.
    pub log_in: Limit,
    /// Log-ins with a wrong password, per name and network address, or per device that has logged in before.
    pub log_in_failures: Limit,
    /// Log-ins with a wrong password, per name, from wherever.
    pub log_in_failures_per_name: Limit,
    /// Requests that send a mail to an address or take a token from one, per network address.
    pub mail: Limit,
    /// Tables opened, per account.
    pub create_game: Limit,
    /// Invitations, per account.
    pub invite: Limit,
    /// Messages, per account.
    pub message: Limit,
    /// Streams opened, per account or, without one, per network address.
    pub stream: Limit,
    /// What is costly to make: exports, tokens; per account.
    pub costly: Limit,
    /// Everything else that changes something, but for acting in a game, per account.
    pub change: Limit,
}

/// So many in so many seconds; that many may come at once, and then one whenever its share of the time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub count: u32,
    /// In how many seconds.
    pub seconds: u32,
}

/// Why a text is no limit.
#[derive(Debug, thiserror::Error)]
#[error("it must be a count and a span of time, as 20/minute, 100/hour or 1000/day")]
pub struct NoLimit;

impl FromStr for Limit {
    type Err = NoLimit;

    fn from_str(text: &str) -> Result<Self, NoLimit> {
        let (count, span) = text.split_once('/').ok_or(NoLimit)?;
        let count = count.trim().parse().ok().filter(|count| (1..=1_000_000).contains(count));
        let seconds = match span.trim() {
            "second" => 1,
            "minute" => 60,
            "hour" => 3600,
            "day" => 86_400,
            _ => return Err(NoLimit),
        };
        Ok(Self { count: count.ok_or(NoLimit)?, seconds })
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;

    #[test]
    fn a_limit_is_a_count_and_a_span() {
        assert_eq!("20/minute".parse::<Limit>().unwrap(), Limit { count: 20, seconds: 60 });
        assert_eq!(" 5 / day ".parse::<Limit>().unwrap(), Limit { count: 5, seconds: 86_400 });
        for wrong in ["", "20", "20/", "/hour", "0/hour", "-1/hour", "many/hour", "20/week", "20/60"] {
            assert!(wrong.parse::<Limit>().is_err(), "{wrong}");
        }
    }
}
