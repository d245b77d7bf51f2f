//! Entity tags of games, for conditional reads and writes.
//!
//! Every read of a game has a tag, which names the revision of the lobby, the version of the game, the digest of what
//! led to it, and the viewer; equal tags stand for equal bytes. The tag is known before any state is read. Revisions
//! and versions alone would not do: after a failover that lost a write they come again with other content.

use std::fmt::{self, Display, Formatter};

use super::log::Mark;
use crate::error::{Code, Error, More, Sentence};
use rules::Viewer;

/// The tag of one read of a game, written `"revision.version.mark.viewer"`; `s` is a spectator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag {
    pub revision: i64,
    /// The version of the game; -1 before the start.
    pub version: i64,
    /// The mark of the last entry's digest; before the start, of what the lobby shows, or `None`.
    pub mark: Option<Mark>,
    pub viewer: Viewer,
}

impl Display for Tag {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "\"{}.{}.", self.revision, self.version)?;
        match self.mark {
            Some(mark) => write!(out, "{mark}.")?,
            None => out.write_str("0.")?,
        }
        match self.viewer {
            Some(seat) => write!(out, "{seat}\""),
            None => write!(out, "s\""),
        }
    }
}

/// The precondition of a request: a list of tags as they were sent, or anything at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Seen {
    #[default]
    Nothing,
    /// `*`.
    Anything,
    OneOf(Vec<String>),
}

impl Seen {
    /// Has the caller seen what `tag` stands for?
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

    /// The version in the first of these tags, if it is one of ours.
    pub fn version(&self) -> Option<i64> {
        let Self::OneOf(tags) = self else { return None };
        tags.first().and_then(|tag| parse(tag)).map(|(_, version, _)| version)
    }

    /// The precondition of a write: what was seen must be current. The viewer does not matter, since what the game does
    /// next is the same for all. Error: `version_stale`, naming the present version.
    pub fn ensure_current(&self, present: &Tag) -> Result<(), Error> {
        let Self::OneOf(tags) = self else { return Ok(()) };
        let is_present = |tag: &String| {
            parse(tag).is_some_and(|(revision, version, mark)| {
                // Before the start only the lobby knows the mark of what it shows; elsewhere the revision has to do.
                let same_content = present.mark.is_none() || mark == present.mark;
                (revision, version) == (present.revision, present.version) && same_content
            })
        };
        if tags.iter().any(is_present) {
            return Ok(());
        }
        let sentence = match present.version {
            -1 => Sentence::ChangedBeforeStart,
            version => Sentence::NowAtVersion { version },
        };
        Err(Code::VersionStale.with(sentence, More::Version(present.version)))
    }
}

/// Revision, version and mark of a tag of ours.
fn parse(tag: &str) -> Option<(i64, i64, Option<Mark>)> {
    let mut parts = tag.strip_prefix('"')?.strip_suffix('"')?.split('.');
    let (revision, version) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let mark = match parts.next()? {
        "0" => None,
        mark => Some(Mark::read(mark)?),
    };
    // What follows the viewer, in tags of pictures and lobby pages, may contain further dots.
    parts.next().map(|_| (revision, version, mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag() -> Tag {
        Tag { revision: 3, version: 12, mark: Mark::read("00000000000000ff"), viewer: Some(1) }
    }

    fn seen(tag: &str) -> Seen {
        Seen::OneOf(vec!["\"other\"".to_owned(), tag.to_owned()])
    }

    #[test]
    fn a_tag_is_known_again_by_the_same_viewer_only() {
        assert_eq!(tag().to_string(), "\"3.12.00000000000000ff.1\"");
        assert!(seen("\"3.12.00000000000000ff.1\"").has(&tag()) && Seen::Anything.has(&tag()));
        for other in ["3.12.00000000000000ff.s", "3.13.00000000000000ff.1", "3.12.00000000000000fe.1"] {
            assert!(!seen(&format!("\"{other}\"")).has(&tag()), "{other}");
        }
        assert!(!Seen::Nothing.has(&tag()));
    }

    #[test]
    fn a_write_asks_for_the_moment_and_not_for_the_viewer() {
        let of = |version: &str| format!("\"{version}.00000000000000ff.s\"");
        assert!(seen(&of("3.12")).ensure_current(&tag()).is_ok());
        assert!(Seen::Nothing.ensure_current(&tag()).is_ok());
        let lost = "\"3.12.00000000000000fe.1\"".to_owned();
        let (cut, bare) = ("\"3.12.00000000000000ff\"".to_owned(), "3.12.00000000000000ff.1".to_owned());
        for stale in [of("3.11"), of("2.12"), lost, cut, bare, "\"3.12.1\"".to_owned(), "\"\"".to_owned()] {
            assert!(seen(&stale).ensure_current(&tag()).is_err(), "{stale}");
        }
        let not_begun = Tag { version: -1, mark: None, ..tag() };
        assert!(seen(&of("3.-1")).ensure_current(&not_begun).is_ok());
    }
}
