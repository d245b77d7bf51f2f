//! What can be replied to any mail about a game, besides the answers to what it asks: a few words, in any of the
//! languages.

use crate::texts::{CommandPhrases, MAIL_PHRASES};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplyCommand {
    /// What it means depends on the mail. Behind it may stand a name, of a player who has none yet.
    Yes(String),
    No,
    /// To everybody in the game.
    Say(String),
    /// How does the game stand?
    Status,
    /// What can be replied?
    Help,
    /// The page of the account.
    Settings,
    TakeBack,
    /// Play again instead of the bot.
    ComeBack,
    Rematch,
}

/// What stands between a word and what follows it.
const BETWEEN: [char; 4] = [' ', ':', '-', '–'];
/// What people end a sentence with.
const ENDS: [char; 4] = ['.', '!', '…', ' '];
/// The most words of a name behind a yes.
const MAX_NAME_WORDS: usize = 4;

impl ReplyCommand {
    /// The command that a line is, if it is one; capitals make no difference.
    pub fn read(line: &str) -> Option<Self> {
        let phrases = &MAIL_PHRASES.commands;
        if let Some(said) = behind_one_of(line, &phrases.say).filter(|said| !said.is_empty()) {
            return Some(Self::Say(said.to_owned()));
        }
        // People write "yes, please" and "yes please".
        let line = line.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        let line = line.trim_end_matches(ENDS);
        let asked = line.trim_end_matches('?').trim_end();
        let is = |phrases: &[String]| {
            let is_it = |text: &str| phrases.iter().any(|phrase| text.to_lowercase() == *phrase);
            is_it(line) || is_it(asked)
        };
        let whole = [
            (&phrases.no, Self::No),
            (&phrases.status, Self::Status),
            (&phrases.help, Self::Help),
            (&phrases.settings, Self::Settings),
            (&phrases.take_back, Self::TakeBack),
            (&phrases.come_back, Self::ComeBack),
            (&phrases.rematch, Self::Rematch),
        ];
        let found = whole.into_iter().find(|(phrases, _)| is(phrases)).map(|(_, command)| command);
        found.or_else(|| yes(line, phrases))
    }
}

/// A yes, with nothing behind it but courtesies and a name.
fn yes(line: &str, phrases: &CommandPhrases) -> Option<ReplyCommand> {
    let mut behind = behind_one_of(line, &phrases.yes)?;
    let adds_nothing = [&phrases.yes, &phrases.behind_yes];
    while let Some(rest) = adds_nothing.iter().find_map(|phrases| behind_one_of(behind, phrases)) {
        behind = rest;
    }
    behind = behind_one_of(behind, &phrases.before_names).unwrap_or(behind);
    while let Some(name) = adds_nothing.iter().find_map(|phrases| before_one_of(behind, phrases)) {
        behind = name;
    }
    // A number for itself is one of an answer.
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let is_name = behind.split_whitespace().count() <= MAX_NAME_WORDS
        && !behind.split_whitespace().any(is_number)
        && !behind.contains(['=', '{']);
    is_name.then(|| ReplyCommand::Yes(behind.to_owned()))
}

/// Does it look like a name: one word, or several of which the first and the last don't begin with a small letter?
pub fn looks_like_name(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_small = |word: &str| word.starts_with(char::is_lowercase);
    match (words.next(), words.next_back()) {
        (Some(first), Some(last)) => !is_small(first) && !is_small(last),
        (first, _) => first.is_some(),
    }
}

/// What stands behind the longest of these phrases with which a line begins.
fn behind_one_of<'l>(line: &'l str, phrases: &[String]) -> Option<&'l str> {
    let behind = |phrase: &String| {
        let length = phrase.chars().count();
        let end = line.char_indices().nth(length).map_or(line.len(), |(end, _)| end);
        let (begin, rest) = line.split_at_checked(end)?;
        let fits = begin.to_lowercase() == *phrase && (rest.is_empty() || rest.starts_with(BETWEEN));
        fits.then_some((length, rest.trim_start_matches(BETWEEN).trim()))
    };
    phrases.iter().filter_map(behind).max_by_key(|(length, _)| *length).map(|(_, rest)| rest)
}

