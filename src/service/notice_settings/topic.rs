//! The kinds of notice that a reader can set.

use super::Way;

/// A kind of notice, as readers tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    YourTurn,
    Althing,
    /// A unit of his is chased.
    Flight,
    TradeOffered,
    /// He must discard.
    Discard,
    /// Others have answered what the reader offered or asked for.
    OfferAnswered,
    /// The reader is offered a trade that they can't accept with what they hold.
    UnpayableOffer,
    /// Somebody said something.
    Message,
    DeadlineNear,
    /// His time ran out, and the rules answered.
    LapsePlayed,
    Vote,
    /// He is asked to a table, or offered a seat.
    Invitation,
    GameStarted,
    GameEnded,
    /// What becomes of his table and his seat there.
    Table,
}

impl Topic {
    /// Every kind, in the order in which they are shown.
    pub const ALL: [Self; 15] = [
        Self::YourTurn,
        Self::Althing,
        Self::Flight,
        Self::TradeOffered,
        Self::Discard,
        Self::OfferAnswered,
        Self::UnpayableOffer,
        Self::Message,
        Self::DeadlineNear,
        Self::LapsePlayed,
        Self::Vote,
        Self::Invitation,
        Self::GameStarted,
        Self::GameEnded,
        Self::Table,
    ];

    /// The word it is stored and set by.
    pub fn word(self) -> &'static str {
        match self {
            Self::YourTurn => "your_turn",
            Self::Althing => "althing",
            Self::Flight => "flight",
            Self::TradeOffered => "trade_offered",
            Self::Discard => "discard",
            Self::OfferAnswered => "offer_answered",
            Self::UnpayableOffer => "unpayable_offer",
            Self::Message => "message",
            Self::DeadlineNear => "deadline_near",
            Self::LapsePlayed => "lapse_played",
            Self::Vote => "vote",
            Self::Invitation => "invitation",
            Self::GameStarted => "game_started",
            Self::GameEnded => "game_ended",
            Self::Table => "table",
        }
    }

    /// How such notices reach a reader who has set nothing.
    pub fn default_way(self) -> Way {
        if self == Self::UnpayableOffer { Way::Never } else { Way::Instantly }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.word() == word)
    }

    /// The topic of a notice that is stored as `kind`; `None`: no reader has a say about it.
    pub fn of_kind(kind: &str) -> Option<Self> {
        match kind {
            "seat_offered" => Some(Self::Invitation),
            "vote_decided" => Some(Self::Vote),
            "deadline_nearer" | "outage" => Some(Self::DeadlineNear),
            "confirm_presence" | "seat_lost" | "kicked" | "table_cancelled" | "table_expired"
            | "caretaker_seated" | "seat_replaced" => Some(Self::Table),
            _ => Self::of_word(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Topic, Way};
    use crate::service::{lobby, votes};
    use rules::CallClass;

    #[test]
    fn every_word_names_its_topic() {
        for topic in Topic::ALL {
            assert_eq!(Topic::of_word(topic.word()), Some(topic));
            assert_eq!(Topic::of_kind(topic.word()), Some(topic));
        }
    }

    #[test]
    fn every_call_of_a_ruleset_has_a_topic_and_only_offers_beyond_the_hand_are_not_sent_unasked() {
        for kind in rulesets::all().iter().flat_map(|ruleset| ruleset.call_kinds()) {
            let topic = Topic::of_kind(kind.name).unwrap();
            assert_eq!(topic.default_way() == Way::Never, kind.class == CallClass::UnpayableOffer);
        }
    }

    #[test]
    fn what_tables_tell_has_a_topic() {
        for word in ["confirm_presence", "seat_lost", "kicked", "table_cancelled", "table_expired"] {
            assert!(lobby::MailKind::of(word).is_some() && Topic::of_kind(word) == Some(Topic::Table));
        }
        for word in ["caretaker_seated", "seat_replaced"] {
            assert!(votes::NoticeKind::of(word).is_some() && Topic::of_kind(word) == Some(Topic::Table));
        }
        assert_eq!(Topic::of_kind("verify_address"), None);
    }
}
