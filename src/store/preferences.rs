//! The preferences of readers about the mails that they get.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

by_name! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct PreferencesRow {
        /// The delivery mode of each topic: a JSON object of words.
        pub modes: String,
        /// The full hour at which the quiet hours begin.
        pub quiet_from: Option<i16>,
        /// The full hour at which the quiet hours end.
        pub quiet_to: Option<i16>,
        /// Do warnings of deadlines come in the quiet hours, too?
        pub warn_in_quiet: bool,
        pub digest_hour: i16,
        /// How long a batch collects notifications, in minutes.
        pub batch_minutes: i16,
        /// How long a notification is held down, in minutes; `None`: the server's default.
        pub hold_down_minutes: Option<i16>,
    }

    /// The preferences that apply to the notifications of one game to one reader.
    #[derive(Debug, Clone)]
    pub struct ReaderPreferences {
        pub account: Uuid,
        pub game: Uuid,
        pub time_zone: String,
        pub general: PreferencesRow,
        /// The delivery modes that the player has set for this game: a JSON object of words.
        pub game_ways: Option<String>,
    }
}

/// The columns of `notice_settings s`, with defaults, since an account may have no row there.
const SETTINGS: &str = "coalesce(s.modes, '{}') AS modes, s.quiet_from, s.quiet_to, \
    coalesce(s.warn_in_quiet, false) AS warn_in_quiet, coalesce(s.digest_hour, 8::smallint) AS digest_hour, \
    coalesce(s.batch_minutes, 30::smallint) AS batch_minutes, s.hold_down_minutes";

/// The preferences of `account`, with defaults where nothing is set. The account is locked until the transaction ends, so
/// that two changes are made one after the other.
pub async fn lock(tx: &mut Transaction<'_>, account: Uuid) -> Result<Option<PreferencesRow>> {
    super::accounts::hold(tx, account).await?;
    find(tx, account).await
}

/// The preferences of `account`, without a lock; `None` once the account is gone.
pub async fn find(connection: &mut Connection, account: Uuid) -> Result<Option<PreferencesRow>> {
    sql(format!(
        "SELECT {SETTINGS} FROM accounts a LEFT JOIN notice_settings s ON s.account_id = a.id \
         WHERE a.id = $1 AND a.deleted_at IS NULL"
    ))
    .bind(account)
    .get_optional(connection)
    .await
}

/// Stores the preferences of `account` in place of the earlier ones.
pub async fn put(
    connection: &mut Connection,
    account: Uuid,
    row: &PreferencesRow,
    at: Instant,
) -> Result<()> {
    sql("INSERT INTO notice_settings (account_id, modes, quiet_from, quiet_to, warn_in_quiet, digest_hour, \
         batch_minutes, hold_down_minutes, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (account_id) DO UPDATE SET modes = excluded.modes, quiet_from = excluded.quiet_from, \
         quiet_to = excluded.quiet_to, warn_in_quiet = excluded.warn_in_quiet, \
         digest_hour = excluded.digest_hour, batch_minutes = excluded.batch_minutes, \
         hold_down_minutes = excluded.hold_down_minutes, updated_at = excluded.updated_at")
    .bind(account)
    .bind(&row.modes)
    .bind(row.quiet_from)
    .bind(row.quiet_to)
    .bind(row.warn_in_quiet)
    .bind(row.digest_hour)
    .bind(row.batch_minutes)
    .bind(row.hold_down_minutes)
    .bind(at)
    .run(connection)
    .await
}

/// The delivery modes that `account` has set for `game`, as JSON.
pub async fn find_for_game(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<Option<String>> {
    sql("SELECT modes FROM game_notice_settings WHERE game_id = $1 AND account_id = $2")
        .bind(game)
        .bind(account)
        .optional_value(connection)
        .await
}

pub async fn put_for_game(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    modes: &str,
    at: Instant,
) -> Result<()> {
    sql(
        "INSERT INTO game_notice_settings (game_id, account_id, modes, updated_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (game_id, account_id) DO UPDATE SET modes = excluded.modes, updated_at = excluded.updated_at",
    )
    .bind(game)
    .bind(account)
    .bind(modes)
    .bind(at)
    .run(connection)
    .await
}

/// The delivery modes that `account` has set for each of its games, as JSON.
pub async fn of_games(connection: &mut Connection, account: Uuid) -> Result<Vec<(Uuid, String)>> {
    sql("SELECT game_id, modes FROM game_notice_settings WHERE account_id = $1 ORDER BY game_id")
        .bind(account)
        .values(connection)
        .await
}

/// The preferences that apply to these pairs of reader and game, of readers who have set anything.
pub async fn of_readers(
    connection: &mut Connection,
    accounts: &[Uuid],
    games: &[Uuid],
) -> Result<Vec<ReaderPreferences>> {
    sql(format!(
        "SELECT p.account, p.game, a.time_zone, {SETTINGS}, g.modes AS game_ways \
         FROM (SELECT DISTINCT * FROM unnest($1, $2) AS q (account, game)) p JOIN accounts a ON a.id = p.account \
         LEFT JOIN notice_settings s ON s.account_id = p.account \
         LEFT JOIN game_notice_settings g ON g.game_id = p.game AND g.account_id = p.account \
         WHERE s.account_id IS NOT NULL OR g.account_id IS NOT NULL"
    ))
    .bind(accounts)
    .bind(games)
    .load(connection)
    .await
}
