//! What a seat may do, as clients get it, and what an answer brings along on request.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::ActionRequest;
use super::take_back::TakeBackOptions;
use super::texts::GameWords;
use super::views::{GameMoment, GameView};
use crate::error::Error;
use crate::service::Ctx;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::store::games::Status;
use crate::texts::GameSentences;
use rules::schemas::{AnyAction, AnyEffect};
use rules::{AnyGame, Decision, Json, ListedDecision, Seat, Shape};

#[derive(Debug, Serialize, ToSchema)]
pub struct LegalActions {
    pub ruleset: &'static str,
    pub version: i64,
    pub decisions: Vec<LegalDecision>,
    pub take_back: TakeBackOptions,
    /// The game as your seat sees it, as `get_game_view` gives it; with `include=view`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub view: Option<GameView>,
}

/// One open decision of your seat, with every answer to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct LegalDecision {
    pub decision: Decision,
    /// Ready to send as they are; at least one if the decision is `blocking`.
    #[schema(value_type = Vec<AnyAction>)]
    pub actions: Vec<Json>,
    /// What certainly follows from each of `actions`, in their order. Left out in the reply to an action and beyond 60
    /// actions; a preview tells it of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Vec<AnyEffect>>>, nullable = false)]
    pub effects: Option<Vec<Vec<Json>>>,
    /// Answers with fields to fill in.
    #[schema(value_type = Vec<Shape<AnyAction>>)]
    pub shapes: Vec<Shape<Json>>,
    /// All of it in words; with `include=texts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub texts: Option<DecisionTexts>,
    /// Each of `actions`, in their order, as the body of a request to `create_action`; with `include=requests`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub requests: Option<Vec<ActionRequest>>,
}

/// A decision in the words of pages and emails, in the language of `Content-Language`.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecisionTexts {
    /// What is to be decided.
    pub decision: String,
    /// What each of `actions` does, in their order; no two of them are alike.
    pub actions: Vec<String>,
    /// What each of `effects` says, list by list in their order; empty where nothing needs to be said. Left out where
    /// `effects` are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub effects: Option<Vec<Vec<String>>>,
    /// What each of `shapes` does, in their order, with `…` in place of what is to be filled in.
    pub shapes: Vec<String>,
}

/// What the legal actions, and replies to writes, can bring along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayInclude {
    /// A sentence beside each decision, action, shape, effect and event.
    Texts,
    /// Each ready action as the body of a request that sends it.
    Requests,
    /// The game as your seat sees it.
    View,
}

/// What is to be brought along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Included {
    /// The language of the sentences.
    pub texts: Option<Language>,
    pub requests: bool,
    pub view: bool,
}

impl LegalDecision {
    /// Every open decision of the seat.
    pub fn all(game: &dyn AnyGame, seat: Seat, with_effects: bool) -> Vec<Self> {
        game.listed(seat, with_effects).into_iter().map(Self::from).collect()
    }

    /// Adds the texts.
    pub fn put_texts(&mut self, sentences: &GameSentences<'_>) {
        let Self { decision, actions, effects, shapes, .. } = self;
        let of_action = |effects: &Vec<Json>| effects.iter().map(|effect| sentences.effect(effect)).collect();
        self.texts = Some(DecisionTexts {
            decision: sentences.question(decision.kind, &decision.id),
            actions: actions.iter().map(|action| sentences.action(action)).collect(),
            effects: effects.as_ref().map(|effects| effects.iter().map(of_action).collect()),
            shapes: shapes.iter().map(|shape| sentences.shape(shape)).collect(),
        });
    }

    /// Adds the ready requests.
    pub fn put_requests(&mut self, ruleset: &str) {
        let request = |action: &Json| ActionRequest {
            ruleset: Some(ruleset.to_owned()),
            decision: self.decision.id.clone(),
            action: action.clone(),
        };
        self.requests = Some(self.actions.iter().map(request).collect());
    }
}

impl From<ListedDecision> for LegalDecision {
    fn from(listed: ListedDecision) -> Self {
        let ListedDecision { decision, actions, effects, shapes } = listed;
        Self { decision, actions, effects, shapes, texts: None, requests: None }
    }
}

/// What `seat` could do at that moment, and take back; nothing while the game is paused or over.
pub async fn legal(
    ctx: &mut Ctx,
    loaded: &LoadedGame,
    seat: Seat,
    moment: &GameMoment,
) -> Result<LegalActions, Error> {
    let take_back = if loaded.present.version == Some(moment.version) {
        TakeBackOptions::of(ctx, loaded, seat).await?
    } else {
        TakeBackOptions::at(&mut ctx.db, loaded, seat, moment.version, moment.status).await?
    };
    Ok(legal_with(loaded, seat, moment, take_back))
}

/// [`legal`] for a caller who has loaded already what the seat may take back.
pub fn legal_with(
    loaded: &LoadedGame,
    seat: Seat,
    moment: &GameMoment,
    take_back: TakeBackOptions,
) -> LegalActions {
    let running = moment.status == Status::Running;
    let decisions = if running { LegalDecision::all(moment.game.as_ref(), seat, true) } else { Vec::new() };
    LegalActions { ruleset: loaded.ruleset.id(), version: moment.version, decisions, take_back, view: None }
}

impl LegalActions {
    /// Adds texts, in these words, and ready requests.
    pub fn put(
        &mut self,
        loaded: &LoadedGame,
        (seat, moment): (Seat, &GameMoment),
        words: Option<&GameWords>,
        with_requests: bool,
    ) {
        let facts = words.map(|words| words.facts(loaded, moment.game.as_ref(), Some(seat)));
        put_all(
            &mut self.decisions,
            facts.map(GameSentences::new).as_ref(),
            with_requests.then_some(self.ruleset),
        );
    }
}

/// Adds texts and, for a ruleset, ready requests to each of these decisions.
pub fn put_all(
    decisions: &mut [LegalDecision],
    sentences: Option<&GameSentences<'_>>,
    ruleset: Option<&str>,
) {
    for decision in decisions {
        if let Some(sentences) = sentences {
            decision.put_texts(sentences);
        }
        if let Some(ruleset) = ruleset {
            decision.put_requests(ruleset);
        }
    }
}
