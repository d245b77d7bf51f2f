//! Ratings of players by ruleset and how each rated game changed them, which finished games are still to be rated,
//! and how reliable players are.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl, QueryDsl, Queryable, Selectable,
    SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{accounts, games, rating_changes, ratings, reliability};
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = ratings)]
pub struct RatingRow {
    pub ruleset: String,
    pub account_id: Uuid,
    pub rating: f64,
    pub uncertainty: f64,
    pub games: i32,
    /// The estimate less twice the uncertainty, rounded.
    pub at_least: i32,
}

#[derive(Debug, Clone, Copy)]
pub struct StartRating {
    pub rating: f64,
    pub uncertainty: f64,
}

/// The ratings of these accounts, each locked until the transaction ends. They are locked in the order of the accounts,
/// so that two workers can't deadlock. An account without a rating gets `start`.
pub async fn lock(
    tx: &mut Transaction<'_>,
    ruleset: &str,
    people: &[Uuid],
    start: StartRating,
    now: Instant,
) -> Result<Vec<RatingRow>> {
    sql(
        "INSERT INTO ratings (ruleset, account_id, rating, uncertainty, games, updated_at) \
         SELECT $1, account, $3, $4, 0, $5 FROM unnest($2) AS account ORDER BY account ON CONFLICT DO NOTHING",
    )
    .bind(ruleset)
    .bind(people)
    .bind(start.rating)
    .bind(start.uncertainty)
    .bind(now)
    .execute(tx)
    .await?;
    ratings::table
        .filter(ratings::ruleset.eq(ruleset).and(ratings::account_id.eq_any(people)))
        .order(ratings::account_id)
        .select(RatingRow::as_select())
        .for_update()
        .load(tx)
        .await
}

/// Sets a rating after one more game.
pub async fn set(
    connection: &mut Connection,
    ruleset: &str,
    account: Uuid,
    (rating, uncertainty): (f64, f64),
    now: Instant,
) -> Result<()> {
    diesel::update(ratings::table.find((ruleset, account)))
        .set((
            ratings::rating.eq(rating),
            ratings::uncertainty.eq(uncertainty),
            ratings::games.eq(ratings::games + 1),
            ratings::updated_at.eq(now),
        ))
        .run(connection)
        .await
}

pub async fn of(connection: &mut Connection, account: Uuid) -> Result<Vec<RatingRow>> {
    let rows = ratings::table.filter(ratings::account_id.eq(account)).order(ratings::ruleset);
    rows.select(RatingRow::as_select()).load(connection).await
}

/// At most `limit` ratings from a place on with the names of the players, best first; the key of a place is `at_least`
/// and the account.
pub async fn page(
    connection: &mut Connection,
    ruleset: &str,
    place: Place<(i32, Uuid)>,
    limit: i64,
) -> Result<Vec<(RatingRow, String)>> {
    let query = ratings::table
        .inner_join(accounts::table.on(accounts::id.eq(ratings::account_id)))
        .filter(ratings::ruleset.eq(ruleset.to_owned()).and(accounts::deleted_at.is_null()))
        .select((RatingRow::as_select(), accounts::name))
        .limit(limit)
        .into_boxed();
    let best_first = (ratings::at_least.desc(), ratings::account_id.asc());
    let query = match place {
        Place::Beginning => query.order(best_first),
        Place::After((at_least, account)) => {
            let as_good = ratings::at_least.eq(at_least).and(ratings::account_id.gt(account));
            query.filter(ratings::at_least.lt(at_least).or(as_good)).order(best_first)
        }
        Place::Before((at_least, account)) => {
            let as_good = ratings::at_least.eq(at_least).and(ratings::account_id.lt(account));
            let query = query.filter(ratings::at_least.gt(at_least).or(as_good));
            query.order((ratings::at_least.asc(), ratings::account_id.desc()))
        }
    };
    query.load(connection).await
}

by_name! {
    /// A game that came to a result.
    #[derive(Debug, Clone)]
    pub struct FinishedGameRow {
        pub id: Uuid,
        pub ruleset: String,
        pub public: bool,
        /// Was it played without house rules?
        pub by_the_book: bool,
        /// The result, as JSON.
        pub outcome: Option<String>,
    }

    /// A seat of a finished game, as it was at the end.
    #[derive(Debug, Clone)]
    pub struct RatedSeat {
        pub seat: i16,
        /// The player; `None` for a bot.
        pub account: Option<Uuid>,
        pub departed: bool,
        pub resigned: bool,
        /// Did a bot play for the player?
        pub caretaken: bool,
    }
}

/// Claims the unrated game that finished first; it stays locked until the transaction ends. `None` if every game is
/// rated, and also while another worker rates that game: a later game must not be rated before it.
pub async fn claim_finished(tx: &mut Transaction<'_>) -> Result<Option<FinishedGameRow>> {
    let first: Option<Uuid> = sql("SELECT id FROM games WHERE status = 'finished' AND rated_at IS NULL \
         ORDER BY finished_at, id LIMIT 1")
    .optional_value(tx)
    .await?;
    let Some(id) = first else { return Ok(None) };
    sql("SELECT id, ruleset, visibility = 'public' AS public, house_rules = '{}' AS by_the_book, outcome \
         FROM games WHERE id = $1 AND rated_at IS NULL FOR NO KEY UPDATE SKIP LOCKED")
    .bind(id)
    .get_optional(tx)
    .await
}

