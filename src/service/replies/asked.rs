//! What a part of a reply means, given what is asked.

use super::command::ReplyCommand;
use super::politeness::{is_greeting, is_sign_off};
use super::reply_words::{QUESTION_CLOSED, RefusedReply, ReplyWords};
use super::written_reply::{WrittenReply, begins_with_correction, has_number, is_filler, numbered};
use crate::texts::{GameSentences, MAIL_PHRASES};
use rules::typed_answers::{AnswerWords, Leeway, OpenAnswers, Unreadable, fold, words as words_of};
use rules::{AnyRuleset, Choice, Json, Legal};

/// So many parts are tried as one answer: a trade of every kind of card has about as many.
const MAX_JOINED: usize = 12;
/// Lines that are shorter are not broken by a mail program.
const MIN_BROKEN: usize = 40;
const MAX_BROKEN: usize = 4;
/// Words that are not longer are common to all languages.
const MIN_COMMON: usize = 3;
/// Words that join numbers, such as "or": with more of them it is no list of numbers.
const MAX_JOINING_WORDS: usize = 2;

/// Answers to one decision by their numbers: the ready ones first, then those with something to fill in.
pub struct NumberedAnswers {
    pub decision: String,
    pub options: Vec<Json>,
    /// How many of them are ready.
    pub ready: usize,
}

/// What is asked of the writer of a reply at one moment, and in which words.
#[derive(Clone, Copy)]
pub struct AskedFor<'a> {
    pub open: &'a [Legal<Json>],
    pub ruleset: &'a dyn AnyRuleset,
    pub words: &'a ReplyWords<'a>,
    pub typed: &'a AnswerWords,
    pub sentences: &'a GameSentences<'a>,
    /// The answers of the mail.
    pub in_mail: &'a NumberedAnswers,
    /// The kind of the decision of the mail, once something has been answered since; else `None`.
    pub since: Option<&'a str>,
    /// What the writer is called.
    pub names: &'a [String],
}

/// Reads answers to it.
pub struct Asked<'a> {
    of: AskedFor<'a>,
    answers: OpenAnswers<'a>,
}

/// What some parts of a reply mean together.
pub struct ReadAnswer {
    /// How many parts they are.
    pub parts: usize,
    pub means: Result<Meaning, RefusedReply>,
}

pub enum Meaning {
    Answer(Choice<Json>),
    Command(ReplyCommand),
    /// Nothing, and something follows: "OK." before a number.
    Courtesy,
}

impl<'a> Asked<'a> {
    pub fn new(of: AskedFor<'a>) -> Self {
        Self { of, answers: OpenAnswers::new(of.open, of.typed, of.sentences) }
    }

    /// Reads the answer that begins with the part `at`: as much of its line as is one answer.
    pub fn read(&self, reply: &WrittenReply, at: usize) -> ReadAnswer {
        if let Some(read) = self.read_broken(reply, at) {
            return read;
        }
        if at > 0 && self.is_only_polite(&reply.text(at, 1)) {
            return ReadAnswer { parts: 1, means: Ok(Meaning::Courtesy) };
        }
        let most = reply.on_line(at).min(MAX_JOINED);
        let mut longest = None;
        let mut shortest = None;
        for parts in (1..=most).rev() {
            let text = reply.text(at, parts);
            let leeway = match (parts, reply.parts.get(at).is_some_and(|part| part.is_certain)) {
                (1, true) => Leeway::AnyOrder,
                // "Road 22" is an answer; without a number, words below an answer may be a name.
                (1, false) if has_number(&text) && text.starts_with(char::is_alphabetic) => Leeway::InOrder,
                (1, false) => Leeway::Beginning,
                _ => Leeway::InOrder,
            };
            match self.understand(&text, leeway, reply.parts.len() > at + parts) {
                Ok(meaning) if parts == most || self.may_end(&meaning, reply, at + parts) => {
                    return ReadAnswer { parts, means: Ok(meaning) };
                }
                // What follows may belong to it: then it is not known what was meant.
                Ok(_) => shortest = None,
                Err(why) if longest.is_none() => longest = Some((parts, why)),
                // What is wrong with more of it says more than that less of it is no answer.
                Err(why) if why.code != NO_SUCH_ANSWER || shortest.is_none() => shortest = Some((parts, why)),
                Err(_) => {}
            }
        }
        if let Some(read) = self.read_lines(reply, at) {
            return read;
        }
        let refused = || (most.max(1), self.of.words.refused(QUESTION_CLOSED));
        let longest_says_more = longest.as_ref().is_some_and(|(_, why)| why.code != NO_SUCH_ANSWER);
        let why = if longest_says_more { longest.or(shortest) } else { shortest.or(longest) };
        let (parts, why) = why.unwrap_or_else(refused);
        ReadAnswer { parts, means: Err(why) }
    }

