//! No more mails of a kind, by a link (RFC 8058).
//!
//! The link needs no log-in: a token of its own purpose names the account and the kind, and can do nothing else.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::notifications::{DeliveryMode, DeliveryModes, DigestKind, Kinds, Topic};
use crate::service::tokens::{self, Claims, Purpose};
use crate::service::{Ctx, Tx};
use crate::store::{accounts, preferences, recoveries};

/// How long a link is good for, in seconds. It never ends, also not with a recovery of the account: all that it can do is
/// stop mail to the address that it was mailed to. A token must have an end, so it is a hundred years.
const GOOD_FOR: i64 = 36_525 * 24 * 3_600;

/// Half of what stands for a link in its token: the bytes of a UUID are 16.
const HALF: usize = 8;

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

    /// What stands for it in the token of a mail to an address: one half for what is stopped, the other for where.
    fn mark(self, email_key: &str) -> Uuid {
        let (what, place) = (self.half(), address_half(email_key));
        Uuid::from_u64_pair(u64::from_be_bytes(what), u64::from_be_bytes(place))
    }

    fn half(self) -> [u8; HALF] {
        half(&format!("althing/unsubscribe/{}", self.word()))
    }

    /// What stood for it in tokens of the release 1.0.0, which ended with a recovery of the account.
    fn mark_until_recovery(self, recovery: Uuid) -> Uuid {
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

fn half(text: &str) -> [u8; HALF] {
    let digest: [u8; 32] = Sha256::digest(text).into();
    std::array::from_fn(|index| digest[index])
}

fn address_half(email_key: &str) -> [u8; HALF] {
    half(&format!("althing/unsubscribe/to/{email_key}"))
}

/// A token for the link in a mail to `account` at the address that compares as `email_key`.
pub async fn unsubscribe_token(
    ctx: &mut Ctx,
    (account, email_key): (Uuid, &str),
    subject: UnsubscribeScope,
) -> Result<String, Error> {
    let claims = Claims { account, session: None, id: Some(subject.mark(email_key)) };
    tokens::issue(ctx, Purpose::Unsubscribe, claims, GOOD_FOR).await
}

/// What a token stops, and for whom.
struct ReadLink {
    account: Uuid,
    subject: UnsubscribeScope,
    /// The half of the address that it was mailed to; `None`: the present one.
    address: Option<[u8; HALF]>,
}

async fn read(ctx: &mut Ctx, token: &str) -> Result<ReadLink, Error> {
    let claims = tokens::check(ctx, Purpose::Unsubscribe, token).await?;
    let account = claims.account;
    let id = claims.id.ok_or_else(|| Code::TokenInvalid.problem())?;
    let (of_subject, of_address) = id.as_bytes().split_at(HALF);
    let named = UnsubscribeScope::all(ctx.app.kinds()).find(|subject| subject.half() == of_subject);
    if let Some(subject) = named {
        return Ok(ReadLink { account, subject, address: of_address.try_into().ok() });
    }
    let recovery = recoveries::current(&mut ctx.db, account).await?;
    let recovery = recovery.ok_or_else(|| Code::TokenInvalid.problem())?;
    let subject =
        UnsubscribeScope::all(ctx.app.kinds()).find(|subject| subject.mark_until_recovery(recovery) == id);
    let subject = subject.ok_or_else(|| Code::TokenInvalid.problem())?;
    Ok(ReadLink { account, subject, address: None })
}

/// What the mails are that a token stops. Error: `token_invalid`.
pub async fn unsubscribe_scope(ctx: &mut Ctx, token: &str) -> Result<UnsubscribeScope, Error> {
    read(ctx, token).await.map(|link| link.subject)
}

/// Sends the owner of the token no more mails of its kind, in any game; to be called in a transaction. Harmless to
/// repeat. Nothing is left to stop at an address that the account has no more. Error: `token_invalid`.
pub async fn unsubscribe(tx: &mut Tx<'_>, token: &str) -> Result<UnsubscribeScope, Error> {
    let ReadLink { account, subject, address } = read(tx, token).await?;
    // The account first: a change of its address waits until this is done, or is seen here.
    let row = preferences::lock(&mut tx.db, account).await?;
    let stored = accounts::find(&mut tx.db, account).await?.filter(|stored| stored.deleted_at.is_none());
    let (Some(mut row), Some(stored)) = (row, stored) else { return Ok(subject) };
    if address.is_some_and(|address| address != address_half(&stored.email_key)) {
        return Ok(subject);
    }
    row.modes = silenced(tx.app.kinds(), &row.modes, subject)?;
    preferences::put(&mut tx.ctx.db, account, &row, tx.ctx.app.now()).await?;
    for (game, modes) in preferences::of_games(&mut tx.db, account).await? {
        let silenced = silenced_in_game(tx.app.kinds(), &modes, subject)?;
        preferences::put_for_game(&mut tx.ctx.db, game, account, &silenced, tx.ctx.app.now()).await?;
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
    fn every_subject_has_a_mark_of_its_own_for_each_address() {
        let all = || UnsubscribeScope::all(&kinds()).collect::<Vec<_>>();
        let halves: std::collections::BTreeSet<_> = all().iter().map(|subject| subject.half()).collect();
        assert_eq!(halves.len(), kinds().topics().len() + DigestKind::ALL.len());
        for subject in all() {
            let (one, other) = (subject.mark("aud@example.org"), subject.mark("aud@example.net"));
            assert!(one != other && one.as_bytes()[..HALF] == other.as_bytes()[..HALF]);
        }
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
