//! Lists in pages: the one envelope of every list, the parameters that lists share, and cursors. A cursor is the place
//! in a list where a page begins or ends, as a text that only the same list accepts.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::de::IntoDeserializer;
use serde::de::value::StringDeserializer;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::store::pages::Place;
use crate::time_control::Instant;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// For `cursor`; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// For `cursor`, to go back; null on the first page.
    #[schema(required)]
    pub prev_cursor: Option<String>,
}

impl<T> Page<T> {
    /// A list that is never so long that it needs a second page.
    pub fn whole(items: Vec<T>) -> Self {
        Self { items, next_cursor: None, prev_cursor: None }
    }

    pub fn map<U>(self, show: impl FnMut(T) -> U) -> Page<U> {
        let items = self.items.into_iter().map(show).collect();
        Page { items, next_cursor: self.next_cursor, prev_cursor: self.prev_cursor }
    }

    pub fn try_map<U>(self, show: impl FnMut(T) -> Result<U, Error>) -> Result<Page<U>, Error> {
        let items = self.items.into_iter().map(show).collect::<Result<_, _>>()?;
        Ok(Page { items, next_cursor: self.next_cursor, prev_cursor: self.prev_cursor })
    }
}

/// A parameter that holds several values: it is repeated for each, or holds all with commas between.
pub fn several<'de, T: Deserialize<'de> + PartialEq, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let mut values = Vec::new();
    for word in String::deserialize(deserializer)?.split(',') {
        let word: StringDeserializer<D::Error> = word.to_owned().into_deserializer();
        let value = T::deserialize(word)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    Ok(values)
}

/// A size of a page within its bounds.
pub fn limit(given: Option<u16>, usual: u16, most: u16) -> Result<u16, Error> {
    let limit = given.unwrap_or(usual);
    let most_items = i64::from(most);
    let wrong = || Code::InvalidParameter.field("limit", Sentence::Between { least: 1, most: most_items });
    (1..=most).contains(&limit).then_some(limit).ok_or_else(wrong)
}

/// How many bytes of a cursor identify its list and direction.
const MARK: usize = 4;

/// The sort key of an item, which is its place in the list.
pub trait Key: Sized {
    /// The length of a key in bytes.
    const BYTES: usize;

    fn write(&self, out: &mut Vec<u8>);

    fn read(bytes: &[u8]) -> Option<Self>;
}

impl Key for Uuid {
    const BYTES: usize = 16;

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.as_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Self::from_slice(bytes).ok()
    }
}

macro_rules! number_keys {
    ($($number:ty),*) => {$(
        impl Key for $number {
            const BYTES: usize = size_of::<Self>();

            fn write(&self, out: &mut Vec<u8>) {
                out.extend(self.to_be_bytes());
            }

            fn read(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(Self::from_be_bytes)
            }
        }
    )*};
}

number_keys!(i16, i32, i64);

impl Key for Instant {
    const BYTES: usize = 8;

    fn write(&self, out: &mut Vec<u8>) {
        self.timestamp_micros().write(out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Self::from_timestamp_micros(i64::read(bytes)?)
    }
}

impl<A: Key, B: Key> Key for (A, B) {
    const BYTES: usize = A::BYTES + B::BYTES;

    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (first, second) = bytes.split_at_checked(A::BYTES)?;
        Some((A::read(first)?, B::read(second)?))
    }
}

/// The place that a cursor of `list` names; without one, the beginning. The name of a list must contain everything
/// that selects its items: the owner and every filter. Error: `invalid_parameter` naming `cursor`, for one of another
/// list too.
pub fn place<K: Key>(list: &str, cursor: Option<&str>) -> Result<Place<K>, Error> {
    let Some(cursor) = cursor else { return Ok(Place::Beginning) };
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    let (given, key) = bytes.split_at_checked(MARK).ok_or_else(unusable)?;
    let key = K::read(key).ok_or_else(unusable)?;
    match given {
        given if given == mark(list) => Ok(Place::After(key)),
        given if given == mark(&backward(list)) => Ok(Place::Before(key)),
        _ => Err(unusable()),
    }
}

/// Makes a page of what was loaded from a place, with one item more than the `limit`: removes that item, and brings the
/// others into the order of the list.
pub fn cut<K: Key + Copy, T>(
    list: &str,
    mut items: Vec<T>,
    limit: u16,
    place: &Place<K>,
    key: impl Fn(&T) -> K,
) -> Page<T> {
    let more = items.len() > usize::from(limit);
    items.truncate(usize::from(limit));
    if place.is_backward() {
        items.reverse();
    }
    // The caller came from one side, so there is a page there. The item beyond the limit shows whether there is one on
    // the other side.
    let (has_prev, has_next) = match place {
        Place::Beginning => (false, more),
        Place::After(_) => (true, more),
        Place::Before(_) => (more, true),
    };
    let prev_cursor = items.first().filter(|_| has_prev).map(|first| write(&backward(list), &key(first)));
    let next_cursor = items.last().filter(|_| has_next).map(|last| write(list, &key(last)));
    Page { items, next_cursor, prev_cursor }
}

