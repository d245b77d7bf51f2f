//! Checks of what games and clubs both have: a name, a clock, and kinds of standing orders that are forbidden.

use crate::error::{Code, Error, Sentence};
use crate::service::plain::{self, words};
use crate::time_control::Clock;

const MAX_NAME_CHARS: usize = 80;

/// A name, as it is stored.
pub fn checked_name(given: &str) -> Result<String, Error> {
    plain::line("name", given, 1, MAX_NAME_CHARS)
}

/// The words of a search for a name: no name is longer, so a longer search is refused.
pub fn search_words(given: &str) -> Result<Vec<String>, Error> {
    if given.chars().count() > MAX_NAME_CHARS {
        let most = MAX_NAME_CHARS as u64;
        return Err(Code::InvalidParameter.field("name", Sentence::CharactersAtMost { most }));
    }
    Ok(words(given))
}

pub fn checked_clock(given: Clock) -> Result<Clock, Error> {
    match given.check() {
        Ok(()) => Ok(given),
        Err(wrong) => {
            Err(Code::InvalidField.field(format!("clock.{}", wrong.field), Sentence::between(&wrong.bounds)))
        }
    }
}

/// Checks that each forbidden kind of order is one of `kinds`, and named once.
pub fn check_forbidden_orders(kinds: &[&str], forbidden: &[String]) -> Result<(), Error> {
    let known = |index: usize, kind: &String| {
        kinds.contains(&kind.as_str()) && !forbidden.iter().take(index).any(|other| other == kind)
    };
    if let Some(index) = forbidden.iter().enumerate().position(|(index, kind)| !known(index, kind)) {
        let sentence = Sentence::OrderKinds { allowed: kinds.iter().map(ToString::to_string).collect() };
        return Err(Code::InvalidField.field(format!("forbidden_orders[{index}]"), sentence));
    }
    Ok(())
}
