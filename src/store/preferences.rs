//! The preferences of readers about the mails that they get.

use diesel::sql_types::{Array, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct PreferencesRow {
    /// The delivery mode of each topic: a JSON object of words.
    #[diesel(sql_type = Text)]
    pub modes: String,
    /// The full hour at which the quiet hours begin.
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub quiet_from: Option<i16>,
    /// The full hour at which the quiet hours end.
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub quiet_to: Option<i16>,
    /// Do warnings of deadlines come in the quiet hours, too?
    #[diesel(sql_type = Bool)]
    pub warn_in_quiet: bool,
    /// The hour of the daily mail.
    #[diesel(sql_type = SmallInt)]
    pub digest_hour: i16,
    /// How long a batch collects notifications, in minutes.
    #[diesel(sql_type = SmallInt)]
    pub batch_minutes: i16,
    /// How long a notification is held down, in minutes; `None`: the server's default.
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub hold_down_minutes: Option<i16>,
}

/// The preferences that apply to the notifications of one game to one reader.
#[derive(Debug, Clone, QueryableByName)]
pub struct ReaderPreferences {
    #[diesel(sql_type = SqlUuid)]
    pub account: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub game: Uuid,
    #[diesel(sql_type = Text)]
    pub time_zone: String,
    #[diesel(embed)]
    pub general: PreferencesRow,
    /// The delivery modes that the player has set for this game: a JSON object of words.
    #[diesel(sql_type = Nullable<Text>)]
    pub game_ways: Option<String>,
}

#[derive(QueryableByName)]
struct Ways {
    #[diesel(sql_type = Text)]
    modes: String,
}

/// The columns of `notice_settings s`, with defaults, since an account may have no row there.
const SETTINGS: &str = "coalesce(s.modes, '{}') AS modes, s.quiet_from, s.quiet_to, \
    coalesce(s.warn_in_quiet, false) AS warn_in_quiet, coalesce(s.digest_hour, 8::smallint) AS digest_hour, \
    coalesce(s.batch_minutes, 30::smallint) AS batch_minutes, s.hold_down_minutes";

/// The preferences of `account`, with defaults where nothing is set. The row of the account is locked until the
/// transaction ends, so that two changes are made one after the other.
pub async fn lock(connection: &mut Connection, account: Uuid) -> Result<Option<PreferencesRow>, StoreError> {
    of(connection, account, " FOR UPDATE OF a").await
}

/// The preferences of `account`, without a lock; `None` once the account is gone.
pub async fn find(connection: &mut Connection, account: Uuid) -> Result<Option<PreferencesRow>, StoreError> {
    of(connection, account, "").await
}

async fn of(
    connection: &mut Connection,
    account: Uuid,
    lock: &str,
) -> Result<Option<PreferencesRow>, StoreError> {
    sql(format!(
        "SELECT {SETTINGS} FROM accounts a LEFT JOIN notice_settings s ON s.account_id = a.id \
         WHERE a.id = $1 AND a.deleted_at IS NULL{lock}"
    ))
    .bind::<SqlUuid, _>(account)
    .get_result(connection)
    .await
    .optional()
}

/// Stores the preferences of `account` in place of the earlier ones.
pub async fn put(
    connection: &mut Connection,
    account: Uuid,
    row: &PreferencesRow,
    at: Instant,
) -> Result<(), StoreError> {
    sql("INSERT INTO notice_settings (account_id, modes, quiet_from, quiet_to, warn_in_quiet, digest_hour, \
         batch_minutes, hold_down_minutes, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (account_id) DO UPDATE SET modes = excluded.modes, quiet_from = excluded.quiet_from, \
         quiet_to = excluded.quiet_to, warn_in_quiet = excluded.warn_in_quiet, \
         digest_hour = excluded.digest_hour, batch_minutes = excluded.batch_minutes, \
         hold_down_minutes = excluded.hold_down_minutes, updated_at = excluded.updated_at")
    .bind::<SqlUuid, _>(account)
    .bind::<Text, _>(&row.modes)
    .bind::<Nullable<SmallInt>, _>(row.quiet_from)
    .bind::<Nullable<SmallInt>, _>(row.quiet_to)
    .bind::<Bool, _>(row.warn_in_quiet)
    .bind::<SmallInt, _>(row.digest_hour)
    .bind::<SmallInt, _>(row.batch_minutes)
    .bind::<Nullable<SmallInt>, _>(row.hold_down_minutes)
    .bind::<Timestamptz, _>(at)
    .execute(connection)
    .await?;
    Ok(())
}

/// The delivery modes that `account` has set for `game`, as JSON.
pub async fn find_for_game(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
) -> Result<Option<String>, StoreError> {
    let found: Option<Ways> =
        sql("SELECT modes FROM game_notice_settings WHERE game_id = $1 AND account_id = $2")
            .bind::<SqlUuid, _>(game)
            .bind::<SqlUuid, _>(account)
            .get_result(connection)
            .await
            .optional()?;
    Ok(found.map(|found| found.modes))
}

/// Stores what `account` sets for `game`.
pub async fn put_for_game(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    modes: &str,
    at: Instant,
) -> Result<(), StoreError> {
    sql(
        "INSERT INTO game_notice_settings (game_id, account_id, modes, updated_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (game_id, account_id) DO UPDATE SET modes = excluded.modes, updated_at = excluded.updated_at",
    )
    .bind::<SqlUuid, _>(game)
    .bind::<SqlUuid, _>(account)
    .bind::<Text, _>(modes)
    .bind::<Timestamptz, _>(at)
    .execute(connection)
    .await?;
    Ok(())
}

/// The delivery modes that `account` has set for each of its games, as JSON.
pub async fn of_games(connection: &mut Connection, account: Uuid) -> Result<Vec<(Uuid, String)>, StoreError> {
    #[derive(QueryableByName)]
    struct OfGame {
        #[diesel(sql_type = SqlUuid)]
        game_id: Uuid,
        #[diesel(sql_type = Text)]
        modes: String,
    }
    let found: Vec<OfGame> =
        sql("SELECT game_id, modes FROM game_notice_settings WHERE account_id = $1 ORDER BY game_id")
            .bind::<SqlUuid, _>(account)
            .load(connection)
            .await?;
    Ok(found.into_iter().map(|row| (row.game_id, row.modes)).collect())
}

/// The preferences that apply to these pairs of reader and game, of readers who have set anything.
pub async fn of_readers(
    connection: &mut Connection,
    accounts: &[Uuid],
    games: &[Uuid],
) -> Result<Vec<ReaderPreferences>, StoreError> {
    sql(format!(
        "SELECT p.account, p.game, a.time_zone, {SETTINGS}, g.modes AS game_ways \
         FROM (SELECT DISTINCT * FROM unnest($1, $2) AS q (account, game)) p JOIN accounts a ON a.id = p.account \
         LEFT JOIN notice_settings s ON s.account_id = p.account \
         LEFT JOIN game_notice_settings g ON g.game_id = p.game AND g.account_id = p.account \
         WHERE s.account_id IS NOT NULL OR g.account_id IS NOT NULL"
    ))
    .bind::<Array<SqlUuid>, _>(accounts)
    .bind::<Array<SqlUuid>, _>(games)
    .load(connection)
    .await
}
