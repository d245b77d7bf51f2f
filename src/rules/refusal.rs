//! Refusals: why an action is not allowed.

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

impl Refusal {
    pub fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), field: None }
    }

    /// The same, naming the field that is wrong.
    pub fn at_field(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field = Some(field.into());
        self
    }
}

/// A code with which the rules of this ruleset refuse an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusalCode {
    /// The `code` of the problem response.
    pub code: &'static str,
    /// What the code means, in English.
    pub meaning: &'static str,
}

/// Allowed, or the reason why not.
pub type Validation = Result<(), Refusal>;

pub fn refuse(row: RefusalCode) -> Refusal {
    Refusal::new(row.code, row.meaning)
}

/// Declares a ruleset's refusals, each once: a constant, the meaning as its documentation, and `ALL`, the table of
/// them.
///
/// ```ignore
/// rules::refusals! {
///     NOT_AWAITED = "not_awaited": "No decision of yours is open.";
///     CARD_NOT_HELD = "card_not_held": "You don't have this card.";
/// }
/// ```
#[macro_export]
macro_rules! refusals {
    ($($name:ident = $code:literal: $meaning:expr;)+) => {
        $(
            #[doc = $meaning]
            pub const $name: $crate::RefusalCode = $crate::RefusalCode { code: $code, meaning: $meaning };
        )+

        /// Every refusal, in the order in which they are described.
        pub const ALL: &[$crate::RefusalCode] = &[$($name),+];
    };
}

mod contract {
    refusals! {
        MALFORMED_ACTION = "malformed_action":
            "The action is not one of the ruleset's, or one of its fields is missing, unknown or of the wrong kind.";
        INVALID_OPTIONS = "invalid_options":
            "The options are not the ruleset's, or one of their values can't be used.";
        MALFORMED_ORDER = "malformed_order":
            "The order is not one of the ruleset's, or one of its fields is missing, unknown, out of bounds or of the wrong kind.";
        INVALID_ORDER = "invalid_order":
            "The order makes no sense for your seat: it names something that is not there, or a limit that can't be met.";
        WRONG_PHASE = "wrong_phase": "The action does not answer the decision that is named.";
    }
}

/// What the contract itself refuses with, whatever the ruleset.
pub use contract::ALL as CONTRACT_REFUSALS;
pub use contract::MALFORMED_ORDER;
pub(crate) use contract::{INVALID_OPTIONS, INVALID_ORDER, MALFORMED_ACTION};
