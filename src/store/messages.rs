//! What is said at tables.
//!
//! Every person has a box per game, and the nil account has one for everybody without a seat. A message is copied into
//! the boxes of those who may read it, and each box counts its own: what others say to each other moves no number that
//! anybody else sees. Somebody without a box reads the one of everybody; his own begins as a copy of it.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryResult, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, StoreError};
use crate::clock::Instant;

/// Whose box everybody without a seat reads.
pub const EVERYBODY: Uuid = Uuid::nil();

#[derive(Debug)]
pub struct Message<'a> {
    pub game: Uuid,
    pub id: Uuid,
    pub account: Uuid,
    /// The sender's seat, once seats are dealt.
    pub seat: Option<i16>,
    /// For which seats; `None` is for the table.
    pub to_seats: Option<&'a [i16]>,
    pub text: &'a str,
    /// When.
    pub at: Instant,
}

/// Takes the next place among the messages of a game; nobody else does before the transaction ends.
pub async fn take_place(connection: &mut Connection, game: Uuid) -> Result<i64, StoreError> {
    diesel::sql_query(
        "INSERT INTO talks AS t (game_id, last_message) VALUES ($1, 1) \
         ON CONFLICT (game_id) DO UPDATE SET last_message = t.last_message + 1 RETURNING last_message AS number",
    )
    .bind::<SqlUuid, _>(game)
    .get_result::<Number>(connection)
    .await
    .map(|row| row.number)
}

/// Holds the talk of a game until the transaction ends; `false` when nobody has spoken there.
pub async fn hold(connection: &mut Connection, game: Uuid) -> Result<bool, StoreError> {
    let held = diesel::sql_query("SELECT 1 FROM talks WHERE game_id = $1 FOR UPDATE")
        .bind::<SqlUuid, _>(game)
        .execute(connection)
        .await?;
    Ok(held > 0)
}

#[derive(diesel::QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// Gives a box to those of `accounts` who have none: what the table was told so far lies in it, and is read. The talk
/// must be held.
pub async fn furnish(connection: &mut Connection, game: Uuid, accounts: &[Uuid]) -> Result<(), StoreError> {
    diesel::sql_query(
        "WITH fresh AS (INSERT INTO message_boxes (game_id, account_id, last_number, read_number) \
         SELECT $1, a, coalesce(e.last_number, 0), coalesce(e.last_number, 0) FROM unnest($2) AS w (a) \
         LEFT JOIN message_boxes e ON e.game_id = $1 AND e.account_id = $3 \
         ON CONFLICT DO NOTHING RETURNING account_id) \
         INSERT INTO message_copies (game_id, account_id, number, message) \
         SELECT $1, f.account_id, c.number, c.message FROM fresh f \
         JOIN message_copies c ON c.game_id = $1 AND c.account_id = $3",
    )
    .bind::<SqlUuid, _>(game)
    .bind::<Array<SqlUuid>, _>(accounts)
    .bind::<SqlUuid, _>(EVERYBODY)
    .execute(connection)
    .await?;
    Ok(())
}

/// Keeps a message at the place that was taken, a copy in each of the readers' boxes; gives its number in the
/// sender's. He has read what he says himself.
pub async fn say(
    connection: &mut Connection,
    message: &Message<'_>,
    place: i64,
    readers: &[Uuid],
) -> Result<i64, StoreError> {
    let numbers: Vec<Copied> = diesel::sql_query(
        "WITH said AS (INSERT INTO messages (game_id, message, id, account_id, seat, to_seats, text, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING game_id, message, account_id), \
         due AS (INSERT INTO relay_due (game_id, kind, position) SELECT game_id, 'message', message FROM said), \
         moved AS (UPDATE message_boxes b SET last_number = b.last_number + 1, read_number = b.read_number + \
         CASE WHEN b.account_id = s.account_id AND b.read_number = b.last_number THEN 1 ELSE 0 END \
         FROM said s WHERE b.game_id = s.game_id AND b.account_id = ANY($9) \
         RETURNING b.game_id, b.account_id, b.last_number) \
         INSERT INTO message_copies (game_id, account_id, number, message) \
         SELECT game_id, account_id, last_number, $2 FROM moved RETURNING account_id, number",
    )
    .bind::<SqlUuid, _>(message.game)
    .bind::<BigInt, _>(place)
    .bind::<SqlUuid, _>(message.id)
    .bind::<SqlUuid, _>(message.account)
    .bind::<Nullable<SmallInt>, _>(message.seat)
    .bind::<Nullable<Array<SmallInt>>, _>(message.to_seats)
    .bind::<Text, _>(message.text)
    .bind::<Timestamptz, _>(message.at)
    .bind::<Array<SqlUuid>, _>(readers)
    .load(connection)
    .await?;
    let own = numbers.iter().find(|copied| copied.account_id == message.account);
    own.map(|copied| copied.number).ok_or(StoreError::NotFound)
}

