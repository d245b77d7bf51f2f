//! `/v1/games`: opening tables and finding them.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfNoneMatch, MaybeCaller, Path, Query};
use super::openapi::examples;
use super::{reply::carry_out, tag};
use crate::app::App;
use crate::clocks::Clock;
use crate::error::{Code, Error};
use crate::service::access::Scope;
use crate::service::lobby::{self, Creation, GameShown, JoinRule, Page, Search, Sort, StartRule, Terms};
use crate::service::once::{Once, Reply};
use crate::store::words::{Status, Visibility};
use crate::store::{self, Pool};
use rules::Json;

/// The most bytes of chance that a joiner can give.
const MOST_ENTROPY: usize = 64;

const MOST_GAMES: u16 = 100;

/// What somebody wants to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The title.
    pub ruleset: String,
    /// What the table is called, at most 80 characters; the title's name if left out.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// The title's options; its defaults if left out.
    #[schema(value_type = Option<crate::description::AnyOptions>)]
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
        content = NewGame,
        example = json!({"ruleset": "landnam", "seats": 4, "bots": ["steady"], "entropy": "5eed"}),
    ),
    responses((
        status = 201, description = "The table is open, or the game has started", body = GameShown,
        example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!(["invalid_field", "invalid_options", "too_many_tables", "key_reused", "busy"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn create(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    key: IdempotencyKey,
    body: Body<NewGame>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let request = Once::new(caller.account, "POST /v1/games", key.0, body.digest);
    let creation = creation(body.value)?;
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(201, &lobby::create(&app, connection, caller.account, &creation).await?)
    });
    done.await
}

fn creation(asked: NewGame) -> Result<Creation, Error> {
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

/// A joiner's share of chance; empty when none is given.
pub(super) fn entropy(given: Option<&str>) -> Result<Vec<u8>, Error> {
    let bytes = hex::decode(given.unwrap_or_default()).ok().filter(|bytes| bytes.len() <= MOST_ENTROPY);
    bytes.ok_or_else(|| {
        Code::InvalidField.field("entropy", format!("Entropy is at most {MOST_ENTROPY} bytes as hex."))
    })
}

/// What somebody looks for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameFilter {
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
    pub sort: Sort,
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
    params(GameFilter),
    responses((
        status = 200, description = "A page of games", body = Page,
        example = json!(examples::games()),
    )),
    security((), ("access_token" = [])),
    extensions(("x-scope" = json!("games:read")), ("x-problem-codes" = json!(["invalid_parameter"]))),
)]
pub async fn list(
    pool: Data<Pool>,
    caller: MaybeCaller,
    filter: Query<GameFilter>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let filter = filter.0;
    let search = Search {
        status: filter.status,
        ruleset: filter.ruleset,
        free_seats: filter.free_seats,
        name: filter.name,
        language: filter.language,
        player: filter.player,
        sort: filter.sort,
        mine: filter.mine,
        cursor: filter.cursor,
        limit: limit(filter.limit, 20, MOST_GAMES)?,
    };
    let mut connection = store::pool::lend(&pool).await?;
    let account = caller.account();
    Ok(HttpResponse::Ok().json(lobby::find(&mut connection, account, &search).await?))
}

pub(super) fn limit(given: Option<u16>, otherwise: u16, most: u16) -> Result<u16, Error> {
    let limit = given.unwrap_or(otherwise);
    if (1..=most).contains(&limit) {
        return Ok(limit);
    }
    Err(Code::InvalidParameter.field("limit", format!("A page holds 1 to {most}.")))
}

/// Show a game
///
/// What is set, who sits where, how it stands. Private games are shown to their members, and before the start to the
/// invited; to everybody else they do not exist.
#[utoipa::path(
    get, path = "/v1/games/{game_id}", operation_id = "get_game", tag = "games",
    params(("game_id" = Uuid, Path, description = "The game")),
    responses((
        status = 200, description = "The game", body = GameShown,
        example = json!(examples::game()),
    )),
    security((), ("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!(["game_not_found", "invalid_parameter"]))),
)]
pub async fn show(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let mut connection = store::pool::lend(&pool).await?;
    let account = caller.account();
    let shown = lobby::show(&app, &mut connection, game.0, account).await?;
    Ok(tag::answer(&seen.0, &shown.tag()?, &shown))
}
