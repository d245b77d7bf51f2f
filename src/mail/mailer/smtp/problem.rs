//! What a server's refusal means for a mail, without the server's own words: they may repeat the address.

use std::error::Error as _;

use lettre::transport::smtp::Error;
use tokio::time::error::Elapsed;

use super::super::Unsent;

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

    /// Does a permanent refusal here speak about the recipient, or about this mail to the recipient?
    fn is_about_the_recipient(self) -> bool {
        matches!(self, Self::Recipient | Self::Content)
    }
}

/// An answer, or what its absence means.
pub fn judge<T>(step: Step, answer: Result<Result<T, Error>, Elapsed>) -> Result<T, Unsent> {
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(undelivered(step, &error)),
        Err(_) => Err(Unsent::Later(format!("{}: no answer in time", step.words()))),
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
        _ if !error.is_permanent() => Unsent::Later(sentence),
        step if step.is_about_the_recipient() => {
            let answer = error.source().map(ToString::to_string).unwrap_or_default();
            let code = error.status().map_or(550, u16::from);
            Unsent::Refused { code, sentence, status: enhanced(&answer).unwrap_or("5.0.0").to_owned() }
        }
        Step::Sender => Unsent::Never(sentence),
        // Before the sender is named a refusal speaks about us, and an operator can mend that.
        _ => Unsent::Later(sentence),
    }
}

/// The enhanced status at the beginning of a server's answer.
fn enhanced(answer: &str) -> Option<&str> {
    let word = answer.split_whitespace().next()?;
    let mut numbers = word.split('.');
    let mut is_number = |most: usize| {
        let number = numbers.next().unwrap_or_default();
        (1..=most).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_status = is_number(1) && is_number(3) && is_number(3);
    (is_status && numbers.next().is_none() && word.starts_with('5')).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::enhanced;

    #[test]
    fn only_a_whole_status_is_one() {
        assert_eq!(enhanced("5.1.1 <aud@example.org>: no such user"), Some("5.1.1"));
        assert_eq!(enhanced("5.7.133"), Some("5.7.133"));
        for answer in ["", "no such user", "5.1", "5.1.1.1", "5.1.1234", "4.1.1 later", "5.x.1", "55.1.1"] {
            assert_eq!(enhanced(answer), None, "{answer}");
        }
    }
}
