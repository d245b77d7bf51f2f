//! What people and mail programs write around an answer, in the languages of this service and a few more, all in small
//! letters. A new language adds its phrases to `mail_phrases.json`.

use std::sync::LazyLock;

use rules::typed_answers::fold;
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailPhrases {
    /// The beginnings of lines that mail programs add below an answer; `programs` has parts of such lines.
    pub devices: Vec<String>,
    pub programs: Vec<String>,
    /// The beginnings of greetings.
    pub greetings: Vec<Phrase>,
    /// Courtesies that may stand anywhere; those in `sign_offs` stand above a signature.
    pub thanks: Vec<Phrase>,
    pub sign_offs: Vec<Phrase>,
    /// Words between the parts of a list.
    pub joining: Vec<String>,
    pub commands: CommandPhrases,
}

/// The commands that can be replied to any mail about a game, with their phrases in every language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandPhrases {
    pub yes: Vec<Phrase>,
    /// Courtesies that add nothing to a yes before them; those in `behind_no` add nothing to a no.
    pub behind_yes: Vec<Phrase>,
    /// The phrases that introduce a new player's name.
    pub before_names: Vec<Phrase>,
    pub no: Vec<Phrase>,
    pub behind_no: Vec<Phrase>,
    /// Words before a message to all players of the game.
    pub say: Vec<String>,
    pub status: Vec<Phrase>,
    pub help: Vec<Phrase>,
    pub settings: Vec<Phrase>,
    pub take_back: Vec<Phrase>,
    pub come_back: Vec<Phrase>,
    pub rematch: Vec<Phrase>,
}

/// A phrase as a list of words, normalised by [`phrase_words`] for comparing.
#[derive(Debug, Deserialize)]
#[serde(from = "String")]
pub struct Phrase(Vec<String>);

impl From<String> for Phrase {
    fn from(phrase: String) -> Self {
        Self(phrase_words(&phrase))
    }
}

impl Phrase {
    pub fn is(&self, said: &[String]) -> bool {
        self.0 == said
    }

    /// The rest of `said` if it begins with this phrase.
    pub fn behind<'s>(&self, said: &'s [String]) -> Option<&'s [String]> {
        said.strip_prefix(self.0.as_slice())
    }
}

/// The words of a line, normalised for comparing. An emoji is a word.
pub fn phrase_words(text: &str) -> Vec<String> {
    let text = text.replace('’', "'");
    let words =
        text.split([' ', '\t', ',', '!', ';']).map(|word| fold(without_marks(word).trim_matches('?')));
    words.filter(|word| !word.is_empty()).collect()
}

/// A word without punctuation around it.
pub fn without_marks(word: &str) -> &str {
    word.trim_matches(['.', ',', '!', ';', ':', '…', '-', '–', '—', ' ', '"', '\u{FE0F}'])
}

pub static MAIL_PHRASES: LazyLock<MailPhrases> = LazyLock::new(|| {
    serde_json::from_str(include_str!("mail_phrases.json")).unwrap_or_else(|error| {
        tracing::error!(%error, "the phrases of mails do not read");
        MailPhrases::default()
    })
});
