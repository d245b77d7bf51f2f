//! The preferences of a reader for one game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::notifications::{DeliveryMode, DeliveryModes};
use crate::service::loaded_game::LoadedGame;
use crate::service::{App, Ctx};
use crate::store::preferences;

/// Replaces what was set for the game.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateGamePreferences {
    /// By kind of notification; what is left out follows your settings for all games.
    #[serde(default)]
    pub modes: BTreeMap<String, DeliveryMode>,
}

/// What you have set for one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GamePreferences {
    pub game_id: Uuid,
    /// By kind of notification; what is missing follows your settings for all games.
    pub modes: BTreeMap<String, DeliveryMode>,
}

impl GamePreferences {
    pub(super) fn stored(app: &App, game_id: Uuid, modes: &str) -> Result<Self, Error> {
        Ok(Self { game_id, modes: DeliveryModes::parse(modes)?.shown(app.kinds()) })
    }
}

/// What `account` has set for `game`. Errors: `game_not_found`, `not_a_member`.
pub async fn for_game(ctx: &mut Ctx, game: Uuid, account: Uuid) -> Result<GamePreferences, Error> {
    LoadedGame::open(ctx, game, Some(account), None).await?.member()?;
    let modes = preferences::find_for_game(&mut ctx.db, game, account).await?;
    GamePreferences::stored(&ctx.app, game, modes.as_deref().unwrap_or("{}"))
}

/// Sets the preferences of `account` for `game`. Errors: `game_not_found`, `not_a_member`, `invalid_field`.
pub async fn set_for_game(
    ctx: &mut Ctx,
    game: Uuid,
    account: Uuid,
    change: UpdateGamePreferences,
) -> Result<GamePreferences, Error> {
    LoadedGame::open(ctx, game, Some(account), None).await?.member()?;
    let modes = DeliveryModes::given(ctx.app.kinds(), change.modes)?;
    preferences::put_for_game(&mut ctx.db, game, account, &modes.json(), ctx.app.now()).await?;
    Ok(GamePreferences { game_id: game, modes: modes.shown(ctx.app.kinds()) })
}
