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
    self, Changes, Creation, GameDetails, GameList, GameSearch, GameSort, JoinRule, StartRule, Terms,
};
use crate::store;
use crate::store::games::{Status, Visibility};
use crate::time_control::Clock;
use rules::Json;

/// How many games a page holds: at most, and if the caller says nothing.
const MOST_GAMES: u16 = 100;
const USUAL_GAMES: u16 = 20;

/// What somebody wants to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// The title.
    pub ruleset: String,
    /// What the table is called, at most 80 characters; the title's name if left out.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// The title's options; its defaults if left out.
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
    /// What you want to say about the table, at most 1000 characters.
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// The language of the table's talk, a code such as `en`; any if left out.
    #[schema(pattern = "^[a-z]{2,3}$")]
    pub language: Option<String>,
    /// When the table starts.
    #[serde(default)]
    #[schema(default = "when_full")]
    pub start: StartRule,
    /// Who may join. A private table can be joined by the invited alone.
    #[serde(default)]
    #[schema(default = "open")]
    pub join: JoinRule,
    /// How many hours people have to confirm that they are there, 1 to 336; 48 if left out.
    #[schema(minimum = 1, maximum = 336)]
    pub confirm_hours: Option<u16>,
    /// How long people have to answer what the game waits for; 24 hours for each decision, and 72 in the bank, if left
    /// out.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for the owner of a seat, 1 to 20; 3 if left out.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// The kinds of standing order (their `type`) that nobody may give at this table; none if left out.
    #[serde(default)]
    pub forbidden_orders: Vec<String>,
    /// The most seconds that a standing order waits before it answers, 0 to 86,400; 0 if left out: it answers at once.
    /// The wait is drawn anew for each decision and ends before its deadline, so that nobody can tell the answer of an
    /// order from a person's by its speed.
    #[schema(maximum = 86400)]
    pub order_delay_seconds: Option<u32>,
}

fn everybody() -> Visibility {
    Visibility::Public
}

fn yes() -> bool {
    true
}

/// Open a table
///
/// The creator sits down at once. The game starts when the last seat is taken, which may be now; or, with `start` set to
/// `on_confirmation`, when everybody at the full table has confirmed to be there.
#[utoipa::path(
    post, path = "/v1/games", operation_id = "create_game", tag = "games",
    request_body(
        content = CreateGame,
        example = json!({"ruleset": "landnam", "seats": 4, "bots": ["steady"], "entropy": "5eed"}),
    ),
    responses((
        status = 201, description = "The table is open, or the game has started", body = GameDetails,
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

fn creation(asked: CreateGame) -> Result<Creation, Error> {
    Ok(Creation {
        ruleset: asked.ruleset,
        name: asked.name,
        options: asked.options,
        seats: asked.seats,
        visibility: asked.visibility,
        bots: asked.bots,
        deal_seats: asked.deal_seats,
        entropy: entropy(asked.entropy.as_deref())?,
        terms: Terms::new(
            asked.description.as_deref(),
            asked.start,
            asked.join,
            asked.confirm_hours,
            (asked.clock, asked.caretaker_after),
        )?
        .forbidding(asked.forbidden_orders)
        .delaying(asked.order_delay_seconds)?,
        language: asked.language,
        rematch_of: None,
    })
}

/// What somebody looks for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// Only games that stand like this.
    pub status: Option<Status>,
    /// Only games of this title.
    pub ruleset: Option<String>,
    /// Only open tables with at least so many free seats.
    pub free_seats: Option<u8>,
    /// Only games whose names have these words, or words that begin like them; case and accents don't matter.
    #[param(max_length = 80)]
    pub name: Option<String>,
    /// Only tables that talk this language, a code such as `en`.
    pub language: Option<String>,
    /// Only games with this person at the table: a name or an id.
    pub player: Option<String>,
    /// In which order; `soonest_full` lists open tables with free seats alone.
    #[serde(default)]
    #[param(required = false)]
    pub sort: GameSort,
    /// Only games with you at the table, private ones too; else all public ones.
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
/// Newest first, or those first that are soonest full. A `cursor` is good for the same filters and order alone.
#[utoipa::path(
    get, path = "/v1/games", operation_id = "list_games", tag = "games",
    responses((
        status = 200, description = "A page of games", body = GameList,
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
        limit: limit(filter.limit, USUAL_GAMES, MOST_GAMES)?,
    };
    let account = caller.account();
    Ok(HttpResponse::Ok().json(lobby::find(&mut db, account, &search).await?))
}

/// Show a game
///
/// What is set, who sits where, how it stands. Private games are shown to their members, and before the start to the
/// invited; to everybody else they do not exist.
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
    let shown = lobby::show(&app, &mut db, game.0, account).await?;
    Ok(etag::answer(&seen.0, &shown.tag()?, &shown))
}

/// What is to be set anew; what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateGame {
    /// What the table is called, at most 80 characters.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// What you want to say about the table, at most 1000 characters.
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// The language of the table's talk, a code such as `en`; null: any.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, pattern = "^[a-z]{2,3}$")]
    pub language: Option<Option<String>>,
    /// The title's options, all of them.
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
    /// When the table starts.
    pub start: Option<StartRule>,
    /// Who may join.
    pub join: Option<JoinRule>,
    /// How many hours people have to confirm that they are there, 1 to 336.
    #[schema(minimum = 1, maximum = 336)]
    pub confirm_hours: Option<u16>,
    /// How long people have to answer what the game waits for.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for the owner of a seat, 1 to 20.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// The most seconds that a standing order waits before it answers, 0 to 86,400; 0: it answers at once.
    #[schema(maximum = 86400)]
    pub order_delay_seconds: Option<u32>,
}

