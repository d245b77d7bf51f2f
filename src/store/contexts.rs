//! What mails about a game and the page of a seat say of it, each read in one statement: the game as it is at that
//! moment, its reader, and whether the mail is still true.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::Status;
use super::invitations::InvitationStatus;
use super::mails::queue::MailKey;
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

/// The SQL of how a game `g`, whose id is `game`, is named and who plays it, in the order of play.
fn names(game: &str) -> String {
    format!(
        "g.name, encode(sha256(g.secret), 'hex') AS commitment, \
         ARRAY(SELECT p.name FROM seats s LEFT JOIN accounts p ON p.id = s.account_id \
         WHERE s.game_id = {game} ORDER BY s.seat) AS people, \
         ARRAY(SELECT s.bot FROM seats s WHERE s.game_id = {game} ORDER BY s.seat) AS bots, \
         ARRAY(SELECT s.join_order FROM seats s WHERE s.game_id = {game} ORDER BY s.seat) AS join_orders"
    )
}

by_name! {
    /// What a game and those who play it are called.
    #[derive(Debug, Clone)]
    pub struct GameNames {
        pub game_id: Uuid,
        /// The name of the game; may be empty.
        pub name: String,
        /// The player at each seat, in the order of play; `None` for a bot or a player who is gone.
        pub people: Vec<Option<String>>,
        pub bots: Vec<Option<String>>,
        /// The place of each seat in the order of joining.
        pub join_orders: Vec<i16>,
    }
}

/// What these games are called, in any order, without those that are gone.
pub async fn names_of_games(connection: &mut Connection, games: &[Uuid]) -> Result<Vec<GameNames>> {
    sql(format!("SELECT g.id AS game_id, {} FROM games g WHERE g.id = ANY($1)", names("g.id")))
        .bind(games)
        .load(connection)
        .await
}

by_name! {
    /// The game of a mail, and whether the mail is still true.
    #[derive(Debug, Clone)]
    pub struct GameMailContext {
        pub ruleset: String,
        /// The version of the rules it is played by.
        pub rules_version: i32,
        /// SHA-256 of the components it is played with.
        pub components_digest: Vec<u8>,
        pub name: String,
        /// SHA-256 of the game's secret, as text.
        pub commitment: String,
        /// The player at each seat, in the order of play; `None` for a bot or a player who is gone.
        pub people: Vec<Option<String>>,
        pub bots: Vec<Option<String>>,
        /// The place of each seat in the order of joining.
        pub join_orders: Vec<i16>,
        pub version: i64,
        /// The state at that version, secrets included.
        pub state: String,
        /// Does the reader still have the seat?
        pub holds_seat: bool,
        pub is_open: bool,
        /// Is the seat still awaited for this call, although another decision has replaced the first one without an
        /// action of the seat?
        pub still_called: bool,
        /// The version of the last entry that the seat made itself.
        pub last_own_version: Option<i64>,
        pub deadline: Option<Instant>,
        /// Has the reader been given the warning that the mail is about, and has the deadline not moved since?
        pub is_warned: bool,
        pub time_zone: Option<String>,
        /// Is the game over, with a result or without?
        pub is_over: bool,
        /// The result of a game that is finished, as JSON.
        pub outcome: Option<String>,
    }
}

#[derive(Debug)]
pub struct GameMailKey<'a> {
    pub game: Uuid,
    pub version: i64,
    pub seat: i16,
    pub account: Uuid,
    pub decision: Option<&'a str>,
    pub is_first_warning: bool,
    /// The kinds of call to awaited seats: a later one to the same seat replaces an earlier one.
    pub awaited: &'a [&'a str],
}

