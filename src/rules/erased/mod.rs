//! The contract as traits without type parameters, over JSON. The service and the tools use every ruleset through them.
//! For a part that a ruleset leaves out they answer with nothing: no bots, no orders, no texts.

mod game;
mod orders;
mod ruleset;

pub use ruleset::Registered;
pub(crate) use ruleset::shown;

use std::ops::RangeInclusive;

use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder};
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::chance::{Chance, Draw};
use crate::contract::{Actor, Choice, Viewer};
use crate::decision::{CallKind, Decision, Seat};
use crate::entry::{Author, LogRole, PerformError, SettleError};
use crate::legal::{Legal, Shape};
use crate::orders::SeatOrder;
use crate::outcome::{Outcome, RankedSeat, ScoreSource};
use crate::refusal::{Refusal, RefusalCode};
use crate::render::{Overview, PlaceNames, RenderOptions, RenderedBoard};
use crate::take_backs::EntryFacts;

/// JSON text that is passed on as it is.
pub type Json = Box<RawValue>;

/// The `type` of an action, an order or an event; `None` where it names none.
pub fn type_of(tagged: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    struct Tagged {
        #[serde(rename = "type")]
        kind: String,
    }
    serde_json::from_str(tagged.get()).ok().map(|tagged: Tagged| tagged.kind)
}

/// A ruleset without its types.
pub trait AnyRuleset: Send + Sync {
    fn id(&self) -> &'static str;
    fn rules_version(&self) -> u32;
    fn name(&self) -> &'static str;
    fn players(&self) -> RangeInclusive<u8>;
    fn components(&self) -> &str;
    /// The components for clients: with where the places of the board lie and the colours of the pictures.
    fn shown_components(&self) -> Result<Json, serde_json::Error>;
    fn with_components(&self, json: &str) -> Result<Box<dyn AnyRuleset>, Refusal>;
    fn refusals(&self) -> &'static [RefusalCode];
    fn call_kinds(&self) -> &'static [CallKind];
    fn texts(&self, language: &str) -> Option<&'static str>;
    /// What a player has to know of it; see [`crate::Texts::aid`].
    fn aid(&self, language: &str) -> Option<&'static str>;
    fn bots(&self) -> &'static [&'static str];
    fn order_kinds(&self) -> &'static [&'static str];
    fn typical_orders(&self) -> Vec<Json>;
    fn offered_orders(&self) -> Vec<Shape<Json>>;
    fn schemas(&self) -> Schemas;
    /// Options as given by a person, checked and completed; `None` for the defaults.
    fn options(&self, given: Option<&RawValue>) -> Result<Json, Refusal>;
    /// Like `options`, for a game that players join; see [`crate::Rules::check_playable`].
    fn offered_options(&self, given: Option<&RawValue>) -> Result<Json, Refusal>;
    /// The house rules among the options; none if the options can't be read.
    fn house_rules(&self, options: &RawValue) -> Vec<&'static str>;
    fn blank(&self, options: &RawValue, seats: u8) -> Result<Box<dyn AnyGame>, Refusal>;
    /// A blank game with the options of a game that exists already; see [`crate::Rules::blank_as_stored`].
    fn blank_as_stored(&self, options: &RawValue, seats: u8) -> Result<Box<dyn AnyGame>, Refusal>;
    /// A game from its stored position, see [`AnyGame::position`]; the bare state of a ruleset is one, too.
    fn load(&self, position: &str) -> Result<Box<dyn AnyGame>, serde_json::Error>;
    /// Stored events (a JSON array) as `viewer` sees them, one JSON each.
    fn redact(&self, events: &str, viewer: Viewer) -> Result<Vec<Json>, serde_json::Error>;
    /// The places on the board that stored events (a JSON array) changed, as `viewer` saw it; see
    /// [`crate::Render::changed_places`].
    fn changed_places(&self, events: &str, viewer: Viewer) -> Result<Vec<String>, serde_json::Error>;
    /// What each of stored events (a JSON array) is in a log that is grouped by turns.
    fn log_roles(&self, events: &str) -> Result<Vec<LogRole>, serde_json::Error>;
    /// Does an action need no look at what it leads to first? See [`crate::Render::is_plain`].
    fn is_plain(&self, action: &RawValue) -> bool;
    /// The types of actions as a player looks for them; see [`crate::Render::usual_order`].
    fn usual_order(&self) -> &'static [&'static str];
    /// What a plain yes or no means; see [`crate::Rules::agrees`]. `None` for an action that does not read, too.
    fn agrees(&self, action: &RawValue) -> Option<bool>;
}

