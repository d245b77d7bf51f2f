//! The rulesets of this process, with the components of this release and those that running games were started with;
//! and all that a client needs to know about a ruleset before a game.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::cache::MadeOnce;
use crate::error::{Code, Error, Mistake, RequestPart, Sentence};
use crate::notifications::Kinds;
use crate::service::App;
use crate::service::page::Page;
use crate::store::{self, Connection};
use crate::validation::CompiledSchema;
use rules::tagged_options::{RULESET, tagged};
use rules::{AnyRuleset, Json, RefusalCode, schemas};

/// A ruleset with one set of components.
pub type Ruleset = Arc<dyn AnyRuleset>;

/// SHA-256 of a ruleset's components.
pub type ComponentsDigest = [u8; 32];

/// Rulesets by name and digest of components.
type ByComponents = HashMap<(&'static str, Vec<u8>), Ruleset>;

/// The rulesets that this process can play. Cheap to clone.
#[derive(Clone)]
pub struct RulesetRegistry {
    shipped: Arc<Vec<(ComponentsDigest, Ruleset)>>,
    kinds: Arc<Kinds>,
    /// Rulesets with the components of an earlier release, which running games still use.
    earlier: Arc<RwLock<ByComponents>>,
}

impl RulesetRegistry {
    /// The registry of these rulesets, with the components they ship.
    pub fn new(rulesets: Vec<Box<dyn AnyRuleset>>) -> Self {
        let calls = rulesets.iter().flat_map(|ruleset| ruleset.call_kinds()).copied();
        let kinds = Arc::new(Kinds::new(calls));
        let shipped =
            rulesets.into_iter().map(|ruleset| (digest(ruleset.components()), Ruleset::from(ruleset)));
        Self { kinds, shipped: Arc::new(shipped.collect()), earlier: Arc::default() }
    }

    /// Every ruleset, in the order of the registry.
    pub fn iter(&self) -> impl Iterator<Item = &(dyn AnyRuleset + 'static)> {
        self.shipped.iter().map(|(_, ruleset)| ruleset.as_ref())
    }

    pub fn ids(&self) -> Vec<&'static str> {
        self.iter().map(AnyRuleset::id).collect()
    }

    /// A ruleset and the digest of the components it ships.
    pub fn find(&self, id: &str) -> Option<&(ComponentsDigest, Ruleset)> {
        self.shipped.iter().find(|(_, ruleset)| ruleset.id() == id)
    }

    /// The ruleset of that id and the digest of its components; `code` is the error if there is none.
    pub fn wanted(&self, code: Code, id: &str) -> Result<&(ComponentsDigest, Ruleset), Error> {
        self.find(id).ok_or_else(|| self.unknown(code, id))
    }

    /// The refusal of an unknown ruleset.
    pub fn unknown(&self, code: Code, id: &str) -> Error {
        code.field("ruleset", Sentence::not_among(id, &self.ids()))
    }

    /// The kinds of notification, the calls of all rulesets among them.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// The ruleset of `game` with the components that game was started with.
    pub async fn of_game(
        &self,
        connection: &mut Connection,
        game: Uuid,
        id: &str,
        components: &[u8],
    ) -> Result<Ruleset, Error> {
        let unsupported = || Code::RulesVersionUnsupported.problem();
        let (shipped, ruleset) = self.find(id).ok_or_else(unsupported)?;
        if shipped == components {
            return Ok(ruleset.clone());
        }
        let key = (ruleset.id(), components.to_vec());
        let earlier = self.earlier.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(earlier) = earlier {
            return Ok(earlier);
        }
        let text = store::games::components(connection, game)
            .await?
            .ok_or_else(|| Error::bug(format!("game {game} has no components")))?;
        let earlier = Ruleset::from(ruleset.with_components(&text).map_err(|_| unsupported())?);
        self.earlier.write().unwrap_or_else(PoisonError::into_inner).insert(key, earlier.clone());
        Ok(earlier)
    }
}

pub fn digest(components: &str) -> ComponentsDigest {
    Sha256::digest(components).into()
}

/// What a list shows of a ruleset.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Ruleset)]
pub struct RulesetSummary {
    /// The name in the API, such as `landnam`.
    pub id: &'static str,
    /// The name for people, such as `Landnám`.
    pub name: &'static str,
    /// Rises with each change of the rules that a game could notice.
    pub rules_version: u32,
    pub players: PlayerCount,
    /// Bots that can take seats, weakest first.
    pub bots: &'static [&'static str],
}

/// From `min` to `max`, both included.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerCount {
    pub min: u8,
    pub max: u8,
}

/// Everything that a client needs to know of a ruleset.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulesetDetails {
    #[serde(flatten)]
    pub ruleset: RulesetSummary,
    #[schema(value_type = rules::schemas::AnyOptions)]
    pub default_options: Json,
    /// Decks, costs and limits, where the places of the board lie, and the colours and emblems of the seats.
    #[schema(value_type = rules::schemas::AnyComponents)]
    pub components: Json,
    /// Every code with which the rules refuse actions.
    pub refusals: &'static [RefusalCode],
    /// Standing orders that suit most players.
    #[schema(value_type = Vec<Object>)]
    pub typical_orders: Vec<Json>,
    pub schemas: GameSchemas,
}