    /// Is it nothing but words such as "please", and no number?
    fn is_only_polite(&self, text: &str) -> bool {
        !begins_with_correction(text)
            && numbered(text).is_none()
            && words_of(text).iter().all(|word| is_filler(word))
    }

    /// Does it begin like an answer, rather than like a name or something else below the answers?
    pub fn is_attempt(&self, text: &str) -> bool {
        let begins = words_of(text).into_iter().find(|word| !is_filler(word));
        let is_of_answer = |word: String| self.answers.is_nearly_said(&word) || self.is_of_ruleset(&word);
        !self.is_name(text) && begins.is_some_and(is_of_answer)
    }

    /// Is it the name of the writer, or part of it?
    pub fn is_name(&self, text: &str) -> bool {
        let typed = words_of(text);
        let is_of = |name: &String| typed.iter().all(|word| words_of(name).contains(word));
        !typed.is_empty() && self.of.names.iter().any(is_of)
    }

    /// An answer in its own words that a mail program has broken into lines.
    fn read_broken(&self, reply: &WrittenReply, at: usize) -> Option<ReadAnswer> {
        let on_line = reply.on_line(at);
        if reply.text(at, on_line).chars().count() < MIN_BROKEN {
            return None;
        }
        let read = |parts: usize| {
            let choice = self.answers.read(&reply.text(at, parts), Leeway::Beginning).ok()?;
            Some(ReadAnswer { parts, means: Ok(Meaning::Answer(choice)) })
        };
        lines(reply, at).rev().filter(|parts| *parts > on_line).find_map(read)
    }

    /// What is to be filled in, a line for each field.
    fn read_lines(&self, reply: &WrittenReply, at: usize) -> Option<ReadAnswer> {
        let on_line = reply.on_line(at);
        let read =
            |parts: usize| match self.understand(&reply.text(at, parts), Leeway::Beginning, false).ok()? {
                Meaning::Answer(choice) => Some(ReadAnswer { parts, means: Ok(Meaning::Answer(choice)) }),
                _ => None,
            };
        lines(reply, at).filter(|parts| *parts > on_line).find_map(read)
    }

    fn understand(&self, text: &str, leeway: Leeway, is_followed: bool) -> Result<Meaning, RefusedReply> {
        let number = numbered(text);
        let words = || self.answers.read(&ending(text), leeway);
        if let Some((number, behind)) = number {
            return self.counted((number, &behind), (text, words)).map(Meaning::Answer);
        }
        if let Ok(choice) = self.answers.read(text, Leeway::Beginning)
            && !is_lone_say(text)
        {
            return Ok(Meaning::Answer(choice));
        }
        match ReplyCommand::read(text) {
            Some(ReplyCommand::Yes(name)) => self.agree(&name, leeway, is_followed),
            Some(ReplyCommand::No) => self.agreement(false).map(Meaning::Answer),
            Some(command) => Ok(Meaning::Command(command)),
            None if self.of.open.is_empty() => Err(self.of.words.refused(QUESTION_CLOSED)),
            None => words().map(Meaning::Answer).map_err(|why| self.of.words.unreadable(&why)),
        }
    }

