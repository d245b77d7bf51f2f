//! What tells two histories of a game apart that came to the same version.
//!
//! After a failover that lost the last write, or a restore, the same versions are made again with other content. The
//! digest of an entry covers the entry and, through the digest before it, all that came before; so it never comes again
//! with other content. It is keyed with the game's seed, which nobody knows before the end: what is hidden in an entry
//! can't be found by trying.

use std::fmt::{self, Display, Formatter};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::error::Error;
use crate::store::write::Entries;

const LABEL: &[u8] = b"althing/log/v1\0";
/// How many bytes of the code are kept.
const KEPT: usize = 16;

/// The digests of new entries that follow the entry of digest `before` (empty: none), in their order. `rest` is what
/// the write changes beside its entries.
pub fn digests(
    seed: &[u8; 32],
    before: &[u8],
    entries: &Entries<'_>,
    rest: &[u8],
) -> Result<Vec<Vec<u8>>, Error> {
    let key = Hmac::<Sha256>::new_from_slice(seed).map_err(|error| Error::Internal(error.to_string()))?;
    let mut digests: Vec<Vec<u8>> = Vec::with_capacity(entries.versions.len());
    for (index, version) in entries.versions.iter().enumerate() {
        let mut of = Hashed(key.clone());
        of.0.update(LABEL);
        of.add(Some(digests.last().map_or(before, Vec::as_slice)));
        of.0.update(&version.to_be_bytes());
        of.add(bytes(&entries.made_by, index));
        of.add(
            entries
                .seats
                .get(index)
                .copied()
                .flatten()
                .map(i16::to_be_bytes)
                .as_ref()
                .map(<[u8; 2]>::as_slice),
        );
        for column in [
            &entries.actions,
            &entries.draws,
            &entries.keys,
            &entries.table_events,
            &entries.standings,
            &entries.deadlines,
        ] {
            of.add(column.get(index).copied().flatten().map(str::as_bytes));
        }
        of.add(bytes(&entries.events, index));
        of.add(entries.bodies.get(index).copied().flatten());
        of.add(Some(rest));
        let code = of.0.finalize().into_bytes();
        digests.push(code.iter().copied().take(KEPT).collect());
    }
    Ok(digests)
}

fn bytes<'e>(column: &[&'e str], index: usize) -> Option<&'e [u8]> {
    column.get(index).map(|text| text.as_bytes())
}

struct Hashed(Hmac<Sha256>);

impl Hashed {
    /// Adds a field so that no two lists of fields look alike.
    fn add(&mut self, field: Option<&[u8]>) {
        match field {
            Some(field) => {
                self.0.update(&u64::try_from(field.len()).unwrap_or(u64::MAX).to_be_bytes());
                self.0.update(field);
            }
            None => self.0.update(&u64::MAX.to_be_bytes()),
        }
    }
}

/// The part of a digest that is shown, in entity tags and in the ids of streams: 16 characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark([u8; 8]);

impl Mark {
    pub fn of(digest: &[u8]) -> Self {
        let mut mark = [0; 8];
        mark.iter_mut().zip(digest).for_each(|(to, from)| *to = *from);
        Self(mark)
    }

    /// The mark that is written so, if one is.
    pub fn read(text: &str) -> Option<Self> {
        let mut mark = [0; 8];
        let is_written_so = text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        hex::decode_to_slice(text, &mut mark).ok().filter(|()| is_written_so).map(|()| Self(mark))
    }
}

impl Display for Mark {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&hex::encode(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two<'a>(events: &'a str, last: &'a str) -> Entries<'a> {
        Entries {
            versions: vec![4, 5],
            made_by: vec!["seat", "server"],
            seats: vec![Some(1), None],
            actions: vec![Some("{}"), None],
            events: vec![events, last],
            draws: vec![None, None],
            keys: vec![None, None],
            bodies: vec![None, None],
            last_versions: vec![None, None],
            table_events: vec![None, None],
            standings: vec![None, None],
            deadlines: vec![None, None],
            digests: vec![],
        }
    }

    fn last(seed: u8, before: &[u8], entries: &Entries<'_>, rest: &str) -> Vec<u8> {
        digests(&[seed; 32], before, entries, rest.as_bytes()).unwrap().pop().unwrap()
    }

    #[test]
    fn an_equal_last_entry_after_another_history_has_another_digest() {
        let usual = last(1, b"", &two("[1]", "[2]"), "");
        assert_eq!(usual, last(1, b"", &two("[1]", "[2]"), ""));
        for other in [
            last(1, b"", &two("[3]", "[2]"), ""),
            last(1, b"x", &two("[1]", "[2]"), ""),
            last(1, b"", &two("[1]", "[2]"), "later"),
            last(2, b"", &two("[1]", "[2]"), ""),
        ] {
            assert_ne!(usual, other);
        }
    }

    #[test]
    fn a_field_that_is_missing_is_not_an_empty_one() {
        let mut empty = two("[1]", "[2]");
        empty.draws = vec![None, Some("")];
        assert_ne!(last(1, b"", &two("[1]", "[2]"), ""), last(1, b"", &empty, ""));
    }

    #[test]
    fn a_mark_is_read_as_it_was_written() {
        let mark = Mark::of(&[1, 0xab, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(mark.to_string(), "01ab030405060708");
        assert_eq!(Mark::read("01ab030405060708"), Some(mark));
        for wrong in ["", "01AB030405060708", "01ab0304050607", "01ab0304050607089", "zzab030405060708"] {
            assert_eq!(Mark::read(wrong), None, "{wrong}");
        }
    }
}
