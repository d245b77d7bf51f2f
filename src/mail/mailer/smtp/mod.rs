//! Sends mails to an SMTP server.
//!
//! lettre's transport sends a finished mail in one call. Its connection is driven step by step here instead, so that
//! the email is composed after the server has accepted the recipient, and nothing slow lies between composing and the
//! server's last reply. Knows lettre's client; knows no kind of mail.

mod server;

use std::error::Error as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lettre::address::Address;
use lettre::message::Mailbox;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailParameter};
use server::Server;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

use super::Unsent;
use crate::mail::email::Email;
use crate::mail::failure::status_of;

/// The longest wait for a reply of the server.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most idle connections that are kept.
const MAX_IDLE: usize = 10;

/// A server and idle connections to it.
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

    pub(super) async fn try_connection(&self) -> Result<(), Unsent> {
        let connection = self.server.connect().await?;
        self.keep(connection);
        Ok(())
    }

    pub(super) fn look_up(&self) -> Result<(), String> {
        self.server.look_up()
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
        let outcome = converse(&mut connection, back, to, async || compose().await?.format(from)).await;
        // After any other error the state of the session is unknown, so its connection is not used again.
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

/// The conversation about one mail (RFC 5321, 3.3): sender, recipient, then the email of `compose`. If `compose`
/// withholds it, the transaction is reset, and the session stays usable.
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

/// The parameters of `MAIL FROM`. Addresses beyond ASCII need a server with SMTPUTF8 (RFC 6531); our mails themselves
/// are always ASCII.
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

/// The step of a session that failed.
#[derive(Debug, Clone, Copy)]
enum Step {
    Connect,
    Greet,
    LogIn,
    Sender,
    Recipient,
    /// `DATA`, or `RSET` for a mail that is withheld.
    Begin,
    Content,
}

impl Step {
    fn words(self) -> &'static str {
        match self {
            Self::Connect => "connecting to the mail server",
            Self::Greet => "greeting the mail server",
            Self::LogIn => "logging in at the mail server",
            Self::Sender => "naming the sender",
            Self::Recipient => "naming the recipient",
            Self::Begin | Self::Content => "handing over the mail",
        }
    }

    /// Is a permanent refusal at this step about the recipient, or about this mail to the recipient?
    fn is_about_the_recipient(self) -> bool {
        matches!(self, Self::Recipient | Self::Begin | Self::Content)
    }

    /// The meaning of a missing reply. A server that fell silent after the last dot may have taken the mail. That
    /// counts as an attempt; otherwise the mail might be sent as often as the days of waiting allow.
    fn unanswered(self, sentence: String) -> Unsent {
        match self {
            Self::Content => Unsent::Later(sentence),
            _ => Unsent::Unreachable(sentence),
        }
    }
}

/// The reply of the server, or why the mail could not be sent. The server's own words are left out, because they may
/// repeat the address.
fn judge<T>(step: Step, answer: Result<Result<T, Error>, Elapsed>) -> Result<T, Unsent> {
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(undelivered(step, &error)),
        Err(_) => Err(step.unanswered(format!("{}: no answer in time", step.words()))),
    }
}

fn undelivered(step: Step, error: &Error) -> Unsent {
    let what = match error.status() {
        Some(code) => format!("the answer was {code}"),
        None if error.is_timeout() => "no answer in time".to_owned(),
        None if error.is_tls() => "no protected connection could be made".to_owned(),
        None if error.is_response() => "the answer made no sense, or broke off".to_owned(),
        None => "the connection broke".to_owned(),
    };
    let sentence = format!("{}: {what}", step.words());
    match step {
        // 421 is about the connection, which the server closes, and not about this mail.
        _ if error.is_transient() && step.is_about_the_recipient() && !is_closing(error) => {
            Unsent::Deferred(sentence)
        }
        _ if error.is_transient() => Unsent::Unreachable(sentence),
        _ if !error.is_permanent() => step.unanswered(sentence),
        step if step.is_about_the_recipient() => {
            let answer = error.source().map(ToString::to_string).unwrap_or_default();
            let code = error.status().map_or(550, u16::from);
            // The status may stand in any line of the reply.
            let status = status_of(None, &format!("{code} {answer}")).unwrap_or_else(|| "5.0.0".to_owned());
            Unsent::Refused { code, sentence, status }
        }
        Step::Sender => Unsent::Never(sentence),
        // A refusal before `MAIL FROM` is about us: mails wait until the operator has corrected the settings.
        _ => Unsent::Unreachable(sentence),
    }
}

fn is_closing(error: &Error) -> bool {
    error.status().map(u16::from) == Some(421)
}
