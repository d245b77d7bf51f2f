//! Reading: the game as a viewer sees it, what a seat may do, and what happened since.

use std::sync::Arc;

use serde::Serialize;

use super::clock_update::GameClocks;
use super::take_back::TakeBackOptions;
use crate::error::{Code, Error, More};
use crate::service::App;
use crate::service::game_cache::CachedGame;
use crate::service::loaded_game::LoadedGame;
use crate::service::stored_json::{decode, raw};
use crate::service::{history as game_history, log};
use crate::store::games::Status;
use crate::store::history::EntryRow;
use crate::store::{Connection, history};
use crate::time_control::Deadline;
use crate::time_control::Instant;
use rules::schemas::{AnyEvent, AnyView};
use rules::{AnyGame, AnyRuleset, Author, Decision, Json, PreviewedDecision, Seat, StoredEntry, Viewer};

/// A game as one viewer sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct GameView {
    /// The ruleset, in whose terms it is.
    pub ruleset: &'static str,
    /// The version of the game that is shown.
    pub version: i64,
    /// The status of the game at that version.
    pub status: Status,
    /// The seat whose view it is; null for a spectator.
    pub viewer: Option<Seat>,
    /// The decisions that are open, of every seat.
    pub awaited: Vec<AwaitedDecision>,
    /// How the game ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[schema(value_type = Option<rules::Outcome>)]
    pub outcome: Option<Json>,
    /// The game in the terms of the ruleset.
    #[schema(value_type = AnyView)]
    pub view: Json,
}

/// What a seat may do now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LegalActions {
    /// The ruleset, in whose terms it is.
    pub ruleset: &'static str,
    /// The version of the game that this is true for.
    pub version: i64,
    /// Every decision that is open for the seat, with its answers.
    pub decisions: Vec<PreviewedDecision>,
    /// What your seat may take back then.
    pub take_back: TakeBackOptions,
}

/// Events of a game in order: as many as one reply holds.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EventPage {
    /// The ruleset, in whose terms they are.
    pub ruleset: &'static str,
    /// What happened, as far as the viewer may know.
    pub items: Vec<RedactedEvent>,
    /// The version of the game now, or the one that was requested.
    pub version: i64,
    /// Request events after this version next; equal to `version` when there are no more yet.
    pub next_after: i64,
}

/// One event as one viewer sees it. Every viewer gets every event, if only a stub, so that gaps reveal nothing.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RedactedEvent {
    /// The version of the game that it belongs to.
    pub version: i64,
    /// Its place among the events of that version, from 0.
    pub index: usize,
    /// When the event happened.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// The author of the event: `seat`, `lapse` or `server`.
    pub by: Author,
    /// The seat that it is about; null for the server's own doing.
    pub seat: Option<Seat>,
    /// What happened, in the terms of the ruleset or of the service, with a `type`.
    #[schema(value_type = AnyEvent)]
    pub event: Json,
}

/// An open decision of a seat. Its answers are shown to that seat only.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AwaitedDecision {
    /// The seat whose decision it is.
    pub seat: Seat,
    /// The id of the decision.
    pub decision: String,
    /// The kind of decision, in the terms of the ruleset.
    pub kind: &'static str,
    /// Does the game wait for the answer?
    pub blocking: bool,
    /// Until when there is time, where a clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
}

/// A game at one version of it.
pub struct GameMoment {
    pub version: i64,
    pub status: Status,
    game: Arc<dyn AnyGame>,
    deadlines: Vec<Deadline>,
}

/// The version to read: the requested one, else the present one. Errors: `version_beyond_present`; `game_not_running`
/// before the start.
pub fn version(loaded: &LoadedGame, requested: Option<i64>) -> Result<i64, Error> {
    let present = loaded.version()?;
    match requested {
        Some(requested) if requested > present => {
            let sentence = format!("The game has come to version {present}.");
            let mut problem = Code::VersionBeyondPresent.with(sentence, More::Version(present));
            if let Error::Known(problem) = &mut problem {
                problem.field = Some("version".into());
            }
            Err(problem)
        }
        requested => Ok(requested.unwrap_or(present)),
    }
}

/// The game as it was at `version`, which must not be beyond the present.
pub async fn moment(
    app: &App,
    connection: &mut Connection,
    loaded: &LoadedGame,
    version: i64,
) -> Result<GameMoment, Error> {
    if loaded.present.version == Some(version) {
        let CachedGame { version, game, .. } = loaded.cached_position(app)?;
        let deadlines = GameClocks::deadlines(loaded)?;
        return Ok(GameMoment { version, status: loaded.present.status, game, deadlines });
    }
    let game = Arc::from(game_history::game_at(connection, loaded, version).await?);
    let status = match history::status_at(connection, loaded.id, version).await? {
        Some(word) => word.parse::<Status>().map_err(|error| {
            Error::internal(format!("the status of game {} at version {version}", loaded.id), error)
        })?,
        // It has not changed since the start.
        None => Status::Running,
    };
    let deadlines = stored_deadlines(history::deadlines(connection, loaded.id, version).await?.as_deref())?;
    Ok(GameMoment { version, status, game, deadlines })
}

