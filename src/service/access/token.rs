//! How a personal access token is written.
//!
//! A prefix by which people and scanners recognise it, 32 random bytes, and four bytes of checksum, so that what was
//! never a token of ours is told from one without a look into the database.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use crate::app::App;

/// What every personal access token begins with.
pub const PREFIX: &str = "althing_pat_";

const RANDOM: usize = 32;
const CHECKSUM: usize = 4;

pub fn make(app: &App) -> SecretString {
    let random: [u8; RANDOM] = app.secrets.bytes();
    let bytes = [random.as_slice(), &checksum(&random)].concat();
    format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(bytes)).into()
}

/// The hash under which a token is stored; `None` when it can't be one of ours.
pub fn hash(token: &str) -> Option<[u8; 32]> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(token.strip_prefix(PREFIX)?).ok()?;
    let (random, sum) = bytes.split_at_checked(RANDOM)?;
    (sum == checksum(random)).then(|| Sha256::digest(token).into())
}

/// The hash of a token that was just made.
pub fn hash_of_new(token: &SecretString) -> [u8; 32] {
    // Long and random, so a plain hash is enough to keep a copy of the table worthless.
    Sha256::digest(token.expose_secret()).into()
}

fn checksum(random: &[u8]) -> [u8; CHECKSUM] {
    let digest: [u8; 32] = Sha256::new().chain_update(PREFIX).chain_update(random).finalize().into();
    std::array::from_fn(|index| digest.get(index).copied().unwrap_or_default())
}
