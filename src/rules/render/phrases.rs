//! The texts of pictures and maps in the reader's language: short templates from catalogues, filled with names and
//! numbers.
//!
//! A template has `{name}` for a value, `{name's}` for the genitive of a value, and `{n|card|cards}` for a word that
//! depends on a number: the first form for 1, else the second. The sentences about a board need no more in any of the
//! languages. Values are never read as templates, so that a player's name can't be one.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Display, Write};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use serde::Deserialize;

use crate::genitive;
use crate::stand_in::stand_in;

/// A catalogue as far as boards need it; a catalogue of a ruleset has more.
#[derive(Debug, Default, Deserialize)]
struct BoardTexts {
    #[serde(default)]
    board: BTreeMap<String, String>,
    /// What the names of places are made of.
    #[serde(default)]
    places: BTreeMap<String, String>,
    /// Kinds of card and the like: one of them.
    #[serde(default)]
    words: BTreeMap<String, String>,
    /// Several of a kind, where that is another word.
    #[serde(default)]
    several: BTreeMap<String, String>,
    #[serde(default)]
    ended_by: BTreeMap<String, String>,
}

/// What boards of all rulesets say, by language; the first one is what is taken for every other.
const SHARED: [(&str, &str); 4] = [
    ("en", include_str!("texts/en.json")),
    ("nn", include_str!("texts/nn.json")),
    ("sv", include_str!("texts/sv.json")),
    ("de", include_str!("texts/de.json")),
];

/// The catalogues that were read, by the address of their JSON in the binary.
static READ: LazyLock<RwLock<HashMap<usize, Arc<BoardTexts>>>> = LazyLock::new(RwLock::default);

fn read(json: &'static str) -> Arc<BoardTexts> {
    let address = json.as_ptr().addr();
    if let Some(texts) = READ.read().unwrap_or_else(PoisonError::into_inner).get(&address) {
        return Arc::clone(texts);
    }
    // A catalogue that can't be parsed is empty, so its keys are shown, which tests find.
    let texts: Arc<BoardTexts> = Arc::new(serde_json::from_str(json).unwrap_or_default());
    READ.write().unwrap_or_else(PoisonError::into_inner).insert(address, Arc::clone(&texts));
    texts
}

/// A value of a template, under its name there.
pub type Value<'v> = (&'v str, &'v dyn Display);

/// The texts of a ruleset's boards in one language, and those that all boards share.
#[derive(Debug, Clone)]
pub struct Phrases {
    language: &'static str,
    ruleset: Arc<BoardTexts>,
    shared: Arc<BoardTexts>,
}

impl Phrases {
    /// From the catalogue of a ruleset for `language`; the first language there is stands in for an unknown one.
    pub fn new(language: &str, catalogue: impl Fn(&str) -> Option<&'static str>) -> Self {
        let [(first, english), ..] = SHARED;
        let own = SHARED.into_iter().find(|(code, _)| *code == language);
        let ruleset = own
            .and_then(|(code, _)| catalogue(code))
            .or_else(|| catalogue(first).map(|english| stand_in(language, english)));
        let shared = own.map_or_else(|| stand_in(language, english), |(_, json)| json);
        let language = own.map_or(first, |(code, _)| code);
        // A board of a ruleset without texts shows the keys of its texts.
        Self { language, ruleset: ruleset.map(read).unwrap_or_default(), shared: read(shared) }
    }

    /// What all boards share, alone.
    pub fn shared(language: &str) -> Self {
        Self::new(language, |_| None)
    }

