//! Why an operator does something.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::{Code, Error};

/// The most characters.
const LONGEST: usize = 500;

/// Why. It is kept in the audit log, where whom it is about can read it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// 1 to 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

impl Reason {
    /// The text. Error: `invalid_field`.
    pub fn text(&self) -> Result<&str, Error> {
        checked("reason", &self.reason, LONGEST)
    }
}

/// A text of 1 to `longest` characters, in lines, without other control characters and without marks that turn the
/// direction of what follows.
pub fn checked<'t>(field: &'static str, text: &'t str, longest: usize) -> Result<&'t str, Error> {
    let text = text.trim();
    let strange = |c: char| {
        (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if text.is_empty() || text.chars().count() > longest || text.chars().any(strange) {
        return Err(
            Code::InvalidField.field(field, format!("This is a text of 1 to {longest} plain characters."))
        );
    }
    Ok(text)
}
