//! What the owner does with a table before the start, and the rematch after the end.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfMatch, Path};
use super::games::entropy;
use super::openapi::examples;
use super::reply::carry_out;
use crate::app::App;
use crate::clocks::Clock;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::lobby::{self, Changes, GameShown, JoinRule, StartRule};
use crate::service::once::{Once, Reply};
use crate::store::words::Visibility;
use crate::store::{self, Pool};
use rules::Json;

/// What is to be set anew; what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameChanges {
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
    #[schema(value_type = Option<crate::description::AnyOptions>)]
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

/// Who is sent away.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Kick {
    /// The person.
    pub account: Uuid,
}

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Cancel {}

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
/// Before the start, by its owner. Whoever had confirmed to be there is asked again. Bots are added and removed by naming
/// all that shall sit there.
#[utoipa::path(
    patch, path = "/v1/games/{game_id}", operation_id = "change_game", tag = "games",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = GameChanges, example = json!({"description": "A move a day", "bots": ["steady"]})),
    responses((
        status = 200, description = "The table as it is now", body = GameShown,
        example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_the_owner", "game_already_started", "table_closed", "invalid_field",
            "invalid_options", "game_full", "rules_version_unsupported",
        ])),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn change(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    seen: IfMatch,
    body: Body<GameChanges>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let changes = changes(body.value);
    let mut connection = store::pool::lend(&pool).await?;
    let shown = store::transaction(&mut connection, async |connection| {
        lobby::change(&app, connection, game.0, caller.account, changes, &seen.0).await
    });
    let shown = shown.await?;
    app.wake.knock();
    Ok(HttpResponse::Ok().json(shown))
}

fn changes(asked: GameChanges) -> Changes {
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

/// Send somebody away
///
/// Before the start, by the owner. Whoever is sent away comes back only if he is invited anew.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/kick", operation_id = "kick_player", tag = "games",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Kick, example = json!({"account": "0193449f-68c0-7b2f-8c3e-1a2b3c4d5ea1"})),
    responses((
        status = 200, description = "The seat is free", body = GameShown,
        example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_the_owner", "game_already_started", "table_closed", "invalid_field", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn kick(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Kick>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let route = format!("POST /v1/games/{}/kick", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        let shown =
            lobby::kick(&app, connection, game.0, caller.account, body.value.account, &seen.0).await?;
        Reply::new(200, &shown)
    });
    done.await
}

/// Call a table off
///
/// Before the start, by its owner. Everybody at it is told.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/cancel", operation_id = "cancel_table", tag = "games",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Cancel, example = json!({})),
    responses((
        status = 200, description = "Called off", body = GameShown,
        example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_the_owner", "game_already_started", "table_closed", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn cancel(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Cancel>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let route = format!("POST /v1/games/{}/cancel", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(200, &lobby::cancel(&app, connection, game.0, caller.account, &seen.0).await?)
    });
    done.await
}

/// Propose a rematch
///
/// After the end, by anybody who had a seat: a new table with the same settings and bots, and seats kept for the same
/// people, who are invited. Whoever proposes it after somebody else gets the same table.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/rematch", operation_id = "propose_rematch", tag = "games",
    params(("game_id" = Uuid, Path, description = "The game that is over")),
    request_body(content = Rematch, example = json!({"entropy": "5eed"})),
    responses((
        status = 200, description = "The new table", body = GameShown,
        example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_over", "too_many_tables", "invalid_field", "invalid_options",
            "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn rematch(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    body: Body<Rematch>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let route = format!("POST /v1/games/{}/rematch", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let entropy = entropy(body.value.entropy.as_deref())?;
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(200, &lobby::rematch(&app, connection, game.0, caller.account, entropy).await?)
    });
    done.await
}
