//! The body of a request to a webhook, and the topics that a webhook can be for.
//!
//! A body says what happened and where to read more, and nothing secret: a program reads the game with its own token.

use std::borrow::Cow;

use rules::{CallClass, CallKind};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::notifications::{Kinds, MailKind};
use crate::service::App;
use crate::store::webhook_facts::{FactKinds, WebhookFact};
use crate::time_control::Instant;

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookBody {
    /// A topic, or `test`.
    #[serde(rename = "type")]
    pub topic: String,
    #[schema(value_type = String, format = DateTime)]
    pub timestamp: Instant,
    /// What happened, and where to read more.
    pub data: WebhookData,
}

/// What happened, and where to read more.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookData {
    pub account_id: Uuid,
    /// What happened within the topic, such as `kicked`; new kinds may be added.
    pub kind: String,
    /// Null in a test.
    pub game_id: Option<Uuid>,
    pub game_name: Option<String>,
    pub ruleset: Option<String>,
    /// The seat of the owner; null before the seats are dealt.
    pub seat: Option<i16>,
    /// The version of the game at which it happened; null before the start, and where it made none.
    pub version: Option<i64>,
    /// The decision that is or was open.
    pub decision: Option<String>,
    /// The deadline when this was written; null where no clock runs.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
    /// The vote that was opened.
    pub vote_id: Option<Uuid>,
    pub invitation_id: Option<Uuid>,
    /// Its number among the messages that the owner can read.
    pub message: Option<i64>,
    pub links: Option<WebhookLinks>,
}

/// Where to read more.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookLinks {
    pub game: String,
    /// The URL of the seat's view; null before the start.
    pub view: Option<String>,
    /// The URL of what the seat may do now; null if no decision is open.
    pub legal: Option<String>,
}

impl WebhookBody {
    pub fn of_test(account: Uuid, now: Instant) -> Self {
        let data = WebhookData {
            account_id: account,
            kind: "test".to_owned(),
            game_id: None,
            game_name: None,
            ruleset: None,
            seat: None,
            version: None,
            decision: None,
            deadline: None,
            vote_id: None,
            invitation_id: None,
            message: None,
            links: None,
        };
        Self { topic: "test".to_owned(), timestamp: now, data }
    }

    pub(super) fn of(app: &App, fact: &WebhookFact) -> Self {
        let references = References::of(app.kinds(), fact);
        let data = WebhookData {
            account_id: fact.account_id,
            kind: fact.kind.clone(),
            game_id: Some(fact.game_id),
            game_name: Some(fact.game_name.clone()),
            ruleset: Some(fact.ruleset.clone()),
            seat: fact.seat,
            version: fact.version.filter(|version| *version >= 0),
            decision: references.decision,
            deadline: fact.deadline,
            vote_id: references.vote,
            invitation_id: references.invitation,
            message: references.message,
            links: Some(links(app, fact)),
        };
        Self { topic: fact.topic.clone(), timestamp: fact.happened_at, data }
    }

    pub(super) fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::internal("what is sent", error))
    }

    pub(super) fn from_json(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| Error::internal("what was sent", error))
    }
}

/// The reference of a fact as the field of the body that its kind belongs to.
#[derive(Default)]
struct References {
    decision: Option<String>,
    vote: Option<Uuid>,
    invitation: Option<Uuid>,
    message: Option<i64>,
}

impl References {
    fn of(kinds: &Kinds, fact: &WebhookFact) -> Self {
        let reference = fact.reference.as_deref();
        let id = || reference.and_then(|reference| Uuid::parse_str(reference).ok());
        match fact.kind.as_str() {
            "vote" | "vote_decided" => Self { vote: id(), ..Self::default() },
            "invitation" => Self { invitation: id(), ..Self::default() },
            "message" => {
                let message = reference.and_then(|reference| reference.parse().ok());
                Self { message, ..Self::default() }
            }
            kind if is_about_decision(kinds, kind) => {
                Self { decision: reference.map(str::to_owned), ..Self::default() }
            }
            _ => Self::default(),
        }
    }
}

fn is_about_decision(kinds: &Kinds, kind: &str) -> bool {
    let is_about_deadline =
        |kind| matches!(kind, MailKind::DeadlineNear | MailKind::DeadlineNearer | MailKind::LapsePlayed);
    let mail_kind = kinds.named(kind).map(|entry| entry.kind);
    mail_kind.is_some_and(|kind| matches!(kind, MailKind::Call(_)) || is_about_deadline(kind))
        || kind == WebhookTopic::NO_LONGER_AWAITED.name()
}

fn links(app: &App, fact: &WebhookFact) -> WebhookLinks {
    let public_url = &app.settings.http.public_url;
    let game = format!("{public_url}/v1/games/{}", fact.game_id);
    let has_begun = fact.version.is_some_and(|version| version >= 0);
    let is_open =
        is_about_decision(app.kinds(), &fact.kind) && fact.kind != WebhookTopic::NO_LONGER_AWAITED.name();
    WebhookLinks {
        view: has_begun.then(|| format!("{game}/view")),
        legal: (is_open && fact.kind != "lapse_played").then(|| format!("{game}/legal")),
        game,
    }
}

/// The name of a topic: of notifications, or of events that are for programs only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WebhookTopic(Cow<'static, str>);