/// A page of a list that is in memory as a whole, in the order of its keys.
pub fn of_sorted<K: Key + Copy + Ord, T>(
    list: &str,
    items: Vec<T>,
    limit: u16,
    place: &Place<K>,
    key: impl Fn(&T) -> K,
) -> Page<T> {
    let most = usize::from(limit) + 1;
    let items: Vec<T> = match place {
        Place::Beginning => items.into_iter().take(most).collect(),
        Place::After(last) => items.into_iter().filter(|item| key(item) > *last).take(most).collect(),
        Place::Before(first) => {
            items.into_iter().rev().filter(|item| key(item) < *first).take(most).collect()
        }
    };
    cut(list, items, limit, place, key)
}

/// The cursor after an item of `list` that `text` identifies.
pub fn write_text(list: &str, last: &str) -> String {
    let bytes: Vec<u8> = mark(list).into_iter().chain(last.bytes()).collect();
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The text that [`write_text`] wrote.
pub fn read_text(list: &str, cursor: &str) -> Result<String, Error> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    let last = bytes.split_at_checked(MARK).filter(|(given, _)| *given == mark(list));
    let last = last.and_then(|(_, last)| String::from_utf8(last.to_vec()).ok());
    last.ok_or_else(unusable)
}

/// The refusal of a cursor that is none of the list.
pub fn unusable() -> Error {
    Code::InvalidParameter.field("cursor", Sentence::NotACursor)
}

fn write(list: &str, key: &impl Key) -> String {
    let mut bytes = mark(list).to_vec();
    key.write(&mut bytes);
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The name of a list that is read backwards.
fn backward(list: &str) -> String {
    format!("{list}, backwards")
}

fn mark(list: &str) -> [u8; MARK] {
    let digest: [u8; 32] = Sha256::digest(list).into();
    std::array::from_fn(|index| digest.get(index).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{Place, cut, place};

    /// The page of `ids`, which are in the order of the list, that begins at a cursor, and its cursors.
    fn page(ids: &[u128], cursor: Option<&str>) -> (Vec<u128>, Option<String>, Option<String>) {
        let at: Place<Uuid> = place("x", cursor).unwrap();
        let after = |id: &&u128| at.key().is_none_or(|key| Uuid::from_u128(**id) > key);
        let before = |id: &&u128| at.key().is_some_and(|key| Uuid::from_u128(**id) < key);
        let items: Vec<u128> = if at.is_backward() {
            ids.iter().rev().filter(before).take(3).copied().collect()
        } else {
            ids.iter().filter(after).take(3).copied().collect()
        };
        let page = cut("x", items, 2, &at, |id| Uuid::from_u128(*id));
        (page.items, page.prev_cursor, page.next_cursor)
    }

    #[test]
    fn a_cursor_is_taken_by_its_own_list_alone() {
        let page = cut("blocks", vec![1_u128, 7, 9], 2, &Place::Beginning, |id| Uuid::from_u128(*id));
        let cursor = page.next_cursor.unwrap();
        assert_eq!(place("blocks", Some(&cursor)).unwrap(), Place::After(Uuid::from_u128(7)));
        assert_eq!(place::<Uuid>("blocks", None).unwrap(), Place::Beginning);
        for wrong in [cursor.as_str(), "", "x", &Uuid::from_u128(7).to_string(), &format!("{cursor}AA")] {
            assert!(place::<Uuid>("audit", Some(wrong)).is_err(), "{wrong}");
        }
        for wrong in ["", "x", &format!("{cursor}AA")] {
            assert!(place::<Uuid>("blocks", Some(wrong)).is_err(), "{wrong}");
        }
        assert!(place::<(i16, Uuid)>("blocks", Some(&cursor)).is_err());
    }

    #[test]
    fn a_list_is_leafed_through_to_its_end_and_back() {
        let mut ids = vec![1, 2, 3, 4, 5];
        let (first, prev, next) = page(&ids, None);
        assert_eq!((first, prev), (vec![1, 2], None));
        let (second, to_first, next) = page(&ids, next.as_deref());
        assert_eq!(second, [3, 4]);
        let (third, to_second, end) = page(&ids, next.as_deref());
        assert_eq!((third, end), (vec![5], None));
        let (second, to_first_again, next_again) = page(&ids, to_second.as_deref());
        assert_eq!((second, &to_first_again, &next_again), (vec![3, 4], &to_first, &next));
        // An item was added at the beginning of the list while it was read.
        ids.insert(0, 0);
        let (first, more, next) = page(&ids, to_first.as_deref());
        assert_eq!((first, next.is_some()), (vec![1, 2], true));
        let (newest, none, next) = page(&ids, more.as_deref());
        assert_eq!((newest, none), (vec![0], None));
        assert_eq!(page(&ids, next.as_deref()).0, [1, 2]);
    }

    #[test]
    fn the_only_page_has_no_cursor() {
        assert_eq!(page(&[1, 2], None), (vec![1, 2], None, None));
        assert_eq!(page(&[], None), (vec![], None, None));
    }
}
