//! Everything that can go wrong with a request, and the one table of stable codes.
//!
//! Knows nothing of the web but the numbers of HTTP statuses; `http::problem` makes the response. What broke
//! inside is logged there once and never shown.

mod codes;
mod mistakes;
mod sentences;

pub use codes::Code;
pub use mistakes::{MOST_MISTAKES, Mistake, Mistakes, RequestPart, below};
pub use sentences::{ProblemText, Sentence};

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::panic::Location;

use crate::store::pool::NoConnection;
use crate::store::{self, StoreError};
use crate::texts::problems;
use rules::Refusal;

/// Why a request was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something the caller can understand and act on.
    #[error("{0}")]
    Known(Box<ProblemCase>),
    /// The rules say no to an action on an open decision (422 with the ruleset's code).
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The database broke; or it did not answer in time, or is not able to do this now. Then a write may have happened
    /// all the same, and a repeat under the same Idempotency-Key finds out.
    #[error("database: {0}")]
    Store(#[from] StoreError),
    #[error("no database connection: {0}")]
    NoConnection(#[from] NoConnection),
    /// A bug or a broken part of ours.
    #[error("internal: {0}")]
    Internal(#[source] Box<InternalError>),
}

/// What broke inside: what was being done, where in our code, and what caused it. Logged, never shown.
#[derive(Debug)]
pub struct InternalError {
    context: Cow<'static, str>,
    location: &'static Location<'static>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Display for InternalError {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&self.context)?;
        if let Some(source) = &self.source {
            write!(out, ": {source}")?;
        }
        write!(out, " (at {}:{})", self.location.file(), self.location.line())
    }
}

impl StdError for InternalError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// A known problem: its code, what is so in this case, and the parts of the request that are wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProblemCase {
    pub code: Code,
    /// `None`: what the code means says everything.
    pub text: Option<ProblemText>,
    pub mistakes: Vec<Mistake>,
    /// What a client can act on besides.
    pub more: More,
}

/// For the log.
impl Display for ProblemCase {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(self.code.row().0)?;
        if let Some(text) = &self.text {
            write!(out, ": {text:?}")?;
        }
        self.mistakes.iter().try_for_each(|mistake| write!(out, "; {:?}: {:?}", mistake.place, mistake.text))
    }
}

