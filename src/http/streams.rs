//! `/v1/games/{game_id}/stream`, `/v1/me/stream` and the tickets for them: server-sent events.

use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, HeaderName};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::stream::unfold;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::ctx::{Ctx, once};
use super::extract::{Caller, Idempotent, MaybeCaller, Path, Query, scope, token_end};
use super::openapi::examples;
use super::origin::Origin;
use super::views::ViewAs;
use crate::error::{Code, Error, Sentence};
use crate::service::App;
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::streams::{
    self, Credential, Follower, Hub, LastEventId, OpenGameStream, Stream, StreamTicket,
};
use crate::store::{self, Pool};

/// Where a stream begins, and what opens it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameStreamParameters {
    /// `spectator` hides what only your seat knows.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub view_as: Option<ViewAs>,
    /// Begin after this version instead of now; earlier messages are not repeated.
    #[param(minimum = 0)]
    pub after: Option<i64>,
    /// The id of the last event you have. The header `Last-Event-ID` means the same and takes precedence.
    pub last_event_id: Option<String>,
    /// From `POST /v1/me/stream-tickets`, in place of the `Authorization` header.
    pub ticket: Option<String>,
}

/// Stream a game
///
/// Server-sent events: what happens from now on, as far as your seat may know it, or a spectator. `begin` comes first
/// and says where the stream starts; `table` has one change of a game that has not started (`change`, `at`, and `event`
/// with a `type`: `seat_taken`, `seat_left`, `seat_lost`, `player_kicked`, `owner_changed`, `presence_confirmed` with
/// an `account`; `confirmation_asked` with `until`; `terms_changed`, `table_cancelled`, `table_expired`,
/// `table_voided`, `game_started`); `events` has what happened at one version; `message` has a message; `end` says why
/// the stream ends. Lines that begin with a colon only keep the stream alive. After a break, send the last `id` in
/// `Last-Event-ID`: nothing is missed or doubled, whichever process answers. `reset` comes when the database lost what
/// you got last, as a failover or a restore may: discard it, read the view again, and follow from the version it names.
/// Read a page of events after a version with `GET /v1/games/{game_id}/events`.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/stream", operation_id = "stream_game", tag = "streams",
    params(("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event you have")),
    responses((
        status = 200, description = "The stream, until one of the two ends it",
        body = String, content_type = "text/event-stream",
        example = json!(examples::game_stream()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "rules_version_unsupported", "too_many_streams",
    ]))),
)]
pub async fn game(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<GameStreamParameters>,
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let parameters = parameters.0;
    let credential = token_or_ticket(&app, &pool, &request, caller, parameters.ticket.as_deref()).await?;
    if parameters.after.is_some_and(|after| after < 0) {
        return Err(Code::InvalidParameter.field("after", Sentence::AtLeast { least: 0 }));
    }
    let game_stream = OpenGameStream {
        game: game.0,
        credential,
        address: origin.0,
        as_spectator: parameters.view_as == Some(ViewAs::Spectator),
        after: parameters.after,
        last_event: last_event(&request, parameters.last_event_id.as_deref())?,
    };
    let stream = streams::open_game(&app, &hub, &pool, &game_stream).await?;
    if request.method() == Method::HEAD {
        return Ok(stream_head().finish());
    }
    Ok(send(stream))
}

/// Where the stream of an account begins, and its ticket.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UserStreamParameters {
    /// The id of the last event you have. The header `Last-Event-ID` means the same and takes precedence.
    pub last_event_id: Option<String>,
    /// From `POST /v1/me/stream-tickets`, in place of the `Authorization` header.
    pub ticket: Option<String>,
}

