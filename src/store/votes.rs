//! Votes in games, and the ballot of each seat.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{ballots, votes};
use super::sql::{Statement, text_columns};
use super::{Connection, Result, Transaction};
use time_control::Instant;

text_columns! {
    /// `extend_clocks`: 48 hours more for every open decision; `end_by_ranking`: end now and rank as it stands;
    /// `replace_seat`: give a seat to another account, or let a bot play for it.
    #[derive(Hash, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum VoteKind {
        /// Pause the game for a while.
        Pause,
        /// Resume the paused game.
        Resume,
        /// Give every open decision 48 hours more.
        ExtendClocks,
        /// End the game now and rank it as it stands.
        EndByRanking,
        /// Call the game off, without a result.
        Cancel,
        /// Give a seat to another account, or let a bot play for its owner.
        ReplaceSeat,
    }
}

impl VoteKind {
    pub const ALL: [Self; 6] =
        [Self::Pause, Self::Resume, Self::ExtendClocks, Self::EndByRanking, Self::Cancel, Self::ReplaceSeat];
}

text_columns! {
    pub enum VoteResult {
        Carried,
        Refused,
        /// The time of the vote, or the game, was over.
        Expired,
        Withdrawn,
    }
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = votes, check_for_backend(diesel::pg::Pg))]
pub struct VoteRow {
    pub game_id: Uuid,
    pub id: Uuid,
    pub kind: VoteKind,
    pub opened_by: i16,
    /// The seat that is to get another player.
    pub seat: Option<i16>,
    pub account_id: Option<Uuid>,
    pub bot: Option<String>,
    pub opened_at: Instant,
    pub expires_at: Instant,
    pub closed_at: Option<Instant>,
    pub result: Option<VoteResult>,
}

pub async fn add(connection: &mut Connection, row: &VoteRow) -> Result<()> {
    diesel::insert_into(votes::table).values(row).run(connection).await
}

pub async fn find(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<Option<VoteRow>> {
    votes::table.find((game, id)).select(VoteRow::as_select()).first_optional(connection).await
}

pub async fn is_open(connection: &mut Connection, game: Uuid, kind: VoteKind) -> Result<bool> {
    let open = votes::table.filter(votes::game_id.eq(game)).filter(votes::kind.eq(kind));
    let open = open.filter(votes::closed_at.is_null()).select(votes::id);
    Ok(open.first_optional::<Uuid>(connection).await?.is_some())
}

/// The votes of a game that are not closed, the latest first.
pub async fn not_closed(connection: &mut Connection, game: Uuid) -> Result<Vec<VoteRow>> {
    votes::table
        .filter(votes::game_id.eq(game).and(votes::closed_at.is_null()))
        .order(votes::id.desc())
        .select(VoteRow::as_select())
        .load(connection)
        .await
}

/// At most `limit` votes of a game from a place on, the latest first.
pub async fn page(
    connection: &mut Connection,
    game: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<VoteRow>> {
    let query =
        votes::table.filter(votes::game_id.eq(game)).limit(limit).select(VoteRow::as_select()).into_boxed();
    greatest_first!(query, votes::id, place).load(connection).await
}

/// The ballots of these votes: vote, seat, and whether the ballot is a yes.
pub async fn ballots(
    connection: &mut Connection,
    game: Uuid,
    votes: &[Uuid],
) -> Result<Vec<(Uuid, i16, bool)>> {
    ballots::table
        .filter(ballots::game_id.eq(game))
        .filter(ballots::vote_id.eq_any(votes))
        .order((ballots::vote_id, ballots::seat))
        .select((ballots::vote_id, ballots::seat, ballots::yes))
        .load(connection)
        .await
}

/// Stores the ballot of a seat in place of an earlier one.
pub async fn cast(
    connection: &mut Connection,
    place: (Uuid, Uuid, i16),
    yes: bool,
    at: Instant,
) -> Result<()> {
    let (game, vote, seat) = place;
    let ballot = (ballots::yes.eq(yes), ballots::cast_at.eq(at));
    diesel::insert_into(ballots::table)
        .values((ballots::game_id.eq(game), ballots::vote_id.eq(vote), ballots::seat.eq(seat), ballot))
        .on_conflict((ballots::game_id, ballots::vote_id, ballots::seat))
        .do_update()
        .set(ballot)
        .run(connection)
        .await
}

pub async fn close(
    connection: &mut Connection,
    game: Uuid,
    id: Uuid,
    result: VoteResult,
    at: Instant,
) -> Result<()> {
    diesel::update(votes::table.find((game, id)))
        .set((votes::closed_at.eq(at), votes::result.eq(result)))
        .run(connection)
        .await
}

/// Claims an open vote whose time is over at `now`, of those that no other worker has claimed. It stays locked until
/// the transaction ends.
pub async fn claim_due(tx: &mut Transaction<'_>, now: Instant) -> Result<Option<VoteRow>> {
    let is_due = votes::closed_at.is_null().and(votes::expires_at.le(now));
    let due = votes::table.filter(is_due).order(votes::expires_at).limit(8);
    for key in due.select((votes::game_id, votes::id)).load::<(Uuid, Uuid)>(tx).await? {
        // Another worker may have closed the vote in the meantime.
        let vote = votes::table.find(key).filter(is_due).select(VoteRow::as_select());
        if let Some(claimed) = vote.for_update().skip_locked().get_optional(tx).await? {
            return Ok(Some(claimed));
        }
    }
    Ok(None)
}
