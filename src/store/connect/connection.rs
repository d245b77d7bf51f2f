//! A connection and the task that drives it.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use diesel_async::AsyncPgConnection;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::{AsyncMessage, Client, Connection, Notification};

use super::pulse::Pulse;
use super::wire::Wire;

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
    loop {
        let step = match poll_fn(|context| drive.poll_message(context)).await {
            Some(Ok(AsyncMessage::Notification(notification))) => {
                // Most connections have no listener.
                let _ = notifications.send(notification);
                ControlFlow::Continue(())
            }
            Some(Ok(_)) => ControlFlow::Continue(()),
            Some(Err(error)) => ControlFlow::Break(Some(error)),
            None => ControlFlow::Break(None),
        };
        match step {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(None) => return,
            ControlFlow::Break(Some(error)) => {
                tracing::warn!(server, error = %super::dial::describe(&error), "a connection to the database broke");
                return;
            }
        }
    }
}
