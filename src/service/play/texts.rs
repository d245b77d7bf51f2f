//! The sentences beside what the API lists: those of pages and emails, rendered after the read and never stored.

use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::views::RedactedEvent;
use crate::error::{Code, Error};
use crate::service::bot_names::names_of_bots;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::turn_log::former_players;
use crate::store::contexts::{self, GameNames};
use crate::store::games::Status;
use crate::store::{Connection, history};
use crate::texts::{FormerPlayer, GameFacts, GameSentences};
use rules::{AnyGame, Author, Outcome, Viewer};

/// The most changes of players that are looked up; a name before more of them is that of a later player.
const MAX_CHANGES: i64 = 50;
/// How many bytes of a digest make a mark.
const MARK_BYTES: usize = 6;

/// What sentences about a game are made from beside its position: the language, and what everybody is called.
#[derive(Debug, Clone)]
pub struct GameWords {
    language: Language,
    names: GameNames,
    /// The name of the bot in each seat.
    bots: Vec<Option<String>>,
    former: Vec<FormerPlayer>,
}

impl GameWords {
    /// The words for sentences about what is, and about events from version `since` on.
    pub async fn load(
        connection: &mut Connection,
        loaded: &LoadedGame,
        language: Language,
        since: Option<i64>,
    ) -> Result<Self, Error> {
        let mut all = Self::load_all(connection, &[loaded], language).await?;
        let mut words = all.pop().ok_or_else(|| Code::GameNotFound.problem())?;
        if let Some(since) = since {
            let changes = history::seat_changes(connection, loaded.id, since, MAX_CHANGES).await?;
            words.former = former_players(connection, &changes).await?;
        }
        Ok(words)
    }

    /// The words for sentences about what is in several games, in one statement.
    pub async fn load_all(
        connection: &mut Connection,
        games: &[&LoadedGame],
        language: Language,
    ) -> Result<Vec<Self>, Error> {
        let ids: Vec<_> = games.iter().map(|game| game.id).collect();
        let found = contexts::names_of_games(connection, &ids).await?;
        let words = found.into_iter().map(|names| {
            let bots = names_of_bots(names.game_id, &names.people, &names.bots, &names.join_orders);
            Self { language, names, bots, former: Vec::new() }
        });
        Ok(words.collect())
    }

    /// Whose words they are: a game that is gone has none.
    pub fn are_of(&self, game: Uuid) -> bool {
        self.names.game_id == game
    }

    /// A game in these words, for a viewer of it.
    pub fn facts<'w>(
        &'w self,
        loaded: &'w LoadedGame,
        game: &'w dyn AnyGame,
        viewer: Viewer,
    ) -> GameFacts<'w> {
        GameFacts {
            ruleset: loaded.ruleset.as_ref(),
            game,
            name: &self.names.name,
            seat: viewer,
            language: self.language.code(),
            people: &self.names.people,
            bots: &self.bots,
            former: &self.former,
            can_reply: false,
        }
    }

    /// The part of an entity tag that stands for what texts depend on beside the game.
    pub fn mark(&self) -> String {
        let release = env!("CARGO_PKG_VERSION");
        let text =
            format!("{release} {:?} {:?} {:?} {:?}", self.language, self.names, self.bots, self.former);
        let digest = Sha256::digest(text.as_bytes());
        hex::encode(digest.get(..MARK_BYTES).unwrap_or_default())
    }
}

/// A game as it stands in the words of pages and emails, in the language of `Content-Language`.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PositionTexts {
    /// For whom the game waits; left out while it does not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub awaited: Option<String>,
    /// How it stands for the viewer, a line each; empty once it is over.
    pub standing: Vec<String>,
    /// Who won, why the game is over, and a line for each seat by rank; left out before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub outcome: Option<Vec<String>>,
}

impl PositionTexts {
    pub fn new(sentences: &GameSentences<'_>, status: Status, outcome: Option<&Outcome>) -> Self {
        let ended = |outcome: &Outcome| {
            let mut lines = vec![sentences.winner(outcome), sentences.ended_by(&outcome.ended_by)];
            lines.extend(sentences.places(outcome));
            lines
        };
        Self {
            awaited: if status == Status::Running { sentences.waiting() } else { None },
            standing: if status.is_over() { Vec::new() } else { sentences.standing() },
            outcome: outcome.map(ended),
        }
    }
}

/// Adds its sentence to each event, with the players who had the seats then.
pub fn put_event_texts(events: &mut [RedactedEvent], sentences: &GameSentences<'_>) {
    let mut version = None;
    let mut then = None;
    for event in events {
        if version != Some(event.version) {
            version = Some(event.version);
            then = sentences.at(event.version);
        }
        let sentences = then.as_ref().unwrap_or(sentences);
        event.text = Some(sentences.event(&event.event));
        if event.by == Author::Lapse && event.index == 0 {
            event.remark = event.seat.map(|seat| sentences.lapsed(seat));
        }
    }
}
