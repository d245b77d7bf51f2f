//! Opening a table.

use serde_json::value::RawValue;
use uuid::Uuid;

use super::settle::{Happened, expires_at, settle};
use super::shown::{GameShown, show};
use super::terms::Terms;
use super::text;
use crate::app::App;
use crate::error::{Code, Error};
use crate::store::Connection;
use crate::store::games::{self, NewGame};
use crate::store::games::{Status, Visibility};
use crate::store::seats::{self, SeatRow};
use rules::{AnyRuleset, Json, chance};

/// What somebody wants to play.
#[derive(Debug)]
pub struct Creation {
    pub ruleset: String,
    /// What the table is called; the title's name if left out.
    pub name: Option<String>,
    /// The title's options; its defaults if left out.
    pub options: Option<Json>,
    pub seats: u8,
    /// Who may find and see it.
    pub visibility: Visibility,
    pub bots: Vec<String>,
    /// Are the seats dealt at the start? If not, they are taken in the order of joining.
    pub deal_seats: bool,
    pub entropy: Vec<u8>,
    pub terms: Terms,
    /// The language of its talk; any if left out.
    pub language: Option<String>,
    /// The game that this one is the rematch of.
    pub rematch_of: Option<Uuid>,
}

/// Opens a table with `owner` and its bots at it, and starts the game when that is everybody.
pub async fn create(
    app: &App,
    connection: &mut Connection,
    owner: Uuid,
    creation: &Creation,
) -> Result<GameShown, Error> {
    let id = open(app, connection, owner, creation).await?;
    settle(app, connection, id, Happened::Seats).await?;
    show(app, connection, id, Some(owner)).await
}

/// Opens the table, and leaves to the caller what follows.
pub(super) async fn open(
    app: &App,
    connection: &mut Connection,
    owner: Uuid,
    creation: &Creation,
) -> Result<Uuid, Error> {
    let (components_digest, title) = app
        .rulesets
        .find(&creation.ruleset)
        .ok_or_else(|| Code::InvalidField.field("ruleset", "There is no such ruleset."))?;
    check_seats(title.as_ref(), creation.seats)?;
    check_bots(title.as_ref(), creation.seats, &creation.bots)?;
    check_orders(title.as_ref(), &creation.terms.forbidden_orders)?;
    let options = title.offered_options(creation.options.as_deref())?;
    title.blank(&options, creation.seats)?;
    if games::open_tables_of(connection, owner).await? >= app.settings.lobby.open_tables {
        return Err(Code::TooManyTables.problem());
    }
    let (id, secret) = (app.new_id(), app.secrets.bytes());
    let language = creation.language.as_deref().map(text::language).transpose()?;
    let name = creation.name.as_deref().map_or(Ok(title.name().to_owned()), text::name)?;
    let game = NewGame {
        id,
        ruleset: title.id(),
        rules_version: i32::try_from(title.rules_version()).unwrap_or(i32::MAX),
        name: &name,
        status: Status::Open,
        visibility: creation.visibility,
        owner_id: owner,
        seat_count: i16::from(creation.seats),
        deal_seats: creation.deal_seats,
        options: options.get(),
        house_rules: &title.house_rules(&options),
        components: title.components(),
        components_digest,
        commitment: &chance::commitment(&secret),
        secret: &secret,
        created_at: app.now(),
        terms: &creation.terms.text()?,
        language: language.as_deref(),
        name_key: &text::words(&name).join(" "),
        lobby_due_at: Some(expires_at(app)),
        rematch_of: creation.rematch_of,
    };
    games::add(connection, &game).await?;
    seats::take(connection, &first_seats(app, id, owner, creation)).await?;
    Ok(id)
}

/// Error: `invalid_field`.
pub(super) fn check_seats(title: &dyn AnyRuleset, seats: u8) -> Result<(), Error> {
    let players = title.players();
    if players.contains(&seats) {
        return Ok(());
    }
    let sentence = format!("{} to {} can play.", players.start(), players.end());
    Err(Code::InvalidField.field("seats", sentence))
}

/// The title knows the bots, and a person can play, too. Error: `invalid_field`.
pub(super) fn check_bots(title: &dyn AnyRuleset, seats: u8, bots: &[String]) -> Result<(), Error> {
    if bots.len() >= usize::from(seats) {
        return Err(Code::InvalidField.field("bots", "There must be a seat for a person."));
    }
    if let Some(index) = bots.iter().position(|bot| !title.bots().contains(&bot.as_str())) {
        let sentence = format!("The bots of this title are {}.", title.bots().join(", "));
        return Err(Code::InvalidField.field(format!("bots[{index}]"), sentence));
    }
    Ok(())
}

/// The title knows the kinds of order, each named once. Error: `invalid_field`.
fn check_orders(title: &dyn AnyRuleset, forbidden: &[String]) -> Result<(), Error> {
    let kinds = title.order_kinds();
    let known = |index: usize, kind: &String| {
        kinds.contains(&kind.as_str()) && !forbidden.iter().take(index).any(|other| other == kind)
    };
    if let Some(index) = forbidden.iter().enumerate().position(|(index, kind)| !known(index, kind)) {
        let sentence = format!("The kinds of order of this title are {}, each named once.", kinds.join(", "));
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

pub(super) fn bot_seat(app: &App, game: Uuid, seat: i16, join_order: i16, bot: &str) -> SeatRow {
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

pub fn raw(text: String) -> Result<Json, Error> {
    RawValue::from_string(text)
        .map_err(|error| Error::Internal(format!("stored JSON does not read: {error}")))
}
