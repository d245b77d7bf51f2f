//! The sentences beside the entries of a record: what a page says of each step, in the game as it stood then.

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Error;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::GameWords;
use crate::service::stored_json::raw;
use crate::service::{history, log};
use crate::store;
use crate::store::Connection;
use crate::store::history::RecordEntryRow;
use crate::texts::GameSentences;
use rules::{AnyGame, Json, Viewer};

/// An entry of a record in the words of pages and emails, in the language of `Content-Language`. The seal does not cover
/// it.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct RecordEntryTexts {
    /// What `action` does; left out where that is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub action: Option<String>,
    /// What a log says of each of `events`, in their order; empty where it is silent.
    pub events: Vec<String>,
    /// What a log says of each of `service_events`, in their order.
    pub service_events: Vec<String>,
}

/// Puts the entries of a record in words, from the first one on.
pub struct RecordNarrator {
    words: GameWords,
    viewer: Viewer,
    /// Is the game over, so that everybody sees every action?
    is_complete: bool,
    /// The game as it stood before the next entry.
    game: Box<dyn AnyGame>,
}

impl RecordNarrator {
    pub async fn begin(
        connection: &mut Connection,
        loaded: &LoadedGame,
        language: Language,
        (viewer, is_complete): (Viewer, bool),
    ) -> Result<Self, Error> {
        let words = GameWords::load(connection, loaded, language, Some(0)).await?;
        let game = history::game_at(connection, loaded, -1).await?;
        Ok(Self { words, viewer, is_complete, game })
    }

    /// The part of an entity tag that stands for the texts.
    pub fn mark(&self) -> String {
        self.words.mark()
    }

    /// The texts of the next entries of the record, in their order.
    pub async fn tell(
        &mut self,
        connection: &mut Connection,
        loaded: &LoadedGame,
        stored: &[RecordEntryRow],
    ) -> Result<Vec<RecordEntryTexts>, Error> {
        let (Some(first), Some(last)) = (stored.first(), stored.last()) else { return Ok(Vec::new()) };
        let most = i64::try_from(stored.len()).unwrap_or(i64::MAX);
        let (after, last) = (first.version - 1, last.version);
        let entries = store::history::entries(connection, loaded.id, after, last, most).await?;
        let Self { words, viewer, is_complete, game } = self;
        let narrator = Narrator { words, loaded, viewer: *viewer, is_complete: *is_complete };
        // The words of an action are made before it is applied, and those of its events afterwards.
        let mut action = narrator.action(first, game.as_ref());
        let mut rest = stored.iter();
        let mut texts = Vec::with_capacity(stored.len());
        history::fold(connection, loaded, game.as_mut(), &entries, |game| {
            if let Some(entry) = rest.next() {
                let of_next = rest.as_slice().first().map_or(Ok(None), |next| narrator.action(next, game));
                let action = std::mem::replace(&mut action, of_next);
                texts.push(action.and_then(|action| narrator.events(entry, game, action)));
            }
        })
        .await?;
        texts.into_iter().collect()
    }
}

struct Narrator<'n> {
    words: &'n GameWords,
    loaded: &'n LoadedGame,
    viewer: Viewer,
    is_complete: bool,
}

impl Narrator<'_> {
    /// What the action of an entry does, in the game before it; `None` where the record shows no action.
    fn action(&self, entry: &RecordEntryRow, game: &dyn AnyGame) -> Result<Option<String>, Error> {
        let is_own = self.viewer.is_some() && entry.seat == self.viewer.map(i16::from);
        let Some(text) = entry.action.clone().filter(|_| self.is_complete || is_own) else { return Ok(None) };
        let action: Json = raw(text)?;
        Ok(Some(self.in_words(entry, game, |sentences| sentences.action(&action))))
    }

    /// What a log says of an entry, in the game after it.
    fn events(
        &self,
        entry: &RecordEntryRow,
        game: &dyn AnyGame,
        action: Option<String>,
    ) -> Result<RecordEntryTexts, Error> {
        let broken = |error| Error::internal(format!("the events of version {}", entry.version), error);
        let ruleset = self.loaded.ruleset.as_ref();
        let redact = |service_events: Option<&str>, events: &str| {
            log::redact(ruleset, service_events, events, self.viewer).map_err(broken)
        };
        let events = redact(None, &entry.events)?;
        let service_events = redact(entry.service_events.as_deref(), log::NO_EVENTS)?;
        Ok(self.in_words(entry, game, |sentences| {
            let all = |events: &[Json]| events.iter().map(|event| sentences.event(event)).collect();
            RecordEntryTexts { action, events: all(&events), service_events: all(&service_events) }
        }))
    }

    /// What `say` makes of the sentences of those who had the seats then.
    fn in_words<T>(
        &self,
        entry: &RecordEntryRow,
        game: &dyn AnyGame,
        say: impl FnOnce(&GameSentences<'_>) -> T,
    ) -> T {
        let sentences = GameSentences::new(self.words.facts(self.loaded, game, self.viewer));
        match sentences.at(entry.version) {
            Some(then) => say(&then),
            None => say(&sentences),
        }
    }
}
