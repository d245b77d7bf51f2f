//! What a server's refusal means for a mail, said without the server's own words: they may repeat the address.

use lettre::transport::smtp::Error;
use tokio::time::error::Elapsed;

use super::super::Undelivered;

/// What was being done when it went wrong.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    Connect,
    Greet,
    LogIn,
    Sender,
    Recipient,
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
            Self::Content => "handing over the mail",
        }
    }

    /// Does a permanent refusal here speak about the mail? Before the sender is named it speaks about us, and an
    /// operator can mend that.
    fn is_about_the_mail(self) -> bool {
        matches!(self, Self::Sender | Self::Recipient | Self::Content)
    }
}

/// An answer, or what its absence means.
pub fn judge<T>(step: Step, answer: Result<Result<T, Error>, Elapsed>) -> Result<T, Undelivered> {
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(undelivered(step, &error)),
        Err(_) => Err(Undelivered::Later(format!("{}: no answer in time", step.words()))),
    }
}

fn undelivered(step: Step, error: &Error) -> Undelivered {
    let what = match error.status() {
        Some(code) => format!("the answer was {code}"),
        None if error.is_timeout() => "no answer in time".to_owned(),
        None if error.is_tls() => "no protected connection could be made".to_owned(),
        None if error.is_response() => "the answer made no sense, or broke off".to_owned(),
        None => "the connection broke".to_owned(),
    };
    let sentence = format!("{}: {what}", step.words());
    if error.is_permanent() && step.is_about_the_mail() {
        Undelivered::Never(sentence)
    } else {
        Undelivered::Later(sentence)
    }
}
