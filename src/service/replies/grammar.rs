//! The grammar of replies (decision 41): it classifies each line of a mail. A line of no class is unread.
//!
//! The grammar does not know what is asked, so that the meaning of a number or of the words of an option is not decided
//! here.
//!
//! What is not certain must do nothing: a reader that skipped unknown words once joined a game for “Ja, leider kann ich
//! nicht.” and played option 2 for “Das 2. Spiel war toll!”.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::absence::WrittenAbsence;
use super::reply::{Above, OwnLine};
use crate::texts::{MAIL_PHRASES, Phrase, behind_longest, phrase_words, without_marks};
use rules::typed_answers::words;

/// The most digits in the number of an option.
const MAX_DIGITS: usize = 3;
/// The most parts of a reply that are read: no turn needs more.
const MAX_PARTS: usize = 60;
/// The most words of a name, in a greeting, below a courtesy or behind a yes.
const MAX_NAME: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplyCommand {
    /// Agrees to what the mail asks; with the name that a new player gives themselves.
    Yes(Option<String>),
    No,
    /// To everybody in the game.
    Say(String),
    Status,
    Help,
    Settings,
    TakeBack,
    /// Time does not count on these days.
    Away(WrittenAbsence),
    /// Play again instead of the bot, and end an absence.
    ComeBack,
    Rematch,
}

impl PartKind {
    /// Does the part ask for nothing?
    pub const fn is_courtesy(&self) -> bool {
        matches!(self, Self::Courtesy | Self::Banner)
    }
}

impl ReplyCommand {
    /// Does the command commit the writer to others, so that nothing unread may stand beside it?
    pub const fn is_consent(&self) -> bool {
        matches!(self, Self::Yes(_) | Self::No | Self::ComeBack | Self::Away(_) | Self::Rematch)
    }

    /// Can the command be the answer to a decision?
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Yes(_) | Self::No)
    }
}

/// The class of a line, or of one of several numbers in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartKind {
    Number(usize),
    /// A number, and behind it what is filled in, or the words of its option; `is_marked`: a colon or an equals sign
    /// shows that something is filled in.
    Filled {
        number: usize,
        behind: String,
        is_marked: bool,
    },
    Command(ReplyCommand),
    /// A greeting, thanks, or the name of the writer.
    Courtesy,
    /// A gateway's banner in front of everything.
    Banner,
    /// The words of an option, or unread text: only the question tells which.
    Words,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// As it was written, in plain letters.
    pub text: String,
    pub kind: PartKind,
    pub above: Above,
    /// Does it go on from the line before it, without a blank line between?
    pub goes_on: bool,
}

/// The parts of a reply up to its signature. `names` are those of the writer.
pub fn parts(lines: &[OwnLine], names: &[String]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut lines = lines.iter().peekable();
    let mut goes_on = false;
    while let Some(line) = lines.next() {
        let text = plain(&line.text);
        if text.is_empty() {
            goes_on = false;
            continue;
        }
        let has_answer = parts.iter().any(|part| !part.kind.is_courtesy());
        let kind = kind(&text, names);
        let is_courtesy = matches!(kind, LineKind::Part(PartKind::Courtesy));
        if is_sign_off(&text) || has_answer && is_courtesy && is_name(&text, names) {
            break;
        }
        let is_banner = is_banner(&text, &parts, goes_on);
        let mut add = |text: String, kind| parts.push(Part { text, kind, above: line.above, goes_on });
        match kind {
            LineKind::Numbers(numbers) => {
                for (place, number) in numbers.into_iter().enumerate() {
                    let above = if place == 0 { line.above } else { Above::Own };
                    let kind = PartKind::Number(number);
                    parts.push(Part { text: number.to_string(), kind, above, goes_on });
                }
            }
            LineKind::Say(said) => {
                let mut said = vec![said];
                // The message goes to the end of its paragraph, or to a line that means something by itself.
                while let Some(next) = lines.next_if(|next| is_plain_text(&next.text, names)) {
                    said.push(next.text.clone());
                }
                add(text, PartKind::Command(ReplyCommand::Say(said.join("\n"))));
            }
            LineKind::Part(PartKind::Words) if is_banner => add(text, PartKind::Banner),
            LineKind::Part(kind) => add(text, kind),
        }
        goes_on = true;
    }
    parts.truncate(MAX_PARTS);
    parts
}

/// What the writer of a reply to a message wrote, without their signature.
pub fn message(lines: &[OwnLine], names: &[String]) -> String {
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let end =
        texts.iter().position(|line| is_sign_off(&plain(line))).filter(|at| *at > 0).unwrap_or(texts.len());
    let texts = texts.get(..end).unwrap_or_default();
    let last = texts.iter().rposition(|line| line.is_empty()).map_or(0, |blank| blank + 1);
    // A last paragraph that begins with thanks or the writer's name, and goes on below that, is a signature.
    let is_signature = |at: usize| {
        let first = texts.get(at).map(|line| plain(line)).unwrap_or_default();
        is_name(&first, names) || is_thanks(&first, names) && texts.len() > at + 1
    };
    let end = if last > 0 && is_signature(last) { last } else { texts.len() };
    texts.get(..end).unwrap_or_default().join("\n").trim().to_owned()
}

