//! Sorts claimed mails by the preferences of their readers: sent now, deferred, collected in a digest, or not sent.
//! Also lists the reasons why a mail is not sent.

use std::collections::HashMap;

use uuid::Uuid;

use super::kinds::Kinds;
use super::preferences::{DeliveryMode, Disposition, Preferences, Topic};
use crate::app::Environment;
use crate::error::Error;
use crate::store::mails::queue::{self, ClaimedMail, MailResult, Settlement};
use crate::store::mails::{self, NewDigest};
use crate::store::preferences::{self, ReaderPreferences};
use crate::store::{self, Connection};
use crate::time_control::Instant;

/// Settles the mails that are to be deferred, collected or not sent, and returns those that are to be sent now.
pub async fn apply(
    app: &Environment,
    kinds: &Kinds,
    connection: &mut Connection,
    claimed: Vec<ClaimedMail>,
) -> Result<Vec<ClaimedMail>, Error> {
    let preferences = of_readers(connection, &claimed).await?;
    let mut due = Vec::new();
    for mail in claimed {
        match disposition(app, kinds, &preferences, &mail) {
            Disposition::Now => due.push(mail),
            other => defer(app, connection, &mail, other).await?,
        }
    }
    Ok(due)
}

/// Preferences by account and partition: a game, or the account itself.
type OfReaders = HashMap<(Uuid, Uuid), Preferences>;

/// The preferences of the readers of these mails. Readers who have set none, or whose preferences can't be read, are
/// missing.
async fn of_readers(connection: &mut Connection, claimed: &[ClaimedMail]) -> Result<OfReaders, Error> {
    let pairs = claimed.iter().filter_map(|mail| Some((mail.account?, mail.key.partition)));
    let (accounts, games): (Vec<Uuid>, Vec<Uuid>) = pairs.unzip();
    if accounts.is_empty() {
        return Ok(OfReaders::new());
    }
    let stored = preferences::of_readers(connection, &accounts, &games).await?;
    let of_reader =
        |stored: &ReaderPreferences| Some(((stored.account, stored.game), Preferences::for_sending(stored)?));
    Ok(stored.iter().filter_map(of_reader).collect())
}

fn disposition(app: &Environment, kinds: &Kinds, preferences: &OfReaders, mail: &ClaimedMail) -> Disposition {
    let set = mail.account.and_then(|account| preferences.get(&(account, mail.key.partition)));
    decide(set, kinds.topic_of(&mail.kind), mail.created_at, app.now())
}

/// A notice that reaches its reader by another way than mail.
#[derive(Debug, Clone, Copy)]
pub struct PendingNotice<'n> {
    pub account: Uuid,
    pub game: Uuid,
    pub kind: &'n str,
    pub happened_at: Instant,
}

/// What is done now with a notice, by the preferences that its reader has for mails.
pub async fn disposition_of(
    app: &Environment,
    kinds: &Kinds,
    connection: &mut Connection,
    notice: &PendingNotice<'_>,
) -> Result<Disposition, Error> {
    let stored = preferences::of_readers(connection, &[notice.account], &[notice.game]).await?;
    let set = stored.first().and_then(Preferences::for_sending);
    Ok(decide(set.as_ref(), kinds.topic_of(notice.kind), notice.happened_at, app.now()))
}

fn decide(set: Option<&Preferences>, topic: Option<Topic>, written_at: Instant, now: Instant) -> Disposition {
    match (set, topic) {
        (Some(preferences), Some(topic)) => preferences.disposition(topic, written_at, now),
        (None, Some(topic)) if topic.default_mode() == DeliveryMode::Never => Disposition::Mute,
        // The reader has set nothing, or the mail has no topic: one about the account can't be put off or turned off.
        _ => Disposition::Now,
    }
}