/// Tells a field that is null from one that is left out.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// How somebody proposes a rematch.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    /// Your own share of chance: at most 64 bytes as hex.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
}

/// Change a table
///
/// Before the start, by its owner. Players who had confirmed to be there are asked again. Bots are added and removed by naming
/// all that shall sit there.
#[utoipa::path(
    patch, path = "/v1/games/{game_id}", operation_id = "change_game", tag = "games",
    request_body(content = UpdateGame, example = json!({"description": "A move a day", "bots": ["steady"]})),
    responses((
        status = 200, description = "The table as it is now", body = GameDetails,
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

fn changes(asked: UpdateGame) -> Changes {
    Changes {
        name: asked.name,
        description: asked.description,
        language: asked.language,
        options: asked.options,
        seats: asked.seats,
        bots: asked.bots,
        visibility: asked.visibility,
        deal_seats: asked.deal_seats,
        start: asked.start,
        join: asked.join,
        confirm_hours: asked.confirm_hours,
        clock: asked.clock,
        caretaker_after: asked.caretaker_after,
        order_delay_seconds: asked.order_delay_seconds,
    }
}

/// Call a table off
///
/// Before the start, by its owner. Everybody at it is told.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/cancel", operation_id = "cancel_table", tag = "games",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "Called off", body = GameDetails,
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
/// After the end, by anybody who had a seat: a new table with the same settings and bots, and seats kept for the same
/// people, who are invited. A player who proposes it after another gets the same game.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/rematch", operation_id = "propose_rematch", tag = "games",
    request_body(content = Rematch, example = json!({"entropy": "5eed"})),
    responses((
        status = 200, description = "The new table", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_over", "too_many_tables", "invalid_options",
    ]))),
)]
pub async fn rematch(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    request: Idempotent<Rematch>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let entropy = entropy(request.body.entropy.as_deref())?;
    once_and_notify(&app, &mut db, request.key.of(caller.account), async |db| {
        StoredReply::new(200, &lobby::rematch(&app, db, game.0, caller.account, entropy).await?)
    })
    .await
}
