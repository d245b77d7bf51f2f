//! Why an operator does something.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::Error;
use crate::service::plain;

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
    /// The text as it is kept. Error: `invalid_field`.
    pub fn text(&self) -> Result<String, Error> {
        plain::lines("reason", &self.reason, 1, LONGEST)
    }
}
