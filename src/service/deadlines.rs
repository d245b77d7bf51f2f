//! Deadlines, which need no request: warnings, lapses, a bot for a player who does not come back, and moved deadlines
//! after a player has changed when their time counts.
//!
//! How clocks run is in [`crate::time_control`]; a write lets them run on by itself (`play/plan.rs`). Every step
//! is a transaction of its own that locks the position of one game.

use uuid::Uuid;

use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::{self, ServiceEvent};
use crate::service::outages::may_expire;
use crate::service::play::{
    Before, Change, GameClocks, NewNotification, SERVICE_AUTHOR, ServiceAction, answer_due_order, commit,
    commit_service_action, retried, work_off,
};
use crate::service::{App, Ctx, Tx};
use crate::service::{availability, caretakers};
use crate::store::games::{Status, Visibility};
use crate::store::ratings::{self, ReliabilityCounts};
use crate::store::{self, Connection};
use crate::time_control::{AvailabilityUpdate, ClockChange, Clocks, Running, StoredAvailability};
use rules::{Author, Chance, Decision, Seat};

/// Claims the game whose deadline or warning has been due the longest, and takes one step there; `false` when none is
/// due, or when nothing may lapse yet because no worker ran for a while.
pub async fn sweep(ctx: &mut Ctx) -> Result<bool, Error> {
    if !may_expire(ctx).await? {
        return Ok(false);
    }
    work_off(
        ctx,
        async |tx, now| Ok(store::due::claim_due(&mut tx.bare(), now).await?),
        async |tx, &game| settle(tx, game).await,
        async |ctx, &game, until| Ok(store::due::put_off(&mut ctx.db, game, until).await?),
    )
    .await
}

/// Takes one step in a game whose position is locked: a warning, an answer of a standing order, a moved deadline or a
/// lapse.
async fn settle(tx: &mut Tx<'_>, game: Uuid) -> Result<(), Error> {
    let table = LoadedGame::open_for_worker(tx, game).await?;
    let clocks = GameClocks::of(&table)?.filter(|_| table.present.status == Status::Running);
    let Some(clocks) = clocks else { return nothing_due(tx, game).await };
    let is_over = |running: &&Running| running.deadline.is_some_and(|deadline| deadline <= tx.app.now());
    let over = clocks.clocks.running.iter().filter(is_over).min_by_key(|running| running.deadline);
    let Some(first) = over else {
        let kinds = (MailKind::DeadlineNear.name(), MailKind::DeadlineNearer.name());
        let warned = store::due::warn(&mut tx.ctx.db, game, tx.ctx.app.now(), kinds).await?;
        return if warned { Ok(()) } else { nothing_due(tx, game).await };
    };
    // A standing order that was to answer before the deadline answers now: no worker may have come to it in time.
    if answer_due_order(tx, &table, first.seat, &first.decision).await? {
        return Ok(());
    }
    // A change of the player's availability that has not reached the game comes first.
    if let Some(account) = table.owner_of(first.seat) {
        let current = availability::of(&mut tx.db, account).await?;
        if clocks.availability.get(usize::from(first.seat)).is_some_and(|known| *known != current) {
            return renew(tx, &table, &clocks, first.seat, current).await;
        }
    }
    lapse(tx, table, &clocks, first).await
}

/// A seat answered between the read of what is due and the claim: then nothing is due any more. If it still is, the
/// deadlines and the clocks of the game contradict each other.
async fn nothing_due(ctx: &mut Ctx, game: Uuid) -> Result<(), Error> {
    if store::due::is_due(&mut ctx.db, game, ctx.app.now()).await? {
        return Err(Error::bug(format!("nothing can be done about what is due in game {game}")));
    }
    Ok(())
}

/// Plays what the rules provide for an absent seat. The position of the game must be locked.
async fn lapse(tx: &mut Tx<'_>, table: LoadedGame, clocks: &GameClocks, over: &Running) -> Result<(), Error> {
    let seat = over.seat;
    let broken =
        |what: &str| Error::bug(format!("{} of game {} can't lapse: {what}", over.decision, table.id));
    let (base, mut game) = table.running()?;
    let before = Before::of(game.as_ref());
    let is_it = |decision: &&Decision| decision.seat == seat && decision.id == over.decision;
    let decision = before.open.iter().find(is_it).ok_or_else(|| broken("it is not open"))?;
    let action = game.lapse(decision).ok_or_else(|| broken("the rules have no answer"))?;
    let mut chance = Chance::seeded(table.game_seed()?);
    let mut entries = game
        .perform(log::version(base)?, Author::Lapse, Some(seat), &action, &mut chance)
        .map_err(|error| Error::internal(format!("a lapse in game {}", table.id), error))?;
    let owner = table.owner_of(seat);
    let kind = MailKind::LapsePlayed.name();
    let notice = owner.map(|account| NewNotification { seat, kind, account, decision: None });
    let service_action =
        ServiceAction { notifications: notice.into_iter().collect(), ..ServiceAction::default() };
    let change = Change {
        acting: Some(seat),
        service_action: &service_action,
        ..Change::new(&table, base, tx.app.now(), &mut entries, &before, game.as_mut())
    };
    commit(tx, change).await?.ok_or_else(|| table.moved_while_locked())?;
    count_lapse(&mut tx.db, &table, owner).await?;
    let in_a_row = clocks.clocks.seats.get(usize::from(seat)).map_or(0, |own| own.lapses) + 1;
    let Some(account) = owner.filter(|_| in_a_row >= clocks.timing.caretaker_after) else { return Ok(()) };
    // Where no bot can play on, the rules go on answering for the player.
    let Some(bot) = caretakers::caretaker(table.ruleset.as_ref()) else { return Ok(()) };
    caretakers::entrust(tx, table.id, account, bot, caretakers::AbsentOwner::MayReturn).await
}

