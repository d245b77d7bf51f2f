//! `/v1/games`: opening games, finding them, what their owner sets before the start, and the rematch after the end.

use actix_web::HttpResponse;
use serde::{Deserialize, Deserializer};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::ctx::{Ctx, once_and_notify};
use super::etag::{self, IfMatch, IfNoneMatch};
use super::extract::{Body, Caller, EmptyBody, Idempotent, MaybeCaller, Path, Query, limit, scope};
use super::openapi::examples;
use super::seats::entropy;
use crate::error::Error;
use crate::service::idempotency::StoredReply;
use crate::service::lobby::{
    self, Changes, Creation, GameDetails, GameSearch, GameSort, JoinRule, StartRule, Terms,
};
use crate::service::page::Page;
use crate::store;
use crate::store::games::{Status, Visibility};
use crate::time_control::Clock;
use rules::Json;

/// How many games a page has: at most, and by default.
const MAX_GAMES: u16 = 100;
const DEFAULT_GAMES: u16 = 20;

/// A game to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// The id of the ruleset.
    pub ruleset: String,
    /// The name of the game, at most 80 characters; that of the ruleset if left out.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// The options of the ruleset; its defaults if left out.
    #[schema(value_type = Option<rules::schemas::AnyOptions>)]
    pub options: Option<Json>,
    /// How many play, bots included.
    pub seats: u8,
    /// Who may find and see it.
    #[serde(default = "everybody")]
    #[schema(default = "public")]
    pub visibility: Visibility,
    /// The bots that fill the last seats, by name.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Are the seats dealt at the start? If not, they are taken in the order of joining.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub deal_seats: bool,
    /// Your own share of chance: at most 64 bytes as hex.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
    /// A description of the game, at most 1000 characters.
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// The language of its chat, a code such as `en`; any if left out.
    #[schema(pattern = "^[a-z]{2,3}$")]
    pub language: Option<String>,
    /// When the game starts.
    #[serde(default)]
    #[schema(default = "when_full")]
    pub start: StartRule,
    /// Who may join. A private game can be joined by invited players alone.
    #[serde(default)]
    #[schema(default = "open")]
    pub join: JoinRule,
    /// How many hours the players have to confirm that they are there, 1 to 336; 48 if left out.
    #[schema(minimum = 1, maximum = 336)]
    pub confirm_hours: Option<u16>,
    /// The time that players have for decisions that the game waits for; 24 hours each, and 72 in the bank, if left
    /// out.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for the owner of a seat, 1 to 20; 3 if left out.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// The kinds of standing order (their `type`) that are forbidden in this game; none if left out.
    #[serde(default)]
    pub forbidden_orders: Vec<String>,
    /// The most seconds that a standing order waits before it answers, 0 to 86,400; 0 if left out: it answers at once.
    /// The wait is drawn anew for each decision and ends before its deadline, so that the speed of an answer does not
    /// tell an order's from a person's.
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
/// The creator sits down at once. The game starts when the last seat is taken, which may be now; or, with `start` set
/// to `on_confirmation`, when all players of the full game have confirmed to be there.
#[utoipa::path(
    post, path = "/v1/games", operation_id = "create_game", tag = "games",
    request_body(
        content = CreateGame,
        example = json!({"ruleset": "landnam", "seats": 4, "bots": ["steady"], "entropy": "5eed"}),
    ),
    responses((
        status = 201, description = "The game is open, or has started", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!(["invalid_options", "too_many_tables", "busy"]))),
)]
pub async fn create(
    caller: Caller<scope::GamesCreate>,
    request: Idempotent<CreateGame>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let creation = creation(request.body)?;
    once_and_notify(&app, &mut db, request.key.of(caller.account), async |db| {
        StoredReply::new(201, &lobby::create(&app, db, caller.account, &creation).await?)
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
    /// Only games that stand like this.
    pub status: Option<Status>,
    /// Only games of this ruleset.
    pub ruleset: Option<String>,
    /// Only open games with at least this many free seats.
    #[param(minimum = 1, maximum = 8)]
    pub free_seats: Option<u8>,
    /// Only games whose names have these words, or words that begin like them; case and accents don't matter.
    #[param(max_length = 80)]
    pub name: Option<String>,
    /// Only games with this language of chat, a code such as `en`.
    pub language: Option<String>,
    /// Only games in which this player has a seat: a name or an id.
    pub player: Option<String>,
    /// The order of the list; `soonest_full` lists only open games with free seats.
    #[serde(default)]
    #[param(required = false)]
    pub sort: GameSort,
    /// Only games in which you have a seat, private ones too; else all public ones.
    #[serde(default)]
    #[param(required = false)]
    pub mine: bool,
    /// The most games of a page, 1 to 100; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before.
    pub cursor: Option<String>,
}

/// List games
///
/// Newest first, or those first that are soonest full. A `cursor` is valid for the same filters and order only.
#[utoipa::path(
    get, path = "/v1/games", operation_id = "list_games", tag = "games",
    responses((
        status = 200, description = "A page of games", body = Page<GameDetails>,
        example = json!(examples::games()),
    )),
)]
pub async fn list(
    caller: MaybeCaller<scope::GamesRead>,
    filter: Query<GameQuery>,
    Ctx { mut db, .. }: Ctx,
) -> Result<HttpResponse, Error> {
    let filter = filter.0;
    let search = GameSearch {
        status: filter.status,
        ruleset: filter.ruleset,
        free_seats: filter.free_seats,
        name: filter.name,
        language: filter.language,
        player: filter.player,
        sort: filter.sort,
        mine: filter.mine,
        cursor: filter.cursor,
        limit: limit(filter.limit, DEFAULT_GAMES, MAX_GAMES)?,
    };
    let account = caller.account();
    Ok(HttpResponse::Ok().json(lobby::find(&mut db, account, &search).await?))
}

