//! `[operators]`

use serde::Deserialize;
use uuid::Uuid;

use super::list;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorSettings {
    #[serde(deserialize_with = "list::read")]
    pub accounts: Vec<Uuid>,
}
