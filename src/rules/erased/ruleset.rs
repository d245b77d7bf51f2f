//! A ruleset with the parts it has, behind its JSON interface.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::Rng;
use serde::Serialize;
use serde_json::value::RawValue;

use super::game::{Position, TypedGame};
use super::orders::{AnyOrders, OrdersOf};
use super::{AnyGame, AnyRuleset, Json, SchemaWithParts, Schemas};
use crate::contract::{Bots, Choice, Previews, Render, Rules, StandingOrders, Texts, Viewer};
use crate::decision::{CallKind, Seat};
use crate::entry::LogRole;
use crate::geometry::{BoardGeometry, shown_components};
use crate::legal::{Legal, Shape};
use crate::preview::{OwnEffects, own_effects};
use crate::reading::read;
use crate::refusal::{INVALID_OPTIONS, Refusal, RefusalCode};
use crate::render::{Overview, Phrases, PlaceNames, RenderOptions, RenderedBoard};
use crate::tagged_options;

/// [`Render`] as functions.
pub(crate) struct Renderer<R: Rules> {
    pub render: fn(&R, &R::View, &RenderOptions) -> RenderedBoard,
    pub render_chosen: fn(&R, &R::View, &R::Action, &RenderOptions) -> RenderedBoard,
    pub overview: fn(&R, &R::View, &RenderOptions) -> Overview,
    pub is_plain: fn(&R, &R::Action) -> bool,
    pub usual_order: fn(&R) -> &'static [&'static str],
    pub changed_places: fn(&R, &R::RedactedEvent) -> Vec<String>,
    pub places_of: fn(&R, &R::View, &R::Action) -> Vec<String>,
    pub legal_places: fn(&R, &R::State, Seat) -> Vec<String>,
    pub worth: fn(&R, &R::View, &R::Action) -> Option<i32>,
}

impl<R: Rules> Clone for Renderer<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Renderer<R> {}

/// [`Texts`] as functions.
pub(crate) struct TextsOf<R: Rules> {
    pub catalogue: fn(&R, &str) -> Option<&'static str>,
    pub aid: fn(&R, &str) -> Option<&'static str>,
    pub place_names: fn(&R, &R::View, &Phrases) -> PlaceNames,
}

impl<R: Rules> Clone for TextsOf<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for TextsOf<R> {}

/// [`BoardGeometry`] as functions.
pub(crate) struct BoardOf<R: Rules> {
    shown: fn(&R) -> Result<Json, serde_json::Error>,
    /// Of the components, and of the geometry.
    schemas: fn() -> (SchemaWithParts, SchemaWithParts),
}

impl<R: Rules> Clone for BoardOf<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for BoardOf<R> {}

type BotNamesFn<R> = fn(&R) -> &'static [&'static str];
type ChooseFn<R> = fn(
    &R,
    &str,
    &<R as Rules>::View,
    &[Legal<<R as Rules>::Action>],
    &mut dyn Rng,
) -> Option<Choice<<R as Rules>::Action>>;

/// The bots of a ruleset: see [`Bots`].
pub(crate) struct BotsOf<R: Rules> {
    pub names: BotNamesFn<R>,
    pub choose: ChooseFn<R>,
    pub waits_for_answers: fn(&R, &str) -> bool,
}

impl<R: Rules> Clone for BotsOf<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for BotsOf<R> {}

/// The parts of a ruleset as functions, so that one without a part needs no implementation of its trait.
pub(crate) struct Parts<R: Rules> {
    pub render: Option<Renderer<R>>,
    pub bots: Option<BotsOf<R>>,
    pub orders: Option<&'static dyn AnyOrders<R>>,
    pub effects: Option<OwnEffects<R>>,
    pub effect_schema: Option<fn() -> SchemaWithParts>,
    pub texts: Option<TextsOf<R>>,
    pub board: Option<BoardOf<R>>,
}

// By hand, since a derive would require the same of `R`.
impl<R: Rules> Clone for Parts<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Parts<R> {}

impl<R: Rules> Default for Parts<R> {
    fn default() -> Self {
        let (render, bots, orders) = (None, None, None);
        Self { render, bots, orders, effects: None, effect_schema: None, texts: None, board: None }
    }
}

impl<R: Rules> Parts<R> {
    /// What the bots do; without bots, nothing.
    pub fn choose(&self) -> ChooseFn<R> {
        self.bots.map_or(|_, _, _, _, _| None, |bots| bots.choose)
    }
}

