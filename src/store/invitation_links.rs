//! Links with which anyone may join a game or a club; of each only the hash of its secret is stored. Games and clubs have
//! a table each, of the same columns: on a sharded database that of games lies where the game is.

use uuid::Uuid;

use super::pages::Place;
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use diesel_async::RunQueryDsl;
use time_control::Instant;

/// What a link lets in to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkTarget {
    Game(Uuid),
    Club(Uuid),
}

impl LinkTarget {
    pub fn id(self) -> Uuid {
        match self {
            Self::Game(id) | Self::Club(id) => id,
        }
    }

    /// The table of its links, and the column that names it there.
    fn table(self) -> (&'static str, &'static str) {
        match self {
            Self::Game(_) => ("invitation_links", "game_id"),
            Self::Club(_) => ("club_links", "club_id"),
        }
    }
}

by_name! {
    #[derive(Debug, Clone)]
    pub struct InvitationLinkRow {
        /// Sortable by time; not the secret.
        pub id: Uuid,
        /// SHA-256 of the secret.
        pub token_hash: Vec<u8>,
        pub made_by: Uuid,
        pub created_at: Instant,
        pub expires_at: Instant,
        /// How many players may still join with it.
        pub uses_left: i16,
        pub revoked_at: Option<Instant>,
    }
}

const COLUMNS: &str = "id, token_hash, made_by, created_at, expires_at, uses_left, revoked_at";

/// The SQL of: does the link work at `$2`?
const WORKS: &str = "revoked_at IS NULL AND uses_left > 0 AND expires_at > $2";

pub async fn add(connection: &mut Connection, target: LinkTarget, row: &InvitationLinkRow) -> Result<()> {
    let (table, column) = target.table();
    sql(format!("INSERT INTO {table} ({column}, {COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"))
        .bind(target.id())
        .bind(row.id)
        .bind(&row.token_hash)
        .bind(row.made_by)
        .bind(row.created_at)
        .bind(row.expires_at)
        .bind(row.uses_left)
        .bind(row.revoked_at)
        .run(connection)
        .await
}

/// A page of the links, newest first.
pub async fn page(
    connection: &mut Connection,
    target: LinkTarget,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<InvitationLinkRow>> {
    let ((table, column), (older, order)) = (target.table(), place.direction());
    sql(format!(
        "SELECT {COLUMNS} FROM {table} WHERE {column} = $1 AND ($2 IS NULL OR id {older} $2) ORDER BY id {order} LIMIT $3"
    ))
    .bind(target.id())
    .bind(place.key())
    .bind(limit)
    .load(connection)
    .await
}

/// How many links work at `now`.
pub async fn count_working(connection: &mut Connection, target: LinkTarget, now: Instant) -> Result<i64> {
    let (table, column) = target.table();
    sql(format!("SELECT count(*) FROM {table} WHERE {column} = $1 AND {WORKS}"))
        .bind(target.id())
        .bind(now)
        .value(connection)
        .await
}

/// The link with this secret, if it works at `now`.
pub async fn working(
    connection: &mut Connection,
    target: LinkTarget,
    token_hash: &[u8],
    now: Instant,
) -> Result<Option<InvitationLinkRow>> {
    let (table, column) = target.table();
    sql(format!("SELECT {COLUMNS} FROM {table} WHERE {column} = $1 AND {WORKS} AND token_hash = $3"))
        .bind(target.id())
        .bind(now)
        .bind(token_hash)
        .get_optional(connection)
        .await
}

/// Counts a player who joined with the link.
pub async fn use_up(connection: &mut Connection, target: LinkTarget, id: Uuid) -> Result<()> {
    let (table, column) = target.table();
    sql(format!("UPDATE {table} SET uses_left = uses_left - 1 WHERE {column} = $1 AND id = $2"))
        .bind(target.id())
        .bind(id)
        .run(connection)
        .await
}

/// Revokes a link; `false` when there is none. A repeat keeps the first instant.
pub async fn revoke(connection: &mut Connection, target: LinkTarget, id: Uuid, at: Instant) -> Result<bool> {
    let (table, column) = target.table();
    sql(format!("UPDATE {table} SET revoked_at = coalesce(revoked_at, $3) WHERE {column} = $1 AND id = $2"))
        .bind(target.id())
        .bind(id)
        .bind(at)
        .affects_any(connection)
        .await
}
