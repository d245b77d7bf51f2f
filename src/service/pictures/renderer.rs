//! PNGs are rendered away from the threads that answer requests, a few at a time. The last ones are cached, since the
//! players of a game are often shown the same board at the same moment.
//!
//! A request takes a place, and waits there for a turn to be rendered. Each caller gets a few places; callers without
//! an account together get less than half of the places and one of the turns. So nobody can keep the others from their
//! pictures by asking for many.

use std::collections::HashMap;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use super::png::png;
use crate::cache::Cache;
use crate::error::{Code, Error, Sentence};
use crate::service::limits::subscriber;

/// How wide a picture may be, in pixels.
pub const WIDTHS: RangeInclusive<u16> = 200..=1200;
/// How many pictures are rendered at the same time. Each takes a processor, and a few megabytes.
const AT_ONCE: usize = 2;
/// How many pictures may wait for their turn; a request beyond them is answered `unavailable`.
const WAITING: usize = 64;
/// How many of all places callers without an account can take together. A hundred of them once took all places, and
/// every other caller got `unavailable`.
const ANONYMOUS_PLACES: usize = 24;
/// How many places one network address can take without an account: a browser loads six pictures of a page at the same
/// time.
const PLACES_PER_ADDRESS: usize = 8;
/// How many places one account can take: a client may show all its games at once.
const PLACES_PER_ACCOUNT: usize = 20;

/// How many pictures are cached, of at most a few hundred kilobytes each.
const CACHED: usize = 16;

/// SHA-256 of a drawing, and the size of the picture. The same drawing gives the same bytes, so no entry grows old, and
/// a picture is shared only by those who may see the same.
type PictureKey = ([u8; 32], PictureSize);

/// How large a picture may be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PictureSize {
    /// The widths in pixels of which the first is taken that gives few enough bytes, the widest first.
    pub widths: Vec<u16>,
    /// `None`: any number.
    pub most_bytes: Option<usize>,
}

/// For whom a picture is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureCaller {
    /// This server itself, for a mail.
    Server,
    Account(Uuid),
    /// A caller without an account, by network address.
    Anonymous(IpAddr),
}

#[derive(Default)]
struct Places {
    taken: usize,
    anonymous: usize,
    per_caller: HashMap<PictureCaller, usize>,
}

impl Places {
    /// Why a caller may not take another place; `None`: they may.
    fn refusal(&self, caller: PictureCaller) -> Option<Sentence> {
        let own = self.per_caller.get(&caller).copied().unwrap_or_default();
        match caller {
            PictureCaller::Account(_) if own >= PLACES_PER_ACCOUNT => Some(Sentence::PicturesOfAccount),
            PictureCaller::Anonymous(_) if own >= PLACES_PER_ADDRESS => Some(Sentence::PicturesOfStrangers),
            PictureCaller::Anonymous(_) if self.anonymous >= ANONYMOUS_PLACES => {
                Some(Sentence::PicturesFullForStrangers)
            }
            _ => (self.taken >= AT_ONCE + WAITING).then_some(Sentence::PicturesBusy),
        }
    }
}

/// A taken place; it is free again when this is dropped.
struct Place {
    places: Arc<Mutex<Places>>,
    caller: PictureCaller,
}

impl Place {
    fn take(places: &Arc<Mutex<Places>>, caller: PictureCaller) -> Result<Self, Error> {
        // All addresses of one subscriber are one caller.
        let caller = match caller {
            PictureCaller::Anonymous(address) => PictureCaller::Anonymous(subscriber(address)),
            known => known,
        };
        let mut taken = places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sentence) = taken.refusal(caller) {
            return Err(Code::Unavailable.because(sentence));
        }
        taken.taken += 1;
        taken.anonymous += usize::from(matches!(caller, PictureCaller::Anonymous(_)));
        *taken.per_caller.entry(caller).or_default() += 1;
        Ok(Self { places: Arc::clone(places), caller })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        taken.taken -= 1;
        taken.anonymous -= usize::from(matches!(self.caller, PictureCaller::Anonymous(_)));
        if let Some(own) = taken.per_caller.get_mut(&self.caller) {
            *own -= 1;
            if *own == 0 {
                taken.per_caller.remove(&self.caller);
            }
        }
    }
}

/// Renders drawings as PNGs.
#[derive(Clone)]
pub struct PngRenderer {
    turns: Arc<Semaphore>,
    /// The one turn that callers without an account share. If they could take every turn, callers with an account would
    /// wait for all of them that came before.
    anonymous_turn: Arc<Semaphore>,
    places: Arc<Mutex<Places>>,
    /// `None`: the picture would have too many bytes at every width.
    cache: Cache<PictureKey, Option<Arc<Vec<u8>>>>,
}

impl Default for PngRenderer {
    fn default() -> Self {
        Self {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            anonymous_turn: Arc::new(Semaphore::new(1)),
            places: Arc::default(),
            cache: Cache::new(CACHED),
        }
    }
}

