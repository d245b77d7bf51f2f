//! `/v1/rulesets`: what can be played.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::extract::Path;
use crate::app::App;
use crate::error::Error;
use crate::service::rulesets::{self, RulesetDetails, Rulesets};

/// List rulesets
#[utoipa::path(
    get, path = "/v1/rulesets", operation_id = "list_rulesets", tag = "rulesets",
    responses((
        status = 200, description = "Every title that can be played", body = Rulesets,
        example = json!({"rulesets": [{
            "id": "landnam", "title": "Landnám", "rules_version": 1, "players": {"min": 3, "max": 5},
            "bots": ["random", "steady"],
        }]}),
    )),
)]
pub async fn list(app: Data<App>) -> HttpResponse {
    HttpResponse::Ok().json(rulesets::list(&app))
}

/// Show a ruleset
///
/// The title with its options, its components, the schemas of its JSON and the codes it refuses with.
#[utoipa::path(
    get, path = "/v1/rulesets/{ruleset}", operation_id = "get_ruleset", tag = "rulesets",
    params(("ruleset" = String, Path, description = "The name of the title", example = "landnam")),
    responses((
        status = 200, description = "The title", body = RulesetDetails,
        example = json!({
            "id": "landnam", "title": "Landnám", "rules_version": 1, "players": {"min": 3, "max": 5},
            "bots": ["random", "steady"], "default_options": {}, "components": {},
            "refusals": [{"code": "not_affordable", "meaning": "The cards for it are not in the hand."}],
            "typical_orders": [{"type": "end_turn"}],
            "schemas": {"options": {"type": "object"}, "action": {}, "event": {}, "view": {}, "order": {}},
        }),
    )),
    extensions(("x-problem-codes" = json!(["ruleset_not_found"]))),
)]
pub async fn show(app: Data<App>, ruleset: Path<String>) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(rulesets::show(&app, &ruleset.0)?))
}