// By hand: calls are topics, too, and their names belong to the rulesets, so `http/openapi/rulesets.rs` adds the list.
impl PartialSchema for WebhookTopic {
    fn schema() -> RefOr<Schema> {
        let about = "A topic of a webhook: one of the notifications, or one that is for programs only.";
        ObjectBuilder::new().schema_type(Type::String).description(Some(about)).build().into()
    }
}

impl ToSchema for WebhookTopic {
    fn name() -> Cow<'static, str> {
        "WebhookTopic".into()
    }
}

impl WebhookTopic {
    /// A decision that the owner was called to has been answered or is over.
    pub const NO_LONGER_AWAITED: Self = Self::named("no_longer_awaited");
    /// The version of one of the owner's games has risen.
    pub const MOVED: Self = Self::named("moved");

    pub const fn named(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    pub fn name(&self) -> &str {
        &self.0
    }

    /// Every topic, in the order in which they are shown: calls, those for programs only, and the rest.
    pub fn all(kinds: &Kinds) -> Vec<&'static str> {
        let calls = kinds.calls().map(|call| call.name);
        let others = kinds.all().filter_map(|entry| entry.webhook.or(entry.topic.map(|topic| topic.name())));
        let mut topics = Vec::new();
        for topic in calls.chain(["no_longer_awaited", "moved"]).chain(others) {
            if !topics.contains(&topic) {
                topics.push(topic);
            }
        }
        topics
    }

    /// The default: everything but each single move and offers that the seat can't pay.
    pub fn usual(kinds: &Kinds) -> Vec<&'static str> {
        let is_unpayable_offer = |topic: &str| {
            let call = kinds.calls().find(|call| call.name == topic);
            call.is_some_and(|call| call.class == CallClass::UnpayableOffer)
        };
        let mut topics = Self::all(kinds);
        topics.retain(|topic| *topic != Self::MOVED.name() && !is_unpayable_offer(topic));
        topics
    }

    /// As they are stored: in their own order, each once. Error: `invalid_field`.
    pub fn to_stored(kinds: &Kinds, topics: &[Self]) -> Result<Vec<String>, Error> {
        let all = Self::all(kinds);
        if topics.is_empty() {
            return Err(Code::InvalidField.field("topics", Sentence::ItemsAtLeast { least: 1 }));
        }
        if let Some(index) = topics.iter().position(|topic| !all.contains(&topic.name())) {
            let sentence = Sentence::not_among(topics[index].name(), &all);
            return Err(Code::InvalidField.field(format!("topics[{index}]"), sentence));
        }
        let chosen = all.into_iter().filter(|name| topics.iter().any(|topic| topic.name() == *name));
        Ok(chosen.map(str::to_owned).collect())
    }

    /// As they are shown. A topic that this release does not know, as after a rollback, is left out.
    pub fn from_stored(kinds: &Kinds, stored: &[String]) -> Vec<Self> {
        let all = Self::all(kinds);
        let known = stored.iter().filter_map(|stored| all.iter().find(|topic| *topic == stored));
        known.map(|topic| Self::named(topic)).collect()
    }
}

/// The kinds of call to a decision that may be over without an answer: the end of those is a topic of its own.
pub(super) fn call_kinds_that_end(kinds: &Kinds) -> Vec<&'static str> {
    call_names(kinds, |call| call.is_awaited() || call.class == CallClass::Offer)
}

fn call_names(kinds: &Kinds, which: impl Fn(&CallKind) -> bool) -> Vec<&'static str> {
    kinds.calls().filter(which).map(|call| call.name).collect()
}

/// Every kind of fact: the topics themselves, and notifications that are sent under a topic of another name.
pub(super) fn fact_kinds(kinds: &Kinds) -> FactKinds {
    let own = WebhookTopic::all(kinds).into_iter().map(|topic| (topic, topic));
    let mails: Vec<_> = kinds.all().filter_map(|entry| Some((entry.name, entry.webhook?))).collect();
    let others = mails.iter().copied().filter(|(kind, topic)| kind != topic);
    let offers = call_names(kinds, |call| call.class == CallClass::Offer);
    let mail_kinds = mails.iter().map(|(kind, _)| *kind).collect();
    let (kinds, topics) = own.chain(others).unzip();
    FactKinds { kinds, topics, mails: mail_kinds, offers }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_notification_has_the_same_topic_here_as_in_mails() {
        let known = Kinds::new(rulesets::all().iter().flat_map(|ruleset| ruleset.call_kinds()).copied());
        let all = WebhookTopic::all(&known);
        assert_eq!(all.len(), 18);
        let FactKinds { kinds, topics, .. } = fact_kinds(&known);
        for (kind, topic) in kinds.into_iter().zip(topics) {
            assert!(all.contains(&topic), "{topic}");
            assert!(known.topic_of(kind).is_none_or(|of_mails| of_mails.name() == topic), "{kind}");
        }
        for topic in known.topics() {
            assert!(all.contains(&topic.name()), "{topic:?}");
        }
    }

    #[test]
    fn unpayable_offers_and_single_moves_are_not_usual() {
        let kinds = Kinds::new([CallKind::YOUR_TURN, CallKind::UNPAYABLE_OFFER]);
        let usual = WebhookTopic::usual(&kinds);
        assert!(usual.contains(&"your_turn") && usual.contains(&"no_longer_awaited"));
        assert!(!usual.contains(&"unpayable_offer") && !usual.contains(&"moved"));
    }
}
