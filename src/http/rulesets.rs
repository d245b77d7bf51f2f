//! `/v1/rulesets`: what can be played, and who is best at it.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::etag::{self, IfNoneMatch};
use super::extract::{MaybeCaller, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::page::Page;
use crate::service::ratings::{self, RatedPlayer};
use crate::service::rulesets::{self, RulesetDetails, RulesetSummary};
use crate::service::{App, Ctx};

/// List rulesets
///
/// What can be played on this server, for how many players, and with which bots.
#[utoipa::path(
    get, path = "/v1/rulesets", tag = "rulesets",
    responses((
        status = 200, description = "Every ruleset that can be played", body = Page<RulesetSummary>,
        example = json!(examples::rulesets()),
    )),
)]
pub async fn list_rulesets(app: Data<App>, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    etag::public_by_content(&seen.0, &rulesets::list(&app))
}

/// Show a ruleset
///
/// With options, components, the schemas of its JSON and the codes with which it refuses actions.
#[utoipa::path(
    get, path = "/v1/rulesets/{ruleset}", tag = "rulesets",
    responses((
        status = 200, description = "The ruleset in full", body = RulesetDetails,
        example = json!(examples::ruleset()),
    )),
    extensions(("x-problem-codes" = json!(["ruleset_not_found"]))),
)]
pub async fn get_ruleset(
    app: Data<App>,
    ruleset: Path<String>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    etag::public_by_content(&seen.0, &rulesets::show(&app, &ruleset.0)?)
}

/// List the ratings of a ruleset
///
/// Best first. Ratings follow from finished public games without bots: every pair of players is compared, and a shared
/// place is a draw. A seat that was left to a bot or another player counts for its player at the end.
#[utoipa::path(
    get, path = "/v1/rulesets/{ruleset}/ratings", tag = "rulesets",
    responses((
        status = 200, description = "Rated players, best first", body = Page<RatedPlayer>,
        example = json!(examples::rated_players()),
    )),
    extensions(("x-problem-codes" = json!(["ruleset_not_found"]))),
)]
pub async fn list_ratings(
    _: MaybeCaller<scope::GamesRead>,
    ruleset: Path<String>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(ratings::list(&mut ctx, &ruleset.0, cursor.as_deref(), limit).await?))
}
