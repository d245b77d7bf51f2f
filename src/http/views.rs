//! `/v1/games/{game_id}/view`, `/legal` and `/events`: the game as a seat or a spectator may see it, now or as soon as
//! something happens.

use std::net::IpAddr;
use std::time::Duration;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::ctx::Ctx;
use super::etag::{self, IfNoneMatch};
use super::extract::{Caller, MaybeCaller, Path, Query, limit, scope};
use super::openapi::examples;
use super::origin::Origin;
use super::streams::credential;
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, Events, GameView, LegalActions};
use crate::service::streams::{self, Credential, Hub};
use crate::service::tag::{Seen, Tag};
use crate::store::{self, Connection, Pool};
use rules::Viewer;

/// The most versions whose events are given at once.
const MOST_VERSIONS: u16 = 500;
const USUAL_VERSIONS: u16 = 100;

/// The longest that a request may wait, in seconds.
const LONGEST_WAIT: u16 = 30;

/// As whom the caller looks at a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LookingAs {
    /// As somebody without a seat, even if they have one.
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
    pub place: Option<LookingAs>,
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

fn viewer(seat: Viewer, place: Option<LookingAs>) -> Viewer {
    match place {
        Some(LookingAs::Spectator) => None,
        None => seat,
    }
}

/// View a game
///
/// The table as your seat sees it, or as a spectator does.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/view", operation_id = "get_view", tag = "play",
    responses((status = 200, description = "The table", body = GameView, example = json!(examples::view()))),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
        "too_many_streams",
    ]))),
)]
pub async fn view(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<ViewParameters>,
    seen: IfNoneMatch,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let ViewParameters { place, version } = parameters.0;
    let version = checked("version", version)?;
    let from = |seat| viewer(seat, place);
    if let Some(tag) = unchanged(&mut db, caller.account(), (game.0, version), &seen.0, from).await? {
        return Ok(etag::not_modified(&tag));
    }
    let table = LoadedGame::open_to_read(&app, &mut db, game.0, caller.account()).await?;
    let version = play::version(&table, version)?;
    let tag = table.tag_at(&mut db, from(table.seat), version).await?;
    if seen.0.has(&tag) {
        return Ok(etag::not_modified(&tag));
    }
    let moment = play::moment(&app, &mut db, &table, version).await?;
    Ok(etag::send(&tag, &play::view(&table, tag.viewer, &moment)?))
}

