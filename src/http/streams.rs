//! `/v1/games/{game_id}/stream`, `/v1/me/stream`, `/v1/people/{person}/stream`, `/v1/competitions/{competition_id}/stream`
//! and the tickets for them: server-sent events.

use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, HeaderName};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::ctx::once;
use super::extract::{Caller, Idempotent, MaybeCaller, Path, Query, scope, token_end};
use super::includes::{TextInclude, TextLanguage, in_words};
use super::openapi::{
    AccountStreamEvent, CompetitionStreamEvent, GameStreamEvent, PersonStreamEvent, examples,
};
use super::origin::Origin;
use super::views::{ViewAs, checked_version};
use crate::error::{Code, Error, Sentence};
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::page::several;
use crate::service::streams::{
    self, Credential, Follower, Hub, LastEventId, OpenCompetitionStream, OpenGameStream, OpenPersonStream,
    Stream, StreamTicket,
};
use crate::service::{App, Ctx};
use crate::store::Pool;

/// Where a stream begins, and what opens it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameStreamParameters {
    /// `spectator` hides what only your seat knows.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub view_as: Option<ViewAs>,
    /// Begin after this version instead of now; earlier messages are left out. Not looked at with `after_id` or
    /// `Last-Event-ID`.
    #[param(minimum = 0)]
    pub after: Option<i64>,
    /// Go on after the event of this `id`, for clients that can't send `Last-Event-ID`; with both, the header counts.
    #[param(max_length = 100)]
    pub after_id: Option<String>,
    /// From `POST /v1/me/stream-tickets`, in place of the `Authorization` header.
    pub ticket: Option<String>,
    /// `texts` adds what a log says of each event.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<TextInclude>>, style = Form, explode)]
    pub include: Vec<TextInclude>,
}

/// Stream the events of a game
///
/// Server-sent events: what happens from now on, as far as your seat may know it, or a spectator. The data of each is
/// JSON of the type `GameStreamEvent`; its `type` is the name of the event as well.
///
/// | event | what it tells |
/// |---|---|
/// | `opened` | comes first: where the stream begins |
/// | `lobby_change` | a change before the start, such as a seat that was taken |
/// | `game_events` | what happened at one version of the game |
/// | `message` | a message that you may read |
/// | `reset` | the database lost what you got last, as a failover or a restore may: discard it, read the view again, and follow from the version it names |
/// | `end` | why the stream ends; it closes with it |
///
/// After a break, send the `id` of the last event you have in `Last-Event-ID`, or as `after_id`: the stream goes on
/// there without `opened`, nothing is missed or doubled, whichever process answers. The stream of a game that is over
/// sends what you lack and ends with the reason `game_over`; an EventSource should be closed then, or it opens the stream
/// again. Lines that begin with a colon only keep the stream alive. More events may be added: skip those you don't know.
/// Read a page of events after a version with `GET /v1/games/{game_id}/events`.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/stream", tag = "streams",
    params((
        "Last-Event-ID" = Option<String>, Header,
        description = "Go on after the event of this `id`: the last one that you have. An empty one counts as none.",
    )),
    responses((
        status = 200, description = examples::game_stream(),
        body = GameStreamEvent, content_type = "text/event-stream", example = json!(examples::game_stream_event()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "rules_version_unsupported", "too_many_streams",
    ]))),
)]
pub async fn stream_game(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    (parameters, language): (Query<GameStreamParameters>, TextLanguage),
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let parameters = parameters.0;
    let credential = token_or_ticket(&app, &pool, &request, caller, parameters.ticket.as_deref()).await?;
    let game_stream = OpenGameStream {
        game: game.0,
        credential,
        address: origin.0,
        as_spectator: parameters.view_as == Some(ViewAs::Spectator),
        after: checked_version("after", parameters.after)?,
        last_event: last_event(&request, parameters.after_id)?,
        texts: language.of(&parameters.include),
    };
    // Boxed: unboxed it made the future of this handler as large as the buffers that the framework keeps for a connection.
    // The buffers of the next connection were then made from its memory, of which it had written every page, while they
    // need one. With 10,000 streams that was 3 kB for each.
    let stream = Box::pin(streams::open_game(&app, &hub, &pool, &game_stream)).await?;
    Ok(in_words(send(&request, stream), game_stream.texts))
}

/// Where the stream of an account begins, and its ticket.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UserStreamParameters {
    /// Go on after the event of this `id`, for clients that can't send `Last-Event-ID`; with both, the header counts.
    #[param(max_length = 100)]
    pub after_id: Option<String>,
    /// From `POST /v1/me/stream-tickets`, in place of the `Authorization` header.
    pub ticket: Option<String>,
    /// `texts` adds what a log says of each event; not to those of a game in which you have no seat any more.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<TextInclude>>, style = Form, explode)]
    pub include: Vec<TextInclude>,
}