/// A ruleset as the service keeps it: the rules, and each part that was added.
///
/// ```ignore
/// let chess = Registered::of(Chess::standard()).with_render().with_bots();
/// let landnam = Registered::complete(Landnam::default());
/// ```
pub struct Registered<R: Rules> {
    pub(crate) rules: Arc<R>,
    pub(crate) parts: Parts<R>,
}

impl<R: Rules> Clone for Registered<R> {
    fn clone(&self) -> Self {
        Self { rules: Arc::clone(&self.rules), parts: self.parts }
    }
}

impl<R: Rules> Registered<R> {
    /// The rules alone, which is enough to play.
    pub fn of(rules: R) -> Self {
        Self { rules: Arc::new(rules), parts: Parts::default() }
    }

    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The state of the ruleset in a stored position.
    pub fn state_of(&self, position: &str) -> Result<R::State, serde_json::Error> {
        Ok(Position::read(position)?.state)
    }

    pub fn with_render(mut self) -> Self
    where
        R: Render,
    {
        self.parts.render = Some(Renderer {
            render: R::render,
            render_chosen: R::render_chosen,
            overview: R::overview,
            is_plain: R::is_plain,
            usual_order: R::usual_order,
            changed_places: R::changed_places,
            places_of: R::places_of,
            legal_places: R::legal_places,
            worth: R::worth,
        });
        self
    }

    pub fn with_bots(mut self) -> Self
    where
        R: Bots,
    {
        self.parts.bots =
            Some(BotsOf { names: R::bots, choose: R::choose, waits_for_answers: R::waits_for_answers });
        self
    }

    pub fn with_orders(mut self) -> Self
    where
        R: StandingOrders,
    {
        self.parts.orders = Some(&OrdersOf);
        self
    }

    pub fn with_previews(mut self) -> Self
    where
        R: Previews,
    {
        self.parts.effects = Some(own_effects::<R>);
        self.parts.effect_schema = Some(SchemaWithParts::of::<R::Effect>);
        self
    }

    pub fn with_texts(mut self) -> Self
    where
        R: Texts,
    {
        self.parts.texts = Some(TextsOf { catalogue: R::texts, aid: R::aid, place_names: R::place_names });
        self
    }

    pub fn with_board(mut self) -> Self
    where
        R: BoardGeometry,
    {
        self.parts.board = Some(BoardOf {
            shown: |rules| shown_components(rules, Some((rules.geometry(), rules.colours()))),
            schemas: || (SchemaWithParts::of::<R::Components>(), SchemaWithParts::of::<R::Geometry>()),
        });
        self
    }

    pub fn complete(rules: R) -> Self
    where
        R: Render + Bots + StandingOrders + Previews + Texts + BoardGeometry,
    {
        Self::of(rules).with_render().with_bots().with_orders().with_previews().with_texts().with_board()
    }
}

/// JSON of what is stored. It can fail where a type of the ruleset does not serialise.
pub(crate) fn to_json<T: Serialize>(value: &T) -> Result<Json, serde_json::Error> {
    serde_json::value::to_raw_value(value)
}

