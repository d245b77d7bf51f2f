//! What a webhook can be told.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::error::{Code, Error};
use crate::notifications::Kinds;
use crate::store::webhook_facts::FactKinds;
use rules::{CallClass, CallKind};

/// The name of a topic: of the notifications that are sent under it, or of what only programs want to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WebhookTopic(Cow<'static, str>);

// By hand: calls are topics, too, and their names are the rulesets', so that the service adds them where it describes
// itself.
impl PartialSchema for WebhookTopic {
    fn schema() -> RefOr<Schema> {
        let about = "A topic of a webhook: those of the notices, and what only programs want to know.";
        ObjectBuilder::new().schema_type(Type::String).description(Some(about)).build().into()
    }
}

impl ToSchema for WebhookTopic {
    fn name() -> Cow<'static, str> {
        "WebhookTopic".into()
    }
}

impl WebhookTopic {
    /// What the owner was called for has been answered or is over, by whatever way.
    pub const NO_LONGER_AWAITED: Self = Self::named("no_longer_awaited");
    /// Something happened at a game of the owner's: its version has gone up.
    pub const MOVED: Self = Self::named("moved");

    pub const fn named(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    pub fn name(&self) -> &str {
        &self.0
    }

    /// Every topic, in the order in which they are shown: calls, what only programs want to know, and the rest.
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

    /// What is told if nothing is said: everything but each single move, and what nobody is told unasked.
    pub fn usual(kinds: &Kinds) -> Vec<&'static str> {
        let is_unasked = |topic: &str| {
            let call = kinds.calls().find(|call| call.name == topic);
            call.is_some_and(|call| call.class == CallClass::UnpayableOffer)
        };
        let mut topics = Self::all(kinds);
        topics.retain(|topic| *topic != Self::MOVED.name() && !is_unasked(topic));
        topics
    }

    /// As they are kept: in their own order, each once. Error: `invalid_field`.
    pub fn kept(kinds: &Kinds, asked: &[Self]) -> Result<Vec<String>, Error> {
        let all = Self::all(kinds);
        if asked.is_empty() {
            return Err(Code::InvalidField.field("topics", "A webhook is told at least one topic."));
        }
        if let Some(index) = asked.iter().position(|topic| !all.contains(&topic.name())) {
            let sentence = format!("The topics are {}.", all.join(", "));
            return Err(Code::InvalidField.field(format!("topics[{index}]"), sentence));
        }
        let wanted = all.into_iter().filter(|topic| asked.iter().any(|asked| asked.name() == *topic));
        Ok(wanted.map(str::to_owned).collect())
    }

    /// As they are shown; what an older release does not know any more is left out.
    pub fn shown(kinds: &Kinds, kept: &[String]) -> Vec<Self> {
        let all = Self::all(kinds);
        let known = kept.iter().filter_map(|kept| all.iter().find(|topic| *topic == kept));
        known.map(|topic| Self::named(topic)).collect()
    }
}

/// What calls a seat to a question that may end unanswered: the kinds of notification whose end can be told.
pub(super) fn calls(kinds: &Kinds) -> Vec<&'static str> {
    named(kinds, |call| call.is_awaited() || call.class == CallClass::Offer)
}

fn named(kinds: &Kinds, which: impl Fn(&CallKind) -> bool) -> Vec<&'static str> {
    kinds.calls().filter(which).map(|call| call.name).collect()
}

/// Every kind of fact: the topics themselves, and notifications that are told under a topic.
pub(super) fn fact_kinds(kinds: &Kinds) -> FactKinds {
    let own = WebhookTopic::all(kinds).into_iter().map(|topic| (topic, topic));
    let mails: Vec<_> = kinds.all().filter_map(|entry| Some((entry.name, entry.webhook?))).collect();
    let others = mails.iter().copied().filter(|(kind, topic)| kind != topic);
    let offers = named(kinds, |call| call.class == CallClass::Offer);
    let mail_kinds = mails.iter().map(|(kind, _)| *kind).collect();
    let (kinds, topics) = own.chain(others).unzip();
    FactKinds { kinds, topics, mails: mail_kinds, offers }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_notice_has_the_same_topic_here_as_in_the_mails() {
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
    fn what_nobody_is_told_unasked_is_not_usual() {
        let kinds = Kinds::new([CallKind::YOUR_TURN, CallKind::UNPAYABLE_OFFER]);
        let usual = WebhookTopic::usual(&kinds);
        assert!(usual.contains(&"your_turn") && usual.contains(&"no_longer_awaited"));
        assert!(!usual.contains(&"unpayable_offer") && !usual.contains(&"moved"));
    }
}
