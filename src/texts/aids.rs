//! What a player has to know of a ruleset, as Markdown.

use minijinja::context;
use minijinja::value::Serde;

use super::{Catalogue, FALLBACK, Reader, TextRenderer, code, emails};
use rules::AnyRuleset;

/// The aid of a ruleset in `language`, with the numbers of its components; `None` for a ruleset that has none.
pub fn aid(ruleset: &dyn AnyRuleset, language: &str) -> Option<String> {
    let template = ruleset.aid(language).or_else(|| ruleset.aid(FALLBACK))?;
    let components: serde_json::Value = serde_json::from_str(ruleset.components()).unwrap_or_default();
    let reader = Reader { language: code(language), ..Reader::default() };
    let (service, own) = (Catalogue::read(emails(language)), Catalogue::of_ruleset(ruleset, language));
    let renderer = TextRenderer::new(reader, &service, Some(&own));
    renderer.try_phrase(template, context! { c => Serde(components) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::CODES;

    fn aids() -> impl Iterator<Item = (&'static str, &'static str, String)> {
        rulesets::all().into_iter().flat_map(|ruleset| {
            CODES.map(|language| {
                let aid = aid(ruleset.as_ref(), language).unwrap_or_else(|| unreachable!("{language}"));
                (ruleset.id(), language, aid)
            })
        })
    }

    #[test]
    fn every_ruleset_says_the_same_parts_lists_and_tables_in_every_language() {
        let shape = |aid: &str| {
            let marks = aid.lines().map(|line| {
                let mark = line.split(' ').next().unwrap_or_default();
                let is_mark = ["##", "*", "|"].contains(&mark) || mark.ends_with('.') && mark.len() == 2;
                (if is_mark { mark } else { "" }).to_owned() + &"|".repeat(line.matches(" | ").count())
            });
            marks.collect::<Vec<_>>()
        };
        let mut english = Vec::new();
        for (ruleset, language, aid) in aids() {
            let shape = shape(&aid);
            if language == FALLBACK {
                assert!(shape.iter().filter(|mark| *mark == "##").count() >= 7, "{ruleset}");
                english.clone_from(&shape);
            }
            assert_eq!(shape, english, "{ruleset} in {language}");
        }
    }

    #[test]
    fn no_number_and_no_word_is_missing() {
        for (ruleset, language, aid) in aids() {
            assert!(!aid.contains("|  |") || ruleset == "settlers", "{ruleset} in {language}: {aid}");
            assert!(!aid.contains("{{") && !aid.contains('_'), "{ruleset} in {language}: {aid}");
            let ends_early = aid.lines().find(|line| line.contains("  ") || line.contains(" ."));
            assert_eq!(ends_early, None, "{ruleset} in {language}");
        }
    }
}
