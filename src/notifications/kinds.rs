//! The one table of kinds of mail: what a reader can set for each, what must still be true when it leaves, and where
//! else it is shown.
//!
//! A new kind is a line here, the place that enqueues it, and its texts. Calls are declared by the rulesets, with a
//! class each; no call is known by its name here.

use rules::{CallClass, CallKind};

use super::preferences::{DeliveryMode, Topic};

/// Makes the enum of kinds, their names and their entries from one table, so that no kind can lack one of them.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal = $template:expr $(, $set:ident($($value:expr)?))* ;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum MailKind {
            /// A decision opened, or an answer came, in a game; its ruleset declares it.
            Call(CallKind),
            $($(#[$doc])* $kind,)+
        }

        impl MailKind {
            pub fn name(self) -> &'static str {
                match self {
                    Self::Call(call) => call.name,
                    $(Self::$kind => $name,)+
                }
            }
        }

        /// The service's own kinds. Topics are shown in this order.
        const OWN: &[KindEntry] =
            &[$(entry(MailKind::$kind, $name, $template)$(.$set($($value)?))*,)+];
    };
}

// Webhooks find messages and invitations where they are stored, since not every message has a mail of its own.
kinds! {
    Message "message" = Messages, topic("message"), off_webhooks(), off_stream();
    DeadlineNear "deadline_near" = Game(DeadlineStands), topic("deadline_near");
    /// The last warning.
    DeadlineNearer "deadline_nearer" = Game(DeadlineStands), topic("deadline_near");
    /// The service was down, and that time counts for no player.
    Outage "outage" = Game(SeatHeld), topic("deadline_near"), webhook("outage");
    /// The time was over, and the rules answered.
    LapsePlayed "lapse_played" = Game(NotActedSince), topic("lapse_played");
    /// A standing order can't apply any more. This mail can't be turned off: the order was the reader's own.
    OrderDisarmed "order_disarmed" = Game(SeatHeld), webhook("order_disarmed");
    Vote "vote" = Votes(BallotMissing), topic("vote");
    /// To the seat that opened the vote.
    VoteDecided "vote_decided" = Votes(VoteClosed), topic("vote");
    /// To the invited account or address.
    Invitation "invitation" = Lobby(InvitationOpen), topic("invitation"), off_webhooks();
    /// A vote offers the reader a seat.
    SeatOffered "seat_offered" = Votes(SeatOfferOpen), topic("invitation"), webhook("seat_offered");
    GameStarted "game_started" = Game(SeatHeld), topic("game_started");
    GameEnded "game_ended" = Game(SeatHeld), topic("game_ended");
    /// The game is full: does the reader confirm to be there?
    ConfirmPresence "confirm_presence" = Lobby(PresenceUnconfirmed), topic("membership");
    /// The reader did not confirm in time.
    SeatLost "seat_lost" = Lobby(LobbyGuard::NoSeat), topic("membership");
    Kicked "kicked" = Lobby(LobbyGuard::NoSeat), topic("membership");
    GameCancelled "game_cancelled" = Lobby(Cancelled), topic("membership");
    GameExpired "game_expired" = Lobby(Expired), topic("membership");
    /// A bot plays for the reader.
    CaretakerSeated "caretaker_seated" = Votes(CaretakerPlays), topic("membership");
    /// The reader's seat has another player now.
    SeatReplaced "seat_replaced" = Votes(VoteGuard::NoSeat), topic("membership");
    /// A reply was carried out.
    Receipt "receipt" = Answer, topic("receipt"), by_mail_alone();
    /// A reply was not carried out, and nothing was changed.
    ReplyRefused "reply_refused" = Answer;
    /// A reply asked how the game stands.
    Status "status" = Answer;
    /// A reply asked what can be written.
    Help "help" = Answer;
    /// The player ended all links of earlier mails about the game; this one has a new link.
    LinksEnded "links_ended" = Answer;
    /// Several notifications that came within some minutes.
    Batch "batch" = Digest;
    /// The notifications of a day, and everything that is open.
    Digest "digest" = Digest;
    /// A text of the operators to every player.
    Announcement "announcement" = Account, topic("announcement"), by_mail_alone();
    VerifyAddress "verify_address" = Account;
    /// To an address without an account, whose owner asked for one.
    SignUp "sign_up" = Account;
    /// The account was made by the link of a mail.
    Welcome "welcome" = Account;
    /// The owner asked for a link to the page of the account.
    AccountLink "account_link" = Account;
    /// To an address that has an account: it was given for a new one.
    AddressInUse "address_in_use" = Account;
    ResetPassword "reset_password" = Account;
    LogIn "log_in" = Account;
    /// To the old address: agree to the new one.
    ApproveAddress "approve_address" = Account;
    /// To the new address: prove that mail arrives.
    ProveAddress "prove_address" = Account;
    /// To an address that has an account: another account asked to change to it.
    AddressWanted "address_wanted" = Account;
    PasswordChanged "password_changed" = Account;
    PasswordWasReset "password_was_reset" = Account;
    AddressChanged "address_changed" = Account;
    SessionsEnded "sessions_ended" = Account;
    Test "test" = Account;
    WebhookDisabled "webhook_disabled" = Account;
    /// To operators: a player was reported.
    Reported "reported" = Account;
}

