//! PNGs are rendered away from the threads that answer requests, a few at a time, and the last ones are cached: players
//! at a table are often shown the same board at the same moment.

use std::ops::RangeInclusive;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::png::png;
use crate::cache::Cache;
use crate::error::{Code, Error, Sentence};

/// How wide a picture may be, in pixels.
pub const WIDTHS: RangeInclusive<u16> = 200..=1200;
/// This many pictures are rendered at the same time. Each takes a processor, and a few megabytes.
const AT_ONCE: usize = 2;
/// This many may wait for their turn; a request beyond them is answered `unavailable`.
const WAITING: usize = 64;

/// This many are cached, of at most a few hundred kilobytes each.
const CACHED: usize = 16;

/// SHA-256 of a drawing, and the width of the picture. The same drawing gives the same bytes, so no entry grows old.
type PictureKey = ([u8; 32], u32);

/// Renders drawings as PNGs.
#[derive(Clone)]
pub struct PngRenderer {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
    cache: Cache<PictureKey, Arc<Vec<u8>>>,
}

impl Default for PngRenderer {
    fn default() -> Self {
        Self {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            places: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            cache: Cache::new(CACHED),
        }
    }
}

impl PngRenderer {
    /// The drawing as a PNG `width` pixels wide. Error: `unavailable` when too many wait already.
    pub async fn png(&self, svg: String, width: u16) -> Result<Arc<Vec<u8>>, Error> {
        let key = (Sha256::digest(&svg).into(), u32::from(width));
        if let Some(made) = self.cache.get(&key) {
            return Ok(made);
        }
        let full = || Code::Unavailable.because(Sentence::PicturesBusy);
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| full())?;
        let turn = Arc::clone(&self.turns)
            .acquire_owned()
            .await
            .map_err(|error| Error::internal("a picture", error))?;
        // Others may have waited for the same one.
        if let Some(made) = self.cache.get(&key) {
            return Ok(made);
        }
        let cache = self.cache.clone();
        let made = tokio::task::spawn_blocking(move || {
            let made = png(&svg, u32::from(width)).map(Arc::new);
            if let Ok(picture) = &made {
                cache.insert(key, Arc::clone(picture));
            }
            drop((place, turn));
            made
        });
        let made = made.await.map_err(|error| Error::internal("a picture", error))?;
        made.map_err(|error| Error::internal("a picture", error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_picture_is_recalled_by_its_drawing_and_its_width_until_many_newer_ones_came() {
        let renderer = PngRenderer::default();
        let svg = |color: usize| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='{color}' height='3'/></svg>"
            )
        };
        let first = renderer.png(svg(1), 320).await.unwrap();
        assert!(Arc::ptr_eq(&first, &renderer.png(svg(1), 320).await.unwrap()));
        assert!(!Arc::ptr_eq(&first, &renderer.png(svg(1), 321).await.unwrap()));
        assert!(!Arc::ptr_eq(&first, &renderer.png(svg(2), 320).await.unwrap()));
        for newer in 3..3 + CACHED {
            renderer.png(svg(newer), 320).await.unwrap();
        }
        assert!(!Arc::ptr_eq(&first, &renderer.png(svg(1), 320).await.unwrap()));
    }
}
