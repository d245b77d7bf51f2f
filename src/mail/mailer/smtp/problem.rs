//! What a server's refusal means for a mail, without the server's own words: they may repeat the address.

use std::error::Error as _;

use lettre::transport::smtp::Error;
use tokio::time::error::Elapsed;

use super::super::Unsent;
use crate::mail::failure::status_of;

/// What was being done when it went wrong.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    Connect,
    Greet,
    LogIn,
    Sender,
    Recipient,
    /// Saying that the mail follows.
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

    /// Does a permanent refusal here speak about the recipient, or about this mail to the recipient?
    fn is_about_the_recipient(self) -> bool {
        matches!(self, Self::Recipient | Self::Begin | Self::Content)
    }

    /// What it means that no answer came. A server that fell silent after the last dot may have taken the mail: that
    /// counts as an attempt, or it might be sent as often as the days of waiting allow.
    fn unanswered(self, sentence: String) -> Unsent {
        match self {
            Self::Content => Unsent::Later(sentence),
            _ => Unsent::Unreachable(sentence),
        }
    }
}

/// An answer, or what its absence means.
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
        // 421: the server closes the connection, whatever was asked.
        _ if error.is_transient() && step.is_about_the_recipient() && !is_closing(error) => {
            Unsent::Deferred(sentence)
        }
        _ if error.is_transient() => Unsent::Unreachable(sentence),
        _ if !error.is_permanent() => step.unanswered(sentence),
        step if step.is_about_the_recipient() => {
            let answer = error.source().map(ToString::to_string).unwrap_or_default();
            let code = error.status().map_or(550, u16::from);
            // The answer may have several lines, and its status in any of them.
            let status = status_of(None, &format!("{code} {answer}")).unwrap_or_else(|| "5.0.0".to_owned());
            Unsent::Refused { code, sentence, status }
        }
        Step::Sender => Unsent::Never(sentence),
        // Before the sender is named a refusal speaks about us, and an operator can mend that.
        _ => Unsent::Unreachable(sentence),
    }
}

fn is_closing(error: &Error) -> bool {
    error.status().map(u16::from) == Some(421)
}
