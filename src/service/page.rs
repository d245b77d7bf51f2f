//! The one envelope of every list.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// For `cursor`; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// A list that is never so long that it needs a second page.
    pub fn whole(items: Vec<T>) -> Self {
        Self { items, next_cursor: None }
    }
}
