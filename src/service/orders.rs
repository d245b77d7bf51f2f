//! Standing orders: answers that a player gives in advance for their seat, secret from everyone else.
//!
//! May know: the orders of the calling account, and its seat. Carrying them out is part of the write that opens a
//! decision: see [`crate::service::play::commit`].

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::access::AccountCredential;
use crate::service::idempotency::StoredReply;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::GameSettings;
use crate::service::play::{self, Before, Change, GameWords, RedactedEvent, commit, redact_written};
use crate::service::rulesets::RulesetPart;
use crate::service::stored_json::{decode, encode, raw};
use crate::service::tag::Tag;
use crate::service::{App, Ctx, Tx};
use crate::store;
use crate::store::orders::OrderRow;
use crate::store::{Connection, games, orders, positions};
use crate::texts::GameSentences;
use crate::time_control::Instant;
use rules::schemas::{AnyAction, AnyOrder};
use rules::{Json, Seat};

/// The most orders that a seat has, those that can't apply any more among them.
pub const MOST_ORDERS: usize = 40;

/// All orders of your seat; there are never more than one page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StandingOrderPage {
    pub ruleset: &'static str,
    /// The oldest order comes first.
    pub items: Vec<StandingOrder>,
    /// Always null: one page holds all.
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// Kinds (`type`) that this game forbids.
    pub forbidden_orders: Vec<String>,
    /// How many orders a seat may have, spent ones included.
    pub limit: usize,
}

/// An answer in advance that your seat has given.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StandingOrder {
    pub id: Uuid,
    /// As the server keeps it: members that you left out and that depend on the state of the game are filled in as they
    /// were when you gave it.
    #[schema(value_type = AnyOrder)]
    pub order: Json,
    #[schema(value_type = String, format = DateTime)]
    pub set_at: Instant,
    /// Why it can't apply any more; null while it can.
    pub spent: Option<SpentOrder>,
    /// Why it rests until you resume it; null while it works.
    pub suspended: Option<SuspendedOrder>,
}

/// Why an order rests, and since when.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SuspendedOrder {
    /// Since when it answers nothing.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    pub reason: SuspensionReason,
}

/// `password_reset`: another person may have given the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SuspensionReason {
    /// The password of the account was reset: another person may have given the order.
    PasswordReset,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SpentOrder {
    /// When that became clear.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// A word of the ruleset; `refused` if the rules refused its answer, `unreadable` if they no longer know such
    /// orders.
    pub reason: String,
}