/// JSON Schemas (draft 2020-12) that stand alone.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameSchemas {
    #[schema(value_type = Object)]
    pub options: Value,
    #[schema(value_type = Object)]
    pub action: Value,
    #[schema(value_type = Object)]
    pub event: Value,
    #[schema(value_type = Object)]
    pub view: Value,
    #[schema(value_type = Object)]
    pub order: Value,
}

#[allow(
    clippy::redundant_closure,
    reason = "`short` without a closure would have to borrow the service for `'static`"
)]
pub fn list(app: &App) -> Page<RulesetSummary> {
    Page::whole(app.rulesets.iter().map(|ruleset| short(ruleset)).collect())
}

/// One ruleset in full. Error: `ruleset_not_found`.
///
/// The details are made once: they follow from the release alone, and take ten times as long to make as to send.
pub fn show(app: &App, id: &str) -> Result<&'static RulesetDetails, Error> {
    static MADE: MadeOnce<&str, RulesetDetails> = MadeOnce::new();
    let ruleset = app.ruleset(id)?;
    let make = || details(ruleset).map_err(|error| error.to_string());
    MADE.get(ruleset.id(), "the page of a ruleset", make)
        .ok_or_else(|| Error::bug(format!("{id} can't be described")))
}

fn details(ruleset: &dyn AnyRuleset) -> Result<RulesetDetails, Error> {
    let types = schemas::of(ruleset).map_err(|error| Error::internal("the schemas of a ruleset", error))?;
    Ok(RulesetDetails {
        ruleset: short(ruleset),
        default_options: tagged(ruleset.id(), &ruleset.options(None)?),
        components: ruleset
            .shown_components()
            .map_err(|error| Error::internal("the components of a ruleset", error))?,
        refusals: ruleset.refusals(),
        typical_orders: ruleset.typical_orders(),
        schemas: GameSchemas {
            options: types.alone(&types.options),
            action: types.alone(&types.action),
            event: types.alone(&types.event),
            view: types.alone(&types.view),
            order: types.alone(&types.order),
        },
    })
}

fn short(ruleset: &dyn AnyRuleset) -> RulesetSummary {
    let players = ruleset.players();
    RulesetSummary {
        id: ruleset.id(),
        name: ruleset.name(),
        rules_version: ruleset.rules_version(),
        players: PlayerCount { min: *players.start(), max: *players.end() },
        bots: ruleset.bots(),
    }
}

/// A part of a request that a ruleset reads itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RulesetPart {
    Action,
    Order,
    Options,
}

impl RulesetPart {
    /// Its name in the body, and the code with which it is refused.
    fn row(self) -> (&'static str, Code) {
        match self {
            Self::Action => ("action", Code::MalformedAction),
            Self::Order => ("order", Code::MalformedOrder),
            Self::Options => ("options", Code::InvalidOptions),
        }
    }

    fn schema(self, ruleset: &dyn AnyRuleset) -> Result<CompiledSchema, String> {
        let all = schemas::of(ruleset)?;
        let name = match self {
            Self::Action => &all.action,
            Self::Order => &all.order,
            Self::Options => &all.options,
        };
        let types: Map<String, Value> = all.types.clone().into_iter().collect();
        CompiledSchema::compile(&json!({ "$ref": name }), &types)
    }

    /// If `error` says that `given` could not be read, an error that names every mistake in `given`; else `error`
    /// itself.
    pub fn explain(self, ruleset: &dyn AnyRuleset, given: &Json, error: Error) -> Error {
        let (name, code) = self.row();
        if !matches!(&error, Error::Refused(refusal) if refusal.code == code.row().0) {
            return error;
        }
        let Ok(mut value) = serde_json::from_str::<Value>(given.get()) else { return error };
        if let (Self::Options, Some(members)) = (self, value.as_object_mut()) {
            // Options in a request may name their ruleset; the schema of the ruleset itself does not know that member.
            members.remove(RULESET);
        }
        let Some(schema) = compiled(self, ruleset) else { return error };
        let mistakes = schema.mistakes(&value).into_iter();
        let mistake =
            |(within, sentence)| Mistake::new(RequestPart::Body(format!("/{name}{within}")), sentence);
        let mistakes: Vec<Mistake> = mistakes.map(mistake).collect();
        if mistakes.is_empty() { error } else { code.mistaken(mistakes) }
    }
}

/// The schema of a part, compiled once; `None` if it does not compile, which is a defect of the release.
fn compiled(part: RulesetPart, ruleset: &dyn AnyRuleset) -> Option<&'static CompiledSchema> {
    static COMPILED: MadeOnce<(&str, RulesetPart), CompiledSchema> = MadeOnce::new();
    COMPILED.get((ruleset.id(), part), "what explains a ruleset's refusals", || part.schema(ruleset))
}
