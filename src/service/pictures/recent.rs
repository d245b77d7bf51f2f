//! Pictures that were made a moment ago: whoever sits at a table is shown the same board, and often at the same moment.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// So many are kept, of at most a few hundred kilobytes each.
const MOST: usize = 16;

/// What a picture is made of: the hash of its drawing, and its width.
pub type Key = ([u8; 32], u32);

/// A PNG that several may hold.
pub type Pixels = Arc<Vec<u8>>;

/// The key of a drawing that is `width` pixels wide.
pub fn key(svg: &str, width: u32) -> Key {
    (Sha256::digest(svg).into(), width)
}

/// The last pictures, the newest at the end. The same drawing gives the same bytes, so nothing here grows old.
#[derive(Clone, Default)]
pub struct Recent(Arc<Mutex<VecDeque<(Key, Pixels)>>>);

impl Recent {
    /// The picture, if it was made a moment ago.
    pub fn recall(&self, key: &Key) -> Option<Pixels> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(of, _)| of == key).map(|(_, picture)| Arc::clone(picture))
    }

    /// Keeps a picture, in place of the oldest if there are many.
    pub fn keep(&self, key: Key, picture: Pixels) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.pop_front();
        }
        kept.push_back((key, picture));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_recalled_by_its_drawing_and_its_width_until_many_newer_ones_came() {
        let recent = Recent::default();
        let picture = Arc::new(vec![1]);
        recent.keep(key("<svg/>", 320), Arc::clone(&picture));
        assert_eq!(recent.recall(&key("<svg/>", 320)), Some(picture));
        assert_eq!(recent.recall(&key("<svg/>", 321)), None);
        assert_eq!(recent.recall(&key("<svg />", 320)), None);
        (0..MOST).for_each(|newer| recent.keep(key(&newer.to_string(), 320), Arc::default()));
        assert_eq!(recent.recall(&key("<svg/>", 320)), None);
    }
}
