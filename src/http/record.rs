//! `/v1/games/{game_id}/record`: the record of a game.

use actix_web::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH, VARY};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::{Stream, stream};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{MaybeCaller, Path, Query, scope};
use super::includes::{SentenceParameters, TextLanguage, in_words};
use super::openapi::examples;
use crate::error::Error;
use crate::record::Head;
use crate::service::identity::Language;
use crate::service::record::{RecordEntry, RecordWriter};
use crate::service::{App, Ctx};
use crate::store::{self, Pool};

/// Everything about a game: enough to replay it and to check its chance.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameRecord {
    /// What was set before the first entry.
    #[serde(flatten)]
    pub head: Head,
    pub entries: Vec<RecordEntry>,
    /// SHA-256 over all of it but the players' names, as hex; null until the game is over.
    pub digest: Option<String>,
}

/// Download the record of a game
///
/// After the end: everything that was set, done and drawn, with the secret, the same for everybody; `althing verify`
/// and `althing replay` check it. Before: what your seat may know, without draws and secret. It is streamed. The `ETag`
/// of a finished game changes with a player's name only.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/record", tag = "records",
    responses(
        (
            status = 200, description = "The record, sent as a stream", body = GameRecord,
            example = json!(examples::record()),
        ),
    ),
    extensions(
        ("x-tagged" = json!(true)),
        ("x-problem-codes" = json!(["game_not_found", "game_not_running", "rules_version_unsupported"])),
    ),
)]
pub async fn get_record(
    caller: MaybeCaller<scope::GamesRead>,
    request: HttpRequest,
    (app, pool): (Data<App>, Data<Pool>),
    game: Path<Uuid>,
    (parameters, language): (Query<SentenceParameters>, TextLanguage),
) -> Result<HttpResponse, Error> {
    let texts = language.of(&parameters.0.include);
    let response = send(&request, &app, pool, (game.0, caller.account()), texts).await?;
    Ok(in_words(response, texts))
}

/// The record of a game for an account, with texts in a language.
pub async fn send(
    request: &HttpRequest,
    app: &Arc<App>,
    pool: Data<Pool>,
    (game, account): (Uuid, Option<Uuid>),
    texts: Option<Language>,
) -> Result<HttpResponse, Error> {
    let mut ctx = Ctx::acquire(app, &pool).await?;
    let writer = RecordWriter::begin(&mut ctx, game, account, texts).await?;
    drop(ctx);
    let tag = format!("\"r-{}\"", writer.tag()?);
    let known = request.headers().get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((ETAG, tag)).insert_header((VARY, "Authorization"));
    response.insert_header((CACHE_CONTROL, "private, no-cache"));
    if is_known {
        return Ok(response.finish());
    }
    Ok(response.content_type("application/json").streaming(pieces(pool, writer)))
}

/// The chunks of the document. A connection is in use for one of them at a time.
fn pieces(pool: Data<Pool>, writer: RecordWriter) -> impl Stream<Item = Result<Bytes, Error>> {
    stream::try_unfold((pool, writer), async |(pool, mut writer)| {
        let mut connection = store::pool::acquire(&pool).await?;
        let piece = writer.next(&mut connection).await?;
        drop(connection);
        Ok(piece.map(|piece| (Bytes::from(piece), (pool, writer))))
    })
}
