//! Where a page of a list ended, as a text that only the same list takes back.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};

/// How many bytes of a cursor identify its list.
const MARK: usize = 4;

/// The cursor after the item `last` of `list`. The name of a list must contain everything that selects its items: the
/// owner and every filter.
pub fn write(list: &str, last: Uuid) -> String {
    let bytes: Vec<u8> = mark(list).into_iter().chain(last.into_bytes()).collect();
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The item that a cursor of `list` stands after. Error: `invalid_parameter` naming `cursor`, for one of another list
/// too.
pub fn read(list: &str, cursor: &str) -> Result<Uuid, Error> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    let last = bytes.split_at_checked(MARK).filter(|(given, _)| *given == mark(list));
    let last = last.and_then(|(_, last)| Uuid::from_slice(last).ok());
    last.ok_or_else(unusable)
}

/// The cursor after an item of `list` that `text` identifies.
pub fn write_text(list: &str, last: &str) -> String {
    let bytes: Vec<u8> = mark(list).into_iter().chain(last.bytes()).collect();
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The text that [`write_text`] wrote. Error: as [`read`].
pub fn read_text(list: &str, cursor: &str) -> Result<String, Error> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    let last = bytes.split_at_checked(MARK).filter(|(given, _)| *given == mark(list));
    let last = last.and_then(|(_, last)| String::from_utf8(last.to_vec()).ok());
    last.ok_or_else(unusable)
}

/// The cursor after the item `last` of `list`, whose items come by `rank` and then by id.
pub fn write_ranked(list: &str, rank: i16, last: Uuid) -> String {
    let bytes: Vec<u8> = mark(list).into_iter().chain(rank.to_be_bytes()).chain(last.into_bytes()).collect();
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The rank and the item that a cursor of a ranked `list` stands after. Error: as [`read`].
pub fn read_ranked(list: &str, cursor: &str) -> Result<(i16, Uuid), Error> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    let rest = bytes.split_at_checked(MARK).filter(|(given, _)| *given == mark(list)).map(|(_, rest)| rest);
    let ranked = rest.and_then(|rest| rest.split_first_chunk::<2>());
    let ranked =
        ranked.and_then(|(rank, last)| Some((i16::from_be_bytes(*rank), Uuid::from_slice(last).ok()?)));
    ranked.ok_or_else(unusable)
}

/// The refusal of a cursor that is none of the list.
pub fn unusable() -> Error {
    Code::InvalidParameter.field("cursor", Sentence::NotACursor)
}

fn mark(list: &str) -> [u8; MARK] {
    let digest: [u8; 32] = Sha256::digest(list).into();
    std::array::from_fn(|index| digest.get(index).copied().unwrap_or_default())
}

/// Removes the extra item of a page that was loaded with `limit + 1`, and returns the cursor for the rest.
pub fn cut<T>(list: &str, items: &mut Vec<T>, limit: u16, id: impl Fn(&T) -> Uuid) -> Option<String> {
    let more = items.len() > usize::from(limit);
    items.truncate(usize::from(limit));
    items.last().filter(|_| more).map(|last| write(list, id(last)))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{cut, read, write};

    #[test]
    fn a_cursor_is_taken_by_its_own_list_alone() {
        let cursor = write("blocks", Uuid::from_u128(7));
        assert_eq!(read("blocks", &cursor).unwrap(), Uuid::from_u128(7));
        for wrong in [cursor.as_str(), "", "x", &Uuid::from_u128(7).to_string(), &format!("{cursor}AA")] {
            assert!(read("audit", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_last_page_has_no_cursor() {
        let mut items = vec![Uuid::from_u128(1), Uuid::from_u128(2)];
        assert_eq!(cut("x", &mut items, 2, |id| *id), None);
        assert_eq!(cut("x", &mut items, 1, |id| *id), Some(write("x", Uuid::from_u128(1))));
        assert_eq!(items.len(), 1);
    }
}
