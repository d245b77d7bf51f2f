//! Mails to an SMTP server.
//!
//! The steps are taken one by one instead of at once, so that the email is composed after the server has agreed to
//! the recipient: between that moment and the server's last word lies nothing that can take long. Knows lettre's
//! client; knows no kind of mail.

mod problem;
mod server;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lettre::address::Address;
use lettre::message::Mailbox;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailParameter};
use problem::{Step, judge};
use server::Server;
use tokio::time::timeout;

use super::{Unsent, format_email};
use crate::mail::email::Email;

/// How long one answer of the server may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Connections that are kept for the next mail.
const MAX_IDLE: usize = 10;

/// A server, and connections to it that wait for the next mail.
#[derive(Clone)]
pub struct Smtp {
    server: Arc<Server>,
    from: Mailbox,
    idle: Arc<Mutex<Vec<AsyncSmtpConnection>>>,
}

impl Smtp {
    /// The server at `url`, see [`crate::config::MailSettings`]. An error is a sentence without the password.
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
        compose: impl AsyncFnOnce() -> Result<Email, Unsent>,
    ) -> Result<(), Unsent> {
        let mut connection = self.connection().await?;
        let from = &self.from;
        let back = back.unwrap_or(&from.email);
        let outcome =
            converse(&mut connection, back, to, async || format_email(&compose().await?, from)).await;
        // After anything else the state of the session is unknown.
        let is_clean = outcome.as_ref().err().is_none_or(Unsent::is_withdrawn);
        if is_clean && !connection.has_broken() {
            self.keep(connection);
        }
        outcome
    }

    /// An idle connection that still lives, or a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, Unsent> {
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
        if idle.len() < MAX_IDLE {
            idle.push(connection);
        }
    }
}

/// One mail's conversation with the server (RFC 5321, 3.3): sender, recipient, then what `compose` returns. A mail that
/// it withholds is reset.
async fn converse(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &Address,
    compose: impl AsyncFnOnce() -> Result<Vec<u8>, Unsent>,
) -> Result<(), Unsent> {
    let sender = Mail::new(Some(from.clone()), parameters(connection, from, to)?);
    judge(Step::Sender, timeout(PATIENCE, connection.command(sender)).await)?;
    let recipient = Rcpt::new(to.clone(), vec![]);
    judge(Step::Recipient, timeout(PATIENCE, connection.command(recipient)).await)?;
    let mail = match compose().await {
        Err(unsent) if unsent.is_withdrawn() => {
            judge(Step::Begin, timeout(PATIENCE, connection.command(Rset)).await)?;
            return Err(unsent);
        }
        composed => composed?,
    };
    judge(Step::Begin, timeout(PATIENCE, connection.command(Data)).await)?;
    judge(Step::Content, timeout(PATIENCE, connection.message(&mail)).await)?;
    Ok(())
}

/// Addresses beyond ASCII need a server that knows them (RFC 6531); our mails themselves are always ASCII.
fn parameters(
    connection: &AsyncSmtpConnection,
    from: &Address,
    to: &Address,
) -> Result<Vec<MailParameter>, Unsent> {
    let ascii = |address: &Address| address.to_string().is_ascii();
    if ascii(from) && ascii(to) {
        return Ok(vec![]);
    }
    if connection.server_info().supports_feature(Extension::SmtpUtfEight) {
        return Ok(vec![MailParameter::SmtpUtfEight]);
    }
    Err(Unsent::Never("the mail server does not know addresses beyond ASCII".to_owned()))
}
