//! The one list of what players are notified of. It says for each kind of notification what a reader can set, what
//! must still be true when its mail leaves, under which topic webhooks get it, and whether streams tell of it.
//!
//! A new kind is a line here, the place that enqueues it, and its texts. Calls are declared by the rulesets, with a
//! class each; no call is known by its name here.

use std::borrow::Cow;

use rules::{CallClass, CallKind};
use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::preferences::{DeliveryMode, Topic};

/// The topics of webhooks that are the same in every ruleset. Readers set their mails by most of them, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum OwnTopic {
    /// A decision that the owner was called to has been answered or is over.
    NoLongerAwaited,
    /// The version of one of the owner's games has risen.
    GameUpdated,
    Message,
    DeadlineNear,
    Outage,
    LapsePlayed,
    OrderDisarmed,
    Vote,
    Invitation,
    SeatOffered,
    GameStarted,
    GameEnded,
    Membership,
    /// A round of a competition of the owner is paired, or the competition has ended.
    Competition,
    /// Sent when the owner asks for it, whatever the topics of the webhook are.
    Test,
}

/// What a webhook can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum WebhookTopic {
    Own(OwnTopic),
    /// A decision opened, or an answer came: under the name of the call.
    Call(CallKind),
}

impl WebhookTopic {
    /// As it is stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own(topic) => topic.into_str(),
            Self::Call(call) => call.name,
        }
    }
}

// By hand: calls are topics, too, and their names belong to the rulesets, so `http/openapi/rulesets.rs` adds the list.
impl PartialSchema for WebhookTopic {
    fn schema() -> RefOr<Schema> {
        let about = "A topic of a webhook, which is the `type` of what is sent under it: one of the notifications, or one \
                     that is for programs only. Each has an entry under `webhooks` in this description. More topics may \
                     be added.";
        ObjectBuilder::new().schema_type(Type::String).description(Some(about)).build().into()
    }
}

impl ToSchema for WebhookTopic {
    fn name() -> Cow<'static, str> {
        "WebhookTopic".into()
    }
}

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

kinds! {
    Message "message" = Messages, topic(OwnTopic::Message), stored_apart(), off_stream();
    DeadlineNear "deadline_near" = Game(DeadlineStands), topic(OwnTopic::DeadlineNear);
    /// The last warning.
    DeadlineNearer "deadline_nearer" = Game(DeadlineStands), topic(OwnTopic::DeadlineNear);
    /// The service was down, and that time counts for no player.
    Outage "outage" = Game(SeatHeld), topic(OwnTopic::DeadlineNear), webhook(OwnTopic::Outage);
    /// The time was over, and the rules answered.
    LapsePlayed "lapse_played" = Game(NotActedSince), topic(OwnTopic::LapsePlayed);
    /// A standing order can't apply any more. This mail can't be turned off: the order was the reader's own.
    OrderDisarmed "order_disarmed" = Game(SeatHeld), webhook(OwnTopic::OrderDisarmed);
    Vote "vote" = Votes(BallotMissing), topic(OwnTopic::Vote);
    /// To the seat that opened the vote.
    VoteDecided "vote_decided" = Votes(VoteClosed), topic(OwnTopic::Vote);
    /// To the invited account or address.
    Invitation "invitation" = Lobby(InvitationOpen), topic(OwnTopic::Invitation), stored_apart();
    /// A vote offers the reader a seat.
    SeatOffered "seat_offered" = Votes(SeatOfferOpen), topic(OwnTopic::Invitation), webhook(OwnTopic::SeatOffered);
    GameStarted "game_started" = Game(SeatHeld), topic(OwnTopic::GameStarted);
    GameEnded "game_ended" = Game(SeatHeld), topic(OwnTopic::GameEnded);
    /// The game is full: does the reader confirm to be there?
    ConfirmPresence "confirm_presence" = Lobby(PresenceUnconfirmed), topic(OwnTopic::Membership);
    /// The reader did not confirm in time.
    SeatLost "seat_lost" = Lobby(LobbyGuard::NoSeat), topic(OwnTopic::Membership);
    Kicked "kicked" = Lobby(LobbyGuard::NoSeat), topic(OwnTopic::Membership);
    GameCancelled "game_cancelled" = Lobby(Cancelled), topic(OwnTopic::Membership);
    GameExpired "game_expired" = Lobby(Expired), topic(OwnTopic::Membership);
    /// A bot plays for the reader.
    CaretakerSeated "caretaker_seated" = Votes(CaretakerPlays), topic(OwnTopic::Membership);
    /// The reader's seat has another player now.
    SeatReplaced "seat_replaced" = Votes(VoteGuard::NoSeat), topic(OwnTopic::Membership);
    /// Organisers ask the reader to sign up.
    CompetitionInvitation "competition_invitation" = Account, by_mail_alone("competition");
    /// A round of a competition is paired: the reader has a table, or a bye.
    RoundPaired "round_paired" = Account, topic(OwnTopic::Competition), stored_apart();
    /// The last round of a competition is over.
    CompetitionOver "competition_over" = Account, topic(OwnTopic::Competition), stored_apart();
    CompetitionCancelled "competition_cancelled" = Account, topic(OwnTopic::Competition), stored_apart();
    /// A reply was carried out.
    Receipt "receipt" = Answer, by_mail_alone("receipt");
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
    Announcement "announcement" = Account, by_mail_alone("announcement");
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
    /// A code to type on a page: see `service::codes`.
    DeviceCode "device_code" = Account;
    TokenCode "token_code" = Account;
    ExportCode "export_code" = Account;
    DeletionCode "deletion_code" = Account;
    DeviceRemembered "device_remembered" = Account;
    /// A personal access token was made on a page.
    TokenMade "token_made" = Account;
    /// A link and a code by which a browser logs in on a page where apps are allowed.
    PageLogIn "page_log_in" = Account;
    /// An app was allowed to act for the reader.
    AppAllowed "app_allowed" = Account;
    Test "test" = Account;
    WebhookDisabled "webhook_disabled" = Account;
    /// Nothing is posted any more to a channel of a game that the reader set.
    ChannelDisabled "channel_disabled" = Account;
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
    /// The topic under which webhooks get it, if they do.
    pub webhook: Option<WebhookTopic>,
    /// Do webhooks get it otherwise than by its mail? Messages and invitations are found where they are stored, since not
    /// each of them has a mail; about competitions, deliveries are queued with the mails.
    pub is_stored_apart: bool,
    /// Is it an item of the reader's stream?
    pub in_stream: bool,
}

