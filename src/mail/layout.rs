//! What a mail about a table looks like, whatever its kind: facts, where to go on, and an answer that can be copied.

use std::sync::Arc;

use std::collections::BTreeMap;

use minijinja::Value;

use super::email::Composed;
use super::game::page::{Address, Addresses, Example, Page, Standing};
use super::texts::{self, Catalogue, LAYOUTS, Reader, Speech};

/// What the texts may name, and for whom they are written.
pub struct Words {
    catalogue: Arc<Catalogue>,
    speech: Speech,
    language: &'static str,
    here: BTreeMap<String, Value>,
    /// Does `here` say where mails of this kind are ended?
    can_be_ended: bool,
}

#[derive(Default)]
pub struct Sheet {
    /// Its kind, which has a subject and a lead of its own.
    pub kind: &'static str,
    /// Lines about the table, by the names of their texts.
    pub facts: Vec<&'static str>,
    pub places: Vec<Place>,
    pub answer: Option<Answer>,
    /// Why the reader gets it: the name of a text.
    pub why: &'static str,
}

/// One address of the API: method, where, and the name of the text that says what for.
pub type Place = (&'static str, String, &'static str);

/// A request: where it is posted, and its body.
pub type Answer = (String, serde_json::Value);

impl Words {
    /// Words to `reader` in `language`, about what stands in `here`; `link` is where mails of this kind are ended.
    pub fn new<'h>(
        language: &str,
        reader: Reader,
        here: impl IntoIterator<Item = (&'h str, Value)>,
        link: Option<&str>,
    ) -> Self {
        let catalogue = Catalogue::read(texts::notices(language));
        let speech = Speech::new(reader, &catalogue, None);
        let here = here.into_iter().chain(link.map(|link| ("url", link.into())));
        let here = here.map(|(name, value)| (name.to_owned(), value)).collect();
        Self { catalogue, speech, language: texts::code(language), here, can_be_ended: link.is_some() }
    }

    fn say(&self, section: &str, key: &str) -> String {
        let template = self.catalogue.text(section, key).unwrap_or_default();
        self.speech.say(template, Value::from(self.here.clone()))
    }

    pub fn write(&self, sheet: Sheet) -> Result<Composed, String> {
        let facts: Vec<String> = sheet.facts.iter().map(|fact| self.say("facts", fact)).collect();
        let heading = if sheet.answer.is_some() { "where" } else { "where_table" };
        let address = |(method, url, what): Place| Address { method, url, what: self.say("lines", what) };
        let example = sheet.answer.map(|(url, body)| Example {
            lead: self.say("lines", "example_table"),
            command: curl_post(&url, true, &body.to_string()),
        });
        let page = Page {
            language: self.language,
            subject: self.say("subject", sheet.kind),
            lead: self.say("lead", sheet.kind),
            standing: (!facts.is_empty())
                .then(|| Standing { heading: self.say("headings", "table"), lines: facts }),
            addresses: Addresses {
                heading: self.say("headings", heading),
                listed: sheet.places.into_iter().map(address).collect(),
                example,
            },
            notes: [Some(sheet.why), self.can_be_ended.then_some("unsubscribe")]
                .into_iter()
                .flatten()
                .map(|line| self.say("lines", line))
                .collect(),
            ..Page::default()
        };
        let (text, html) = (LAYOUTS.fill("game.txt", &page)?, LAYOUTS.fill("game.html", &page)?);
        Ok(Composed { subject: page.subject, text, html })
    }
}

/// What a table is called: its name, or that of its title.
pub fn called<'n>(name: &'n str, title: &'n str) -> &'n str {
    if name.is_empty() { title } else { name }
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

    #[test]
    fn a_body_stays_one_word_of_the_shell() {
        let command = curl_post("http://localhost/x", false, r#"{"name":"it's"}"#);
        assert!(command.ends_with(r#"-d '{"name":"it'\''s"}'"#), "{command}");
    }
}