/// Which part of `mail::compose` writes a mail, and its guard: what must still be true when it leaves. Each template
/// has guards of its own, so that no mail can be given a guard that its template does not check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTemplate {
    /// The state of a game for one seat.
    Game(GameGuard),
    /// The state of a game for one seat, after a reply; sent as long as the reader has the seat.
    Answer,
    /// Unread messages.
    Messages,
    /// Votes and seats of a game that is played.
    Votes(VoteGuard),
    /// A game that has not started.
    Lobby(LobbyGuard),
    /// The mails that were collected and still hold.
    Digest,
    /// An account; each kind has a condition of its own.
    Account,
}

/// What must still be true, besides that the reader has the seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameGuard {
    SeatHeld,
    NotActedSince,
    /// The decision is open; for an awaited seat, or another decision that replaced it without an action of the seat.
    DecisionOpen,
    /// The decision is open, and its deadline has not moved.
    DeadlineStands,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoteGuard {
    /// The vote is open, and the seat has not voted.
    BallotMissing,
    VoteClosed,
    SeatOfferOpen,
    CaretakerPlays,
    /// The reader has no seat in the game.
    NoSeat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LobbyGuard {
    InvitationOpen,
    PresenceUnconfirmed,
    /// The reader has no seat in the game.
    NoSeat,
    Cancelled,
    Expired,
}

use GameGuard::{DeadlineStands, DecisionOpen, NotActedSince, SeatHeld};
use LobbyGuard::{Cancelled, Expired, InvitationOpen, PresenceUnconfirmed};
use MailTemplate::{Account, Answer, Digest, Game, Lobby, Messages, Votes};
use VoteGuard::{BallotMissing, CaretakerPlays, SeatOfferOpen, VoteClosed};

#[derive(Debug, Clone, Copy)]
pub struct KindEntry {
    pub kind: MailKind,
    /// As it is stored and shown.
    pub name: &'static str,
    /// The topic under which a reader sets how the mail comes; `None`: it can't be set.
    pub topic: Option<Topic>,
    pub template: MailTemplate,
    /// The topic of the webhooks that get it; `None`: webhooks find it elsewhere, or do not get it.
    pub webhook: Option<&'static str>,
    /// Is the mail the only notification?
    pub is_mail_alone: bool,
    /// Is it an item of the reader's stream?
    pub in_stream: bool,
}

/// The entry of a call. Every call is a topic of its own; the default for an offer that the reader can't accept is no
/// mail.
const fn call(call: CallKind) -> KindEntry {
    let called = entry(MailKind::Call(call), call.name, Game(DecisionOpen)).topic(call.name);
    match call.class {
        CallClass::UnpayableOffer => {
            let topic = Topic::new(call.name, DeliveryMode::Never);
            KindEntry { topic: Some(topic), ..called.off_stream() }
        }
        _ => called,
    }
}

const fn entry(kind: MailKind, name: &'static str, template: MailTemplate) -> KindEntry {
    KindEntry { kind, name, topic: None, template, webhook: None, is_mail_alone: false, in_stream: true }
}

impl KindEntry {
    /// Sets the topic for readers and webhooks.
    const fn topic(self, topic: &'static str) -> Self {
        Self { topic: Some(Topic::usual(topic)), webhook: Some(topic), ..self }
    }

    const fn webhook(self, topic: &'static str) -> Self {
        Self { webhook: Some(topic), ..self }
    }

    const fn off_webhooks(self) -> Self {
        Self { webhook: None, ..self }
    }

    const fn by_mail_alone(self) -> Self {
        Self { is_mail_alone: true, ..self.off_webhooks() }
    }

    const fn off_stream(self) -> Self {
        Self { in_stream: false, ..self }
    }
}

impl MailKind {
    /// Does the game wait for the reader?
    pub fn is_awaited(self) -> bool {
        matches!(self, Self::Call(call) if call.is_awaited())
    }
}

/// Every kind that a process knows: the calls that its rulesets declare, and the service's own.
#[derive(Debug)]
pub struct Kinds(Vec<KindEntry>);

impl Kinds {
    /// `declared` are the calls of every ruleset. A call that several rulesets declare, such as the contract's
    /// `your_turn`, is added once.
    pub fn new(declared: impl IntoIterator<Item = CallKind>) -> Self {
        let mut kinds: Vec<KindEntry> = Vec::new();
        for entry in declared.into_iter().map(call).chain(OWN.iter().copied()) {
            if kinds.iter().all(|known| known.name != entry.name) {
                kinds.push(entry);
            }
        }
        Self(kinds)
    }

    pub fn all(&self) -> impl Iterator<Item = &KindEntry> {
        self.0.iter()
    }

    /// The kind that is stored as `name`.
    pub fn named(&self, name: &str) -> Option<KindEntry> {
        self.all().find(|entry| entry.name == name).copied()
    }

    /// The names of the kinds that are items of streams: those about a seat of a game in play.
    pub fn in_streams(&self) -> impl Iterator<Item = &'static str> {
        let of_games = |template| matches!(template, Game(_) | Votes(_));
        self.all().filter(move |entry| entry.in_stream && of_games(entry.template)).map(|entry| entry.name)
    }

    pub fn calls(&self) -> impl Iterator<Item = CallKind> {
        self.all().filter_map(|entry| match entry.kind {
            MailKind::Call(call) => Some(call),
            _ => None,
        })
    }

    /// Every topic, in the order in which topics are shown.
    pub fn topics(&self) -> Vec<Topic> {
        let mut topics = Vec::new();
        for topic in self.all().filter_map(|entry| entry.topic) {
            if !topics.contains(&topic) {
                topics.push(topic);
            }
        }
        topics
    }

    pub fn topic(&self, name: &str) -> Option<Topic> {
        self.all().filter_map(|entry| entry.topic).find(|topic| topic.name() == name)
    }

    /// The topic of a mail that is stored as `kind`; `None`: readers can't set how it comes.
    pub fn topic_of(&self, kind: &str) -> Option<Topic> {
        self.named(kind).and_then(|entry| entry.topic)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn declared() -> Vec<CallKind> {
        rulesets::all().iter().flat_map(|ruleset| ruleset.call_kinds()).copied().collect()
    }

    #[test]
    fn every_name_is_there_once_and_leads_to_its_kind() {
        let kinds = Kinds::new(declared());
        let names: BTreeSet<_> = kinds.all().map(|entry| entry.name).collect();
        assert_eq!(names.len(), kinds.0.len());
        for entry in kinds.all() {
            assert!(!entry.name.is_empty() && entry.kind.name() == entry.name);
            assert_eq!(kinds.named(entry.name).map(|found| found.kind), Some(entry.kind));
        }
    }

    #[test]
    fn a_call_means_the_same_in_every_ruleset_and_is_none_of_the_services_own_kinds() {
        let kinds = Kinds::new(declared());
        for call in declared() {
            assert_eq!(kinds.named(call.name).map(|entry| entry.kind), Some(MailKind::Call(call)));
            assert!(OWN.iter().all(|entry| entry.name != call.name), "{}", call.name);
        }
    }

    #[test]
    fn only_offers_beyond_the_hand_are_not_sent_unasked() {
        for entry in Kinds::new(declared()).all() {
            let is_muted = entry.topic.is_some_and(|topic| topic.default_mode() == DeliveryMode::Never);
            assert_eq!(is_muted, entry.kind == MailKind::Call(CallKind::UNPAYABLE_OFFER), "{}", entry.name);
        }
    }

    #[test]
    fn a_call_that_a_ruleset_declares_has_a_topic_of_its_own() {
        let kinds = Kinds::new([CallKind::new("last_bid", CallClass::Urgent)]);
        assert_eq!(kinds.topic_of("last_bid"), Some(Topic::usual("last_bid")));
        assert!(kinds.named("last_bid").is_some_and(|entry| entry.kind.is_awaited() && entry.in_stream));
        assert_eq!(kinds.topic_of("first_bid"), None);
    }
}
