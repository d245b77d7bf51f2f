//! The one envelope of every list.

use serde::Serialize;
use utoipa::ToSchema;

/// One page of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Page<T> {
    /// What is listed, in the order that the operation names.
    pub items: Vec<T>,
    /// Pass this as `cursor` for the next page; null on the last one.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// A list that is never so long that it needs a second page.
    pub fn whole(items: Vec<T>) -> Self {
        Self { items, next_cursor: None }
    }
}
