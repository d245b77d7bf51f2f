//! What is said to the writer of a reply, and what they may write, in their language.

use std::sync::Arc;

use minijinja::context;
use minijinja::value::Serde;

use crate::error::{Code, Error};
use crate::texts::{self, Catalogue, Reader, TextRenderer, problems};
use rules::AnyRuleset;
use rules::typed_answers::{Unreadable, quoted};

/// The code of a reply whose question has been answered or is gone.
pub const QUESTION_CLOSED: &str = "question_closed";
const NOTHING_TO_FILL_IN: &str = "nothing_to_fill_in";
/// The question has no one answer that a yes or a no means.
pub const NOT_PLAIN: &str = "not_plain";
/// There is nothing but courtesies above the quoted mail.
pub const NO_ANSWER: &str = "no_answer";
/// The most unread lines that a refusal quotes.
const MAX_QUOTED: usize = 5;
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
        self.refused_with(NOTHING_TO_FILL_IN, context! { number })
    }

    /// The option was open when the mail was written, and is closed now.
    pub fn answer_gone(&self, number: usize) -> RefusedReply {
        self.refused_with("answer_gone", context! { number })
    }

    pub fn unreadable(&self, why: &Unreadable) -> RefusedReply {
        let code = why.into();
        let sentence = self.say("unreadable", code, minijinja::Value::from(Serde(why)));
        RefusedReply { code, sentence }
    }

    fn say(&self, section: &str, key: &str, about: minijinja::Value) -> String {
        let renderer = TextRenderer::new(Reader::default(), &self.catalogue, Some(&self.of_ruleset));
        renderer.say(self.catalogue.text(section, key).unwrap_or_default(), about)
    }

    /// What was not carried out, of a reply of several answers; `more`: something stands behind it.
    pub fn stopped(&self, given: &str, more: bool) -> String {
        self.say("reply_refusals", "stopped", context! { given => given.trim(), more })
    }

    /// What is no answer and no command, with the grammar of replies.
    pub fn unread(&self, lines: &[String]) -> RefusedReply {
        self.refused_with("unread", quote(lines))
    }

    /// A yes or a no was asked for, and something unread stands beside it, or in its place.
    pub fn plain_yes_or_no(&self, lines: &[String]) -> RefusedReply {
        self.refused_with("plain_yes_or_no", quote(lines))
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

fn quote(lines: &[String]) -> minijinja::Value {
    let shown: Vec<String> = lines.iter().take(MAX_QUOTED).map(|line| quoted(line)).collect();
    context! { lines => shown, more => lines.len().saturating_sub(MAX_QUOTED) }
}
