//! Links of mails: each opens one page, without a password, for its holder.
//!
//! A link has the id of its game or account and a secret, of which only the hash is stored. What it opens is looked up
//! each time, so that a link never does more than its account may at that moment. All links of an account end when its
//! owner recovers it. A link that was made on the page of another link ends with that one.

mod invitation;
mod seat;

pub use invitation::{
    AcceptedInvitation, InvitedReader, OpenedInvitation, accept_invitation, block_invitations,
    create_invitation_link, decline_invitation, open_invitation_link, report_invitation,
};
pub use seat::{
    OpenedSeat, OpenedSeatOffer, SeatLink, SeatMoment, create_seat_link, create_seat_offer_link,
    end_seat_links, open_seat_link, open_seat_of_device, open_seat_offer_link, seat_moment,
    take_offered_seat,
};

use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::access::AccountCredential;
use super::accounts;
use super::apps;
use super::devices::{self, OpenedDevice};
use super::link_token::LinkToken;
use super::page_log_ins;
use crate::error::{Code, Error};
use crate::service::identity::email_key;
use crate::service::{App, Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::devices as stored_devices;
use crate::store::mail_links::{self, FoundLink, LinkPurpose, MailLinkRow};
use crate::store::{self, recoveries};
use crate::time_control::Instant;

/// A secret of 128 bits can't be guessed.
type MailLinkToken = LinkToken<16>;

/// For how long a link is valid after a newer one was mailed.
const DAYS_AFTER_A_NEWER_ONE: i64 = 7;

/// Why a link opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadLink {
    /// The link is none of ours, is not whole, or is gone.
    Unknown,
    Expired,
    /// The password or the address of the account changed since the link was mailed, or sessions were ended.
    Ended,
    /// Another player has the seat.
    SeatLost,
    /// Its account may not play here.
    Banned,
}

