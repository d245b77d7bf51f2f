//! Lets standing orders answer the decisions that a change opens: in the write of that change, or after a wait.
//!
//! Orders answer one after the other until a person is awaited, at most [`MAX_ANSWERS`] times; a worker does the rest.
//! Only orders of the account that has the seat apply, and none while a bot plays there. In a game whose orders have to
//! wait, nothing is answered at once: a due time is stored for each decision that an order would answer, and a worker
//! lets the order answer it then.

use chrono::TimeDelta;
use serde::Deserialize;
use uuid::Uuid;

use super::commit::{Before, Change, NewNotification, commit};
use super::work_off;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::loaded_game::LoadedGame;
use crate::service::log;
use crate::service::stored_json::{decode, stored_seat};
use crate::service::{App, Ctx, Tx};
use crate::store::due;
use crate::store::games::Status;
use crate::store::write::{DisarmedOrder, NewOrderTurn};
use crate::time_control::Deadline;
use crate::time_control::Instant;
use rules::{AnyGame, Chance, Json, Seat, SeatOrder, StoredEntry};

/// The most answers of standing orders in one write.
const MAX_ANSWERS: usize = 32;
/// An order that waits answers at least this long before the deadline.
const MARGIN: TimeDelta = TimeDelta::seconds(60);
/// The longest wait of an order is the time left to answer divided by this number.
const SHARE_OF_TIME_LEFT: i32 = 20;

/// An armed order, as it is loaded with the position.
#[derive(Deserialize)]
struct ArmedOrder {
    id: Uuid,
    seat: Seat,
    account: Uuid,
    order: Json,
}

/// What orders did in a write.
#[derive(Default)]
pub struct OrdersRun {
    /// Is there an order left that would answer at once, after [`MAX_ANSWERS`]?
    pub more: bool,
    /// The decisions that orders will answer after a wait.
    waits: Vec<(Seat, String)>,
    expired: Vec<ExpiredOrder>,
}

/// An order that can't apply any more.
struct ExpiredOrder {
    id: Uuid,
    seat: Seat,
    account: Uuid,
    reason: &'static str,
}

impl OrdersRun {
    /// One notification to each seat that has an order that can't apply any more.
    pub fn notifications(&self) -> Vec<NewNotification> {
        let mut notifications: Vec<NewNotification> = Vec::new();
        for ExpiredOrder { seat, account, .. } in &self.expired {
            if notifications.iter().all(|other| other.seat != *seat) {
                notifications.push(NewNotification {
                    seat: *seat,
                    kind: MailKind::OrderDisarmed.name(),
                    account: *account,
                    decision: None,
                });
            }
        }
        notifications
    }

    /// The orders that can't apply any more, as they are stored.
    pub fn disarmed(&self) -> Vec<DisarmedOrder> {
        self.expired.iter().map(|order| DisarmedOrder { id: order.id, reason: order.reason }).collect()
    }
}

/// A decision that an order answers after a wait, and when.
pub struct DueAnswer {
    pub seat: Seat,
    pub decision: String,
    pub at: Instant,
}

/// Lets the orders of a game answer what a change has opened: the change grows by their entries.
pub fn run(change: &mut Change<'_>) -> Result<OrdersRun, Error> {
    let loaded = change.loaded;
    let is_running = change.service_action.status.unwrap_or(loaded.present.status) == Status::Running;
    if !is_running || change.game.outcome().is_some() {
        return Ok(OrdersRun::default());
    }
    let armed = armed(loaded)?;
    if armed.is_empty() {
        return Ok(OrdersRun::default());
    }
    let version = match change.entries.last() {
        Some(entry) => entry.version,
        None => log::version(change.base)?,
    };
    let waits = longest_delay(loaded) > 0;
    let most = if waits { 0 } else { MAX_ANSWERS };
    let orders = seat_orders(&armed);
    let mut chance = Chance::seeded(loaded.game_seed()?);
    let ran = change.game.run_orders(version, &orders, most, &mut chance);
    let ran = ran.map_err(|error| Error::internal("what follows an order", error))?;
    change.entries.extend(ran.entries);
    let expired = ran.expired.into_iter().filter_map(|(index, reason)| {
        let ArmedOrder { id, seat, account, .. } = *armed.get(index)?;
        Some(ExpiredOrder { id, seat, account, reason })
    });
    Ok(OrdersRun {
        more: ran.more && !waits,
        expired: expired.collect(),
        waits: if waits { answerable(change.game, &armed) } else { Vec::new() },
    })
}

fn seat_orders(armed: &[ArmedOrder]) -> Vec<SeatOrder<'_>> {
    armed.iter().map(|armed| SeatOrder { seat: armed.seat, order: &armed.order }).collect()
}

/// Would an order of the seat answer something at once in the game as it stands?
pub fn would_answer_at_once(loaded: &LoadedGame, game: &dyn AnyGame, seat: Seat) -> Result<bool, Error> {
    if longest_delay(loaded) > 0 {
        return Ok(false);
    }
    let mut own = armed(loaded)?;
    own.retain(|armed| armed.seat == seat);
    Ok(!answerable(game, &own).is_empty())
}

/// The decisions that orders would answer now, each once.
fn answerable(game: &dyn AnyGame, armed: &[ArmedOrder]) -> Vec<(Seat, String)> {
    let mut decisions: Vec<(Seat, String)> = Vec::new();
    for armed in armed {
        let Some(choice) = game.dry_run(armed.seat, &armed.order) else { continue };
        if decisions.iter().all(|(seat, decision)| *seat != armed.seat || *decision != choice.decision) {
            decisions.push((armed.seat, choice.decision));
        }
    }
    decisions
}

