//! Access tokens that were read before: a client sends the same one with every request, and reading it costs more than
//! anything else around a look.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::Claims;

/// So many are kept; then all are forgotten, and read anew as they come.
const MOST: usize = 10_000;

#[derive(Debug, Clone, Copy)]
pub struct Known {
    pub claims: Claims,
    /// When it ends, in seconds since 1970.
    pub ends_at: i64,
    /// The key that it was signed with.
    pub key: Uuid,
}

/// Tokens that this process found to be good, by their hashes: nobody who reads its memory can use them.
#[derive(Clone, Default)]
pub struct Recent(Arc<RwLock<HashMap<[u8; 32], Known>>>);

/// The hash of a token.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

impl Recent {
    /// What the token of that hash said.
    pub fn recall(&self, hash: &[u8; 32]) -> Option<Known> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(hash).copied()
    }

    pub fn keep(&self, hash: [u8; 32], known: Known) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(hash, known);
    }
}
