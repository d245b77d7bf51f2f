//! What people and mail programs write around an answer, in the languages of this service and a few more, all in small
//! letters. A new language adds its phrases to `mail_phrases.json`.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailPhrases {
    /// What the line above a quote begins with, such as the day of the week, and its verb: before or after the name of
    /// the writer.
    pub quote_beginnings: Vec<String>,
    pub quote_verbs: Vec<String>,
    /// The names that the first header of a mail quoted without marks can have; below, those of the headers after it.
    pub quote_first_headers: Vec<String>,
    pub quote_next_headers: Vec<String>,
    /// What mail programs say of themselves below an answer.
    pub devices: Vec<String>,
    /// What greetings begin with.
    pub greetings: Vec<String>,
    pub sign_offs: Vec<String>,
    /// Words that people write before the number of an answer.
    pub before_numbers: Vec<String>,
    /// The words for one, for two, and so on.
    pub numbers: Vec<Vec<String>>,
    /// Words between the parts of a list.
    pub joining: Vec<String>,
    /// What people begin the next one of several answers with.
    pub then: Vec<String>,
    /// Words around and between the two sides of a trade.
    pub trading: Vec<String>,
    /// Words with or without which an answer means the same. None of them says no.
    pub fillers: Vec<String>,
    /// Words of which one is as good as another in an answer: verbs of building, and words before a place.
    pub alike: Vec<Vec<String>>,
    /// What takes something back that was written before it, or makes a condition of it.
    pub correcting: Vec<String>,
    /// What people say to end their turn, in full.
    pub ending: Vec<String>,
    /// What stands before a telephone number in a signature.
    pub telephones: Vec<String>,
    pub commands: CommandPhrases,
}

/// What can be replied to any mail about a game, each in words of every language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandPhrases {
    pub yes: Vec<String>,
    /// What adds nothing to a yes before it.
    pub behind_yes: Vec<String>,
    /// What a name behind a yes is given with.
    pub before_names: Vec<String>,
    pub no: Vec<String>,
    /// What follows goes to everybody in the game.
    pub say: Vec<String>,
    pub status: Vec<String>,
    pub help: Vec<String>,
    pub settings: Vec<String>,
    pub take_back: Vec<String>,
    pub come_back: Vec<String>,
    pub rematch: Vec<String>,
}

pub static MAIL_PHRASES: LazyLock<MailPhrases> = LazyLock::new(|| {
    serde_json::from_str(include_str!("mail_phrases.json")).unwrap_or_else(|error| {
        tracing::error!(%error, "the phrases of mails do not read");
        MailPhrases::default()
    })
});
