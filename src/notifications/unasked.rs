//! Mails to addresses that never asked for them: others register with an address, change theirs to it, or invite it.
//! All causes together, and all addresses of one mailbox, share a limit of two mails an hour and four a day; an address
//! whose owner wants no such mail gets none. The limit is checked when a mail leaves and not when it is queued, so that
//! the answer to the request that caused the mail does not depend on it.
//!
//! A mail that the owner of the address may be waiting for is held until there is room. Of several registrations with
//! an address the newest is mailed then, so that the limit never leaves a stranger's link alone in the mailbox.

use chrono::TimeDelta;
use sha2::{Digest, Sha256};

use super::delivery::Withheld;
use super::kinds::MailKind;
use crate::app::Environment;
use crate::error::Error;
use crate::store::mails::queue::ClaimedMail;
use crate::store::unasked_mails::{self, UnaskedMail};
use crate::store::{Connection, accounts};
use crate::time_control::Instant;

/// At most two mails leave to a mailbox within this time.
const HOUR: TimeDelta = TimeDelta::hours(1);
/// At most four mails leave to a mailbox within this time.
const DAY: TimeDelta = TimeDelta::days(1);
/// The mail of a registration leaves before others that wait for the same mailbox; these are tried again after this
/// time.
const AFTER_REGISTRATION: TimeDelta = TimeDelta::seconds(60);
/// Why such a mail is held, as it is stored and shown.
pub const ADDRESS_LIMIT: &str = "address_limit";

/// May a mail to an address that never asked leave?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    Admitted,
    /// There is no room for it before this instant.
    Held {
        until: Instant,
    },
    Withheld(Withheld),
}

/// Is a mail of this kind caused by others? An invitation is, unless its reader knows who invites.
pub fn is_unasked(kind: MailKind) -> bool {
    matches!(
        kind,
        MailKind::VerifyAddress
            | MailKind::SignUp
            | MailKind::ProveAddress
            | MailKind::AddressInUse
            | MailKind::AddressWanted
            | MailKind::Invitation
    )
}

/// Decides whether a mail of an unasked kind to the address that compares as `email_key` may leave now, and counts it
/// if so.
pub async fn admit(
    app: &Environment,
    connection: &mut Connection,
    mail: &ClaimedMail,
    kind: MailKind,
    email_key: &str,
) -> Result<Admission, Error> {
    let now = app.now();
    // A sign-up link leaves to a refused address, too: its owner asked for it, and takes the refusal back with it. Such
    // requests have a limit of their own where they are made.
    if kind != MailKind::SignUp && is_refused(connection, email_key).await? {
        return Ok(Admission::Withheld(Withheld::AddressRefused));
    }
    let mailbox = mailbox(email_key);
    let was_held = mail.held.as_deref() == Some(ADDRESS_LIMIT);
    if was_held && let Some(withheld) = superseded(connection, mail, kind, email_key, &mailbox, now).await? {
        return Ok(Admission::Withheld(withheld));
    }
    let may_wait = !matches!(kind, MailKind::AddressInUse | MailKind::AddressWanted);
    let goes_after = may_wait
        && kind != MailKind::VerifyAddress
        && unasked_mails::is_registration_waiting(connection, &mailbox).await?;
    let email_hash = hash(&mailbox);
    let place = UnaskedMail {
        email_hash: &email_hash,
        mail: mail.key.id,
        now,
        hour_ago: now - HOUR,
        day_ago: now - DAY,
    };
    if !goes_after && unasked_mails::count(connection, &place).await? {
        return Ok(Admission::Admitted);
    }
    // A mail of the other two kinds says nothing that an earlier one to the mailbox has not said.
    if !may_wait {
        return Ok(Admission::Withheld(Withheld::AddressLimit));
    }
    let sent = unasked_mails::sent_at(connection, &email_hash).await?;
    // There is room when the second last mail is an hour old and the fourth last a day.
    let free =
        [(1, HOUR), (3, DAY)].into_iter().filter_map(|(place, time)| Some(*sent.get(place)? + time)).max();
    let until =
        free.unwrap_or(now).max(now + if goes_after { AFTER_REGISTRATION } else { TimeDelta::seconds(1) });
    Ok(Admission::Held { until })
}