/// The seats at the end, by account. Their accounts can't be deleted before the transaction ends.
pub async fn rated_seats(tx: &mut Transaction<'_>, game: Uuid) -> Result<Vec<RatedSeat>> {
    let query = "SELECT DISTINCT account_id FROM seats WHERE game_id = $1 AND account_id IS NOT NULL ORDER BY account_id";
    let accounts: Vec<Uuid> = sql(query).bind(game).values(tx).await?;
    // In the order of their ids, so that two games of the same players can't wait for each other.
    for account in accounts {
        super::accounts::hold(tx, account).await?;
    }
    sql(
        "SELECT s.seat, s.account_id AS account, a.deleted_at IS NOT NULL AS departed, \
         s.resigned_at IS NOT NULL AS resigned, s.caretaker IS NOT NULL AS caretaken \
         FROM seats s LEFT JOIN accounts a ON a.id = s.account_id WHERE s.game_id = $1 ORDER BY s.account_id, s.seat",
    )
    .bind(game)
    .load(tx)
    .await
}

pub async fn rated(connection: &mut Connection, game: Uuid, at: Instant) -> Result<()> {
    diesel::update(games::table.find(game)).set(games::rated_at.eq(at)).run(connection).await
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = rating_changes, check_for_backend(diesel::pg::Pg))]
pub struct RatingChangeRow {
    pub account_id: Uuid,
    pub ruleset: String,
    /// The number of the game among the account's rated games of this ruleset, from 1.
    pub number: i32,
    pub game_id: Uuid,
    /// The place in the ranking, 1 for the best.
    pub rank: i16,
    pub players: i16,
    pub rating_before: f64,
    pub uncertainty_before: f64,
    pub rating_after: f64,
    pub uncertainty_after: f64,
    pub rated_at: Instant,
}

pub async fn add_changes(connection: &mut Connection, rows: &[RatingChangeRow]) -> Result<()> {
    diesel::insert_into(rating_changes::table).values(rows).run(connection).await
}

/// At most `limit` rating changes of an account for a ruleset from a place on, the latest first; the key of a place is
/// the number.
pub async fn page_of_changes(
    connection: &mut Connection,
    account: Uuid,
    ruleset: &str,
    place: Place<i32>,
    limit: i64,
) -> Result<Vec<RatingChangeRow>> {
    let query = rating_changes::table
        .filter(rating_changes::account_id.eq(account))
        .filter(rating_changes::ruleset.eq(ruleset.to_owned()))
        .limit(limit)
        .select(RatingChangeRow::as_select())
        .into_boxed();
    greatest_first!(query, rating_changes::number, place).load(connection).await
}

pub async fn change_by(
    connection: &mut Connection,
    account: Uuid,
    game: Uuid,
) -> Result<Option<RatingChangeRow>> {
    rating_changes::table
        .filter(rating_changes::account_id.eq(account))
        .filter(rating_changes::game_id.eq(game))
        .select(RatingChangeRow::as_select())
        .first_optional(connection)
        .await
}

pub async fn is_rated(connection: &mut Connection, game: Uuid) -> Result<bool> {
    let row = games::table.find(game).filter(games::rated_at.is_not_null());
    diesel::select(diesel::dsl::exists(row)).get_result(connection).await
}

/// The counts that make up the reliability of an account.
#[derive(Debug, Clone, Default, Queryable, Selectable, Insertable)]
#[diesel(table_name = reliability)]
pub struct ReliabilityCounts {
    pub account_id: Uuid,
    /// Public games that came to a result while the account had a seat in them.
    pub games_finished: i32,
    /// How many of these games the player resigned.
    pub resigned: i32,
    /// In how many of these games a bot played for the player at the end.
    pub caretaken: i32,
    pub lapses: i32,
}

pub async fn add_reliability(connection: &mut Connection, more: &ReliabilityCounts) -> Result<()> {
    diesel::insert_into(reliability::table)
        .values(more)
        .on_conflict(reliability::account_id)
        .do_update()
        .set((
            reliability::games_finished.eq(reliability::games_finished + more.games_finished),
            reliability::resigned.eq(reliability::resigned + more.resigned),
            reliability::caretaken.eq(reliability::caretaken + more.caretaken),
            reliability::lapses.eq(reliability::lapses + more.lapses),
        ))
        .run(connection)
        .await
}

/// The counts of an account; `None` if nothing was counted yet.
pub async fn reliability_of(connection: &mut Connection, account: Uuid) -> Result<Option<ReliabilityCounts>> {
    reliability::table.find(account).select(ReliabilityCounts::as_select()).first_optional(connection).await
}

/// How many public games ended since then with the account in a seat, and how many of these it resigned or left to a bot.
pub async fn ended_since(connection: &mut Connection, account: Uuid, since: Instant) -> Result<(i64, i64)> {
    sql("SELECT count(*) AS ended, count(*) FILTER (WHERE s.resigned_at IS NOT NULL OR s.caretaker IS NOT NULL) AS left_early \
         FROM seats s JOIN games g ON g.id = s.game_id WHERE s.account_id = $1 AND g.visibility = 'public' \
         AND g.status = 'finished' AND g.finished_at >= $2")
    .bind(account)
    .bind(since)
    .value(connection)
    .await
}
