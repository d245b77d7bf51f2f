//! The messages of games.
//!
//! Every player has a box per game, and the nil account has one for everyone without a seat. A message is copied into
//! the boxes of those who may read it, and each box has numbers of its own, so that private messages between others
//! change no number that a third reader sees. An account without a box reads the box of the nil account; its own box
//! begins as a copy of that one.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result, StoreError, Transaction};
use time_control::Instant;

/// The account whose box everyone without a seat reads.
pub const EVERYBODY: Uuid = Uuid::nil();

#[derive(Debug)]
pub struct MessageRow<'a> {
    pub game: Uuid,
    pub id: Uuid,
    pub account: Uuid,
    /// The sender's seat, once seats are dealt.
    pub seat: Option<i16>,
    /// The seats it is addressed to; `None`: everyone in the game.
    pub to_seats: Option<&'a [i16]>,
    pub text: &'a str,
    pub at: Instant,
}

/// Takes the next position among the messages of a game. The chat stays locked until the transaction ends, so that
/// positions become visible in order and have no gaps.
pub async fn take_place(tx: &mut Transaction<'_>, game: Uuid) -> Result<i64> {
    sql(
        "INSERT INTO talks AS t (game_id, last_message) VALUES ($1, 1) \
         ON CONFLICT (game_id) DO UPDATE SET last_message = t.last_message + 1 RETURNING last_message AS number",
    )
    .bind(game)
    .value(tx)
    .await
}

/// Locks the chat of a game until the transaction ends; `false` when it has no messages.
pub async fn lock(tx: &mut Transaction<'_>, game: Uuid) -> Result<bool> {
    sql("SELECT 1 FROM talks WHERE game_id = $1 FOR UPDATE").bind(game).affects_any(tx).await
}

/// Gives a box to those of `accounts` who have none, with all messages to everyone so far, marked as read. The chat
/// must be locked.
pub async fn open_boxes(tx: &mut Transaction<'_>, game: Uuid, accounts: &[Uuid]) -> Result<()> {
    sql("WITH fresh AS (INSERT INTO message_boxes (game_id, account_id, last_number, read_number) \
         SELECT $1, a, coalesce(e.last_number, 0), coalesce(e.last_number, 0) FROM unnest($2) AS w (a) \
         LEFT JOIN message_boxes e ON e.game_id = $1 AND e.account_id = $3 \
         ON CONFLICT DO NOTHING RETURNING account_id) \
         INSERT INTO message_copies (game_id, account_id, number, message) \
         SELECT $1, f.account_id, c.number, c.message FROM fresh f \
         JOIN message_copies c ON c.game_id = $1 AND c.account_id = $3")
    .bind(game)
    .bind(accounts)
    .bind(EVERYBODY)
    .run(tx)
    .await
}

/// Stores a message at the position that was taken, with a copy in each of the readers' boxes, and returns its number
/// in the sender's box. A sender who had read everything has read this message, too.
pub async fn add(
    connection: &mut Connection,
    message: &MessageRow<'_>,
    place: i64,
    readers: &[Uuid],
) -> Result<i64> {
    let numbers: Vec<(Uuid, i64)> = sql(
        "WITH sent AS (INSERT INTO messages (game_id, message, id, account_id, seat, to_seats, text, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING game_id, message, account_id), \
         due AS (INSERT INTO relay_due (game_id, kind, position) SELECT game_id, 'message', message FROM sent), \
         moved AS (UPDATE message_boxes b SET last_number = b.last_number + 1, read_number = b.read_number + \
         CASE WHEN b.account_id = s.account_id AND b.read_number = b.last_number THEN 1 ELSE 0 END \
         FROM sent s WHERE b.game_id = s.game_id AND b.account_id = ANY($9) \
         RETURNING b.game_id, b.account_id, b.last_number) \
         INSERT INTO message_copies (game_id, account_id, number, message) \
         SELECT game_id, account_id, last_number, $2 FROM moved RETURNING account_id, number",
    )
    .bind(message.game)
    .bind(place)
    .bind(message.id)
    .bind(message.account)
    .bind(message.seat)
    .bind(message.to_seats)
    .bind(message.text)
    .bind(message.at)
    .bind(readers)
    .values(connection)
    .await?;
    let own = numbers.iter().find(|(account, _)| *account == message.account);
    own.map(|(_, number)| *number).ok_or(StoreError::NotFound)
}

by_name! {
    /// The chat of a game as one reader has it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct TalkStatus {
        /// The last message of the game; never shown.
        pub message: i64,
        /// The last number in the reader's box.
        pub last: i64,
        pub read: i64,
        /// How many messages the reader has not read, except their own and those of blocked senders.
        pub unread: i64,
    }
}

/// The account whose box the account `$2` reads in the game `$1`: its own, or the nil account's if it has none.
const BOX: &str = "coalesce((SELECT o.account_id FROM message_boxes o WHERE o.game_id = $1 AND o.account_id = $2), \
    '00000000-0000-0000-0000-000000000000')";

