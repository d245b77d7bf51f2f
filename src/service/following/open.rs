//! Opening a stream: who may follow, and from where.

use std::net::IpAddr;
use std::time::Duration;

use uuid::Uuid;

use super::game_stream::Opening;
use super::hub::Hub;
use super::pass::Proof;
use super::place::{GamePlace, UserPlace};
use super::user_stream::{First, UserOpening};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::log::Mark;
use crate::service::table::Table;
use crate::store::messages::{self, EVERYBODY, TalkStatus};
use crate::store::{Connection, Pool, feeds, history, pool, stream_items};

/// The id that a follower comes back with, and where he wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastEvent {
    pub id: String,
    pub field: &'static str,
}

impl LastEvent {
    fn refuse(&self) -> Error {
        Code::InvalidParameter.field(self.field, "This is no id of this stream.")
    }
}

/// The stream of a game that somebody wants.
#[derive(Debug)]
pub struct WantedGame {
    pub game: Uuid,
    pub proof: Option<Proof>,
    /// The network address that the caller counts as.
    pub from: IpAddr,
    /// Does he look as somebody without a seat?
    pub as_spectator: bool,
    /// After which version.
    pub after: Option<i64>,
    /// The last event he has.
    pub last: Option<LastEvent>,
}

/// Lets somebody follow a game. Errors: `game_not_found`, `invalid_parameter`, `too_many_streams`,
/// `rules_version_unsupported`.
pub async fn open_game(app: &App, hub: &Hub, pool: &Pool, wanted: &WantedGame) -> Result<Opening, Error> {
    let account = wanted.proof.map(|proof| proof.account);
    let mut connection = pool::acquire(pool).await?;
    let table = Table::open(app, &mut connection, wanted.game, account, None).await?;
    let pass = hub.admit(app, wanted.proof, wanted.from)?;
    let member = account.filter(|_| table.seat.is_some() && !wanted.as_spectator);
    let standing = messages::status(&mut connection, wanted.game, member.unwrap_or(EVERYBODY)).await?;
    let since = hub.last_look();
    let version = table.present.version.unwrap_or(-1);
    let change = feeds::last_change(&mut connection, wanted.game).await?;
    let (place, seen, first) = begin(&mut connection, wanted, version, change, &standing).await?;
    Ok(Opening {
        feed: hub.game(wanted.game, &table.title),
        account,
        is_guest: table.present.is_guest,
        clock: app.clock.clone(),
        member,
        place,
        seen,
        first,
        heartbeat: heartbeat(app),
        since,
        pass,
        pool: pool.clone(),
    })
}

/// The place after which somebody follows, the last message of the game if that place has all of them, and what the
/// follower is told of that first. A place that is not in the history of the game was lost by the database, and the
/// follower must look anew.
async fn begin(
    connection: &mut Connection,
    wanted: &WantedGame,
    version: i64,
    change: i64,
    standing: &TalkStatus,
) -> Result<(GamePlace, Option<i64>, Option<First>), Error> {
    if let Some(last) = &wanted.last {
        let place: GamePlace = last.id.parse().map_err(|_| last.refuse())?;
        let known = place.change.unwrap_or(change);
        let is_beyond = place.version > version || place.message > standing.last || known > change;
        let mark = mark(connection, wanted.game, place.version).await?;
        if !is_beyond && (place.mark.is_none() || place.mark == mark) {
            return Ok((GamePlace { change: Some(known), mark, ..place }, None, None));
        }
        let present = present(connection, wanted.game, version, change, standing).await?;
        return Ok((present, Some(standing.message), Some(First::Reset)));
    }
    let after = wanted.after.unwrap_or(version);
    if after > version {
        return Err(Code::InvalidParameter.field("after", "The game has not come to this version yet."));
    }
    let place = present(connection, wanted.game, after, change, standing).await?;
    Ok((place, Some(standing.message), Some(First::Begin)))
}

/// The place at a version after which nothing that was said before is told.
async fn present(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
    change: i64,
    standing: &TalkStatus,
) -> Result<GamePlace, Error> {
    let mark = mark(connection, game, version).await?;
    Ok(GamePlace { version, message: standing.last, change: Some(change), mark })
}

/// The mark of a version, if there is one.
async fn mark(connection: &mut Connection, game: Uuid, version: i64) -> Result<Option<Mark>, Error> {
    Ok(history::digest(connection, game, version).await?.as_deref().map(Mark::of))
}

/// Lets somebody follow everything about himself. Errors: `invalid_parameter`, `too_many_streams`.
pub async fn open_person(
    app: &App,
    hub: &Hub,
    pool: &Pool,
    (proof, from): (Proof, IpAddr),
    last: Option<&LastEvent>,
) -> Result<UserOpening, Error> {
    let pass = hub.admit(app, Some(proof), from)?;
    // Taken first: what comes after the extent was read is news.
    let head = hub.person(proof.account);
    let mut connection = pool::acquire(pool).await?;
    let (end, first_kept) = stream_items::extent(&mut connection, proof.account).await?;
    let (place, first) = match last {
        None => (UserPlace::of(&mut connection, proof.account, end).await?, Some(First::Begin)),
        Some(last) => {
            let place: UserPlace = last.id.parse().map_err(|_| last.refuse())?;
            let stored = stream_items::mark(&mut connection, proof.account, place.number).await?;
            let is_kept = place.number == end || first_kept.is_some_and(|first| first <= place.number + 1);
            if place.number <= end && is_kept && !place.is_other(stored.as_deref()) {
                (place, None)
            } else {
                (UserPlace::of(&mut connection, proof.account, end).await?, Some(First::Reset))
            }
        }
    };
    Ok(UserOpening {
        head,
        place,
        first,
        heartbeat: heartbeat(app),
        pass,
        app: app.clone(),
        pool: pool.clone(),
    })
}

fn heartbeat(app: &App) -> Duration {
    Duration::from_secs(app.settings.streams.heartbeat_seconds)
}