    /// A number, and something behind it: it is the number of an answer, or that of cards.
    fn counted(
        &self,
        (number, behind): (usize, &str),
        (text, words): (&str, impl Fn() -> Result<Choice<Json>, Unreadable>),
    ) -> Result<Choice<Json>, RefusedReply> {
        let by_number = || self.numbered(number, behind);
        let unreadable = |why: Unreadable| self.of.words.unreadable(&why);
        if behind.starts_with(',') && text.contains(|c: char| c.is_alphabetic()) {
            // "8,9 and 9,9" are places.
            return words().or_else(|_| by_number());
        }
        let first = words_of(behind).into_iter().next().unwrap_or_default();
        if self.answers.is_nearly_card(&first) {
            return words().or_else(|why| match why {
                Unreadable::NoSuchAnswer { .. } => by_number().map_err(|_| unreadable(why)),
                why => Err(unreadable(why)),
            });
        }
        if self.answers.begins_with_field(behind) && !self.is_shape(number) {
            return words().map_err(unreadable);
        }
        by_number()
    }

    /// Has the answer of the mail with that number something to fill in?
    fn is_shape(&self, number: usize) -> bool {
        (self.of.in_mail.ready + 1..=self.of.in_mail.options.len()).contains(&number)
    }

    /// A yes, with the writer's name behind it or with an answer: "OK, end turn".
    fn agree(&self, behind: &str, leeway: Leeway, is_followed: bool) -> Result<Meaning, RefusedReply> {
        if behind.is_empty() || self.is_name(behind) || is_sign_off(behind) {
            return match self.agreement(true) {
                Err(RefusedReply { code: NOT_PLAIN, .. }) if is_followed => Ok(Meaning::Courtesy),
                agreed => agreed.map(Meaning::Answer),
            };
        }
        let answer = self.answers.read(&ending(behind), leeway);
        answer.map(Meaning::Answer).map_err(|why| self.of.words.unreadable(&why))
    }

    /// The one answer of the question that a plain yes or no means.
    fn agreement(&self, is_yes: bool) -> Result<Choice<Json>, RefusedReply> {
        // The mail asks one question first; what else is open comes after it.
        let first = self.of.open.iter().find(|legal| legal.decision.id == self.of.in_mail.decision);
        // Once it was answered, it is what is asked then.
        let now = || self.of.since.and_then(|_| self.of.open.first());
        let Some(legal) = first.or_else(now) else {
            return Err(self.of.words.refused(QUESTION_CLOSED));
        };
        let mut meant = legal.actions.iter().filter(|action| self.of.ruleset.agrees(action) == Some(is_yes));
        let action = meant.next().filter(|_| meant.next().is_none());
        action.map(|action| legal.answer(action.clone())).ok_or_else(|| self.of.words.refused(NOT_PLAIN))
    }

    /// The answer of that number; what is to be filled in stands behind it. The first number of a reply is one of the mail.
    /// Those after it are, too, as long as that answer can be given; they may be numbers of another question that has
    /// followed.
    fn numbered(&self, number: usize, behind: &str) -> Result<Choice<Json>, RefusedReply> {
        let mail = self.of.in_mail;
        let count = mail.options.len();
        let option = number.checked_sub(1).and_then(|index| mail.options.get(index));
        let Some(kind) = self.of.since else {
            let option = option.ok_or_else(|| self.of.words.no_such_number(number, count))?;
            return self.option((number, &mail.decision), option, number <= mail.ready, behind);
        };
        if let Some(option) = option
            && let Some((legal, is_ready)) = self.holds(option)
        {
            return self.option((number, &legal.decision.id), option, is_ready, behind);
        }
        let Some(asked) = self.of.open.first() else { return Err(self.of.words.refused(QUESTION_CLOSED)) };
        if asked.decision.kind == kind {
            return Err(match option {
                Some(_) => self.of.words.answer_gone(number),
                None => self.of.words.no_such_number(number, count),
            });
        }
        let options: Vec<&Json> =
            asked.actions.iter().chain(asked.shapes.iter().map(|shape| &shape.action)).collect();
        let option = number.checked_sub(1).and_then(|index| options.get(index));
        let option = option.ok_or_else(|| self.of.words.no_such_number(number, options.len()))?;
        self.option((number, &asked.decision.id), option, number <= asked.actions.len(), behind)
    }

    /// The decision that an answer is still open for, and whether it is ready.
    fn holds(&self, option: &Json) -> Option<(&Legal<Json>, bool)> {
        let is_it = |action: &Json| action.get() == option.get();
        let ready =
            self.of.open.iter().find(|legal| legal.actions.iter().any(is_it)).map(|legal| (legal, true));
        let shaped =
            || self.of.open.iter().find(|legal| legal.shapes.iter().any(|shape| is_it(&shape.action)));
        ready.or_else(|| shaped().map(|legal| (legal, false)))
    }

