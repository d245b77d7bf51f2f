//! Unsubscribing from a kind of mail by a link (RFC 8058), and refusing all mail that others cause.
//!
//! The link needs no log-in: its token names the account, seals the kind, and can do nothing else.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::notifications::{DeliveryMode, DeliveryModes, DigestKind, Kinds, Topic, unasked};
use crate::service::tokens::{self, Purpose, is_sealed, seal, sealed_content};
use crate::service::{Ctx, Tx};
use crate::store::{accounts, preferences, recoveries, unasked_mails};

const PURPOSE: &str = "althing/unsubscribe";
const ID_BYTES: usize = 16;
/// How much of a token stands for the address that it was mailed to. A reader of an old mailbox of the account can stop
/// the mails to its new one in one case of 65,536, and the owner sees that in their settings.
const ADDRESS_BYTES: usize = 2;
/// With these a token is 24 bytes long, and its link fits into a line of text. Guessing 48 bits to stop one kind of mail
/// of one account is not worth the trillions of requests.
const SEAL_BYTES: usize = 6;

/// The bytes of half an id: the id in a token of an earlier release is a UUID, of 16 bytes.
const HALF: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsubscribeScope {
    Topic(Topic),
    /// A mail of several notifications: a reader who does not want it wants nothing that is set to go into it.
    Digest(DigestKind),
}

impl UnsubscribeScope {
    /// The scope that covers a mail of that stored kind; `None` for a mail that can't be turned off.
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

    /// What a token of an earlier release named it by.
    fn half(self) -> [u8; HALF] {
        half(&format!("althing/unsubscribe/{}", self.word()))
    }

    /// The id in tokens of the release 1.0.0, which ended with a recovery of the account.
    fn mark_until_recovery(self, recovery: Uuid) -> Uuid {
        let text = format!("althing/unsubscribe/{}/{recovery}", self.word());
        let digest: [u8; 32] = Sha256::digest(text).into();
        Uuid::from_bytes(std::array::from_fn(|index| digest.get(index).copied().unwrap_or_default()))
    }

    /// Does the scope cover notifications of that topic that are delivered in that mode?
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

/// A token as it is mailed: nothing is stored for it, and it is good as long as any signing key is kept, since all that
/// it can do is stop mail to the address it was mailed to. The scope is not written in it: it is the one that the seal
/// fits.
struct UnsubscribeToken {
    account: Uuid,
    address: [u8; ADDRESS_BYTES],
    seal: [u8; SEAL_BYTES],
}

impl UnsubscribeToken {
    fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (account, rest) = bytes.split_at_checked(ID_BYTES)?;
        let (address, seal) = rest.split_at_checked(ADDRESS_BYTES)?;
        let account = Uuid::from_slice(account).ok()?;
        Some(Self { account, address: address.try_into().ok()?, seal: seal.try_into().ok()? })
    }

    /// What is sealed of a token for mails of that scope.
    fn sealed(&self, scope: UnsubscribeScope) -> Vec<u8> {
        [self.account.as_bytes().as_slice(), &self.address, scope.word().as_bytes()].concat()
    }
}

/// A token for the link in a mail to `account` at the address that compares as `email_key`.
pub async fn unsubscribe_token(
    ctx: &mut Ctx,
    (account, email_key): (Uuid, &str),
    subject: UnsubscribeScope,
) -> Result<String, Error> {
    let of_address = address_half(email_key);
    let address = std::array::from_fn(|index| of_address[index]);
    let token = UnsubscribeToken { account, address, seal: [0; SEAL_BYTES] };
    let seal: [u8; SEAL_BYTES] = seal(ctx, PURPOSE, &token.sealed(subject)).await?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode([account.as_bytes().as_slice(), &address, &seal].concat()))
}

/// What a token stops, and for whom.
struct ReadLink {
    account: Uuid,
    subject: UnsubscribeScope,
    /// What the digest of the address begins with; empty: a token of 1.0.0, which is for the present address.
    address: Vec<u8>,
}

async fn read(ctx: &mut Ctx, token: &str) -> Result<ReadLink, Error> {
    let Some(token) = UnsubscribeToken::parse(token) else { return read_signed(ctx, token).await };
    let scopes: Vec<_> = UnsubscribeScope::all(ctx.app.kinds()).collect();
    let contents: Vec<_> = scopes.iter().map(|scope| token.sealed(*scope)).collect();
    let place = sealed_content(ctx, PURPOSE, &contents, &token.seal).await?;
    let subject = place.and_then(|place| scopes.get(place).copied());
    let subject = subject.ok_or_else(|| Code::TokenInvalid.problem())?;
    Ok(ReadLink { account: token.account, subject, address: token.address.to_vec() })
}

