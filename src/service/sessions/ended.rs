//! The sessions that ended a moment ago, so that their access tokens are refused before they expire.
//!
//! An access token is not looked up: that would be a query per request. Instead each process asks once a second which
//! sessions have ended lately, just before a request that comes with a token, and refuses those. So a stolen phone is
//! shut out within a second everywhere, and at once by the process that ended its session.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant as Moment};

use chrono::TimeDelta;
use tokio::sync::{Mutex, OwnedMutexGuard};
use uuid::Uuid;

use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::store::{self, Connection};

/// How long what was seen is taken for true.
const FRESH: Duration = Duration::from_secs(1);
/// How far every look goes back before the last one, in seconds: other clocks, and transactions that took a while.
const OVERLAP_SECONDS: i64 = 120;

/// What this process knows of ended sessions.
#[derive(Clone, Default)]
pub struct Ended(Arc<Inner>);

#[derive(Default)]
struct Inner {
    seen: RwLock<Seen>,
    turn: Arc<Mutex<()>>,
}

#[derive(Default)]
struct Seen {
    /// Session by session, when it ended.
    sessions: HashMap<Uuid, Instant>,
    /// When this process looked last: by its own measure, and as the service counts.
    looked: Option<(Moment, Instant)>,
    /// What was seen is to be seen again.
    outdated: bool,
}

/// The right to look: one request at a time has it, the others wait for what it sees.
pub struct Turn {
    _held: OwnedMutexGuard<()>,
}

impl Ended {
    pub fn contains(&self, session: Uuid) -> bool {
        self.read().sessions.contains_key(&session)
    }

    /// `Some` when it is time to look; then [`Self::look`] is to be called.
    pub async fn turn(&self) -> Option<Turn> {
        if self.is_fresh() {
            return None;
        }
        let held = Arc::clone(&self.0.turn).lock_owned().await;
        (!self.is_fresh()).then_some(Turn { _held: held })
    }

    /// Asks the database.
    pub async fn look(&self, app: &App, connection: &mut Connection, turn: Turn) -> Result<(), Error> {
        let (moment, now) = (Moment::now(), app.now());
        let oldest = now - TimeDelta::seconds(app.settings.accounts.access_seconds);
        self.write().outdated = false;
        let since = self.read().looked.map_or(oldest, |(_, at)| at - TimeDelta::seconds(OVERLAP_SECONDS));
        let ended = store::sessions::ended_since(connection, since.max(oldest)).await;
        let mut seen = self.write();
        match ended {
            Ok(ended) => {
                seen.sessions.retain(|_, at| *at >= oldest);
                seen.sessions.extend(ended);
                seen.looked = Some((moment, now));
            }
            Err(error) => {
                seen.outdated = true;
                return Err(error.into());
            }
        }
        drop((seen, turn));
        Ok(())
    }

    /// Says that a session was ended by this process: the next request looks, however short ago the last look was.
    pub fn look_again(&self) {
        self.write().outdated = true;
    }

    fn is_fresh(&self) -> bool {
        let seen = self.read();
        !seen.outdated && seen.looked.is_some_and(|(moment, _)| moment.elapsed() < FRESH)
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Seen> {
        self.0.seen.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Seen> {
        self.0.seen.write().unwrap_or_else(PoisonError::into_inner)
    }
}