/// The reason why a mail that was held need not leave any more; `None` if it must.
async fn superseded(
    connection: &mut Connection,
    mail: &ClaimedMail,
    kind: MailKind,
    email_key: &str,
    mailbox: &str,
    now: Instant,
) -> Result<Option<Withheld>, Error> {
    if now - mail.created_at > DAY {
        return Ok(Some(Withheld::AddressLimit));
    }
    if kind == MailKind::VerifyAddress {
        // The newer registration may have been mailed already, or have another address of the same mailbox, or both: its
        // mail may have left while this one was still to be looked at.
        let newest = accounts::by_email(connection, email_key).await?.map(|newest| newest.id);
        let is_other = newest.is_some_and(|newest| Some(newest) != mail.account);
        let is_older = match mail.account {
            Some(account) => unasked_mails::is_registered_later(connection, mailbox, account).await?,
            None => false,
        };
        if is_other || is_older {
            return Ok(Some(Withheld::RegisteredAgain));
        }
    }
    let is_of_mailbox = matches!(kind, MailKind::VerifyAddress | MailKind::SignUp);
    let is_repeated =
        is_of_mailbox && unasked_mails::is_repeated(connection, mail.key.partition, mail.key.id).await?;
    Ok(is_repeated.then_some(Withheld::Repeated))
}

/// The mailbox of an address as addresses are compared: what stands behind a plus sorts mail and makes no other
/// mailbox.
fn mailbox(email_key: &str) -> String {
    match email_key.rsplit_once('@') {
        Some((local, domain)) => {
            let base = local.split_once('+').map_or(local, |(base, _)| base);
            // An address that begins with a plus has no other name.
            format!("{}@{domain}", if base.is_empty() { local } else { base })
        }
        None => email_key.to_owned(),
    }
}

fn hash(text: &str) -> Vec<u8> {
    Sha256::digest(text).to_vec()
}

/// The hash by which the mailbox of an address is known.
pub fn mailbox_hash(email_key: &str) -> Vec<u8> {
    hash(&mailbox(email_key))
}

/// The hashes under which an address may stand among those that want no mail: that of its mailbox, and its own, which
/// earlier releases stored.
fn hashes(email_key: &str) -> [Vec<u8>; 2] {
    [mailbox_hash(email_key), hash(email_key)]
}

/// Has the owner of the address refused mails that others cause?
pub async fn is_refused(connection: &mut Connection, email_key: &str) -> Result<bool, Error> {
    Ok(unasked_mails::is_refused(connection, &hashes(email_key)).await?)
}

/// Stores that the owner of the address refuses mails that others cause.
pub async fn refuse(app: &Environment, connection: &mut Connection, email_key: &str) -> Result<(), Error> {
    Ok(unasked_mails::refuse(connection, &mailbox_hash(email_key), app.now()).await?)
}

/// Lifts the refusal of an address, since its owner has come.
pub async fn allow(connection: &mut Connection, email_key: &str) -> Result<(), Error> {
    Ok(unasked_mails::allow(connection, &hashes(email_key)).await?)
}

/// Forgets addresses that the limits have no use for any more.
pub async fn forget(app: &Environment, connection: &mut Connection) -> Result<(), Error> {
    Ok(unasked_mails::forget(connection, app.now() - DAY).await?)
}

#[cfg(test)]
mod tests {
    use super::mailbox;

    #[test]
    fn the_tags_of_an_address_lead_to_one_mailbox() {
        for (address, expected) in [
            ("aud@example.org", "aud@example.org"),
            ("aud+club@example.org", "aud@example.org"),
            ("aud+club+x@example.org", "aud@example.org"),
            ("+aud@example.org", "+aud@example.org"),
        ] {
            assert_eq!(mailbox(address), expected);
        }
    }
}
