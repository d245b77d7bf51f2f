//! Texts: a folder of catalogues for each language, and the sentences that are made from them.
//!
//! Every language has every text that English has; an unknown language falls back to English. Knows templates, JSON,
//! and games as rulesets show them; no account, and nothing stored.

mod aids;
mod catalogue;
mod game_sentences;
#[cfg(test)]
mod glossary;
mod notices;
mod phrases;
pub mod problems;
mod renderer;

pub use aids::aid;
pub use catalogue::{CallText, Catalogue};
pub use game_sentences::{
    FormerPlayer, GameFacts, GameSentences, GameTexts, distinctive_name, game_name, option_sentences,
    place_function, title,
};
pub use notices::{NoticeAbout, feed_text, push_text};
pub use phrases::{MAIL_PHRASES, PROGRAM_PHRASES, Phrase, behind_longest, phrase_words, without_marks};
pub use renderer::{
    Reader, ReaderTexts, TextRenderer, capital, long_date, no_empty_lines, short_when, weekday, when,
};

use std::sync::OnceLock;

use rules::stand_in;

/// The service's texts in one language: emails about games, emails about accounts, pages of links, and problems.
struct Language {
    code: &'static str,
    /// The name of the language in that language.
    name: &'static str,
    emails: &'static str,
    accounts: &'static str,
    pages: &'static str,
    problems: &'static str,
}

macro_rules! language {
    ($code:literal, $name:literal) => {
        Language {
            code: $code,
            name: $name,
            emails: include_str!(concat!($code, "/emails.json")),
            accounts: include_str!(concat!($code, "/accounts.json")),
            pages: include_str!(concat!($code, "/pages.json")),
            problems: include_str!(concat!($code, "/problems.json")),
        }
    };
}

/// All languages; the first one is the fallback. `src/README.md` says where else a new one is added.
const LANGUAGES: [Language; 4] = [
    language!("en", "English"),
    language!("nn", "Nynorsk"),
    language!("sv", "Svenska"),
    language!("de", "Deutsch"),
];

/// A language that tests add, and that players are not offered.
static MADE: OnceLock<Language> = OnceLock::new();

fn made(language: &str) -> Option<&'static Language> {
    let stand_in::MadeLanguage { code, catalogue } =
        stand_in::added().filter(|added| added.code == language)?;
    let Language { emails, accounts, pages, problems, .. } = LANGUAGES[0];
    Some(MADE.get_or_init(|| Language {
        code,
        name: code,
        emails: catalogue(emails),
        accounts: catalogue(accounts),
        pages: catalogue(pages),
        problems: catalogue(problems),
    }))
}

/// The codes of all languages that are offered, the fallback first.
pub const CODES: [&str; LANGUAGES.len()] = {
    let mut codes = [""; LANGUAGES.len()];
    let mut at = 0;
    while at < codes.len() {
        codes[at] = LANGUAGES[at].code;
        at += 1;
    }
    codes
};

pub fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    LANGUAGES.iter().map(|language| (language.code, language.name))
}

/// The language that is used in place of an unknown one.
pub const FALLBACK: &str = LANGUAGES[0].code;

/// The code of the language for a reader who wants `language`.
pub fn code(language: &str) -> &'static str {
    texts(language).code
}

pub fn emails(language: &str) -> &'static str {
    texts(language).emails
}

pub fn accounts(language: &str) -> &'static str {
    texts(language).accounts
}

/// The texts of the pages that links lead to.
pub fn pages(language: &str) -> &'static str {
    texts(language).pages
}

fn problems_of(language: &str) -> &'static str {
    texts(language).problems
}

fn texts(language: &str) -> &'static Language {
    let offered = LANGUAGES.iter().find(|texts| texts.code == language);
    offered.or_else(|| made(language)).unwrap_or(&LANGUAGES[0])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use conformance::pseudolocale;
    use minijinja::Environment;

    use super::{FALLBACK, LANGUAGES, code, texts};

    /// The paths of the texts of a catalogue.
    fn paths(json: &str) -> BTreeSet<String> {
        let Ok(Value::Object(sections)) = serde_json::from_str(json) else { unreachable!("no catalogue") };
        let within = |(section, texts): (String, Value)| match texts {
            Value::Object(texts) => texts.keys().map(|key| format!("{section}.{key}")).collect::<Vec<_>>(),
            Value::Array(texts) => vec![format!("{section}: {}", texts.len())],
            _ => vec![section],
        };
        sections.into_iter().flat_map(within).collect()
    }

    #[test]
    fn every_language_says_everything_that_english_says_and_nothing_else() {
        let english = &LANGUAGES[0];
        for language in &LANGUAGES[1..] {
            assert_eq!(paths(language.emails), paths(english.emails), "emails in {}", language.code);
            assert_eq!(paths(language.accounts), paths(english.accounts), "accounts in {}", language.code);
            assert_eq!(paths(language.pages), paths(english.pages), "pages in {}", language.code);
        }
    }

    #[test]
    fn the_pseudolocale_says_everything_that_english_says_in_templates_that_compile() {
        pseudolocale::add();
        let (english, made) = (&LANGUAGES[0], texts(pseudolocale::CODE));
        assert_eq!((code(pseudolocale::CODE), code("en-xa")), (pseudolocale::CODE, FALLBACK));
        let rulesets = rulesets::all();
        let of_rulesets = rulesets.iter().filter_map(|ruleset| {
            let english = ruleset.texts(FALLBACK)?;
            Some((english, pseudolocale::stand_in(pseudolocale::CODE, english)))
        });
        let of_service = [
            (english.emails, made.emails),
            (english.accounts, made.accounts),
            (english.pages, made.pages),
            (english.problems, made.problems),
        ];
        for (english, made) in of_service.into_iter().chain(of_rulesets) {
            assert_eq!(paths(made), paths(english));
            for (english, made) in templates(english).iter().zip(templates(made)) {
                assert_eq!(made.chars().count(), english.chars().count(), "{made}");
                let compiled = Environment::new().template_from_str(&made).map(|_| ());
                assert!(compiled.is_ok(), "{compiled:?}: {made}");
            }
        }
    }

    /// Every text of a catalogue, in the order of the keys.
    fn templates(json: &str) -> Vec<String> {
        fn collect(value: Value, texts: &mut Vec<String>) {
            match value {
                Value::String(text) => texts.push(text),
                Value::Array(items) => items.into_iter().for_each(|item| collect(item, texts)),
                Value::Object(members) => members.into_iter().for_each(|(_, text)| collect(text, texts)),
                _ => {}
            }
        }
        let mut texts = Vec::new();
        collect(serde_json::from_str(json).unwrap_or_default(), &mut texts);
        texts
    }

    #[test]
    fn a_language_that_there_is_not_is_english() {
        assert_eq!(["nn", "en", "sv", "de"].map(code), ["nn", "en", "sv", "de"]);
        assert_eq!(["", "xx", "NN", "nb"].map(code), [FALLBACK; 4]);
    }
}
