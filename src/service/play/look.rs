//! Looking: the game as a viewer sees it, what a seat may do, and what happened since.

use std::sync::Arc;

use serde::Serialize;

use super::reply::{Awaited, awaited, deadlines};
use super::told::{self, ToldEvent};
use crate::app::App;
use crate::clocks::Deadline;
use crate::error::{Code, Error, More};
use crate::service::at_hand::Held;
use crate::service::history as past;
use crate::service::lobby::raw;
use crate::service::table::Table;
use crate::service::timing;
use crate::store::games::Status;
use crate::store::{Connection, history};
use rules::schemas::{AnyAction, AnyView};
use rules::{AnyGame, Json, Legal, Seat, Viewer};

/// A game as one viewer sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ViewNow {
    /// The title, in whose terms it is.
    pub ruleset: &'static str,
    /// The version of the game that is shown.
    pub version: i64,
    /// Where the game stood then.
    pub status: Status,
    /// The seat that looks; null for a spectator.
    pub viewer: Option<Seat>,
    /// Who is asked what.
    pub awaited: Vec<Awaited>,
    /// How the game ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<rules::Outcome>)]
    pub outcome: Option<Json>,
    /// The table in the words of the ruleset.
    #[schema(value_type = AnyView)]
    pub view: Json,
}

/// What a seat may do now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LegalNow {
    /// The title, in whose terms it is.
    pub ruleset: &'static str,
    /// The version of the game that this holds for.
    pub version: i64,
    /// Every decision that is open for the seat, with its answers.
    #[schema(value_type = Vec<Legal<AnyAction>>)]
    pub decisions: Vec<Legal<Json>>,
}

/// Events in order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Events {
    /// The title, in whose terms it is.
    pub ruleset: &'static str,
    /// What happened, as the viewer is told it.
    pub events: Vec<ToldEvent>,
    /// The version of the game now, or the one that was asked for.
    pub version: i64,
    /// Ask for events after this version next; equal to `version` when there are no more yet.
    pub next_after: i64,
}

/// A game at one version of it.
pub struct Moment {
    pub version: i64,
    pub status: Status,
    game: Arc<dyn AnyGame>,
    /// Until when there was time.
    deadlines: Vec<Deadline>,
}

/// The version that is looked at: the present one, or an earlier one that was asked for. Error:
/// `version_beyond_present`; `game_not_running` before the start.
pub fn version(table: &Table, asked: Option<i64>) -> Result<i64, Error> {
    let present = table.version()?;
    match asked {
        Some(asked) if asked > present => {
            let sentence = format!("The game has come to version {present}.");
            let mut problem = Code::VersionBeyondPresent.with(sentence, More::Version(present));
            if let Error::Known(problem) = &mut problem {
                problem.field = Some("version".into());
            }
            Err(problem)
        }
        asked => Ok(asked.unwrap_or(present)),
    }
}

/// The game as it was at `version`, which must not be beyond the present.
pub async fn moment(
    app: &App,
    connection: &mut Connection,
    table: &Table,
    version: i64,
) -> Result<Moment, Error> {
    if table.present.version == Some(version) {
        let Held { version, game, .. } = table.look(app)?;
        let deadlines = timing::deadlines(table)?;
        return Ok(Moment { version, status: table.present.status, game, deadlines });
    }
    let game = Arc::from(past::game_at(connection, table, version).await?);
    let standing = history::standing(connection, table.id, version).await?;
    let status = standing.as_deref().and_then(|word| word.parse().ok()).unwrap_or(Status::Running);
    let deadlines = deadlines(history::deadlines(connection, table.id, version).await?.as_deref())?;
    Ok(Moment { version, status, game, deadlines })
}

/// The game as `viewer` saw it at that moment.
pub fn view(table: &Table, viewer: Viewer, moment: &Moment) -> Result<ViewNow, Error> {
    let Moment { version, status, ref game, ref deadlines } = *moment;
    let awaited = if status.is_over() { vec![] } else { awaited(game.as_ref(), deadlines) };
    let outcome = table.present.outcome.as_deref().filter(|_| status == Status::Finished);
    let outcome = outcome.map(|text| raw(text.to_owned())).transpose()?;
    Ok(ViewNow {
        ruleset: table.title.id(),
        version,
        status,
        viewer,
        awaited,
        outcome,
        view: game.view(viewer),
    })
}

/// What `seat` could do at that moment; nothing while the game rests or is over.
pub fn legal(table: &Table, seat: Seat, moment: &Moment) -> LegalNow {
    let running = moment.status == Status::Running;
    let decisions = if running { moment.game.legal(seat) } else { vec![] };
    LegalNow { ruleset: table.title.id(), version: moment.version, decisions }
}

/// The events of at most `limit` versions after version `after`, up to `version`; `None`: from the set-up on.
pub async fn events(
    connection: &mut Connection,
    table: &Table,
    viewer: Viewer,
    version: i64,
    after: Option<i64>,
    limit: i64,
) -> Result<Events, Error> {
    let after = after.unwrap_or(-1);
    let entries = history::entries(connection, table.id, after, version, limit).await?;
    let next_after = entries.last().map_or(after, |entry| entry.version);
    let events = told::from_log(table.title.as_ref(), &entries, viewer)?;
    Ok(Events { ruleset: table.title.id(), events, version, next_after })
}