/// The entry of a call. Every call is a topic of its own; the default for an offer that the reader can't accept is no
/// mail.
const fn call(call: CallKind) -> KindEntry {
    let default = match call.class {
        CallClass::UnpayableOffer => DeliveryMode::Never,
        _ => DeliveryMode::Instantly,
    };
    KindEntry {
        topic: Some(Topic::new(call.name, default)),
        webhook: Some(WebhookTopic::Call(call)),
        in_stream: !matches!(call.class, CallClass::UnpayableOffer),
        ..entry(MailKind::Call(call), call.name, Game(DecisionOpen))
    }
}

const fn entry(kind: MailKind, name: &'static str, template: MailTemplate) -> KindEntry {
    KindEntry { kind, name, topic: None, template, webhook: None, is_stored_apart: false, in_stream: true }
}

impl KindEntry {
    /// Sets the topic for readers and webhooks.
    const fn topic(self, topic: OwnTopic) -> Self {
        self.by_mail_alone(topic.into_str()).webhook(topic)
    }

    const fn webhook(self, topic: OwnTopic) -> Self {
        Self { webhook: Some(WebhookTopic::Own(topic)), ..self }
    }

    const fn by_mail_alone(self, topic: &'static str) -> Self {
        Self { topic: Some(Topic::usual(topic)), ..self }
    }

    const fn stored_apart(self) -> Self {
        Self { is_stored_apart: true, ..self }
    }

    const fn off_stream(self) -> Self {
        Self { in_stream: false, ..self }
    }

    /// Is it about a game, and no answer to what its reader did? Pushes and feeds tell of these.
    pub const fn is_notice(&self) -> bool {
        match self.template {
            Game(_) | Votes(_) => self.in_stream,
            Messages | Lobby(_) => true,
            Answer | Digest | Account => false,
        }
    }
}

impl MailKind {
    /// The call of a ruleset that it is, if it is one.
    pub const fn call(self) -> Option<CallKind> {
        match self {
            Self::Call(call) => Some(call),
            _ => None,
        }
    }

    /// Does the game wait for the reader?
    pub fn is_awaited(self) -> bool {
        self.call().is_some_and(CallKind::is_awaited)
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
        self.all().filter_map(|entry| entry.kind.call())
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

    /// Every topic of webhooks, in the order in which they are shown: calls, those for programs only, and the rest.
    pub fn webhook_topics(&self) -> Vec<WebhookTopic> {
        let for_programs = [OwnTopic::NoLongerAwaited, OwnTopic::GameUpdated].map(WebhookTopic::Own);
        let of_kinds = self.all().filter_map(|entry| entry.webhook);
        let all = self.calls().map(WebhookTopic::Call).chain(for_programs).chain(of_kinds);
        let mut topics = Vec::new();
        for topic in all.chain([WebhookTopic::Own(OwnTopic::Test)]) {
            if !topics.contains(&topic) {
                topics.push(topic);
            }
        }
        topics
    }

    pub fn webhook_topic(&self, name: &str) -> Option<WebhookTopic> {
        self.webhook_topics().into_iter().find(|topic| topic.name() == name)
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
