//! How a kind of notice reaches a reader.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Topic;
use crate::error::{Code, Error};

/// How notices of a kind reach their reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Each in a mail of its own, as soon as it is true and was held for a little while.
    Instantly,
    /// With others, of other games too, in one mail some minutes after the first of them.
    Batched,
    /// In the mail that comes once a day.
    Daily,
    /// Not at all.
    Never,
}

/// Ways by topic. What is left out is not set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ways(BTreeMap<Topic, Way>);

impl Ways {
    /// Ways as somebody wrote them. Error: `invalid_field` naming the kind that there is not.
    pub fn given(written: BTreeMap<String, Way>) -> Result<Self, Error> {
        let unknown = |word: &str| {
            let kinds = Topic::ALL.map(Topic::word).join(", ");
            Code::InvalidField.field(format!("ways.{word}"), format!("The kinds of notice are {kinds}."))
        };
        let way =
            |(word, way): (String, Way)| Ok((Topic::of_word(&word).ok_or_else(|| unknown(&word))?, way));
        written.into_iter().map(way).collect::<Result<_, _>>().map(Self)
    }

    /// Ways as they are stored; what does not read is not set.
    pub fn stored(json: &str) -> Self {
        let written: BTreeMap<String, Way> = serde_json::from_str(json).unwrap_or_default();
        Self(written.into_iter().filter_map(|(word, way)| Some((Topic::of_word(&word)?, way))).collect())
    }

    pub fn json(&self) -> String {
        serde_json::to_string(&self.shown()).unwrap_or_else(|_| "{}".to_owned())
    }

    pub fn shown(&self) -> BTreeMap<String, Way> {
        self.0.iter().map(|(topic, way)| (topic.word().to_owned(), *way)).collect()
    }

    /// Every kind, with what holds for it.
    pub fn whole(&self) -> BTreeMap<String, Way> {
        let way = |topic| self.of(topic).unwrap_or(topic.default_way());
        Topic::ALL.into_iter().map(|topic| (topic.word().to_owned(), way(topic))).collect()
    }

    /// The way of a topic, if one is set.
    pub fn of(&self, topic: Topic) -> Option<Way> {
        self.0.get(&topic).copied()
    }

    pub fn set(&mut self, topic: Topic, way: Way) {
        self.0.insert(topic, way);
    }

    /// Takes back what was set for a topic.
    pub fn unset(&mut self, topic: Topic) {
        self.0.remove(&topic);
    }
}
