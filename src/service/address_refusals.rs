//! The link by which the owner of an address, with an account or without, refuses the mail that others have sent to it,
//! and allows it again. The link never expires and does nothing else, so that it may stand in every such mail.

use crate::error::{Code, Error};
use crate::notifications::unasked;
use crate::service::Ctx;
use crate::service::tokens::{is_sealed, seal};
use crate::store::unasked_mails;

const PURPOSE: &str = "althing/no-unasked-mail";
const HASH_BYTES: usize = 32;

/// The token for mails to an address as it is compared. It does not show the address.
pub async fn token(ctx: &mut Ctx, email_key: &str) -> Result<String, Error> {
    let hash = unasked::mailbox_hash(email_key);
    let seal = seal(ctx, PURPOSE, &hash).await?;
    Ok(format!("{}{}", hex::encode(hash), hex::encode(seal)))
}

/// The hash of the mailbox that a token is about. Error: `token_invalid`.
async fn mailbox(ctx: &mut Ctx, token: &str) -> Result<Vec<u8>, Error> {
    let invalid = || Code::TokenInvalid.problem();
    let bytes = hex::decode(token).map_err(|_| invalid())?;
    let (hash, seal) = bytes.split_at_checked(HASH_BYTES).ok_or_else(invalid)?;
    let seal = seal.try_into().map_err(|_| invalid())?;
    if is_sealed(ctx, PURPOSE, hash, &seal).await? { Ok(hash.to_vec()) } else { Err(invalid()) }
}

/// Does the owner of the mailbox want no mail that others cause? Error: `token_invalid`.
pub async fn is_refused(ctx: &mut Ctx, token: &str) -> Result<bool, Error> {
    let mailbox = mailbox(ctx, token).await?;
    Ok(unasked_mails::is_refused(&mut ctx.db, &[mailbox]).await?)
}

/// Refuses mail that others cause to the mailbox, or allows it again. Harmless to repeat. Error: `token_invalid`.
pub async fn set(ctx: &mut Ctx, token: &str, refused: bool) -> Result<(), Error> {
    let mailbox = mailbox(ctx, token).await?;
    let stored = match refused {
        true => unasked_mails::refuse(&mut ctx.db, &mailbox, ctx.app.now()).await,
        false => unasked_mails::allow(&mut ctx.db, &[mailbox]).await,
    };
    Ok(stored?)
}
