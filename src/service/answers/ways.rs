//! The ways in which one mail can be answered, made when it is written.

use uuid::Uuid;

use super::address::Address;
use super::question::{Question, digest};
use crate::app::App;
use crate::error::Error;
use crate::service::tokens::{AnswerLink, issue_answers};
use crate::store::{Connection, mail_questions, recoveries};
use rules::Seat;

/// The most answers that have a link each.
pub const MOST_LINKS: usize = 12;
const SECONDS_OF_A_DAY: i64 = 86_400;

/// Whose mail it is, and what it shows.
pub struct Reader {
    pub account: Uuid,
    pub game: Uuid,
    pub seat: Seat,
    pub version: i64,
}

/// How a mail can be answered besides the API.
#[derive(Debug, Default)]
pub struct Ways {
    /// A token for each of the ready answers in their order; none when there are too many.
    pub links: Vec<String>,
    /// Where replies go, if they are taken: the local part of an address.
    pub reply: Option<String>,
}

/// Makes the ways to answer `question`, and remembers how it is numbered.
pub async fn ways(
    app: &App,
    connection: &mut Connection,
    reader: &Reader,
    question: &Question,
) -> Result<Ways, Error> {
    let actions = &question.numbered.actions;
    let recovery = recoveries::current(connection, reader.account).await?.unwrap_or_default();
    let links = if actions.len() > MOST_LINKS { vec![] } else { links(reader, question, recovery) };
    let seconds = app.settings.replies.days.saturating_mul(SECONDS_OF_A_DAY);
    let links = issue_answers(app, connection, links, seconds).await?;
    if !app.settings.replies.are_taken() {
        return Ok(Ways { links, reply: None });
    }
    let address = Address::new(app, reader.game);
    mail_questions::insert(connection, &row(app, reader, question, &address, recovery)?).await?;
    Ok(Ways { links, reply: Some(address.local()) })
}

fn links(reader: &Reader, question: &Question, recovery: Uuid) -> Vec<AnswerLink> {
    let link = |(index, action)| AnswerLink {
        account: reader.account,
        game: reader.game,
        seat: reader.seat,
        version: reader.version,
        decision: question.numbered.decision.id.clone(),
        option: index + 1,
        recovery,
        digest: digest(action),
    };
    question.numbered.actions.iter().enumerate().map(link).collect()
}

fn row(
    app: &App,
    reader: &Reader,
    question: &Question,
    address: &Address,
    recovery_id: Uuid,
) -> Result<mail_questions::MailQuestionRow, Error> {
    let broken = |error: serde_json::Error| Error::internal("what an answer page offers", error);
    let legal = &question.numbered;
    let options: Vec<_> =
        legal.actions.iter().chain(legal.shapes.iter().map(|shape| &shape.action)).collect();
    let also: Vec<&str> = question.also.iter().map(|legal| legal.decision.id.as_str()).collect();
    Ok(mail_questions::MailQuestionRow {
        game_id: reader.game,
        mark: address.mark(),
        account_id: reader.account,
        seat: i16::from(reader.seat),
        version: reader.version,
        decision: legal.decision.id.clone(),
        also: serde_json::to_string(&also).map_err(broken)?,
        options: serde_json::to_string(&options).map_err(broken)?,
        actions: i16::try_from(legal.actions.len()).unwrap_or(i16::MAX),
        created_at: app.now(),
        recovery_id,
    })
}
