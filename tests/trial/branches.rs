//! What a text distinguishes in one language it distinguishes in every language: a branch that one of them lacks falls
//! through to another one there, and its readers are told something false.

use althing::texts::CODES as LANGUAGES;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, mem};

use minijinja::Environment;
use serde_json::Value;

/// What only the grammar of a language asks for: a text may compare it, or leave it.
const GRAMMAR: [(&str, &str); 11] = [
    // A ship and a settler have different genders outside of English.
    ("rulesets/landnam", "ship"),
    // A German preposition joins the article of the outer sea.
    ("rulesets/landnam", "outer"),
    // A Swedish name that ends like this has no ending of its own in the genitive.
    ("rulesets/landnam", "s"),
    ("rulesets/landnam", "x"),
    ("rulesets/landnam", "z"),
    // "All the wool": the word for "all" has the gender of the card.
    ("rulesets/settlers", "brick"),
    ("rulesets/settlers", "grain"),
    ("rulesets/settlers", "lumber"),
    ("rulesets/settlers", "ore"),
    ("rulesets/settlers", "wool"),
    // "1 point" and "2 points": the word has no plural of its own in Nynorsk and Swedish.
    ("notices/pages", "1"),
];

/// What only the grammar of a language asks for: a text may name it, or leave it.
const GRAMMATICAL_NAMES: [&str; 3] = ["me", "mine", "view"];

/// A catalogue in every language: its texts by place.
type Catalogue = BTreeMap<&'static str, BTreeMap<String, String>>;

/// Every catalogue of the sources, by name.
fn catalogues() -> BTreeMap<String, Catalogue> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: BTreeMap<String, Catalogue> = BTreeMap::new();
    for language in LANGUAGES {
        for file in files(&sources.join("texts").join(language)) {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            found.entry(format!("notices/{name}")).or_default().insert(language, texts(&file));
        }
        for ruleset in files(&sources.join("rulesets")) {
            let file = ruleset.join("texts").join(format!("{language}.json"));
            if file.exists() {
                let name = ruleset.file_name().unwrap().to_string_lossy().into_owned();
                found.entry(format!("rulesets/{name}")).or_default().insert(language, texts(&file));
            }
        }
    }
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The texts of a file by place.
fn texts(file: &Path) -> BTreeMap<String, String> {
    let json: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let mut texts = BTreeMap::new();
    collect(&json, String::new(), &mut texts);
    texts
}

fn collect(json: &Value, place: String, texts: &mut BTreeMap<String, String>) {
    let below = |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    match json {
        Value::String(text) => drop(texts.insert(place, text.clone())),
        Value::Object(fields) => fields.iter().for_each(|(key, json)| collect(json, below(key), texts)),
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, json)| collect(json, below(&index.to_string()), texts));
        }
        _ => {}
    }
}

/// A word of the code in a template.
#[derive(Debug, PartialEq)]
enum Token {
    Literal(String),
    Other(String),
}

/// The words of the code in a template; what is only printed is left out.
fn tokens(template: &str) -> Vec<Token> {
    template.split('{').skip(1).flat_map(words).collect()
}

fn words(code: &str) -> Vec<Token> {
    let (mut tokens, mut word, mut quote) = (Vec::new(), String::new(), None);
    let end = |word: &mut String, tokens: &mut Vec<Token>| {
        if !word.is_empty() {
            tokens.push(Token::Other(mem::take(word)));
        }
    };
    for c in code.chars() {
        match quote {
            Some(open) if c == open => {
                tokens.push(Token::Literal(mem::take(&mut word)));
                quote = None;
            }
            Some(_) => word.push(c),
            // What follows is text again, in which an apostrophe quotes nothing.
            None if c == '}' => break,
            None if c == '\'' || c == '"' => {
                end(&mut word, &mut tokens);
                quote = Some(c);
            }
            None if c.is_alphanumeric() || "_=!.".contains(c) => word.push(c),
            None => {
                end(&mut word, &mut tokens);
                if !c.is_whitespace() {
                    tokens.push(Token::Other(c.to_string()));
                }
            }
        }
    }
    end(&mut word, &mut tokens);
    tokens
}