/// Stream everything about me
///
/// Server-sent events of all your games in one stream, numbered without gaps: `events` holds what happened at one
/// version of a game, as far as your seat may know it; `table` has one change of a game of yours that has not started;
/// `call` says that you are called; `message` has a message; `begin` comes first and says where the stream starts;
/// `end` says why it ends. After a break, send the last `id` in `Last-Event-ID`: nothing is missed or doubled. What
/// happened is kept for some days; after that, or when the database lost what you got last, a `reset` comes: look into
/// `GET /v1/me/inbox`.
#[utoipa::path(
    get, path = "/v1/me/stream", operation_id = "stream_account", tag = "streams",
    params(("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event you have")),
    responses((
        status = 200, description = "The stream, until one of the two ends it",
        body = String, content_type = "text/event-stream",
        example = json!(examples::user_stream()),
    )),
    security(("access_token" = [])), // a ticket is no token, but one of the two is required
    extensions(("x-problem-codes" = json!(["too_many_streams"]))),
)]
pub async fn me(
    caller: MaybeCaller<scope::GamesRead>,
    parameters: Query<UserStreamParameters>,
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let parameters = parameters.0;
    let credential = token_or_ticket(&app, &pool, &request, caller, parameters.ticket.as_deref()).await?;
    let credential = credential.ok_or_else(|| Code::Unauthenticated.problem())?;
    let last = last_event(&request, parameters.last_event_id.as_deref())?;
    let stream = streams::open_user(&app, &hub, &pool, (credential, origin.0), last.as_ref()).await?;
    if request.method() == Method::HEAD {
        return Ok(stream_head().finish());
    }
    Ok(send(stream))
}

/// The id that a client comes back with: a browser repeats the address, but sends the newest id as a header.
fn last_event(request: &HttpRequest, in_address: Option<&str>) -> Result<Option<LastEventId>, Error> {
    let Some(header) = request.headers().get("last-event-id") else {
        return Ok(in_address.map(|id| LastEventId { id: id.to_owned(), field: "last_event_id" }));
    };
    let unusable = |_| Code::InvalidParameter.field("Last-Event-ID", Sentence::NotAnEventId);
    let id = header.to_str().map_err(unusable)?;
    // An EventSource that has got no id yet sends an empty one.
    Ok((!id.is_empty()).then(|| LastEventId { id: id.to_owned(), field: "Last-Event-ID" }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateStreamTicket {
    /// `/v1/me/stream`, or `/v1/games/{game_id}/stream`.
    #[schema(max_length = 100)]
    pub path: String,
}

/// Get a ticket for a stream
///
/// For clients that can't send headers, such as the EventSource of a browser: opens one stream, once, within a minute.
/// The stream ends when the token expires with which the ticket was made.
#[utoipa::path(
    post, path = "/v1/me/stream-tickets", operation_id = "create_stream_ticket", tag = "streams",
    request_body(content = CreateStreamTicket, example = json!({"path": "/v1/me/stream"})),
    responses((
        status = 201, description = "Valid once, within a minute", body = StreamTicket,
        example = json!(examples::stream_ticket()),
    )),
)]
pub async fn ticket(
    caller: Caller<scope::GamesRead>,
    headers: HttpRequest,
    request: Idempotent<CreateStreamTicket>,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let (path, credential) = (request.body.path, credential(&caller, &headers));
    once(&app, &mut db, request.key.of(caller.account).map(IdempotentRequest::with_token), async |db| {
        let ticket = streams::issue_ticket(&app, db, credential, path.clone()).await?;
        StoredReply::created(&ticket, path)
    })
    .await
}

/// What a caller came with, and when it ends.
pub fn credential<S>(caller: &Caller<S>, request: &HttpRequest) -> Credential {
    Credential { account: caller.account, grant: caller.grant, ends_at: token_end(request) }
}

/// What a stream is opened with, if with anything: a token in a header, or a ticket in the address, which is used up.
/// Errors: those of tickets.
async fn token_or_ticket(
    app: &App,
    pool: &Pool,
    request: &HttpRequest,
    caller: MaybeCaller<scope::GamesRead>,
    ticket: Option<&str>,
) -> Result<Option<Credential>, Error> {
    if let Some(caller) = caller.0 {
        return Ok(Some(credential(&caller, request)));
    }
    let Some(ticket) = ticket else { return Ok(None) };
    if request.method() == Method::HEAD {
        // Nothing is opened, so nothing is used up.
        return Err(Code::Unauthenticated.because(Sentence::TicketOnlyGet));
    }
    let mut db = store::pool::acquire(pool).await?;
    streams::use_ticket(app, &mut db, ticket, request.path()).await.map(Some)
}

const EVENT_STREAM: &str = "text/event-stream";

/// Sends a stream. It is not compressed, and asks proxies not to buffer it.
fn send(stream: Stream<impl Follower>) -> HttpResponse {
    let pieces = unfold(Box::new(stream), |mut stream| async move {
        let piece = stream.next().await?;
        Some((Ok::<_, Error>(Bytes::from(piece)), stream))
    });
    stream_head().streaming(pieces)
}

/// The beginning of a stream. It is all that a HEAD request gets.
fn stream_head() -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .content_type(EVENT_STREAM)
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"));
    response
}
