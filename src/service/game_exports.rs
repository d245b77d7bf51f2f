//! The records of all games of a player or a competition, one line each, written piece by piece however many there are.
//!
//! Nothing is held while the client is slow but the ids of some games and the place in one record: each piece reads what
//! it needs on a connection of its own. The order of the games is that in which they ended, so a client that was cut off
//! names the last game it has whole, and goes on behind it.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;

use chrono::TimeDelta;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::record::RecordWriter;
use crate::service::streams::{Credential, Hub, StreamPermit};
use crate::service::{App, Ctx};
use crate::service::{competitions, people};
use crate::store::Pool;
use crate::store::game_exports::{self, EndedGame, ExportedGames, GamesOf};
use crate::store::people::HistoryFilter;
use crate::time_control::Instant;

/// How many ids of games are read at once. Each reading goes through all games of the player or competition, so it must not be small.
const MOST_GAMES: i64 = 1_000;
/// A piece is sent once it has so many bytes.
const PIECE_BYTES: usize = 32 << 10;

/// Which games are exported.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameExportQuery {
    /// Only games that ended then or later.
    #[param(value_type = Option<String>, format = DateTime)]
    pub since: Option<Instant>,
    /// Only games that ended earlier.
    #[param(value_type = Option<String>, format = DateTime)]
    pub until: Option<Instant>,
    pub ruleset: Option<String>,
    /// `true`: only games that count for ratings; `false`: only others.
    pub rated: Option<bool>,
    /// Go on after this game (`game` of the last whole line that you have), for instance when the connection was cut, or
    /// to fetch what ended since.
    #[param(format = Uuid)]
    pub after: Option<Uuid>,
}

/// Whose games are exported to whom.
#[derive(Debug, Clone, Copy)]
pub struct ExportRequest<'r> {
    pub credential: Credential,
    /// The network address that the caller counts as.
    pub address: IpAddr,
    pub games: RequestedGames<'r>,
}

/// Whose games are exported.
#[derive(Debug, Clone, Copy)]
pub enum RequestedGames<'r> {
    /// All games of the caller.
    Own,
    /// The public games of a player, by id or name.
    Player(&'r str),
    /// Those of a competition that the caller may see.
    Competition(Uuid),
}

/// An export that is being sent.
pub struct GameExport {
    app: Arc<App>,
    pool: Pool,
    permit: StreamPermit,
    viewer: Uuid,
    games: ExportedGames,
    /// The last game whose id was read.
    read_up_to: Option<EndedGame>,
    /// The games whose ids were read, and that come next.
    next: VecDeque<Uuid>,
    /// The record that is being written.
    record: Option<RecordWriter>,
}

impl GameExport {
    /// Errors: `account_not_found`; `competition_not_found`; `invalid_parameter` for a ruleset that there is not, and for a game in `after` that
    /// is none of those that can be exported; `too_many_streams`.
    pub async fn open(
        app: &Arc<App>,
        hub: &Hub,
        pool: &Pool,
        request: ExportRequest<'_>,
        query: GameExportQuery,
    ) -> Result<Self, Error> {
        if let Some(ruleset) = &query.ruleset {
            app.rulesets.wanted(Code::InvalidParameter, ruleset)?;
        }
        let mut ctx = Ctx::acquire(app, pool).await?;
        let viewer = request.credential.account;
        // Whether the viewer sees a private game of a competition is looked at game by game.
        let (of, hidden_too) = match request.games {
            RequestedGames::Own => (GamesOf::Player(viewer), true),
            RequestedGames::Player(named) => {
                (GamesOf::Player(people::id_of(&mut ctx.db, named).await?), false)
            }
            RequestedGames::Competition(id) => {
                competitions::ensure_seen(&mut ctx, id, Some(viewer)).await?;
                (GamesOf::Competition(id), true)
            }
        };
        let GameExportQuery { since, until, ruleset, rated, after } = query;
        let games = ExportedGames {
            of,
            hidden_too,
            filter: HistoryFilter { ruleset, since, until, rated },
            latest: app.now() - settling_time(app),
        };
        let read_up_to = match after {
            None => None,
            Some(id) => {
                let known = game_exports::find(&mut ctx.db, &games, id).await?;
                Some(known.ok_or_else(|| Code::InvalidParameter.field("after", Sentence::NotUsable))?)
            }
        };
        let permit = hub.admit_export(app, request.credential, request.address)?;
        Ok(Self {
            app: Arc::clone(app),
            pool: pool.clone(),
            permit,
            viewer,
            games,
            read_up_to,
            next: VecDeque::new(),
            record: None,
        })
    }

    /// The next piece; `None` at the end. An error cuts the export off, so that the client does not take it for whole.
    pub async fn next(&mut self) -> Result<Option<String>, Error> {
        if self.permit.ended().is_some() {
            return Err(Code::SessionEnded.problem());
        }
        let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
        let mut text = String::new();
        while text.len() < PIECE_BYTES {
            if let Some(record) = &mut self.record {
                match record.next(&mut ctx.db).await? {
                    Some(piece) => text.push_str(&piece),
                    None => self.record = None,
                }
                continue;
            }
            if self.next.is_empty() && !self.read_more(&mut ctx).await? {
                break;
            }
            if let Some(game) = self.next.pop_front() {
                self.record = begin(&mut ctx, game, self.viewer).await?;
            }
        }
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    /// Reads which games come next; `false` if there are none.
    async fn read_more(&mut self, ctx: &mut Ctx) -> Result<bool, Error> {
        let found = game_exports::after(&mut ctx.db, &self.games, self.read_up_to, MOST_GAMES).await?;
        self.read_up_to = found.last().copied().or(self.read_up_to);
        self.next.extend(found.iter().map(|game| game.id));
        Ok(!found.is_empty())
    }
}

/// The record of a game; `None` if the viewer may not see the game any more.
async fn begin(ctx: &mut Ctx, game: Uuid, viewer: Uuid) -> Result<Option<RecordWriter>, Error> {
    match RecordWriter::begin_line(ctx, game, Some(viewer)).await {
        Ok(record) => Ok(Some(record)),
        Err(error) if error.is(Code::GameNotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// How long after its end a game is exported at the earliest. A write gets its time before it is committed, so a game may
/// turn up that ended before one that was exported already: a client that goes on after that one would never get it. No
/// write takes longer than this.
fn settling_time(app: &App) -> TimeDelta {
    let settings = &app.settings;
    let seconds = settings.http.request_seconds + settings.database.work_statement_seconds;
    TimeDelta::seconds(i64::try_from(seconds).unwrap_or(i64::MAX / 1_000))
}
