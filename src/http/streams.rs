//! `/v1/games/{game_id}/stream`, `/v1/me/stream` and the tickets for them.

use actix_web::http::Method;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, MaybeCaller, Path, Query, follower};
use super::look::Place;
use super::openapi::examples;
use super::origin::Origin;
use super::{reply, sse};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Scope;
use crate::service::following::{self, Hub, NewTicket, Proof, TicketShown};
use crate::service::once::{Once, Reply, once};
use crate::store::{self, Pool};

/// Where a stream begins, and what opens it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameStreamParameters {
    /// `spectator`: as somebody without a seat is told it.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub place: Option<Place>,
    /// Begin after this version instead of now; what was said before is left out.
    #[param(minimum = 0)]
    pub after: Option<i64>,
    /// The id of the last event you have. The header `Last-Event-ID` says the same and goes before it.
    pub last_event_id: Option<String>,
    /// A ticket from `POST /v1/me/stream-tickets`, in place of the `Authorization` header.
    pub ticket: Option<String>,
}

/// Stream a game
///
/// Server-sent events: what happens from now on, as your seat is told it, or as a spectator is. `begin` comes first and
/// says where the stream starts; `table` holds one change of a table that has not begun (`change`, `at`, and `event`
/// with a `type`: `seat_taken`, `seat_left`, `seat_lost`, `player_kicked`, `owner_changed`, `presence_confirmed` with
/// an `account`; `confirmation_asked` with `until`; `terms_changed`, `table_cancelled`, `table_expired`,
/// `table_voided`, `game_started`); `events` holds what happened at one version; `message` holds what was said; `end`
/// says why the stream ends. Lines that begin with a colon only say that the stream is alive. After a break, send the
/// last `id` in `Last-Event-ID`: nothing is missed or doubled, whichever process answers. `reset` comes when the database lost
/// what you were told last, as a failover or a restore may: forget it, read the view again, and follow from the version it
/// names. Read a page of events after a
/// version with `GET /v1/games/{game_id}/events`.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/stream", operation_id = "stream_game", tag = "following",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        GameStreamParameters,
        ("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event you have"),
    ),
    responses((
        status = 200, description = "The stream, until one of the two ends it",
        body = String, content_type = "text/event-stream",
        example = json!(examples::game_stream()),
    )),
    security((), ("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!([
            "game_not_found", "invalid_parameter", "rules_version_unsupported", "too_many_streams",
        ])),
    ),
)]
pub async fn game(
    app: Data<App>,
    pool: Data<Pool>,
    hub: Data<Hub>,
    (request, origin): (HttpRequest, Origin),
    caller: MaybeCaller,
    game: Path<Uuid>,
    parameters: Query<GameStreamParameters>,
) -> Result<HttpResponse, Error> {
    let parameters = parameters.0;
    let proof = follower::proof(&app, &pool, &request, caller, parameters.ticket.as_deref()).await?;
    if parameters.after.is_some_and(|after| after < 0) {
        return Err(Code::InvalidParameter.field("after", "A version is 0 or more."));
    }
    let wanted = following::WantedGame {
        game: game.0,
        proof,
        from: origin.0,
        as_spectator: parameters.place == Some(Place::Spectator),
        after: parameters.after,
        last: last_event(&request, parameters.last_event_id.as_deref())?,
    };
    let opening = following::open_game(&app, &hub, &pool, &wanted).await?;
    if request.method() == Method::HEAD {
        return Ok(sse::send_head());
    }
    Ok(sse::send(following::GameStream::open(opening)?))
}

/// Where a person's stream begins, and what opens it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UserStreamParameters {
    /// The id of the last event you have. The header `Last-Event-ID` says the same and goes before it.
    pub last_event_id: Option<String>,
    /// A ticket from `POST /v1/me/stream-tickets`, in place of the `Authorization` header.
    pub ticket: Option<String>,
}

