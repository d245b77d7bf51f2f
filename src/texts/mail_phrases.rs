//! What people and mail programs write around an answer, in the languages of this service and a few more: what a new
//! language adds here says `mail_phrases.json`. All in small letters.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailPhrases {
    /// What out-of-office replies begin their subject with. A person's reply begins with ours.
    pub absent: Vec<String>,
    /// What the line above a quote begins with, such as the day of the week, and its verb: before or after the name of
    /// the writer.
    pub quote_beginnings: Vec<String>,
    pub quote_verbs: Vec<String>,
    /// The name of the first header of a mail that is quoted without marks, and of those that may follow it.
    pub quote_first_headers: Vec<String>,
    pub quote_next_headers: Vec<String>,
    /// What mail programs say of themselves below an answer.
    pub devices: Vec<String>,
    /// What greetings begin with.
    pub greetings: Vec<String>,
    pub sign_offs: Vec<String>,
    /// What people write before the number of an answer.
    pub before_numbers: Vec<String>,
    /// What stands before the number of a telephone in signatures.
    pub telephones: Vec<String>,
}

pub static MAIL_PHRASES: LazyLock<MailPhrases> = LazyLock::new(|| {
    serde_json::from_str(include_str!("mail_phrases.json")).unwrap_or_else(|error| {
        tracing::error!(%error, "the phrases of mails do not read");
        MailPhrases::default()
    })
});
