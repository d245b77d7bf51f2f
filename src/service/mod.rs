//! Use cases: what the service does for any caller. No HTTP here, no SQL here.
//!
//! A function takes a [`Ctx`], the caller and the request, or a [`Tx`] where it is part of a transaction.

pub mod access;
pub mod accounts;
pub mod addresses;
mod app;
pub mod apps;
pub mod audit;
pub mod availability;
pub mod bot_names;
pub mod caretakers;
pub mod channels;
pub mod clubs;
pub mod codes;
pub mod competitions;
pub mod deadlines;
pub mod departures;
pub mod devices;
pub mod game_cache;
pub mod game_exports;
pub mod history;
pub mod idempotency;
pub mod identity;
pub mod invitation_links;
pub mod limits;
mod link_token;
pub mod loaded_game;
pub mod lobby;
pub mod log;
pub mod mail_links;
pub mod messages;
pub mod news;
pub mod operators;
pub mod orders;
pub mod outages;
pub mod page;
pub mod page_log_ins;
pub mod passwords;
pub mod past;
pub mod people;
pub mod pictures;
pub mod plain;
pub mod play;
pub mod preferences;
pub mod push;
pub mod ratings;
pub mod record;
pub mod record_texts;
pub mod recovery;
pub mod replies;
pub mod reports;
pub mod results;
pub mod rulesets;
mod secrets_in_text;
pub mod sessions;
pub mod setting_checks;
pub mod spectators;
pub mod statement_queue;
pub mod stored_json;
pub mod streams;
pub mod tag;
pub mod tokens;
pub mod turn;
pub mod turn_log;
pub mod votes;
pub mod webhooks;

pub use app::App;

use std::sync::Arc;

use uuid::Uuid;

use self::statement_queue::StatementQueue;
use crate::error::Error;
use crate::notifications::{MailKind, enqueue};
use crate::store::pool::PooledConnection;
use crate::store::positions::VersionKey;
use crate::store::write::Write;
use crate::store::{self, Connected, Connection, Pool};

/// The state of the process, and a connection of the caller's own.
pub struct Ctx {
    pub app: Arc<App>,
    pub db: PooledConnection,
    /// Is there something new to do or to see once the transaction is committed?
    has_news: bool,
}

/// A context that acquires a connection only when one is needed.
pub struct LazyCtx {
    pub app: Arc<App>,
    pub pool: Pool,
    /// Where writes of games wait to go together.
    pub writes: StatementQueue<Write>,
    /// Where probes of the versions of games do.
    pub probes: StatementQueue<VersionKey>,
}

impl LazyCtx {
    pub async fn connect(&self) -> Result<Ctx, Error> {
        Ctx::acquire(&self.app, &self.pool).await
    }
}

/// A context within a transaction. Only [`Ctx::transaction`] makes one, so a function that takes it may write in
/// several statements, and lock rows until the caller is done.
pub type Tx<'t> = store::Transaction<'t, Ctx>;

impl Ctx {
    pub async fn acquire(app: &Arc<App>, pool: &Pool) -> Result<Self, Error> {
        Ok(Self { app: Arc::clone(app), db: store::pool::acquire(pool).await?, has_news: false })
    }

    /// Runs `work` in a transaction: kept if it succeeds, undone if it fails.
    pub async fn transaction<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut Tx<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let done = store::transaction(self, work).await;
        if std::mem::take(&mut self.has_news) && done.is_ok() {
            self.app.events.notify();
        }
        done
    }

    /// Notifies streams and workers when the transaction is committed. Who looks before finds nothing, and is not notified
    /// again.
    pub fn notify_after_commit(&mut self) {
        self.has_news = true;
    }

    /// Queues a mail about an account, to its own address.
    pub async fn mail_account(&mut self, account: Uuid, kind: MailKind) -> Result<(), Error> {
        enqueue::to_account(&self.app, &mut self.db, account, kind, None).await
    }
}

impl Connected for Ctx {
    fn connection(&mut self) -> &mut Connection {
        &mut self.db
    }
}
