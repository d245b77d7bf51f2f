//! A game as a seat or a spectator saw it at an earlier version, for a page that steps through the game.
//!
//! Shows what the API shows of that version: the view of the reader, and the redacted events. A player who got the seat
//! later sees its past too. The cost is bounded: a replay from the last snapshot, and a window of the log.

use crate::error::Error;
use crate::service::bot_names::names_of_bots;
use crate::service::loaded_game::LoadedGame;
use crate::service::log;
use crate::service::spectators::GameReader;
use crate::service::turn_log::{LogTurn, former_players, is_told, roles, turn_before};
use crate::service::{Ctx, pictures};
use crate::store::contexts::SeatPageContext;
use crate::store::games::Status;
use crate::store::history::{self, EntryRow};
use crate::texts::{FormerPlayer, GameFacts, GameSentences};
use rules::render::{Marks, Overview, PictureParts, PlaceLabels, RenderOptions, Theme};
use rules::{AnyGame, LogRole, RenderedBoard, Viewer};

use super::history::game_at;
use super::identity::Language;

/// How many entries before and after a step are searched for the next ones.
const WINDOW: i64 = 100;
/// The most changes of players that are looked up; a name before more of them is that of a later player.
const MAX_CHANGES: i64 = 50;

/// Which step is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepAsked {
    /// The last one that the reader made; the beginning for one who has made none.
    LastOwn,
    At(i64),
}

impl StepAsked {
    /// Reads a number; anything else stands for the last own one.
    pub fn of(text: &str) -> Self {
        text.parse().map_or(Self::LastOwn, Self::At)
    }
}

/// The steps to which a page leads from one; `None`: there is none, or none within reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepLinks {
    /// The begin of the turn, or of the one before.
    pub turn_back: Option<i64>,
    pub back: Option<i64>,
    pub forward: Option<i64>,
    pub turn_forward: Option<i64>,
}

/// A game at one of its steps.
pub struct PastStep {
    pub version: i64,
    /// The version to which the game has come.
    pub present: i64,
    /// Is there no such step as was asked for, so that this is the nearest one?
    pub is_other: bool,
    pub game: Box<dyn AnyGame>,
    /// What was done in the step.
    pub entry: EntryRow,
    /// The turn that was on before it.
    pub turn_before: LogTurn,
    pub former: Vec<FormerPlayer>,
    pub context: SeatPageContext,
    /// The name of the bot in each seat.
    pub bots: Vec<Option<String>>,
    is_over: bool,
    /// The entries around the step, oldest first.
    window: Vec<EntryRow>,
}

impl PastStep {
    /// The step that is asked for, or the nearest one. Error: `game_not_running` before the start.
    pub async fn find(
        ctx: &mut Ctx,
        loaded: &LoadedGame,
        reader: GameReader,
        asked: StepAsked,
    ) -> Result<Self, Error> {
        let present = loaded.version()?;
        let (version, is_other) = match asked {
            StepAsked::LastOwn => {
                let own = match reader.viewer() {
                    Some(seat) => history::last_own(&mut ctx.db, loaded.id, i16::from(seat)).await?,
                    None => None,
                };
                (own.unwrap_or(0).clamp(0, present), false)
            }
            StepAsked::At(version) => {
                let nearest = version.clamp(0, present);
                (nearest, nearest != version)
            }
        };
        let context = reader.context(&mut ctx.db, loaded.id).await?;
        let bots = names_of_bots(loaded.id, &context.people, &context.bots, &context.join_orders);
        let (first, last) = ((version - WINDOW - 1).max(-1), present.min(version + WINDOW));
        let window = history::entries(&mut ctx.db, loaded.id, first, last, 2 * WINDOW + 1).await?;
        let entry = window.iter().find(|entry| entry.version == version).cloned();
        let entry = entry.ok_or_else(|| Error::bug(format!("version {version} has no entry")))?;
        let ruleset = (loaded.ruleset.as_ref(), loaded.id);
        let turn_before = turn_before(&mut ctx.db, ruleset, version).await?;
        let changes = history::seat_changes(&mut ctx.db, loaded.id, version, MAX_CHANGES).await?;
        let former = former_players(&mut ctx.db, &changes).await?;
        let is_over = status_at(ctx, loaded, version).await?.is_over();
        let game = match version == present {
            true => loaded.position()?.1,
            false => game_at(&mut ctx.db, loaded, version).await?,
        };
        Ok(Self {
            version,
            present,
            is_other,
            game,
            entry,
            turn_before,
            former,
            context,
            bots,
            is_over,
            window,
        })
    }

