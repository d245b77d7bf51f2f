//! The links that answer a decision of a game.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Purpose, claims_of, key_id, sign};
use crate::error::{Code, Error};
use crate::service::App;
use crate::store::Connection;

/// What a link stands for: one answer of one seat to one decision, as one mail numbered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerLink {
    #[serde(rename = "sub")]
    pub account: Uuid,
    #[serde(rename = "gid")]
    pub game: Uuid,
    pub seat: u8,
    #[serde(rename = "ver")]
    pub version: i64,
    #[serde(rename = "dec")]
    pub decision: String,
    /// The number of the answer in the mail, from 1.
    #[serde(rename = "opt")]
    pub option: usize,
    /// What the account's mails had to name when it was sent.
    #[serde(rename = "rec")]
    pub recovery: Uuid,
    /// The fingerprint of the action among the answers to that decision.
    #[serde(rename = "act")]
    pub digest: String,
}

#[derive(Serialize, Deserialize)]
struct AnswerClaims {
    iss: String,
    aud: String,
    exp: i64,
    #[serde(flatten)]
    link: AnswerLink,
}

/// Signs links that are valid for `seconds`, in their order.
pub async fn issue_answers(
    app: &App,
    connection: &mut Connection,
    links: Vec<AnswerLink>,
    seconds: i64,
) -> Result<Vec<String>, Error> {
    let key = app.keys.newest(app, connection).await?;
    let exp = app.now().timestamp().saturating_add(seconds);
    let (iss, aud) = (Purpose::Answer.issuer(), Purpose::Answer.audience());
    let claims = |link| AnswerClaims { iss: iss.to_owned(), aud: aud.to_owned(), exp, link };
    links.into_iter().map(|link| sign(&key, &claims(link))).collect()
}

/// Reads a link, and whether it is still valid: one that has expired still names its decision. Error:
/// `token_invalid`.
pub async fn read_answer(
    app: &App,
    connection: &mut Connection,
    token: &str,
) -> Result<(AnswerLink, bool), Error> {
    let id = key_id(token)?;
    if app.keys.known(id).is_none() {
        app.keys.reload(connection).await?;
    }
    let key = app.keys.known(id).ok_or_else(|| Code::TokenInvalid.problem())?;
    let claims: AnswerClaims = claims_of(token, &key, Purpose::Answer)?;
    let is_good = claims.exp > app.now().timestamp();
    Ok((claims.link, is_good))
}