/// Counts a lapse against the owner. It is counted now and not at the end, since a player who takes the seat later is
/// not to blame, and only in public games, as results are.
async fn count_lapse(
    connection: &mut Connection,
    table: &LoadedGame,
    owner: Option<Uuid>,
) -> Result<(), Error> {
    let Some(account_id) = owner.filter(|_| table.present.visibility == Visibility::Public) else {
        return Ok(());
    };
    Ok(ratings::add_reliability(
        connection,
        &ReliabilityCounts { account_id, lapses: 1, ..ReliabilityCounts::default() },
    )
    .await?)
}

/// Moves the deadlines of `account` in every game after its availability changed. After an error the rest is left to a
/// worker: without a database this would go on for ever.
pub async fn apply_availability(ctx: &mut Ctx, account: Uuid) {
    loop {
        match apply_one(ctx, Some(account)).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::warn!(%account, %error, "a changed availability did not reach a game");
                return;
            }
        }
    }
}

/// Applies one change of availability to one game; `false` when there is none.
pub async fn apply_next_availability(ctx: &mut Ctx) -> Result<bool, Error> {
    apply_one(ctx, None).await
}

async fn apply_one(ctx: &mut Ctx, account: Option<Uuid>) -> Result<bool, Error> {
    work_off(
        ctx,
        async |tx, now| Ok(store::availability::claim_change(&mut tx.bare(), account, now).await?),
        async |tx, &(game, account)| {
            apply_to_game(tx, game, account).await?;
            Ok(store::availability::change_done(&mut tx.db, game, account).await?)
        },
        async |ctx, &(game, account), until| {
            Ok(store::availability::put_off_change(&mut ctx.db, game, account, until).await?)
        },
    )
    .await
}

async fn apply_to_game(tx: &mut Tx<'_>, game: Uuid, account: Uuid) -> Result<(), Error> {
    let current = availability::of(&mut tx.db, account).await?;
    retried(SERVICE_AUTHOR, async || {
        let table = LoadedGame::open_for_worker(tx, game).await?;
        let Some(seat) = table.seat_of(account).filter(|_| table.present.status.is_in_play()) else {
            return Ok(Some(()));
        };
        let Some(clocks) = GameClocks::of(&table)? else { return Ok(Some(())) };
        let heard = AvailabilityUpdate { seat, availability: current.clone(), late: false };
        Ok(set(tx, &table, &clocks, heard).await?.then_some(()))
    })
    .await
}

/// Applies a change that has not reached the game before one of its deadlines. The position must be locked.
async fn renew(
    tx: &mut Tx<'_>,
    table: &LoadedGame,
    clocks: &GameClocks,
    seat: Seat,
    current: StoredAvailability,
) -> Result<(), Error> {
    let heard = AvailabilityUpdate { seat, availability: current, late: true };
    if set(tx, table, clocks, heard).await? {
        return Ok(());
    }
    Err(table.moved_while_locked())
}

/// Copies the availability to the seat and moves the seat's open deadlines; `false` when another write moved the game
/// in between.
async fn set(
    ctx: &mut Ctx,
    table: &LoadedGame,
    clocks: &GameClocks,
    heard: AvailabilityUpdate,
) -> Result<bool, Error> {
    let (seat, current) = (heard.seat, heard.availability.clone());
    let events = moved_deadlines(&ctx.app, table, clocks, &heard)?;
    if !events.is_empty() {
        let action = ServiceAction { events, availability_update: Some(heard), ..ServiceAction::default() };
        if commit_service_action(ctx, table, &action).await?.is_none() {
            return Ok(false);
        }
    }
    availability::copy(&mut ctx.db, table.id, seat, &current).await?;
    // Without a moved deadline nothing else tells an action that is decided at this moment.
    store::positions::raise_changes(&mut ctx.db, table.id).await?;
    Ok(true)
}

fn moved_deadlines(
    app: &App,
    table: &LoadedGame,
    clocks: &GameClocks,
    heard: &AvailabilityUpdate,
) -> Result<Vec<ServiceEvent>, Error> {
    let (_, game) = table.position()?;
    let open: Vec<Decision> = game.awaiting().into_iter().filter(|decision| decision.blocking).collect();
    let open: Vec<(Seat, &str)> = open.iter().map(|decision| (decision.seat, decision.id.as_str())).collect();
    let played_by_owner = table.played_by_owner();
    let is_running = table.present.status == Status::Running;
    let (clock, availability) = (clocks.timing.clock, &clocks.availability);
    let after: Clocks = clocks.clocks.after(&ClockChange {
        availability_update: Some(heard),
        ..ClockChange::new(clock, app.now(), &open, &played_by_owner, is_running, availability)
    });
    let events = after.moved(&clocks.clocks).filter_map(|running| {
        let known = clocks.clocks.find(running.seat, &running.decision)?;
        (running.deadline != known.deadline).then(|| ServiceEvent::DeadlineMoved {
            seat: running.seat,
            decision: running.decision.clone(),
            deadline: running.deadline,
        })
    });
    Ok(events.collect())
}
