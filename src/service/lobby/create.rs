//! Creating a game, changing its terms before the start, and the rematch after the end.

use std::sync::Arc;
use uuid::Uuid;

use super::changes::{LobbyChange, record_changes};
use super::details::{GameDetails, details_for, get};
use super::locked::{LockedGame, lock, lock_as_owner};
use super::seats::{Joining, join};
use super::start::{Changed, expires_at, settle};
use super::terms::{
    JoinRule, StartRule, Terms, caretaker_after, checked_description, checked_language, checked_name, clock,
    confirm_hours, name_words, order_delay,
};
use crate::error::{Code, Error, Mistakes, Sentence};
use crate::notifications::enqueue;
use crate::service::explained::RulesetPart;
use crate::service::stored_json::raw;
use crate::service::tag::Seen;
use crate::service::{App, Tx};
use crate::store;
use crate::store::games::{GameChanges, NewGame, Status, Visibility};
use crate::store::invitations::{InvitationRow, OPEN};
use crate::store::seats::SeatRow;
use crate::store::{Connection, games, invitations, seats};
use crate::time_control::Clock;
use rules::{AnyRuleset, Json, chance};

/// The settings of a new game.
#[derive(Debug)]
pub struct Creation {
    pub ruleset: String,
    /// The name of the game; that of the ruleset if left out.
    pub name: Option<String>,
    /// The ruleset's options; its defaults if left out.
    pub options: Option<Json>,
    pub seats: u8,
    /// Who may find and see it.
    pub visibility: Visibility,
    pub bots: Vec<String>,
    /// `true`: seats are dealt by chance at the start; `false`: they follow the order of joining.
    pub deal_seats: bool,
    pub entropy: Vec<u8>,
    pub terms: Terms,
    /// The language of its talk; any if left out.
    pub language: Option<String>,
    /// The game that this one is the rematch of.
    pub rematch_of: Option<Uuid>,
}

/// Creates a game with `owner` and its bots in seats, and starts it if no seat is free.
pub async fn create(tx: &mut Tx<'_>, owner: Uuid, creation: &Creation) -> Result<GameDetails, Error> {
    let id = open(tx, owner, creation).await?;
    settle(tx, id, Changed::Seats).await?;
    get(tx, id, Some(owner)).await
}

/// Creates the game, and leaves to the caller what follows.
pub async fn open(tx: &mut Tx<'_>, owner: Uuid, creation: &Creation) -> Result<Uuid, Error> {
    let app = Arc::clone(&tx.app);
    let (components_digest, ruleset) = app
        .rulesets
        .find(&creation.ruleset)
        .ok_or_else(|| app.rulesets.unknown(Code::InvalidField, &creation.ruleset))?;
    let mut mistakes = Mistakes::default();
    mistakes.note(check_seats(ruleset.as_ref(), creation.seats))?;
    mistakes.note(check_bots(ruleset.as_ref(), creation.seats, &creation.bots))?;
    mistakes.note(check_orders(ruleset.as_ref(), &creation.terms.forbidden_orders))?;
    let language = mistakes.note(creation.language.as_deref().map(checked_language).transpose())?.flatten();
    let usual_name = || Ok(ruleset.name().to_owned());
    let name = mistakes.note(creation.name.as_deref().map_or_else(usual_name, checked_name))?;
    mistakes.result()?;
    let name = name.unwrap_or_default();
    let options = offered_options(ruleset.as_ref(), creation.options.as_ref())?;
    ruleset.blank(&options, creation.seats)?;
    if games::open_tables_of(&mut tx.db, owner).await? >= app.settings.lobby.open_tables {
        return Err(Code::TooManyGames.problem());
    }
    let (id, secret) = (app.new_id(), app.secrets.bytes());
    let game = NewGame {
        id,
        ruleset: ruleset.id(),
        rules_version: i32::try_from(ruleset.rules_version()).unwrap_or(i32::MAX),
        name: &name,
        status: Status::Open,
        visibility: creation.visibility,
        owner_id: owner,
        seat_count: i16::from(creation.seats),
        deal_seats: creation.deal_seats,
        options: options.get(),
        house_rules: &ruleset.house_rules(&options),
        components: ruleset.components(),
        components_digest,
        commitment: &chance::commitment(&secret),
        secret: &secret,
        created_at: app.now(),
        terms: &creation.terms.to_json()?,
        language: language.as_deref(),
        name_key: &name_words(&name).join(" "),
        lobby_due_at: Some(expires_at(&app)),
        rematch_of: creation.rematch_of,
    };
    games::add(&mut tx.db, &game).await?;
    seats::take(&mut tx.db, &first_seats(&app, id, owner, creation)).await?;
    Ok(id)
}

