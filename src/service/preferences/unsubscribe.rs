//! No more mails of a kind, by a link (RFC 8058).
//!
//! The link needs no log-in: a token of its own purpose names the account and the kind, and can do nothing else.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::notifications::{DeliveryMode, DeliveryModes, DigestKind, Kinds, Topic};
use crate::service::App;
use crate::service::tokens::{self, Claims, Purpose};
use crate::store::{Connection, preferences, recoveries};

/// How long a link is good for, in seconds: an old mail that is found can still be used.
const GOOD_FOR: i64 = 400 * 24 * 3_600;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsubscribeScope {
    Topic(Topic),
    /// A mail that collects notices: a reader who does not want it does not want what is set to go into it.
    Digest(DigestKind),
}

impl UnsubscribeScope {
    /// What a mail of that stored kind is one of; `None`: it can't be turned off.
    pub fn of_kind(kinds: &Kinds, kind: &str) -> Option<Self> {
        let digest = DigestKind::named(kind).map(Self::Digest);
        digest.or_else(|| kinds.topic_of(kind).map(Self::Topic))
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Topic(topic) => topic.name(),
            Self::Digest(digest) => digest.name(),
        }
    }

    fn all(kinds: &Kinds) -> impl Iterator<Item = Self> {
        kinds.topics().into_iter().map(Self::Topic).chain(DigestKind::ALL.map(Self::Digest))
    }

    /// What stands for it in a token that is good as long as the account's mails have to name `recovery`.
    fn mark(self, recovery: Uuid) -> Uuid {
        let text = format!("althing/unsubscribe/{}/{recovery}", self.word());
        let digest: [u8; 32] = Sha256::digest(text).into();
        Uuid::from_bytes(std::array::from_fn(|index| digest.get(index).copied().unwrap_or_default()))
    }

    /// Is a notice of that topic meant, which reaches its reader that way?
    fn means(self, topic: Topic, way: DeliveryMode) -> bool {
        match self {
            Self::Topic(meant) => meant == topic,
            Self::Digest(DigestKind::Batch) => way == DeliveryMode::Batched,
            Self::Digest(DigestKind::Daily) => way == DeliveryMode::Daily,
        }
    }
}

/// A token for the link in a mail to `account`.
pub async fn unsubscribe_token(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    subject: UnsubscribeScope,
) -> Result<String, Error> {
    let recovery = recoveries::current(connection, account).await?.unwrap_or_default();
    let claims = Claims { account, session: None, id: Some(subject.mark(recovery)) };
    tokens::issue(app, connection, Purpose::Unsubscribe, claims, GOOD_FOR).await
}

/// Whom a token speaks for, and about what. Errors: `token_invalid`, also for a mail that was sent before the account's
/// password or address changed or its sessions were ended; `token_expired`.
pub async fn whose(
    app: &App,
    connection: &mut Connection,
    token: &str,
) -> Result<(Uuid, UnsubscribeScope), Error> {
    let claims = tokens::check(app, connection, Purpose::Unsubscribe, token).await?;
    let recovery = recoveries::current(connection, claims.account).await?;
    let recovery = recovery.ok_or_else(|| Code::TokenInvalid.problem())?;
    let subject =
        UnsubscribeScope::all(app.kinds()).find(|subject| Some(subject.mark(recovery)) == claims.id);
    Ok((claims.account, subject.ok_or_else(|| Code::TokenInvalid.problem())?))
}

/// Sends the owner of the token no more mails of its kind, in any game; to be called in a transaction. Harmless to
/// repeat. Errors: `token_invalid`, `token_expired`.
pub async fn unsubscribe(
    app: &App,
    connection: &mut Connection,
    token: &str,
) -> Result<UnsubscribeScope, Error> {
    let (account, subject) = whose(app, connection, token).await?;
    let row = preferences::lock(connection, account).await?;
    let mut row = row.ok_or_else(|| Code::TokenInvalid.problem())?;
    row.modes = silenced(app.kinds(), &row.modes, subject)?;
    preferences::put(connection, account, &row, app.now()).await?;
    for (game, modes) in preferences::of_games(connection, account).await? {
        let silenced = silenced_in_game(app.kinds(), &modes, subject)?;
        preferences::put_for_game(connection, game, account, &silenced, app.now()).await?;
    }
    Ok(subject)
}

/// Stored modes in which what is meant comes never.
fn silenced(kinds: &Kinds, stored: &str, subject: UnsubscribeScope) -> Result<String, Error> {
    let mut modes = DeliveryModes::parse(stored)?;
    for topic in kinds.topics() {
        if subject.means(topic, modes.of(topic).unwrap_or(topic.default_mode())) {
            modes.set(topic, DeliveryMode::Never);
        }
    }
    Ok(modes.json())
}

/// The same for a game, where what is not set follows the rest.
fn silenced_in_game(kinds: &Kinds, stored: &str, subject: UnsubscribeScope) -> Result<String, Error> {
    let mut modes = DeliveryModes::parse(stored)?;
    for topic in kinds.topics() {
        if modes.of(topic).is_some_and(|way| subject.means(topic, way)) {
            modes.unset(topic);
            if matches!(subject, UnsubscribeScope::Digest(_)) {
                modes.set(topic, DeliveryMode::Never);
            }
        }
    }
    Ok(modes.json())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds() -> Kinds {
        Kinds::new([])
    }

    #[test]
    fn every_subject_has_a_mark_of_its_own() {
        let marks: std::collections::BTreeSet<Uuid> =
            UnsubscribeScope::all(&kinds()).map(|subject| subject.mark(Uuid::nil())).collect();
        assert_eq!(marks.len(), kinds().topics().len() + DigestKind::ALL.len());
        assert!(UnsubscribeScope::all(&kinds()).all(|subject| !marks.contains(&subject.mark(Uuid::max()))));
    }

    #[test]
    fn a_player_who_wants_no_daily_mail_wants_nothing_of_what_went_into_it() {
        let daily = UnsubscribeScope::Digest(DigestKind::Daily);
        let stored = r#"{"vote":"daily","message":"batched"}"#;
        assert_eq!(silenced(&kinds(), stored, daily).unwrap(), r#"{"message":"batched","vote":"never"}"#);
        assert_eq!(silenced_in_game(&kinds(), r#"{"vote":"daily"}"#, daily).unwrap(), r#"{"vote":"never"}"#);
    }

    #[test]
    fn a_kind_that_is_turned_off_is_turned_off_in_every_game() {
        let vote = UnsubscribeScope::Topic(Topic::usual("vote"));
        assert_eq!(silenced(&kinds(), "{}", vote).unwrap(), r#"{"vote":"never"}"#);
        assert_eq!(
            silenced_in_game(&kinds(), r#"{"vote":"daily","message":"daily"}"#, vote).unwrap(),
            r#"{"message":"daily"}"#
        );
    }
}
