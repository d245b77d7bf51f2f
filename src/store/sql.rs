//! Statements beyond diesel's query builder: a text, what is bound to its `$1`, `$2` …, and how the columns of its rows
//! are read. The SQL type of a parameter or column follows from its Rust type ([`SqlValue`]).
//!
//! Each connection prepares such a text once and keeps it. `diesel::sql_query` would prepare it at every call, one more
//! round trip, because it can't know whether texts repeat. So the text must be the same at every call, with everything
//! that varies bound; what differs only now and then (a constant per role, a condition) may make a few texts.

use diesel::deserialize::{self, FromSql, FromSqlRow, QueryableByName};
use diesel::dsl::Limit;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, BoxedSqlQuery, Query, QueryFragment, QueryId, SqlQuery};
use diesel::query_dsl::methods::LimitDsl;
use diesel::result::DatabaseErrorKind;
use diesel::result::Error::DatabaseError;
use diesel::row::NamedRow;
use diesel::serialize::ToSql;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Double, HasSqlType, Integer, Nullable, SmallInt, Text, Timestamptz, Untyped,
    Uuid as SqlUuid,
};
use diesel::{OptionalExtension, QueryResult};
use diesel_async::RunQueryDsl;
use diesel_async::methods::{ExecuteDsl, LoadQuery};
use uuid::Uuid;

use super::{Connection, Result, StoreError};
use time_control::Instant;

/// The SQL of an id that is derived from a text, which is given as SQL, too: the same text gives the same id. The id is
/// a UUID of version 8 (RFC 9562), so that strict parsers accept it.
macro_rules! derived_id {
    ($text:literal) => {
        concat!(
            "overlay(overlay(md5(",
            $text,
            ") placing '8' from 13 for 1) placing 'a' from 17 for 1)::uuid"
        )
    };
}

pub(super) use derived_id;

/// A statement with what is bound to it.
pub struct Sql<'b>(BoxedSqlQuery<'b, Pg, SqlQuery>);

/// A statement of this text. If texts are made at run time, there must be only a few different ones, since each
/// connection keeps every one of them prepared.
pub fn sql<'b>(text: impl Into<String>) -> Sql<'b> {
    Sql(diesel::sql_query(text).into_boxed())
}

impl<'b> Sql<'b> {
    /// Binds the next parameter, the first one to `$1`.
    pub fn bind<V>(self, value: V) -> Self
    where
        V: SqlValue + ToSql<V::Sql, Pg> + Send + 'b,
        Pg: HasSqlType<V::Sql>,
    {
        Self(self.0.bind::<V::Sql, V>(value))
    }

    /// Binds an array as the next parameter: one value of each row.
    pub fn bind_column<'r, R, V>(self, rows: &'r [R], value: impl Fn(&'r R) -> V) -> Self
    where
        V: SqlValue + Send + 'b,
        Vec<V>: ToSql<Array<V::Sql>, Pg>,
        Pg: HasSqlType<Array<V::Sql>>,
    {
        self.bind(rows.iter().map(value).collect::<Vec<V>>())
    }

    /// Loads every row as the values of its columns in their order: one value, or a tuple.
    pub async fn values<T>(self, connection: &mut Connection) -> Result<Vec<T>>
    where
        T: SqlValue + FromSqlRow<T::Sql, Pg> + Send + 'static,
    {
        let rows: Vec<ByPlace<T>> = self.load(connection).await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    /// Loads the only row as the values of its columns.
    pub async fn value<T>(self, connection: &mut Connection) -> Result<T>
    where
        T: SqlValue + FromSqlRow<T::Sql, Pg> + Send + 'static,
    {
        self.optional_value(connection).await?.ok_or(StoreError::NotFound)
    }

    /// Loads the row, if there is one, as the values of its columns.
    pub async fn optional_value<T>(self, connection: &mut Connection) -> Result<Option<T>>
    where
        T: SqlValue + FromSqlRow<T::Sql, Pg> + Send + 'static,
    {
        // To the end of the statement, as in `Statement::get_optional`.
        let rows: Vec<T> = self.values(connection).await?;
        Ok(rows.into_iter().next())
    }
}

impl QueryFragment<Pg> for Sql<'_> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    // The only difference from `diesel::sql_query`. The key in the connection's cache is the text with the types of the
    // bound values.
    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

impl QueryId for Sql<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Sql<'_> {
    type SqlType = Untyped;
}

/// The usual ends of a statement beside those of [`RunQueryDsl`], of diesel's builder or not.
pub(crate) trait Statement: Sized {
    /// Executes the statement, however many rows it changes.
    async fn run(self, connection: &mut Connection) -> Result<()>
    where
        Self: ExecuteDsl<Connection>,
    {
        self.execute(connection).await.map(|_| ())
    }

    /// Executes the statement; `false` if no row was changed or, by a `SELECT`, found.
    async fn affects_any(self, connection: &mut Connection) -> Result<bool>
    where
        Self: ExecuteDsl<Connection>,
    {
        Ok(self.execute(connection).await? > 0)
    }