/// The options as the ruleset keeps them. Error: `invalid_options`.
fn offered_options(ruleset: &dyn AnyRuleset, given: Option<&Json>) -> Result<Json, Error> {
    let explain = |error: Error| match given {
        Some(given) => RulesetPart::Options.explain(ruleset, given, error),
        None => error,
    };
    ruleset.offered_options(given.map(AsRef::as_ref)).map_err(Error::from).map_err(explain)
}

/// Error: `invalid_field`.
pub fn check_seats(ruleset: &dyn AnyRuleset, seats: u8) -> Result<(), Error> {
    let players = ruleset.players();
    if players.contains(&seats) {
        return Ok(());
    }
    let (least, most) = (*players.start(), *players.end());
    Err(Code::InvalidField.field("seats", Sentence::PlayersBetween { least, most }))
}

/// The ruleset knows the bots, and a person can play, too. Error: `invalid_field`.
pub fn check_bots(ruleset: &dyn AnyRuleset, seats: u8, bots: &[String]) -> Result<(), Error> {
    if bots.len() >= usize::from(seats) {
        return Err(Code::InvalidField.field("bots", Sentence::SeatForPerson));
    }
    if let Some(index) = bots.iter().position(|bot| !ruleset.bots().contains(&bot.as_str())) {
        let sentence = Sentence::not_among(&bots[index], ruleset.bots());
        return Err(Code::InvalidField.field(format!("bots[{index}]"), sentence));
    }
    Ok(())
}

/// The ruleset knows the kinds of order, each named once. Error: `invalid_field`.
fn check_orders(ruleset: &dyn AnyRuleset, forbidden: &[String]) -> Result<(), Error> {
    let kinds = ruleset.order_kinds();
    let known = |index: usize, kind: &String| {
        kinds.contains(&kind.as_str()) && !forbidden.iter().take(index).any(|other| other == kind)
    };
    if let Some(index) = forbidden.iter().enumerate().position(|(index, kind)| !known(index, kind)) {
        let sentence = Sentence::OrderKinds { allowed: kinds.iter().map(ToString::to_string).collect() };
        return Err(Code::InvalidField.field(format!("forbidden_orders[{index}]"), sentence));
    }
    Ok(())
}

/// The owner joins first, then the bots, who sit at the far end until seats are dealt.
fn first_seats(app: &App, game: Uuid, owner: Uuid, creation: &Creation) -> Vec<SeatRow> {
    let person = SeatRow {
        game_id: game,
        seat: 0,
        account_id: Some(owner),
        bot: None,
        entropy: creation.entropy.clone(),
        join_order: 0,
        joined_at: app.now(),
        confirmed_at: None,
    };
    let bots = (1..)
        .zip(&creation.bots)
        .map(|(order, bot)| bot_seat(app, game, i16::from(creation.seats) - order, order, bot));
    std::iter::once(person).chain(bots).collect()
}

pub fn bot_seat(app: &App, game: Uuid, seat: i16, join_order: i16, bot: &str) -> SeatRow {
    SeatRow {
        game_id: game,
        seat,
        account_id: None,
        bot: Some(bot.to_owned()),
        entropy: Vec::new(),
        join_order,
        joined_at: app.now(),
        confirmed_at: None,
    }
}

