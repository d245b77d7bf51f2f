//! The outline of emails that ask one question in words: facts, a button, and a hint at what can be replied.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::Value;

use super::{ButtonLink, GameSection, ReplyLine, StandingSection};
use crate::texts::{self, Catalogue, Reader, TextRenderer};

/// The texts of an email in the language of its reader, with the values that they may name.
pub struct EmailTexts {
    catalogue: Arc<Catalogue>,
    renderer: TextRenderer,
    language: &'static str,
    values: BTreeMap<String, Value>,
}

#[derive(Default)]
pub struct EmailOutline {
    /// What was done, by the names of their texts.
    pub remarks: Vec<&'static str>,
    /// Lines about the game, by the names of their texts.
    pub facts: Vec<&'static str>,
    /// Further facts about the game, in whole sentences.
    pub more: Vec<String>,
    /// The name of the label of the button, and its URL.
    pub button: Option<(&'static str, String)>,
    /// What can be replied: the name of a text; `None`: nothing.
    pub reply: Option<&'static str>,
    /// The small print, by the names of its texts: what the link can do, and why the reader gets this email.
    pub notes: Vec<&'static str>,
}

impl EmailTexts {
    /// Texts for `reader` in `language`, about `values`.
    pub fn new<'h>(
        language: &str,
        reader: Reader,
        values: impl IntoIterator<Item = (&'h str, Value)>,
    ) -> Self {
        let catalogue = Catalogue::read(texts::emails(language));
        let renderer = TextRenderer::new(reader, &catalogue, None);
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { catalogue, renderer, language: texts::code(language), values }
    }

    pub fn say(&self, section: &str, key: &str) -> String {
        let template = self.catalogue.text(section, key).unwrap_or_default();
        self.renderer.say(template, Value::from(self.values.clone()))
    }

    fn reply(&self, key: &str) -> ReplyLine {
        ReplyLine { here: self.say("lines", key), there: self.say("in_digest", key) }
    }

    /// The receipt of a message: what was sent, and to whom.
    pub fn said(&self, text: &str, to: Option<&str>) -> String {
        let key = if to.is_some() { "said_privately" } else { "said" };
        let template = self.catalogue.text("done", key).unwrap_or_default();
        self.renderer.say(template, minijinja::context! { text, to })
    }

    pub fn section(&self, outline: &EmailOutline) -> GameSection {
        let facts = outline.facts.iter().map(|fact| self.say("facts", fact));
        let facts: Vec<String> = facts.chain(outline.more.iter().cloned()).collect();
        let done = outline.remarks.iter().map(|done| self.say("done", done));
        GameSection {
            remarks: done.collect(),
            replies: outline.reply.into_iter().map(|reply| self.reply(reply)).collect(),
            standing: (!facts.is_empty())
                .then(|| StandingSection { heading: self.say("headings", "table"), lines: facts }),
            button: outline
                .button
                .as_ref()
                .map(|(label, url)| ButtonLink { label: self.say("lines", label), url: url.clone() }),
            ..GameSection::default()
        }
    }

    pub fn notes(&self, outline: &EmailOutline) -> Vec<String> {
        outline.notes.iter().map(|note| self.say("lines", note)).collect()
    }

    pub const fn language(&self) -> &'static str {
        self.language
    }
}

/// The name of a game; an unnamed one is called after its ruleset.
pub fn game_name<'n>(name: &'n str, ruleset: &'n str) -> &'n str {
    if name.is_empty() { ruleset } else { name }
}

#[cfg(test)]
mod tests {
    use crate::notifications::{Kinds, MailKind, MailTemplate};
    use crate::texts::{Catalogue, FALLBACK, accounts, emails};

    /// Other languages say what English says, which other tests hold.
    #[test]
    fn every_kind_of_mail_has_a_subject_and_a_first_sentence() {
        let (emails, accounts) = (Catalogue::read(emails(FALLBACK)), Catalogue::read(accounts(FALLBACK)));
        for entry in Kinds::new([]).all() {
            assert!(!matches!(entry.kind, MailKind::Call(_)));
            for part in ["subject", "lead"] {
                let text = match entry.template {
                    MailTemplate::Account => accounts.text(entry.name, part),
                    _ => emails.text(part, entry.name),
                };
                assert!(text.is_some_and(|text| !text.is_empty()), "{part} of {}", entry.name);
            }
        }
    }
}