/// List legal actions
///
/// Every decision that is open for your seat, with its answers: ready to send, or a shape to fill in.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/legal", operation_id = "list_legal_actions", tag = "play",
    responses((
        status = 200, description = "What your seat may do", body = LegalActions,
        example = json!(examples::legal()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_running", "version_beyond_present",
        "rules_version_unsupported",
    ]))),
)]
pub async fn legal(
    caller: Caller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<LegalParameters>,
    seen: IfNoneMatch,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let version = checked("version", parameters.0.version)?;
    let account = Some(caller.account);
    let tag = unchanged(&mut db, account, (game.0, version), &seen.0, |seat| seat).await?;
    if let Some(tag) = tag.filter(|tag| tag.viewer.is_some()) {
        return Ok(etag::not_modified(&tag));
    }
    let table = LoadedGame::open_to_read(&app, &mut db, game.0, account).await?;
    let seat = table.member()?;
    let version = play::version(&table, version)?;
    let tag = table.tag_at(&mut db, Some(seat), version).await?;
    if seen.0.has(&tag) {
        return Ok(etag::not_modified(&tag));
    }
    let moment = play::moment(&app, &mut db, &table, version).await?;
    Ok(etag::send(&tag, &play::legal(&table, seat, &moment)))
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
    pub place: Option<LookingAs>,
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
    responses((
        status = 200, description = "The events, oldest first", body = Events,
        example = json!(examples::events()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
        "too_many_streams",
    ]))),
)]
pub async fn events(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<EventParameters>,
    seen: IfNoneMatch,
    request: HttpRequest,
    origin: Origin,
    (app, pool, hub): (Data<App>, Data<Pool>, Data<Hub>),
) -> Result<HttpResponse, Error> {
    let EventParameters { after, limit: versions, place, version, wait } = parameters.0;
    let (after, version) = (checked("after", after)?, checked("version", version)?);
    let versions = i64::from(limit(versions, USUAL_VERSIONS, MOST_VERSIONS)?);
    if let (Some(seconds), None) = (wait, version) {
        let after = after.ok_or_else(|| Code::InvalidParameter.field("after", "Waiting needs `after`."))?;
        let follower = (caller.0.as_ref().map(|caller| credential(caller, &request)), origin.0);
        wait_until_beyond(&app, &pool, &hub, follower, game.0, after, seconds).await?;
    }
    let mut db = store::pool::acquire(&pool).await?;
    let account = caller.account();
    let from = |seat| viewer(seat, place);
    if let Some(tag) = unchanged(&mut db, account, (game.0, version), &seen.0, from).await? {
        return Ok(etag::not_modified(&tag));
    }
    let table = LoadedGame::open_to_read(&app, &mut db, game.0, account).await?;
    let version = match (version, table.present.version) {
        (None, None) => -1,
        (asked, _) => play::version(&table, asked)?,
    };
    let tag = table.tag_at(&mut db, from(table.seat), version).await?;
    if seen.0.has(&tag) {
        return Ok(etag::not_modified(&tag));
    }
    let events = play::events(&mut db, &table, tag.viewer, version, after, versions).await?;
    Ok(etag::send(&tag, &events))
}

/// What the caller has seen of the present, if it is still so; not for a past version.
async fn unchanged(
    db: &mut Connection,
    account: Option<Uuid>,
    (game, version): (Uuid, Option<i64>),
    seen: &Seen,
    from: impl Fn(Viewer) -> Viewer,
) -> Result<Option<Tag>, Error> {
    if version.is_some() {
        return Ok(None);
    }
    LoadedGame::not_modified(db, game, account, seen, from).await
}

/// How many seconds the query of an address asks to wait, as far as that is granted.
pub fn seconds_to_wait(query: &str) -> u64 {
    let wait = query.split('&').find_map(|pair| pair.strip_prefix("wait="));
    wait.and_then(|seconds| seconds.parse().ok())
        .map_or(0, |seconds: u64| seconds.min(u64::from(LONGEST_WAIT)))
}

/// Holds no connection meanwhile. Waits until `game` has moved beyond version `after`, at most `seconds`; not at all for a game that is over. Errors:
/// `game_not_found`, `invalid_parameter`, `too_many_streams`, `rules_version_unsupported`.
async fn wait_until_beyond(
    app: &App,
    pool: &Pool,
    hub: &Hub,
    (credential, address): (Option<Credential>, IpAddr),
    game: Uuid,
    after: i64,
    seconds: u16,
) -> Result<(), Error> {
    if seconds > LONGEST_WAIT {
        return Err(
            Code::InvalidParameter.field("wait", format!("A request waits at most {LONGEST_WAIT} seconds."))
        );
    }
    let mut db = store::pool::acquire(pool).await?;
    let account = credential.map(|credential| credential.account);
    let table = LoadedGame::open(app, &mut db, game, account, None).await?;
    drop(db);
    let version = table.present.version.unwrap_or(-1);
    if seconds == 0 || version > after || table.present.status.is_over() {
        return Ok(());
    }
    if after > version {
        return Err(Code::InvalidParameter.field("after", "The game has not come to this version yet."));
    }
    let mut permit = hub.admit(app, credential, address)?;
    let feed = hub.game(game, &table.title);
    streams::moved_beyond(&feed, after, &mut permit, Duration::from_secs(u64::from(seconds))).await;
    Ok(())
}
