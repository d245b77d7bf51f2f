//! `/v1/games`: opening games, finding them, what their owner sets before the start, and the rematch after the end.

use actix_web::HttpResponse;
use serde::{Deserialize, Deserializer};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::ctx::once_and_notify;
use super::etag::{self, IfMatch, IfNoneMatch};
use super::extract::{Body, Caller, EmptyBody, Idempotent, MaybeCaller, Path, Query, limit, scope, several};
use super::openapi::examples;
use super::seats::entropy;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::idempotency::StoredReply;
use crate::service::lobby::{
    self, Changes, Creation, GameDetails, GameSearch, GameSort, JoinRule, RematchDelay, StartRule, Terms,
};
use crate::service::page::Page;
use crate::store::games::{Status, Visibility};
use crate::time_control::{Clock, Instant};
use rules::Json;

/// How many games a page has: at most, and by default.
const MAX_GAMES: u16 = 100;
const DEFAULT_GAMES: u16 = 20;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    pub ruleset: String,
    /// The ruleset's name if left out.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// The ruleset's defaults if left out.
    #[schema(value_type = Option<rules::schemas::AnyOptions>)]
    pub options: Option<Json>,
    /// How many seats, bots included.
    pub seats: u8,
    /// `private`: only those who were invited and the players find and see it.
    #[serde(default = "everybody")]
    #[schema(default = "public")]
    pub visibility: Visibility,
    /// Bots that take the last seats, by name.
    #[serde(default)]
    pub bots: Vec<String>,
    /// `true`: seats are dealt by chance at the start; `false`: they follow the order of joining.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub deal_seats: bool,
    /// Your own share of chance, up to 64 bytes as hex: nobody can foresee the game's draws without it.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
    /// A few words about the game.
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// The language of its messages, such as `en`; any if left out.
    #[schema(pattern = "^[a-z]{2,3}$")]
    pub language: Option<String>,
    /// When the game starts by itself.
    #[serde(default)]
    #[schema(default = "when_full")]
    pub start: StartRule,
    /// A private game can be joined by invited players alone.
    #[serde(default)]
    #[schema(default = "open")]
    pub join: JoinRule,
    /// With `start: on_confirmation`: how many hours players have to confirm; 48 if left out.
    #[schema(minimum = 1, maximum = 336)]
    pub confirm_hours: Option<u16>,
    /// The time that players have to answer; 24 hours each and 72 in the bank if left out.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for an absent player; 3 if left out.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// Kinds of standing orders (their `type`) that are forbidden; none if left out.
    #[serde(default)]
    pub forbidden_orders: Vec<String>,
    /// Standing orders wait up to this many seconds, by chance, and at most a twentieth of the time left, so that nobody
    /// can tell them from a person; no delay if left out. Without one, since moves can be taken back, an answer that does
    /// not come at once shows which standing orders are not there.
    #[schema(maximum = 86400)]
    pub order_delay_seconds: Option<u32>,
}

fn everybody() -> Visibility {
    Visibility::Public
}

fn yes() -> bool {
    true
}

/// Create a game
///
/// You get the first seat. The game starts when the last seat is taken, which may be now; with `start:
/// on_confirmation`, when all players have then confirmed to be there.
#[utoipa::path(
    post, path = "/v1/games", tag = "games",
    request_body(
        content = CreateGame,
        example = json!({"ruleset": "landnam", "seats": 4, "bots": ["steady"], "entropy": "5eed"}),
    ),
    responses((
        status = 201, description = "The game is open, or has started", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(
        ("x-problem-codes" = json!(["secret_in_text", "invalid_options", "too_many_games", "busy"])),
        ("x-shows-game" = json!(true)),
    ),
)]
pub async fn create_game(
    caller: Caller<scope::GamesCreate>,
    request: Idempotent<CreateGame>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let creation = creation(request.body)?;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let created = lobby::create(tx, caller.account, &creation).await?;
        Ok(StoredReply { location: Some(format!("/v1/games/{}", created.id)), ..created.reply(201)? })
    })
    .await
}

