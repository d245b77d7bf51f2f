//! Deleting an account, and forgetting what is too old. What is left of an account is a pseudonym, so that every game
//! stays whole for the others.
//!
//! The account goes in one transaction. Its seats follow one game at a time, in transactions of their own, as no write
//! locks two games; if the process dies in between, the sweep finishes it.

use chrono::TimeDelta;
use uuid::Uuid;

use super::access::{AccountCredential, personal_tokens};
use super::caretakers::{self, AbsentOwner};
use super::codes::TypedCode;
use super::identity::Name;
use super::tag::Seen;
use super::{
    accounts, apps, audit, channels, clubs, competitions, devices, idempotency, limits, lobby, page_log_ins,
    play, push, recovery, sessions, webhooks,
};
use crate::error::{Code, Error};
use crate::notifications::unasked;
use crate::service::{Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::departures::{self, SeatOfDeparted};
use crate::store::{self};

/// Makes a pseudonym of an account whose password was checked in `session`. After the commit
/// [`super::recovery::clear_credential_caches`] and [`leave_tables`] must follow.
pub async fn depart(tx: &mut Tx<'_>, row: &AccountRow, session: Uuid) -> Result<(), Error> {
    recovery::require_unchanged(tx, row, session).await?;
    erase(tx, row).await
}

/// As [`depart`], for an account whose owner typed a mailed code on the page that `credential` opened.
pub async fn depart_by_code(
    tx: &mut Tx<'_>,
    row: &AccountRow,
    (credential, code): (AccountCredential, &TypedCode),
) -> Result<(), Error> {
    accounts::owner(&mut tx.db, row.id).await?;
    credential.ensure_valid(tx).await?;
    code.use_up(tx).await?;
    erase(tx, row).await
}

async fn erase(tx: &mut Tx<'_>, row: &AccountRow) -> Result<(), Error> {
    sessions::end_all(tx, row.id).await?;
    let name = pseudonym(tx, row.id).await?;
    competitions::depart(tx, row.id).await?;
    clubs::depart(tx, row.id).await?;
    departures::erase(&mut tx.ctx.db, row.id, name.shown(), name.key(), tx.ctx.app.now()).await?;
    audit::record_deletion(tx, row.id).await
}

/// A pseudonym that is free: `Departed 4f2a`, longer when those are used up.
async fn pseudonym(ctx: &mut Ctx, account: Uuid) -> Result<Name, Error> {
    for digits in [4, 4, 8, 16] {
        let mark = hex::encode(ctx.app.secrets.bytes::<8>());
        let name = Name::pseudonym(mark.get(..digits).unwrap_or(&mark));
        if store::accounts::claim_name_keys(&mut ctx.db, account, &name.keys()).await? {
            return Ok(name);
        }
    }
    Err(Error::bug("there is no pseudonym left"))
}

/// Gives up the seats of deleted accounts, or of `account` alone: games that have not started are left, in those that
/// are being played a bot plays on to the end. A game that can't be left now is left to the sweep.
pub async fn leave_tables(ctx: &mut Ctx, account: Option<Uuid>) -> Result<(), Error> {
    for held in departures::seats_of_departed(&mut ctx.db, account).await? {
        let left = ctx.transaction(async |tx| leave(tx, &held).await);
        if let Err(error) = left.await {
            tracing::warn!(game = %held.game, %error, "a deleted account still has a seat");
        }
    }
    if let Some(account) = account {
        let turned_down = ctx.transaction(async |tx| lobby::depart(tx, account).await);
        if let Err(error) = turned_down.await {
            tracing::warn!(%account, %error, "a deleted account is still invited");
        }
    }
    ctx.app.events.notify();
    Ok(())
}

async fn leave(tx: &mut Tx<'_>, held: &SeatOfDeparted) -> Result<(), Error> {
    if !held.started {
        return match lobby::leave(tx, held.game, held.account, &Seen::Nothing).await {
            Err(error) if error.is(Code::NotAMember) || error.is(Code::GameNotFound) => Ok(()),
            left => left,
        };
    }
    match caretakers::caretaker(tx.app.ruleset(&held.ruleset)?) {
        Some(bot) => caretakers::entrust(tx, held.game, held.account, bot, AbsentOwner::HasLeft).await,
        // Where no bot can play on, the seat gives up.
        None => match play::resign(tx, held.game, held.account, &Seen::Nothing).await {
            Err(error) if error.is(Code::SeatResigned) => Ok(()),
            resigned => resigned.map(|_| ()),
        },
    }
}

/// Deletes what is too old: replies, registrations that were never verified, sessions that expired long ago. Several
/// processes may do so at the same time.
pub async fn forget(ctx: &mut Ctx) -> Result<(), Error> {
    idempotency::forget_old_replies(ctx).await?;
    store::accounts::forget_unverified(&mut ctx.db, accounts::oldest_unverified(&ctx.app)).await?;
    personal_tokens::forget(ctx).await?;
    devices::forget(ctx).await?;
    apps::forget(ctx).await?;
    page_log_ins::forget(ctx).await?;
    unasked::forget(&ctx.app, &mut ctx.db).await?;
    audit::forget(ctx).await?;
    leave_tables(ctx, None).await?;
    store::credentials::forget_stream_tickets(&mut ctx.db, ctx.app.now()).await?;
    let oldest_item = ctx.app.now() - TimeDelta::days(ctx.app.settings.streams.keep_days);
    store::stream_items::forget(&mut ctx.db, oldest_item).await?;
    limits::forget(ctx).await?;
    webhooks::delete_old(ctx).await?;
    push::forget(ctx).await?;
    channels::delete_old(ctx).await?;
    let oldest_mail = ctx.app.now() - TimeDelta::days(ctx.app.settings.replies.days);
    store::reply_addresses::forget(&mut ctx.db, oldest_mail).await?;
    store::mail_links::forget(&mut ctx.db, ctx.app.now(), oldest_mail).await?;
    let settings = &ctx.app.settings.accounts;
    let oldest_session =
        ctx.app.now() - TimeDelta::seconds(settings.access_seconds.max(settings.refresh_seconds));
    Ok(store::sessions::forget(&mut ctx.db, ctx.app.now(), oldest_session).await?)
}
