//! Pictures and maps in each language: every text is there, and no word of another language or of the API.

use std::collections::BTreeSet;

use roxmltree::Document;
use rules::{Bots, Render, Texts};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::Value;

use super::{LANGUAGES, SHORT_NAMES, options, rendered, scenes};

/// Words that give an English sentence away.
const ENGLISH: [&str; 27] = [
    "the",
    "and",
    "your",
    "with",
    "from",
    "card",
    "cards",
    "turn",
    "offer",
    "points",
    "nobody",
    "played",
    "built",
    "timber",
    "wool",
    "grain",
    "iron",
    "lumber",
    "brick",
    "ore",
    "settlement",
    "ship",
    "hex",
    "you",
    "none",
    "seat",
    "mountain",
];

/// Everything that is written on a picture or read aloud from it.
fn said(svg: &str) -> String {
    let document = Document::parse(svg).expect("a picture");
    let texts = document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text());
    texts.collect::<Vec<_>>().join("\n")
}

fn wrong_word(language: &str, text: &str) -> Option<String> {
    let raw = text.split_whitespace().find(|word| word.contains(['_', '{', '}']));
    let words = text.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
    let foreign = words.into_iter().find(|word| language != "en" && ENGLISH.contains(&word.as_str()));
    raw.map(str::to_owned).or(foreign)
}

fn each_language_speaks_for_itself<R: Render + Bots>(rules: &R, seats: usize, one_in: usize) {
    let mut told = BTreeSet::new();
    for (state, viewer) in scenes(rules, R::Options::default(), seats, one_in) {
        for language in LANGUAGES {
            let drawing = rendered(rules, &state, viewer, options(language, &SHORT_NAMES));
            for text in [said(&drawing.svg), drawing.text.clone()] {
                let wrong = wrong_word(language, &text);
                assert_eq!(wrong, None, "in {language}, {}:\n{text}", R::ID);
            }
            assert!(drawing.text.lines().all(|line| line.chars().count() <= 78), "{}", drawing.text);
            told.insert((language, drawing.text.lines().next().unwrap_or_default().to_owned()));
        }
        let unknown = rendered(rules, &state, viewer, options("fr", &SHORT_NAMES));
        assert!(
            unknown == rendered(rules, &state, viewer, options("en", &SHORT_NAMES)),
            "English for French"
        );
    }
    assert!(told.len() > 12, "{told:?}");
}

#[test]
fn landnam_speaks_four_languages() {
    each_language_speaks_for_itself(&Landnam::default(), 4, 29);
}

#[test]
fn the_settlers_speak_four_languages() {
    each_language_speaks_for_itself(&Settlers::default(), 4, 23);
}

#[test]
fn nord_speaks_four_languages() {
    each_language_speaks_for_itself(&Nord::default(), 4, 3);
}

/// The names of the values in a template.
fn values(text: &str) -> BTreeSet<String> {
    let parts = text.split('{').skip(1);
    let names = parts.map(|part| part.split(['|', '}']).next().unwrap_or_default());
    // An owner is one where the language has a genitive.
    names.map(|name| name.trim_end_matches("'s").to_owned()).collect()
}

/// Every language has every text of the board, with the same values in it; `several` only of what `words` has.
fn catalogues_say_the_same(rules: &impl Texts) {
    let catalogue = |language: &str| -> Value {
        serde_json::from_str(rules.texts(language).expect("every language")).expect("a catalogue")
    };
    let english = catalogue("en");
    for language in LANGUAGES {
        let catalogue = catalogue(language);
        let texts =
            |catalogue: &Value, section: &str| catalogue[section].as_object().expect("a section").clone();
        let (here, there) = (texts(&catalogue, "board"), texts(&english, "board"));
        assert!(here.keys().eq(there.keys()), "{language}");
        for (key, text) in &here {
            let said = |text: &Value| values(text.as_str().expect("a text"));
            assert_eq!(said(text), said(&there[key]), "{key} in {language}");
        }
        let several = texts(&catalogue, "several");
        assert!(several.keys().eq(texts(&english, "several").keys()), "{language}");
        assert!(several.keys().all(|kind| texts(&catalogue, "words").contains_key(kind)), "{language}");
    }
}

#[test]
fn the_catalogues_of_boards_say_the_same_in_every_language() {
    catalogues_say_the_same(&Landnam::default());
    catalogues_say_the_same(&Settlers::default());
    catalogues_say_the_same(&Nord::default());
}