#[derive(diesel::QueryableByName)]
struct Copied {
    #[diesel(sql_type = SqlUuid)]
    account_id: Uuid,
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// How the talk of a game stands for one reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Queryable)]
pub struct Standing {
    /// The last message of the game; shown to nobody.
    pub message: i64,
    /// The last number in the reader's box.
    pub last: i64,
    pub read: i64,
    /// How many he has not read, without his own and those of people he blocked.
    pub unread: i64,
}

struct AskStanding {
    game: Uuid,
    account: Uuid,
}

impl QueryId for AskStanding {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for AskStanding {
    type SqlType = (BigInt, BigInt, BigInt, BigInt);
}

impl QueryFragment<Pg> for AskStanding {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT t.last_message, b.last_number, b.read_number, (SELECT count(*) FROM message_copies c \
             JOIN messages m ON m.game_id = c.game_id AND m.message = c.message \
             WHERE c.game_id = b.game_id AND c.account_id = b.account_id AND c.number > b.read_number \
             AND m.account_id <> ",
        );
        out.push_bind_param::<SqlUuid, _>(&self.account)?;
        out.push_sql(
            " AND NOT EXISTS (SELECT FROM blocks x WHERE x.blocked_id = m.account_id AND x.account_id = ",
        );
        out.push_bind_param::<SqlUuid, _>(&self.account)?;
        out.push_sql(")) FROM talks t JOIN message_boxes b ON b.game_id = t.game_id AND b.account_id = ");
        box_of(&self.game, &self.account, &mut out)?;
        out.push_sql(" WHERE t.game_id = ");
        out.push_bind_param::<SqlUuid, _>(&self.game)?;
        Ok(())
    }
}

/// The account whose box somebody reads: his own, or everybody's as long as he has none.
fn box_of<'b>(game: &'b Uuid, account: &'b Uuid, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
    out.push_sql("coalesce((SELECT o.account_id FROM message_boxes o WHERE o.game_id = ");
    out.push_bind_param::<SqlUuid, _>(game)?;
    out.push_sql(" AND o.account_id = ");
    out.push_bind_param::<SqlUuid, _>(account)?;
    out.push_sql("), '00000000-0000-0000-0000-000000000000')");
    Ok(())
}

/// How the talk stands for `account`; for [`EVERYBODY`] as it stands for those without a seat.
pub async fn standing(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
) -> Result<Standing, StoreError> {
    let standing = AskStanding { game, account }.get_result(connection).await.optional()?;
    Ok(standing.unwrap_or_default())
}

/// A message as it lies in a box.
#[derive(Debug, Clone, Queryable)]
pub struct Copy {
    pub number: i64,
    pub id: Uuid,
    pub account: Uuid,
    pub name: Option<String>,
    pub seat: Option<i16>,
    /// For which seats; `None` is for the table.
    pub to_seats: Option<Vec<i16>>,
    pub text: String,
    /// When.
    pub at: Instant,
    /// Did the reader block the sender?
    pub blocked: bool,
}

/// Which messages of a box are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those before a number, the newest first, without those of people who are blocked.
    Before(i64),
    /// Those after a number, the oldest first, all of them.
    After(i64),
}

type Columns = (
    BigInt,
    SqlUuid,
    SqlUuid,
    Nullable<Text>,
    Nullable<SmallInt>,
    Nullable<Array<SmallInt>>,
    Text,
    Timestamptz,
    diesel::sql_types::Bool,
);

struct Page {
    game: Uuid,
    account: Uuid,
    which: Which,
    most: i64,
}

impl QueryId for Page {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Page {
    type SqlType = Columns;
}

impl QueryFragment<Pg> for Page {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT c.number, m.id, m.account_id, a.name, m.seat, m.to_seats, m.text, m.created_at, \
             x.blocked_id IS NOT NULL FROM message_copies c \
             JOIN messages m ON m.game_id = c.game_id AND m.message = c.message \
             LEFT JOIN accounts a ON a.id = m.account_id \
             LEFT JOIN blocks x ON x.blocked_id = m.account_id AND x.account_id = ",
        );
        out.push_bind_param::<SqlUuid, _>(&self.account)?;
        out.push_sql(" WHERE c.game_id = ");
        out.push_bind_param::<SqlUuid, _>(&self.game)?;
        out.push_sql(" AND c.account_id = ");
        box_of(&self.game, &self.account, &mut out)?;
        match &self.which {
            Which::Before(number) => {
                out.push_sql(" AND x.blocked_id IS NULL AND c.number < ");
                out.push_bind_param::<BigInt, _>(number)?;
                out.push_sql(" ORDER BY c.number DESC LIMIT ");
            }
            Which::After(number) => {
                out.push_sql(" AND c.number > ");
                out.push_bind_param::<BigInt, _>(number)?;
                out.push_sql(" ORDER BY c.number LIMIT ");
            }
        }
        out.push_bind_param::<BigInt, _>(&self.most)?;
        Ok(())
    }
}

/// At most `most` messages of a game that `account` may read.
pub async fn page(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    which: Which,
    most: i64,
) -> Result<Vec<Copy>, StoreError> {
    Page { game, account, which, most }.load(connection).await
}

/// Moves the marker of what was read, never back and never beyond the last; `false` when he has no box.
pub async fn mark_read(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    number: i64,
) -> Result<bool, StoreError> {
    let moved = diesel::sql_query(
        "UPDATE message_boxes SET read_number = greatest(read_number, least($3, last_number)) \
         WHERE game_id = $1 AND account_id = $2",
    )
    .bind::<SqlUuid, _>(game)
    .bind::<SqlUuid, _>(account)
    .bind::<BigInt, _>(number)
    .execute(connection)
    .await?;
    Ok(moved > 0)
}
