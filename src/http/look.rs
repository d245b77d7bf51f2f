//! `/v1/games/{game_id}/view`, `/legal` and `/events`: the game as a seat or a spectator may see it.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::extract::{Caller, IfNoneMatch, MaybeCaller, Path, Query, follower};
use super::games::limit;
use super::openapi::examples;
use super::origin::Origin;
use super::{tag, waiting};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Scope;
use crate::service::following::Hub;
use crate::service::play::{self, Events, LegalNow, ViewNow};
use crate::service::table::Table;
use crate::service::tag::{Seen, Tag};
use crate::store::{self, Connection, Pool};
use rules::Viewer;

/// The most versions whose events are given at once.
const MOST_VERSIONS: u16 = 500;

/// In whose place the caller looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LookingAs)]
pub enum Place {
    /// In no seat, even if he has one.
    Spectator,
}

/// How the table is looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ViewParameters {
    /// `spectator`: as somebody without a seat. Left out: from your seat, if you have one.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub place: Option<Place>,
    /// As it was at this version, as your seat could see it then; left out: as it is now.
    #[param(minimum = 0)]
    pub version: Option<i64>,
}

/// When it is looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LegalParameters {
    /// As it was at this version; left out: as it is now.
    #[param(minimum = 0)]
    pub version: Option<i64>,
}

/// An earlier version that is asked for.
fn checked(field: &'static str, version: Option<i64>) -> Result<Option<i64>, Error> {
    if version.is_some_and(|version| version < 0) {
        return Err(Code::InvalidParameter.field(field, "A version is 0 or more."));
    }
    Ok(version)
}

fn viewer(seat: Viewer, place: Option<Place>) -> Viewer {
    match place {
        Some(Place::Spectator) => None,
        None => seat,
    }
}

/// View a game
///
/// The table as your seat sees it, or as a spectator does.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/view", operation_id = "get_view", tag = "play",
    params(("game_id" = Uuid, Path, description = "The game"), ViewParameters),
    responses((
        status = 200, description = "The table", body = ViewNow,
        example = json!(examples::view()),
    )),
    security((), ("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!(["game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported", "too_many_streams"]))),
)]
pub async fn view(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    parameters: Query<ViewParameters>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let ViewParameters { place, version } = parameters.0;
    let version = checked("version", version)?;
    let mut connection = store::pool::lend(&pool).await?;
    let from = |seat| viewer(seat, place);
    if let Some(tag) = still(&mut connection, caller, (game.0, version), &seen.0, from).await? {
        return Ok(tag::not_modified(&tag));
    }
    let table = Table::open_to_look(&app, &mut connection, game.0, caller.account()).await?;
    let version = play::version(&table, version)?;
    let tag = table.tag_at(&mut connection, from(table.seat), version).await?;
    if seen.0.has(&tag) {
        return Ok(tag::not_modified(&tag));
    }
    let moment = play::moment(&app, &mut connection, &table, version).await?;
    Ok(tag::send(&tag, &play::view(&table, tag.viewer, &moment)?))
}

/// List legal actions
///
/// Every decision that is open for your seat, with its answers: ready to send, or a shape to fill in.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/legal", operation_id = "list_legal_actions", tag = "play",
    params(("game_id" = Uuid, Path, description = "The game"), LegalParameters),
    responses((
        status = 200, description = "What your seat may do", body = LegalNow,
        example = json!(examples::legal()),
    )),
    security(("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_running", "version_beyond_present", "rules_version_unsupported",
    ]))),
)]
pub async fn legal(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    parameters: Query<LegalParameters>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let version = checked("version", parameters.0.version)?;
    let mut connection = store::pool::lend(&pool).await?;
    let caller = MaybeCaller(Some(caller));
    let tag = still(&mut connection, caller, (game.0, version), &seen.0, |seat| seat).await?;
    if let Some(tag) = tag.filter(|tag| tag.viewer.is_some()) {
        return Ok(tag::not_modified(&tag));
    }
    let table = Table::open_to_look(&app, &mut connection, game.0, caller.account()).await?;
    let seat = table.member()?;
    let version = play::version(&table, version)?;
    let tag = table.tag_at(&mut connection, Some(seat), version).await?;
    if seen.0.has(&tag) {
        return Ok(tag::not_modified(&tag));
    }
    let moment = play::moment(&app, &mut connection, &table, version).await?;
    Ok(tag::send(&tag, &play::legal(&table, seat, &moment)))
}

/// Which events are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventParameters {
    /// Only events after this version; left out: from the set-up on.
    #[param(minimum = 0)]
    pub after: Option<i64>,
    /// The events of at most so many versions, 1 to 500; 100 if left out.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u16>,
    /// `spectator`: as somebody without a seat is told them.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub place: Option<Place>,
    /// As the log was at this version: nothing after it is told.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// If nothing has happened after `after` yet: wait for it, so many seconds at most, 0 to 30. Needs `after`.
    #[param(minimum = 0, maximum = 30)]
    pub wait: Option<u16>,
}

/// List events
///
/// What happened after a version, as your seat is told it, or as a spectator is. With `wait` the answer comes as soon as
/// there is something, or without events when the time is over.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/events", operation_id = "list_events", tag = "play",
    params(("game_id" = Uuid, Path, description = "The game"), EventParameters),
    responses((
        status = 200, description = "The events, oldest first", body = Events,
        example = json!(examples::events()),
    )),
    security((), ("access_token" = [])),
    extensions(("x-tagged" = json!(true)), ("x-scope" = json!("games:read")), ("x-problem-codes" = json!(["game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported", "too_many_streams"]))),
)]
pub async fn events(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    parameters: Query<EventParameters>,
    (hub, request, origin): (Data<Hub>, HttpRequest, Origin),
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let EventParameters { after, limit: versions, place, version, wait } = parameters.0;
    let (after, version) = (checked("after", after)?, checked("version", version)?);
    let versions = i64::from(limit(versions, 100, MOST_VERSIONS)?);
    if let (Some(wait), None) = (wait, version) {
        let after = after.ok_or_else(|| Code::InvalidParameter.field("after", "Waiting needs `after`."))?;
        let proof = follower::proof(&app, &pool, &request, caller, None).await?;
        waiting::until_beyond(&app, &pool, &hub, (proof, origin.0), game.0, after, wait).await?;
    }
    let mut connection = store::pool::lend(&pool).await?;
    let from = |seat| viewer(seat, place);
    if let Some(tag) = still(&mut connection, caller, (game.0, version), &seen.0, from).await? {
        return Ok(tag::not_modified(&tag));
    }
    let table = Table::open_to_look(&app, &mut connection, game.0, caller.account()).await?;
    let version = match (version, table.present.version) {
        (None, None) => -1,
        (asked, _) => play::version(&table, asked)?,
    };
    let tag = table.tag_at(&mut connection, from(table.seat), version).await?;
    if seen.0.has(&tag) {
        return Ok(tag::not_modified(&tag));
    }
    let events = play::events(&mut connection, &table, tag.viewer, version, after, versions).await?;
    Ok(tag::send(&tag, &events))
}

/// Whatever the caller has seen of the present, if it is still so; not for a past version that he asks for.
async fn still(
    connection: &mut Connection,
    caller: MaybeCaller,
    (game, version): (Uuid, Option<i64>),
    seen: &Seen,
    from: impl Fn(Viewer) -> Viewer,
) -> Result<Option<Tag>, Error> {
    if version.is_some() {
        return Ok(None);
    }
    Table::still(connection, game, caller.account(), seen, from).await
}
