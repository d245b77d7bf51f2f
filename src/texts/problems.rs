//! The texts about problems: the title and the usual detail of each code, and sentences by name.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::Serde;

use super::{Catalogue, FALLBACK};
use rules::{AnyRuleset, Refusal, RefusalCode};

/// The key of the texts about a refusal by the rules.
pub const REFUSED: &str = "refused";

/// The title of a code; empty for an unknown code.
pub fn title(language: &str, code: &str) -> String {
    catalogue(language).text("titles", code).unwrap_or_default().to_owned()
}

/// The usual detail of a code; empty for an unknown code.
pub fn detail(language: &str, code: &str) -> String {
    catalogue(language).text("details", code).unwrap_or_default().to_owned()
}

/// The text about a refusal, in a language. Rulesets refuse in English, and have the other languages in their
/// catalogues, under the code. The ruleset is found by code and message. Without such a text the usual detail of the
/// code is given.
pub fn refusal<'r>(
    language: &str,
    mut rulesets: impl Iterator<Item = &'r (dyn AnyRuleset + 'static)>,
    refusal: &Refusal,
) -> Cow<'static, str> {
    if super::code(language) == FALLBACK {
        return refusal.message.clone();
    }
    let refuses = |row: &RefusalCode| row.code == refusal.code && row.meaning == refusal.message;
    let own = rulesets.find(|ruleset| ruleset.refusals().iter().any(refuses)).and_then(|ruleset| {
        Catalogue::of_ruleset(ruleset, language).text("refusals", refusal.code).map(str::to_owned)
    });
    let usual = || [refusal.code, REFUSED].map(|code| detail(language, code));
    let text = own.or_else(|| usual().into_iter().find(|text| !text.is_empty()));
    text.map_or_else(|| refusal.message.clone(), Cow::Owned)
}

/// A sentence with its values. A missing or broken one is empty, and an error is logged.
pub fn sentence(language: &str, name: &str, filled: &serde_json::Value) -> String {
    let catalogue = catalogue(language);
    let text = catalogue.text("sentences", name);
    let template = text.and_then(|text| catalogue.templates().get_template(text).ok());
    match template.map(|template| template.render(Serde(filled))) {
        Some(Ok(text)) => text,
        Some(Err(error)) => {
            tracing::error!(%error, name, "a sentence about a problem is broken");
            String::new()
        }
        None => {
            tracing::error!(name, language, "a sentence about a problem is missing");
            String::new()
        }
    }
}

pub fn template(language: &str, name: &str) -> Option<String> {
    catalogue(language).text("sentences", name).map(str::to_owned)
}

pub fn names(language: &str) -> BTreeSet<String> {
    catalogue(language).section("sentences").into_iter().map(|(name, _)| name).collect()
}

fn catalogue(language: &str) -> Arc<Catalogue> {
    Catalogue::read(super::problems_of(language))
}