enum LineKind {
    Numbers(Vec<usize>),
    Say(String),
    Part(PartKind),
}

fn kind(text: &str, names: &[String]) -> LineKind {
    if let Some(numbers) = numbers(text) {
        return LineKind::Numbers(numbers);
    }
    if let Some(said) = behind_one_of(text, &MAIL_PHRASES.commands.say).filter(|said| !said.is_empty()) {
        return LineKind::Say(said.to_owned());
    }
    LineKind::Part(match (command(text, names), filled(text)) {
        (Some(command), _) => PartKind::Command(command),
        (None, Some(filled)) => filled,
        (None, None) if is_greeting(text) || is_thanks(text, names) || is_name(text, names) => {
            PartKind::Courtesy
        }
        (None, None) => PartKind::Words,
    })
}

/// May the line be the next one of a message?
fn is_plain_text(line: &str, names: &[String]) -> bool {
    let text = plain(line);
    let is_text = || match kind(&text, names) {
        LineKind::Part(PartKind::Words) => true,
        LineKind::Part(PartKind::Filled { is_marked, .. }) => !is_marked,
        _ => false,
    };
    !line.is_empty() && !is_sign_off(&text) && is_text()
}

/// Is it a gateway's banner: a line in brackets or capitals above everything else, or a line that continues one?
fn is_banner(text: &str, before: &[Part], goes_on: bool) -> bool {
    match before.last() {
        Some(last) => last.kind == PartKind::Banner && goes_on,
        None => {
            let first =
                text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or_default();
            let is_shouted = first.chars().count() >= 5 && first.chars().all(char::is_uppercase);
            text.starts_with(['[', '(', '*']) || is_shouted
        }
    }
}

/// The numbers of a line of numbers alone: `3`, `(3)`, `#3`, `3, 1`. Numbers with mere spaces between them are not
/// read: they may be a telephone number.
fn numbers(text: &str) -> Option<Vec<usize>> {
    let text = text.strip_prefix("- ").or_else(|| text.strip_prefix("– ")).unwrap_or(text);
    let text = text.trim_end_matches([',', ';', '.', ' ']);
    text.split([',', ';']).map(number).collect()
}

fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    let digits = text.trim_start_matches(['(', '[', '#', '*', '•', '·', '"', '“', '”', '„', '«', '»', ' ']);
    let digits = digits.trim_end_matches([')', ']', '*', '.', '!', ':', '"', '“', '”', '«', '»', ' ']);
    let is_number = (1..=MAX_DIGITS).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'));
    if is_number { digits.parse().ok() } else { None }
}

/// A number with something behind it: `17 give: 2 wool`, `2: 3`, `3. End your turn`.
fn filled(text: &str) -> Option<PartKind> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (digits, rest) = text.split_at_checked(end)?;
    let number = number(digits)?;
    let behind = rest.trim_start_matches(['.', ')', ':']);
    // Without a blank behind the number it is a time of day, or part of the name of a place.
    let behind = behind.strip_prefix(char::is_whitespace)?.trim();
    let is_marked = rest.starts_with(':') || behind.contains([':', '=']);
    let has_words = behind.contains(char::is_alphabetic);
    (has_words || is_marked).then(|| PartKind::Filled { number, behind: behind.to_owned(), is_marked })
}

/// The command that a line is: a phrase of the closed lists, and nothing more. A line with a question mark agrees to
/// nothing.
fn command(text: &str, names: &[String]) -> Option<ReplyCommand> {
    let phrases = &MAIL_PHRASES.commands;
    let said = phrase_words(text);
    let is = |phrases: &[Phrase]| phrases.iter().any(|phrase| phrase.is(&said));
    if text.trim() == "?" || is(&phrases.help) {
        return Some(ReplyCommand::Help);
    }
    if is(&phrases.status) {
        return Some(ReplyCommand::Status);
    }
    if text.contains('?') || said.is_empty() {
        return None;
    }
    let whole = [
        (&phrases.settings, ReplyCommand::Settings),
        (&phrases.take_back, ReplyCommand::TakeBack),
        (&phrases.come_back, ReplyCommand::ComeBack),
        (&phrases.rematch, ReplyCommand::Rematch),
    ];
    if let Some(absence) = WrittenAbsence::read(text) {
        return Some(ReplyCommand::Away(absence));
    }
    let found = whole.into_iter().find(|(phrases, _)| is(phrases)).map(|(_, command)| command);
    let no = || plain_word(text, [&phrases.no, &phrases.behind_no], names).map(|_| ReplyCommand::No);
    let yes = || plain_word(text, [&phrases.yes, &phrases.behind_yes], names).map(ReplyCommand::Yes);
    found.or_else(no).or_else(yes)
}