const GAME_MAIL: &str = "g.ruleset, g.rules_version, g.components_digest, p.version, p.state, \
    EXISTS (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.seat = $2 AND s.account_id = $3) AS holds_seat, \
    EXISTS (SELECT 1 FROM decisions d WHERE d.game_id = $1 AND d.seat = $2 AND d.decision = $4) AS is_open, \
    EXISTS (SELECT 1 FROM decisions d WHERE d.game_id = $1 AND d.blocking AND d.seat = $2) \
    AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.game_id = $1 \
    AND e.made_by <> 'server' AND e.seat = $2 AND e.version > $5) \
    AND NOT EXISTS (SELECT 1 FROM mails o WHERE o.partition = $1 AND o.decision IS NOT NULL \
    AND o.kind = ANY($6) AND o.seat = $2 AND o.version > $5) AS still_called, \
    (SELECT max(e.version) FROM entries e WHERE e.game_id = $1 AND e.seat = $2 AND e.made_by = 'seat') \
    AS last_own_version, \
    (SELECT min(d.deadline) FROM decisions d WHERE d.game_id = $1 AND d.seat = $2) AS deadline, \
    EXISTS (SELECT 1 FROM decisions d WHERE d.game_id = $1 AND d.seat = $2 AND d.decision = $4 \
    AND d.deadline IS NOT NULL AND CASE WHEN $7 THEN d.warn_at ELSE d.warn_again_at END IS NULL) AS is_warned, \
    (SELECT a.time_zone FROM accounts a WHERE a.id = $3) AS time_zone, \
    g.status NOT IN ('open', 'confirming', 'running', 'paused') AS is_over, \
    CASE WHEN g.status = 'finished' THEN g.outcome END AS outcome \
    FROM games g JOIN positions p ON p.game_id = g.id WHERE g.id = $1";

/// The context of a mail as it is now; `None` once the game is gone.
pub async fn of_game_mail(
    connection: &mut Connection,
    key: &GameMailKey<'_>,
) -> Result<Option<GameMailContext>> {
    sql(format!("SELECT {}, {GAME_MAIL}", names("$1")))
        .bind(key.game)
        .bind(key.seat)
        .bind(key.account)
        .bind(key.decision)
        .bind(key.version)
        .bind(key.awaited)
        .bind(key.is_first_warning)
        .get_optional(connection)
        .await
}

by_name! {
    /// The game of a mail before its start, and the reader.
    #[derive(Debug, Clone)]
    pub struct LobbyMailContext {
        pub ruleset: String,
        pub name: String,
        pub status: Status,
        /// The language of its chat, if it has one.
        pub talk: Option<String>,
        pub seat_count: i16,
        /// As JSON.
        pub options: String,
        /// The most seconds that standing orders wait.
        pub order_delay: i32,
        /// While it is open: when it expires; while it is confirming: until when presence is confirmed.
        pub due_at: Option<Instant>,
        /// The player of each seat, in the order of joining; `None` for a bot.
        pub people: Vec<Option<String>>,
        pub bots: Vec<Option<String>>,
        pub join_orders: Vec<i16>,
        /// The reader, if they have an account with a verified address.
        pub reader_id: Option<Uuid>,
        pub reader: Option<String>,
        pub language: Option<String>,
        pub time_zone: Option<String>,
        pub is_banned: bool,
        pub has_seat: bool,
        /// Has the reader confirmed to be there?
        pub has_confirmed: bool,
        /// Is there a later mail of the same kind to the same reader?
        pub is_repeated: bool,
        /// The state of the invitation, if it still exists.
        pub invitation: Option<InvitationStatus>,
        pub reserves: bool,
        /// The player who invites.
        pub inviter_id: Option<Uuid>,
        pub inviter: Option<String>,
        pub inviter_language: Option<String>,
        /// Does the reader block the player who invites, or is that player banned?
        pub is_unwelcome: bool,
    }
}

/// The game, the reader and the invitation that the context is for, and the mail, which tells whether a later one
/// repeats it.
#[derive(Debug, Clone, Copy)]
pub struct LobbyMailKey {
    pub mail: MailKey,
    /// `None`: the address of the invitation.
    pub account: Option<Uuid>,
    pub invitation: Option<Uuid>,
}

