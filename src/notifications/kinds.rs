//! The one table of kinds: for everything that leaves by mail what its reader sets, what must still be true when it
//! leaves, and where else it is shown.
//!
//! A new kind is a variant and a line here, the place that enqueues it, and its texts. Calls are declared by the
//! rulesets, with a class each; nothing here knows one by name.

use rules::{CallClass, CallKind};

use super::preferences::{DeliveryMode, Topic};

/// What a mail is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumCount)]
pub enum MailKind {
    /// A decision opened, or an answer came, in a game.
    Call(CallKind),
    Message,
    DeadlineNear,
    /// The last warning.
    DeadlineNearer,
    /// The service was down, and that time counts for no player.
    Outage,
    /// The time was over, and the rules answered.
    LapsePlayed,
    Vote,
    /// To the seat that opened the vote.
    VoteDecided,
    /// To the account that a table asks.
    Invitation,
    /// A vote offers the reader a seat.
    SeatOffered,
    GameStarted,
    GameEnded,
    /// The game is full: does the reader confirm to be there?
    ConfirmPresence,
    /// The reader did not confirm in time.
    SeatLost,
    Kicked,
    TableCancelled,
    TableExpired,
    /// A bot plays for the reader.
    CaretakerSeated,
    /// The reader's seat has another player now.
    SeatReplaced,
    /// A standing order can't apply any more.
    OrderDisarmed,
    /// An answer by mail was carried out.
    Receipt,
    /// An answer by mail was not carried out, and nothing was changed.
    ReplyRefused,
    /// A link was used, and the same seat is asked again.
    NextQuestion,
    /// Several notifications that came within some minutes.
    Batch,
    /// Those of a day, and everything that is open.
    Digest,
    VerifyAddress,
    /// To an address that has an account: it was given for a new one.
    AddressInUse,
    ResetPassword,
    LogIn,
    /// To the old address: agree to the new one.
    ApproveAddress,
    /// To the new address: prove that mail arrives.
    ProveAddress,
    /// To an address that has an account: another one wanted it.
    AddressWanted,
    PasswordChanged,
    PasswordWasReset,
    AddressChanged,
    SessionsEnded,
    Test,
    WebhookDisabled,
}

/// What must still be true when a mail leaves. The composing of each family of mails holds it to this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    Always,
    /// The reader holds the seat.
    SeatHeld,
    /// … and has not acted since.
    NotActedSince,
    /// … and the decision is open, or for awaited seats what took its place without their doing.
    DecisionOpen,
    /// … and the decision is open, and its deadline has not moved.
    DeadlineStands,
    /// … and is still asked something.
    SomethingAsked,
    /// Messages are unread.
    Unread,
    /// The vote is open, and the seat has not voted.
    BallotMissing,
    VoteClosed,
    SeatOfferOpen,
    CaretakerPlays,
    /// The reader has no seat at the table.
    NoSeat,
    InvitationOpen,
    PresenceUnconfirmed,
    Cancelled,
    Expired,
    /// Something of what was collected still holds.
    SomethingLeft,
    AddressUnproved,
    ResetOpen,
    LogInOpen,
    AddressChangeOpen,
    WebhookOff,
}

/// Which part of `mail` composes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTemplate {
    /// The state of a game for one seat.
    Game,
    /// The same, after an answer by mail.
    Answer,
    Messages,
    /// Votes and seats of a game that is played.
    Votes,
    /// A table that has not started.
    Lobby,
    Digest,
    Account,
}

/// What is known of a kind.
#[derive(Debug, Clone, Copy)]
pub struct KindEntry {
    pub kind: MailKind,
    /// As it is stored and shown.
    pub name: &'static str,
    /// What its reader sets to have it otherwise; `None`: no reader has a say.
    pub topic: Option<Topic>,
    pub guard: Guard,
    pub template: MailTemplate,
    /// The topic under which webhooks are notified of it; `None`: they are notified in other ways, or not at all.
    pub webhook: Option<&'static str>,
    /// Is it an item of the reader's stream?
    pub in_stream: bool,
}

use Guard::{
    AddressChangeOpen, AddressUnproved, Always, BallotMissing, Cancelled, CaretakerPlays, DeadlineStands,
    DecisionOpen, Expired, InvitationOpen, LogInOpen, NoSeat, NotActedSince, PresenceUnconfirmed, ResetOpen,
    SeatHeld, SeatOfferOpen, SomethingAsked, SomethingLeft, Unread, VoteClosed, WebhookOff,
};
use MailTemplate::{Account, Answer, Digest, Game, Lobby, Messages, Votes};