/// Stream everything about me
///
/// Server-sent events of all your games in one stream, numbered without gaps: `events` holds what happened at one
/// version of a game, as your seat is told it; `table` holds one change of a table of yours that has not begun; `call`
/// says that you are called; `message` holds what was said; `begin` comes first and says where the stream starts; `end`
/// says why it ends. After a break, send the last `id` in `Last-Event-ID`: nothing is missed or doubled. What happened
/// is kept for some days; after that, or when the database lost what you were told last, a `reset` comes: look into
/// `GET /v1/me/inbox`.
#[utoipa::path(
    get, path = "/v1/me/stream", operation_id = "stream_me", tag = "following",
    params(
        UserStreamParameters,
        ("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event you have"),
    ),
    responses((
        status = 200, description = "The stream, until one of the two ends it",
        body = String, content_type = "text/event-stream",
        example = json!(examples::user_stream()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!(["invalid_parameter", "too_many_streams"])),
    ),
)]
pub async fn me(
    app: Data<App>,
    pool: Data<Pool>,
    hub: Data<Hub>,
    (request, origin): (HttpRequest, Origin),
    caller: MaybeCaller,
    parameters: Query<UserStreamParameters>,
) -> Result<HttpResponse, Error> {
    let parameters = parameters.0;
    let proof = follower::proof(&app, &pool, &request, caller, parameters.ticket.as_deref()).await?;
    let proof = proof.ok_or_else(|| Code::Unauthenticated.problem())?;
    let last = last_event(&request, parameters.last_event_id.as_deref())?;
    let opening = following::open_person(&app, &hub, &pool, (proof, origin.0), last.as_ref()).await?;
    if request.method() == Method::HEAD {
        return Ok(sse::send_head());
    }
    Ok(sse::send(following::UserStream::open(opening)?))
}

/// The id that a client comes back with: a browser repeats the address, but sends the newest id as a header.
fn last_event(
    request: &HttpRequest,
    in_address: Option<&str>,
) -> Result<Option<following::LastEvent>, Error> {
    let Some(header) = request.headers().get("last-event-id") else {
        return Ok(in_address.map(|id| following::LastEvent { id: id.to_owned(), field: "last_event_id" }));
    };
    let unusable = |_| Code::InvalidParameter.field("Last-Event-ID", "This is no id of this stream.");
    let id = header.to_str().map_err(unusable)?;
    // An EventSource that was told no id yet sends an empty one.
    Ok((!id.is_empty()).then(|| following::LastEvent { id: id.to_owned(), field: "Last-Event-ID" }))
}

/// Which stream is to be opened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StreamTicketWanted {
    /// The address of the stream: `/v1/me/stream`, or `/v1/games/{game_id}/stream`.
    #[schema(max_length = 100)]
    pub path: String,
}

/// Get a ticket for a stream
///
/// For clients that can't send headers, as the EventSource of a browser: the ticket opens one stream, once, within less
/// than a minute. The stream ends when the token expires that the ticket was made with.
#[utoipa::path(
    post, path = "/v1/me/stream-tickets", operation_id = "create_stream_ticket", tag = "following",
    request_body(content = StreamTicketWanted, example = json!({"path": "/v1/me/stream"})),
    responses((
        status = 201, description = "The ticket", body = TicketShown, example = json!(examples::stream_ticket()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!(["invalid_field", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn ticket(
    app: Data<App>,
    pool: Data<Pool>,
    request: HttpRequest,
    caller: Caller,
    key: IdempotencyKey,
    body: Body<StreamTicketWanted>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let once_only = Once::new(caller.account, "POST /v1/me/stream-tickets", key.0, body.digest);
    let ends_at = follower::token_end(&request);
    let proof = Proof { account: caller.account, grant: caller.grant, ends_at };
    let wanted = NewTicket { path: body.value.path, proof };
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, once_only.map(Once::with_token), async |connection| {
        Reply::new(201, &following::issue_ticket(&app, connection, &wanted).await?)
    });
    Ok(reply::send(reply.await?))
}
