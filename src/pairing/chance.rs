//! Chance that anybody can derive again: an order that a committed secret gives.
//!
//! - `commitment` = SHA-256(secret), published before anybody signs up.
//! - the lot of an entrant in a round = the first 6 bytes (big-endian) of HMAC-SHA256(secret,
//!   `"althing/pairing/v1"` ‖ 0 ‖ round u32 BE ‖ entrant u32 BE).
//!
//! Whatever chance decides is the order of such lots: the lots of round 0 give the first order of all entrants, those
//! of a later round the order in which the entrants of a table choose their seats. Nobody's lot depends on who else
//! is there.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::competition::TableSeat;

const LABEL: &[u8] = b"althing/pairing/v1\0";

/// The published promise: SHA-256 of the secret.
pub fn commitment(secret: &[u8; 32]) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// The lot of a seat in a round, below 2⁴⁸ so that every reader of JSON keeps it. Bot `j` has that of entrant
/// 2³² − 1 − `j`.
pub fn lot(secret: &[u8; 32], round: u32, seat: TableSeat) -> u64 {
    let entrant = match seat {
        TableSeat::Entrant(entrant) => entrant,
        TableSeat::Bot(number) => u32::MAX - number,
    };
    // HMAC takes keys of every length; an array of 32 can't fail.
    let mut mac = match Hmac::<Sha256>::new_from_slice(secret) {
        Ok(mac) => mac,
        Err(_) => unreachable!("HMAC-SHA256 takes keys of every length"),
    };
    mac.update(LABEL);
    mac.update(&round.to_be_bytes());
    mac.update(&entrant.to_be_bytes());
    mac.finalize().into_bytes().iter().take(6).fold(0, |lot, byte| lot << 8 | u64::from(*byte))
}
