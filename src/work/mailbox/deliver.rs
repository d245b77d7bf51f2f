//! A whole mail is handed to whoever understands it; each recipient has an answer of his own.

use super::envelope::{Envelope, Recipient};
use crate::app::App;
use crate::error::Error;
use crate::service::answers::{self, Incoming, Taken};
use crate::store::{Pool, pool};

pub type Answer = String;

const LATER: &str = "451 4.3.0 try again later";
const TAKEN: &str = "250 2.0.0 taken";

/// Deals with a mail for each of its recipients, in their order.
pub async fn deliver(app: &App, pool: &Pool, envelope: &Envelope, raw: &[u8]) -> Vec<Answer> {
    let from = envelope.from.as_deref().unwrap_or_default();
    let mail = Incoming::read(raw, from);
    let mut answers = Vec::new();
    for recipient in &envelope.to {
        answers.push(match one(app, pool, recipient, mail.as_ref(), raw).await {
            Ok(answer) => answer,
            Err(error) => {
                tracing::warn!(%error, "a mail that came in could not be dealt with now");
                LATER.to_owned()
            }
        });
    }
    answers
}

async fn one(
    app: &App,
    pool: &Pool,
    recipient: &Recipient,
    mail: Option<&Incoming>,
    raw: &[u8],
) -> Result<Answer, Error> {
    let mut connection = pool::acquire(pool).await?;
    match recipient {
        Recipient::Returned(address) => {
            answers::returned(app, &mut connection, address, raw).await?;
            Ok(TAKEN.to_owned())
        }
        Recipient::Reply(address) => {
            let Some(mail) = mail else { return Ok("554 5.6.0 this is no mail that can be read".to_owned()) };
            let taken = answers::reply(app, &mut connection, address, mail).await?;
            // No address, no word of a mail stands in the log.
            tracing::info!(game = %address.game, taken = ?taken, "a reply came in");
            Ok(match taken {
                Taken::Answered | Taken::Ignored => TAKEN.to_owned(),
                Taken::Rejected(sentence) => format!("550 5.7.1 {sentence}"),
            })
        }
    }
}

/// One answer for all, as SMTP wants it: if it must come again for one, it comes again; whoever was served is not served
/// twice.
pub fn together(answers: &[Answer]) -> Answer {
    let first = |class: char| answers.iter().find(|answer| answer.starts_with(class));
    first('4').or_else(|| first('2')).or_else(|| first('5')).cloned().unwrap_or_else(|| LATER.to_owned())
}