/// The literals that something is compared with.
fn compared(template: &str) -> BTreeSet<String> {
    let tokens = tokens(template);
    let is =
        |index: usize, word: &str| matches!(tokens.get(index), Some(Token::Other(other)) if other == word);
    let (mut found, mut in_list) = (BTreeSet::new(), false);
    for (index, token) in tokens.iter().enumerate() {
        in_list = in_list && !is(index, "]") || is(index, "[") && index > 0 && is(index - 1, "in");
        let Token::Literal(literal) = token else { continue };
        let beside = [index.wrapping_sub(1), index + 1];
        if in_list || beside.into_iter().any(|at| is(at, "==") || is(at, "!=")) {
            found.insert(literal.clone());
        }
    }
    found
}

/// The names of the macros of a catalogue.
fn macros(texts: &BTreeMap<String, String>) -> BTreeSet<String> {
    let definitions = texts.get("macros").map(String::as_str).unwrap_or_default();
    let names = definitions.split("macro ").skip(1).filter_map(|rest| rest.split_once('('));
    names.map(|(name, _)| name.trim().to_owned()).collect()
}

/// The facts that a template names.
fn names(template: &str, macros: &BTreeSet<String>) -> BTreeSet<String> {
    let environment = Environment::new();
    let names = environment.template_from_str(template).unwrap().undeclared_variables(false);
    let is_fact = |name: &String| !macros.contains(name) && !GRAMMATICAL_NAMES.contains(&name.as_str());
    names.into_iter().filter(is_fact).collect()
}

#[test]
fn every_branch_that_a_text_takes_in_one_language_it_takes_in_all() {
    let catalogues = catalogues();
    assert!(catalogues.len() >= 6, "{:?}", catalogues.keys());
    let mut lacking = Vec::new();
    for (name, languages) in &catalogues {
        assert_eq!(languages.len(), LANGUAGES.len(), "{name}");
        let places: BTreeSet<&String> = languages.values().flat_map(BTreeMap::keys).collect();
        for place in places {
            let of = |language| languages[language].get(place).map(String::as_str).unwrap_or_default();
            let all: BTreeSet<String> =
                LANGUAGES.into_iter().flat_map(|language| compared(of(language))).collect();
            for literal in all.iter().filter(|literal| !GRAMMAR.contains(&(name.as_str(), literal.as_str())))
            {
                let lacks =
                    LANGUAGES.into_iter().filter(|language| !compared(of(language)).contains(literal));
                lacking.extend(
                    lacks.map(|language| format!("{language} {name} {place}: no branch for `{literal}`")),
                );
            }
        }
    }
    assert_eq!(lacking, Vec::<String>::new(), "{lacking:#?}");
}

#[test]
fn every_fact_that_a_text_names_in_one_language_it_names_in_all() {
    let mut lacking = Vec::new();
    for (name, languages) in &catalogues() {
        let places: BTreeSet<&String> = languages.values().flat_map(BTreeMap::keys).collect();
        for place in places.into_iter().filter(|place| *place != "macros") {
            let of = |language| {
                let texts: &BTreeMap<String, String> = &languages[language];
                names(texts.get(place).map(String::as_str).unwrap_or_default(), &macros(texts))
            };
            let all: BTreeSet<String> = LANGUAGES.into_iter().flat_map(of).collect();
            for fact in all {
                let lacks = LANGUAGES.into_iter().filter(|language| !of(language).contains(&fact));
                lacking
                    .extend(lacks.map(|language| format!("{language} {name} {place}: never names {fact}")));
            }
        }
    }
    assert_eq!(lacking, Vec::<String>::new(), "{lacking:#?}");
}

#[test]
fn a_branch_is_found_wherever_it_is_taken() {
    let template = "It's {% if kind == 'one' %}'no' {{ 'a' if n == 1 else \"b\" }}{% elif kind in [\"two\", 'three'] %}\
                    {{ 'x' if \"four\" != kind else word['five'] }}{% endif %} == 'six'";
    let expected = ["one", "two", "three", "four"].map(str::to_owned);
    assert_eq!(compared(template), BTreeSet::from(expected));
}
