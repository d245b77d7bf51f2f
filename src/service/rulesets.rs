//! What can be played, and all that a client needs to know about it beforehand.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::Error;
use rules::schemas;
use rules::{AnyRuleset, Json, RefusalCode};

/// Every title.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rulesets {
    /// In the order of the registry.
    pub rulesets: Vec<RulesetShown>,
}

/// A title in short.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulesetShown {
    /// The name in the API.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Rises when running games would notice a change.
    pub rules_version: u32,
    /// How many can play.
    pub players: Players,
    /// The bots that can take seats, weakest first.
    pub bots: &'static [&'static str],
}

/// The bounds of a table, both included.
#[derive(Debug, Serialize, ToSchema)]
pub struct Players {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
}

/// A title in full.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulesetDetails {
    /// The title in short.
    #[serde(flatten)]
    pub ruleset: RulesetShown,
    /// The options of a table that sets none.
    #[schema(value_type = rules::schemas::AnyOptions)]
    pub default_options: Json,
    /// Decks, costs and tables, in the title's own terms.
    #[schema(value_type = Object)]
    pub components: Json,
    /// Every code that the title refuses actions with.
    pub refusals: &'static [RefusalCode],
    /// Standing orders that most players can live with, as an example.
    #[schema(value_type = Vec<Object>)]
    pub typical_orders: Vec<Json>,
    /// The title's JSON, described.
    pub schemas: JsonSchemas,
}

/// JSON Schemas (draft 2020-12) that stand alone.
#[derive(Debug, Serialize, ToSchema)]
pub struct JsonSchemas {
    /// What a table can set.
    #[schema(value_type = Object)]
    pub options: Value,
    /// What a seat does.
    #[schema(value_type = Object)]
    pub action: Value,
    /// What a viewer is told.
    #[schema(value_type = Object)]
    pub event: Value,
    /// What a viewer sees.
    #[schema(value_type = Object)]
    pub view: Value,
    /// A standing order.
    #[schema(value_type = Object)]
    pub order: Value,
}

pub fn list(app: &App) -> Rulesets {
    Rulesets { rulesets: app.rulesets.iter().map(short).collect() }
}

/// One title in full. Error: `ruleset_not_found`.
pub fn show(app: &App, id: &str) -> Result<RulesetDetails, Error> {
    let title = app.ruleset(id)?;
    let types = schemas::of(title).map_err(Error::Internal)?;
    let components = RawValue::from_string(title.components().to_owned());
    Ok(RulesetDetails {
        ruleset: short(title),
        default_options: title.options(None)?,
        components: components.map_err(|error| Error::Internal(error.to_string()))?,
        refusals: title.refusals(),
        typical_orders: title.typical_orders(),
        schemas: JsonSchemas {
            options: types.alone(&types.options),
            action: types.alone(&types.action),
            event: types.alone(&types.event),
            view: types.alone(&types.view),
            order: types.alone(&types.order),
        },
    })
}

fn short(title: &dyn AnyRuleset) -> RulesetShown {
    let players = title.players();
    RulesetShown {
        id: title.id(),
        title: title.name(),
        rules_version: title.rules_version(),
        players: Players { min: *players.start(), max: *players.end() },
        bots: title.bots(),
    }
}
