//! Reading: the game as a viewer sees it, and what happened since.

use std::sync::Arc;

use serde::Serialize;

use super::plan::GameClocks;
use super::texts::{GameWords, PositionTexts};
use crate::error::{Code, Error, More, Sentence};
use crate::service::game_cache::CachedGame;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::ServiceEvent;
use crate::service::stored_json::{decode, encode, raw};
use crate::service::{App, Ctx};
use crate::service::{history as game_history, log};
use crate::store::games::Status;
use crate::store::history::EntryRow;
use crate::store::{Connection, history};
use crate::texts::GameSentences;
use crate::time_control::Deadline;
use crate::time_control::Instant;
use rules::schemas::{AnyEvent, AnyView};
use rules::{AnyGame, AnyRuleset, Author, Decision, Json, Seat, StoredEntry, Viewer};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct GameView {
    pub ruleset: &'static str,
    pub version: i64,
    pub status: Status,
    /// Null for a spectator.
    pub viewer: Option<Seat>,
    pub awaited: Vec<AwaitedDecision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[schema(value_type = Option<rules::Outcome>)]
    pub outcome: Option<Json>,
    #[schema(value_type = AnyView)]
    pub view: Json,
    /// How it stands, in words; with `include=texts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub texts: Option<PositionTexts>,
}

/// Events in the order in which they happened.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EventPage {
    pub ruleset: &'static str,
    pub items: Vec<RedactedEvent>,
    pub version: i64,
    /// For `after`, to go on; equal to `version` when there are no more yet.
    pub next_after: i64,
}

/// An event as one viewer sees it. Everybody gets every event, without what they may not know, so that no gap tells
/// anything.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RedactedEvent {
    pub version: i64,
    /// Its place among the events of that version, from 0.
    pub index: usize,
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// Here `seat`, `lapse` or `server`: bots and orders act as their seat.
    pub by: Author,
    /// Null for the server's own doing.
    pub seat: Option<Seat>,
    #[schema(value_type = AnyEvent)]
    pub event: Json,
    /// What a log says of it, in the language of `Content-Language`; with `include=texts`. Empty where a log is silent.
    /// Players and places are called what they are called at the moment of the read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub text: Option<String>,
    /// What a log says before it: that the time of the seat was over and the rules answered; with `include=texts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub remark: Option<String>,
}

/// An open decision, as everybody sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AwaitedDecision {
    /// The seat that is to answer.
    pub seat: Seat,
    /// Its id, unique among the open decisions of the seat.
    pub decision_id: String,
    /// The same as `decision_id`.
    #[schema(deprecated)]
    pub decision: String,
    /// In the ruleset's words, such as `movement`.
    pub kind: &'static str,
    /// `true` if the game waits for the answer.
    pub blocking: bool,
    /// Until when there is time; null where no clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
}

/// A game at one version of it.
pub struct GameMoment {
    pub version: i64,
    pub status: Status,
    pub game: Arc<dyn AnyGame>,
    deadlines: Vec<Deadline>,
}

/// The version to read: the requested one, else the present one. Errors: `version_beyond_present`; `game_not_running`
/// before the start.
pub fn version(loaded: &LoadedGame, requested: Option<i64>) -> Result<i64, Error> {
    let present = loaded.version()?;
    match requested {
        Some(requested) if requested > present => Err(beyond_present("version", present)),
        requested => Ok(requested.unwrap_or(present)),
    }
}

/// The refusal of a parameter that names a version to which the game has not come.
pub fn beyond_present(parameter: &'static str, present: i64) -> Error {
    let mut problem =
        Code::VersionBeyondPresent.field(parameter, Sentence::BeyondPresent { version: present });
    if let Error::Known(problem) = &mut problem {
        problem.more = More::Version(present);
    }
    problem
}

