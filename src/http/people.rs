//! `/v1/people`: who somebody is, as everybody may see it.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::extract::{MaybeCaller, Path, Query};
use super::paging::Paging;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::people::{self, FinishedGames, Profile};
use crate::service::ratings::RatingHistory;
use crate::store::{self, Pool};

/// Show a person
///
/// By id, or by the whole name. Somebody who has deleted his account is not found.
#[utoipa::path(
    get, path = "/v1/people/{person}", operation_id = "get_person", tag = "people",
    params(("person" = String, Path, description = "The id or the name", example = "Aud")),
    responses((
        status = 200, description = "The person", body = Profile,
        example = json!({
            "id": "0193449f-68c0-7b2f-8c3e-1a2b3c4d5ea0", "name": "Aud", "about": "Plays on Fridays.",
            "member_since": "2026-11-20T12:00:00Z",
            "ratings": [{
                "ruleset": "landnam", "rating": 1712, "uncertainty": 284, "at_least": 1144, "games": 7,
                "provisional": false,
            }],
            "reliability": {
                "games_finished": 9, "resigned": 1, "caretaken": 0, "lapses": 0, "played_out_percent": 88,
            },
        }),
    )),
    security((), ("access_token" = [])),
    extensions(("x-scope" = json!("games:read")), ("x-problem-codes" = json!(["account_not_found"]))),
)]
pub async fn show(
    caller: MaybeCaller,
    pool: Data<Pool>,
    person: Path<String>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(people::show(&mut connection, &person.0).await?))
}

/// List a person's finished games
///
/// Public games only, the table that was opened last first.
#[utoipa::path(
    get, path = "/v1/people/{person}/games", operation_id = "list_finished_games", tag = "people",
    params(("person" = String, Path, description = "The id or the name", example = "Aud"), Paging),
    responses((
        status = 200, description = "A page of games", body = FinishedGames,
        example = json!({
            "games": [{
                "id": "0193449f-68c0-7b2f-8c3e-1a2b3c4d5e01", "ruleset": "landnam", "name": "Landnám on Fridays", "seat": 0,
                "outcome": {"ended_by": "points", "ranking": [
                    {"rank": 1, "seat": 0, "points": 12}, {"rank": 2, "seat": 1, "points": 9},
                ]},
                "started_at": "2026-11-20T12:00:00Z", "finished_at": "2026-12-20T12:00:00Z",
            }],
            "next_cursor": null,
        }),
    )),
    security((), ("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!(["account_not_found", "invalid_parameter"])),
    ),
)]
pub async fn games(
    caller: MaybeCaller,
    pool: Data<Pool>,
    person: Path<String>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(people::games(&mut connection, &person.0, cursor, limit).await?))
}

/// List what rated games made of a person's rating
///
/// Every rated game of a title, the latest first: the person's place, and the rating before and after it. Only finished
/// public games between people are rated.
#[utoipa::path(
    get, path = "/v1/people/{person}/ratings/{ruleset}", operation_id = "list_rating_changes", tag = "people",
    params(
        ("person" = String, Path, description = "The id or the name", example = "Aud"),
        ("ruleset" = String, Path, description = "The name of the title", example = "landnam"),
        Paging,
    ),
    responses((
        status = 200, description = "A page of rated games", body = RatingHistory,
        example = json!({
            "changes": [{
                "number": 7, "game": "0193449f-68c0-7b2f-8c3e-1a2b3c4d5e01", "rank": 1, "players": 4,
                "before": {"rating": 1655, "uncertainty": 301}, "after": {"rating": 1712, "uncertainty": 284},
                "rated_at": "2026-12-20T12:00:01Z",
            }],
            "next_cursor": null,
        }),
    )),
    security((), ("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!(["account_not_found", "ruleset_not_found", "invalid_parameter"])),
    ),
)]
pub async fn rating_changes(
    app: Data<App>,
    caller: MaybeCaller,
    pool: Data<Pool>,
    place: Path<(String, String)>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let (person, ruleset) = &place.0;
    let mut connection = store::pool::lend(&pool).await?;
    let history = people::rating_history(&app, &mut connection, person, ruleset, cursor, limit).await?;
    Ok(HttpResponse::Ok().json(history))
}
