//! Bounces: each mail has an envelope sender of its own for each reader, and a report that arrives there counts against
//! the address that it was sent to, if the report names that address.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::reply_address::domain;
use crate::error::Error;
use crate::notifications::suppression::{is_for_good, undeliverable};
use crate::service::Ctx;
use crate::service::identity::email_key;
use crate::service::tokens::{is_sealed, seal};
use crate::store::{self};

/// The prefix of the local part of a bounce address.
const PREFIX: &str = "bounce+";
const ACCOUNT_BYTES: usize = 16;
/// The length of the digest that tells the mail addresses of an account apart, former ones too.
const DIGEST_BYTES: usize = 4;
const PURPOSE: &str = "althing/returned-mail";

/// Where mail to one address of one account comes back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BounceAddress {
    account: Uuid,
    digest: [u8; DIGEST_BYTES],
    seal: [u8; 8],
}

impl BounceAddress {
    /// Parses a local part that has the form of a bounce address; its seal is not checked.
    pub fn parse(local: &str) -> Option<Self> {
        let local = local.to_ascii_lowercase();
        let bytes = hex::decode(local.strip_prefix(PREFIX)?).ok()?;
        let (account, rest) = bytes.split_at_checked(ACCOUNT_BYTES)?;
        let (digest, seal) = rest.split_at_checked(DIGEST_BYTES)?;
        let account = Uuid::from_slice(account).ok()?;
        Some(Self { account, digest: digest.try_into().ok()?, seal: seal.try_into().ok()? })
    }

    fn sealed(&self) -> Vec<u8> {
        [self.account.as_bytes().as_slice(), &self.digest].concat()
    }

    pub async fn is_ours(&self, ctx: &mut Ctx) -> Result<bool, Error> {
        is_sealed(ctx, PURPOSE, &self.sealed(), &self.seal).await
    }
}

fn digest(email_key: &str) -> [u8; DIGEST_BYTES] {
    let digest: [u8; 32] = Sha256::digest(email_key).into();
    [digest[0], digest[1], digest[2], digest[3]]
}

/// The envelope sender of mail to an address of an account; `None` when bounces are not received.
pub async fn envelope_sender(ctx: &mut Ctx, account: Uuid, email: &str) -> Result<Option<String>, Error> {
    if !ctx.app.settings.replies.are_taken() {
        return Ok(None);
    }
    let address = BounceAddress { account, digest: digest(&email_key(email)), seal: [0; 8] };
    let seal: [u8; 8] = seal(ctx, PURPOSE, &address.sealed()).await?;
    let local = format!("{PREFIX}{}{}", hex::encode(address.sealed()), hex::encode(seal));
    Ok(Some(format!("{local}@{}", domain(&ctx.app.settings))))
}

/// One delivery that was given up according to a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedDelivery {
    /// The final and the original recipient, as addresses are compared.
    pub recipients: Vec<String>,
    /// Such as `5.1.1` (RFC 3463).
    pub status: String,
}

/// The status with which mail to this address was given up, if it was. Of several statuses a permanent one counts.
pub fn failed_status<'f>(failed: &'f [FailedDelivery], email_key: &str) -> Option<&'f str> {
    let names = |delivery: &&FailedDelivery| delivery.recipients.iter().any(|named| named == email_key);
    let mut statuses = failed.iter().filter(names).map(|delivery| delivery.status.as_str());
    let first = statuses.clone().next();
    statuses.find(|status| is_for_good(status)).or(first)
}

/// Counts a bounce for the address that it names.
pub async fn bounce(ctx: &mut Ctx, address: &BounceAddress, failed: &[FailedDelivery]) -> Result<(), Error> {
    let account = store::accounts::find(&mut ctx.db, address.account).await?;
    let Some(account) = account.filter(|account| digest(&account.email_key) == address.digest) else {
        return Ok(());
    };
    let Some(status) = failed_status(failed, &account.email_key) else { return Ok(()) };
    undeliverable(&ctx.app, &mut ctx.db, account.id, &account.email_key, status).await
}
