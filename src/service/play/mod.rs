//! Playing: reading a game, acting in it, taking actions back, and what bots, standing orders and clocks do there.
//!
//! A write is decided on the state that one statement read and is stored by one other, guarded by the version it was
//! decided on. When another write was faster, the game is read again and the action validated again. An action in a game
//! that this process wrote a moment ago is decided on what it wrote and stored by the one statement alone.

mod act;
mod bot_turn;
mod commit;
mod legal;
mod orders;
mod plan;
mod take_back;
mod texts;
mod views;

pub use act::{Act, ActionRequest, ActionResult, Preview, PreviewTexts, act, act_in_played, preview, resign};
pub use bot_turn::bot_turn;
pub use commit::{Before, Change, Committed, NewNotification, ServiceAction, commit, commit_service_action};
pub use legal::{DecisionTexts, Included, LegalActions, LegalDecision, PlayInclude, legal, legal_with};
pub use orders::{answer_due_order, order_turn};
pub use plan::{GameClocks, Summary};
pub use take_back::{TakeBack, TakeBackOptions, take_back};
pub use texts::{GameWords, PositionTexts, put_event_texts};
pub use views::{
    AwaitedDecision, EventPage, GameMoment, GameView, RedactedEvent, awaited, beyond_present, events, moment,
    present, redact_stored, redact_written, version, view,
};

use chrono::TimeDelta;

use crate::error::{Code, Error};
use crate::service::{Ctx, Tx};
use crate::telemetry::metrics;
use crate::time_control::Instant;

/// The most tries of one write; after the last the caller gets `busy`.
const MAX_TRIES: usize = 5;
/// The author of a service action, as the metrics call it.
pub const SERVICE_AUTHOR: &str = "table";

/// Tries a write by `author`, a word of [`rules::Author`] or [`SERVICE_AUTHOR`]. An `attempt` loads the game, checks
/// whether it may be written, and writes it; it gives `None` when another write moved the game in between. Error of the
/// last attempt: `busy`.
pub async fn retried<T>(
    author: &'static str,
    mut attempt: impl AsyncFnMut() -> Result<Option<T>, Error>,
) -> Result<T, Error> {
    for number in 0..MAX_TRIES {
        if number > 0 {
            metrics::write_retried(author);
        }
        if let Some(done) = attempt().await? {
            return Ok(done);
        }
    }
    Err(Code::Busy.problem())
}

/// What could not be done is put off by this many seconds.
const PUT_OFF_SECONDS: i64 = 60;

/// Claims the work that has been due the longest and does it, in one transaction; `false` if nothing is due. Work that
/// fails is put off, so that it does not hold up the rest.
pub async fn work_off<C>(
    ctx: &mut Ctx,
    claim: impl AsyncFnOnce(&mut Tx<'_>, Instant) -> Result<Option<C>, Error>,
    work: impl AsyncFnOnce(&mut Tx<'_>, &C) -> Result<(), Error>,
    put_off: impl AsyncFnOnce(&mut Ctx, &C, Instant) -> Result<(), Error>,
) -> Result<bool, Error> {
    let (mut claimed, now) = (None, ctx.app.now());
    let done = ctx
        .transaction(async |tx| {
            claimed = claim(tx, now).await?;
            let Some(claimed) = &claimed else { return Ok(false) };
            work(tx, claimed).await?;
            Ok(true)
        })
        .await;
    if let (Err(_), Some(claimed)) = (&done, &claimed) {
        // Outside of the transaction, whose writes were rolled back.
        let until = ctx.app.now() + TimeDelta::seconds(PUT_OFF_SECONDS);
        put_off(ctx, claimed, until).await?;
    }
    if matches!(done, Ok(true)) {
        ctx.app.events.notify();
    }
    done
}