/// Stream the events of all my games
///
/// Server-sent events of all your games in one stream, numbered without gaps. The data of each is JSON of the type
/// `AccountStreamEvent`; its `type` is the name of the event as well.
///
/// | event | what it tells |
/// |---|---|
/// | `opened` | comes first: where the stream begins |
/// | `lobby_change` | a change in a game of yours that has not started |
/// | `game_events` | what happened at one version of a game, as far as your seat may know it |
/// | `message` | a message to you |
/// | `notification` | you are told of something: a decision is open for you, a vote was opened, time runs out |
/// | `reset` | what you got last is no longer kept, or was lost by the database: look into `GET /v1/me/inbox` |
/// | `end` | why the stream ends; it closes with it |
///
/// After a break, send the `id` of the last event you have in `Last-Event-ID`, or as `after_id`: the stream goes on
/// there without `opened`, and nothing is missed or doubled. What happened is kept for some days. Lines that begin with a
/// colon only keep the stream alive. More events may be added: skip those you don't know.
#[utoipa::path(
    get, path = "/v1/me/stream", tag = "streams",
    params((
        "Last-Event-ID" = Option<String>, Header,
        description = "Go on after the event of this `id`: the last one that you have. An empty one counts as none.",
    )),
    responses((
        status = 200, description = examples::account_stream(),
        body = AccountStreamEvent, content_type = "text/event-stream",
        example = json!(examples::account_stream_event()),
    )),
    security(("access_token" = [])), // a ticket is no token, but one of the two is required
    extensions(("x-problem-codes" = json!(["too_many_streams"]))),
)]
pub async fn stream_account(
    caller: MaybeCaller<scope::GamesRead>,
    (parameters, language): (Query<UserStreamParameters>, TextLanguage),
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let parameters = parameters.0;
    let credential = token_or_ticket(&app, &pool, &request, caller, parameters.ticket.as_deref()).await?;
    let credential = credential.ok_or_else(|| Code::Unauthenticated.problem())?;
    let last = last_event(&request, parameters.after_id)?;
    let texts = language.of(&parameters.include);
    let follower = (credential, origin.0);
    let stream = streams::open_user(&app, &hub, &pool, follower, last.as_ref(), texts).await?;
    Ok(in_words(send(&request, stream), texts))
}

/// Stream the public games of a player
///
/// Server-sent events of all public games of a player, as spectators see them. The data of each is JSON of the type
/// `PersonStreamEvent`; its `type` is the name of the event as well.
///
/// | event | what it tells |
/// |---|---|
/// | `opened` | comes first: the stream begins |
/// | `lobby_change` | a change in a game of the player that has not started |
/// | `game_events` | what happened at one version of a game |
/// | `reset` | what you got last is no longer kept, or was lost by the database: read the games that you follow again |
/// | `end` | why the stream ends; it closes with it |
///
/// After a break, send the `id` of the last event you have in `Last-Event-ID`, or as `after_id`: the stream goes on
/// there without `opened`, and nothing is missed or doubled. What happened is kept for some days. A player whom you block,
/// or who blocks you, can't be followed. Lines that begin with a colon only keep the stream alive. More events may be
/// added: skip those you don't know. A ticket is for the path with the player's id.
#[utoipa::path(
    get, path = "/v1/people/{person}/stream", tag = "streams",
    params((
        "Last-Event-ID" = Option<String>, Header,
        description = "Go on after the event of this `id`: the last one that you have. An empty one counts as none.",
    )),
    responses((
        status = 200, description = "The stream, until one of the two ends it",
        body = PersonStreamEvent, content_type = "text/event-stream", example = json!(examples::person_stream_event()),
    )),
    security(("access_token" = [])), // a ticket is no token, but one of the two is required
    extensions(("x-problem-codes" = json!(["account_not_found", "too_many_streams"]))),
)]
pub async fn stream_person(
    caller: MaybeCaller<scope::GamesRead>,
    person: Path<String>,
    parameters: Query<UserStreamParameters>,
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let parameters = parameters.0;
    let credential = token_or_ticket(&app, &pool, &request, caller, parameters.ticket.as_deref()).await?;
    let credential = credential.ok_or_else(|| Code::Unauthenticated.problem())?;
    let last_event = last_event(&request, parameters.after_id)?;
    let stream = OpenPersonStream { person: &person.0, credential, address: origin.0, last_event };
    Ok(send(&request, streams::open_person(&app, &hub, &pool, stream).await?))
}

/// Where the stream of a competition begins, and its ticket.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompetitionStreamParameters {
    /// Go on after the event of this `id`, for clients that can't send `Last-Event-ID`; with both, the header counts.
    #[param(max_length = 100)]
    pub after_id: Option<String>,
    /// From `POST /v1/me/stream-tickets`, in place of the `Authorization` header.
    pub ticket: Option<String>,
}

