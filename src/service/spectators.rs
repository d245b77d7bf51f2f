//! What a page shows of a game to somebody without a seat: what the API shows to a spectator, in sentences.

use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::bot_names::names_of_bots;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, AwaitedDecision, GameClocks};
use crate::service::turn_log::{LogTurn, former_players, turn_before};
use crate::service::{Ctx, stored_json};
use crate::store::Connection;
use crate::store::contexts::{self, SeatPageContext};
use crate::store::games::Status;
use crate::store::history::{self, EntryRow};
use crate::store::positions::LoadOptions;
use crate::texts::{FormerPlayer, GameFacts};
use rules::{AnyGame, Outcome, Seat, Viewer};

/// How many entries of the log are read for what happened last.
const ENTRIES: i64 = 60;

/// Who reads a page about a game.
#[derive(Debug, Clone, Copy)]
pub enum GameReader {
    Player {
        account: Uuid,
        seat: Seat,
    },
    /// Somebody without a seat, in the language of their browser.
    Spectator(Language),
}

impl GameReader {
    pub const fn viewer(self) -> Viewer {
        match self {
            Self::Player { seat, .. } => Some(seat),
            Self::Spectator(_) => None,
        }
    }

    /// The game of the page, and what is to be known of its reader.
    pub async fn context(self, connection: &mut Connection, game: Uuid) -> Result<SeatPageContext, Error> {
        let context = match self {
            Self::Player { account, .. } => contexts::of_seat_page(connection, game, account).await?,
            Self::Spectator(language) => contexts::of_public_page(connection, game, language.code()).await?,
        };
        context.ok_or_else(|| Code::GameNotFound.problem())
    }
}

/// The game `id` as a caller without an account may see it. A private one is answered like one that does not exist.
pub async fn open(ctx: &mut Ctx, id: Uuid) -> Result<LoadedGame, Error> {
    LoadedGame::open_by(ctx, id, LoadOptions { at: ctx.app.now(), ..LoadOptions::default() }).await
}

/// A game at one moment, for a spectator.
pub struct SpectatorMoment {
    pub version: i64,
    pub status: Status,
    pub game: Box<dyn AnyGame>,
    pub context: SeatPageContext,
    /// The name of the bot in each seat.
    pub bots: Vec<Option<String>>,
    pub awaited: Vec<AwaitedDecision>,
    /// The last entries of the log, oldest first.
    pub entries: Vec<EntryRow>,
    /// The turn that was on before the first of them.
    pub turn_before: LogTurn,
    pub former: Vec<FormerPlayer>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

impl SpectatorMoment {
    /// Reads the moment. Error: `game_not_running` before the start.
    pub async fn read(ctx: &mut Ctx, loaded: &LoadedGame, language: Language) -> Result<Self, Error> {
        let (version, game) = loaded.position()?;
        let context = GameReader::Spectator(language).context(&mut ctx.db, loaded.id).await?;
        let after = (version - ENTRIES).max(-1);
        let entries = history::entries(&mut ctx.db, loaded.id, after, version, ENTRIES).await?;
        let turn_before = turn_before(&mut ctx.db, (loaded.ruleset.as_ref(), loaded.id), after + 1).await?;
        let status = loaded.present.status;
        let deadlines = GameClocks::deadlines(loaded)?;
        let awaited = if status.is_over() { vec![] } else { play::awaited(game.as_ref(), &deadlines) };
        let outcome = loaded.present.outcome.as_deref().filter(|_| status == Status::Finished);
        Ok(Self {
            version,
            status,
            bots: names_of_bots(loaded.id, &context.people, &context.bots, &context.join_orders),
            context,
            awaited,
            outcome: outcome.map(|text| stored_json::decode("an outcome", text)).transpose()?,
            former: former_players(&mut ctx.db, &entries).await?,
            entries,
            turn_before,
            game,
        })
    }

    /// What sentences about the moment are made from.
    pub fn facts<'m>(&'m self, loaded: &'m LoadedGame) -> GameFacts<'m> {
        GameFacts {
            ruleset: loaded.ruleset.as_ref(),
            game: self.game.as_ref(),
            name: &self.context.name,
            seat: None,
            language: &self.context.language,
            people: &self.context.people,
            bots: &self.bots,
            former: &self.former,
            can_reply: false,
        }
    }
}
