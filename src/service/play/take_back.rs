//! A seat takes its last actions back: the position of an earlier version stands again.
//!
//! The log is append-only: a take-back is an entry of its own that names the version returned to, and the entries
//! between stay as they were seen. Clocks go on as they stood at that version, so that no player loses time.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::act::{ActionResult, earlier};
use super::commit::{Before, Change, Request, Restored, ServiceAction, commit, service_entry};
use super::legal::Included;
use super::{orders, retried};
use crate::error::{Code, Error, More, Sentence};
use crate::service::Ctx;
use crate::service::history;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::{self, ServiceEvent};
use crate::service::stored_json::decode;
use crate::service::tag::Seen;
use crate::store::games::Status;
use crate::store::{self, Connection};
use crate::time_control::{Clocks, Deadline, Instant};
use rules::{AnyGame, Author, Seat, TakeBackLimit, TakeBacks};

#[derive(Debug, Serialize, ToSchema)]
pub struct TakeBackOptions {
    /// Versions to which your seat may return, latest first, each before one of its actions; empty if there is none.
    pub versions: Vec<i64>,
    /// How often you may still do so in this turn.
    pub left: u8,
    /// Why you can't go back further.
    pub limit: TakeBackLimit,
}

impl TakeBackOptions {
    fn none(limit: TakeBackLimit, left: u8) -> Self {
        Self { versions: Vec::new(), left, limit }
    }

    /// What `seat` may take back in a game as it stands.
    pub async fn of(ctx: &mut Ctx, loaded: &LoadedGame, seat: Seat) -> Result<Self, Error> {
        let mut options = Self::of_all(ctx, &[(loaded, seat)]).await?;
        options.pop().ok_or_else(|| Error::bug("one game has one set of options"))
    }

    /// What seats of several games may take back, with at most one statement for all.
    pub async fn of_all(ctx: &mut Ctx, games: &[(&LoadedGame, Seat)]) -> Result<Vec<Self>, Error> {
        let by_record = games
            .iter()
            .map(|(loaded, seat)| Ok(Self::by_record(&loaded.take_backs()?, *seat, loaded.present.status)));
        let mut all: Vec<Self> = by_record.collect::<Result<_, Error>>()?;
        let late = versions_out_of_time(&mut ctx.db, games, &all, ctx.app.now()).await?;
        for (options, (loaded, _)) in all.iter_mut().zip(games) {
            let is_in_time = |version: &i64| !late.contains(&(loaded.id, *version));
            if !options.versions.iter().all(is_in_time) {
                options.versions.retain(is_in_time);
                options.limit = TakeBackLimit::TimeOver;
            }
        }
        Ok(all)
    }

    /// What `seat` could take back when the game came to an earlier version.
    pub async fn at(
        connection: &mut Connection,
        loaded: &LoadedGame,
        seat: Seat,
        version: i64,
        status: Status,
    ) -> Result<Self, Error> {
        let stored = store::history::take_backs(connection, loaded.id, version).await?;
        // A version in the middle of a write has no record, and nothing can be taken back there.
        let record =
            stored.map_or_else(|| Ok(TakeBacks::default()), |stored| decode("take-backs", &stored))?;
        Ok(Self::by_record(&record, seat, status))
    }

    fn by_record(record: &TakeBacks, seat: Seat, status: Status) -> Self {
        let left = record.left(seat);
        if status.is_over() {
            return Self::none(TakeBackLimit::GameOver, left);
        }
        if status == Status::Paused {
            return Self::none(TakeBackLimit::GamePaused, left);
        }
        match record.of_seat(seat) {
            Ok(versions) => {
                let latest_first = versions.iter().rev().map(|version| log::stored_version(*version));
                Self { versions: latest_first.collect(), left, limit: record.beyond(seat) }
            }
            Err(limit) => Self::none(limit, left),
        }
    }
}

/// The versions among `options` at which the seat had a decision whose deadline has passed by now: after a return to
/// one, the decision would only lapse.
async fn versions_out_of_time(
    connection: &mut Connection,
    games: &[(&LoadedGame, Seat)],
    options: &[TakeBackOptions],
    now: Instant,
) -> Result<Vec<(Uuid, i64)>, Error> {
    let timed = games.iter().zip(options).filter(|((loaded, _), _)| loaded.present.clock.is_some());
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for ((loaded, _), options) in timed {
        let known = loaded.earlier_clocks()?;
        for version in options.versions.iter().copied() {
            match known.iter().find(|(own, _)| *own == version) {
                Some((_, clocks)) => found.push((loaded.id, version, clocks.get().to_owned())),
                None => missing.push((loaded.id, version)),
            }
        }
    }
    if !missing.is_empty() {
        found.extend(store::history::clocks_of(connection, &missing).await?);
    }
    let mut late = Vec::new();
    for (game, version, clocks) in found {
        let clocks: Clocks = decode(format_args!("the clocks of game {game}"), &clocks)?;
        let is_own =
            |own: &Deadline| games.iter().any(|(loaded, seat)| loaded.id == game && *seat == own.seat);
        if clocks.deadlines().iter().any(|own| is_own(own) && own.deadline <= now) {
            late.push((game, version));
        }
    }
    Ok(late)
}

