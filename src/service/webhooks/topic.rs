//! What a webhook can be told.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::notice_settings::Topic;

/// A topic of a webhook: those of the notices, and what only programs want to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookTopic {
    /// It is your turn.
    YourTurn,
    /// The Althing needs your answer.
    Althing,
    /// A unit of yours is chased.
    Flight,
    /// You are offered a trade.
    TradeOffered,
    /// You must discard.
    Discard,
    /// Others have answered what you offered or asked for.
    OfferAnswered,
    /// You are offered a trade that you can't accept with what you hold.
    UnpayableOffer,
    /// What you were called for has been answered or is over, by whatever way.
    NoLongerAwaited,
    /// Something happened at a game of yours: its version has gone up.
    Moved,
    /// Somebody said something.
    Message,
    /// Your time runs out.
    DeadlineNear,
    /// Your time ran out, and the rules answered.
    LapsePlayed,
    /// A standing order of yours can't apply any more.
    OrderDisarmed,
    /// Your table votes.
    Vote,
    /// You are asked to a table, or offered a seat.
    Invitation,
    /// A game of yours began. Whoever is awaited from the beginning is told that instead.
    GameStarted,
    /// A game of yours is over.
    GameEnded,
    /// What becomes of your table and your seat there.
    Table,
}

/// What calls somebody: the kinds of notice whose end can be told.
pub(super) const CALLS: [&str; 5] = ["your_turn", "althing", "flight", "trade_offered", "discard"];

/// The kinds of fact that have a topic of another name. Every other has that of its own name.
const NAMED_OTHERWISE: [(&str, WebhookTopic); 11] = [
    ("outage", WebhookTopic::DeadlineNear),
    ("deadline_nearer", WebhookTopic::DeadlineNear),
    ("seat_offered", WebhookTopic::Invitation),
    ("vote_decided", WebhookTopic::Vote),
    ("confirm_presence", WebhookTopic::Table),
    ("seat_lost", WebhookTopic::Table),
    ("kicked", WebhookTopic::Table),
    ("table_cancelled", WebhookTopic::Table),
    ("table_expired", WebhookTopic::Table),
    ("caretaker_seated", WebhookTopic::Table),
    ("seat_replaced", WebhookTopic::Table),
];

impl WebhookTopic {
    pub const ALL: [Self; 18] = [
        Self::YourTurn,
        Self::Althing,
        Self::Flight,
        Self::TradeOffered,
        Self::Discard,
        Self::OfferAnswered,
        Self::UnpayableOffer,
        Self::NoLongerAwaited,
        Self::Moved,
        Self::Message,
        Self::DeadlineNear,
        Self::LapsePlayed,
        Self::OrderDisarmed,
        Self::Vote,
        Self::Invitation,
        Self::GameStarted,
        Self::GameEnded,
        Self::Table,
    ];

    /// The word it is stored and sent by.
    pub fn word(self) -> &'static str {
        match self {
            Self::YourTurn => Topic::YourTurn.word(),
            Self::Althing => Topic::Althing.word(),
            Self::Flight => Topic::Flight.word(),
            Self::TradeOffered => Topic::TradeOffered.word(),
            Self::Discard => Topic::Discard.word(),
            Self::OfferAnswered => Topic::OfferAnswered.word(),
            Self::UnpayableOffer => Topic::UnpayableOffer.word(),
            Self::NoLongerAwaited => "no_longer_awaited",
            Self::Moved => "moved",
            Self::Message => Topic::Message.word(),
            Self::DeadlineNear => Topic::DeadlineNear.word(),
            Self::LapsePlayed => Topic::LapsePlayed.word(),
            Self::OrderDisarmed => "order_disarmed",
            Self::Vote => Topic::Vote.word(),
            Self::Invitation => Topic::Invitation.word(),
            Self::GameStarted => Topic::GameStarted.word(),
            Self::GameEnded => Topic::GameEnded.word(),
            Self::Table => Topic::Table.word(),
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.word() == word)
    }

    /// What is told if nothing is said: everything but each single move.
    pub fn usual() -> Vec<Self> {
        Self::ALL.into_iter().filter(|topic| !matches!(topic, Self::Moved | Self::UnpayableOffer)).collect()
    }
}

/// Every kind of fact, each with the word of its topic beside it.
pub(super) fn kinds() -> (Vec<&'static str>, Vec<&'static str>) {
    let own = WebhookTopic::ALL.map(|topic| (topic.word(), topic.word()));
    let others = NAMED_OTHERWISE.map(|(kind, topic)| (kind, topic.word()));
    own.into_iter().chain(others).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_is_sent_and_stored_under_its_word() {
        for topic in WebhookTopic::ALL {
            assert_eq!(serde_json::to_value(topic).unwrap(), topic.word());
            assert_eq!(WebhookTopic::of_word(topic.word()), Some(topic));
        }
    }

    #[test]
    fn a_kind_of_notice_has_the_same_topic_here_as_in_the_mails() {
        let (kinds, topics) = kinds();
        for (kind, topic) in kinds.into_iter().zip(topics) {
            let of_mails = Topic::of_kind(kind);
            assert!(of_mails.is_none_or(|of_mails| of_mails.word() == topic), "{kind}");
        }
        for topic in Topic::ALL {
            assert!(WebhookTopic::of_word(topic.word()).is_some(), "{topic:?}");
        }
    }
}
