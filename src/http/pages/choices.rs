//! What can be chosen on several pages: the clock of a game, how long standing orders wait, how each kind of
//! notification reaches the reader.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as Unknown, StrDeserializer};

use super::words::PageWords;
use crate::error::{Code, Error};
use crate::http::extract::FormFields;
use crate::notifications::DeliveryMode;
use crate::service::App;
use crate::service::lobby::PROPOSED_ORDER_DELAY_SECONDS;
use crate::texts::capital;
use crate::time_control::Clock;

/// The clock that a page offers under this name.
pub fn clock(name: &str) -> Result<Clock, Error> {
    match name {
        "untimed" => Ok(Clock::Untimed {}),
        "quick" => Ok(Clock::Plain { hours: 12 }),
        "day" => Ok(Clock::Banked { free_hours: 24, bank_hours: 72, refund_hours: 6, cap_hours: 96 }),
        "three_days" => Ok(Clock::Plain { hours: 72 }),
        "week" => Ok(Clock::Plain { hours: 168 }),
        _ => Err(Code::InvalidField.at("clock")),
    }
}

/// The seconds that standing orders wait, by the name that a page offers it under.
pub fn order_delay(name: &str) -> Result<u32, Error> {
    match name {
        "random" => Ok(PROPOSED_ORDER_DELAY_SECONDS),
        "at_once" => Ok(0),
        _ => Err(Code::InvalidField.at("order_delay")),
    }
}

/// The prefix of the names of the fields that set how a topic is mailed.
const MODE_FIELD: &str = "mode.";
/// The choice that leaves a topic as it is set for all games.
const AS_USUAL: &str = "usual";
/// The topics that are not about a game in play.
const OF_NO_GAME: [&str; 2] = ["invitation", "announcement"];

/// Which topics of mail are shown.
pub enum MailTopics<'t> {
    /// Those of a game in play: a topic without a mode of its own follows the settings for all games.
    OfGame(&'t str),
    /// Those that games of these rulesets have, and those of no game. Without any ruleset: all.
    Of(&'t BTreeSet<&'t str>),
}

impl MailTopics<'_> {
    fn has(&self, app: &App, name: &str) -> bool {
        let is_of = |id: &str, name: &str| {
            app.ruleset(id).is_ok_and(|ruleset| ruleset.call_kinds().iter().any(|call| call.name == name))
        };
        let is_call = app.kinds().calls().any(|call| call.name == name);
        match self {
            Self::OfGame(_) if OF_NO_GAME.contains(&name) => false,
            _ if !is_call => true,
            Self::OfGame(ruleset) => is_of(ruleset, name),
            Self::Of(rulesets) => rulesets.is_empty() || rulesets.iter().any(|ruleset| is_of(ruleset, name)),
        }
    }
}

/// The topics, each with its mode.
pub fn mail_topics(
    app: &App,
    words: &PageWords,
    modes: &BTreeMap<String, DeliveryMode>,
    shown: MailTopics<'_>,
) -> Vec<Value> {
    let topics = app.kinds().topics();
    let names = topics.iter().map(|topic| topic.name()).filter(|name| shown.has(app, name));
    let topic = |name: &str| {
        let mode = modes.get(name).map_or(Value::from(AS_USUAL), |mode| Value::from(Serde(mode)));
        context! { name, label => capital(&words.topic(&app.rulesets, name)), mode }
    };
    names.map(topic).collect()
}

/// What was chosen for the topics of mail.
pub fn mail_modes(fields: &FormFields) -> Result<BTreeMap<String, DeliveryMode>, Error> {
    let of_topics =
        fields.0.iter().filter_map(|(name, value)| Some((name.strip_prefix(MODE_FIELD)?, value.as_str())));
    let mode = |(topic, name): (&str, &str)| {
        let name: StrDeserializer<'_, Unknown> = name.into_deserializer();
        let mode = DeliveryMode::deserialize(name).map_err(|_| Code::InvalidField.at("modes"))?;
        Ok((topic.to_owned(), mode))
    };
    of_topics.filter(|(_, name)| *name != AS_USUAL).map(mode).collect()
}