fn creation(request: CreateGame) -> Result<Creation, Error> {
    Ok(Creation {
        ruleset: request.ruleset,
        name: request.name,
        options: request.options,
        seats: request.seats,
        visibility: request.visibility,
        bots: request.bots,
        deal_seats: request.deal_seats,
        entropy: entropy(request.entropy.as_deref())?,
        terms: Terms::new(
            request.description.as_deref(),
            request.start,
            request.join,
            request.confirm_hours,
            request.clock,
            request.caretaker_after,
        )?
        .forbidding(request.forbidden_orders)
        .delaying(request.order_delay_seconds)?,
        language: request.language,
        rematch_of: None,
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// Only games with one of these statuses.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<Status>>, style = Form, explode)]
    pub status: Vec<Status>,
    pub ruleset: Option<String>,
    /// Only open games with at least this many free seats.
    #[param(minimum = 1, maximum = 8)]
    pub free_seats: Option<u8>,
    /// Only games whose names have these words or beginnings of words; case and accents don't matter.
    #[param(max_length = 80)]
    pub name: Option<String>,
    /// Only games with messages in this language, such as `en`.
    pub language: Option<String>,
    /// Only games in which this player, by name or id, has a seat.
    pub player: Option<String>,
    #[param(value_type = Option<String>, format = DateTime)]
    pub created_after: Option<Instant>,
    #[param(value_type = Option<String>, format = DateTime)]
    pub created_before: Option<Instant>,
    /// Only games in which something has happened since: a move, or a change of players or settings. Needs `mine`. To
    /// keep up, pass the time of your last request, less a minute.
    #[param(value_type = Option<String>, format = DateTime)]
    pub updated_after: Option<Instant>,
    /// `soonest_full` lists only open games with free seats.
    #[serde(default)]
    #[param(required = false)]
    pub sort: GameSort,
    /// `true`: only games in which you have a seat, private ones too; else all public ones.
    #[serde(default)]
    #[param(required = false)]
    pub mine: bool,
    /// The most games of a page; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// List games
///
/// Newest first, or those first that are soonest full. A `cursor` is valid with the same filters and order only.
#[utoipa::path(
    get, path = "/v1/games", tag = "games",
    responses((
        status = 200, description = "Games that match the filters", body = Page<GameDetails>,
        example = json!(examples::games()),
    )),
)]
pub async fn list_games(
    caller: MaybeCaller<scope::GamesRead>,
    filter: Query<GameQuery>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let filter = filter.0;
    if let Some(ruleset) = &filter.ruleset {
        ctx.app.rulesets.known(Code::InvalidParameter, ruleset)?;
    }
    let search = GameSearch {
        statuses: filter.status,
        ruleset: filter.ruleset,
        free_seats: filter.free_seats,
        name: filter.name,
        language: filter.language,
        player: filter.player,
        created_after: filter.created_after,
        created_before: filter.created_before,
        updated_after: filter.updated_after,
        sort: filter.sort,
        mine: filter.mine,
        cursor: filter.cursor,
        limit: limit(filter.limit, DEFAULT_GAMES, MAX_GAMES)?,
    };
    let account = caller.account();
    Ok(HttpResponse::Ok().json(lobby::find(&mut ctx.db, account, &search).await?))
}

/// Show a game
///
/// What is set, who plays, how it stands. A private game exists only for its players and those who are invited.
#[utoipa::path(
    get, path = "/v1/games/{game_id}", tag = "games",
    responses((
        status = 200, description = "Settings, seats and progress", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found"]))),
)]
pub async fn get_game(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let account = caller.account();
    let details = lobby::get(&mut ctx, game.0, account).await?;
    Ok(etag::answer(&seen.0, &details.entity_tag()?, &details))
}

/// What is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateGame {
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// A few words about the game.
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// The language of its messages, such as `en`; null for any.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, pattern = "^[a-z]{2,3}$")]
    pub language: Option<Option<String>>,
    /// Replaces all that were set.
    #[schema(value_type = Option<rules::schemas::AnyOptions>)]
    pub options: Option<Json>,
    /// How many seats, bots included.
    pub seats: Option<u8>,
    /// All bots by name; an empty list for none.
    pub bots: Option<Vec<String>>,
    /// `private`: only those who were invited and the players find and see it.
    pub visibility: Option<Visibility>,
    /// `true`: seats are dealt by chance at the start; `false`: they follow the order of joining.
    pub deal_seats: Option<bool>,
    /// When the game starts by itself.
    pub start: Option<StartRule>,
    pub join: Option<JoinRule>,
    /// With `start: on_confirmation`: how many hours players have to confirm.
    #[schema(minimum = 1, maximum = 336)]
    pub confirm_hours: Option<u16>,
    /// The time that players have to answer.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for an absent player.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// Standing orders wait up to this many seconds, by chance, and at most a twentieth of the time left; 0 for no delay.
    /// Without one, since moves can be taken back, an answer that does not come at once shows which standing orders are
    /// not there.
    #[schema(maximum = 86400)]
    pub order_delay_seconds: Option<u32>,
}

