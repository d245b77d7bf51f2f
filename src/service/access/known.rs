//! The personal access tokens that this process has looked up lately.
//!
//! A token that is used all the time costs one look into the database every few seconds. So a token that is taken
//! away is good for at most that long; in the process that takes it away it ends at once.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use chrono::TimeDelta;
use uuid::Uuid;

use super::Scopes;
use crate::clock::Instant;

/// How long a looked-up token is believed, in seconds.
pub const BELIEVED_SECONDS: i64 = 5;
const MOST: usize = 10_000;

/// A token as it was looked up.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub id: Uuid,
    pub account: Uuid,
    /// What it may be used for.
    pub scopes: Scopes,
    /// From this instant on it is no good.
    pub expires_at: Instant,
    pub banned: bool,
}

/// What has been looked up, by hash; a hash without a token counts too.
#[derive(Clone, Default)]
pub struct Known(Arc<RwLock<Kept>>);

#[derive(Default)]
struct Kept {
    tokens: HashMap<[u8; 32], (Option<Token>, Instant)>,
    forgotten: u64,
}

/// The count of forgettings when a look into the database began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Began(u64);

impl Known {
    /// What this hash came to lately, or when the look into the database begins.
    pub fn lately(&self, hash: &[u8; 32], now: Instant) -> Result<Option<Token>, Began> {
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
        match kept.tokens.get(hash) {
            Some((token, at)) if now - *at < TimeDelta::seconds(BELIEVED_SECONDS) => Ok(*token),
            _ => Err(Began(kept.forgotten)),
        }
    }

    /// Keeps what a look came to, unless everything was forgotten meanwhile.
    pub fn keep(&self, began: Began, hash: [u8; 32], token: Option<Token>, now: Instant) {
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if kept.tokens.len() >= MOST {
            kept.tokens.clear();
        }
        if kept.forgotten == began.0 {
            kept.tokens.insert(hash, (token, now));
        }
    }

    /// Forgets everything: a token was taken away, or its owner.
    pub fn forget(&self) {
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        kept.tokens.clear();
        kept.forgotten += 1;
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::{BELIEVED_SECONDS, Known};
    use crate::clock::Instant;

    #[test]
    fn what_was_looked_up_is_believed_for_some_seconds_and_not_longer() {
        let (known, now) = (Known::default(), Instant::UNIX_EPOCH);
        let began = known.lately(&[1; 32], now).unwrap_err();
        known.keep(began, [1; 32], None, now);
        assert!(known.lately(&[1; 32], now + TimeDelta::seconds(BELIEVED_SECONDS - 1)).is_ok());
        assert!(known.lately(&[1; 32], now + TimeDelta::seconds(BELIEVED_SECONDS)).is_err());
    }

    #[test]
    fn a_look_that_began_before_a_token_was_taken_away_is_not_believed() {
        let (known, now) = (Known::default(), Instant::UNIX_EPOCH);
        let began = known.lately(&[1; 32], now).unwrap_err();
        known.forget();
        known.keep(began, [1; 32], None, now);
        assert!(known.lately(&[1; 32], now).is_err());
    }
}
