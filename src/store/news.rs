//! What feeds tell: the deadlines and the notices of an account, and what a public game is called.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::games::{Status, Visibility};
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

by_name! {
    /// An open decision of an account that has a deadline.
    #[derive(Debug, Clone)]
    pub struct DeadlineRow {
        pub game: Uuid,
        pub game_name: String,
        pub ruleset: String,
        pub decision: String,
        pub kind: String,
        /// Does the game wait for it?
        pub blocking: bool,
        pub deadline: Instant,
        /// The version of the game, and when it came to that: a deadline moves only with them.
        pub version: i64,
        pub changed_at: Instant,
    }

    /// Something that an account was notified of.
    #[derive(Debug, Clone)]
    pub struct NoticeRow {
        pub id: Uuid,
        /// The kind of notification.
        pub kind: String,
        pub game: Uuid,
        pub game_name: String,
        pub ruleset: String,
        /// Who invites; `None` where the notice is no invitation.
        pub inviter: Option<String>,
        pub happened_at: Instant,
    }

    /// A game of a club that has begun.
    #[derive(Debug, Clone)]
    pub struct ClubGameRow {
        pub game: Uuid,
        pub name: String,
        pub ruleset: String,
        pub visibility: Visibility,
        pub started_at: Instant,
        pub finished_at: Option<Instant>,
    }

    /// A game with the names of those who play it, in the order of play.
    #[derive(Debug, Clone)]
    pub struct NamedGame {
        pub name: String,
        pub status: Status,
        /// The player of each seat; `None` for a bot or a player who is gone.
        pub people: Vec<Option<String>>,
        pub bots: Vec<Option<String>>,
        pub join_orders: Vec<i16>,
        pub created_at: Instant,
        pub finished_at: Option<Instant>,
        /// The result, as JSON.
        pub outcome: Option<String>,
    }
}

/// The next deadlines of an account, at most `most`.
pub async fn deadlines(connection: &mut Connection, account: Uuid, most: i64) -> Result<Vec<DeadlineRow>> {
    sql("SELECT d.game_id AS game, g.name AS game_name, g.ruleset, d.decision, d.kind, d.blocking, d.deadline, \
         p.version, e.created_at AS changed_at FROM seats s \
         JOIN games g ON g.id = s.game_id AND g.status = 'running' \
         JOIN decisions d ON d.game_id = s.game_id AND d.seat = s.seat AND d.deadline IS NOT NULL \
         JOIN positions p ON p.game_id = s.game_id JOIN entries e ON e.game_id = p.game_id AND e.version = p.version \
         WHERE s.account_id = $1 ORDER BY d.deadline, d.game_id, d.decision LIMIT $2")
    .bind(account)
    .bind(most)
    .load(connection)
    .await
}

/// Notices by their mails, which are stored whether or not they are sent.
const BY_MAIL: &str = "(SELECT m.id, m.kind, m.partition AS game, NULL::text AS inviter, m.created_at AS happened_at \
    FROM mails m WHERE m.account_id = $1 AND m.kind = ANY($2) ORDER BY m.created_at DESC, m.id DESC LIMIT $3)";

/// Open invitations by name or to the verified address, as in the inbox: not each of them has a mail to the account.
const INVITATIONS: &str = "(SELECT i.id, 'invitation' AS kind, i.game_id AS game, n.name AS inviter, \
    i.created_at AS happened_at FROM accounts a CROSS JOIN LATERAL ( \
    SELECT o.* FROM invitations o WHERE o.account_id = a.id AND o.state = 'open' UNION ALL \
    SELECT o.* FROM invitations o WHERE o.email_key = a.email_key AND o.state = 'open' AND a.verified_at IS NOT NULL) i \
    JOIN games w ON w.id = i.game_id AND w.status IN ('open', 'confirming') JOIN accounts n ON n.id = i.invited_by \
    WHERE a.id = $1 AND NOT EXISTS (SELECT 1 FROM blocks x \
    WHERE (x.account_id, x.blocked_id) IN (($1, i.invited_by), (i.invited_by, $1))) \
    ORDER BY i.created_at DESC, i.id DESC LIMIT $3)";

/// What a game tells only those who take part: a former player must not learn how a private game is called now.
const MAY_SEE: &str = "(g.visibility <> 'private' OR t.kind = 'invitation' \
    OR EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.account_id = $1) \
    OR EXISTS (SELECT 1 FROM seat_offers o WHERE o.game_id = g.id AND o.account_id = $1))";

/// The latest notices of these kinds to an account, newest first, at most `most`.
pub async fn notices(
    connection: &mut Connection,
    account: Uuid,
    kinds: &[&str],
    most: i64,
) -> Result<Vec<NoticeRow>> {
    sql(format!(
        "SELECT t.id, t.kind, t.game, g.name AS game_name, g.ruleset, t.inviter, t.happened_at \
         FROM ({BY_MAIL} UNION ALL {INVITATIONS}) t JOIN games g ON g.id = t.game WHERE {MAY_SEE} \
         ORDER BY t.happened_at DESC, t.id DESC LIMIT $3"
    ))
    .bind(account)
    .bind(kinds)
    .bind(most)
    .load(connection)
    .await
}

pub async fn named_game(connection: &mut Connection, game: Uuid) -> Result<Option<NamedGame>> {
    sql("SELECT g.name, g.status, g.created_at, g.finished_at, g.outcome, \
         ARRAY(SELECT p.name FROM seats s LEFT JOIN accounts p ON p.id = s.account_id \
         WHERE s.game_id = g.id ORDER BY s.seat) AS people, \
         ARRAY(SELECT s.bot FROM seats s WHERE s.game_id = g.id ORDER BY s.seat) AS bots, \
         ARRAY(SELECT s.join_order FROM seats s WHERE s.game_id = g.id ORDER BY s.seat) AS join_orders \
         FROM games g WHERE g.id = $1")
    .bind(game)
    .get_optional(connection)
    .await
}

/// The games of a club that began or ended last, at most `most`.
pub async fn games_of_club(connection: &mut Connection, club: Uuid, most: i64) -> Result<Vec<ClubGameRow>> {
    sql("SELECT id AS game, name, ruleset, visibility, started_at, finished_at FROM games \
         WHERE club_id = $1 AND started_at IS NOT NULL ORDER BY coalesce(finished_at, started_at) DESC, id DESC LIMIT $2")
    .bind(club)
    .bind(most)
    .load(connection)
    .await
}
