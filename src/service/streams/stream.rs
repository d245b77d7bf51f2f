//! What the streams of games and accounts share: frames of server-sent events, and the loop that hands them out.

use std::collections::VecDeque;
use std::fmt::Display;
use std::pin::Pin;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;
use tokio::time::Sleep;

use super::hub::StreamPermit;
use crate::error::Error;

/// Why a stream ends; the last frame names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StreamEnd {
    /// The token it was opened with has expired: open it again with a fresh one.
    TokenExpired,
    /// The session was ended, the token was revoked, or the account is gone or banned.
    AccessEnded,
    SeatLost,
    GameGone,
    /// This process stops: open it again, another one answers.
    Restart,
    /// An internal error: open it again.
    Broken,
}

/// The first frame of a stream that does not go on where the follower was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamStart {
    /// The follower named no position.
    Begin,
    /// The position is no longer kept, or was lost by the database: the client must read everything again.
    Reset,
}

impl StreamStart {
    /// The frame that says where the follower is.
    pub fn frame(self, position: &impl Display, begin: &impl Serialize) -> Result<String, Error> {
        let event = match self {
            Self::Begin => "begin",
            Self::Reset => "reset",
        };
        Ok(frame(position, event, &data(begin)?))
    }
}

/// A frame whose id is the position of the follower that has it. JSON on one line has no line break, so a frame can't
/// be broken from within.
pub fn frame(position: &impl Display, event: &str, data: &str) -> String {
    format!("id: {position}\nevent: {event}\ndata: {data}\n\n")
}

/// A value as the data of a frame.
pub fn data(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::internal("the data of a frame", error))
}

fn last_frame(reason: StreamEnd) -> String {
    format!("event: end\ndata: {}\n\n", serde_json::json!({ "reason": reason }))
}

/// Sent now and then, so that both ends notice when the other is gone.
const HEARTBEAT: &str = ":\n\n";

/// How long a client should wait before it comes back, and that the stream is open.
const GREETING: &str = "retry: 1000\n\n";

/// Keeps a position in one stream and reads what lies after it.
pub trait Follower: 'static {
    /// Makes frames of what lies after the position, and moves the position on. May be dropped at any await.
    fn advance(&mut self, ready: &mut VecDeque<String>) -> impl Future<Output = Result<Progress, Error>>;

    /// What is followed, for the log.
    fn describe(&self) -> String;
}

/// How far a follower came.
pub enum Progress {
    UpToDate,
    /// There is more to read at once, whether or not anything was made ready.
    MoreToRead,
    End(StreamEnd),
}

/// The stream of one follower. Nothing is queued for it: while its client does not read, nothing happens here.
pub struct Stream<F> {
    follower: F,
    news: watch::Receiver<()>,
    ready: VecDeque<String>,
    heartbeat: Pin<Box<Sleep>>,
    heartbeat_interval: Duration,
    is_over: bool,
    permit: StreamPermit,
}

impl<F: Follower> Stream<F> {
    pub(super) fn open(
        follower: F,
        news: watch::Receiver<()>,
        first: Option<String>,
        heartbeat_interval: Duration,
        permit: StreamPermit,
    ) -> Self {
        let ready = [GREETING.to_owned()].into_iter().chain(first).collect();
        let heartbeat = Box::pin(tokio::time::sleep(heartbeat_interval));
        Self { follower, news, ready, heartbeat, heartbeat_interval, is_over: false, permit }
    }

    /// The next piece of the stream, as it is sent; `None` when it is over. May be dropped at any moment.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            if self.is_over {
                return None;
            }
            if let Some(reason) = self.permit.ended() {
                return Some(self.end(reason));
            }
            // Before reading: what comes while it is read must wake this loop again.
            self.news.mark_unchanged();
            match self.follower.advance(&mut self.ready).await {
                Ok(Progress::UpToDate) if self.ready.is_empty() => {}
                Ok(Progress::UpToDate | Progress::MoreToRead) => continue,
                Ok(Progress::End(reason)) => return Some(self.end(reason)),
                Err(error) => {
                    tracing::warn!(%error, stream = self.follower.describe(), "a stream broke");
                    return Some(self.end(StreamEnd::Broken));
                }
            }
            tokio::select! {
                _ = self.news.changed() => {}
                reason = self.permit.end() => return Some(self.end(reason)),
                () = &mut self.heartbeat => {
                    let next = self.heartbeat.deadline() + self.heartbeat_interval;
                    self.heartbeat.as_mut().reset(next.max(tokio::time::Instant::now()));
                    return Some(HEARTBEAT.to_owned());
                }
            }
        }
    }

    fn end(&mut self, reason: StreamEnd) -> String {
        self.is_over = true;
        last_frame(reason)
    }
}
