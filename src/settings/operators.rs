//! `[operators]`

use serde::Deserialize;
use uuid::Uuid;

use super::list;

/// Who runs the service.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorSettings {
    /// The ids of their accounts.
    #[serde(deserialize_with = "list::read")]
    pub accounts: Vec<Uuid>,
}