/// What stands before the longest of these phrases with which a line ends.
fn before_one_of<'l>(line: &'l str, phrases: &[String]) -> Option<&'l str> {
    let before = |phrase: &String| {
        let length = phrase.chars().count();
        let (begin, _) = line.char_indices().rev().nth(length.checked_sub(1)?)?;
        let (rest, end) = line.split_at_checked(begin)?;
        let fits = end.to_lowercase() == *phrase && rest.ends_with(BETWEEN);
        fits.then_some((length, rest.trim_end_matches(BETWEEN)))
    };
    phrases.iter().filter_map(before).max_by_key(|(length, _)| *length).map(|(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::ReplyCommand::{self, *};
    use super::looks_like_name;

    fn read(line: &str) -> Option<ReplyCommand> {
        ReplyCommand::read(line)
    }

    #[test]
    fn a_yes_is_a_yes_in_every_language_and_may_bring_a_name() {
        for line in [
            "yes",
            "Yes!",
            "OK.",
            "Ja takk",
            "ja tack!",
            "Ja, gern",
            "I'm there",
            "Einverstanden.",
            "Yes, of course!",
            "Yes, I'd love to, thanks",
            "Ja takk, gjerne",
            "Ja tack, gärna",
            "Ja, eg blir med",
            "Ja, natürlich, sehr gerne!",
            "Ja klar",
        ] {
            assert_eq!(read(line), Some(Yes(String::new())), "{line}");
        }
        for (line, name) in [
            ("yes, Unn", "Unn"),
            ("ja Unn Ketilsdotter", "Unn Ketilsdotter"),
            ("Ja: Øl", "Øl"),
            ("yes Unn77", "Unn77"),
            ("Yes please, Unn", "Unn"),
            ("Ja gerne, ich heiße Unn", "Unn"),
            ("Ja takk, eg heiter Unn.", "Unn"),
            ("Yes, my name is Unn, thanks", "Unn"),
            ("Ja Klara", "Klara"),
        ] {
            assert_eq!(read(line), Some(Yes(name.to_owned())), "{line}");
        }
        for line in ["yesterday", "jasmin", "yes give=wool:2", "yes 3", "yes I would really love to do that"]
        {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn a_sentence_is_no_name() {
        for name in ["Unn", "unn", "Unn Ketilsdotter", "Unn av Vik", "Øl", "محمد", "李 明"] {
            assert!(looks_like_name(name), "{name}");
        }
        for sentence in ["", "that sounds like fun", "I am late", "on Monday", "Das wird schön"] {
            assert!(!looks_like_name(sentence), "{sentence}");
        }
    }

    #[test]
    fn what_is_said_keeps_its_words() {
        assert_eq!(read("say Good luck, all!"), Some(Say("Good luck, all!".to_owned())));
        assert_eq!(read("Säg: vi ses"), Some(Say("vi ses".to_owned())));
        assert_eq!(read("sag hallo"), Some(Say("hallo".to_owned())));
        assert_eq!(read("say"), None, "there is nothing to say");
    }

    #[test]
    fn the_other_words_stand_alone() {
        let words = [
            ("Nei.", No),
            ("nein danke", No),
            ("Stoda", Status),
            ("Hjälp!", Help),
            ("?", Help),
            ("Wie steht es?", Status),
            ("👎", No),
            ("Einstellungen", Settings),
            ("undo", TakeBack),
            ("Ich bin wieder da!", ComeBack),
            ("revansch", Rematch),
        ];
        for (line, command) in words {
            assert_eq!(read(line), Some(command), "{line}");
        }
        for line in ["no more wool", "help me please", "status quo", "3", "end turn"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