/// Show a game
///
/// What is set, who sits where, how it stands. Private games are shown to their members, and before the start to the
/// invited; for everyone else they do not exist.
#[utoipa::path(
    get, path = "/v1/games/{game_id}", operation_id = "get_game", tag = "games",
    responses((status = 200, description = "The game", body = GameDetails, example = json!(examples::game()))),
    extensions(("x-problem-codes" = json!(["game_not_found"]))),
)]
pub async fn show(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    seen: IfNoneMatch,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let account = caller.account();
    let details = lobby::get(&app, &mut db, game.0, account).await?;
    Ok(etag::answer(&seen.0, &details.entity_tag()?, &details))
}

/// What to change; what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateGame {
    /// The name of the game, at most 80 characters.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// A description of the game, at most 1000 characters.
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// The language of its chat, a code such as `en`; null: any.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, pattern = "^[a-z]{2,3}$")]
    pub language: Option<Option<String>>,
    /// The options of the ruleset, all of them.
    #[schema(value_type = Option<rules::schemas::AnyOptions>)]
    pub options: Option<Json>,
    /// How many play, bots included.
    pub seats: Option<u8>,
    /// All the bots that fill seats, by name; none: an empty list.
    pub bots: Option<Vec<String>>,
    /// Who may find and see it.
    pub visibility: Option<Visibility>,
    /// Are the seats dealt at the start?
    pub deal_seats: Option<bool>,
    /// When the game starts.
    pub start: Option<StartRule>,
    /// Who may join.
    pub join: Option<JoinRule>,
    /// How many hours the players have to confirm that they are there, 1 to 336.
    #[schema(minimum = 1, maximum = 336)]
    pub confirm_hours: Option<u16>,
    /// The time that players have for decisions that the game waits for.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for the owner of a seat, 1 to 20.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// The most seconds that a standing order waits before it answers, 0 to 86,400; 0: it answers at once.
    #[schema(maximum = 86400)]
    pub order_delay_seconds: Option<u32>,
}

/// Distinguishes a field that is null from one that is left out.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A rematch to propose.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateRematch {
    /// Your own share of chance: at most 64 bytes as hex.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
}

/// Change a game
///
/// Before the start, by its owner. PlayerCount who had confirmed to be there must confirm again. Bots are added and removed
/// by naming all that shall sit there.
#[utoipa::path(
    patch, path = "/v1/games/{game_id}", operation_id = "update_game", tag = "games",
    request_body(content = UpdateGame, example = json!({"description": "A move a day", "bots": ["steady"]})),
    responses((
        status = 200, description = "The game as it is now", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_the_owner", "game_already_started", "table_closed", "invalid_options",
        "game_full", "rules_version_unsupported",
    ]))),
)]
pub async fn change(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    seen: IfMatch,
    body: Body<UpdateGame>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let changes = changes(body.0);
    let shown = store::transaction(&mut db, async |db| {
        lobby::change(&app, db, game.0, caller.account, changes, &seen.0).await
    });
    let shown = shown.await?;
    app.events.notify();
    Ok(HttpResponse::Ok().json(shown))
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
    post, path = "/v1/games/{game_id}/cancel", operation_id = "cancel_game", tag = "games",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "The game is cancelled", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_the_owner", "game_already_started", "table_closed",
    ]))),
)]
pub async fn cancel(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<EmptyBody>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&app, &mut db, request.key.of(caller.account), async |db| {
        StoredReply::new(200, &lobby::cancel(&app, db, game.0, caller.account, &seen.0).await?)
    })
    .await
}

/// Propose a rematch
///
/// After the end, by any player who had a seat: a new game with the same settings and bots, and seats reserved for the
/// same players, who are invited. A player who proposes it after another gets the same game.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/rematch", operation_id = "create_rematch", tag = "games",
    request_body(content = CreateRematch, example = json!({"entropy": "5eed"})),
    responses((
        status = 200, description = "The new game", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_over", "too_many_tables", "invalid_options",
    ]))),
)]
pub async fn rematch(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    request: Idempotent<CreateRematch>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let entropy = entropy(request.body.entropy.as_deref())?;
    once_and_notify(&app, &mut db, request.key.of(caller.account), async |db| {
        StoredReply::new(200, &lobby::rematch(&app, db, game.0, caller.account, entropy).await?)
    })
    .await
}
