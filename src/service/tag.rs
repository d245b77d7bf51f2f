//! Tags of games: what a client saw, so that it need not be sent again, and need not act on what is no longer so.
//!
//! Every read of a game carries one. It names the revision of the table, the version of the game and the place from
//! which it was looked at; equal tags stand for equal bytes. It is known before any state is read.

use std::fmt::{self, Display, Formatter};

use crate::error::{Code, Error, More};
use crate::rules::Viewer;

/// The tag of one read of a game, written `"revision.version.viewer"`; `s` is a spectator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag {
    /// The revision of the table.
    pub revision: i64,
    /// The version of the game; -1 before the start.
    pub version: i64,
    /// The place of whoever looks.
    pub viewer: Viewer,
}

impl Display for Tag {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "\"{}.{}.", self.revision, self.version)?;
        match self.viewer {
            Some(seat) => write!(out, "{seat}\""),
            None => write!(out, "s\""),
        }
    }
}

/// What a caller says that he has seen: a list of tags as they were sent, or anything at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Seen {
    /// He says nothing.
    #[default]
    Nothing,
    /// `*`.
    Anything,
    /// One of these, quotes and all.
    OneOf(Vec<String>),
}

impl Seen {
    /// Has he seen what `tag` stands for?
    pub fn has(&self, tag: &impl Display) -> bool {
        match self {
            Self::Nothing => false,
            Self::Anything => true,
            Self::OneOf(tags) => {
                let tag = tag.to_string();
                tags.contains(&tag)
            }
        }
    }

    /// The version that the first of his tags is of, if it is one of ours.
    pub fn version(&self) -> Option<i64> {
        let Self::OneOf(tags) = self else { return None };
        tags.first().and_then(|tag| moment(tag)).map(|(_, version)| version)
    }

    /// A write that is only wanted on what was seen. From which place it was seen does not matter: what the table does
    /// next is the same for all. Error: `version_stale`, naming the present version.
    pub fn must_have(&self, present: &Tag) -> Result<(), Error> {
        let Self::OneOf(tags) = self else { return Ok(()) };
        if tags.iter().any(|tag| moment(tag) == Some((present.revision, present.version))) {
            return Ok(());
        }
        let sentence = match present.version {
            -1 => "The table has changed since, and the game has not started.".to_owned(),
            version => format!("The game is at version {version} now; you have not seen that."),
        };
        Err(Code::VersionStale.with(sentence, More::Version(present.version)))
    }
}

/// Revision and version of a tag of ours.
fn moment(tag: &str) -> Option<(i64, i64)> {
    let mut parts = tag.strip_prefix('"')?.strip_suffix('"')?.split('.');
    let (revision, version) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().filter(|_| parts.next().is_none()).map(|_| (revision, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAG: Tag = Tag { revision: 3, version: 12, viewer: Some(1) };

    fn seen(tag: &str) -> Seen {
        Seen::OneOf(vec!["\"other\"".to_owned(), tag.to_owned()])
    }

    #[test]
    fn a_tag_is_known_again_by_the_same_viewer_only() {
        assert_eq!(TAG.to_string(), "\"3.12.1\"");
        assert!(seen("\"3.12.1\"").has(&TAG) && Seen::Anything.has(&TAG));
        assert!(!seen("\"3.12.s\"").has(&TAG) && !seen("\"3.13.1\"").has(&TAG) && !Seen::Nothing.has(&TAG));
    }

    #[test]
    fn a_write_asks_for_the_moment_and_not_for_the_viewer() {
        assert!(seen("\"3.12.s\"").must_have(&TAG).is_ok());
        assert!(Seen::Nothing.must_have(&TAG).is_ok());
        for stale in ["\"3.11.1\"", "\"2.12.1\"", "\"3.12\"", "\"3.12.1.1\"", "\"\"", "3.12.1"] {
            assert!(seen(stale).must_have(&TAG).is_err(), "{stale}");
        }
    }
}
