//! What is said to the writer of a reply, and what they may write, in their language.

use std::cmp::Reverse;
use std::sync::Arc;

use minijinja::context;
use minijinja::value::Serde;

use crate::error::{Code, Error};
use crate::texts::{self, Catalogue, GameSentences, Reader, TextRenderer, problems};
use rules::typed_answers::Unreadable;
use rules::{AnyRuleset, Choice, Json, Legal};

/// The code of a reply whose question has been answered or is gone.
pub const QUESTION_CLOSED: &str = "question_closed";
pub const NOT_UNDERSTOOD: &str = "not_understood";
/// The mail asked for nothing that the reply could mean.
pub const NOTHING_ASKED: &str = "nothing_asked";
pub const WRONG_SENDER: &str = "wrong_sender";

/// Why a reply changed nothing.
pub struct RefusedReply {
    pub code: &'static str,
    /// In the language of its writer.
    pub sentence: String,
}

/// What is said to the writer of a reply, in their language.
pub struct ReplyWords<'r> {
    language: &'r str,
    ruleset: &'r (dyn AnyRuleset + 'static),
    catalogue: Arc<Catalogue>,
    of_ruleset: Arc<Catalogue>,
}

impl<'r> ReplyWords<'r> {
    pub fn new(language: &'r str, ruleset: &'r (dyn AnyRuleset + 'static)) -> Self {
        let catalogue = Catalogue::read(texts::emails(language));
        Self { language, ruleset, catalogue, of_ruleset: Catalogue::of_ruleset(ruleset, language) }
    }

    pub fn refused(&self, code: &'static str) -> RefusedReply {
        self.refused_with(code, context! {})
    }

    /// A refusal with the text of that name; `about` is what the text may name.
    fn refused_with(&self, code: &'static str, about: minijinja::Value) -> RefusedReply {
        RefusedReply { code, sentence: self.say("reply_refusals", code, about) }
    }

    pub const fn language(&self) -> &'r str {
        self.language
    }

    /// There are answers from 1 to `count` alone.
    pub fn no_such_number(&self, number: usize, count: usize) -> RefusedReply {
        self.refused_with("no_such_number", context! { number, most => count })
    }

    pub fn nothing_to_fill_in(&self, number: usize) -> RefusedReply {
        let refused = self.refused_with("nothing_to_fill_in", context! { number });
        RefusedReply { code: NOT_UNDERSTOOD, ..refused }
    }

    pub fn unreadable(&self, why: &Unreadable) -> RefusedReply {
        let about = minijinja::Value::from(Serde(why));
        let reason = about.get_attr("reason").map(|reason| reason.to_string()).unwrap_or_default();
        RefusedReply { code: NOT_UNDERSTOOD, sentence: self.say("unreadable", &reason, about) }
    }

    fn say(&self, section: &str, key: &str, about: minijinja::Value) -> String {
        let renderer = TextRenderer::new(Reader::default(), &self.catalogue, Some(&self.of_ruleset));
        renderer.say(self.catalogue.text(section, key).unwrap_or_default(), about)
    }

    /// What was typed, with the kinds of card by their ids where they stand in the words of the reader's language.
    pub fn kinds_as_ids(&self, typed: &str) -> String {
        let words = self.of_ruleset.section("words");
        let mut named: Vec<(String, &String)> = words
            .iter()
            .filter_map(|(id, word)| Some((word.as_str()?.to_lowercase(), id)))
            .filter(|(word, id)| word != *id)
            .collect();
        // The longest first: one word may be the beginning of another.
        named.sort_by_key(|(word, _)| Reverse(word.len()));
        let Some(at) = typed.find('=') else { return typed.to_owned() };
        let (before, values) = typed.split_at(at);
        let mut values = values.to_lowercase();
        for (word, id) in named {
            values = replace_words(&values, &word, id);
        }
        before.to_owned() + &values
    }

    /// A refusal that the writer can understand; after any other error the mail may be brought again.
    pub fn refused_by(&self, error: Error) -> Result<RefusedReply, Error> {
        match &error {
            Error::Refused(_) => Ok(self.refusal_of(&error)),
            Error::Known(problem) => match problem.code {
                Code::Busy | Code::Unavailable | Code::RulesVersionUnsupported | Code::TooManyRequests => {
                    Err(error)
                }
                Code::KeyReused => Ok(self.refused("answered_already")),
                Code::DecisionClosed | Code::OfferClosed | Code::NotYourDecision => {
                    Ok(self.refused(QUESTION_CLOSED))
                }
                _ => Ok(self.refusal_of(&error)),
            },
            _ => Err(error),
        }
    }

    pub fn refusal_of(&self, error: &Error) -> RefusedReply {
        let sentence = match error {
            Error::Refused(refusal) => {
                problems::refusal(self.language, std::iter::once(self.ruleset), refusal).into_owned()
            }
            _ => error.detail(self.language).into_owned(),
        };
        RefusedReply { code: error.code().0, sentence }
    }
}

/// Replaces a word where it stands by itself.
fn replace_words(text: &str, word: &str, with: &str) -> String {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word).filter(|_| !word.is_empty()) {
        let (before, behind) = (&rest[..at], &rest[at + word.len()..]);
        let stands_alone =
            !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric);
        replaced.push_str(before);
        replaced.push_str(if stands_alone { with } else { word });
        rest = behind;
    }
    replaced + rest
}

/// The one answer that is described so: with these words at its beginning, or else, if it is an answer for sure and no
/// name below one, with all of them somewhere.
pub fn described(
    typed: &str,
    open: &[Legal<Json>],
    sentences: &GameSentences<'_>,
    is_certain: bool,
) -> Option<Choice<Json>> {
    let typed = words_of(typed);
    if typed.is_empty() {
        return None;
    }
    let each = open.iter().flat_map(|legal| legal.actions.iter().map(move |action| (legal, action)));
    let each: Vec<_> =
        each.map(|(legal, action)| (legal, action, words_of(&sentences.action(action)))).collect();
    let only = |fits: &dyn Fn(&[String]) -> bool| {
        let mut found = each.iter().filter(|(.., said)| fits(said));
        let first = found.next();
        first.filter(|_| found.next().is_none()).map(|(legal, action, _)| legal.answer((*action).clone()))
    };
    only(&|said| said.starts_with(&typed))
        .or_else(|| only(&|said| is_certain && typed.iter().all(|word| said.contains(word))))
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
