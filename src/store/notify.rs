//! LISTEN and NOTIFY between processes. Nothing depends on it: workers and streams poll anyway.

use std::time::Duration;

use diesel_async::SimpleAsyncConnection;

use super::connect::{DatabaseConnection, DatabaseTarget};
use super::sql::{Statement, sql};
use super::{Connection, Result, health};

const WORK: &str = "althing_work";
const MOVES: &str = "althing_moves";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notification {
    /// There is something to do. With the payload of the sender, as that of changes.
    Work(String),
    /// Games or accounts changed: a payload as the sender encoded it.
    Changes(String),
}

/// A connection that receives what other processes notify.
pub struct Listener {
    link: DatabaseConnection,
    silence: Duration,
}

impl Listener {
    /// Listens without a pooler in between: one that gives each transaction another session would take notifications and
    /// pass none on.
    pub async fn open(target: &DatabaseTarget) -> Result<Self, String> {
        let mut link = target.direct().connect().await?;
        let listen = format!("LISTEN {WORK}; LISTEN {MOVES}");
        link.connection.batch_execute(&listen).await.map_err(|error| error.to_string())?;
        Ok(Self { link, silence: target.options().limits.silence })
    }

    /// Waits for the next notification; `None` when the connection is gone or the server does not answer.
    pub async fn recv(&mut self) -> Option<Notification> {
        loop {
            match tokio::time::timeout(self.silence, self.link.notifications.recv()).await {
                Ok(heard) => {
                    let heard = heard?;
                    let payload = heard.payload().to_owned();
                    return Some(match heard.channel() {
                        MOVES => Notification::Changes(payload),
                        _ => Notification::Work(payload),
                    });
                }
                // A connection that only listens sends nothing, so without a ping it would not show that the server is
                // gone.
                Err(_) => health::ping(&mut self.link.connection).await.ok()?,
            }
        }
    }
}

/// Notifies every process that there is something to do.
pub async fn notify_work(connection: &mut Connection, payload: &str) -> Result<()> {
    notify(connection, WORK, payload).await
}

/// Notifies every process of changes, in at most 8,000 bytes.
pub async fn notify_changes(connection: &mut Connection, payload: &str) -> Result<()> {
    notify(connection, MOVES, payload).await
}

async fn notify(connection: &mut Connection, channel: &str, payload: &str) -> Result<()> {
    sql("SELECT pg_notify($1, $2)").bind(channel).bind(payload).run(connection).await
}