/// Reads a token of an earlier release, which is a signed one: mails that have it are still in mailboxes.
async fn read_signed(ctx: &mut Ctx, token: &str) -> Result<ReadLink, Error> {
    let claims = tokens::check(ctx, Purpose::Unsubscribe, token).await?;
    let account = claims.account;
    let id = claims.id.ok_or_else(|| Code::TokenInvalid.problem())?;
    let (of_subject, of_address) = id.as_bytes().split_at(HALF);
    let named = UnsubscribeScope::all(ctx.app.kinds()).find(|subject| subject.half() == of_subject);
    if let Some(subject) = named {
        return Ok(ReadLink { account, subject, address: of_address.to_vec() });
    }
    let recovery = recoveries::current(&mut ctx.db, account).await?;
    let recovery = recovery.ok_or_else(|| Code::TokenInvalid.problem())?;
    let subject =
        UnsubscribeScope::all(ctx.app.kinds()).find(|subject| subject.mark_until_recovery(recovery) == id);
    let subject = subject.ok_or_else(|| Code::TokenInvalid.problem())?;
    Ok(ReadLink { account, subject, address: Vec::new() })
}

/// The mails that a token stops.
pub async fn unsubscribe_scope(ctx: &mut Ctx, token: &str) -> Result<UnsubscribeScope, Error> {
    read(ctx, token).await.map(|link| link.subject)
}

/// Stops the mails of the token's kind to its owner, in all games. Harmless to repeat. For an address that the account
/// no longer has, nothing changes.
pub async fn unsubscribe(tx: &mut Tx<'_>, token: &str) -> Result<UnsubscribeScope, Error> {
    let ReadLink { account, subject, address } = read(tx, token).await?;
    // The account is locked first: a concurrent change of its address waits for this, or is seen here.
    let row = preferences::lock(&mut tx.bare(), account).await?;
    let stored = accounts::find(&mut tx.db, account).await?.filter(|stored| stored.deleted_at.is_none());
    let (Some(mut row), Some(stored)) = (row, stored) else { return Ok(subject) };
    // No error: a mail program may unsubscribe by a mail from before the change of address.
    if !address_half(&stored.email_key).starts_with(&address) {
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

/// The stored modes, with everything that the scope covers set to never.
fn silenced(kinds: &Kinds, stored: &str, subject: UnsubscribeScope) -> Result<String, Error> {
    let mut modes = DeliveryModes::parse(stored)?;
    for topic in kinds.topics() {
        if subject.means(topic, modes.of(topic).unwrap_or(topic.default_mode())) {
            modes.set(topic, DeliveryMode::Never);
        }
    }
    Ok(modes.json())
}

/// The stored modes of one game, changed alike: a topic that is unset follows the modes for all games.
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

const REFUSAL_PURPOSE: &str = "althing/no-unasked-mail";
const HASH_BYTES: usize = 32;
const REFUSAL_SEAL_BYTES: usize = 8;

/// The token for mails to an address as it is compared. It does not show the address.
pub async fn refusal_token(ctx: &mut Ctx, email_key: &str) -> Result<String, Error> {
    let hash = unasked::mailbox_hash(email_key);
    let seal: [u8; REFUSAL_SEAL_BYTES] = seal(ctx, REFUSAL_PURPOSE, &hash).await?;
    Ok(format!("{}{}", hex::encode(hash), hex::encode(seal)))
}

/// The hash of the mailbox that a token is about.
async fn mailbox(ctx: &mut Ctx, token: &str) -> Result<Vec<u8>, Error> {
    let invalid = || Code::TokenInvalid.problem();
    let bytes = hex::decode(token).map_err(|_| invalid())?;
    let (hash, seal) = bytes.split_at_checked(HASH_BYTES).ok_or_else(invalid)?;
    let seal: [u8; REFUSAL_SEAL_BYTES] = seal.try_into().map_err(|_| invalid())?;
    if is_sealed(ctx, REFUSAL_PURPOSE, hash, &seal).await? { Ok(hash.to_vec()) } else { Err(invalid()) }
}

/// Does the owner of the mailbox want no mail that others cause?
pub async fn refuses_unasked(ctx: &mut Ctx, token: &str) -> Result<bool, Error> {
    let mailbox = mailbox(ctx, token).await?;
    Ok(unasked_mails::is_refused(&mut ctx.db, &[mailbox]).await?)
}

/// Refuses mail that others cause to the mailbox, or allows it again. Harmless to repeat.
pub async fn set_refusal(ctx: &mut Ctx, token: &str, refused: bool) -> Result<(), Error> {
    let mailbox = mailbox(ctx, token).await?;
    let stored = match refused {
        true => unasked_mails::refuse(&mut ctx.db, &mailbox, ctx.app.now()).await,
        false => unasked_mails::allow(&mut ctx.db, &[mailbox]).await,
    };
    Ok(stored?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds() -> Kinds {
        Kinds::new([])
    }

    #[test]
    fn what_is_sealed_differs_with_the_scope_the_account_and_the_address() {
        let all = || UnsubscribeScope::all(&kinds()).collect::<Vec<_>>();
        let halves: std::collections::BTreeSet<_> = all().iter().map(|subject| subject.half()).collect();
        assert_eq!(halves.len(), kinds().topics().len() + DigestKind::ALL.len());
        let token = |account: u128, address: u8| UnsubscribeToken {
            account: Uuid::from_u128(account),
            address: [address; ADDRESS_BYTES],
            seal: [0; SEAL_BYTES],
        };
        let tokens = [token(1, 1), token(1, 2), token(2, 1)];
        let sealed = tokens.iter().flat_map(|token| all().into_iter().map(|scope| token.sealed(scope)));
        let sealed: std::collections::BTreeSet<_> = sealed.collect();
        assert_eq!(sealed.len(), tokens.len() * all().len());
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
