//! Everything that can go wrong with a request, and the one table of stable codes.
//!
//! Knows nothing of the web but the numbers of HTTP statuses; `http::problem` makes the response. What broke
//! inside is logged there once and never shown.

mod codes;

pub use codes::Code;

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt::{self, Display, Formatter};
use std::panic::Location;

use crate::store::pool::NoConnection;
use crate::store::{self, StoreError};
use rules::Refusal;

/// Why a request was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something the caller can understand and act on.
    #[error("{}: {}", .0.code.row().0, .0.message)]
    Known(ProblemCase),
    /// The rules say no to an action on an open decision (422 with the ruleset's code).
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The database broke; or it did not answer in time, or is not able to do this now. Then a write may have happened
    /// all the same, and a repeat under the same Idempotency-Key finds out.
    #[error("database: {0}")]
    Store(#[from] StoreError),
    /// No connection could be had.
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

/// A known problem: its code, a sentence for this case, and the field that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProblemCase {
    pub code: Code,
    pub message: Cow<'static, str>,
    /// The field of the request that is wrong, where one is.
    pub field: Option<Cow<'static, str>>,
    /// What a client can act on besides.
    pub more: More,
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

/// When to try again after an outage of unknown length.
const PAUSE: More = More::RetryAfter(2);

impl Code {
    /// A problem with this code and its own sentence.
    pub fn problem(self) -> Error {
        self.because(self.sentence())
    }

    /// A problem with this code and a sentence of its own.
    pub fn because(self, message: impl Into<Cow<'static, str>>) -> Error {
        self.with(message, More::Nothing)
    }

    /// A problem with this code, a sentence of its own, and what a client can act on.
    pub fn with(self, message: impl Into<Cow<'static, str>>, more: More) -> Error {
        Error::Known(ProblemCase { code: self, message: message.into(), field: None, more })
    }

    /// A problem with a field of the request.
    pub fn field(self, field: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Error {
        let field = Some(field.into());
        Error::Known(ProblemCase { code: self, message: message.into(), field, more: More::Nothing })
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

    pub fn is(&self, code: Code) -> bool {
        matches!(self, Self::Known(problem) if problem.code == code)
    }

    /// What the code means, the same whatever the case.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Known(problem) => problem.code.sentence(),
            Self::Refused(_) => "The rules don't allow this.",
            _ if self.is_outage() => Code::Unavailable.sentence(),
            Self::NoConnection(_) | Self::Store(_) | Self::Internal(_) => Code::Internal.sentence(),
        }
    }

    /// Is the database out of reach, so that the same request may go better later?
    pub fn is_outage(&self) -> bool {
        match self {
            Self::NoConnection(_) => true,
            Self::Store(error) => store::is_outage(error),
            Self::Known(_) | Self::Refused(_) | Self::Internal(_) => false,
        }
    }

    pub fn more(&self) -> More {
        match self {
            Self::Known(ProblemCase { code: Code::Unavailable, more: More::Nothing, .. }) => PAUSE,
            Self::Known(problem) => problem.more,
            _ if self.is_outage() => PAUSE,
            _ => More::Nothing,
        }
    }

    /// The code, status, sentence and field of the problem that the caller gets.
    pub fn parts(&self) -> (&'static str, u16, Cow<'static, str>, Option<Cow<'static, str>>) {
        let plain = |code: Code| {
            let (name, status, sentence) = code.row();
            (name, status, Cow::Borrowed(sentence), None)
        };
        match self {
            Self::Known(problem) => {
                let (name, status, _) = problem.code.row();
                (name, status, problem.message.clone(), problem.field.clone())
            }
            Self::Refused(refusal) => (refusal.code, 422, refusal.message.clone(), refusal.field.clone()),
            _ if self.is_outage() => plain(Code::Unavailable),
            Self::NoConnection(_) | Self::Store(_) | Self::Internal(_) => plain(Code::Internal),
        }
    }
}
