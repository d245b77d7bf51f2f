//! The topics of webhooks, and which kinds of fact are sent under each.

use std::borrow::Cow;

use rules::{CallClass, CallKind};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::error::{Code, Error, Sentence};
use crate::notifications::Kinds;
use crate::store::webhook_facts::FactKinds;

/// The topics that are the same in every ruleset. `events.rs` says what is sent under each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
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
    /// Sent when the owner asks for it, whatever the topics of the webhook are.
    Test,
}

/// A topic of notifications, or of events that are for programs only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WebhookTopic {
    Own(OwnTopic),
    /// A kind of call, by the name that its rulesets give it.
    Call(Cow<'static, str>),
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

impl WebhookTopic {
    pub const NO_LONGER_AWAITED: Self = Self::Own(OwnTopic::NoLongerAwaited);
    pub const GAME_UPDATED: Self = Self::Own(OwnTopic::GameUpdated);
    pub const TEST: Self = Self::Own(OwnTopic::Test);

    pub fn named(name: &'static str) -> Self {
        name.parse().map_or(Self::Call(Cow::Borrowed(name)), Self::Own)
    }

    /// The topic that is stored as `name`.
    pub fn stored(name: String) -> Self {
        name.parse().map_or_else(|_| Self::Call(Cow::Owned(name)), Self::Own)
    }

    pub fn name(&self) -> &str {
        match self {
            Self::Own(topic) => topic.into(),
            Self::Call(name) => name,
        }
    }

    /// Every topic, in the order in which they are shown: calls, those for programs only, and the rest.
    pub fn all(kinds: &Kinds) -> Vec<&'static str> {
        let calls = kinds.calls().map(|call| call.name);
        let others = kinds.all().filter(|entry| !entry.is_mail_alone);
        let others = others.filter_map(|entry| entry.webhook.or(entry.topic.map(|topic| topic.name())));
        let mut topics = Vec::new();
        for topic in calls.chain(["no_longer_awaited", "game_updated"]).chain(others).chain(["test"]) {
            if !topics.contains(&topic) {
                topics.push(topic);
            }
        }
        topics
    }

    /// The default: everything but each single move, tests, and offers that the seat can't pay.
    pub fn usual(kinds: &Kinds) -> Vec<&'static str> {
        let is_unpayable_offer = |topic: &str| {
            let call = kinds.calls().find(|call| call.name == topic);
            call.is_some_and(|call| call.class == CallClass::UnpayableOffer)
        };
        let is_special = |topic| [Self::GAME_UPDATED.name(), Self::TEST.name()].contains(&topic);
        let mut topics = Self::all(kinds);
        topics.retain(|topic| !is_special(*topic) && !is_unpayable_offer(topic));
        topics
    }

    /// Topics as they are stored: in the order of [`Self::all`], each once. Error: `invalid_field`.
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

    /// Stored topics as they are shown. A topic that this release does not know, as after a rollback, is left out.
    pub fn from_stored(kinds: &Kinds, stored: &[String]) -> Vec<Self> {
        let all = Self::all(kinds);
        let known = stored.iter().filter_map(|stored| all.iter().find(|topic| *topic == stored));
        known.map(|topic| Self::named(topic)).collect()
    }
}

/// The kinds of call whose decision may be over without an answer; its end is sent under a topic of its own.
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
    fn a_kind_of_notification_has_the_topic_that_it_has_in_mails_or_one_of_its_own_name() {
        let known = Kinds::new(rulesets::all().iter().flat_map(|ruleset| ruleset.call_kinds()).copied());
        let all = WebhookTopic::all(&known);
        assert_eq!(all.len(), 21);
        for topic in &all {
            let is_call = known.calls().any(|call| call.name == *topic);
            assert_eq!(matches!(WebhookTopic::named(topic), WebhookTopic::Call(_)), is_call, "{topic}");
        }
        let FactKinds { kinds, topics, .. } = fact_kinds(&known);
        for (kind, topic) in kinds.into_iter().zip(topics) {
            assert!(all.contains(&topic), "{topic}");
            let of_mails = known.topic_of(kind);
            assert!(of_mails.is_none_or(|mails| mails.name() == topic || kind == topic), "{kind}");
        }
        for topic in known.all().filter(|entry| !entry.is_mail_alone).filter_map(|entry| entry.topic) {
            assert!(all.contains(&topic.name()), "{topic:?}");
        }
    }

    #[test]
    fn unpayable_offers_tests_and_single_moves_are_not_usual() {
        let kinds = Kinds::new([CallKind::YOUR_TURN, CallKind::UNPAYABLE_OFFER]);
        let usual = WebhookTopic::usual(&kinds);
        assert!(usual.contains(&"your_turn") && usual.contains(&"no_longer_awaited"));
        for other in ["unpayable_offer", "game_updated", "test"] {
            assert!(!usual.contains(&other), "{other}");
        }
    }
}
