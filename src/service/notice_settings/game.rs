//! What a reader sets for one game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Way, Ways};
use crate::app::App;
use crate::error::Error;
use crate::service::table::Table;
use crate::store::{Connection, notice_settings};

/// What is to be set for a game, in place of what was.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameNoticeSettings {
    /// By kind of notice how it reaches you; what is left out follows what you have set for all games.
    #[serde(default)]
    pub ways: BTreeMap<String, Way>,
}

/// What is set for a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameWays {
    /// The game.
    pub game_id: Uuid,
    /// By kind of notice how it reaches you; what is not there follows what you have set for all games.
    pub ways: BTreeMap<String, Way>,
}

impl GameWays {
    pub(super) fn stored(game_id: Uuid, ways: &str) -> Self {
        Self { game_id, ways: Ways::stored(ways).shown() }
    }
}

/// What `account` has set for `game`. Errors: `game_not_found`, `not_a_member`.
pub async fn for_game(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
) -> Result<GameWays, Error> {
    Table::open(app, connection, game, Some(account), None).await?.member()?;
    let ways = notice_settings::find_for_game(connection, game, account).await?;
    Ok(GameWays::stored(game, ways.as_deref().unwrap_or("{}")))
}

/// Sets it. Errors: `game_not_found`, `not_a_member`, `invalid_field`.
pub async fn set_for_game(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    asked: GameNoticeSettings,
) -> Result<GameWays, Error> {
    Table::open(app, connection, game, Some(account), None).await?.member()?;
    let ways = Ways::given(asked.ways)?;
    notice_settings::put_for_game(connection, game, account, &ways.json(), app.now()).await?;
    Ok(GameWays { game_id: game, ways: ways.shown() })
}