/// Distinguishes a field that is null from one that is left out.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateRematch {
    /// Your own share of chance, up to 64 bytes as hex: nobody can foresee the game's draws without it.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
}

/// Change a game
///
/// Before the start, by its owner. Players who had confirmed to be there must confirm again. `bots` names all bots that
/// shall have seats.
#[utoipa::path(
    patch, path = "/v1/games/{game_id}", tag = "games",
    request_body(content = UpdateGame, example = json!({"description": "A move a day", "bots": ["steady"]})),
    responses((
        status = 200, description = "Settings as they stand after the change", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "secret_in_text", "game_not_found", "not_the_owner", "game_already_started", "game_closed", "invalid_options",
        "game_full", "rules_version_unsupported",
    ]))),
)]
pub async fn update_game(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    seen: IfMatch,
    body: Body<UpdateGame>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let changes = changes(body.0);
    let shown = ctx.transaction(async |tx| lobby::change(tx, game.0, caller.account, changes, &seen.0).await);
    let shown = shown.await?;
    ctx.app.events.notify();
    Ok(etag::reply(&shown.entity_tag()?, &shown))
}

fn changes(request: UpdateGame) -> Changes {
    Changes {
        name: request.name,
        description: request.description,
        language: request.language,
        options: request.options,
        seats: request.seats,
        bots: request.bots,
        visibility: request.visibility,
        deal_seats: request.deal_seats,
        start: request.start,
        join: request.join,
        confirm_hours: request.confirm_hours,
        clock: request.clock,
        caretaker_after: request.caretaker_after,
        order_delay_seconds: request.order_delay_seconds,
    }
}

/// Cancel a game
///
/// Before the start, by its owner. Its players get a mail.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/cancel", tag = "games",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "The game is cancelled", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_the_owner", "game_already_started", "game_closed",
    ]))),
)]
pub async fn cancel_game(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        lobby::cancel(tx, game.0, caller.account, &seen.0).await?.reply(200)
    })
    .await
}

/// Propose a rematch
///
/// After the end, by any player: a new game with the same settings and bots, and seats reserved for the same players,
/// who are invited. If somebody has proposed it already, you get that game.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/rematch", tag = "games",
    request_body(content = CreateRematch, example = json!({"entropy": "5eed"})),
    responses((
        status = 200, description = "The new game, which others may have proposed", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_over", "too_many_games", "invalid_options",
        ])),
        ("x-shows-game" = json!(true)),
    ),
)]
pub async fn create_rematch(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    request: Idempotent<CreateRematch>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let entropy = entropy(request.body.entropy.as_deref())?;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        lobby::rematch(tx, game.0, caller.account, entropy, RematchDelay::Same).await?.reply(200)
    })
    .await
}