    /// The text `key` with its values filled in. A key without a text is shown in braces, which no text has.
    pub fn say(&self, key: &str, values: &[Value<'_>]) -> String {
        let text = self.ruleset.board.get(key).or_else(|| self.shared.board.get(key));
        text.map_or_else(|| format!("{{{key}}}"), |text| fill(self.language, text, values))
    }

    pub fn text(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// Like [`Self::say`], of the name of a place.
    pub fn place(&self, key: &str, values: &[Value<'_>]) -> String {
        let text = self.ruleset.places.get(key).or_else(|| self.shared.places.get(key));
        text.map_or_else(|| format!("{{{key}}}"), |text| fill(self.language, text, values))
    }

    pub fn word(&self, kind: impl Display) -> String {
        let kind = kind.to_string();
        self.ruleset.words.get(&kind).cloned().unwrap_or_else(|| format!("{{{kind}}}"))
    }

    pub fn ended_by(&self, reason: impl Display) -> String {
        let reason = reason.to_string();
        self.ruleset.ended_by.get(&reason).cloned().unwrap_or_else(|| format!("{{{reason}}}"))
    }

    /// `1 helmet`, `2 helmets`.
    pub fn of_kind(&self, count: impl Into<i64>, kind: impl Display) -> String {
        let (count, kind) = (count.into(), kind.to_string());
        let several = if count == 1 { None } else { self.ruleset.several.get(&kind) };
        format!("{count} {}", several.cloned().unwrap_or_else(|| self.word(&kind)))
    }

    /// `2 helmets, 1 chalice`; the text `none` where there is nothing.
    pub fn bundle<K: Display>(&self, kinds: impl IntoIterator<Item = (K, u8)>, none: &str) -> String {
        let some = kinds.into_iter().filter(|(_, count)| *count > 0);
        self.joined(some.map(|(kind, count)| self.of_kind(count, kind)), ", ", none)
    }

    /// The parts with something between them; the text `none` where there are none.
    pub fn joined<P: Display>(
        &self,
        parts: impl IntoIterator<Item = P>,
        between: &str,
        none: &str,
    ) -> String {
        let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
        if parts.is_empty() { self.text(none) } else { parts.join(between) }
    }

    /// `4,6; 4,7 and 5,6`, with something between all but the last two.
    pub fn listed<P: Display>(&self, parts: &[P], between: &str) -> String {
        match parts {
            [] => self.text("none"),
            [one] => one.to_string(),
            [most @ .., last] => {
                let most: Vec<String> = most.iter().map(ToString::to_string).collect();
                self.say("and", &[("most", &most.join(between)), ("last", last)])
            }
        }
    }

    /// `1 point`, `2 points`, and whatever else is counted under a key with `{n}`.
    pub fn counted(&self, key: &str, count: impl Display) -> String {
        self.say(key, &[("n", &count)])
    }
}

/// What stands behind the name of a value that is the owner of something.
const OWNER: &str = "'s";

fn fill(language: &str, text: &str, values: &[Value<'_>]) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        rest = after;
        let Some((inside, after)) = after.split_once('}') else { break };
        rest = after;
        let (name, forms) = inside.split_once('|').unwrap_or((inside, ""));
        let (name, owns) = name.strip_suffix(OWNER).map_or((name, false), |name| (name, true));
        let Some((_, value)) = values.iter().find(|(known, _)| *known == name) else {
            // Writing to a String does not fail, here and below.
            let _ = write!(out, "{{{inside}}}");
            continue;
        };
        match forms.split_once('|') {
            Some((one, many)) => out.push_str(if value.to_string() == "1" { one } else { many }),
            None if owns => out.push_str(&genitive(language, &value.to_string())),
            None => {
                let _ = write!(out, "{value}");
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_filled_in_and_words_follow_their_number() {
        let text = "{name} has {n} {n|card|cards}.";
        let fill = |text: &str, values: &[Value<'_>]| fill("en", text, values);
        assert_eq!(fill(text, &[("name", &"Ada"), ("n", &1)]), "Ada has 1 card.");
        assert_eq!(fill(text, &[("name", &"{n}"), ("n", &2)]), "{n} has 2 cards.");
        assert_eq!(fill("{who} {", &[]), "{who} ");
        assert_eq!(fill("One {name", &[("name", &"Ada")]), "One name");
    }

    #[test]
    fn an_owner_is_named_as_the_language_does_it() {
        assert_eq!(fill("sv", "{name's} skepp", &[("name", &"Lars")]), "Lars skepp");
        assert_eq!(fill("de", "{name's} Schiff", &[("name", &"Lars")]), "Lars' Schiff");
        assert_eq!(fill("en", "{who's} ship", &[]), "{who's} ship");
    }

    #[test]
    fn every_language_says_what_english_says_with_the_same_values() {
        let names = |text: &str| {
            let mut names: Vec<String> = text
                .split('{')
                .skip(1)
                .map(|part| part.split(['|', '}']).next().unwrap_or_default())
                .map(|name| name.trim_end_matches(OWNER).to_owned())
                .collect();
            names.sort();
            names.dedup();
            names
        };
        let english = read(SHARED[0].1);
        assert!(english.board.len() > 10);
        for (code, json) in SHARED {
            let texts = read(json);
            for (own, english) in [(&texts.board, &english.board), (&texts.places, &english.places)] {
                assert!(own.keys().eq(english.keys()), "{code}");
                for (key, text) in own {
                    assert_eq!(names(text), names(&english[key]), "{key} in {code}");
                }
            }
        }
    }

    #[test]
    fn lists_end_with_a_word() {
        let phrases = Phrases::shared("de");
        assert_eq!(phrases.listed(&["1", "2", "3"], ", "), "1, 2 und 3");
        assert_eq!(Phrases::shared("xx").listed(&["1", "2"], ", "), "1 and 2");
    }
}