/// A request to take actions back.
pub struct TakeBack {
    pub game: Uuid,
    pub account: Uuid,
    /// The version to return to.
    pub version: i64,
    /// The idempotency key: a repeat under the same one has no second effect.
    pub key: Option<String>,
    /// SHA-256 of the body, which detects a different request under the same key.
    pub body: [u8; 32],
    /// The precondition of the caller (`If-Match`), if there is one.
    pub seen: Seen,
    /// What the reply brings along.
    pub included: Included,
}

/// Returns to an earlier version, with everything that follows from it; an error changes nothing.
pub async fn take_back(ctx: &mut Ctx, request: &TakeBack) -> Result<ActionResult, Error> {
    retried(Author::Seat.into_str(), async || try_to_take_back(ctx, request).await).await
}

/// One try; `None` when another write moved the game in between.
async fn try_to_take_back(ctx: &mut Ctx, request: &TakeBack) -> Result<Option<ActionResult>, Error> {
    let (id, account, key) = (request.game, request.account, request.key.as_deref());
    let loaded = LoadedGame::open(ctx, id, Some(account), key).await?;
    let seat = loaded.member()?;
    if let Some(result) = earlier(&mut ctx.db, &loaded, (seat, &request.body), request.included).await? {
        return Ok(Some(result));
    }
    request.seen.ensure_current(&loaded.tag(Some(seat)))?;
    let (base, mut game) = loaded.running()?;
    if loaded.bot_of(seat).is_some() {
        return Err(Code::CaretakerPlays.problem());
    }
    ensure_possible(ctx, &loaded, seat, request.version).await?;
    let before = Before::of(game.as_ref());
    let restored = restore(&mut ctx.db, &loaded, game.as_mut(), seat, request.version).await?;
    // The order would answer in the same write and end the turn again, and one of three take-backs would be spent.
    // Only the seat's own orders are asked: a refusal because of another seat's order would reveal that order, and
    // could be provoked any number of times, since a refused take-back does not count.
    if orders::would_answer_at_once(&loaded, game.as_ref(), seat)? {
        let reason = TakeBackLimit::OrderWouldAnswer;
        return Err(Code::CannotTakeBack.with(Sentence::OrderWouldAnswer, More::Reason(reason.into())));
    }
    let mut entries = vec![service_entry(base, Some(seat))?];
    let events = vec![ServiceEvent::TakenBack { seat, to_version: request.version }];
    let service_action = ServiceAction { seat: Some(seat), events, ..ServiceAction::default() };
    let change = Change {
        acting: Some(seat),
        request: key.map(|key| Request { key, body: &request.body }),
        service_action: &service_action,
        restored: Some(&restored),
        ..Change::new(&loaded, base, ctx.app.now(), &mut entries, &before, game.as_mut())
    };
    let Some(committed) = commit(ctx, change).await? else { return Ok(None) };
    committed.announce(&ctx.app, id);
    let events = &service_action.events;
    let result = ActionResult::committed(&loaded, game.as_ref(), seat, &entries, events, &committed)?;
    let after = (game.as_ref(), committed.deadlines.as_slice());
    result.bring(&mut ctx.db, &loaded, after, request.included).await.map(Some)
}

async fn ensure_possible(ctx: &mut Ctx, loaded: &LoadedGame, seat: Seat, version: i64) -> Result<(), Error> {
    let options = TakeBackOptions::of(ctx, loaded, seat).await?;
    if options.versions.contains(&version) {
        return Ok(());
    }
    let refuse =
        |sentence: Sentence| Err(Code::CannotTakeBack.with(sentence, More::Reason(options.limit.into())));
    match options.versions.last() {
        None => refuse(Sentence::NothingToTakeBack),
        Some(earliest) if version < *earliest => refuse(Sentence::TakeBackUntil { version: *earliest }),
        Some(_) => {
            let sentence = Sentence::TakeBackTo { versions: options.versions.clone() };
            Err(Code::InvalidField.field("version", sentence))
        }
    }
}

/// Moves the game back to a version.
async fn restore(
    connection: &mut Connection,
    loaded: &LoadedGame,
    game: &mut dyn AnyGame,
    seat: Seat,
    version: i64,
) -> Result<Restored, Error> {
    let earlier = history::game_at(connection, loaded, version).await?;
    let broken = |error| Error::internal(format!("the return to version {version}"), error);
    game.restore(&earlier.position().map_err(broken)?).map_err(broken)?;
    let known = loaded.earlier_clocks()?.into_iter().find(|(own, _)| *own == version);
    let stored = match known {
        Some((_, clocks)) => Some(clocks.get().to_owned()),
        None => {
            let beside_entry = store::history::clocks_of(connection, &[(loaded.id, version)]).await?;
            beside_entry.into_iter().next().map(|(_, _, clocks)| clocks)
        }
    };
    let decoded = stored.map(|clocks| decode(format_args!("the clocks of game {}", loaded.id), &clocks));
    let clocks: Option<Clocks> = decoded.transpose()?;
    // A restored decision has a new id, since ids never come again. The rules list the decisions of a position in a
    // fixed order, so that each is found by its place.
    let (then, now) = (earlier.awaiting(), game.awaiting());
    let renamed = |mut clocks: Clocks| {
        for running in &mut clocks.running {
            let place = then.iter().position(|open| open.seat == running.seat && open.id == running.decision);
            if let Some(open) = place.and_then(|place| now.get(place)) {
                running.decision.clone_from(&open.id);
            }
        }
        clocks
    };
    Ok(Restored { seat, version: log::version(version)?, clocks: clocks.map(renamed) })
}
