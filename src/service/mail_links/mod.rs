//! Links of mails: each opens one page, without a password, for those who hold it.
//!
//! A link has the id of its game or account and a secret, of which only the hash is stored. What it opens is found again
//! each time, so that a link never does more than its account may at that moment. All links of an account end when its
//! owner recovers it.

mod account;
mod invitation;
mod seat;
mod seat_moment;
mod seat_offer;

pub use account::{
    create_account_link, create_sign_up_link, end_account_links, open_account_link, open_sign_up_link,
};
pub use invitation::{
    AcceptedInvitation, InvitedReader, OpenedInvitation, accept_invitation, block_invitations,
    create_invitation_link, decline_invitation, open_invitation_link, report_invitation,
};
pub use seat::{OpenedSeat, SeatLink, create_seat_link, end_seat_links, open_seat_link};
pub use seat_moment::{SeatMoment, seat_moment};
pub use seat_offer::{OpenedSeatOffer, create_seat_offer_link, open_seat_offer_link, take_offered_seat};

use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::link_token::LinkToken;
use crate::error::Error;
use crate::service::App;
use crate::store::mail_links::{self, FoundLink, LinkPurpose, MailLinkRow};
use crate::store::{Connection, recoveries};
use crate::time_control::Instant;

/// Nobody guesses 128 bits.
type MailLinkToken = LinkToken<16>;

/// For how long a link is valid after a newer one was mailed.
const DAYS_AFTER_A_NEWER_ONE: i64 = 7;

/// Why a link opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadLink {
    /// It is none of ours, is not whole, or is gone.
    Unknown,
    Expired,
    /// The password or the address of its account changed since it was mailed, or sessions were ended.
    Ended,
    /// Another player has the seat.
    SeatLost,
    /// Its account may not play here.
    Banned,
}

/// A link to be mailed to an account.
struct NewLink {
    partition: Uuid,
    account: Uuid,
    purpose: LinkPurpose,
    seat: Option<i16>,
    invitation: Option<Uuid>,
    expires_at: Option<Instant>,
}

/// Stores a link for an account: the last part of its address.
async fn create(app: &App, connection: &mut Connection, new: NewLink) -> Result<String, Error> {
    let token = MailLinkToken::new(app, new.partition);
    let row = MailLinkRow {
        account_id: Some(new.account),
        seat: new.seat,
        invitation_id: new.invitation,
        recovery_id: Some(recoveries::current(connection, new.account).await?.unwrap_or_default()),
        expires_at: new.expires_at,
        ..without_account(app, &token, new.purpose)
    };
    add(app, connection, &row).await?;
    Ok(token.to_string())
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
    }
}

async fn add(app: &App, connection: &mut Connection, row: &MailLinkRow) -> Result<(), Error> {
    let others_until = app.now() + TimeDelta::days(DAYS_AFTER_A_NEWER_ONE);
    Ok(mail_links::add(connection, row, others_until).await?)
}

fn hash(token: &MailLinkToken) -> Vec<u8> {
    Sha256::digest(token.secret).to_vec()
}

/// The stored link of a token, if it is for that purpose and still valid. Changes nothing.
async fn find(
    app: &App,
    connection: &mut Connection,
    token: &str,
    purpose: LinkPurpose,
) -> Result<Result<MailLinkRow, DeadLink>, Error> {
    let Some(token) = MailLinkToken::parse(token) else { return Ok(Err(DeadLink::Unknown)) };
    let found = mail_links::find(connection, token.partition, &hash(&token)).await?;
    let Some(found) = found.filter(|found| found.link.purpose == <&str>::from(purpose)) else {
        return Ok(Err(DeadLink::Unknown));
    };
    // Someone who reads an old mailbox learns nothing either.
    if !found.is_current() {
        return Ok(Err(DeadLink::Ended));
    }
    let oldest = app.now() - TimeDelta::days(app.settings.replies.days);
    let FoundLink { link, is_banned, .. } = found;
    if link.expires_at.is_some_and(|at| at <= app.now()) || link.created_at < oldest {
        return Ok(Err(DeadLink::Expired));
    }
    Ok(if is_banned { Err(DeadLink::Banned) } else { Ok(link) })
}
