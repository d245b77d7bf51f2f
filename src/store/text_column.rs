//! Enums that are stored as text, in the words that strum gives them. A stored word that is none of an enum is an error of
//! the read, and never a default.

/// Makes enums that derive `EnumString` and `IntoStaticStr` columns of type `Text`.
macro_rules! text_column {
    ($($kind:ty),*) => {$(
        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $kind {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                std::io::Write::write_all(out, <&str>::from(self).as_bytes())?;
                Ok(diesel::serialize::IsNull::No)
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg> for $kind {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                Ok(std::str::from_utf8(value.as_bytes())?.parse()?)
            }
        }
    )*};
}

pub(super) use text_column;