/// JSON of what is shown. A type that does not serialise, which the conformance suite would find, is shown as nothing.
pub(crate) fn shown<T: Serialize>(value: &T) -> Json {
    to_json(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

fn options<R: Rules>(given: Option<&RawValue>) -> Result<R::Options, Refusal> {
    Ok(given.map(|given| read(given, INVALID_OPTIONS)).transpose()?.unwrap_or_default())
}

impl<R: Rules> AnyRuleset for Registered<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn rules_version(&self) -> u32 {
        R::RULES_VERSION
    }

    fn name(&self) -> &'static str {
        self.rules.name()
    }

    fn players(&self) -> RangeInclusive<u8> {
        self.rules.players()
    }

    fn components(&self) -> &str {
        self.rules.components()
    }

    fn shown_components(&self) -> Result<Json, serde_json::Error> {
        match self.parts.board {
            Some(board) => (board.shown)(&self.rules),
            None => shown_components::<R, ()>(&self.rules, None),
        }
    }

    fn with_components(&self, json: &str) -> Result<Box<dyn AnyRuleset>, Refusal> {
        Ok(Box::new(Self { rules: Arc::new(self.rules.with_components(json)?), parts: self.parts }))
    }

    fn refusals(&self) -> &'static [RefusalCode] {
        self.rules.refusals()
    }

    fn call_kinds(&self) -> &'static [CallKind] {
        self.rules.call_kinds()
    }

    fn texts(&self, language: &str) -> Option<&'static str> {
        self.parts.texts.and_then(|texts| (texts.catalogue)(&self.rules, language))
    }

    fn aid(&self, language: &str) -> Option<&'static str> {
        self.parts.texts.and_then(|texts| (texts.aid)(&self.rules, language))
    }

    fn bots(&self) -> &'static [&'static str] {
        self.parts.bots.map_or(&[], |bots| (bots.names)(&self.rules))
    }

    fn order_kinds(&self) -> &'static [&'static str] {
        self.parts.orders.map_or(&[], |orders| orders.kinds(&self.rules))
    }

    fn typical_orders(&self) -> Vec<Json> {
        self.parts.orders.map_or_else(Vec::new, |orders| orders.typical(&self.rules))
    }

    fn offered_orders(&self) -> Vec<Shape<Json>> {
        self.parts.orders.map_or_else(Vec::new, |orders| orders.offered(&self.rules))
    }

    fn schemas(&self) -> Schemas {
        Schemas {
            board: self.parts.board.map(|board| (board.schemas)()),
            options: SchemaWithParts::of::<R::Options>(),
            action: SchemaWithParts::of::<R::Action>(),
            redacted_event: SchemaWithParts::of::<R::RedactedEvent>(),
            effect: self.parts.effect_schema.map(|schema| schema()),
            view: SchemaWithParts::of::<R::View>(),
            order: self.parts.orders.map_or_else(SchemaWithParts::no_order, |orders| orders.schema()),
        }
    }

    fn options(&self, given: Option<&RawValue>) -> Result<Json, Refusal> {
        Ok(shown(&options::<R>(given)?))
    }

    fn offered_options(&self, given: Option<&RawValue>) -> Result<Json, Refusal> {
        let given = given.map(|given| tagged_options::untagged(R::ID, given)).transpose()?;
        let options = options::<R>(given.as_deref())?;
        self.rules.check_playable(&options)?;
        Ok(shown(&options))
    }

    fn house_rules(&self, given: &RawValue) -> Vec<&'static str> {
        options::<R>(Some(given)).map_or_else(|_| Vec::new(), |options| self.rules.house_rules(&options))
    }

    fn blank(&self, given: &RawValue, seats: u8) -> Result<Box<dyn AnyGame>, Refusal> {
        let state = self.rules.blank(&options::<R>(Some(given))?, seats)?;
        Ok(Box::new(TypedGame { ruleset: self.clone(), position: Position::new(state) }))
    }

    fn blank_as_stored(&self, given: &RawValue, seats: u8) -> Result<Box<dyn AnyGame>, Refusal> {
        let state = self.rules.blank_as_stored(&options::<R>(Some(given))?, seats)?;
        Ok(Box::new(TypedGame { ruleset: self.clone(), position: Position::new(state) }))
    }

    fn load(&self, position: &str) -> Result<Box<dyn AnyGame>, serde_json::Error> {
        Ok(Box::new(TypedGame { ruleset: self.clone(), position: Position::read(position)? }))
    }

    fn redact(&self, events: &str, viewer: Viewer) -> Result<Vec<Json>, serde_json::Error> {
        let events: Vec<R::Event> = serde_json::from_str(events)?;
        events.iter().map(|event| to_json(&self.rules.redact(event, viewer))).collect()
    }

    fn changed_places(&self, events: &str, viewer: Viewer) -> Result<Vec<String>, serde_json::Error> {
        let Some(renderer) = self.parts.render else { return Ok(Vec::new()) };
        let events: Vec<R::Event> = serde_json::from_str(events)?;
        let redacted = events.iter().map(|event| self.rules.redact(event, viewer));
        Ok(redacted.flat_map(|event| (renderer.changed_places)(&*self.rules, &event)).collect())
    }

    fn log_roles(&self, events: &str) -> Result<Vec<LogRole>, serde_json::Error> {
        let events: Vec<R::Event> = serde_json::from_str(events)?;
        Ok(events.iter().map(|event| self.rules.log_role(event)).collect())
    }

    fn is_plain(&self, action: &RawValue) -> bool {
        let read = || Some((self.parts.render?, serde_json::from_str(action.get()).ok()?));
        read().is_some_and(|(renderer, action)| (renderer.is_plain)(&self.rules, &action))
    }

    fn usual_order(&self) -> &'static [&'static str] {
        self.parts.render.map_or(&[], |renderer| (renderer.usual_order)(&self.rules))
    }

    fn agrees(&self, action: &RawValue) -> Option<bool> {
        self.rules.agrees(&serde_json::from_str(action.get()).ok()?)
    }
}
