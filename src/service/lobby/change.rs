//! The owner sets a table anew before the start. What people had confirmed is asked again.

use uuid::Uuid;

use super::changes::{TableChange, note};
use super::create::{bot_seat, check_bots, check_seats, raw};
use super::hold::{Held, hold_as_owner};
use super::settle::{Happened, settle};
use super::shown::{GameShown, show};
use super::terms::{JoinRule, StartRule, Terms, caretaker_after, clock, confirm_hours, order_delay};
use super::text;
use crate::app::App;
use crate::clocks::Clock;
use crate::error::{Code, Error};
use crate::service::tag::Seen;
use crate::store::games::Visibility;
use crate::store::games::{self, GameChanges};
use crate::store::{Connection, invitations, seats};
use rules::{AnyRuleset, Json};

/// What is to be set anew; what is left out stays as it is.
#[derive(Debug, Default)]
pub struct Changes {
    pub name: Option<String>,
    pub description: Option<String>,
    /// The language of its talk; an inner `None` means any.
    pub language: Option<Option<String>>,
    pub options: Option<Json>,
    pub seats: Option<u8>,
    pub bots: Option<Vec<String>>,
    /// Who may find and see it.
    pub visibility: Option<Visibility>,
    /// Are the seats dealt at the start?
    pub deal_seats: Option<bool>,
    /// When it starts.
    pub start: Option<StartRule>,
    /// Who may join.
    pub join: Option<JoinRule>,
    /// How many hours people have to confirm.
    pub confirm_hours: Option<u16>,
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot takes over.
    pub caretaker_after: Option<u8>,
    /// The most seconds that a standing order waits before it answers.
    pub order_delay_seconds: Option<u32>,
}

/// Sets a table anew. Errors: those of [`hold_as_owner`], `invalid_field`, `invalid_options`, `game_full`.
pub async fn change(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    owner: Uuid,
    changes: Changes,
    seen: &Seen,
) -> Result<GameShown, Error> {
    let held = hold_as_owner(connection, game, owner, seen).await?;
    let stored = &held.game;
    let title = app.rulesets.of_game(connection, game, &stored.ruleset, &stored.components_digest).await?;
    let now = changes.seats.map_or(stored.seat_count, i16::from);
    let count = u8::try_from(now).unwrap_or(u8::MAX);
    must_fit(connection, title.as_ref(), &held, &changes, count).await?;
    let options = match &changes.options {
        Some(options) => title.offered_options(Some(options))?,
        None => raw(stored.options.clone())?,
    };
    title.blank(&options, count)?;
    let name = changes.name.as_deref().map_or(Ok(stored.name.clone()), text::name)?;
    let language = match &changes.language {
        Some(language) => language.as_deref().map(text::language).transpose()?,
        None => stored.language.clone(),
    };
    let changed = GameChanges {
        name: &name,
        name_key: &text::words(&name).join(" "),
        visibility: changes.visibility.unwrap_or(stored.visibility),
        seat_count: now,
        deal_seats: changes.deal_seats.unwrap_or(stored.deal_seats),
        options: options.get(),
        house_rules: &title.house_rules(&options),
        terms: &terms(&held, &changes)?.text()?,
        language: language.as_deref(),
    };
    games::change(connection, game, &changed).await?;
    if let Some(bots) = &changes.bots {
        seat_bots(app, connection, &held, now, bots).await?;
    }
    note(app, connection, game, &[TableChange::TermsChanged {}]).await?;
    settle(app, connection, game, Happened::Terms).await?;
    show(app, connection, game, Some(owner)).await
}

fn terms(held: &Held, changes: &Changes) -> Result<Terms, Error> {
    let before = Terms::of(&held.game)?;
    Ok(Terms {
        description: changes.description.as_deref().map_or(Ok(before.description), text::description)?,
        start: changes.start.unwrap_or(before.start),
        join: changes.join.unwrap_or(before.join),
        confirm_hours: confirm_hours(changes.confirm_hours.or(Some(before.confirm_hours)))?,
        clock: clock(changes.clock.unwrap_or(before.clock))?,
        caretaker_after: caretaker_after(changes.caretaker_after.or(Some(before.caretaker_after)))?,
        forbidden_orders: before.forbidden_orders,
        order_delay_seconds: order_delay(changes.order_delay_seconds.or(Some(before.order_delay_seconds)))?,
    })
}

/// Everybody who sits there, every bot and every seat that is kept must find a place.
async fn must_fit(
    connection: &mut Connection,
    title: &dyn AnyRuleset,
    held: &Held,
    changes: &Changes,
    seats: u8,
) -> Result<(), Error> {
    check_seats(title, seats)?;
    check_bots(title, seats, changes.bots.as_deref().unwrap_or_default())?;
    let people = held.people().count();
    let bots = changes.bots.as_ref().map_or(held.taken.len().saturating_sub(people), Vec::len);
    let (_, reserved) = invitations::count_open(connection, held.game.id).await?;
    if people.saturating_add(bots).saturating_add(reserved) <= usize::from(seats) {
        return Ok(());
    }
    let field = if changes.bots.is_some() { "bots" } else { "seats" };
    Err(Code::GameFull.field(field, "There are not seats enough for everybody who has one."))
}

/// These bots take seats instead of those that had some, at the far end.
async fn seat_bots(
    app: &App,
    connection: &mut Connection,
    held: &Held,
    count: i16,
    bots: &[String],
) -> Result<(), Error> {
    seats::dismiss_bots(connection, held.game.id).await?;
    let people: Vec<_> = held.taken.iter().filter(|seat| seat.account_id.is_some()).collect();
    let free = (0..count).rev().filter(|seat| people.iter().all(|person| person.seat != *seat));
    let next = people.iter().map(|person| person.join_order + 1).max().unwrap_or_default();
    let taken: Vec<_> = free
        .zip(next..)
        .zip(bots)
        .map(|((seat, order), bot)| bot_seat(app, held.game.id, seat, order, bot))
        .collect();
    Ok(seats::take(connection, &taken).await?)
}