/// The game as `viewer` saw it at that moment.
pub fn view(loaded: &LoadedGame, viewer: Viewer, moment: &GameMoment) -> Result<GameView, Error> {
    let GameMoment { version, status, ref game, ref deadlines } = *moment;
    let awaited = if status.is_over() { vec![] } else { awaited(game.as_ref(), deadlines) };
    let outcome = loaded.present.outcome.as_deref().filter(|_| status == Status::Finished);
    let outcome = outcome.map(|text| raw(text.to_owned())).transpose()?;
    let (ruleset, view) = (loaded.ruleset.id(), game.view(viewer));
    Ok(GameView { ruleset, version, status, viewer, awaited, outcome, view })
}

/// What `seat` could do at that moment, and take back; nothing while the game is paused or over.
pub async fn legal(
    app: &App,
    connection: &mut Connection,
    loaded: &LoadedGame,
    seat: Seat,
    moment: &GameMoment,
) -> Result<LegalActions, Error> {
    let running = moment.status == Status::Running;
    let decisions = if running { moment.game.legal_with_effects(seat) } else { vec![] };
    let take_back = if loaded.present.version == Some(moment.version) {
        TakeBackOptions::of(app, connection, loaded, seat).await?
    } else {
        TakeBackOptions::at(connection, loaded, seat, moment.version, moment.status).await?
    };
    Ok(LegalActions { ruleset: loaded.ruleset.id(), version: moment.version, decisions, take_back })
}

/// The events of at most `limit` versions after version `after`, up to `version`; `None`: from the set-up on.
pub async fn events(
    connection: &mut Connection,
    loaded: &LoadedGame,
    viewer: Viewer,
    version: i64,
    after: Option<i64>,
    limit: i64,
) -> Result<EventPage, Error> {
    let after = after.unwrap_or(-1);
    let entries = history::entries(connection, loaded.id, after, version, limit).await?;
    let next_after = entries.last().map_or(after, |entry| entry.version);
    let events = redact_stored(loaded.ruleset.as_ref(), &entries, viewer)?;
    Ok(EventPage { ruleset: loaded.ruleset.id(), items: events, version, next_after })
}

/// The decisions that are open, with their deadlines.
pub fn awaited(game: &dyn AnyGame, deadlines: &[Deadline]) -> Vec<AwaitedDecision> {
    let until = |decision: &Decision| {
        let is_its = |open: &&Deadline| open.seat == decision.seat && open.decision == decision.id;
        deadlines.iter().find(is_its).map(|open| open.deadline)
    };
    let asked = game.awaiting().into_iter().filter(Decision::is_asked);
    asked
        .map(|decision| AwaitedDecision {
            deadline: until(&decision),
            seat: decision.seat,
            decision: decision.id,
            kind: decision.kind,
            blocking: decision.blocking,
        })
        .collect()
}

/// Deadlines as they are stored with an entry.
pub(super) fn stored_deadlines(stored: Option<&str>) -> Result<Vec<Deadline>, Error> {
    stored.map_or(Ok(vec![]), |stored| decode("deadlines", stored))
}

/// An entry, fresh or from the log.
struct Source<'e> {
    version: i64,
    at: Instant,
    by: Author,
    seat: Option<Seat>,
    service_events: Option<&'e str>,
    events: &'e str,
}

/// Stored entries as `viewer` may see them.
pub fn redact_stored(
    ruleset: &dyn AnyRuleset,
    entries: &[EntryRow],
    viewer: Viewer,
) -> Result<Vec<RedactedEvent>, Error> {
    let mut redacted = Vec::new();
    for entry in entries {
        let by = log::author(&entry.made_by)?;
        let seat = entry.seat.and_then(|seat| Seat::try_from(seat).ok());
        let (version, at) = (entry.version, entry.created_at);
        let (service_events, events) = (entry.service_events.as_deref(), entry.events.as_str());
        redact(ruleset, &Source { version, at, by, seat, service_events, events }, viewer, &mut redacted)?;
    }
    Ok(redacted)
}

/// Entries of a write at `at` as `viewer` may see them; `service_events` are those of the first, as a JSON array.
pub fn redact_written(
    ruleset: &dyn AnyRuleset,
    entries: &[StoredEntry],
    service_events: Option<&str>,
    at: Instant,
    viewer: Viewer,
) -> Result<Vec<RedactedEvent>, Error> {
    let mut redacted = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let (by, seat, events) = (entry.by, entry.seat, entry.events.get());
        let service_events = service_events.filter(|_| index == 0);
        let version = log::stored_version(entry.version);
        redact(ruleset, &Source { version, at, by, seat, service_events, events }, viewer, &mut redacted)?;
    }
    Ok(redacted)
}

fn redact(
    ruleset: &dyn AnyRuleset,
    source: &Source<'_>,
    viewer: Viewer,
    redacted: &mut Vec<RedactedEvent>,
) -> Result<(), Error> {
    let events = log::redact(ruleset, source.service_events, source.events, viewer)
        .map_err(|error| Error::internal(format!("the events of version {}", source.version), error))?;
    let Source { version, at, by, seat, .. } = *source;
    let by = by.redacted();
    let events = events.into_iter().enumerate();
    redacted.extend(events.map(|(index, event)| RedactedEvent { version, index, at, by, seat, event }));
    Ok(())
}