/// What is left out stays as it is.
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
    /// `true`: seats are dealt by chance at the start; `false`: they follow the order of joining.
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

/// Changes the settings of a game. Errors: those of [`lock_as_owner`], `invalid_field`, `invalid_options`, `game_full`.
pub async fn change(
    tx: &mut Tx<'_>,
    game: Uuid,
    owner: Uuid,
    changes: Changes,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    let locked = lock_as_owner(tx, game, owner, seen).await?;
    let stored = &locked.game;
    let ruleset =
        tx.ctx.app.rulesets.of_game(&mut tx.ctx.db, game, &stored.ruleset, &stored.components_digest).await?;
    let now = changes.seats.map_or(stored.seat_count, i16::from);
    let count = u8::try_from(now).unwrap_or(u8::MAX);
    must_fit(&mut tx.db, ruleset.as_ref(), &locked, &changes, count).await?;
    let options = match &changes.options {
        Some(options) => offered_options(ruleset.as_ref(), Some(options))?,
        None => raw(stored.options.clone())?,
    };
    ruleset.blank(&options, count)?;
    let name = changes.name.as_deref().map_or(Ok(stored.name.clone()), checked_name)?;
    let language = match &changes.language {
        Some(language) => language.as_deref().map(checked_language).transpose()?,
        None => stored.language.clone(),
    };
    let changed = GameChanges {
        name: &name,
        name_key: &name_words(&name).join(" "),
        visibility: changes.visibility.unwrap_or(stored.visibility),
        seat_count: now,
        deal_seats: changes.deal_seats.unwrap_or(stored.deal_seats),
        options: options.get(),
        house_rules: &ruleset.house_rules(&options),
        terms: &terms(&locked, &changes)?.to_json()?,
        language: language.as_deref(),
    };
    games::change(&mut tx.db, game, &changed).await?;
    if let Some(bots) = &changes.bots {
        seat_bots(tx, &locked, now, bots).await?;
    }
    record_changes(tx, game, &[LobbyChange::TermsChanged {}]).await?;
    settle(tx, game, Changed::Terms).await?;
    get(tx, game, Some(owner)).await
}

