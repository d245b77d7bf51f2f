//! Mail that comes back: each mail has an envelope sender of its own for each reader, and a report that arrives there
//! counts against the address that it was sent to, if the report names that address.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::address::domain;
use super::report::failure;
use crate::app::App;
use crate::error::Error;
use crate::notifications::suppression::undeliverable;
use crate::service::identity::email_key;
use crate::service::tokens::{is_sealed, seal};
use crate::store::{self, Connection};

/// What local parts for returned mail begin with.
const PREFIX: &str = "bounce+";
const ACCOUNT_BYTES: usize = 16;
/// What tells one address of an account from another.
const DIGEST_BYTES: usize = 4;
const PURPOSE: &str = "althing/returned-mail";

/// Where mail to one address of one account comes back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnAddress {
    account: Uuid,
    digest: [u8; DIGEST_BYTES],
    seal: [u8; 8],
}

impl ReturnAddress {
    /// The address of a local part, if it looks like one.
    pub fn of(local: &str) -> Option<Self> {
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

    pub async fn is_ours(&self, app: &App, connection: &mut Connection) -> Result<bool, Error> {
        is_sealed(app, connection, PURPOSE, &self.sealed(), &self.seal).await
    }
}

fn digest(email_key: &str) -> [u8; DIGEST_BYTES] {
    let digest: [u8; 32] = Sha256::digest(email_key).into();
    [digest[0], digest[1], digest[2], digest[3]]
}

/// The envelope sender of mail to an address of an account; `None` when returned mail is not taken.
pub async fn sender(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    email: &str,
) -> Result<Option<String>, Error> {
    if !app.settings.replies.are_taken() {
        return Ok(None);
    }
    let address = ReturnAddress { account, digest: digest(&email_key(email)), seal: [0; 8] };
    let seal = seal(app, connection, PURPOSE, &address.sealed()).await?;
    let local = format!("{PREFIX}{}{}", hex::encode(address.sealed()), hex::encode(seal));
    Ok(Some(format!("{local}@{}", domain(app))))
}

/// Reads a mail that came back, and counts it for the address that it names.
pub async fn returned(
    app: &App,
    connection: &mut Connection,
    address: &ReturnAddress,
    raw: &[u8],
) -> Result<(), Error> {
    let account = store::accounts::find(connection, address.account).await?;
    let Some(account) = account.filter(|account| digest(&account.email_key) == address.digest) else {
        return Ok(());
    };
    let Some(status) = failure(raw, &account.email_key) else { return Ok(()) };
    undeliverable(app, connection, account.id, &account.email_key, &status).await
}