/// The orders of the players who play their seats themselves.
fn armed(loaded: &LoadedGame) -> Result<Vec<ArmedOrder>, Error> {
    let Some(text) = &loaded.present.orders else { return Ok(Vec::new()) };
    let mut armed: Vec<ArmedOrder> = decode(format_args!("the orders of game {}", loaded.id), text)?;
    armed.retain(|armed| {
        loaded.owner_of(armed.seat) == Some(armed.account)
            && loaded.present.bots.get(usize::from(armed.seat)).is_some_and(Option::is_none)
            && !loaded.has_resigned(armed.seat)
    });
    Ok(armed)
}

/// The most seconds that the orders of a game wait.
fn longest_delay(loaded: &LoadedGame) -> u32 {
    loaded.present.order_delay.and_then(|seconds| u32::try_from(seconds).ok()).unwrap_or_default()
}

/// When orders answer the decisions they wait for, counted from `at`: at random, so that an order can't be told from a
/// person, but not so late that the decision lapses, nor that a player who has to answer after all has noticeably less
/// time.
pub fn due(
    app: &App,
    loaded: &LoadedGame,
    ran: &OrdersRun,
    at: Instant,
    deadlines: &[Deadline],
) -> Vec<DueAnswer> {
    let longest = TimeDelta::seconds(i64::from(longest_delay(loaded)));
    let waits = ran.waits.iter().map(|(seat, decision)| {
        let is_its = |open: &&Deadline| open.seat == *seat && open.decision == *decision;
        let left = deadlines.iter().find(is_its).map(|open| open.deadline - at);
        // The margin is the narrower bound only in the last minutes.
        let most = |left: TimeDelta| (left / SHARE_OF_TIME_LEFT).min(left - MARGIN);
        let longest = left.map_or(longest, |left| most(left).clamp(TimeDelta::zero(), longest));
        DueAnswer { seat: *seat, decision: decision.clone(), at: at + random_wait(app, longest) }
    });
    waits.collect()
}

/// A random wait up to `longest`, evenly distributed.
fn random_wait(app: &App, longest: TimeDelta) -> TimeDelta {
    let steps = u128::try_from(longest.num_milliseconds()).unwrap_or_default() + 1;
    let step = (u128::from(u64::from_be_bytes(app.secrets.bytes())) * steps) >> u64::BITS;
    TimeDelta::milliseconds(i64::try_from(step).unwrap_or_default())
}

pub fn turns(due: &[DueAnswer]) -> Vec<NewOrderTurn> {
    due.iter()
        .map(|due| NewOrderTurn { seat: i16::from(due.seat), decision: due.decision.clone(), due_at: due.at })
        .collect()
}

/// Lets orders answer the decision that has been due the longest, in a game that no other worker has locked; `false`
/// when none is due. One decision, one transaction.
pub async fn order_turn(ctx: &mut Ctx) -> Result<bool, Error> {
    work_off(
        ctx,
        async |tx, now| Ok(due::claim_order_turn(&mut tx.bare(), now).await?),
        async |tx, turn| {
            let loaded = LoadedGame::open_for_worker(tx, turn.game_id).await?;
            let seat = stored_seat(turn.seat)?;
            answer_due_order(tx, &loaded, seat, &turn.decision).await.map(|_| ())
        },
        async |ctx, turn, until| Ok(due::put_off_order_turn(&mut ctx.db, turn, until).await?),
    )
    .await
}

/// Takes a decision off the list of those that orders answer later, and lets them answer it if they still apply;
/// `false` if it was not on the list, or they don't. The caller has locked the position of the game.
pub async fn answer_due_order(
    tx: &mut Tx<'_>,
    loaded: &LoadedGame,
    seat: Seat,
    decision: &str,
) -> Result<bool, Error> {
    let was_listed = due::order_turn_done(&mut tx.db, loaded.id, i16::from(seat), decision).await?;
    if !was_listed || loaded.present.status != Status::Running {
        return Ok(false);
    }
    let (base, mut game) = loaded.position()?;
    let before = Before::of(game.as_ref());
    let mut entries = answer(loaded, game.as_mut(), base, seat, decision)?;
    if entries.is_empty() {
        return Ok(false);
    }
    let change = Change::new(loaded, base, tx.app.now(), &mut entries, &before, game.as_mut());
    match commit(tx, change).await? {
        Some(_) => Ok(true),
        None => Err(loaded.moved_while_locked()),
    }
}

/// Lets the orders of a seat answer one decision, and returns the new entries; none if no order applies any more.
fn answer(
    loaded: &LoadedGame,
    game: &mut dyn AnyGame,
    base: i64,
    seat: Seat,
    decision: &str,
) -> Result<Vec<StoredEntry>, Error> {
    let mut armed = armed(loaded)?;
    let answers = |order: &Json| game.dry_run(seat, order).is_some_and(|choice| choice.decision == decision);
    armed.retain(|armed| armed.seat == seat && answers(&armed.order));
    let mut chance = Chance::seeded(loaded.game_seed()?);
    let ran = game.run_orders(log::version(base)?, &seat_orders(&armed), 1, &mut chance);
    Ok(ran.map_err(|error| Error::internal("what follows an order", error))?.entries)
}