/// The service's own kinds; those that a reader can set in the order in which they are shown. Messages and invitations
/// reach webhooks from where they are stored, since a mail is not written for each.
const OWN: [KindEntry; 37] = [
    entry(MailKind::Message, "message", Unread, Messages).topic("message").off_webhooks().off_stream(),
    entry(MailKind::DeadlineNear, "deadline_near", DeadlineStands, Game).topic("deadline_near"),
    entry(MailKind::DeadlineNearer, "deadline_nearer", DeadlineStands, Game).topic("deadline_near"),
    entry(MailKind::Outage, "outage", SeatHeld, Game).topic("deadline_near"),
    entry(MailKind::LapsePlayed, "lapse_played", NotActedSince, Game).topic("lapse_played"),
    // It can't be turned off: the order was the reader's own.
    entry(MailKind::OrderDisarmed, "order_disarmed", SeatHeld, Game).webhook("order_disarmed"),
    entry(MailKind::Vote, "vote", BallotMissing, Votes).topic("vote"),
    entry(MailKind::VoteDecided, "vote_decided", VoteClosed, Votes).topic("vote"),
    entry(MailKind::Invitation, "invitation", InvitationOpen, Lobby).topic("invitation").off_webhooks(),
    entry(MailKind::SeatOffered, "seat_offered", SeatOfferOpen, Votes).topic("invitation"),
    entry(MailKind::GameStarted, "game_started", SeatHeld, Game).topic("game_started"),
    entry(MailKind::GameEnded, "game_ended", SeatHeld, Game).topic("game_ended"),
    entry(MailKind::ConfirmPresence, "confirm_presence", PresenceUnconfirmed, Lobby).topic("table"),
    entry(MailKind::SeatLost, "seat_lost", NoSeat, Lobby).topic("table"),
    entry(MailKind::Kicked, "kicked", NoSeat, Lobby).topic("table"),
    entry(MailKind::TableCancelled, "table_cancelled", Cancelled, Lobby).topic("table"),
    entry(MailKind::TableExpired, "table_expired", Expired, Lobby).topic("table"),
    entry(MailKind::CaretakerSeated, "caretaker_seated", CaretakerPlays, Votes).topic("table"),
    entry(MailKind::SeatReplaced, "seat_replaced", NoSeat, Votes).topic("table"),
    entry(MailKind::Receipt, "receipt", SeatHeld, Answer),
    entry(MailKind::ReplyRefused, "reply_refused", SeatHeld, Answer),
    entry(MailKind::NextQuestion, "next_question", SomethingAsked, Answer),
    entry(MailKind::Batch, "batch", SomethingLeft, Digest),
    entry(MailKind::Digest, "digest", SomethingLeft, Digest),
    entry(MailKind::VerifyAddress, "verify_address", AddressUnproved, Account),
    entry(MailKind::AddressInUse, "address_in_use", Always, Account),
    entry(MailKind::ResetPassword, "reset_password", ResetOpen, Account),
    entry(MailKind::LogIn, "log_in", LogInOpen, Account),
    entry(MailKind::ApproveAddress, "approve_address", AddressChangeOpen, Account),
    entry(MailKind::ProveAddress, "prove_address", AddressChangeOpen, Account),
    entry(MailKind::AddressWanted, "address_wanted", Always, Account),
    entry(MailKind::PasswordChanged, "password_changed", Always, Account),
    entry(MailKind::PasswordWasReset, "password_was_reset", Always, Account),
    entry(MailKind::AddressChanged, "address_changed", Always, Account),
    entry(MailKind::SessionsEnded, "sessions_ended", Always, Account),
    entry(MailKind::Test, "test", Always, Account),
    entry(MailKind::WebhookDisabled, "webhook_disabled", WebhookOff, Account),
];

/// Every call is a topic of its own. By default there is no mail about an offer that the reader can't accept.
const fn call(call: CallKind) -> KindEntry {
    let called = entry(MailKind::Call(call), call.name, DecisionOpen, Game).topic(call.name);
    match call.class {
        CallClass::UnpayableOffer => {
            let topic = Topic::new(call.name, DeliveryMode::Never);
            KindEntry { topic: Some(topic), ..called.off_stream() }
        }
        _ => called,
    }
}

const fn entry(kind: MailKind, name: &'static str, guard: Guard, template: MailTemplate) -> KindEntry {
    KindEntry { kind, name, topic: None, guard, template, webhook: None, in_stream: true }
}

impl KindEntry {
    /// Webhooks know it under the same topic.
    const fn topic(self, topic: &'static str) -> Self {
        Self { topic: Some(Topic::usual(topic)), webhook: Some(topic), ..self }
    }

    const fn webhook(self, topic: &'static str) -> Self {
        Self { webhook: Some(topic), ..self }
    }

    const fn off_webhooks(self) -> Self {
        Self { webhook: None, ..self }
    }

    const fn off_stream(self) -> Self {
        Self { in_stream: false, ..self }
    }
}

impl MailKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Call(call) => call.name,
            // Every variant has a line, which a test holds.
            _ => OWN.iter().find(|entry| entry.kind == self).map_or("", |entry| entry.name),
        }
    }

    /// Does the game wait for the one who gets it?
    pub fn is_awaited(self) -> bool {
        matches!(self, Self::Call(call) if call.is_awaited())
    }
}

/// Every kind that a process knows: the calls that its rulesets declare, and the service's own.
#[derive(Debug)]
pub struct Kinds(Vec<KindEntry>);

impl Kinds {
    /// With the calls of these rulesets, each once: several have the contract's own, such as `your_turn`.
    pub fn new(declared: impl IntoIterator<Item = CallKind>) -> Self {
        let mut kinds: Vec<KindEntry> = Vec::new();
        for entry in declared.into_iter().map(call).chain(OWN) {
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

    pub fn calls(&self) -> impl Iterator<Item = CallKind> {
        self.all().filter_map(|entry| match entry.kind {
            MailKind::Call(call) => Some(call),
            _ => None,
        })
    }

    /// Every topic, in the order in which they are shown.
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

    /// The topic of a mail that is stored as `kind`; `None`: no reader has a say about it.
    pub fn topic_of(&self, kind: &str) -> Option<Topic> {
        self.named(kind).and_then(|entry| entry.topic)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use strum::EnumCount;

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
    fn every_kind_has_a_line() {
        // A new variant needs a line: without one its name is empty, and no mail of it is composed. Calls are declared.
        assert_eq!(OWN.len() + 1, MailKind::COUNT);
        let calls: BTreeSet<_> = declared().iter().map(|call| call.name).collect();
        assert_eq!(Kinds::new(declared()).0.len(), calls.len() + OWN.len());
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
