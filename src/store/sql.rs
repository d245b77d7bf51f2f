//! Statements beyond diesel's query builder: a text, what is bound to its `$1`, `$2` …, and rows decoded by the names
//! of their columns (`QueryableByName`).
//!
//! Each connection prepares such a text once and keeps it. `diesel::sql_query` would prepare it at every call, one more
//! round trip, because it can't know whether texts repeat. So the text must be the same at every call, with everything
//! that varies bound; what differs only now and then (a constant per role, a condition) may make a few texts.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, BoxedSqlQuery, Query, QueryFragment, QueryId, SqlQuery};
use diesel::serialize::ToSql;
use diesel::sql_types::{HasSqlType, Untyped};

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
    pub fn bind<T, V>(self, value: V) -> Self
    where
        Pg: HasSqlType<T>,
        T: Send + 'b,
        V: ToSql<T, Pg> + Send + 'b,
    {
        Self(self.0.bind::<T, V>(value))
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
