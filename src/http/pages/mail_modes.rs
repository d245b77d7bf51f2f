//! Fields for how each kind of notification reaches a reader.

use std::collections::BTreeMap;

use super::choices::{choice, select};
use super::page::{Input, InputChoice};
use super::words::PageWords;
use crate::error::{Code, Error};
use crate::http::extract::FormFields;
use crate::notifications::DeliveryMode;
use crate::service::App;

/// What the names of the fields begin with.
const FIELD: &str = "mode.";
/// The choice that leaves a topic as it is set for all games.
const AS_USUAL: &str = "usual";

const MODES: [(&str, DeliveryMode); 4] = [
    ("instantly", DeliveryMode::Instantly),
    ("batched", DeliveryMode::Batched),
    ("daily", DeliveryMode::Daily),
    ("never", DeliveryMode::Never),
];

/// A field for each topic, with what is set for it. `of_game`: a topic may also follow the settings for all games.
pub fn inputs(
    app: &App,
    words: &PageWords,
    modes: &BTreeMap<String, DeliveryMode>,
    of_game: bool,
) -> Vec<Input> {
    let usual = of_game.then_some(AS_USUAL).into_iter();
    let names = usual.chain(MODES.iter().map(|(name, _)| *name));
    let choices: Vec<InputChoice> = names.map(|name| choice(name, &words.say("mail_modes", name))).collect();
    let set = |topic: &str| {
        let mode = modes.get(topic);
        MODES.iter().find(|(_, known)| Some(known) == mode).map_or(AS_USUAL, |(name, _)| *name)
    };
    let input = |topic: &str| {
        let label = crate::texts::capital(&words.topic(&app.rulesets, topic));
        select(&format!("{FIELD}{topic}"), label, set(topic), choices.clone())
    };
    let topics = app.kinds().topics();
    let is_of_game = |topic: &&str| !(of_game && OF_NO_GAME.contains(topic));
    topics.iter().map(|topic| topic.name()).filter(is_of_game).map(input).collect()
}

/// The topics that are about no game which one plays.
const OF_NO_GAME: [&str; 2] = ["invitation", "announcement"];

/// What was chosen. Error: `invalid_field`.
pub fn chosen(fields: &FormFields) -> Result<BTreeMap<String, DeliveryMode>, Error> {
    let of_topics =
        fields.0.iter().filter_map(|(name, value)| Some((name.strip_prefix(FIELD)?, value.as_str())));
    let mut modes = BTreeMap::new();
    for (topic, name) in of_topics.filter(|(_, name)| *name != AS_USUAL) {
        let mode = MODES.iter().find(|(known, _)| *known == name);
        let (_, mode) = mode.ok_or_else(|| Code::InvalidField.at("modes"))?;
        modes.insert(topic.to_owned(), *mode);
    }
    Ok(modes)
}