async fn defer(
    app: &Environment,
    connection: &mut Connection,
    mail: &ClaimedMail,
    disposition: Disposition,
) -> Result<(), Error> {
    let at = app.now();
    match (disposition, mail.account) {
        (Disposition::Hold { until, why }, _) => {
            queue::settle(connection, mail, &Settlement::Held { until, why }).await?;
        }
        (Disposition::Collect { into, due_at }, Some(account)) => {
            let digest = NewDigest { id: app.new_id(), account, kind: into.name(), now: at, due_at };
            // In one transaction: the digest is locked, and so not sent, until the mail is settled into it.
            store::transaction(connection, async |connection| {
                let into = mails::open_digest(connection, &digest).await?;
                Ok::<_, Error>(queue::settle(connection, mail, &Settlement::Collected { at, into }).await?)
            })
            .await?;
        }
        (Disposition::Mute, _) => {
            let (result, reason) = (Withheld::Preference.result(), Withheld::Preference.reason());
            let muted = Settlement::Final { at, result, reason: Some(reason.to_owned()), problem: None };
            queue::settle(connection, mail, &muted).await?;
        }
        // `apply` returns what is sent now. A mail without an account has no preferences, so it is never collected.
        (Disposition::Now | Disposition::Collect { .. }, _) => {}
    }
    Ok(())
}

/// Does the reader of a collected mail still want such mails?
pub async fn is_wanted(
    kinds: &Kinds,
    connection: &mut Connection,
    mail: &ClaimedMail,
) -> Result<bool, Error> {
    let about = mail.account.map(|account| (account, mail.key.partition));
    let (accounts, games): (Vec<_>, Vec<_>) = about.into_iter().unzip();
    let stored = preferences::of_readers(connection, &accounts, &games).await?;
    let set = stored.first().and_then(Preferences::for_sending).zip(kinds.topic_of(&mail.kind));
    Ok(set.is_none_or(|(preferences, topic)| preferences.mode(topic) != DeliveryMode::Never))
}

// The texts are stored and shown to players and operators, so they must not change.
macro_rules! reasons {
    ($($reason:ident: $result:ident $text:literal),* $(,)?) => {
        /// Why a mail is stale or suppressed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Withheld { $($reason),* }

        impl Withheld {
            pub const ALL: &[Self] = &[$(Self::$reason),*];

            pub fn result(self) -> MailResult {
                match self { $(Self::$reason => MailResult::$result),* }
            }

            /// The text that is stored and shown.
            pub fn reason(self) -> &'static str {
                match self { $(Self::$reason => $text),* }
            }
        }
    };
}

reasons! {
    AccountDeleted: Stale "stale: account deleted",
    AccountBanned: Stale "stale: account banned",
    AddressUnproved: Stale "stale: address not proved",
    AddressProved: Stale "stale: address already proved",
    LinkClosed: Stale "stale: link no longer open",
    AddressChangeClosed: Stale "stale: address change no longer open",
    WebhookEnabled: Stale "stale: webhook enabled again",
    ChannelEnabled: Stale "stale: channel enabled again",
    GameGone: Stale "stale: game gone",
    GameNotInPlay: Stale "stale: game not in play",
    SeatLeft: Stale "stale: seat left",
    SeatTaken: Stale "stale: seat taken",
    DecisionClosed: Stale "stale: decision closed",
    DeadlineMoved: Stale "stale: deadline moved",
    ActedSince: Stale "stale: acted since",
    MessagesRead: Stale "stale: messages read",
    VoteClosed: Stale "stale: vote closed",
    VoteOpen: Stale "stale: vote still open",
    BallotCast: Stale "stale: ballot cast",
    OfferClosed: Stale "stale: offer closed",
    CaretakerGone: Stale "stale: caretaker gone",
    InvitationClosed: Stale "stale: invitation closed",
    SenderUnwelcome: Stale "stale: sender blocked or banned",
    TableChanged: Stale "stale: table has changed",
    PresenceConfirmed: Stale "stale: presence confirmed",
    Repeated: Stale "stale: told again later",
    AnnouncementOver: Stale "stale: announcement over",
    NothingLeft: Stale "stale: nothing left to tell",
    RegisteredAgain: Stale "stale: registered again later",
    Preference: Suppressed "suppressed: preference",
    AddressSuppressed: Suppressed "suppressed: address stopped",
    AddressRefused: Suppressed "suppressed: address wants no such mail",
    AddressLimit: Suppressed "suppressed: too many mails to the address",
}

#[cfg(test)]
mod tests {
    use super::Withheld;

    #[test]
    fn a_reason_begins_with_its_result() {
        for withheld in Withheld::ALL {
            assert!(withheld.reason().starts_with(&format!("{}: ", withheld.result().word())));
        }
    }
}
