//! Finds the recipients of an inbound mail and delivers it; each recipient has an SMTP reply of its own.

use super::own_words::OurMails;
use super::{bounce_report, read};
use crate::error::Error;
use crate::service::replies::{self, BounceAddress, InboundMail, ReplyAddress, ReplyOutcome};
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::telemetry::metrics;
use std::sync::Arc;

const LATER: &str = "451 4.3.0 try again later";
const TAKEN: &str = "250 2.0.0 taken";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipient {
    Reply(ReplyAddress),
    Bounce(BounceAddress),
}

#[derive(Debug, Default)]
pub struct Envelope {
    /// The envelope sender; `None` before `MAIL FROM`.
    pub from: Option<String>,
    pub to: Vec<Recipient>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownRecipient {
    OtherDomain,
    /// An address in our domain that does not exist, or no longer.
    NoSuchAddress,
}

/// The recipient that an address names. An error means that it can't be looked up now, not that it does not exist.
pub async fn find(ctx: &mut Ctx, address: &str) -> Result<Result<Recipient, UnknownRecipient>, Error> {
    let Some((local, domain)) = address.rsplit_once('@') else {
        return Ok(Err(UnknownRecipient::NoSuchAddress));
    };
    if !domain.eq_ignore_ascii_case(&replies::domain(&ctx.app.settings)) {
        return Ok(Err(UnknownRecipient::OtherDomain));
    }
    let found = if let Some(address) = ReplyAddress::parse(local) {
        replies::is_known(&mut ctx.db, &address).await?.then_some(Recipient::Reply(address))
    } else if let Some(address) = BounceAddress::parse(local) {
        address.is_ours(ctx).await?.then_some(Recipient::Bounce(address))
    } else {
        None
    };
    Ok(found.ok_or(UnknownRecipient::NoSuchAddress))
}

/// Handles a mail for each of its recipients, in their order; returns the SMTP reply for each.
pub async fn deliver(app: &Arc<App>, pool: &Pool, envelope: &Envelope, raw: &[u8]) -> Vec<String> {
    // A sender is always there: the session takes no data before.
    let (from, ours) = (envelope.from.clone().unwrap_or_default(), OurMails::of(app));
    let bytes = raw.to_vec();
    // Reading a large mail takes up to some tenths of a second, in which the thread that receives would serve no other
    // session.
    let reading = tokio::task::spawn_blocking(move || read::read(&bytes, &from, &ours));
    let Ok(mail) = reading.await else {
        tracing::error!("the reader of a mail that came in has ended early");
        return vec![LATER.to_owned(); envelope.to.len()];
    };
    let mut answers = Vec::new();
    for recipient in &envelope.to {
        answers.push(match deliver_to(app, pool, recipient, mail.as_ref(), raw).await {
            Ok((answer, result)) => {
                metrics::mail_came_in(result);
                answer
            }
            Err(error) => {
                tracing::warn!(%error, "a mail that came in could not be dealt with now");
                metrics::mail_came_in("later");
                LATER.to_owned()
            }
        });
    }
    answers
}

/// The SMTP reply, and the result as metrics name it.
async fn deliver_to(
    app: &Arc<App>,
    pool: &Pool,
    recipient: &Recipient,
    mail: Option<&InboundMail>,
    raw: &[u8],
) -> Result<(String, &'static str), Error> {
    let mut ctx = Ctx::acquire(app, pool).await?;
    match recipient {
        Recipient::Bounce(address) => {
            let failed = bounce_report::failed_deliveries(raw);
            replies::bounce(&mut ctx, address, &failed).await?;
            Ok((TAKEN.to_owned(), "bounce"))
        }
        Recipient::Reply(address) => {
            let Some(mail) = mail else {
                return Ok(("554 5.6.0 the mail cannot be read".to_owned(), "refused"));
            };
            let outcome = replies::reply(&mut ctx, address, mail).await?;
            // Neither addresses nor the text of a mail may be logged.
            tracing::info!(game = %address.partition, ?outcome, "a reply came in");
            Ok(match outcome {
                ReplyOutcome::Answered => (TAKEN.to_owned(), "taken"),
                ReplyOutcome::Ignored => (TAKEN.to_owned(), "ignored"),
                ReplyOutcome::Rejected(sentence) => (format!("550 5.7.1 {sentence}"), "refused"),
            })
        }
    }
}

/// Merges the replies for all recipients into one, as SMTP wants it. "Try again" for one recipient wins, because a
/// reply that was already taken is recognised when the mail comes again.
pub fn together(answers: &[String]) -> String {
    let first = |class: char| answers.iter().find(|answer| answer.starts_with(class));
    first('4').or_else(|| first('2')).or_else(|| first('5')).cloned().unwrap_or_else(|| LATER.to_owned())
}
