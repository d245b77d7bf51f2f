//! Where pixels are made: away from the threads that answer requests, a few pictures at a time.

use std::ops::RangeInclusive;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::png::png;
use super::recent::{self, Pixels, Recent};
use crate::error::{Code, Error};

/// How wide a picture may be asked for, in pixels.
pub const WIDTHS: RangeInclusive<u16> = 200..=1200;
/// So many pictures are made at the same moment. Each takes a processor, and a few megabytes.
const AT_ONCE: usize = 2;
/// So many may wait for their turn; whoever comes then is told to try again.
const WAITING: usize = 64;

/// Makes pixels of drawings.
#[derive(Clone)]
pub struct Studio {
    turnstile: Arc<Semaphore>,
    room: Arc<Semaphore>,
    recent: Recent,
}

impl Default for Studio {
    fn default() -> Self {
        Self {
            turnstile: Arc::new(Semaphore::new(AT_ONCE)),
            room: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            recent: Recent::default(),
        }
    }
}

impl Studio {
    /// The drawing as a PNG `width` pixels wide. Error: `unavailable` when too many wait already.
    pub async fn png(&self, svg: String, width: u16) -> Result<Pixels, Error> {
        let key = recent::key(&svg, u32::from(width));
        if let Some(made) = self.recent.recall(&key) {
            return Ok(made);
        }
        let full = || Code::Unavailable.because("Too many pictures are being made; try again.");
        let place = Arc::clone(&self.room).try_acquire_owned().map_err(|_| full())?;
        let broken = |error: &dyn std::fmt::Display| Error::Internal(format!("a picture: {error}"));
        let turn = Arc::clone(&self.turnstile).acquire_owned().await.map_err(|error| broken(&error))?;
        // Others may have waited for the same one.
        if let Some(made) = self.recent.recall(&key) {
            return Ok(made);
        }
        let recent = self.recent.clone();
        let made = tokio::task::spawn_blocking(move || {
            let made = png(&svg, u32::from(width)).map(Arc::new);
            if let Ok(picture) = &made {
                recent.keep(key, Arc::clone(picture));
            }
            drop((place, turn));
            made
        });
        made.await.map_err(|error| broken(&error))?.map_err(|error| broken(&error))
    }
}
