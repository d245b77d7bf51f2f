//! Enums that are stored as text, in snake case. A stored word that no variant has makes the read fail; it never counts
//! as a default.

/// Declares such enums, with what diesel wants of a column of type `Text`.
macro_rules! text_columns {
    ($($(#[$about:meta])* pub enum $name:ident { $($(#[$of:meta])* $case:ident,)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
        #[derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
        #[diesel(sql_type = diesel::sql_types::Text)]
        #[strum(serialize_all = "snake_case")]
        pub enum $name { $($(#[$of])* $case,)* }

        impl $name {
            /// As it is stored and shown.
            pub fn word(self) -> &'static str {
                self.into()
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                std::io::Write::write_all(out, self.word().as_bytes())?;
                Ok(diesel::serialize::IsNull::No)
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg> for $name {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                Ok(std::str::from_utf8(value.as_bytes())?.parse()?)
            }
        }
    )*};
}

pub(super) use text_columns;