/// A yes or a no that stands alone but for courtesies and the name of the writer, which may be introduced.
fn plain_word(text: &str, [phrases, courtesies]: [&[Phrase]; 2], names: &[String]) -> Option<Option<String>> {
    let said = phrase_words(text);
    let mut rest = behind_longest(phrases, &said)?;
    while let Some(behind) = behind_longest(courtesies, rest).or_else(|| behind_longest(phrases, rest)) {
        rest = behind;
    }
    if rest.is_empty() || is_name(&rest.join(" "), names) {
        return Some(None);
    }
    let name = behind_longest(&MAIL_PHRASES.commands.before_names, rest)?;
    let written: Vec<&str> = text.split_whitespace().filter(|word| !without_marks(word).is_empty()).collect();
    // As it was written, with its capitals.
    let name = written.get(written.len().checked_sub(name.len())?..)?.join(" ");
    let name = without_marks(&name);
    // Words with punctuation within are part of a sentence, and no name.
    let is_name =
        (1..=MAX_NAME).contains(&name.split(' ').count()) && !name.contains([',', '.', '!', ';', ':']);
    is_name.then(|| Some(name.to_owned()))
}

/// What stands behind the longest of these phrases with which a line begins.
fn behind_one_of<'l>(line: &'l str, phrases: &[String]) -> Option<&'l str> {
    let behind = |phrase: &String| {
        let (length, small) = (phrase.chars().count(), line.to_lowercase());
        let rest = small.strip_prefix(phrase.as_str())?;
        let fits = rest.is_empty() || rest.starts_with([' ', ':', '-', '–']);
        let end = line.char_indices().nth(length).map_or(line.len(), |(end, _)| end);
        fits.then(|| {
            (length, line.get(end..).unwrap_or_default().trim_start_matches([' ', ':', '-', '–']).trim())
        })
    };
    phrases.iter().filter_map(behind).max_by_key(|(length, _)| *length).map(|(_, rest)| rest)
}

/// Is it nothing but a greeting, with or without a name?
fn is_greeting(text: &str) -> bool {
    let said = phrase_words(text);
    let agrees = |word: &String| {
        let commands = &MAIL_PHRASES.commands;
        commands.yes.iter().chain(&commands.no).any(|phrase| phrase.is(std::slice::from_ref(word)))
    };
    let is_name = |behind: &[String]| behind.len() < MAX_NAME && !behind.iter().any(agrees);
    !text.contains(|c: char| c.is_ascii_digit() || "=?{}".contains(c))
        && MAIL_PHRASES.greetings.iter().filter_map(|phrase| phrase.behind(&said)).any(is_name)
}

/// Is it a courtesy alone, or with the name of the writer?
fn is_thanks(text: &str, names: &[String]) -> bool {
    let said = phrase_words(text);
    let mut behind = MAIL_PHRASES.thanks.iter().filter_map(|phrase| phrase.behind(&said));
    behind.any(|behind| behind.is_empty() || is_name(&behind.join(" "), names))
}

/// A phrase that ends a letter, with or without a name.
fn is_sign_off(text: &str) -> bool {
    let said = phrase_words(text);
    let last = text.split_whitespace().next_back().map(without_marks).unwrap_or_default();
    // "Best" begins sentences, too: "Best game ever".
    let is_best = said.first().is_some_and(|word| word == "best") && !text.contains(',');
    let is_name = |behind: &[String]| {
        behind.is_empty()
            || behind.len() < MAX_NAME
                && last.starts_with(char::is_uppercase)
                && !(is_best && behind.len() + 1 == said.len())
    };
    !text.contains(|c: char| c.is_ascii_digit() || "=?{}".contains(c))
        && MAIL_PHRASES.sign_offs.iter().filter_map(|phrase| phrase.behind(&said)).any(is_name)
}

/// Does the text consist of words of one of these names?
fn is_name(text: &str, names: &[String]) -> bool {
    let said = words(text);
    let is_of = |name: &String| {
        let name = words(name);
        said.iter().all(|word| name.contains(word))
    };
    !said.is_empty() && names.iter().any(is_of)
}

/// A line in plain letters: full-width digits are digits, a blank is a blank whatever its width, and emoji are left out, but
/// where there is nothing else, and those that say no.
fn plain(line: &str) -> String {
    const REFUSING: [char; 4] = ['👎', '❌', '🚫', '✖'];
    let letters: String =
        line.nfkc().filter(|letter| REFUSING.contains(letter) || !is_decoration(*letter)).collect();
    let letters = letters.trim();
    if !letters.is_empty() {
        return letters.to_owned();
    }
    line.trim().chars().filter(|letter| !is_variant(*letter)).collect()
}

fn is_decoration(letter: char) -> bool {
    use GeneralCategory::{
        Control, EnclosingMark, Format, ModifierSymbol, OtherSymbol, PrivateUse, Unassigned,
    };
    const DECORATIONS: [GeneralCategory; 7] =
        [Control, EnclosingMark, Format, ModifierSymbol, OtherSymbol, PrivateUse, Unassigned];
    let is_drawn = DECORATIONS.contains(&letter.general_category());
    !letter.is_ascii() && (is_drawn || is_variant(letter)) || letter.is_ascii_control() && letter != '\t'
}

/// Does the character only choose the form or the colour of the emoji before it?
fn is_variant(letter: char) -> bool {
    matches!(letter, '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{200D}')
}