impl StandingOrder {
    pub fn of(row: OrderRow) -> Result<Self, Error> {
        let spent = row.disarmed_at.zip(row.reason).map(|(at, reason)| SpentOrder { at, reason });
        let suspended =
            row.suspended_at.map(|at| SuspendedOrder { at, reason: SuspensionReason::PasswordReset });
        Ok(Self { id: row.id, order: raw(row.content)?, set_at: row.set_at, spent, suspended })
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateStandingOrder {
    /// The ruleset that you take the game for; with another the order is refused.
    pub ruleset: Option<String>,
    #[schema(value_type = AnyOrder)]
    pub order: Json,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StandingOrderResult {
    pub ruleset: &'static str,
    pub order: StandingOrder,
    pub version: i64,
    /// The tag of the game at that version.
    #[serde(skip)]
    pub tag: Tag,
    /// What it did at once, as far as you may know.
    pub events: Vec<RedactedEvent>,
}

impl StandingOrderResult {
    fn of(loaded: &LoadedGame, order: StandingOrder, tag: Tag, events: Vec<RedactedEvent>) -> Self {
        Self { ruleset: loaded.ruleset.id(), order, version: tag.version, tag, events }
    }
}

/// Stores an order of an account that came with `credential`, and lets it answer open decisions. Errors:
/// `game_not_found`, `not_a_member`, `game_not_running`, `seat_resigned`, `invalid_field`, `order_forbidden`,
/// `too_many_orders`, `busy`, `session_ended`, `token_invalid`; refused: `malformed_order`, `invalid_order`.
pub async fn set(
    tx: &mut Tx<'_>,
    game: Uuid,
    (account, credential): (Uuid, AccountCredential),
    request: &CreateStandingOrder,
) -> Result<StandingOrderResult, Error> {
    hold(tx, account, credential).await?;
    let open = async |ctx: &mut Ctx| LoadedGame::open(ctx, game, Some(account), None).await;
    seat_in_play(&open(tx).await?, request.ruleset.as_deref())?;
    // From here on no other write of the game gets through, so that it is loaded again below: it may have gone on.
    let number = positions::raise_changes(&mut tx.db, game).await?;
    let number = number.ok_or_else(|| Code::GameNotRunning.because(Sentence::NotStarted))?;
    let row = {
        let loaded = open(tx).await?;
        let seat = seat_in_play(&loaded, None)?;
        let order = loaded.in_play()?.1.accept_order(seat, &request.order);
        let order = order.map_err(|refusal| {
            RulesetPart::Order.explain(loaded.ruleset.as_ref(), &request.order, refusal.into())
        })?;
        row(&tx.app, (game, account, seat), number, &order)?
    };
    if forbidden(&mut tx.db, game).await?.contains(&row.kind) {
        return Err(Code::OrderForbidden.problem());
    }
    if orders::list(&mut tx.db, game, account).await?.len() >= MOST_ORDERS {
        return Err(Code::TooManyOrders.problem());
    }
    orders::add(&mut tx.db, &row).await?;
    let loaded = open(tx).await?;
    let (tag, events) = run_orders(tx, &loaded).await?;
    let kept = orders::find(&mut tx.db, game, account, row.id).await?.unwrap_or(row);
    Ok(StandingOrderResult::of(&loaded, StandingOrder::of(kept)?, tag, events))
}

fn row(app: &App, whose: (Uuid, Uuid, Seat), number: i64, order: &Json) -> Result<OrderRow, Error> {
    #[derive(Deserialize)]
    struct Tagged {
        #[serde(rename = "type")]
        kind: String,
    }
    let tagged: Tagged = decode("the type of an order", order.get())?;
    let (game_id, account_id, seat) = whose;
    Ok(OrderRow {
        game_id,
        id: app.new_id(),
        number,
        seat: i16::from(seat),
        account_id,
        kind: tagged.kind,
        content: order.get().to_owned(),
        set_at: app.now(),
        disarmed_at: None,
        disarmed_version: None,
        reason: None,
        suspended_at: None,
    })
}

/// Lets the orders of the game answer, and returns the tag of the game afterwards and the events.
async fn run_orders(tx: &mut Tx<'_>, loaded: &LoadedGame) -> Result<(Tag, Vec<RedactedEvent>), Error> {
    let (base, mut game) = loaded.in_play()?;
    let (seat, at, before) = (loaded.seat, tx.app.now(), Before::of(game.as_ref()));
    let mut entries = Vec::new();
    let change =
        Change { acting: seat, ..Change::new(loaded, base, at, &mut entries, &before, game.as_mut()) };
    let committed = commit(tx, change).await?;
    match committed {
        None if entries.is_empty() => Ok((loaded.tag(seat), Vec::new())),
        None => Err(Code::Busy.problem()),
        Some(committed) => {
            let events = redact_written(loaded.ruleset.as_ref(), &entries, &[], at, seat)?;
            Ok((loaded.tag_after(seat, committed.revision, committed.version, committed.mark), events))
        }
    }
}

/// What an order would do now if it were your only one.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StandingOrderDryRun {
    pub ruleset: &'static str,
    pub version: i64,
    #[schema(value_type = AnyOrder)]
    pub order: Json,
    /// Null if it would answer none that is open.
    pub decision: Option<String>,
    /// Null if it would not answer.
    #[schema(value_type = Option<AnyAction>)]
    pub action: Option<Json>,
    /// What the action does, in the language of `Content-Language`; with `include=texts`, if there is an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub text: Option<String>,
}

/// Tries an order of `account` and keeps nothing. Errors: `game_not_found`, `not_a_member`, `game_not_running`,
/// `seat_resigned`, `invalid_field`; refused: `malformed_order`, `invalid_order`.
pub async fn dry_run(
    ctx: &mut Ctx,
    game: Uuid,
    account: Uuid,
    request: &CreateStandingOrder,
    texts: Option<Language>,
) -> Result<StandingOrderDryRun, Error> {
    let loaded = LoadedGame::open(ctx, game, Some(account), None).await?;
    let seat = seat_in_play(&loaded, request.ruleset.as_deref())?;
    let (version, game) = loaded.in_play()?;
    let order = game.accept_order(seat, &request.order).map_err(|refusal| {
        RulesetPart::Order.explain(loaded.ruleset.as_ref(), &request.order, refusal.into())
    })?;
    let choice = game.dry_run(seat, &order);
    let (decision, action) = choice.map(|choice| (choice.decision, choice.action)).unzip();
    let text = match (texts, &action) {
        (Some(language), Some(action)) => {
            let words = GameWords::load(&mut ctx.db, &loaded, language, None).await?;
            Some(GameSentences::new(words.facts(&loaded, game.as_ref(), Some(seat))).action(action))
        }
        _ => None,
    };
    Ok(StandingOrderDryRun { ruleset: loaded.ruleset.id(), version, order, decision, action, text })
}

/// The reply of [`set`] or [`resume`] with what a log says of its events. A repeat gets the stored reply, which has none:
/// texts are rendered anew, in the language of each request.
pub async fn in_words(
    ctx: &mut Ctx,
    (game, account): (Uuid, Uuid),
    language: Language,
    reply: StoredReply,
) -> Result<StoredReply, Error> {
    #[derive(Deserialize)]
    struct Event {
        version: i64,
        event: Json,
    }
    let mut body: Map<String, Value> = decode("a stored reply", &reply.body)?;
    let (version, events) = (body.get("version").and_then(Value::as_i64), body.get_mut("events"));
    let (Some(version), Some(Value::Array(events))) = (version, events) else {
        return Err(Error::bug("the reply about an order has no events"));
    };
    let loaded = LoadedGame::open_to_read(ctx, game, Some(account)).await?;
    let moment = play::moment(ctx, &loaded, version).await?;
    let words = GameWords::load(&mut ctx.db, &loaded, language, Some(version)).await?;
    let sentences = GameSentences::new(words.facts(&loaded, moment.game.as_ref(), loaded.seat));
    for event in events {
        let Event { version, event: redacted } = decode("an event of a stored reply", &event.to_string())?;
        let then = sentences.at(version);
        event["text"] = then.as_ref().unwrap_or(&sentences).event(&redacted).into();
    }
    Ok(StoredReply { body: encode(&body)?, ..reply })
}

/// The orders of `account` in a game, after its end too.
pub async fn list(ctx: &mut Ctx, game: Uuid, account: Uuid) -> Result<StandingOrderPage, Error> {
    let loaded = LoadedGame::open(ctx, game, Some(account), None).await?;
    loaded.member()?;
    let rows = orders::list(&mut ctx.db, game, account).await?;
    Ok(StandingOrderPage {
        ruleset: loaded.ruleset.id(),
        items: rows.into_iter().map(StandingOrder::of).collect::<Result<_, _>>()?,
        next_cursor: None,
        forbidden_orders: forbidden(&mut ctx.db, game).await?,
        limit: MOST_ORDERS,
    })
}

/// The kinds of order that are forbidden in a game.
async fn forbidden(connection: &mut Connection, game: Uuid) -> Result<Vec<String>, Error> {
    let stored = games::get(connection, game).await?.ok_or_else(|| Code::GameNotFound.problem())?;
    Ok(GameSettings::of(&stored)?.forbidden_orders)
}

/// Resumes a suspended order of an account that came with `credential`, and lets it answer open decisions. An order
/// that is at work stays as it is.
pub async fn resume(
    tx: &mut Tx<'_>,
    game: Uuid,
    (account, credential): (Uuid, AccountCredential),
    order: Uuid,
) -> Result<StandingOrderResult, Error> {
    hold(tx, account, credential).await?;
    let open = async |ctx: &mut Ctx| LoadedGame::open(ctx, game, Some(account), None).await;
    seat_in_play(&open(tx).await?, None)?;
    positions::raise_changes(&mut tx.db, game).await?;
    let own = orders::find(&mut tx.db, game, account, order).await?;
    own.ok_or_else(|| Code::OrderNotFound.problem())?;
    let is_resumed = orders::resume(&mut tx.db, game, order).await?;
    let loaded = open(tx).await?;
    seat_in_play(&loaded, None)?;
    let (tag, events) = match is_resumed {
        true => run_orders(tx, &loaded).await?,
        false => (loaded.tag(loaded.seat), Vec::new()),
    };
    let kept = orders::find(&mut tx.db, game, account, order).await?;
    let kept = kept.ok_or_else(|| Code::OrderNotFound.problem())?;
    Ok(StandingOrderResult::of(&loaded, StandingOrder::of(kept)?, tag, events))
}

/// Removes an order that `account` gave. A concurrent action is decided without it.
pub async fn remove(tx: &mut Tx<'_>, game: Uuid, account: Uuid, order: Uuid) -> Result<(), Error> {
    LoadedGame::open(tx, game, Some(account), None).await?.member()?;
    positions::raise_changes(&mut tx.db, game).await?;
    let own = orders::find(&mut tx.db, game, account, order).await?;
    own.ok_or_else(|| Code::OrderNotFound.problem())?;
    Ok(orders::remove(&mut tx.db, game, order).await?)
}

/// Holds off a recovery of the account until the transaction ends, and checks the credential of the request: an
/// intruder must not give an order at the moment in which they are locked out.
async fn hold(tx: &mut Tx<'_>, account: Uuid, credential: AccountCredential) -> Result<(), Error> {
    store::accounts::hold(&mut tx.bare(), account).await?;
    credential.ensure_valid(tx).await
}

/// The caller's seat in a game in which orders can still be given.
fn seat_in_play(loaded: &LoadedGame, ruleset: Option<&str>) -> Result<Seat, Error> {
    let seat = loaded.member()?;
    loaded.in_play()?;
    if loaded.has_resigned(seat) {
        return Err(Code::SeatResigned.problem());
    }
    loaded.must_be_of(ruleset)?;
    Ok(seat)
}
