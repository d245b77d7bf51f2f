//! What is wrong with a request, part by part.

use std::borrow::Cow;

use super::{Code, Error, ProblemCase, ProblemText, Sentence};

/// So many mistakes of one request are named. Each is a sentence that repeats names of the description: thousands of
/// them made an answer of 2.8 MB out of 55 kB.
pub const MOST_MISTAKES: usize = 20;

/// The part of a request that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequestPart {
    /// A parameter of the path or of the query, by name.
    Parameter(String),
    Header(&'static str),
    /// A JSON Pointer into the body; "" is the whole body.
    Body(String),
}

impl RequestPart {
    /// A member of the body as a path in the code names it, such as `clock.type` or `bots[0]`.
    pub fn member(path: &str) -> Self {
        let segments = path.split(['.', '[']).map(|segment| segment.trim_end_matches(']'));
        Self::Body(segments.filter(|segment| !segment.is_empty()).fold(String::new(), below))
    }
}

/// The pointer to `member` below `pointer`.
pub fn below(pointer: String, member: &str) -> String {
    format!("{pointer}/{}", member.replace('~', "~0").replace('/', "~1"))
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub place: RequestPart,
    /// The code that it would have alone, where that is another one than that of the whole problem.
    pub code: Option<Code>,
    pub text: ProblemText,
}

impl Mistake {
    pub fn new(place: RequestPart, text: impl Into<ProblemText>) -> Self {
        Self { place, code: None, text: text.into() }
    }
}

/// Several parts of a request that are looked at one after the other, so that one answer names all of what is wrong.
#[derive(Debug, Default)]
pub struct Mistakes {
    /// The code of the first, and everything that was found.
    found: Option<(Code, Vec<Mistake>)>,
    /// Does a part of the request have more mistakes than are named?
    are_more: bool,
}

impl Mistakes {
    /// The value; or nothing, if it can't be had because of a mistake, which is noted. Any other problem ends it all.
    pub fn note<T>(&mut self, result: Result<T, Error>) -> Result<Option<T>, Error> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Error::Known(case)) if !case.mistakes.is_empty() => {
                self.add(*case);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn add(&mut self, case: ProblemCase) {
        self.are_more |= case.text.is_some();
        let (code, found) = self.found.get_or_insert_with(|| (case.code, Vec::new()));
        let own = (*code != case.code).then_some(case.code);
        found.extend(
            case.mistakes.into_iter().map(|mistake| Mistake { code: mistake.code.or(own), ..mistake }),
        );
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_none()
    }

    pub fn problem(self) -> Error {
        let (code, mistakes) = self.found.unwrap_or((Code::InvalidField, Vec::new()));
        match code.mistaken(mistakes) {
            Error::Known(mut case) if self.are_more => {
                case.text = Some(Sentence::MoreMistakes { named: case.mistakes.len() }.into());
                Error::Known(case)
            }
            error => error,
        }
    }

    /// The problem, if there was any mistake.
    pub fn result(self) -> Result<(), Error> {
        if self.is_empty() { Ok(()) } else { Err(self.problem()) }
    }
}

/// A header that is named as such in the code, or else a parameter.
pub(super) fn parameter_or_header(name: Cow<'static, str>) -> RequestPart {
    const HEADERS: [&str; 5] =
        ["Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Authorization"];
    let header = HEADERS.into_iter().find(|header| *header == name);
    header.map_or_else(|| RequestPart::Parameter(name.into_owned()), RequestPart::Header)
}
