//! What an action would lead to, without doing it.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::act::{refused, validate};
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::explained::RulesetPart;
use crate::service::loaded_game::LoadedGame;
use crate::service::tag::{Seen, Tag};
use rules::Json;
use rules::schemas::AnyEffect;

/// An action that a player looks at before they send it.
#[derive(Debug)]
pub struct PreviewRequest {
    pub game: Uuid,
    pub account: Uuid,
    /// The ruleset that the request names, if it does; a game of another one is refused.
    pub ruleset: Option<String>,
    pub decision: String,
    pub action: Json,
    /// The precondition of the caller (`If-Match`), if there is one.
    pub seen: Seen,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Preview {
    pub ruleset: &'static str,
    /// The tag of the game at that version.
    #[serde(skip)]
    pub tag: Tag,
    pub version: i64,
    pub decision: String,
    /// First events as you would see them, then facts; ends with `undecided` where chance or hidden facts decide the
    /// rest.
    #[schema(value_type = Vec<AnyEffect>)]
    pub effects: Vec<Json>,
}

/// Checks an action as if it were sent, and says what it would lead to. Writes nothing and draws nothing.
pub async fn preview(ctx: &mut Ctx, request: &PreviewRequest) -> Result<Preview, Error> {
    let loaded = LoadedGame::open_to_read(ctx, request.game, Some(request.account)).await?;
    let seat = loaded.member()?;
    let tag = loaded.tag(Some(seat));
    request.seen.ensure_current(&tag)?;
    loaded.ensure_running()?;
    let present = loaded.cached_position(&ctx.app)?;
    if loaded.bot_of(seat).is_some() {
        return Err(Code::CaretakerPlays.problem());
    }
    loaded.must_be_of(request.ruleset.as_deref())?;
    let game = present.game.as_ref();
    validate(game, seat, &request.decision, &request.action)
        .map_err(|error| RulesetPart::Action.explain(loaded.ruleset.as_ref(), &request.action, error))?;
    let effects = game.preview(seat, &request.action).map_err(refused)?;
    let (ruleset, decision) = (loaded.ruleset.id(), request.decision.clone());
    Ok(Preview { ruleset, tag, version: present.version, decision, effects })
}
