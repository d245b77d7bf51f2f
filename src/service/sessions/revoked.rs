//! The sessions that ended a moment ago, so that their access tokens are refused before they expire.
//!
//! An access token is not looked up: that would be a query per request. Instead each process reads once a second which
//! sessions have ended lately, just before a request that comes with a token, and refuses those. So a stolen phone is
//! shut out within a second everywhere, and at once by the process that ended its session.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant as Moment};

use chrono::TimeDelta;
use tokio::sync::{Mutex, OwnedMutexGuard};
use uuid::Uuid;

use crate::error::Error;
use crate::service::Ctx;
use crate::store::{self};
use crate::time_control::Instant;

/// How long the state is trusted.
const FRESH: Duration = Duration::from_secs(1);
/// How far every read goes back before the last one, in seconds: the clocks of processes differ, and a transaction that
/// ended a session may have taken a while.
const OVERLAP_SECONDS: i64 = 120;

/// The sessions that ended while their access tokens were still good, as far as this process has read.
#[derive(Clone, Default)]
pub struct RevokedSessions(Arc<Inner>);

#[derive(Default)]
struct Inner {
    state: RwLock<State>,
    turn: Arc<Mutex<()>>,
}

#[derive(Default)]
struct State {
    /// Session by session, when it ended.
    sessions: HashMap<Uuid, Instant>,
    /// When this process read last: by its monotonic clock, and by the clock of the service.
    read_at: Option<(Moment, Instant)>,
    /// Must the state be read again before it is trusted?
    outdated: bool,
}

/// The right to read: one request at a time has it, the others wait for what it reads.
pub struct RefreshTurn {
    _held: OwnedMutexGuard<()>,
}

impl RevokedSessions {
    pub fn contains(&self, session: Uuid) -> bool {
        self.read().sessions.contains_key(&session)
    }

    /// `Some` when it is time to read; then [`Self::refresh`] is to be called.
    pub async fn turn(&self) -> Option<RefreshTurn> {
        if self.is_fresh() {
            return None;
        }
        let held = Arc::clone(&self.0.turn).lock_owned().await;
        (!self.is_fresh()).then_some(RefreshTurn { _held: held })
    }

    /// Reads which sessions have ended lately.
    pub async fn refresh(&self, ctx: &mut Ctx, turn: RefreshTurn) -> Result<(), Error> {
        let (moment, now) = (Moment::now(), ctx.app.now());
        let oldest = now - TimeDelta::seconds(ctx.app.settings.accounts.access_seconds);
        // Before the query: a session that is ended during it marks the state as outdated again.
        self.write().outdated = false;
        let since = self.read().read_at.map_or(oldest, |(_, at)| at - TimeDelta::seconds(OVERLAP_SECONDS));
        let ended = store::sessions::ended_since(&mut ctx.db, since.max(oldest)).await;
        let mut state = self.write();
        match ended {
            Ok(ended) => {
                state.sessions.retain(|_, at| *at >= oldest);
                state.sessions.extend(ended);
                state.read_at = Some((moment, now));
            }
            Err(error) => {
                state.outdated = true;
                return Err(error.into());
            }
        }
        drop((state, turn));
        Ok(())
    }

    /// A session was ended by this process: the next request reads again, however fresh the state is.
    pub fn invalidate(&self) {
        self.write().outdated = true;
    }

    fn is_fresh(&self) -> bool {
        let state = self.read();
        !state.outdated && state.read_at.is_some_and(|(moment, _)| moment.elapsed() < FRESH)
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, State> {
        self.0.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, State> {
        self.0.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}
