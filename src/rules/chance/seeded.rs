//! Chance derived from a committed secret, so that anybody can check it after the end.
//!
//! - `commitment` = SHA-256(secret), published before the first draw.
//! - `game_seed` = HMAC-SHA256(secret, for each joiner in join order: u16 BE length ‖ entropy).
//! - a draw = HMAC-SHA256(game_seed, `"althing/draw/v1"` ‖ 0 ‖ version u64 BE ‖ draw index within the entry
//!   u32 BE ‖ retry u32 BE); its first 8 bytes as u64 BE are `x`; for a range `n`, `x ≥ ⌊2⁶⁴/n⌋·n` is rejected
//!   (retry + 1), else the value is `x mod n`.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::{ChanceFault, Source};

const LABEL: &[u8] = b"althing/draw/v1\0";

/// The published promise: SHA-256 of the secret.
pub fn commitment(secret: &[u8; 32]) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// The seed of all draws: the secret, mixed with what each joiner gave (empty where he gave nothing).
/// An entropy longer than 65,535 bytes counts up to there.
pub fn game_seed<'a>(secret: &[u8; 32], entropies: impl IntoIterator<Item = &'a [u8]>) -> [u8; 32] {
    let mut mac = keyed(secret);
    for entropy in entropies {
        let length = u16::try_from(entropy.len()).unwrap_or(u16::MAX);
        mac.update(&length.to_be_bytes());
        mac.update(&entropy[..usize::from(length)]);
    }
    mac.finalize().into_bytes().into()
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    // HMAC takes keys of every length; an array of 32 can't fail.
    match Hmac::<Sha256>::new_from_slice(key) {
        Ok(mac) => mac,
        Err(_) => unreachable!("HMAC-SHA256 takes keys of every length"),
    }
}

/// The draws of one game, entry by entry.
pub struct Seeded {
    keyed: Hmac<Sha256>,
    version: u64,
    index: u32,
}

impl Seeded {
    /// Draws from `game_seed`, beginning with entry 0.
    pub fn new(game_seed: [u8; 32]) -> Self {
        Self { keyed: keyed(&game_seed), version: 0, index: 0 }
    }

    fn raw(&self, retry: u32) -> u64 {
        let mut mac = self.keyed.clone();
        mac.update(LABEL);
        mac.update(&self.version.to_be_bytes());
        mac.update(&self.index.to_be_bytes());
        mac.update(&retry.to_be_bytes());
        let bytes = mac.finalize().into_bytes();
        let mut first = [0; 8];
        first.copy_from_slice(&bytes[..8]);
        u64::from_be_bytes(first)
    }
}

impl Source for Seeded {
    fn begin(&mut self, version: u64) {
        self.version = version;
        self.index = 0;
    }

    fn below(&mut self, n: u32) -> Result<u32, ChanceFault> {
        let n = u64::from(n.max(1));
        // ⌊2⁶⁴/n⌋·n, which is 2⁶⁴ itself (no rejection) when n is a power of two.
        let limit = ((1_u128 << 64) / u128::from(n)) * u128::from(n);
        let mut retry = 0;
        let x = loop {
            let x = self.raw(retry);
            if u128::from(x) < limit {
                break x;
            }
            retry += 1;
        };
        self.index += 1;
        Ok((x % n) as u32)
    }
}
