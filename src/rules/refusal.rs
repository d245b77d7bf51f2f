//! The rules saying no.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

/// Why an action is not allowed. The state is untouched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{code}: {message}")]
pub struct Refusal {
    /// Stable and documented; clients may branch on it.
    pub code: &'static str,
    pub message: Cow<'static, str>,
    /// The field of the action that is wrong, where one is (`to`, `give.iron`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Cow<'static, str>>,
}

/// A row of a ruleset's table of refusals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusalCode {
    /// The code as sent.
    pub code: &'static str,
    /// What it means, for the description.
    pub meaning: &'static str,
}

pub const fn row(code: &'static str, meaning: &'static str) -> RefusalCode {
    RefusalCode { code, meaning }
}

/// The refusal with the code and the words of a row.
pub fn refuse(row: RefusalCode) -> Refusal {
    Refusal::new(row.code, row.meaning)
}

/// What the contract itself refuses with, whatever the title.
pub const CONTRACT_REFUSALS: [RefusalCode; 5] = [
    RefusalCode {
        code: "malformed_action",
        meaning: "The action is none of the title's, or one of its fields is missing, unknown or of the wrong kind.",
    },
    RefusalCode {
        code: "invalid_options",
        meaning: "The options are not the title's, or one of their values can't be used.",
    },
    RefusalCode {
        code: "malformed_order",
        meaning: "The order is none of the title's, or one of its fields is missing, unknown, out of bounds or of the wrong kind.",
    },
    RefusalCode {
        code: "invalid_order",
        meaning: "The order makes no sense for your seat: it names something that is not there, or a limit that can't be met.",
    },
    RefusalCode { code: "wrong_phase", meaning: "The action does not answer the decision that is named." },
];

impl Refusal {
    /// A refusal of the action as a whole.
    pub fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), field: None }
    }

    /// The same, naming the field that is wrong.
    pub fn of(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field = Some(field.into());
        self
    }
}
