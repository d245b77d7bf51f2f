//! Passwords: argon2id, away from the threads that answer requests, a few at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;

use crate::config::AccountSettings;
use crate::error::Error;
use crate::service::App;

/// Stands for the hash of an account that has no password: none matches.
pub const NONE: &str = "";

/// How long the memory of hashes is kept while there is nothing to hash.
const WARM: Duration = Duration::from_secs(5);

/// Hashes and checks passwords. Each hash takes megabytes, so only a few run at the same moment and the rest wait.
#[derive(Clone)]
pub struct Passwords {
    turnstile: Arc<Semaphore>,
    at_once: usize,
    memory: Memory,
    hasher: Argon2<'static>,
    /// The hash that a password is checked against when there is no such account: the check takes as long, and never
    /// succeeds.
    dummy: Arc<str>,
}

impl Passwords {
    /// With the cost from the settings; an error says what is wrong with it.
    pub fn new(settings: &AccountSettings) -> Result<Self, String> {
        let (memory, passes) = (settings.hash_memory_kib, settings.hash_passes);
        let cost = Params::new(memory, passes, 1, None)
            .map_err(|error| format!("accounts.hash_memory_kib and hash_passes: {error}"))?;
        Ok(Self {
            turnstile: Arc::new(Semaphore::new(settings.hash_at_once.max(1))),
            at_once: settings.hash_at_once.max(1),
            memory: Memory::default(),
            hasher: Argon2::new(Algorithm::Argon2id, Version::V0x13, cost),
            dummy: format!(
                "$argon2id$v=19$m={memory},t={passes},p=1${}${}",
                "A".repeat(22), // 16 bytes of salt
                "A".repeat(43), // 32 bytes of hash
            )
            .into(),
        })
    }

    /// The hash to store, in the PHC form that carries salt and cost.
    pub async fn hash(&self, app: &App, password: SecretString) -> Result<String, Error> {
        let salt: [u8; 16] = app.secrets.bytes();
        self.aside(move |hasher, memory| {
            let hash = hash(hasher, memory, password.expose_secret().as_bytes(), &salt);
            hash.map(|hash| hash.to_string()).map_err(|error| Error::internal("hashing a password", error))
        })
        .await?
    }

    /// Is this the password of `stored`? Without a `stored`, or for an account without a password, it never is, which
    /// takes as long to find out.
    pub async fn matches(&self, password: SecretString, stored: Option<String>) -> Result<bool, Error> {
        let hash = stored.filter(|hash| hash != NONE).unwrap_or_else(|| self.dummy.to_string());
        self.aside(move |_, memory| {
            proves(memory, password.expose_secret().as_bytes(), hash.as_str()).unwrap_or(false)
        })
        .await
    }

    /// Key material that is as dear to compute as a password hash: for what follows from a password and is kept.
    pub async fn stretch(&self, secret: [u8; 32], salt: [u8; 32]) -> Result<[u8; 32], Error> {
        self.aside(move |hasher, memory| {
            let mut out = [0; 32];
            let done = digest(hasher, memory, &secret, &salt, &mut out);
            done.map(|()| out).map_err(|error| Error::internal("hashing a password", error))
        })
        .await?
    }

    /// Runs slow work on a thread of its own once its turn has come. The turn lasts until the work is done, even if
    /// the request does not wait for it any more.
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>, &mut Vec<Block>) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let turn = Arc::clone(&self.turnstile).acquire_owned().await;
        let turn = turn.map_err(|error| Error::internal("password hashing", error))?;
        let this = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let mut blocks = this.memory.take();
            let result = work(&this.hasher, &mut blocks);
            this.memory.give_back(blocks);
            drop(turn);
            result
        });
        let done = done.await.map_err(|error| Error::internal("password hashing", error))?;
        tokio::spawn(self.clone().release_later());
        Ok(done)
    }

    /// Gives the memory back once nothing was hashed for a while. Memory that is given back between two of many log-ins
    /// would have to be taken again.
    async fn release_later(self) {
        let hashes = self.memory.hashes();
        tokio::time::sleep(WARM).await;
        if self.memory.hashes() == hashes && self.turnstile.available_permits() == self.at_once {
            self.memory.release();
        }
    }
}

/// Memory that hashes take one after the other, so that many logins at a time take no more than a few. It is given
/// back when there is nothing to hash.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Blocks>>);

#[derive(Default)]
struct Blocks {
    free: Vec<Vec<Block>>,
    /// How often blocks were taken.
    hashes: u64,
}

impl Memory {
    fn take(&self) -> Vec<Block> {
        let mut blocks = self.lock();
        blocks.hashes = blocks.hashes.wrapping_add(1);
        blocks.free.pop().unwrap_or_default()
    }

    fn give_back(&self, blocks: Vec<Block>) {
        self.lock().free.push(blocks);
    }

    fn hashes(&self) -> u64 {
        self.lock().hashes
    }

    fn release(&self) {
        self.lock().free.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Blocks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Hashed<T> = Result<T, argon2::password_hash::Error>;

fn digest(
    hasher: &Argon2<'_>,
    memory: &mut Vec<Block>,
    password: &[u8],
    salt: &[u8],
    out: &mut [u8],
) -> Hashed<()> {
    memory.resize(hasher.params().block_count(), Block::default());
    Ok(hasher.hash_password_into_with_memory(password, salt, out, memory.as_mut_slice())?)
}

fn hash(hasher: &Argon2<'_>, memory: &mut Vec<Block>, password: &[u8], salt: &[u8]) -> Hashed<PasswordHash> {
    let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
    digest(hasher, memory, password, salt, &mut out)?;
    Ok(PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(hasher.params())?,
        salt: Some(Salt::new(salt)?),
        hash: Some(Output::new(&out)?),
    })
}

/// Does the password give the stored hash? At the cost that hash was made with.
fn proves(memory: &mut Vec<Block>, password: &[u8], stored: &str) -> Hashed<bool> {
    let stored = PasswordHash::new(stored)?;
    let (Some(salt), Some(expected)) = (stored.salt, stored.hash) else { return Ok(false) };
    let version = stored.version.map(Version::try_from).transpose()?.unwrap_or_default();
    let algorithm = Algorithm::try_from(stored.algorithm.as_str())?;
    let hasher = Argon2::new(algorithm, version, Params::try_from(&stored)?);
    let mut out = [0; Output::MAX_LENGTH];
    let out = out.get_mut(..expected.len()).ok_or(argon2::password_hash::Error::OutputSize)?;
    digest(&hasher, memory, password, &salt, out)?;
    // Compared in a time that does not depend on where they differ.
    Ok(Output::new(out)? == expected)
}