/// What a problem says besides its code and sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum More {
    #[default]
    Nothing,
    Scope(&'static str),
    /// The version that the game is at.
    Version(i64),
    /// Why it is not possible, as a stable word.
    Reason(&'static str),
    /// After how many seconds the same request may be tried again.
    RetryAfter(u64),
}

/// The status of everything that the rules refuse.
const REFUSED: u16 = 422;

/// When to try again after an outage of unknown length.
const PAUSE: More = More::RetryAfter(2);

impl Code {
    /// A problem with this code, of which there is nothing more to say.
    pub fn problem(self) -> Error {
        self.make(None, Vec::new(), More::Nothing)
    }

    /// A problem with this code and a sentence of its own.
    pub fn because(self, text: impl Into<ProblemText>) -> Error {
        self.with(text, More::Nothing)
    }

    /// A problem with this code, a sentence of its own, and what a client can act on.
    pub fn with(self, text: impl Into<ProblemText>, more: More) -> Error {
        self.make(Some(text.into()), Vec::new(), more)
    }

    /// A problem with this code, and why, as a stable word.
    pub fn with_reason(self, reason: &'static str) -> Error {
        self.make(None, Vec::new(), More::Reason(reason))
    }

    /// A problem with one part of the request: a parameter or header where the code is about these, else a member of
    /// the body, as a path such as `clock.type` or `bots[0]`.
    pub fn field(self, field: impl Into<Cow<'static, str>>, text: impl Into<ProblemText>) -> Error {
        let place = match self {
            Self::InvalidParameter | Self::KeyReused | Self::VersionBeyondPresent => {
                mistakes::parameter_or_header(field.into())
            }
            _ => RequestPart::member(&field.into()),
        };
        self.mistaken(vec![Mistake::new(place, text)])
    }

    /// The same, of which there is nothing to say but what is usual for the code.
    pub fn at(self, field: &'static str) -> Error {
        self.field(field, ProblemText::Usual(self))
    }

    /// A problem with parts of the request. There must be one at least; the first [`MOST_MISTAKES`] are named.
    pub fn mistaken(self, mut mistakes: Vec<Mistake>) -> Error {
        let are_more = mistakes.len() > MOST_MISTAKES;
        mistakes.truncate(MOST_MISTAKES);
        let text = are_more.then_some(Sentence::MoreMistakes { named: MOST_MISTAKES });
        self.make(text.map(Into::into), mistakes, More::Nothing)
    }

    fn make(self, text: Option<ProblemText>, mistakes: Vec<Mistake>, more: More) -> Error {
        Error::Known(Box::new(ProblemCase { code: self, text, mistakes, more }))
    }
}

impl Error {
    /// A bug or a broken part of ours, with its cause; `context` says what was being done.
    #[track_caller]
    pub fn internal(
        context: impl Into<Cow<'static, str>>,
        cause: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        let location = Location::caller();
        Self::Internal(Box::new(InternalError {
            context: context.into(),
            location,
            source: Some(cause.into()),
        }))
    }

    /// A bug of ours that no other error caused.
    #[track_caller]
    pub fn bug(context: impl Into<Cow<'static, str>>) -> Self {
        let location = Location::caller();
        Self::Internal(Box::new(InternalError { context: context.into(), location, source: None }))
    }

    /// The same about one member of a list in the body, such as `games[3]`: every part that is wrong lies within it.
    /// A problem about no part is about the member as a whole.
    #[must_use]
    pub fn within(self, member: &str) -> Self {
        match self {
            Self::Known(mut case) if case.mistakes.is_empty() && case.code.row().1 < 500 => {
                let text = case.text.clone().unwrap_or(ProblemText::Usual(case.code));
                case.mistakes = vec![Mistake::new(RequestPart::member(member), text)];
                Self::Known(case)
            }
            Self::Known(mut case) => {
                for mistake in &mut case.mistakes {
                    if let (RequestPart::Body(outer), RequestPart::Body(place)) =
                        (RequestPart::member(member), &mut mistake.place)
                    {
                        *place = format!("{outer}{place}");
                    }
                }
                Self::Known(case)
            }
            Self::Refused(refusal) => {
                let field = refusal.field.as_deref().map(|field| within(refusal.code, field));
                let field = field.map_or_else(|| member.to_owned(), |field| format!("{member}.{field}"));
                Self::Refused(Refusal { field: Some(field.into()), ..refusal })
            }
            other => other,
        }
    }

    pub fn is(&self, code: Code) -> bool {
        matches!(self, Self::Known(problem) if problem.code == code)
    }

    /// What the code means, the same whatever the case; English where the language is none of ours.
    pub fn title(&self, language: &str) -> String {
        let (code, _) = self.code();
        let title = problems::title(language, code);
        if title.is_empty() { problems::title(language, problems::REFUSED) } else { title }
    }

    /// Is the database out of reach, so that the same request may go better later?
    pub fn is_outage(&self) -> bool {
        match self {
            Self::NoConnection(_) => true,
            Self::Store(error) => store::is_outage(error),
            Self::Known(_) | Self::Refused(_) | Self::Internal(_) => false,
        }
    }

    /// Did the database undo this for the sake of another transaction?
    pub fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(error) if store::is_conflict(error))
    }

    pub fn more(&self) -> More {
        match self {
            Self::Known(problem) if problem.code == Code::Unavailable && problem.more == More::Nothing => {
                PAUSE
            }
            Self::Known(problem) => problem.more,
            _ if self.is_outage() => PAUSE,
            _ => More::Nothing,
        }
    }

    /// The code and the status of the problem that the caller gets.
    pub fn code(&self) -> (&'static str, u16) {
        match self {
            Self::Known(problem) => problem.code.row(),
            Self::Refused(refusal) => (refusal.code, REFUSED),
            _ if self.is_outage() => Code::Unavailable.row(),
            Self::NoConnection(_) | Self::Store(_) | Self::Internal(_) => Code::Internal.row(),
        }
    }

    /// What is so in this case, in a language; English where that is none of ours. What a ruleset says of its refusals
    /// in other languages is in its own catalogues.
    pub fn detail(&self, language: &str) -> Cow<'static, str> {
        match self {
            Self::Known(problem) => problem.detail(language),
            Self::Refused(refusal) => refusal.message.clone(),
            _ => problems::detail(language, self.code().0).into(),
        }
    }

    /// The parts of the request that are wrong, where it is about these.
    pub fn mistakes(&self) -> &[Mistake] {
        match self {
            Self::Known(problem) => &problem.mistakes,
            _ => &[],
        }
    }
}

/// Refuses a number that is not within its bounds. Error: `invalid_field`.
pub fn bounded<N: Copy + PartialOrd + Into<i64>>(
    field: &'static str,
    number: N,
    bounds: &RangeInclusive<N>,
) -> Result<N, Error> {
    if bounds.contains(&number) {
        Ok(number)
    } else {
        Err(Code::InvalidField.field(field, Sentence::between(bounds)))
    }
}

/// Where in the body the part stands that a ruleset refuses.
pub fn place_of(refusal: &Refusal) -> Option<RequestPart> {
    Some(RequestPart::member(&within(refusal.code, refusal.field.as_deref()?)))
}

impl ProblemCase {
    fn detail(&self, language: &str) -> Cow<'static, str> {
        match (&self.text, self.mistakes.as_slice()) {
            (Some(text), _) => text.in_language(language),
            (None, []) => problems::detail(language, self.code.row().0).into(),
            (None, [only]) => only.text.in_language(language),
            (None, several) => {
                Sentence::SeveralMistakes { count: several.len() }.in_language(language).into()
            }
        }
    }
}

/// Where in a body that stands which a ruleset refuses: it names members of the action, the order or the options.
fn within(code: &str, field: &str) -> String {
    let part = match code {
        // A member of a list, see `Error::within`.
        _ if field.starts_with("games[") => return field.to_owned(),
        "malformed_order" | "invalid_order" => "order",
        "invalid_options" => "options",
        "invalid_seats" => return field.to_owned(),
        _ => "action",
    };
    match field.strip_prefix(part) {
        Some(rest) if rest.starts_with('.') => field.to_owned(),
        _ => format!("{part}.{field}"),
    }
}