/// Compared with null, a join would lose the game by which a sharded database finds the shard; no invitation has the nil id.
/// The reader `r` of a mail to an invited address is the account that has verified the address.
const LOBBY_MAIL: &str = "SELECT g.ruleset, g.name, g.status, g.language AS talk, g.seat_count, \
    g.options, coalesce((g.terms::json ->> 'order_delay_seconds')::int, 0) AS order_delay, \
    g.lobby_due_at AS due_at, \
    ARRAY(SELECT p.name FROM seats s LEFT JOIN accounts p ON p.id = s.account_id WHERE s.game_id = $1 \
    ORDER BY s.join_order) AS people, \
    ARRAY(SELECT s.bot FROM seats s WHERE s.game_id = $1 ORDER BY s.join_order) AS bots, \
    ARRAY(SELECT s.join_order FROM seats s WHERE s.game_id = $1 ORDER BY s.join_order) AS join_orders, \
    r.id AS reader_id, r.name AS reader, r.language, r.time_zone, \
    EXISTS (SELECT 1 FROM bans b WHERE b.account_id = r.id) AS is_banned, \
    EXISTS (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.account_id = r.id) AS has_seat, \
    EXISTS (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.account_id = r.id AND s.confirmed_at IS NOT NULL) \
    AS has_confirmed, \
    EXISTS (SELECT 1 FROM mails m JOIN mails l ON l.partition = $1 AND l.kind = m.kind \
    AND l.account_id = m.account_id AND (l.created_at, l.id) > (m.created_at, m.id) \
    WHERE m.partition = $1 AND m.id = $2) AS is_repeated, \
    i.state AS invitation, coalesce(i.reserves, false) AS reserves, \
    n.id AS inviter_id, n.name AS inviter, n.language AS inviter_language, \
    EXISTS (SELECT 1 FROM blocks x WHERE (x.account_id, x.blocked_id) IN ((r.id, i.invited_by), (i.invited_by, r.id))) \
    OR EXISTS (SELECT 1 FROM bans b WHERE b.account_id = i.invited_by) AS is_unwelcome \
    FROM games g \
    LEFT JOIN invitations i ON i.game_id = $1 AND i.id = coalesce($4, '00000000-0000-0000-0000-000000000000') \
    LEFT JOIN accounts n ON n.id = i.invited_by \
    LEFT JOIN accounts r ON r.verified_at IS NOT NULL AND r.deleted_at IS NULL AND r.id = coalesce($3, \
    (SELECT a.id FROM accounts a WHERE a.email_key = i.email_key AND a.verified_at IS NOT NULL \
    AND a.deleted_at IS NULL)) \
    WHERE g.id = $1";

/// The context of a mail as it is now; `None` once the game is gone.
pub async fn of_lobby_mail(
    connection: &mut Connection,
    key: &LobbyMailKey,
) -> Result<Option<LobbyMailContext>> {
    sql(LOBBY_MAIL)
        .bind(key.mail.partition)
        .bind(key.mail.id)
        .bind(key.account)
        .bind(key.invitation)
        .get_optional(connection)
        .await
}

by_name! {
    /// The game of a page, and its reader: the player of a seat, or a spectator.
    #[derive(Debug, Clone)]
    pub struct SeatPageContext {
        /// The name of the game; may be empty.
        pub name: String,
        /// SHA-256 of the game's secret, as hex.
        pub commitment: String,
        /// The player at each seat, in the order of play; `None` for a bot or a player who is gone.
        pub people: Vec<Option<String>>,
        pub bots: Vec<Option<String>>,
        /// The place of each seat in the order of joining.
        pub join_orders: Vec<i16>,
        pub language: String,
        pub time_zone: String,
        /// The status for which the player's address gets no mail; `None` if it does.
        pub mail_stopped: Option<String>,
        pub finished_at: Option<Instant>,
    }
}

/// The context for the page of `account` in a game; `None` once either is gone.
pub async fn of_seat_page(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
) -> Result<Option<SeatPageContext>> {
    sql(format!(
        "SELECT {}, a.language, a.time_zone, g.finished_at, \
         (SELECT x.status FROM stopped_addresses x WHERE x.account_id = a.id AND x.email_key = a.email_key) \
         AS mail_stopped FROM games g, accounts a WHERE g.id = $1 AND a.id = $2",
        names("$1")
    ))
    .bind(game)
    .bind(account)
    .get_optional(connection)
    .await
}

/// The context for the page of a game that a reader without an account sees in `language`, with the time of UTC;
/// `None` once the game is gone.
pub async fn of_public_page(
    connection: &mut Connection,
    game: Uuid,
    language: &str,
) -> Result<Option<SeatPageContext>> {
    sql(format!(
        "SELECT {}, $2::text AS language, 'UTC' AS time_zone, g.finished_at, NULL::text AS mail_stopped \
         FROM games g WHERE g.id = $1",
        names("$1")
    ))
    .bind(game)
    .bind(language)
    .get_optional(connection)
    .await
}