impl PngRenderer {
    /// The drawing as a PNG `width` pixels wide. Error: `unavailable` when too many wait already.
    pub async fn png(&self, svg: String, width: u16, caller: PictureCaller) -> Result<Arc<Vec<u8>>, Error> {
        let size = PictureSize { widths: vec![width], most_bytes: None };
        let made = self.widest_png(svg, size, caller).await?;
        made.ok_or_else(|| Error::bug("a picture of any size is too large"))
    }

    /// The drawing as the widest PNG that is small enough, if any is. Error: `unavailable` when too many wait already.
    pub async fn widest_png(
        &self,
        svg: String,
        size: PictureSize,
        caller: PictureCaller,
    ) -> Result<Option<Arc<Vec<u8>>>, Error> {
        let key = (Sha256::digest(&svg).into(), size);
        if let Some(made) = self.cache.get(&key) {
            return Ok(made);
        }
        let place = Place::take(&self.places, caller)?;
        let turn = self.turn(caller).await.map_err(|error| Error::internal("a picture", error))?;
        // Another caller may have rendered the same picture meanwhile.
        if let Some(made) = self.cache.get(&key) {
            return Ok(made);
        }
        let cache = self.cache.clone();
        let made = tokio::task::spawn_blocking(move || {
            let made = png(&svg, &key.1.widths, key.1.most_bytes).map(|made| made.map(Arc::new));
            if let Ok(picture) = &made {
                cache.insert(key, picture.clone());
            }
            // The task holds place and turn, not the request: rendering goes on after its caller has gone away.
            drop((place, turn));
            made
        });
        let made = made.await.map_err(|error| Error::internal("a picture", error))?;
        made.map_err(|error| Error::internal("a picture", error))
    }

    async fn turn(
        &self,
        caller: PictureCaller,
    ) -> Result<(Option<OwnedSemaphorePermit>, OwnedSemaphorePermit), AcquireError> {
        // The shared turn is acquired first: in the other order one who waits for it would hold a turn of the others.
        let anonymous = match caller {
            PictureCaller::Anonymous(_) => Some(Arc::clone(&self.anonymous_turn).acquire_owned().await?),
            PictureCaller::Server | PictureCaller::Account(_) => None,
        };
        Ok((anonymous, Arc::clone(&self.turns).acquire_owned().await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: PictureCaller = PictureCaller::Server;

    #[tokio::test]
    async fn a_picture_is_recalled_by_its_drawing_and_its_width_until_many_newer_ones_came() {
        let renderer = PngRenderer::default();
        let svg = |color: usize| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='{color}' height='3'/></svg>"
            )
        };
        let first = renderer.png(svg(1), 320, SERVER).await.unwrap();
        assert!(Arc::ptr_eq(&first, &renderer.png(svg(1), 320, SERVER).await.unwrap()));
        assert!(!Arc::ptr_eq(&first, &renderer.png(svg(1), 321, SERVER).await.unwrap()));
        assert!(!Arc::ptr_eq(&first, &renderer.png(svg(2), 320, SERVER).await.unwrap()));
        for newer in 3..3 + CACHED {
            renderer.png(svg(newer), 320, SERVER).await.unwrap();
        }
        assert!(!Arc::ptr_eq(&first, &renderer.png(svg(1), 320, SERVER).await.unwrap()));
    }

    /// How many places each of the callers gets who ask for as many as they can have, one caller after the other.
    fn taken(callers: impl IntoIterator<Item = PictureCaller>) -> Vec<usize> {
        let (places, mut held) = (Arc::default(), Vec::new());
        let mut take = |caller| {
            let before = held.len();
            held.extend((0..200).map_while(|_| Place::take(&places, caller).ok()));
            held.len() - before
        };
        callers.into_iter().map(&mut take).collect()
    }

    #[test]
    fn callers_without_an_account_leave_room_for_those_who_have_one() {
        let anonymous = |n: u8| PictureCaller::Anonymous([203, 0, 113, n].into());
        let account = |n: u128| PictureCaller::Account(Uuid::from_u128(n));
        let got = taken((0..100).map(anonymous).chain((0..3).map(account)));
        assert_eq!(got.iter().take(100).sum::<usize>(), ANONYMOUS_PLACES);
        assert_eq!(got.first(), Some(&PLACES_PER_ADDRESS));
        assert_eq!(got.get(100..), Some(&[20, 20, 2][..]));
        assert_eq!(taken([SERVER]), [AT_ONCE + WAITING]);
    }

    #[test]
    fn one_subscriber_is_one_caller_and_a_place_is_free_again_when_it_is_left() {
        let first = PictureCaller::Anonymous("2001:db8::1".parse().unwrap());
        let second = PictureCaller::Anonymous("2001:db8::2".parse().unwrap());
        assert_eq!(taken([first, second]), [PLACES_PER_ADDRESS, 0]);
        let places = Arc::default();
        for _ in 0..200 {
            Place::take(&places, first).unwrap();
        }
        assert!(places.lock().unwrap().per_caller.is_empty());
    }
}
