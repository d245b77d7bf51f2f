//! The place where a page of a list begins, and the direction in which the list is read.

/// A place in a list, by the key of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place<K> {
    #[default]
    Beginning,
    /// The page begins after this item.
    After(K),
    /// The page ends before this item. It is read backwards: the nearest item comes first.
    Before(K),
}

impl<K: Copy> Place<K> {
    /// The item at the place.
    pub fn key(self) -> Option<K> {
        match self {
            Self::Beginning => None,
            Self::After(key) | Self::Before(key) => Some(key),
        }
    }

    pub fn is_backward(&self) -> bool {
        matches!(self, Self::Before(_))
    }

    /// How SQL reads a page of a list that has the greatest keys first: what is beyond the place, and in which order.
    pub fn direction(&self) -> (&'static str, &'static str) {
        if self.is_backward() { (">", "ASC") } else { ("<", "DESC") }
    }
}

/// A boxed query for a page of a list that has the greatest values of a column first.
macro_rules! greatest_first {
    ($query:expr, $column:expr, $place:expr) => {
        match $place {
            $crate::pages::Place::Beginning => $query.order($column.desc()),
            $crate::pages::Place::After(key) => $query.filter($column.lt(key)).order($column.desc()),
            $crate::pages::Place::Before(key) => $query.filter($column.gt(key)).order($column.asc()),
        }
    };
}

pub(super) use greatest_first;