    /// What sentences about the step are made from.
    pub fn facts<'s>(&'s self, loaded: &'s LoadedGame, viewer: Viewer) -> GameFacts<'s> {
        GameFacts {
            ruleset: loaded.ruleset.as_ref(),
            game: self.game.as_ref(),
            name: &self.context.name,
            seat: viewer,
            language: &self.context.language,
            people: &self.context.people,
            bots: &self.bots,
            former: &self.former,
            can_reply: false,
        }
    }

    /// Where the page leads from here. Entries that tell the reader nothing are no steps.
    pub fn links(&self, facts: &GameFacts<'_>, sentences: &GameSentences<'_>) -> Result<StepLinks, Error> {
        let here = self.window.partition_point(|entry| entry.version < self.version);
        let (before, rest) = self.window.split_at(here);
        let after = rest.get(1..).unwrap_or_default();
        let told = |entry: &&EntryRow| is_told(facts, sentences, entry);
        let begins_turn = |entry: &&EntryRow| {
            let roles = roles(facts.ruleset, entry)?;
            Ok::<_, Error>(roles.iter().any(|role| matches!(role, LogRole::TurnBegins { .. })))
        };
        let back = first_of(before.iter().rev(), told)?;
        let forward = first_of(after.iter(), told)?;
        Ok(StepLinks {
            back,
            forward,
            turn_back: first_of(before.iter().rev(), begins_turn)?.or(back.map(|_| self.reach(before, true))),
            turn_forward: first_of(after.iter(), begins_turn)?.or(forward.map(|_| self.reach(after, false))),
        })
    }

    /// The last of the entries that are in reach on one side.
    fn reach(&self, side: &[EntryRow], is_back: bool) -> i64 {
        let end = if is_back { side.first() } else { side.last() };
        end.map_or(self.version, |entry| entry.version)
    }

    /// How the game stood after the step, in figures.
    pub fn overview(&self, viewer: Viewer) -> Overview {
        self.game.overview(viewer, &self.options(Vec::new()))
    }

    /// The board as the reader saw it after the step, with marks where the step changed it. `None` for a ruleset that
    /// draws none.
    pub fn board(&self, loaded: &LoadedGame, viewer: Viewer) -> Result<Option<RenderedBoard>, Error> {
        let broken = |error| Error::internal(format!("the events of version {}", self.version), error);
        let changed = match log::returned_to(&self.entry)? {
            Some(_) => Vec::new(),
            None => loaded.ruleset.changed_places(&self.entry.events, viewer).map_err(broken)?,
        };
        Ok(self.game.render(viewer, &self.options(changed)))
    }

    /// How the step is drawn, with the names that the players had then.
    fn options(&self, changed: Vec<String>) -> RenderOptions {
        let language = Language::try_from(self.context.language.clone()).unwrap_or_default();
        let mut people = self.context.people.clone();
        for former in self.former.iter().rev() {
            if let (Some(person), Some(name)) = (people.get_mut(usize::from(former.seat)), &former.name) {
                *person = Some(name.clone());
            }
        }
        RenderOptions {
            names: pictures::names(people.iter().zip(&self.bots)),
            language: language.code().to_owned(),
            parts: PictureParts::Board,
            theme: Theme::Page,
            place_labels: PlaceLabels::Hidden,
            marks: Marks { changed, ..Marks::default() },
            is_over: self.is_over,
        }
    }
}

async fn status_at(ctx: &mut Ctx, loaded: &LoadedGame, version: i64) -> Result<Status, Error> {
    if loaded.present.version == Some(version) {
        return Ok(loaded.present.status);
    }
    match history::status_at(&mut ctx.db, loaded.id, version).await? {
        Some(word) => word.parse().map_err(|error| {
            Error::internal(format!("the status of game {} at version {version}", loaded.id), error)
        }),
        // No entry has changed the status since the start.
        None => Ok(Status::Running),
    }
}

/// The version of the first entry for which `is_it` holds.
fn first_of<'e>(
    mut entries: impl Iterator<Item = &'e EntryRow>,
    is_it: impl Fn(&&'e EntryRow) -> Result<bool, Error>,
) -> Result<Option<i64>, Error> {
    let found = entries.find_map(|entry| match is_it(&entry) {
        Ok(true) => Some(Ok(entry.version)),
        Ok(false) => None,
        Err(error) => Some(Err(error)),
    });
    found.transpose()
}
