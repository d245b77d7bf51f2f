//! How each kind of notification reaches a reader, as fields of a form.

use std::collections::BTreeMap;

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
use crate::texts::capital;

/// The prefix of the names of the fields.
const FIELD: &str = "mode.";
/// The choice that leaves a topic as it is set for all games.
const AS_USUAL: &str = "usual";
/// The topics that are not about a game in play.
const OF_NO_GAME: [&str; 2] = ["invitation", "announcement"];

/// The topics with what is set for each. `of_game`: those of a game, which may also follow the settings for all games.
pub fn topics(
    app: &App,
    words: &PageWords,
    modes: &BTreeMap<String, DeliveryMode>,
    of_game: bool,
) -> Vec<Value> {
    let topics = app.kinds().topics();
    let names = topics.iter().map(|topic| topic.name()).filter(|name| !of_game || !OF_NO_GAME.contains(name));
    let topic = |name: &str| {
        let mode = modes.get(name).map_or(Value::from(AS_USUAL), |mode| Value::from(Serde(mode)));
        context! { name, label => capital(&words.topic(&app.rulesets, name)), mode }
    };
    names.map(topic).collect()
}

/// What was chosen. Error: `invalid_field`.
pub fn chosen(fields: &FormFields) -> Result<BTreeMap<String, DeliveryMode>, Error> {
    let of_topics =
        fields.0.iter().filter_map(|(name, value)| Some((name.strip_prefix(FIELD)?, value.as_str())));
    let mode = |(topic, name): (&str, &str)| {
        let name: StrDeserializer<'_, Unknown> = name.into_deserializer();
        let mode = DeliveryMode::deserialize(name).map_err(|_| Code::InvalidField.at("modes"))?;
        Ok((topic.to_owned(), mode))
    };
    of_topics.filter(|(_, name)| *name != AS_USUAL).map(mode).collect()
}