    /// Loads the row, if there is one. Waits for the end of the statement, unlike [`RunQueryDsl::get_result`], which returns
    /// at the first row: outside of a transaction the commit comes after it, and a server that is stopped while a standby
    /// has to confirm that sends the row all the same.
    async fn get_optional<'query, U: Send + 'static>(self, connection: &mut Connection) -> Result<Option<U>>
    where
        Self: LoadQuery<'query, Connection, U> + 'query,
    {
        let rows: Vec<U> = self.load(connection).await?;
        Ok(rows.into_iter().next())
    }

    /// [`RunQueryDsl::first`], with `None` for no row.
    async fn first_optional<'query, U: Send + 'static>(self, connection: &mut Connection) -> Result<Option<U>>
    where
        Self: LimitDsl,
        Limit<Self>: LoadQuery<'query, Connection, U> + Send + 'query,
    {
        self.first(connection).await.optional()
    }
}

impl<Q> Statement for Q {}

/// `false` if a unique index refused the change; its transaction is of no more use then.
pub(crate) fn unless_taken(changed: Result<()>) -> Result<bool> {
    match changed {
        Ok(()) => Ok(true),
        Err(DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// A Rust type with the one SQL type that the service binds it as and reads it from.
pub trait SqlValue {
    type Sql: Send + 'static;
}

macro_rules! sql_values {
    ($($rust:ty => $sql:ty,)*) => {$(
        impl SqlValue for $rust {
            type Sql = $sql;
        }
    )*};
}

sql_values! {
    bool => Bool,
    i16 => SmallInt,
    i32 => Integer,
    i64 => BigInt,
    f64 => Double,
    str => Text,
    String => Text,
    [u8] => Binary,
    Vec<u8> => Binary,
    Uuid => SqlUuid,
    Instant => Timestamptz,
}

impl<T: SqlValue + ?Sized> SqlValue for &T {
    type Sql = T::Sql;
}

impl<T: SqlValue> SqlValue for Option<T> {
    type Sql = Nullable<T::Sql>;
}

impl<T: SqlValue> SqlValue for [T] {
    type Sql = Array<T::Sql>;
}

impl<T: SqlValue> SqlValue for Vec<T> {
    type Sql = Array<T::Sql>;
}

/// What can be a field of a struct of [`by_name`]: a column, or another such struct, read from the same row.
pub(super) trait Field: Sized {
    fn read<'a>(row: &impl NamedRow<'a, Pg>, name: &str) -> deserialize::Result<Self>;
}

impl<T: SqlValue + FromSql<T::Sql, Pg>> Field for T {
    fn read<'a>(row: &impl NamedRow<'a, Pg>, name: &str) -> deserialize::Result<Self> {
        NamedRow::get::<T::Sql, T>(row, name)
    }
}

/// Declares structs that are loaded by a [`Sql`] statement: each field is read from the column of its name.
macro_rules! by_name {
    ($(
        $(#[$about:meta])*
        $shown:vis struct $name:ident { $($(#[$of:meta])* $field_shown:vis $field:ident: $type:ty,)* }
    )*) => {$(
        $(#[$about])*
        $shown struct $name { $($(#[$of])* $field_shown $field: $type,)* }

        impl diesel::deserialize::QueryableByName<diesel::pg::Pg> for $name {
            fn build<'a>(
                row: &impl diesel::row::NamedRow<'a, diesel::pg::Pg>,
            ) -> diesel::deserialize::Result<Self> {
                Ok(Self { $($field: $crate::sql::Field::read(row, stringify!($field))?,)* })
            }
        }

        impl $crate::sql::Field for $name {
            fn read<'a>(
                row: &impl diesel::row::NamedRow<'a, diesel::pg::Pg>,
                _: &str,
            ) -> diesel::deserialize::Result<Self> {
                diesel::deserialize::QueryableByName::build(row)
            }
        }
    )*};
}

pub(super) use by_name;

/// A row as the values of its columns, by their places.
struct ByPlace<T>(T);

impl<T: SqlValue + FromSqlRow<T::Sql, Pg>> QueryableByName<Pg> for ByPlace<T> {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Self> {
        T::build_from_row(row).map(Self)
    }
}

impl<T: SqlValue, U: SqlValue> SqlValue for (T, U) {
    type Sql = (T::Sql, U::Sql);
}

impl<T: SqlValue, U: SqlValue, V: SqlValue> SqlValue for (T, U, V) {
    type Sql = (T::Sql, U::Sql, V::Sql);
}

/// Declares rows that go into a statement as arrays, one for each column: the struct, and how it is bound.
macro_rules! rows {
    ($($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $column:ident: $type:ty,)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone)]
        pub struct $name { $($(#[$of])* pub $column: $type,)* }

        impl $name {
            /// In the order in which they are bound.
            const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),*];

            pub(super) fn bind<'b>(rows: &'b [Self], statement: $crate::sql::Sql<'b>) -> $crate::sql::Sql<'b> {
                statement$(.bind_column(rows, |row| &row.$column))*
            }
        }
    )*};
}

pub(super) use rows;

/// Declares enums that are stored as text, in snake case. A stored word that no variant has makes the read fail; it
/// never counts as a default.
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

        impl $crate::sql::SqlValue for $name {
            type Sql = diesel::sql_types::Text;
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
