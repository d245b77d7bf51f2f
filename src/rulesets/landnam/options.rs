//! What a table can set before the start.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Landnám has no variants: nothing can be set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LandnamOptions)]
pub struct Options {}
