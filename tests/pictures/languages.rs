//! Pictures and maps in each language: every text is there, and no word of another language or of the API.

use std::collections::BTreeSet;

use conformance::pseudolocale;
use roxmltree::Document;
use rules::render::{PictureParts, Theme, TurnPoints, chart};
use rules::{Bots, HexCorner, Render, RenderOptions, Texts};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::Value;

use super::{LANGUAGES, SHORT_NAMES, options, rendered, scenes};

/// Words that give an English sentence away.
const ENGLISH: &str = "the and your with from card cards turn offer points nobody played built timber wool grain iron \
    lumber brick ore settlement ship hex you none seat mountain";

/// Everything that is written on a picture or read aloud from it.
fn said(svg: &str) -> String {
    let document = Document::parse(svg).expect("a picture");
    let texts = document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text());
    texts.collect::<Vec<_>>().join("\n")
}

pub fn wrong_word(language: &str, text: &str) -> Option<String> {
    let raw = text.split_whitespace().find(|word| word.contains(['_', '{', '}']));
    let words = text.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
    let foreign =
        words.into_iter().find(|word| language != "en" && ENGLISH.split(' ').any(|english| english == word));
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

/// A corner of a map where nothing stands, and how hexes and corners are named.
const DRAWN: [&str; 4] = ["-o-", "q,r", "q,r,N", "q,r,S"];

/// The letters that no catalogue gave, where its reader has the pseudolocale: those that it gives are others. Names of
/// players, corners and settlements are the same in every language, and so are the signs of a drawing. How a name says
/// whose something is follows from a rule of the language: the pseudolocale has that of English.
pub fn plain_words(text: &str) -> Vec<&str> {
    let is_name = |word: &&str| {
        let name = word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '-');
        let is_settlement = name.strip_prefix('s').is_some_and(|number| number.parse::<u8>().is_ok());
        is_settlement || name.parse::<HexCorner>().is_ok() || DRAWN.contains(&name)
    };
    let words = text.split_whitespace().filter(|word| !is_name(word)).flat_map(|word| {
        let whose = SHORT_NAMES.iter().any(|name| word.contains(&format!("{name}'s")));
        let (name, behind) = word.split_once("'s").filter(|_| whose).unwrap_or((word, ""));
        [name, behind]
    });
    let letters = words.flat_map(|word| word.split(|letter: char| !letter.is_ascii_alphabetic()));
    letters.filter(|word| !word.is_empty() && !SHORT_NAMES.contains(word)).collect()
}

/// Every word on a board, and around it, has its place in a catalogue.
fn no_word_is_written_outside_the_catalogues<R: Render + Bots>(rules: &R, seats: usize, one_in: usize) {
    pseudolocale::add();
    let mut found = BTreeSet::new();
    for (state, viewer) in scenes(rules, R::Options::default(), seats, one_in) {
        for parts in [PictureParts::Whole, PictureParts::Upper, PictureParts::Board] {
            let options = RenderOptions { parts, ..options(pseudolocale::CODE, &SHORT_NAMES) };
            let drawing = rendered(rules, &state, viewer, options);
            for text in [said(&drawing.svg), drawing.text] {
                let lines = text.lines().filter(|line| !plain_words(line).is_empty());
                found.extend(lines.map(str::to_owned));
            }
        }
    }
    assert!(found.is_empty(), "{}: {found:#?}", R::ID);
}

#[test]
fn no_word_of_landnam_is_written_outside_the_catalogues() {
    no_word_is_written_outside_the_catalogues(&Landnam::default(), 4, 7);
}

#[test]
fn no_word_of_the_settlers_is_written_outside_the_catalogues() {
    no_word_is_written_outside_the_catalogues(&Settlers::default(), 4, 7);
}

#[test]
fn no_word_of_nord_is_written_outside_the_catalogues() {
    no_word_is_written_outside_the_catalogues(&Nord::default(), 4, 3);
}

#[test]
fn no_word_of_a_chart_is_written_outside_the_catalogues() {
    let turns = [TurnPoints { turn: 0, points: vec![0, 1] }, TurnPoints { turn: 1, points: vec![2, 1] }];
    let names = ["Qa".to_owned(), String::new()];
    pseudolocale::add();
    let drawn = said(&chart(&turns, &names, (pseudolocale::CODE, Theme::default())));
    assert_eq!(plain_words(&drawn), Vec::<&str>::new(), "{drawn}");
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