/// The chat as `account` reads it; for [`EVERYBODY`], as viewers without a seat read it.
pub async fn status(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<TalkStatus> {
    let status = sql(format!(
        "SELECT t.last_message AS message, b.last_number AS last, b.read_number AS read, \
         (SELECT count(*) FROM message_copies c \
         JOIN messages m ON m.game_id = c.game_id AND m.message = c.message \
         WHERE c.game_id = $1 AND c.account_id = b.account_id AND c.number > b.read_number \
         AND m.account_id <> $2 \
         AND NOT EXISTS (SELECT 1 FROM blocks x WHERE x.blocked_id = m.account_id AND x.account_id = $2)) AS unread \
         FROM talks t JOIN message_boxes b ON b.game_id = t.game_id AND b.account_id = {BOX} WHERE t.game_id = $1"
    ))
    .bind(game)
    .bind(account)
    .get_optional(connection)
    .await?;
    Ok(status.unwrap_or_default())
}

by_name! {
    #[derive(Debug, Clone)]
    pub struct BoxMessage {
        pub number: i64,
        pub id: Uuid,
        pub account: Uuid,
        pub name: Option<String>,
        pub seat: Option<i16>,
        /// The seats it is addressed to; `None`: everyone in the game.
        pub to_seats: Option<Vec<i16>>,
        pub text: String,
        pub at: Instant,
        pub blocked: bool,
    }
}

/// The messages of a box that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageSpan {
    /// Messages before a number, the newest first, except those of blocked senders.
    Before(i64),
    /// Messages after a number, the oldest first, except those of blocked senders.
    Newer(i64),
    /// All messages after a number, the oldest first.
    After(i64),
}

/// At most `most` messages of a game that `account` may read.
pub async fn page(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    which: MessageSpan,
    most: i64,
) -> Result<Vec<BoxMessage>> {
    let (condition, number) = match which {
        MessageSpan::Before(number) => {
            ("x.blocked_id IS NULL AND c.number < $3 ORDER BY c.number DESC", number)
        }
        MessageSpan::Newer(number) => ("x.blocked_id IS NULL AND c.number > $3 ORDER BY c.number", number),
        MessageSpan::After(number) => ("c.number > $3 ORDER BY c.number", number),
    };
    sql(format!(
        "SELECT c.number, m.id, m.account_id AS account, a.name, m.seat, m.to_seats, m.text, m.created_at AS at, \
         x.blocked_id IS NOT NULL AS blocked FROM message_copies c \
         JOIN messages m ON m.game_id = c.game_id AND m.message = c.message \
         LEFT JOIN accounts a ON a.id = m.account_id \
         LEFT JOIN blocks x ON x.blocked_id = m.account_id AND x.account_id = $2 \
         WHERE c.game_id = $1 AND c.account_id = {BOX} AND {condition} LIMIT $4"
    ))
    .bind(game)
    .bind(account)
    .bind(number)
    .bind(most)
    .load(connection)
    .await
}

by_name! {
    /// A message that its reader has not read.
    #[derive(Debug, Clone)]
    pub struct UnreadMessage {
        pub message: BoxMessage,
        /// How many unread messages have the same audience.
        pub count: i64,
    }
}

/// The SQL of the messages that the account `$2` has not read in the game `$1`, except its own and those of blocked
/// senders.
fn unread_of_box(what: &str) -> String {
    format!(
        "SELECT {what} FROM message_boxes b \
         JOIN message_copies c ON c.game_id = b.game_id AND c.account_id = b.account_id AND c.number > b.read_number \
         JOIN messages m ON m.game_id = c.game_id AND m.message = c.message \
         LEFT JOIN accounts a ON a.id = m.account_id \
         WHERE b.game_id = $1 AND b.account_id = {BOX} AND m.account_id <> $2 \
         AND NOT EXISTS (SELECT 1 FROM blocks x WHERE x.blocked_id = m.account_id AND x.account_id = $2)"
    )
}

/// The newest of the messages that `account` has not read, at most `most`: those to everybody, or those that
/// `private_from` sent to chosen seats.
pub async fn unread(
    connection: &mut Connection,
    (game, account): (Uuid, Uuid),
    private_from: Option<Uuid>,
    most: i64,
) -> Result<Vec<UnreadMessage>> {
    let columns = "c.number, m.id, m.account_id AS account, a.name, m.seat, m.to_seats, m.text, m.created_at AS at, \
         false AS blocked, count(*) OVER () AS count";
    sql(format!(
        "{} AND CASE WHEN $3::uuid IS NULL THEN m.to_seats IS NULL \
         ELSE m.to_seats IS NOT NULL AND m.account_id = $3 END ORDER BY c.number DESC LIMIT $4",
        unread_of_box(columns)
    ))
    .bind(game)
    .bind(account)
    .bind(private_from)
    .bind(most)
    .load(connection)
    .await
}

by_name! {
    /// Unread messages of one audience: a reply to any of them goes to the same readers.
    #[derive(Debug, Clone)]
    pub struct UnreadAudience {
        /// The sender of private messages; `None`: the messages are to everybody.
        pub private_from: Option<Uuid>,
        pub count: i64,
    }
}

/// The unread messages of `account`, by audience, the oldest first.
pub async fn unread_audiences(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
) -> Result<Vec<UnreadAudience>> {
    let columns = "CASE WHEN m.to_seats IS NOT NULL THEN m.account_id END AS private_from, count(*) AS count";
    sql(format!("{} GROUP BY 1 ORDER BY min(c.number)", unread_of_box(columns)))
        .bind(game)
        .bind(account)
        .load(connection)
        .await
}

/// Marks the messages up to `number` as read. The mark never moves back, and never beyond the last message. `false` if
/// the account has no box.
pub async fn mark_read(connection: &mut Connection, game: Uuid, account: Uuid, number: i64) -> Result<bool> {
    sql("UPDATE message_boxes SET read_number = greatest(read_number, least($3, last_number)) \
         WHERE game_id = $1 AND account_id = $2")
    .bind(game)
    .bind(account)
    .bind(number)
    .affects_any(connection)
    .await
}