fn terms(locked: &LockedGame, changes: &Changes) -> Result<Terms, Error> {
    let before = Terms::of(&locked.game)?;
    Ok(Terms {
        description: changes.description.as_deref().map_or(Ok(before.description), checked_description)?,
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
    ruleset: &dyn AnyRuleset,
    locked: &LockedGame,
    changes: &Changes,
    seats: u8,
) -> Result<(), Error> {
    check_seats(ruleset, seats)?;
    check_bots(ruleset, seats, changes.bots.as_deref().unwrap_or_default())?;
    let people = locked.people().count();
    let bots = changes.bots.as_ref().map_or(locked.taken.len().saturating_sub(people), Vec::len);
    let (_, reserved) = invitations::count_open(connection, locked.game.id).await?;
    if people.saturating_add(bots).saturating_add(reserved) <= usize::from(seats) {
        return Ok(());
    }
    let field = if changes.bots.is_some() { "bots" } else { "seats" };
    Err(Code::GameFull.field(field, Sentence::SeatsTooFew))
}

/// These bots take seats instead of those that had some, at the far end.
async fn seat_bots(tx: &mut Tx<'_>, locked: &LockedGame, count: i16, bots: &[String]) -> Result<(), Error> {
    seats::dismiss_bots(&mut tx.db, locked.game.id).await?;
    let people: Vec<_> = locked.taken.iter().filter(|seat| seat.account_id.is_some()).collect();
    let free = (0..count).rev().filter(|seat| people.iter().all(|person| person.seat != *seat));
    let next = people.iter().map(|person| person.join_order + 1).max().unwrap_or_default();
    let taken: Vec<_> = free
        .zip(next..)
        .zip(bots)
        .map(|((seat, order), bot)| bot_seat(&tx.app, locked.game.id, seat, order, bot))
        .collect();
    Ok(seats::take(&mut tx.db, &taken).await?)
}

/// How long standing orders wait in a rematch.
#[derive(Debug, Clone, Copy)]
pub enum RematchDelay {
    /// As in the game before.
    Same,
    /// The same if they waited at all, else as pages and mails propose.
    Proposed,
    /// As a player chose: so many seconds.
    Chosen(u32),
}

/// The rematch of a game that is over; the first player who requests it opens it, the others get the same.
/// Errors: `game_not_found`, `not_a_member`, `game_not_over`, `too_many_games`, `invalid_options`.
pub async fn rematch(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    entropy: Vec<u8>,
    order_delay: RematchDelay,
) -> Result<GameDetails, Error> {
    // The lock on the old game keeps two players from opening two rematches.
    let locked = lock(tx, game, account, false).await?;
    locked.must_seat(account)?;
    if locked.game.started_at.is_none() || !locked.game.status.is_over() {
        return Err(Code::GameNotOver.problem());
    }
    let id = match games::rematch_of(&mut tx.db, game).await? {
        Some(rematch) => rematch,
        None => open_anew(tx, &locked, account, entropy, order_delay).await?,
    };
    let gone = || Error::bug(format!("the rematch {id} is gone"));
    let rematch = games::get(&mut tx.db, id).await?.ok_or_else(gone)?;
    details_for(&mut tx.db, rematch, Some(account)).await
}

/// Requests the rematch of a game that is over, and takes a seat in it. Errors: those of [`rematch`] and of joining.
pub async fn sit_down_again(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    order_delay: RematchDelay,
) -> Result<GameDetails, Error> {
    let rematch = rematch(tx, game, account, Vec::new(), order_delay).await?;
    if rematch.seats.iter().any(|seat| seat.account == Some(account)) {
        return Ok(rematch);
    }
    join(tx, rematch.id, account, Joining::default()).await
}

async fn open_anew(
    tx: &mut Tx<'_>,
    locked: &LockedGame,
    owner: Uuid,
    entropy: Vec<u8>,
    order_delay: RematchDelay,
) -> Result<Uuid, Error> {
    let old = &locked.game;
    let terms = match (Terms::of(old)?, order_delay) {
        (terms, RematchDelay::Same) => terms,
        (terms, RematchDelay::Proposed) => terms.with_proposed_delay(),
        (terms, RematchDelay::Chosen(seconds)) => terms.delaying(Some(seconds))?,
    };
    let creation = Creation {
        ruleset: old.ruleset.clone(),
        name: Some(old.name.clone()),
        options: Some(raw(old.options.clone())?),
        seats: u8::try_from(old.seat_count).unwrap_or_default(),
        visibility: old.visibility,
        bots: locked.taken.iter().filter_map(|seat| seat.bot.clone()).collect(),
        deal_seats: old.deal_seats,
        entropy,
        terms,
        language: old.language.clone(),
        rematch_of: Some(old.id),
    };
    let id = open(tx, owner, &creation).await?;
    for person in locked.people().filter(|person| *person != owner) {
        keep_seat(tx, id, owner, person).await?;
    }
    settle(tx, id, Changed::Seats).await?;
    Ok(id)
}

/// A seat is reserved for every player who still has an account.
async fn keep_seat(tx: &mut Tx<'_>, game: Uuid, owner: Uuid, person: Uuid) -> Result<(), Error> {
    let account = store::accounts::find(&mut tx.db, person).await?;
    if account.is_none_or(|account| account.deleted_at.is_some()) {
        return Ok(());
    }
    let row = InvitationRow {
        game_id: game,
        id: tx.app.new_id(),
        account_id: Some(person),
        email: None,
        email_key: None,
        invited_by: owner,
        state: OPEN.to_owned(),
        reserves: true,
        created_at: tx.app.now(),
        decided_at: None,
    };
    invitations::add(&mut tx.db, &row).await?;
    enqueue::invitation(&tx.ctx.app, &mut tx.ctx.db, &row).await
}
