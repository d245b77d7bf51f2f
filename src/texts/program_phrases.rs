//! What mail programs and mail servers write by themselves, in the languages of the world: lists of data, in small
//! letters. What players write is in `mail_phrases.json`.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramPhrases {
    /// What stands before the colon of a subject that is a reply or was forwarded.
    pub reply_prefixes: Vec<String>,
    /// Parts of words before the first colon of a subject that say that a program answers.
    pub automatic_stems: Vec<String>,
    /// The same, of a player's absence.
    pub absent_stems: Vec<String>,
    /// How the subject of an answer begins while a player is absent.
    pub absent: Vec<String>,
    /// What such a subject has somewhere, such as "is out of office".
    pub absent_inside: Vec<String>,
    /// How the subject of a receipt begins: of a ticket system, a calendar, a reader, a filter that asks back.
    pub receipts: Vec<String>,
    /// The words before the number of a ticket.
    pub tickets: Vec<String>,
    /// Local parts of addresses that programs write from.
    pub senders: Vec<String>,
    /// Parts of the names of programs that answer by themselves.
    pub mailers: Vec<String>,
    /// What a reaction says,
    pub reactions: Vec<String>,
    /// and what it says where its picture stands before it.
    pub reactions_behind_pictures: Vec<String>,
    /// How the subject of a mail about a failed delivery begins.
    pub bounces: Vec<String>,
    /// There is no such mailbox.
    pub gone: Vec<String>,
    /// What there is not, where a sentence says so with other words in between,
    pub gone_subjects: Vec<String>,
    /// and how it says so.
    pub gone_predicates: Vec<String>,
    /// Something else is wrong, which may pass.
    pub not_gone: Vec<String>,
    /// The server goes on trying.
    pub delayed: Vec<String>,
    /// A copy of the mail that failed begins.
    pub copies: Vec<String>,
}

pub static PROGRAM_PHRASES: LazyLock<ProgramPhrases> = LazyLock::new(|| {
    serde_json::from_str(include_str!("program_phrases.json")).unwrap_or_else(|error| {
        tracing::error!(%error, "the phrases of mail programs do not read");
        ProgramPhrases::default()
    })
});

#[cfg(test)]
mod tests {
    use super::PROGRAM_PHRASES;

    #[test]
    fn the_phrases_of_programs_read() {
        assert!(PROGRAM_PHRASES.absent.len() > 100 && PROGRAM_PHRASES.gone.len() > 100);
    }
}
