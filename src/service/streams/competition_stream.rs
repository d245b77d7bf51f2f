//! The stream of a competition: that something changed, and how far it is. What changed is read from the competition.

use std::collections::VecDeque;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::events::{CompetitionChanged, CompetitionStreamPlace, StreamEndReason, StreamEvent};
use super::feed::CompetitionFeed;
use super::hub::{Credential, Hub};
use super::positions::{LastEventId, NoPosition};
use super::stream::{Follower, Progress, Stream, frame};
use crate::error::{Code, Error};
use crate::service::competitions;
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::store::competitions::{CompetitionMark, CompetitionStatus};

/// The stream of a competition that is requested.
#[derive(Debug)]
pub struct OpenCompetitionStream {
    pub competition: Uuid,
    /// `None` for a stranger, who may follow what everybody sees.
    pub credential: Option<Credential>,
    /// The network address that the caller counts as.
    pub address: IpAddr,
    /// The last event the client has.
    pub last_event: Option<LastEventId>,
}

/// What the last event told: the mark of the competition by then.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CompetitionPosition(String);

impl CompetitionPosition {
    fn of(mark: &CompetitionMark) -> Self {
        Self(mark.mark.clone())
    }
}

impl fmt::Display for CompetitionPosition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl FromStr for CompetitionPosition {
    type Err = NoPosition;

    fn from_str(text: &str) -> Result<Self, NoPosition> {
        let is_mark = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_mark { Ok(Self(text.to_owned())) } else { Err(NoPosition) }
    }
}

/// Lets a caller follow a competition. Error: `competition_not_found`.
pub async fn open_competition(
    app: &Arc<App>,
    hub: &Hub,
    pool: &Pool,
    request: &OpenCompetitionStream,
) -> Result<Stream<CompetitionFollower>, Error> {
    let viewer = request.credential.map(|credential| credential.account);
    let known: Option<CompetitionPosition> =
        request.last_event.as_ref().map(LastEventId::parse).transpose()?;
    let mut ctx = Ctx::acquire(app, pool).await?;
    let mark = competitions::progress_seen(&mut ctx, request.competition, viewer).await?;
    let permit = hub.admit(app, request.credential, request.address)?;
    let feed = hub.competition(request.competition);
    let news = feed.listen();
    let opened = CompetitionPosition::of(&mark);
    // The feed may be older than what was read just now, and would tell of the past.
    feed.advance(mark);
    let first = match known {
        Some(_) => None,
        None => {
            let place = CompetitionStreamPlace { competition_id: request.competition };
            Some(frame(&opened, &StreamEvent::Opened(place))?)
        }
    };
    let (app, pool) = (Arc::clone(app), pool.clone());
    let heartbeat = Duration::from_secs(app.settings.streams.heartbeat_seconds);
    let follower = CompetitionFollower { feed, viewer, position: known.unwrap_or(opened), app, pool };
    Ok(Stream::open(follower, news, first, heartbeat, permit))
}

pub struct CompetitionFollower {
    feed: Arc<CompetitionFeed>,
    viewer: Option<Uuid>,
    position: CompetitionPosition,
    app: Arc<App>,
    pool: Pool,
}

impl Follower for CompetitionFollower {
    async fn advance(&mut self, ready: &mut VecDeque<String>) -> Result<Progress, Error> {
        let Some(mark) = self.feed.mark() else { return Ok(Progress::UpToDate) };
        if self.position == CompetitionPosition::of(&mark) {
            return Ok(match mark.status {
                CompetitionStatus::Open | CompetitionStatus::Running => Progress::UpToDate,
                CompetitionStatus::Finished | CompetitionStatus::Cancelled => {
                    Progress::End(StreamEndReason::CompetitionOver)
                }
            });
        }
        // Who has left a private club since the stream was opened learns no more.
        let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
        match competitions::ensure_seen(&mut ctx, mark.competition, self.viewer).await {
            Ok(()) => {}
            Err(error) if error.is(Code::CompetitionNotFound) => {
                return Ok(Progress::End(StreamEndReason::CompetitionGone));
            }
            Err(error) => return Err(error),
        }
        self.position = CompetitionPosition::of(&mark);
        let changed = CompetitionChanged::new(&mark);
        let event = StreamEvent::<CompetitionStreamPlace>::CompetitionChanged(changed);
        ready.push_back(frame(&self.position, &event)?);
        Ok(Progress::MoreToRead)
    }

    fn describe(&self) -> String {
        format!("of competition {}", self.feed.competition)
    }
}
