//! The outline that emails about votes and lobbies share: facts, where to go on, and an answer that can be copied.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::Value;

use super::{AddressItem, AddressSection, ButtonLink, ExampleRequest, GameEmailPage, StandingSection, fill};
use crate::mail::email::Composed;
use crate::texts::{self, Catalogue, Reader, TextRenderer};

/// What the texts may name, and for whom they are written.
pub struct EmailTexts {
    catalogue: Arc<Catalogue>,
    renderer: TextRenderer,
    language: &'static str,
    values: BTreeMap<String, Value>,
    /// Where mails of this kind are ended.
    unsubscribe: Option<String>,
}

#[derive(Default)]
pub struct EmailOutline {
    /// Its kind, which has a subject and a lead of its own.
    pub kind: &'static str,
    /// Lines about the game, by the names of their texts.
    pub facts: Vec<&'static str>,
    /// The way on: the name of its label, and its address.
    pub button: Option<(&'static str, String)>,
    pub links: Vec<ApiLink>,
    pub answer: Option<RequestExample>,
    /// Why the reader gets it: the name of a text.
    pub why: &'static str,
}

/// One address of the API: method, where, and the name of the text that says what for.
pub type ApiLink = (&'static str, String, &'static str);

/// A request: where it is posted, and its body.
pub type RequestExample = (String, serde_json::Value);

impl EmailTexts {
    /// Texts for `reader` in `language`, about `values`; `link` is where mails of this kind are ended.
    pub fn new<'h>(
        language: &str,
        reader: Reader,
        values: impl IntoIterator<Item = (&'h str, Value)>,
        link: Option<&str>,
    ) -> Self {
        let catalogue = Catalogue::read(texts::emails(language));
        let renderer = TextRenderer::new(reader, &catalogue, None);
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self {
            catalogue,
            renderer,
            language: texts::code(language),
            values,
            unsubscribe: link.map(str::to_owned),
        }
    }

    fn say(&self, section: &str, key: &str) -> String {
        let template = self.catalogue.text(section, key).unwrap_or_default();
        self.renderer.say(template, Value::from(self.values.clone()))
    }

    pub fn write(&self, outline: EmailOutline) -> Result<Composed, String> {
        let facts: Vec<String> = outline.facts.iter().map(|fact| self.say("facts", fact)).collect();
        let heading = if outline.answer.is_some() { "where" } else { "where_table" };
        let address =
            |(method, url, what): ApiLink| AddressItem { method, url, what: self.say("lines", what) };
        let example = outline.answer.map(|(url, body)| ExampleRequest {
            lead: self.say("lines", "example_table"),
            command: curl_post(&url, true, &body.to_string()),
        });
        let page = GameEmailPage {
            language: self.language,
            subject: self.say("subject", outline.kind),
            lead: self.say("lead", outline.kind),
            standing: (!facts.is_empty())
                .then(|| StandingSection { heading: self.say("headings", "table"), lines: facts }),
            button: outline.button.map(|(label, url)| ButtonLink { label: self.say("lines", label), url }),
            addresses: (!outline.links.is_empty()).then(|| AddressSection {
                heading: self.say("headings", heading),
                listed: outline.links.into_iter().map(address).collect(),
                example,
            }),
            notes: vec![self.say("lines", outline.why)],
            unsubscribe: self
                .unsubscribe
                .clone()
                .map(|url| ButtonLink { label: self.say("lines", "unsubscribe"), url }),
            ..GameEmailPage::default()
        };
        fill("game", page.subject.clone(), &page)
    }
}

/// What a game is called: its own name, or that of its ruleset.
pub fn game_name<'n>(name: &'n str, ruleset: &'n str) -> &'n str {
    if name.is_empty() { ruleset } else { name }
}

/// A command that a reader can copy into a shell: a POST of a JSON `body` with curl; `signed` leaves room for the access token.
pub fn curl_post(url: &str, signed: bool, body: &str) -> String {
    let token = if signed { " \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\"" } else { "" };
    format!("curl {url}{token} \\\n  -H 'Content-Type: application/json' \\\n  -d {}", quoted(body))
}

/// In single quotes, as a shell reads them.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::curl_post;
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

    #[test]
    fn a_body_stays_one_word_of_the_shell() {
        let command = curl_post("http://localhost/x", false, r#"{"name":"it's"}"#);
        assert!(command.ends_with(r#"-d '{"name":"it'\''s"}'"#), "{command}");
    }
}
