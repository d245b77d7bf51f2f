//! Mails that were given up, of all queues. A letter is named by its queue's key, as text.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::mail_queue::{MailQueue, QUEUES};
use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(Debug, Clone, QueryableByName)]
pub struct Row {
    #[diesel(sql_type = Text)]
    pub letter: String,
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// Who was to get it; `None`: an address that was invited.
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub account_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub game_id: Option<Uuid>,
    #[diesel(sql_type = SmallInt)]
    pub attempts: i16,
    #[diesel(sql_type = Nullable<Text>)]
    pub problem: Option<String>,
    /// When it was written.
    #[diesel(sql_type = Timestamptz)]
    pub created_at: Instant,
    /// When it was given up.
    #[diesel(sql_type = Timestamptz)]
    pub settled_at: Instant,
}

fn of_queue(queue: &MailQueue) -> String {
    let MailQueue { table, game, .. } = queue;
    format!(
        "SELECT {} AS letter, kind, account_id, {game} AS game_id, attempts, problem, created_at, settled_at \
         FROM {table} WHERE result = 'dead'",
        queue.key_as_text()
    )
}

/// At most `limit` letters, newest first, after the one that was given up then and is named so.
pub async fn page(
    connection: &mut Connection,
    after: Option<(Instant, String)>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    let (settled_at, letter) = after.unzip();
    let letters = QUEUES.map(of_queue).join(" UNION ALL ");
    diesel::sql_query(format!(
        "SELECT * FROM ({letters}) letters WHERE $1 IS NULL OR (settled_at, letter) < ($1, $2) ORDER BY settled_at DESC, letter DESC LIMIT $3"
    ))
    .bind::<Nullable<Timestamptz>, _>(settled_at)
    .bind::<Nullable<Text>, _>(letter)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await
}

/// Has a letter tried again from the beginning; `false` if there is no such dead one.
pub async fn retry(connection: &mut Connection, letter: &str, now: Instant) -> Result<bool, StoreError> {
    let again = "settled_at = NULL, result = NULL, attempts = 0, claimed_until = NULL, due_at = $2";
    change(connection, again, letter, now).await
}

/// Puts a letter away; `false` if there is no such dead one.
pub async fn drop(connection: &mut Connection, letter: &str, now: Instant) -> Result<bool, StoreError> {
    change(connection, "result = 'dropped', settled_at = $2", letter, now).await
}

async fn change(
    connection: &mut Connection,
    set: &str,
    letter: &str,
    now: Instant,
) -> Result<bool, StoreError> {
    for queue in QUEUES {
        let (table, name) = (queue.table, queue.key_as_text());
        let statement = format!("UPDATE {table} SET {set} WHERE result = 'dead' AND {name} = $1");
        let changed = diesel::sql_query(statement).bind::<Text, _>(letter).bind::<Timestamptz, _>(now);
        if changed.execute(connection).await? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}