    fn option(
        &self,
        (number, decision): (usize, &str),
        option: &Json,
        is_ready: bool,
        behind: &str,
    ) -> Result<Choice<Json>, RefusedReply> {
        let is_several = || {
            let others = words_of(behind).into_iter().filter(|word| word.parse::<u32>().is_err());
            has_number(behind) && others.count() <= MAX_JOINING_WORDS
        };
        if is_ready {
            // Whether it is still open is validated like every action: the same mail twice is answered alike.
            return if behind.is_empty() || self.answers.is_described(option, behind) {
                Ok(Choice { decision: decision.to_owned(), action: option.clone() })
            } else if is_several() {
                Err(self.of.words.refused("several_answers"))
            } else {
                Err(self.of.words.nothing_to_fill_in(number))
            };
        }
        let filled = self.answers.fill(decision, option, behind);
        let filled = filled.ok_or_else(|| self.of.words.refused(QUESTION_CLOSED))?;
        let action = filled.map_err(|why| match why {
            Unreadable::NoSuchAnswer { .. } if is_several() => self.of.words.refused("several_answers"),
            why => self.of.words.unreadable(&why),
        })?;
        Ok(Choice { decision: decision.to_owned(), action })
    }

    /// Can an answer end where the part `at` begins, or does that part belong to it? Nothing may follow that corrects it;
    /// and behind something that was filled in, only what can't be cards.
    fn may_end(&self, meaning: &Meaning, reply: &WrittenReply, at: usize) -> bool {
        if reply.is_correction(at) {
            return false;
        }
        let mut ready = self.of.open.iter().flat_map(|legal| &legal.actions);
        match meaning {
            Meaning::Answer(choice) if !ready.any(|ready| ready.get() == choice.action.get()) => {
                self.is_apart(&reply.text(at, 1))
            }
            _ => true,
        }
    }

    /// Is it an answer or a courtesy for itself, and no cards?
    fn is_apart(&self, text: &str) -> bool {
        if let Some((_, behind)) = numbered(text) {
            return behind.is_empty();
        }
        let is_courtesy = is_greeting(text) || is_sign_off(text) || self.is_name(text);
        let is_command = match ReplyCommand::read(text) {
            Some(ReplyCommand::Yes(behind)) => behind.is_empty(),
            command => command.is_some(),
        };
        let is_answer = || self.answers.is_nearly_said(text) || self.is_of_ruleset(text);
        is_courtesy || is_command || ending(text) != text || is_answer() && !self.answers.is_nearly_card(text)
    }

    /// Is one of the words one that the ruleset has for what players do? What is asked after the next answer is not known.
    fn is_of_ruleset(&self, text: &str) -> bool {
        let known = self.of.words.of_actions();
        words_of(text).iter().any(|word| word.chars().count() > MIN_COMMON && known.contains(word))
    }
}

const NOT_PLAIN: &str = "not_plain";
const NO_SUCH_ANSWER: &str = "no_such_answer";

/// How many parts there are up to the end of each of the next lines.
fn lines(reply: &WrittenReply, at: usize) -> impl DoubleEndedIterator<Item = usize> {
    let mut ends: Vec<usize> = Vec::new();
    let mut parts = 0;
    for _ in 0..MAX_BROKEN {
        let on_line = reply.on_line(at + parts);
        if on_line == 0 {
            break;
        }
        parts += on_line;
        ends.push(parts);
    }
    ends.into_iter()
}

/// What people say to end their turn, in a word that all answers of that kind have; anything else as it is.
fn ending(text: &str) -> String {
    let said = words_of(text).join(" ");
    let is_ending = MAIL_PHRASES.ending.iter().any(|phrase| fold(&words_of(phrase).join(" ")) == said);
    if is_ending { "end".to_owned() } else { text.to_owned() }
}

/// "Say" and its like with nothing behind it are no beginning of "say no to the offer".
fn is_lone_say(text: &str) -> bool {
    let said = words_of(text).join(" ");
    MAIL_PHRASES.commands.say.iter().any(|phrase| fold(phrase) == said)
}
