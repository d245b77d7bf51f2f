//! What the streams of games and accounts share: frames of server-sent events, and the loop that hands them out.

use std::collections::VecDeque;
use std::fmt::Display;
use std::pin::Pin;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;
use tokio::time::Sleep;

use super::events::{StreamEndReason, StreamEnded, StreamEvent};
use super::hub::StreamPermit;
use crate::error::Error;

/// An event as a frame whose id is the position of the follower that has it.
pub fn frame<P: Serialize>(position: &impl Display, event: &StreamEvent<P>) -> Result<String, Error> {
    Ok(frame_of(position, event.name(), &data(event)?))
}

/// A frame of an event that is JSON already. The JSON is on one line, so that no content can end the frame early.
pub fn frame_of(position: &impl Display, name: &str, data: &str) -> String {
    format!("id: {position}\nevent: {name}\ndata: {data}\n\n")
}

/// An event as the data of a frame.
pub fn data<P: Serialize>(event: &StreamEvent<P>) -> Result<String, Error> {
    serde_json::to_string(event).map_err(|error| Error::internal("the data of a frame", error))
}

/// The frame of the end. It has no id: the position stays where it was.
fn last_frame(reason: StreamEndReason) -> String {
    let event = StreamEvent::<()>::End(StreamEnded { reason });
    // The event holds an enum alone, so it always serialises.
    let data = data(&event).unwrap_or_default();
    format!("event: {}\ndata: {data}\n\n", event.name())
}

/// Sent now and then, so that both ends notice when the other is gone.
const HEARTBEAT: &str = ":\n\n";

/// Tells the client at once that the stream is open, and how long it should wait before it comes back.
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
    End(StreamEndReason),
}

/// The stream of one follower. Nothing is queued for it: while its client does not read, nothing happens here.
pub struct Stream<F> {
    follower: F,
    news: watch::Receiver<()>,
    ready: VecDeque<String>,
    heartbeat: Pin<Box<Sleep>>,
    heartbeat_interval: Duration,
    /// `None` when the stream is over: from then on it counts as a stream no more, even if its client reads no further.
    permit: Option<StreamPermit>,
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
        Self { follower, news, ready, heartbeat, heartbeat_interval, permit: Some(permit) }
    }

    /// The next piece of the stream, as it is sent; `None` when it is over. May be dropped at any moment.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            if let Some(reason) = self.permit.as_ref()?.ended() {
                return Some(self.end(reason));
            }
            // Before reading: news that comes during the read must wake this loop again.
            self.news.mark_unchanged();
            // Boxed, since a read needs some 5 kB for what it awaits, which each open stream would keep while it waits.
            match Box::pin(self.follower.advance(&mut self.ready)).await {
                Ok(Progress::UpToDate) if self.ready.is_empty() => {}
                Ok(Progress::UpToDate | Progress::MoreToRead) => continue,
                Ok(Progress::End(reason)) => return Some(self.end(reason)),
                Err(error) => {
                    tracing::warn!(%error, stream = self.follower.describe(), "a stream broke");
                    return Some(self.end(StreamEndReason::InternalError));
                }
            }
            let permit = self.permit.as_mut()?;
            tokio::select! {
                _ = self.news.changed() => {}
                reason = permit.end() => return Some(self.end(reason)),
                () = &mut self.heartbeat => {
                    let next = self.heartbeat.deadline() + self.heartbeat_interval;
                    self.heartbeat.as_mut().reset(next.max(tokio::time::Instant::now()));
                    return Some(HEARTBEAT.to_owned());
                }
            }
        }
    }

    fn end(&mut self, reason: StreamEndReason) -> String {
        self.permit = None;
        last_frame(reason)
    }
}