/// A game without its types. An error leaves it as it was.
pub trait AnyGame: Send + Sync {
    /// Another game that stands as this one does.
    fn copy(&self) -> Box<dyn AnyGame>;
    /// Sets the game up; `chance` may already have draws of entry 0.
    fn start(&mut self, chance: &mut Chance) -> Result<Vec<StoredEntry>, SettleError>;
    /// Performs an action and the server's steps after it.
    fn perform(
        &mut self,
        version: u64,
        by: Author,
        seat: Actor,
        action: &RawValue,
        chance: &mut Chance,
    ) -> Result<Vec<StoredEntry>, PerformError>;
    /// Lets a seat resign, and takes the server's steps after it.
    fn resign(
        &mut self,
        version: u64,
        seat: Seat,
        chance: &mut Chance,
    ) -> Result<Vec<StoredEntry>, SettleError>;
    /// Takes the server's steps that are due, as after a loaded state.
    fn settle(&mut self, version: u64, chance: &mut Chance) -> Result<Vec<StoredEntry>, SettleError>;
    /// Lets orders answer from `version` on, oldest first, at most `most` times.
    fn run_orders(
        &mut self,
        version: u64,
        orders: &[SeatOrder<'_>],
        most: usize,
        chance: &mut Chance,
    ) -> Result<StoredOrderRun, SettleError>;
    /// Folds stored events (a JSON array) in: replay.
    fn apply(&mut self, events: &str) -> Result<(), serde_json::Error>;
    /// The position as it is stored: the state of the ruleset, and what the ids of decisions need beside it.
    fn position(&self) -> Result<String, serde_json::Error>;
    /// Returns to an earlier position of the same game, as it was stored. What opens from now on gets ids that never
    /// came before.
    fn restore(&mut self, earlier: &str) -> Result<(), serde_json::Error>;
    fn awaiting(&self) -> Vec<Decision>;
    fn closed_code(&self, decision: &str) -> &'static str;
    fn is_shared(&self, decision: &str) -> bool;
    fn deserves_call(&self, decision: &Decision) -> bool;
    fn decision_for(&self, seat: Seat, action: &RawValue) -> Result<Option<Decision>, Refusal>;
    fn legal(&self, seat: Seat) -> Vec<Legal<Json>>;
    /// The open decisions of a seat as clients get them, each that blocks with a ready action; on request with the
    /// effects of the listed actions.
    fn listed(&self, seat: Seat, with_effects: bool) -> Vec<ListedDecision>;
    /// What follows for certain from an action, each JSON with a `type`; see [`crate::preview`]. Refused like the
    /// action itself.
    fn preview(&self, seat: Seat, action: &RawValue) -> Result<Vec<Json>, PerformError>;
    fn view(&self, viewer: Viewer) -> Json;
    /// What the places of the board are called in sentences to `viewer`; see [`crate::Texts::place_names`].
    fn place_names(&self, viewer: Viewer, language: &str) -> PlaceNames;
    /// `None` for a ruleset that draws nothing.
    fn render(&self, viewer: Viewer, options: &RenderOptions) -> Option<RenderedBoard>;
    /// The same with a chosen action of the viewer; without it, if it does not read.
    fn render_chosen(&self, seat: Seat, action: &RawValue, options: &RenderOptions) -> Option<RenderedBoard>;
    /// How the game stands in figures; nothing for a ruleset that draws nothing.
    fn overview(&self, viewer: Viewer, options: &RenderOptions) -> Overview;
    /// The places on the board at which the seat may act now; see [`crate::Render::places_of`].
    fn legal_places(&self, seat: Seat) -> Vec<String>;
    /// The places that each of these actions of the seat is about; none for an action that does not read.
    fn places_of(&self, seat: Seat, actions: &[&Json]) -> Vec<Vec<String>>;
    /// How much comes from the places of each of these actions of the seat; see [`crate::Render::worth`].
    fn worths(&self, seat: Seat, actions: &[&Json]) -> Vec<Option<i32>>;
    fn lapse(&self, decision: &Decision) -> Option<Json>;
    fn outcome(&self) -> Option<Outcome>;
    fn rank(&self) -> Vec<RankedSeat>;
    fn points(&self) -> Vec<i32>;
    /// Where the points come from. `events` (JSON arrays) are those that led here, see [`crate::Rules::score_sources`].
    fn score_sources(&self, events: &[String]) -> Result<Vec<ScoreSource>, serde_json::Error>;
    fn turn(&self) -> (u32, Seat);
    fn choose(&self, bot: &str, seat: Seat, rng: &mut dyn Rng) -> Option<Choice<Json>>;
    /// See [`crate::Bots::waits_for_answers`].
    fn waits_for_answers(&self, bot: &str) -> bool;
    fn accept_order(&self, seat: Seat, given: &RawValue) -> Result<Json, Refusal>;
    /// What an order of `seat` would answer now if it were the only one.
    fn dry_run(&self, seat: Seat, order: &RawValue) -> Option<Choice<Json>>;
}

/// An entry as it is stored: action and events as JSON.
#[derive(Debug, Clone, Serialize)]
pub struct StoredEntry {
    pub version: u64,
    pub by: Author,
    /// The seat it is about; `None` for the server.
    pub seat: Actor,
    /// What was done; `None` for the set-up, for a resignation and for what was done to the game from outside.
    pub action: Option<Json>,
    /// An array of events, secrets included.
    pub events: Json,
    pub draws: Vec<Draw>,
    /// The seats that have waited for what happened, as the write left it; see [`crate::Rules::answered`].
    #[serde(skip)]
    pub answered: Vec<Seat>,
    /// Did anyone learn something by it? See [`crate::Rules::reveals`].
    #[serde(skip)]
    pub reveals: bool,
}

impl StoredEntry {
    /// An entry for something done to the game beside the rules; it has no events of the rules.
    pub fn beside_rules(version: u64, by: Author, seat: Actor) -> Self {
        let (draws, answered) = (Vec::new(), Vec::new());
        Self { version, by, seat, action: None, events: shown(&[(); 0]), draws, answered, reveals: false }
    }

