//! What operators list: all accounts, and all games, private ones too.

use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::games::{Status, Visibility};
use super::pages::Place;
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

by_name! {
    /// An account with what operators know of it.
    #[derive(Debug, Clone)]
    pub struct ListedAccount {
        pub id: Uuid,
        pub name: String,
        pub email: String,
        pub verified_at: Option<Instant>,
        pub created_at: Instant,
        pub deleted_at: Option<Instant>,
        pub banned_at: Option<Instant>,
        pub banned_by: Option<Uuid>,
        pub ban_reason: Option<String>,
        /// Was it made an operator at the shell?
        pub is_operator: bool,
    }

    /// A game, public or not, and what it waits for.
    #[derive(Debug, Clone)]
    pub struct ListedGame {
        pub id: Uuid,
        pub name: String,
        pub ruleset: String,
        pub status: Status,
        pub visibility: Visibility,
        pub owner_id: Uuid,
        pub seat_count: i16,
        pub free_seats: i16,
        pub created_at: Instant,
        pub started_at: Option<Instant>,
        pub finished_at: Option<Instant>,
        pub updated_at: Option<Instant>,
        /// How many seats it waits for.
        pub awaited: i64,
        /// When the first of them is too late.
        pub deadline: Option<Instant>,
    }

    #[derive(Debug, Clone)]
    pub struct ListedSeat {
        pub seat: i16,
        pub account_id: Option<Uuid>,
        pub name: Option<String>,
        pub bot: Option<String>,
        pub resigned_at: Option<Instant>,
        /// Does the game wait for it?
        pub is_awaited: bool,
        pub deadline: Option<Instant>,
    }
}

/// Which accounts are listed.
#[derive(Debug, Clone, Default)]
pub struct AccountCondition<'c> {
    /// The beginning of a name's key, of an address' key, or of either if both are given.
    pub name: Option<&'c str>,
    pub email: Option<&'c str>,
    pub standing: Option<AccountStanding>,
    /// The operators that the settings name.
    pub operators: &'c [Uuid],
}

/// Whether its owner can log in, and whether they run the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AccountStanding {
    /// The address was not verified yet, so nobody can log in.
    Unverified,
    Verified,
    Banned,
    Deleted,
    /// It may use everything under `/v1/admin`.
    Operator,
}

impl AccountStanding {
    fn condition(self) -> &'static str {
        match self {
            Self::Unverified => "a.verified_at IS NULL AND a.deleted_at IS NULL",
            Self::Verified => "a.verified_at IS NOT NULL AND a.deleted_at IS NULL",
            Self::Banned => "b.account_id IS NOT NULL",
            Self::Deleted => "a.deleted_at IS NOT NULL",
            Self::Operator => "(o.account_id IS NOT NULL OR a.id = ANY ($3))",
        }
    }
}

const ACCOUNT: &str = "SELECT a.id, a.name, a.email, a.verified_at, a.created_at, a.deleted_at, \
    b.banned_at, b.banned_by, b.reason AS ban_reason, (o.account_id IS NOT NULL OR a.id = ANY ($3)) AS is_operator \
    FROM accounts a LEFT JOIN bans b ON b.account_id = a.id LEFT JOIN operators o ON o.account_id = a.id";

/// At most `limit` accounts from a place on, newest first.
pub async fn accounts(
    connection: &mut Connection,
    wanted: &AccountCondition<'_>,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<ListedAccount>> {
    let standing = wanted.standing.map_or("true", AccountStanding::condition);
    let (older, order) = place.direction();
    sql(format!(
        "{ACCOUNT} WHERE ($1 IS NULL AND $5 IS NULL OR starts_with(a.name_key, $1) OR starts_with(a.email_key, $5)) \
         AND {standing} AND ($2 IS NULL OR a.id {older} $2) ORDER BY a.id {order} LIMIT $4"
    ))
    .bind(wanted.name)
    .bind(place.key())
    .bind(wanted.operators)
    .bind(limit)
    .bind(wanted.email)
    .load(connection)
    .await
}

const GAME: &str = "SELECT g.id, g.name, g.ruleset, g.status, g.visibility, g.owner_id, g.seat_count, g.free_seats, \
    g.created_at, g.started_at, g.finished_at, p.updated_at, \
    (SELECT count(DISTINCT d.seat) FROM decisions d WHERE d.game_id = g.id AND d.blocking) AS awaited, \
    (SELECT min(d.deadline) FROM decisions d WHERE d.game_id = g.id AND d.blocking) AS deadline \
    FROM games g LEFT JOIN positions p ON p.game_id = g.id";

/// At most `limit` games from a place on, newest first: of a status, of a ruleset, with an account.
pub async fn games(
    connection: &mut Connection,
    (status, ruleset, account): (Option<Status>, Option<&str>, Option<Uuid>),
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<ListedGame>> {
    let (older, order) = place.direction();
    sql(format!(
        "{GAME} WHERE ($1 IS NULL OR g.status = $1) AND ($2 IS NULL OR g.ruleset = $2) \
         AND ($3 IS NULL OR g.id IN (SELECT s.game_id FROM seats s WHERE s.account_id = $3)) \
         AND ($4 IS NULL OR g.id {older} $4) ORDER BY g.id {order} LIMIT $5"
    ))
    .bind(status)
    .bind(ruleset)
    .bind(account)
    .bind(place.key())
    .bind(limit)
    .load(connection)
    .await
}

pub async fn game(connection: &mut Connection, id: Uuid) -> Result<Option<ListedGame>> {
    sql(format!("{GAME} WHERE g.id = $1")).bind(id).get_optional(connection).await
}

/// The seats of a game that are taken, in their order.
pub async fn seats_of(connection: &mut Connection, game: Uuid) -> Result<Vec<ListedSeat>> {
    sql("SELECT s.seat, s.account_id, a.name, s.bot, s.resigned_at, count(d.decision) > 0 AS is_awaited, \
         min(d.deadline) AS deadline FROM seats s LEFT JOIN accounts a ON a.id = s.account_id \
         LEFT JOIN decisions d ON d.game_id = s.game_id AND d.seat = s.seat AND d.blocking \
         WHERE s.game_id = $1 GROUP BY s.seat, s.account_id, a.name, s.bot, s.resigned_at ORDER BY s.seat")
    .bind(game)
    .load(connection)
    .await
}