#[derive(Clone, Copy)]
pub enum LinkOrigin<'t> {
    /// A mail to its owner.
    Mail,
    /// A button on a page that the link with this token opened. It ends with that link, and the same button leads to it
    /// again.
    Page(&'t str),
    /// A button on a page that a remembered device opened; likewise.
    Device(&'t OpenedDevice),
}

/// What a link is made from, locked so that it can't end before the new link is stored, which would then outlive it.
struct Opener {
    /// The partitions of the links before it, the mailed one first; the id of a device.
    opened_from: Vec<Uuid>,
    secret_hash: Vec<u8>,
    /// Seals the secret of the new link.
    secret: [u8; 16],
}

impl Opener {
    /// `None` for a link that is mailed. Error: `link_not_found` if what the link is made from has ended.
    async fn lock(tx: &mut Tx<'_>, origin: LinkOrigin<'_>) -> Result<Option<Self>, Error> {
        let gone = || Code::LinkNotFound.problem();
        Ok(match origin {
            LinkOrigin::Mail => None,
            LinkOrigin::Page(token) => {
                let token = MailLinkToken::parse(token).ok_or_else(gone)?;
                let row = mail_links::lock(&mut tx.bare(), token.partition, &hash(&token)).await?;
                let row = row.ok_or_else(gone)?;
                let mut opened_from = row.opened_from.unwrap_or_default();
                opened_from.push(token.partition);
                Some(Self { opened_from, secret_hash: row.secret_hash, secret: token.secret })
            }
            LinkOrigin::Device(device) => {
                let row = stored_devices::lock(&mut tx.bare(), device.account.id, device.id).await?;
                let row = row.ok_or_else(gone)?;
                let secret = device.token.secret;
                Some(Self { opened_from: vec![row.id], secret_hash: row.secret_hash, secret })
            }
        })
    }
}

/// A link for an account.
struct NewLink {
    partition: Uuid,
    account: Uuid,
    purpose: LinkPurpose,
    seat: Option<i16>,
    invitation: Option<Uuid>,
    expires_at: Option<Instant>,
}

impl NewLink {
    /// A link without a seat, an invitation or an expiry.
    const fn new(purpose: LinkPurpose, partition: Uuid, account: Uuid) -> Self {
        Self { partition, account, purpose, seat: None, invitation: None, expires_at: None }
    }
}

/// Stores a link for an account, and returns the last part of its address. Error: `link_not_found` if the link that it
/// is made from has ended meanwhile.
async fn create(ctx: &mut Ctx, new: NewLink, origin: LinkOrigin<'_>) -> Result<String, Error> {
    let token = MailLinkToken::new(&ctx.app, new.partition);
    let row = MailLinkRow {
        account_id: Some(new.account),
        seat: new.seat,
        invitation_id: new.invitation,
        recovery_id: Some(recoveries::current(&mut ctx.db, new.account).await?.unwrap_or_default()),
        expires_at: new.expires_at,
        ..without_account(&ctx.app, &token, new.purpose)
    };
    if matches!(origin, LinkOrigin::Mail) {
        add(ctx, &row).await?;
        return Ok(token.to_string());
    }
    ctx.transaction(async |tx| {
        let Some(opener) = Opener::lock(tx, origin).await? else {
            return Err(Error::bug("a link is made from nothing"));
        };
        let row = MailLinkRow {
            sealed_secret: Some(sealed(opener.secret, &row.secret_hash, token.secret).to_vec()),
            opened_from: Some(opener.opened_from),
            opened_by: Some(opener.secret_hash),
            ..row
        };
        let oldest = tx.app.now() - TimeDelta::days(tx.app.settings.replies.days - 1);
        let fresh = (oldest, tx.app.now() + TimeDelta::days(1));
        // The same button leads to the same link: otherwise each press would leave one more link to end.
        if let Some(found) = mail_links::find_opened(&mut tx.db, &row, fresh).await? {
            let secret = found.sealed_secret.and_then(|secret| secret.try_into().ok());
            let secret = secret.ok_or_else(|| Error::bug("a link is stored without its sealed secret"))?;
            let secret = sealed(opener.secret, &found.secret_hash, secret);
            return Ok(MailLinkToken { partition: new.partition, secret }.to_string());
        }
        add(tx, &row).await?;
        Ok(token.to_string())
    })
    .await
}

/// The credential that a link is. Error: `link_not_found` for what is none.
pub fn credential(token: &str) -> Result<AccountCredential, Error> {
    let token = MailLinkToken::parse(token).ok_or_else(|| Code::LinkNotFound.problem())?;
    Ok(AccountCredential::MailLink {
        partition: token.partition,
        secret_hash: Sha256::digest(token.secret).into(),
    })
}

/// Seals or unseals the secret of a link with the secret of the link or device that opened it. A pad is used for one secret only,
/// since it depends on the hash of that secret. A reader of the database has neither secret.
fn sealed(opener: [u8; 16], hash: &[u8], secret: [u8; 16]) -> [u8; 16] {
    let pad = Sha256::new_with_prefix("althing/opened-link").chain_update(opener).chain_update(hash);
    let mut pad = pad.finalize().into_iter();
    secret.map(|byte| byte ^ pad.next().unwrap_or_default())
}

/// A link to be mailed to an address that has no account.
fn without_account(app: &App, token: &MailLinkToken, purpose: LinkPurpose) -> MailLinkRow {
    MailLinkRow {
        partition: token.partition,
        secret_hash: hash(token),
        purpose: <&str>::from(purpose).to_owned(),
        account_id: None,
        email: None,
        email_key: None,
        seat: None,
        invitation_id: None,
        recovery_id: None,
        created_at: app.now(),
        expires_at: None,
        opened_from: None,
        opened_by: None,
        sealed_secret: None,
    }
}

async fn add(ctx: &mut Ctx, row: &MailLinkRow) -> Result<(), Error> {
    let others_until = ctx.app.now() + TimeDelta::days(DAYS_AFTER_A_NEWER_ONE);
    Ok(mail_links::add(&mut ctx.db, row, others_until).await?)
}

fn hash(token: &MailLinkToken) -> Vec<u8> {
    Sha256::digest(token.secret).to_vec()
}

/// The stored link of a token, if it is for that purpose and still valid. Changes nothing.
async fn find(
    ctx: &mut Ctx,
    token: &str,
    purpose: LinkPurpose,
) -> Result<Result<MailLinkRow, DeadLink>, Error> {
    let Some(token) = MailLinkToken::parse(token) else { return Ok(Err(DeadLink::Unknown)) };
    let found = mail_links::find(&mut ctx.db, token.partition, &hash(&token)).await?;
    let Some(found) = found.filter(|found| found.link.purpose == <&str>::from(purpose)) else {
        return Ok(Err(DeadLink::Unknown));
    };
    // After a recovery, a reader of the old mailbox learns nothing more of the account or the link.
    if !found.is_current() {
        return Ok(Err(DeadLink::Ended));
    }
    let oldest = ctx.app.now() - TimeDelta::days(ctx.app.settings.replies.days);
    let FoundLink { link, is_banned, .. } = found;
    if link.expires_at.is_some_and(|at| at <= ctx.app.now()) || link.created_at < oldest {
        return Ok(Err(DeadLink::Expired));
    }
    Ok(if is_banned { Err(DeadLink::Banned) } else { Ok(link) })
}

// Links to the page of an account, and to the page where one is made. Who holds the former may answer for that account
// everywhere; passwords and addresses change only by mails of their own.

/// For how long a link to an account is valid.
const ACCOUNT_DAYS: i64 = 7;

/// Makes a link for a mail to the owner of an account, and returns the last part of its address.
pub async fn create_account_link(ctx: &mut Ctx, account: Uuid) -> Result<String, Error> {
    let expires_at = Some(ctx.app.now() + TimeDelta::days(ACCOUNT_DAYS));
    let new = NewLink { expires_at, ..NewLink::new(LinkPurpose::Account, account, account) };
    create(ctx, new, LinkOrigin::Mail).await
}

/// The account behind a link, or why there is none. Changes nothing.
pub async fn open_account_link(ctx: &mut Ctx, token: &str) -> Result<Result<AccountRow, DeadLink>, Error> {
    let row = match find(ctx, token, LinkPurpose::Account).await? {
        Ok(row) => row,
        Err(dead) => return Ok(Err(dead)),
    };
    let account = store::accounts::find(&mut ctx.db, row.partition).await?;
    Ok(account.filter(|row| row.deleted_at.is_none()).ok_or(DeadLink::Unknown))
}

/// Makes every link to the page of an account dead, those that were opened on that page, the devices that were
/// remembered there, and the apps that were allowed from them.
pub async fn end_account_links(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    // Nothing is remembered by a link that is about to go.
    accounts::owner(&mut tx.db, account).await?;
    // In this order: once the link to the account is gone, no further link can be opened from it.
    mail_links::remove_all(&mut tx.db, account, account, LinkPurpose::Account).await?;
    mail_links::remove_opened_from(&mut tx.db, account, account).await?;
    // The page shows the addresses of feeds to anybody who has its link, and lets them subscribe a browser.
    store::feed_addresses::remove(&mut tx.db, account).await?;
    store::push::remove_all(&mut tx.db, account).await?;
    apps::end_all(tx, account).await?;
    page_log_ins::end_all(tx, account).await?;
    devices::end_all(tx, account).await
}

/// Makes a link for a mail to an address without an account, and returns the last part of its address.
pub async fn create_sign_up_link(ctx: &mut Ctx, email: &str) -> Result<String, Error> {
    let token = MailLinkToken::new(&ctx.app, ctx.app.new_id());
    let expires_at = ctx.app.now() + TimeDelta::seconds(ctx.app.settings.accounts.verify_seconds);
    let row = MailLinkRow {
        email: Some(email.to_owned()),
        email_key: Some(email_key(email)),
        expires_at: Some(expires_at),
        ..without_account(&ctx.app, &token, LinkPurpose::SignUp)
    };
    add(ctx, &row).await?;
    Ok(token.to_string())
}

/// The address behind a link for signing up, or why there is none. Changes nothing.
pub async fn open_sign_up_link(ctx: &mut Ctx, token: &str) -> Result<Result<String, DeadLink>, Error> {
    let row = find(ctx, token, LinkPurpose::SignUp).await?;
    Ok(row.and_then(|row| row.email.ok_or(DeadLink::Unknown)))
}