/// The game as it was at `version`, which must not be beyond the present.
pub async fn moment(ctx: &mut Ctx, loaded: &LoadedGame, version: i64) -> Result<GameMoment, Error> {
    if loaded.present.version == Some(version) {
        return present(&ctx.app, loaded);
    }
    let game = Arc::from(game_history::game_at(&mut ctx.db, loaded, version).await?);
    let status = match history::status_at(&mut ctx.db, loaded.id, version).await? {
        Some(word) => word.parse::<Status>().map_err(|error| {
            Error::internal(format!("the status of game {} at version {version}", loaded.id), error)
        })?,
        // No entry has changed the status since the start.
        None => Status::Running,
    };
    let deadlines = stored_deadlines(history::deadlines(&mut ctx.db, loaded.id, version).await?.as_deref())?;
    Ok(GameMoment { version, status, game, deadlines })
}

/// The game as it stands. Refused before the start.
pub fn present(app: &App, loaded: &LoadedGame) -> Result<GameMoment, Error> {
    let CachedGame { version, game, .. } = loaded.cached_position(app)?;
    let deadlines = GameClocks::deadlines(loaded)?;
    Ok(GameMoment { version, status: loaded.present.status, game, deadlines })
}

/// The game as `viewer` saw it at that moment, and in `words` if there are any.
pub fn view(
    loaded: &LoadedGame,
    viewer: Viewer,
    moment: &GameMoment,
    words: Option<&GameWords>,
) -> Result<GameView, Error> {
    let GameMoment { version, status, ref game, ref deadlines } = *moment;
    let awaited = if status.is_over() { vec![] } else { awaited(game.as_ref(), deadlines) };
    let outcome = loaded.present.outcome.as_deref().filter(|_| status == Status::Finished);
    let texts = words.map(|words| {
        let outcome = outcome.map(|text| decode("outcome", text)).transpose()?;
        let sentences = GameSentences::new(words.facts(loaded, game.as_ref(), viewer));
        Ok::<_, Error>(PositionTexts::new(&sentences, status, outcome.as_ref()))
    });
    let texts = texts.transpose()?;
    let outcome = outcome.map(|text| raw(text.to_owned())).transpose()?;
    let (ruleset, view) = (loaded.ruleset.id(), game.view(viewer));
    Ok(GameView { ruleset, version, status, viewer, awaited, outcome, view, texts })
}

/// The game as `viewer` sees it after an action that was just carried out, or that is repeated: such a game runs, or the
/// action ended it.
pub fn view_after(
    ruleset: &'static str,
    (version, viewer): (i64, Viewer),
    game: &dyn AnyGame,
    deadlines: &[Deadline],
    sentences: Option<&GameSentences<'_>>,
) -> Result<GameView, Error> {
    let outcome = game.outcome();
    let status = if outcome.is_some() { Status::Finished } else { Status::Running };
    let awaited = if status.is_over() { vec![] } else { awaited(game, deadlines) };
    let texts = sentences.map(|sentences| PositionTexts::new(sentences, status, outcome.as_ref()));
    let outcome = outcome.map(|outcome| raw(encode(&outcome)?)).transpose()?;
    Ok(GameView { ruleset, version, status, viewer, awaited, outcome, view: game.view(viewer), texts })
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
            decision_id: decision.id.clone(),
            decision: decision.id,
            kind: decision.kind,
            blocking: decision.blocking,
        })
        .collect()
}

/// Reads the deadlines that are stored with an entry.
pub(super) fn stored_deadlines(stored: Option<&str>) -> Result<Vec<Deadline>, Error> {
    stored.map_or(Ok(vec![]), |stored| decode("deadlines", stored))
}

/// An entry of the log, just written or loaded.
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

/// Entries of a write at `at` as `viewer` may see them; `service_events` are those of the first.
pub fn redact_written(
    ruleset: &dyn AnyRuleset,
    entries: &[StoredEntry],
    service_events: &[ServiceEvent],
    at: Instant,
    viewer: Viewer,
) -> Result<Vec<RedactedEvent>, Error> {
    let service_events = if service_events.is_empty() { None } else { Some(encode(service_events)?) };
    let mut redacted = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let (by, seat, events) = (entry.by, entry.seat, entry.events.get());
        let service_events = service_events.as_deref().filter(|_| index == 0);
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
    redacted.extend(events.map(|(index, event)| RedactedEvent {
        version,
        index,
        at,
        by,
        seat,
        event,
        text: None,
        remark: None,
    }));
    Ok(())
}