/// Stream the changes of a competition
///
/// Server-sent events: that something which is shown of the competition changed, and how far it is. Read the rounds and the
/// standings again then. The data of each is JSON of the type `CompetitionStreamEvent`; its `type` is the name of the event
/// as well.
///
/// | event | what it tells |
/// |---|---|
/// | `opened` | comes first: the stream begins |
/// | `competition_changed` | a round was paired, a game began or ended, somebody signed up or left, an organiser changed or corrected something |
/// | `end` | why the stream ends; it closes with it |
///
/// Several changes within a second may come as one event. After a break, send the `id` of the last event you have in
/// `Last-Event-ID`, or as `after_id`: if anything changed meanwhile, one event tells so. The stream of a competition that is
/// over or was called off ends with the reason `competition_over`. Lines that begin with a colon only keep the stream
/// alive. More events may be added: skip those you don't know.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}/stream", tag = "streams",
    params((
        "Last-Event-ID" = Option<String>, Header,
        description = "Go on after the event of this `id`: the last one that you have. An empty one counts as none.",
    )),
    responses((
        status = 200, description = "The stream, until the competition is over or one of the two ends it",
        body = CompetitionStreamEvent, content_type = "text/event-stream",
        example = json!(examples::competition_stream_event()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found", "too_many_streams"]))),
)]
pub async fn stream_competition(
    caller: MaybeCaller<scope::GamesRead>,
    competition: Path<Uuid>,
    parameters: Query<CompetitionStreamParameters>,
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let parameters = parameters.0;
    let credential = token_or_ticket(&app, &pool, &request, caller, parameters.ticket.as_deref()).await?;
    let last_event = last_event(&request, parameters.after_id)?;
    let address = origin.0;
    let stream = OpenCompetitionStream { competition: competition.0, credential, address, last_event };
    Ok(send(&request, streams::open_competition(&app, &hub, &pool, &stream).await?))
}

/// The id of the last event that a returning client has. The header wins over the address: a browser repeats the
/// address, but sends the newest id in the header.
fn last_event(request: &HttpRequest, in_address: Option<String>) -> Result<Option<LastEventId>, Error> {
    let Some(header) = request.headers().get("last-event-id") else {
        return Ok(in_address.map(|id| LastEventId { id, field: "after_id" }));
    };
    let unusable = |_| Code::InvalidParameter.field("Last-Event-ID", Sentence::NotAnEventId);
    let id = header.to_str().map_err(unusable)?;
    // Some clients send an empty id until they have got an event.
    Ok((!id.is_empty()).then(|| LastEventId { id: id.to_owned(), field: "Last-Event-ID" }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateStreamTicket {
    /// `/v1/me/stream`, `/v1/games/{game_id}/stream`, `/v1/competitions/{competition_id}/stream`, or
    /// `/v1/people/{person}/stream` with the id of the player.
    #[schema(max_length = 100)]
    pub path: String,
}

/// Get a ticket for a stream
///
/// For clients that can't send headers, such as the EventSource of a browser: opens one stream, once, within a minute.
/// The stream ends when the token expires with which the ticket was made.
#[utoipa::path(
    post, path = "/v1/me/stream-tickets", tag = "streams",
    request_body(content = CreateStreamTicket, example = json!({"path": "/v1/me/stream"})),
    responses((
        status = 201, description = "Valid once, within a minute", body = StreamTicket,
        example = json!(examples::stream_ticket()),
    )),
)]
pub async fn create_stream_ticket(
    caller: Caller<scope::GamesRead>,
    headers: HttpRequest,
    request: Idempotent<CreateStreamTicket>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (path, credential) = (request.body.path, credential(&caller, &headers));
    once(&mut ctx, request.key.of(caller.account).map(IdempotentRequest::with_token), async |tx| {
        let ticket = streams::issue_ticket(tx, credential, path.clone()).await?;
        StoredReply::created(&ticket, path)
    })
    .await
}

/// The credential of a caller, and when it expires, which ends the stream.
pub fn credential<S>(caller: &Caller<S>, request: &HttpRequest) -> Credential {
    Credential { account: caller.account, grant: caller.grant, ends_at: token_end(request) }
}

/// The credential that opens a stream: a token in the header, or a ticket in the address, which is used up; `None`
/// without either.
async fn token_or_ticket(
    app: &Arc<App>,
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
        // A HEAD request opens no stream, so it must not use up the ticket.
        return Err(Code::Unauthenticated.because(Sentence::TicketOnlyGet));
    }
    let mut ctx = Ctx::acquire(app, pool).await?;
    streams::use_ticket(&mut ctx, ticket, request.path()).await.map(Some)
}

/// Sends a stream, or the head of it. `text/event-stream` is none of the types that are compressed; `X-Accel-Buffering`
/// asks proxies not to hold events back.
fn send(request: &HttpRequest, stream: Stream<impl Follower>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .content_type("text/event-stream")
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"));
    if request.method() == Method::HEAD {
        return response.finish();
    }
    let pieces = unfold(Box::new(stream), |mut stream| async move {
        let piece = stream.next().await?;
        Some((Ok::<_, Error>(Bytes::from(piece)), stream))
    });
    response.streaming(pieces)
}
