//! Where a follower is in a stream, as the ids of its frames say it.

use std::fmt;
use std::str::FromStr;

use crate::service::log::Mark;

/// A place in the stream of a game: the version, and how many messages the follower could read by then; before the start
/// how many changes of the table he was told, too. All only grow, and what the follower may not see moves none. The mark
/// tells whether the history that led there is still that of the game: a failover may have lost the end of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GamePlace {
    /// The version; -1 before the start.
    pub version: i64,
    /// The number of the last message.
    pub message: i64,
    /// The last change of the table. Once the game has begun there are no more; `None`: he does not say.
    pub change: Option<i64>,
    /// Of the digest of the last entry; `None` before the start, and where it is not said.
    pub mark: Option<Mark>,
}

impl fmt::Display for GamePlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.version, self.message)?;
        match (self.change.filter(|_| self.version < 0), self.mark) {
            (Some(change), _) => write!(out, ".{change}"),
            (None, Some(mark)) => write!(out, "{MARKED}{mark}"),
            (None, None) => Ok(()),
        }
    }
}

/// This is no place in that stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPlace;

impl FromStr for GamePlace {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Self, NoPlace> {
        let (version, rest) = text.split_once('.').ok_or(NoPlace)?;
        if version != "-1" {
            let (message, mark) = marked(rest)?;
            return Ok(Self { version: number(version)?, message: number(message)?, change: None, mark });
        }
        let (message, change) = rest.split_once('.').map_or((rest, None), |(one, other)| (one, Some(other)));
        Ok(Self {
            version: -1,
            message: number(message)?,
            change: change.map(number).transpose()?,
            mark: None,
        })
    }
}

/// A place in a person's own stream: the number of the last event, and what tells that event from another that got its
/// number later, after a failover that lost it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UserPlace {
    pub number: i64,
    /// The mark of the event; `None` where it is not known.
    pub mark: Option<Mark>,
}

impl fmt::Display for UserPlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.number)?;
        self.mark.map_or(Ok(()), |mark| write!(out, "{MARKED}{mark}"))
    }
}

impl FromStr for UserPlace {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Self, NoPlace> {
        let (number_part, mark) = marked(text)?;
        Ok(Self { number: number(number_part)?, mark })
    }
}

/// What stands before a mark.
const MARKED: char = '~';

/// A place and its mark, if it has one.
fn marked(text: &str) -> Result<(&str, Option<Mark>), NoPlace> {
    match text.split_once(MARKED) {
        Some((place, mark)) => Ok((place, Some(Mark::read(mark).ok_or(NoPlace)?))),
        None => Ok((text, None)),
    }
}

/// A whole number from 0, in digits alone.
fn number(text: &str) -> Result<i64, NoPlace> {
    let digits = (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().map_err(|_| NoPlace) } else { Err(NoPlace) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_was_written() {
        for place in [
            GamePlace { version: -1, message: 0, change: None, mark: None },
            GamePlace { version: -1, message: 2, change: Some(3), mark: None },
            GamePlace { version: 120, message: 7, change: None, mark: None },
            GamePlace { version: 120, message: 7, change: None, mark: Some(Mark::of(b"digest")) },
        ] {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for place in
            [UserPlace { number: 57, mark: None }, UserPlace { number: 57, mark: Some(Mark::of(b"x")) }]
        {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
    }

    #[test]
    fn a_place_of_another_stream_is_none_of_this_one() {
        for text in [
            "57",
            "",
            ".",
            "1.",
            ".1",
            "1.2.3",
            "-2.0",
            "-1.0.",
            "-1.0.1.2",
            "-1.0.-1",
            "1.-1",
            "+1.0",
            " 1.0",
            "1e3.0",
            "1.0~",
            "1.0~x",
            "-1.0.1~0000000000000000",
        ] {
            assert_eq!(text.parse::<GamePlace>(), Err(NoPlace), "{text}");
        }
        for text in ["1.0", "", "-1", "+1", "1 ", "99999999999999999999", "1~", "1~0", "~0000000000000000"] {
            assert_eq!(text.parse::<UserPlace>(), Err(NoPlace), "{text}");
        }
    }
}
