//! The messages of clubs, each with a number of its own in its club.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::pages::Place;
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

by_name! {
    /// A message, with the present name of its author.
    #[derive(Debug, Clone)]
    pub struct ClubMessageRow {
        pub number: i64,
        pub id: Uuid,
        pub account: Uuid,
        pub name: Option<String>,
        pub text: String,
        pub at: Instant,
    }
}

/// A message to be added.
#[derive(Debug)]
pub struct NewClubMessage<'a> {
    pub club: Uuid,
    pub id: Uuid,
    pub account: Uuid,
    pub text: &'a str,
    pub at: Instant,
}

/// Adds a message, and returns the number that it got. The row that counts stays locked until the transaction ends, so
/// that messages become visible in the order of their numbers.
pub async fn add(connection: &mut Connection, message: &NewClubMessage<'_>) -> Result<i64> {
    sql("WITH place AS (INSERT INTO club_talks AS t (club_id, last_message) VALUES ($1, 1) \
         ON CONFLICT (club_id) DO UPDATE SET last_message = t.last_message + 1 RETURNING last_message) \
         INSERT INTO club_messages (club_id, number, id, account_id, text, created_at) \
         SELECT $1, last_message, $2, $3, $4, $5 FROM place RETURNING number AS value")
    .bind(message.club)
    .bind(message.id)
    .bind(message.account)
    .bind(message.text)
    .bind(message.at)
    .value(connection)
    .await
}

/// At most `limit` messages of a club from a place on, newest first, without those of authors whom `reader` blocks.
pub async fn page(
    connection: &mut Connection,
    club: Uuid,
    reader: Uuid,
    place: Place<i64>,
    limit: i64,
) -> Result<Vec<ClubMessageRow>> {
    let (beyond, order) = place.direction();
    sql(format!(
        "SELECT m.number, m.id, m.account_id AS account, a.name, m.text, m.created_at AS at \
         FROM club_messages m LEFT JOIN accounts a ON a.id = m.account_id \
         WHERE m.club_id = $1 AND m.number {beyond} $3 \
         AND NOT EXISTS (SELECT 1 FROM blocks x WHERE x.account_id = $2 AND x.blocked_id = m.account_id) \
         ORDER BY m.number {order} LIMIT $4"
    ))
    .bind(club)
    .bind(reader)
    .bind(place.key().unwrap_or(i64::MAX))
    .bind(limit)
    .load(connection)
    .await
}

/// Who wrote a message; `None` if the club has none of that id.
pub async fn author(connection: &mut Connection, club: Uuid, id: Uuid) -> Result<Option<Uuid>> {
    sql("SELECT account_id AS value FROM club_messages WHERE club_id = $1 AND id = $2")
        .bind(club)
        .bind(id)
        .optional_value(connection)
        .await
}

/// Removes a message; harmless to repeat.
pub async fn remove(connection: &mut Connection, club: Uuid, id: Uuid) -> Result<()> {
    sql("DELETE FROM club_messages WHERE club_id = $1 AND id = $2").bind(club).bind(id).run(connection).await
}
