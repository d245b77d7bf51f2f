//! How `subjects` declares what an export holds: the type that describes it, and where SQL reads it.

use crate::store::export::ExportedColumn;

/// A member of `ExportedData`: its name, the section that it is read from, and the columns of its objects.
pub struct Subject {
    pub name: &'static str,
    pub section: &'static str,
    pub columns: &'static [ExportedColumn],
}

/// The column that a field comes from.
macro_rules! column {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $from:literal) => {
        $from
    };
}

/// Declares the members of [`ExportedData`] in a row: what one is, its name, its section, and its objects.
macro_rules! exported {
    ($($(#[$about:meta])* $name:ident $section:literal: $type:ident {
        $($(#[$of:meta])* $field:ident: $is:ty $(= $from:literal)?,)*
    })*) => {
        $(
            $(#[$about])*
            #[derive(ToSchema)]
            #[allow(dead_code, reason = "it describes what is read as JSON")]
            pub struct $type { $($(#[$of])* $field: $is,)* }
        )*

        /// What is stored about you, by subject. More subjects may be added.
        #[derive(ToSchema)]
        #[allow(dead_code, reason = "it describes what is read as JSON")]
        pub struct ExportedData { $($name: Vec<$type>,)* }

        /// Every member of [`ExportedData`].
        pub const SUBJECTS: &[Subject] = &[$(Subject {
            name: stringify!($name),
            section: $section,
            columns: &[$(ExportedColumn { name: stringify!($field), from: column!($field $($from)?) }),*],
        }),*];
    };
}

pub(super) use {column, exported};
