//! The words of a stream whose events have texts.

use std::sync::Arc;

use crate::error::Error;
use crate::service::Ctx;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, GameWords};
use crate::texts::GameSentences;
use rules::{AnyGame, Viewer};

/// A game as it is now, and the names in it: what happened is told as the page of the game tells it.
pub struct StreamWords {
    loaded: LoadedGame,
    game: Arc<dyn AnyGame>,
    words: GameWords,
    viewer: Viewer,
}

impl StreamWords {
    /// For events from version `since` on. A follower who is shown the game of a seat that another player has got since
    /// reads as a spectator: sentences may name what only the seat sees now.
    pub async fn load(
        ctx: &mut Ctx,
        loaded: LoadedGame,
        (language, viewer): (Language, Viewer),
        since: i64,
    ) -> Result<Self, Error> {
        let game = play::present(&ctx.app, &loaded)?.game;
        let words = GameWords::load(&mut ctx.db, &loaded, language, Some(since)).await?;
        let viewer = viewer.filter(|_| loaded.seat == viewer);
        Ok(Self { loaded, game, words, viewer })
    }

    pub fn sentences(&self) -> GameSentences<'_> {
        GameSentences::new(self.words.facts(&self.loaded, self.game.as_ref(), self.viewer))
    }
}
