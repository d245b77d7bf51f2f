//! The mails to one person, of all queues.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::mail_queue::{MailQueue, QUEUES};
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail to somebody. Nothing here holds an address.
#[derive(Debug, Clone, QueryableByName)]
pub struct Row {
    /// Names it among the mails to the same person.
    #[diesel(sql_type = Text)]
    pub letter: String,
    #[diesel(sql_type = Text)]
    pub kind: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub game_id: Option<Uuid>,
    /// When it was written.
    #[diesel(sql_type = Timestamptz)]
    pub created_at: Instant,
    /// When it was or is to be sent.
    #[diesel(sql_type = Timestamptz)]
    pub due_at: Instant,
    /// When it was settled.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub settled_at: Option<Instant>,
    #[diesel(sql_type = Nullable<Text>)]
    pub result: Option<String>,
    /// Why the last try failed.
    #[diesel(sql_type = Nullable<Text>)]
    pub problem: Option<String>,
    #[diesel(sql_type = SmallInt)]
    pub attempts: i16,
    #[diesel(sql_type = Nullable<Text>)]
    pub held: Option<String>,
    #[diesel(sql_type = Bool)]
    pub is_held: bool,
}

fn of_queue(queue: &MailQueue) -> String {
    let MailQueue { table, game, held, .. } = queue;
    let letter = format!("'{table}.' || {}", queue.key_as_text());
    format!(
        "(SELECT {letter} AS letter, kind, {game} AS game_id, created_at, due_at, settled_at, result, \
         problem, attempts, {held} AS held, settled_at IS NULL AND attempts = 0 AND {held} IS NOT NULL AS is_held \
         FROM {table} WHERE account_id = $1 AND ($2 IS NULL OR created_at < $2 OR (created_at = $2 AND {letter} < $3)) \
         ORDER BY created_at DESC, letter DESC LIMIT $4)"
    )
}

/// At most `limit` mails to `account`, newest first, after the one that was written then and is named so.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    after: Option<(Instant, String)>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    let (created_at, letter) = after.unzip();
    let mails = QUEUES.map(of_queue).join(" UNION ALL ");
    diesel::sql_query(format!(
        "SELECT * FROM ({mails}) mails \
         ORDER BY created_at DESC, letter DESC LIMIT $4"
    ))
    .bind::<SqlUuid, _>(account)
    .bind::<Nullable<Timestamptz>, _>(created_at)
    .bind::<Nullable<Text>, _>(letter)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await
}
