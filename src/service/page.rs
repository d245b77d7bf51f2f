//! The one envelope of every list.

use serde::Serialize;
use utoipa::ToSchema;

use super::cursor::Cursors;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// For `cursor`; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// For `cursor`, to go back; null on the first page.
    #[schema(required)]
    pub prev_cursor: Option<String>,
}

impl<T> Page<T> {
    pub fn new(items: Vec<T>, cursors: Cursors) -> Self {
        Self { items, next_cursor: cursors.next, prev_cursor: cursors.prev }
    }

    /// A list that is never so long that it needs a second page.
    pub fn whole(items: Vec<T>) -> Self {
        Self::new(items, Cursors::default())
    }
}
