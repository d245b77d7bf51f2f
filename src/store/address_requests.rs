//! What strangers asked for an address, whoever has it.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Text};
use diesel::{ExpressionMethods, QueryResult, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::address_requests;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A request that nobody has looked at yet.
#[derive(Debug, Clone, Queryable)]
pub struct Asked {
    /// `verify_address`, `reset_password` or `log_in`.
    pub kind: String,
    pub email_key: String,
}

pub async fn add(
    connection: &mut Connection,
    id: Uuid,
    kind: &str,
    email_key: &str,
    now: Instant,
) -> Result<(), StoreError> {
    diesel::insert_into(address_requests::table)
        .values((
            address_requests::id.eq(id),
            address_requests::kind.eq(kind),
            address_requests::email_key.eq(email_key),
            address_requests::created_at.eq(now),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

struct Take(i64);

impl QueryId for Take {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Take {
    type SqlType = (Text, Text);
}

impl QueryFragment<Pg> for Take {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "DELETE FROM address_requests WHERE id IN \
             (SELECT id FROM address_requests ORDER BY created_at, id LIMIT ",
        );
        out.push_bind_param::<BigInt, _>(&self.0)?;
        out.push_sql(" FOR UPDATE SKIP LOCKED) RETURNING kind, email_key");
        Ok(())
    }
}

/// Takes the oldest requests, at most `most`: to be answered in the same transaction.
pub async fn take(connection: &mut Connection, most: i64) -> Result<Vec<Asked>, StoreError> {
    Take(most).load(connection).await
}
