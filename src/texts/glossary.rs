//! Holds the catalogues to `glossary.md`: no word that it puts aside for another one is used.

use serde_json::Value;

use super::LANGUAGES;

/// What boards of all rulesets say.
const BOARDS: [(&str, &str); LANGUAGES.len()] = [
    ("en", include_str!("../rules/render/texts/en.json")),
    ("nn", include_str!("../rules/render/texts/nn.json")),
    ("sv", include_str!("../rules/render/texts/sv.json")),
    ("de", include_str!("../rules/render/texts/de.json")),
];

/// A word that is not used.
struct Unused {
    language: String,
    word: String,
    instead: String,
    /// `everywhere`, or the catalogues by name.
    places: Vec<String>,
}

/// The rows of the last table.
fn unused() -> Vec<Unused> {
    let (_, part) = include_str!("glossary.md").split_once("## Words that are not used").unwrap_or_default();
    let rows = part.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = rows.map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    let row = |cells: Vec<String>| {
        let [language, word, instead, places] = <[String; 4]>::try_from(cells).ok()?;
        let places = places.split(", ").map(str::to_owned).collect();
        Some(Unused { language, word, instead, places })
    };
    // The first row names the columns.
    cells.filter_map(row).skip(1).collect()
}

/// Every catalogue of a language, by the name of a place that it belongs to.
fn catalogues(code: &str) -> Vec<(String, String)> {
    let of_service = LANGUAGES.iter().filter(|language| language.code == code).flat_map(|language| {
        [
            ("emails", language.emails),
            ("accounts", language.accounts),
            ("pages", language.pages),
            ("problems", language.problems),
        ]
    });
    let boards = BOARDS.into_iter().filter(|(language, _)| *language == code);
    let boards = boards.map(|(_, json)| ("rulesets", json));
    let of_rulesets = rulesets::all().into_iter().flat_map(|ruleset| {
        let json = ruleset.texts(code).unwrap_or_default();
        [("rulesets", json), (ruleset.id(), json)]
    });
    let aids = rulesets::all().into_iter().flat_map(|ruleset| {
        let aid = Value::from(ruleset.aid(code).unwrap_or_default()).to_string();
        [("rulesets".to_owned(), aid.clone()), (ruleset.id().to_owned(), aid)]
    });
    let all = of_service.chain(boards).chain(of_rulesets);
    all.map(|(name, json)| (name.to_owned(), json.to_owned())).chain(aids).collect()
}

fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.to_lowercase()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(members) => members.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// Is the word in the text, as a whole? One that ends with `*` may go on.
fn is_in(text: &str, word: &str) -> bool {
    let goes_on = word.ends_with('*');
    let word = word.trim_end_matches('*').to_lowercase();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    text.match_indices(&word).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        !before.ends_with(is_part) && (goes_on || !after.starts_with(is_part))
    })
}

#[test]
fn no_catalogue_uses_a_word_that_the_glossary_puts_aside() {
    let rows = unused();
    assert!(rows.len() > 60, "{} rows", rows.len());
    for Unused { language, word, instead, places } in rows {
        let meant = |name: &String| places.iter().any(|place| place == "everywhere" || place == name);
        let catalogues = catalogues(&language);
        assert!(catalogues.len() > 6, "{language}");
        for (name, json) in catalogues.into_iter().filter(|(name, _)| meant(name)) {
            let mut said = Vec::new();
            texts(&serde_json::from_str(&json).unwrap_or_default(), &mut said);
            let wrong = said.iter().find(|text| is_in(text, &word));
            assert_eq!(wrong, None, "{name} in {language} says `{word}` and not `{instead}`");
        }
    }
}

#[test]
fn every_place_of_the_glossary_is_a_catalogue() {
    let known: Vec<String> = catalogues("en").into_iter().map(|(name, _)| name).collect();
    for row in unused() {
        let strange = row.places.iter().find(|place| *place != "everywhere" && !known.contains(place));
        assert_eq!(strange, None, "{}", row.word);
    }
}

#[test]
fn words_are_found_as_a_whole() {
    assert!(is_in("das brett ist leer", "Brett") && !is_in("das spielbrett", "Brett"));
    assert!(is_in("två sexhörningar", "sexhörning*") && !is_in("eine e-mail", "Mail"));
}
