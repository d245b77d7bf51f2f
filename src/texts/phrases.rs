//! Phrases by which mail that comes in is understood, in many languages and in small letters: what people and their
//! mail programs write around an answer (`mail_phrases.json`, to which a new language adds its own), and what programs
//! write by themselves (`program_phrases.json`).

use std::sync::LazyLock;

use rules::typed_answers::fold;
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Deserialize)]
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
#[derive(Debug, Deserialize)]
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
    /// The phrases before the days of an absence; `from` and `until` come before a day.
    pub away: Vec<Phrase>,
    /// The beginnings and ends of sentences with these days inside.
    pub away_around: Vec<(Phrase, Phrase)>,
    pub from: Vec<Phrase>,
    pub until: Vec<Phrase>,
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

    /// The beginning of `said` if it ends with this phrase.
    pub fn before<'s>(&self, said: &'s [String]) -> Option<&'s [String]> {
        said.strip_suffix(self.0.as_slice())
    }

    /// The rest of `said` if it begins with this phrase.
    pub fn behind<'s>(&self, said: &'s [String]) -> Option<&'s [String]> {
        said.strip_prefix(self.0.as_slice())
    }
}

/// What stands behind the longest of these phrases with which the words begin.
pub fn behind_longest<'s>(phrases: &[Phrase], said: &'s [String]) -> Option<&'s [String]> {
    phrases.iter().filter_map(|phrase| phrase.behind(said)).min_by_key(|behind| behind.len())
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

pub static MAIL_PHRASES: LazyLock<MailPhrases> = LazyLock::new(|| read(include_str!("mail_phrases.json")));

/// What mail programs and mail servers write by themselves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramPhrases {
    /// The prefixes of subjects of replies and forwarded mails, before the colon.
    pub reply_prefixes: Vec<String>,
    /// Parts of words that, before the first colon of a subject, mark an automatic answer.
    pub automatic_stems: Vec<String>,
    /// Parts of words that, before the first colon of a subject, mark an absence.
    pub absent_stems: Vec<String>,
    /// The beginnings of subjects of vacation responders.
    pub absent: Vec<String>,
    /// Parts of subjects of vacation responders, such as "is out of office".
    pub absent_inside: Vec<String>,
    /// The beginnings of subjects of receipts: from ticket systems, calendars, mail programs, and filters that ask
    /// back.
    pub receipts: Vec<String>,
    /// The words before the number of a ticket.
    pub tickets: Vec<String>,
    /// Local parts of addresses that programs write from.
    pub senders: Vec<String>,
    /// Parts of the names of programs that answer by themselves.
    pub mailers: Vec<String>,
    /// Phrases of reactions.
    pub reactions: Vec<String>,
    /// Phrases that mark a reaction only behind an emoji.
    pub reactions_behind_pictures: Vec<String>,
    /// The beginnings of subjects of reports about failed deliveries.
    pub bounces: Vec<String>,
    /// Phrases that say that a mailbox does not exist.
    pub gone: Vec<String>,
    /// Subjects of sentences that say that a mailbox does not exist, with other words before the predicate.
    pub gone_subjects: Vec<String>,
    /// Predicates of these sentences.
    pub gone_predicates: Vec<String>,
    /// Phrases about problems that may pass.
    pub not_gone: Vec<String>,
    /// Phrases that say that the server keeps trying.
    pub delayed: Vec<String>,
    /// Phrases at the beginning of the copy of the failed mail.
    pub copies: Vec<String>,
    /// Headers that only programs write that answer, forward or handle tickets, whatever the value.
    pub headers: Vec<String>,
    /// The beginnings of headers that families of programs write.
    pub header_families: Vec<String>,
}

pub static PROGRAM_PHRASES: LazyLock<ProgramPhrases> =
    LazyLock::new(|| read(include_str!("program_phrases.json")));

fn read<T: DeserializeOwned>(json: &str) -> T {
    // Tests read both files: a phrase that is not known would let a program's mail pass for a person's answer.
    match serde_json::from_str(json) {
        Ok(phrases) => phrases,
        Err(error) => unreachable!("the phrases in the source do not read: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAIL_PHRASES, PROGRAM_PHRASES};

    #[test]
    fn the_phrases_of_people_and_programs_read() {
        assert!(!MAIL_PHRASES.commands.yes.is_empty());
        assert!(PROGRAM_PHRASES.absent.len() > 100 && PROGRAM_PHRASES.gone.len() > 100);
    }
}
