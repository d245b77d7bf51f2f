//! `/v1/rulesets/{ruleset}/ratings`: who is best at a title.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::extract::{MaybeCaller, Path, Query};
use super::paging::Paging;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::ratings::{self, Ratings};
use crate::store::{self, Pool};

/// List the ratings of a title
///
/// Best first. A rating follows from finished public games between people: every pair of a table is compared, whoever
/// placed better wins the comparison, and a shared place draws it. Games with a seat for a bot count for nobody; a seat
/// that was left to a bot or to a successor counts for whoever holds it at the end. A game is rated soon after it has
/// finished.
#[utoipa::path(
    get, path = "/v1/rulesets/{ruleset}/ratings", operation_id = "list_ratings", tag = "rulesets",
    params(("ruleset" = String, Path, description = "The name of the title", example = "landnam"), Paging),
    responses((
        status = 200, description = "A page of people", body = Ratings,
        example = json!({
            "ratings": [{
                "account": "0193449f-68c0-7b2f-8c3e-1a2b3c4d5ea0", "name": "Aud", "ruleset": "landnam",
                "rating": 1712, "uncertainty": 284, "at_least": 1144, "games": 7, "provisional": false,
            }],
            "next_cursor": null,
        }),
    )),
    security((), ("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!(["ruleset_not_found", "invalid_parameter"])),
    ),
)]
pub async fn list(
    app: Data<App>,
    caller: MaybeCaller,
    pool: Data<Pool>,
    ruleset: Path<String>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(ratings::list(&app, &mut connection, &ruleset.0, cursor, limit).await?))
}
