//! A connection, the task that drives it, and what is known of it without a round trip.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::time::Duration;

use diesel_async::AsyncPgConnection;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::{AsyncMessage, Client, Connection, Notification};

use super::ConnectOptions;
use super::wire::Wire;
use crate::sqlstate;

/// How long it may take to tell the server that nothing more comes.
const FAREWELL: Duration = Duration::from_secs(1);

/// What drives a connection: the driver's own type, over our wire.
pub type Drive = Connection<Wire, Wire>;

/// A connection: diesel's, or the driver's own before [`DatabaseConnection::for_diesel`]. Dropping it closes it, and so
/// does [`DatabaseConnection::cut`].
pub struct DatabaseConnection<C = AsyncPgConnection> {
    pub connection: C,
    pub pulse: Arc<Pulse>,
    pub notifications: mpsc::UnboundedReceiver<Notification>,
    open: Option<oneshot::Sender<()>>,
}

impl DatabaseConnection<Client> {
    /// Drives a connection on a task of its own; `server` is its name in the log.
    pub fn begin(client: Client, drive: Drive, pulse: Arc<Pulse>, server: String) -> Self {
        let (open, closed) = oneshot::channel();
        let (sender, notifications) = mpsc::unbounded_channel();
        tokio::spawn(run(drive, sender, closed, pulse.clone(), server));
        Self { connection: client, pulse, notifications, open: Some(open) }
    }

    /// The same connection, for diesel's statements.
    pub async fn for_diesel(self) -> Result<DatabaseConnection, String> {
        let Self { connection, pulse, notifications, open } = self;
        let connection = AsyncPgConnection::try_from(connection).await.map_err(|error| error.to_string())?;
        Ok(DatabaseConnection { connection, pulse, notifications, open })
    }
}

impl<C> DatabaseConnection<C> {
    /// The connection alone, and what keeps it open.
    pub fn into_connection(self) -> (C, impl Sized) {
        (self.connection, self.open)
    }

    /// Closes the connection at once, though answers may be missing.
    pub fn cut(&mut self) {
        self.open = None;
    }

    pub fn is_cut(&self) -> bool {
        self.open.is_none()
    }
}

async fn run(
    mut drive: Drive,
    notifications: mpsc::UnboundedSender<Notification>,
    closed: oneshot::Receiver<()>,
    pulse: Arc<Pulse>,
    server: String,
) {
    tokio::select! {
        biased;
        () = follow(&mut drive, &notifications, &server) => return,
        _ = closed => {}
    }
    if !pulse.is_waiting() && !pulse.is_in_transaction() {
        // The server is told that nothing more comes; a second is enough for that.
        let _ = tokio::time::timeout(FAREWELL, follow(&mut drive, &notifications, &server)).await;
    }
}

async fn follow(drive: &mut Drive, notifications: &mpsc::UnboundedSender<Notification>, server: &str) {
    while let Some(message) = poll_fn(|context| drive.poll_message(context)).await {
        match message {
            Ok(AsyncMessage::Notification(notification)) => {
                // Most connections have no listener.
                let _ = notifications.send(notification);
            }
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(server, error = %super::dial::describe(&error), "a connection to the database broke");
                return;
            }
        }
    }
}

/// The state of a connection, as its wire has seen it; shared with its pool.
#[derive(Debug)]
pub struct Pulse {
    /// Requests whose answer is not complete.
    outstanding: AtomicU32,
    /// The status of the last complete answer: `I`dle, in a `T`ransaction, or in a failed one (`E`).
    status: AtomicU8,
    /// The server did not answer in time, or an error of the server showed that it is of no use any more.
    is_lost: AtomicBool,
    options: ConnectOptions,
    /// The certificate of the server, in DER; `None` without encryption.
    pub certificate: Option<Vec<u8>>,
}

impl Pulse {
    pub(super) fn new(options: ConnectOptions, certificate: Option<Vec<u8>>) -> Self {
        Self {
            outstanding: AtomicU32::new(0),
            status: AtomicU8::new(b'I'),
            is_lost: AtomicBool::new(false),
            options,
            certificate,
        }
    }

    pub fn is_waiting(&self) -> bool {
        self.outstanding.load(Ordering::Relaxed) > 0
    }

    /// Is a transaction open?
    pub fn is_in_transaction(&self) -> bool {
        self.status.load(Ordering::Relaxed) != b'I'
    }

    /// The server did not answer in time, or takes no writes any more: its other connections are as bad.
    pub fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }

    pub(super) fn requested(&self, requests: u32) {
        self.outstanding.fetch_add(requests, Ordering::Relaxed);
    }

    /// An answer is complete. The first one of a connection answers no request.
    pub(super) fn answered(&self, status: u8) {
        let less = |count: u32| count.checked_sub(1);
        let _ = self.outstanding.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        self.status.store(status, Ordering::Relaxed);
    }

    pub(super) fn gave_up(&self) {
        self.is_lost.store(true, Ordering::Relaxed);
    }

    /// The server answered with an error of this SQLSTATE.
    pub(super) fn refused(&self, code: &str) {
        if sqlstate::fails_writes(code) {
            self.options.writes.failed();
        }
        if sqlstate::forgets_statements(code) {
            self.options.sessions.failed();
        }
        if sqlstate::ends_connection(code) {
            self.is_lost.store(true, Ordering::Relaxed);
        }
    }
}
