//! Classifies failures of an SMTP session. The server's own words are left out, because they may repeat the address.

use std::error::Error as _;

use lettre::transport::smtp::Error;
use tokio::time::error::Elapsed;

use super::super::Unsent;
use crate::mail::failure::status_of;

/// The step of a session that failed.
#[derive(Debug, Clone, Copy)]
pub enum Step {
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

/// The reply of the server, or why the mail could not be sent.
pub fn judge<T>(step: Step, answer: Result<Result<T, Error>, Elapsed>) -> Result<T, Unsent> {
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
