//! The position of a follower in a stream, as the ids of its frames say it.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::log::Mark;
use crate::store::{Connection, stream_items};

/// The id that a follower comes back with, and the field of the request it was in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastEventId {
    pub id: String,
    pub field: &'static str,
}

impl LastEventId {
    pub(super) fn parse<P: FromStr>(&self) -> Result<P, Error> {
        let unusable = |_| Code::InvalidParameter.field(self.field, Sentence::NotAnEventId);
        self.id.parse().map_err(unusable)
    }
}

/// A position in the stream of a game: the version, how many messages the follower could read by then, and before the
/// start how many changes of the lobby it was sent. These numbers only grow, and nothing that the follower may not see
/// moves them. The mark tells whether the history that led there is still that of the game: a failover may have lost
/// its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GamePosition {
    /// The version; -1 before the start.
    pub version: i64,
    pub message: i64,
    /// The last change before the start; `None`: the id has none.
    pub change: Option<i64>,
    /// The mark of the digest of the last entry; `None` before the start, and if the id has none.
    pub mark: Option<Mark>,
}

impl fmt::Display for GamePosition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.version, self.message)?;
        match (self.change.filter(|_| self.version < 0), self.mark) {
            (Some(change), _) => write!(out, ".{change}"),
            (None, Some(mark)) => write!(out, "{MARKED}{mark}"),
            (None, None) => Ok(()),
        }
    }
}

/// The text is no position in the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPosition;

impl FromStr for GamePosition {
    type Err = NoPosition;

    fn from_str(text: &str) -> Result<Self, NoPosition> {
        let (version, rest) = text.split_once('.').ok_or(NoPosition)?;
        if version != "-1" {
            let (message, mark) = split_mark(rest)?;
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

/// A position in an account's own stream: the number of the last event, and a mark that distinguishes that event from
/// another that got its number later, after a failover that lost it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UserPosition {
    pub number: i64,
    /// The mark of the event; `None` where it is not known.
    pub mark: Option<Mark>,
}

impl UserPosition {
    /// The position of that number in the stream of an account.
    pub async fn load(connection: &mut Connection, account: Uuid, number: i64) -> Result<Self, Error> {
        let mark = stream_items::mark(connection, account, number).await?;
        Ok(Self { number, mark: mark.as_deref().map(Mark::of) })
    }

    /// Is the stored event of this number another than the one that was sent? Only if both are known.
    pub fn is_other(&self, stored: Option<&[u8]>) -> bool {
        self.mark.zip(stored).is_some_and(|(sent, stored)| sent != Mark::of(stored))
    }
}

impl fmt::Display for UserPosition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.number)?;
        self.mark.map_or(Ok(()), |mark| write!(out, "{MARKED}{mark}"))
    }
}

impl FromStr for UserPosition {
    type Err = NoPosition;

    fn from_str(text: &str) -> Result<Self, NoPosition> {
        let (number_part, mark) = split_mark(text)?;
        Ok(Self { number: number(number_part)?, mark })
    }
}

/// Separates the numbers of a position from its mark.
const MARKED: char = '~';

fn split_mark(text: &str) -> Result<(&str, Option<Mark>), NoPosition> {
    match text.split_once(MARKED) {
        Some((position, mark)) => Ok((position, Some(Mark::read(mark).ok_or(NoPosition)?))),
        None => Ok((text, None)),
    }
}

/// A whole number from 0, in digits alone.
pub(super) fn number(text: &str) -> Result<i64, NoPosition> {
    let digits = (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().map_err(|_| NoPosition) } else { Err(NoPosition) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_was_written() {
        for position in [
            GamePosition { version: -1, message: 0, change: None, mark: None },
            GamePosition { version: -1, message: 2, change: Some(3), mark: None },
            GamePosition { version: 120, message: 7, change: None, mark: None },
            GamePosition { version: 120, message: 7, change: None, mark: Some(Mark::of(b"digest")) },
        ] {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        for position in
            [UserPosition { number: 57, mark: None }, UserPosition { number: 57, mark: Some(Mark::of(b"x")) }]
        {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
    }

    #[test]
    fn a_position_of_another_stream_is_none_of_this_one() {
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
            assert_eq!(text.parse::<GamePosition>(), Err(NoPosition), "{text}");
        }
        for text in ["1.0", "", "-1", "+1", "1 ", "99999999999999999999", "1~", "1~0", "~0000000000000000"] {
            assert_eq!(text.parse::<UserPosition>(), Err(NoPosition), "{text}");
        }
    }
}