    pub fn facts(&self, has_service_events: bool) -> EntryFacts {
        let Self { version, by, seat, reveals, ref draws, .. } = *self;
        // A seat that has resigned does not come back, so a resignation ends take-backs as a service event does.
        let is_resignation = by == Author::Seat && self.action.is_none();
        let has_service_events = has_service_events || is_resignation;
        EntryFacts { version, by, seat, has_service_events, has_draws: !draws.is_empty(), reveals }
    }
}

/// The most listed actions of a decision that are shown with their effects; more would be more than a player looks at.
const MAX_PREVIEWED: usize = 60;

/// One open decision of a seat as clients get it.
#[derive(Debug, Clone, Serialize)]
pub struct ListedDecision {
    pub decision: Decision,
    /// Ready to send as they are.
    pub actions: Vec<Json>,
    /// What certainly follows from each of `actions`, in their order; `None` if it was not requested, or if there are too
    /// many actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<Vec<Json>>>,
    /// Answers with fields to fill in.
    pub shapes: Vec<Shape<Json>>,
}

/// The entries that orders have made, and the orders that can never apply again.
#[derive(Debug, Clone, Default)]
pub struct StoredOrderRun {
    pub entries: Vec<StoredEntry>,
    pub more: bool,
    /// The index and the reason of each order that can't apply any more.
    pub expired: Vec<(usize, &'static str)>,
}

/// The JSON Schemas of a ruleset: what the description of the service shows to writers of clients.
pub struct Schemas {
    /// The components as games store them, and the geometry of the board; `None` for a ruleset that does not say.
    pub board: Option<(SchemaWithParts, SchemaWithParts)>,
    pub options: SchemaWithParts,
    /// What a seat does: a union distinguished by `type`.
    pub action: SchemaWithParts,
    /// What a viewer sees of what happened: a union distinguished by `type`.
    pub redacted_event: SchemaWithParts,
    /// What a preview tells beside events: a union distinguished by `type`; `None` where there is nothing.
    pub effect: Option<SchemaWithParts>,
    pub view: SchemaWithParts,
    /// An answer in advance: a union distinguished by `type`.
    pub order: SchemaWithParts,
}

/// A type of JSON and every type it is made of.
pub struct SchemaWithParts {
    pub name: String,
    pub schema: RefOr<Schema>,
    /// The named types that it refers to, directly or not.
    pub parts: Vec<(String, RefOr<Schema>)>,
}

impl SchemaWithParts {
    pub(crate) fn of<T: ToSchema>() -> Self {
        let mut parts = Vec::new();
        T::schemas(&mut parts);
        Self { name: T::name().into_owned(), schema: <T as PartialSchema>::schema(), parts }
    }

    /// The orders of a ruleset that has none.
    pub(crate) fn no_order() -> Self {
        let schema = ObjectBuilder::new()
            .description(Some("This ruleset has no standing orders."))
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        Self { name: "NoOrder".to_owned(), schema: schema.build().into(), parts: Vec::new() }
    }
}
