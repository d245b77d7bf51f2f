//! Mails to an SMTP server.
//!
//! The steps are taken one by one instead of at once, so that the letter is composed after the server has agreed to
//! the recipient: between that moment and the server's last word lies nothing that can take long. Knows lettre's
//! client; knows no notice.

mod conversation;
mod problem;
mod server;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lettre::address::Address;
use lettre::message::Mailbox;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use server::Server;

use super::{Delivered, Undelivered, formed};
use crate::notices::letter::Letter;

/// How long one answer of the server may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Connections that are kept for the next mail.
const MOST_IDLE: usize = 10;

/// A server, and connections to it that wait for the next mail.
#[derive(Clone)]
pub struct Smtp {
    server: Arc<Server>,
    from: Mailbox,
    idle: Arc<Mutex<Vec<AsyncSmtpConnection>>>,
}

impl Smtp {
    /// The server at `url`, see [`crate::settings::MailSettings`]. An error is a sentence without the password.
    pub fn new(url: &str, from: Mailbox) -> Result<Self, String> {
        Ok(Self { server: Arc::new(Server::parse(url)?), from, idle: Arc::default() })
    }

    /// Host, port and how it is protected.
    pub fn destination(&self) -> String {
        self.server.to_string()
    }

    pub fn from(&self) -> &Mailbox {
        &self.from
    }

    pub(super) async fn deliver(
        &self,
        to: &Address,
        back: Option<&Address>,
        compose: impl AsyncFnOnce() -> Result<Option<Letter>, Undelivered>,
    ) -> Result<Delivered, Undelivered> {
        let mut connection = self.connection().await?;
        let from = &self.from;
        let back = back.unwrap_or(&from.email);
        let outcome = conversation::hold(&mut connection, back, to, async || {
            compose().await?.map(|letter| formed(&letter, from)).transpose()
        })
        .await;
        // After anything but success nobody knows what the server thinks we are talking about.
        if outcome.is_ok() && !connection.has_broken() {
            self.keep(connection);
        }
        outcome
    }

    /// An idle connection that still lives, or a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, Undelivered> {
        while let Some(mut connection) = self.take() {
            let lives = tokio::time::timeout(PATIENCE, connection.test_connected()).await;
            if lives == Ok(true) {
                return Ok(connection);
            }
        }
        self.server.connect().await
    }

    fn take(&self) -> Option<AsyncSmtpConnection> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push(connection);
        }
    }
}
