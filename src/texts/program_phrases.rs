//! Phrases that mail programs and mail servers write by themselves, in many languages, as lists in small letters. The
//! phrases of players are in `mail_phrases.json`.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
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
    /// Subjects of sentences that say so with other words in between.
    pub gone_subjects: Vec<String>,
    /// Predicates of these sentences.
    pub gone_predicates: Vec<String>,
    /// Phrases about problems that may pass.
    pub not_gone: Vec<String>,
    /// Phrases that say that the server keeps trying.
    pub delayed: Vec<String>,
    /// Phrases at the beginning of the copy of the failed mail.
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
