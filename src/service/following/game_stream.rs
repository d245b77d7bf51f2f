//! One follower of one game.
//!
//! He keeps his own place and takes what lies after it. Nothing is queued for him: while he does not read, nothing
//! happens here but that the game goes on.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;
use tokio::time::Sleep;

use super::feed::{Feed, Fresh};
use super::frame::{Frame, GREETING, HEARTBEAT, data};
use super::line::Line;
use super::pass::Pass;
use super::table::TableMoved;
use super::user_stream::First;
use super::{Ending, GamePlace};
use crate::clock::Clock;
use crate::error::Error;
use crate::service::log::Mark;
use crate::service::talk::MessageShown;
use crate::service::visibility::Ties;
use crate::store::feeds::GameHead;
use crate::store::messages::{self, EVERYBODY, MessageSpan};
use crate::store::{Pool, feeds, history, pool, visibility};
use rules::{Seat, Viewer};
use uuid::Uuid;

/// The most entries, or messages, that are read from the tables at once.
const MOST_READ: i64 = 50;

/// What a follower of a game begins with.
pub struct Opening {
    pub feed: Arc<Feed>,
    /// Who follows, if he said so.
    pub account: Option<Uuid>,
    /// Offered a seat or invited: enough to see a private game, for as long as that stands.
    pub is_guest: bool,
    /// For when an offer has expired.
    pub clock: Clock,
    /// The person whose seat it is followed from; `None` for a spectator.
    pub member: Option<Uuid>,
    /// After which place.
    pub place: GamePlace,
    /// The last message of the game when that place was read, if the place is the present.
    pub seen: Option<i64>,
    /// What the follower is told first, if anything: the place, because none was named, or that the place that was
    /// named is not in the history of the game.
    pub first: Option<First>,
    /// How often he hears something even if nothing happens.
    pub heartbeat: Duration,
    /// The last look that had begun when his seat was found.
    pub since: u64,
    pub pass: Pass,
    /// Where to read what is older than what is kept here.
    pub pool: Pool,
}

/// The stream of a game for one follower.
pub struct GameStream {
    opening: Opening,
    news: watch::Receiver<()>,
    /// Every message of the game up to this one was looked at; -1: none yet.
    seen: i64,
    ready: VecDeque<String>,
    heartbeat: std::pin::Pin<Box<Sleep>>,
    over: bool,
    /// How often the end of the history had been lost when the place was last known to be good.
    resets: u64,
}

/// Where a stream begins.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Begin {
    /// The version after which events follow; -1 before the start.
    pub version: i64,
    /// The number of the last message before those that follow.
    pub messages: i64,
}

impl GameStream {
    pub fn open(opening: Opening) -> Result<Self, Error> {
        let mut ready = VecDeque::from([GREETING.to_owned()]);
        if let Some(first) = opening.first {
            ready.push_back(beginning(first, &opening.place)?);
        }
        let resets = opening.feed.resets();
        let news = opening.feed.listen();
        let heartbeat = Box::pin(tokio::time::sleep(opening.heartbeat));
        Ok(Self { news, seen: opening.seen.unwrap_or(-1), ready, heartbeat, over: false, resets, opening })
    }

    /// The next piece of the stream, as it is sent; `None` when it is over. May be dropped at any moment.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            if self.over {
                return None;
            }
            if let Some(ending) = self.opening.pass.ended() {
                return Some(self.end(ending));
            }
            self.news.mark_unchanged();
            match self.take().await {
                Ok(None) => {}
                Ok(Some(ending)) => return Some(self.end(ending)),
                Err(error) => {
                    tracing::warn!(%error, game = %self.opening.feed.game, "a stream broke");
                    return Some(self.end(Ending::Broken));
                }
            }
            if !self.ready.is_empty() {
                continue;
            }
            tokio::select! {
                _ = self.news.changed() => {}
                ending = self.opening.pass.end() => return Some(self.end(ending)),
                () = &mut self.heartbeat => {
                    let next = self.heartbeat.deadline() + self.opening.heartbeat;
                    self.heartbeat.as_mut().reset(next.max(tokio::time::Instant::now()));
                    return Some(HEARTBEAT.to_owned());
                }
            }
        }
    }

    fn end(&mut self, ending: Ending) -> String {
        self.over = true;
        Frame::end(ending).sent()
    }

    /// Makes ready what lies after the place; says why the follower must go, if he must.
    async fn take(&mut self) -> Result<Option<Ending>, Error> {
        let Fresh { head, gone, resets, entries, messages } =
            self.opening.feed.after(self.opening.place.version, self.seen, self.opening.since);
        if gone {
            return Ok(Some(Ending::GameGone));
        }
        let Some(head) = head else { return Ok(None) };
        if self.depends_on_being_a_guest(&head) && self.is_behind(&head) {
            self.opening.is_guest = self.is_still_a_guest().await?;
        }
        if !self.ties(&head).may_see(head.visibility) {
            return Ok(Some(Ending::GameGone));
        }
        let Ok(viewer) = self.viewer(&head) else { return Ok(Some(Ending::SeatLost)) };
        if resets != self.resets || self.is_beyond(&head) {
            self.resets = resets;
            return Box::pin(self.reset(&head)).await.map(|()| None);
        }
        if self.changes_told() < head.change {
            return Box::pin(self.read_changes(&head)).await.map(|()| None);
        }
        if self.opening.place.version < head.version {
            match entries {
                Some(lines) => self.tell(&lines, viewer)?,
                // Older than what is kept: the follower reads a page himself and comes back for the rest.
                None => return Box::pin(self.read_entries(&head, viewer)).await.map(|()| None),
            }
        }
        if self.seen < head.message {
            match messages.filter(|_| self.seen >= 0) {
                Some(sent) => sent.iter().try_for_each(|sent| self.pass_on(sent))?,
                None => Box::pin(self.read_messages(&head)).await?,
            }
        }
        Ok(None)
    }

    /// Was the follower told more than has happened?
    fn is_beyond(&self, head: &GameHead) -> bool {
        let place = &self.opening.place;
        place.version > head.version || self.seen > head.message || place.change > Some(head.change)
    }

    /// The database went on without what was last told here: the follower must look anew, and follows from the present.
    async fn reset(&mut self, head: &GameHead) -> Result<(), Error> {
        let mut connection = pool::acquire(&self.opening.pool).await?;
        let standing = messages::status(&mut connection, self.opening.feed.game, self.reader()).await?;
        drop(connection);
        self.opening.place = GamePlace {
            version: head.version,
            message: standing.last,
            change: Some(head.change),
            mark: (head.version >= 0).then(|| Mark::of(&head.digest)),
        };
        self.seen = standing.message.min(head.message);
        self.ready.push_back(beginning(First::Reset, &self.opening.place)?);
        Ok(())
    }

    /// What ties the follower to the game: a table may become private while it is followed.
    fn ties(&self, head: &GameHead) -> Ties {
        let account = self.opening.account;
        let sits_there = account.is_some() && head.accounts.contains(&account);
        // A player who has lost the seat is told so.
        let was_member = self.opening.member.is_some();
        Ties { is_member: sits_there || was_member, is_guest: self.opening.is_guest, has_link: false }
    }

    fn depends_on_being_a_guest(&self, head: &GameHead) -> bool {
        self.opening.is_guest && !Ties { is_guest: false, ..self.ties(head) }.may_see(head.visibility)
    }

    /// Is there anything new to tell?
    fn is_behind(&self, head: &GameHead) -> bool {
        self.changes_told() < head.change
            || self.opening.place.version < head.version
            || self.seen < head.message
    }

    async fn is_still_a_guest(&self) -> Result<bool, Error> {
        let mut connection = pool::acquire(&self.opening.pool).await?;
        let (game, account) = (self.opening.feed.game, self.opening.account);
        Ok(visibility::is_guest(&mut connection, game, account, self.opening.clock.now()).await?)
    }

    /// The last change of the table that he was told; once the game has begun, there is nothing more to tell.
    fn changes_told(&self) -> i64 {
        let place = self.opening.place;
        place.change.filter(|_| place.version < 0).unwrap_or(i64::MAX)
    }

    async fn read_changes(&mut self, head: &GameHead) -> Result<(), Error> {
        let (game, after) = (self.opening.feed.game, self.changes_told());
        let mut connection = pool::acquire(&self.opening.pool).await?;
        let changes = feeds::changes_after(&mut connection, game, after, MOST_READ).await?;
        drop(connection);
        // The table may have changed again since the head was read. To run ahead of it would look like a lost history.
        for row in changes.into_iter().filter(|row| row.change <= head.change) {
            self.opening.place.change = Some(row.change);
            let told = data(&TableMoved::from(row)?)?;
            self.ready.push_back(self.here("table", told));
        }
        Ok(())
    }

    /// In whose place the follower looks now; an error when he has lost the seat.
    fn viewer(&self, head: &GameHead) -> Result<Viewer, Ending> {
        let Some(member) = self.opening.member else { return Ok(None) };
        let index = head.accounts.iter().position(|sitting| *sitting == Some(member));
        let seat = index.and_then(|index| Seat::try_from(index).ok());
        seat.map(Some).ok_or(Ending::SeatLost)
    }

    fn tell(&mut self, lines: &[Arc<Line>], viewer: Viewer) -> Result<(), Error> {
        for line in lines {
            let told = line.told(self.opening.feed.title.as_ref(), viewer)?;
            self.opening.place.version = line.entry.version;
            self.opening.place.mark = Some(Mark::of(&line.entry.digest));
            self.ready.push_back(self.here("events", told.to_string()));
        }
        Ok(())
    }

    async fn read_entries(&mut self, head: &GameHead, viewer: Viewer) -> Result<(), Error> {
        let (game, after) = (self.opening.feed.game, self.opening.place.version);
        let mut connection = pool::acquire(&self.opening.pool).await?;
        let entries = history::entries(&mut connection, game, after, head.version, MOST_READ).await?;
        drop(connection);
        let lines: Vec<Arc<Line>> = entries.into_iter().map(|entry| Arc::new(Line::new(entry))).collect();
        self.tell(&lines, viewer)
    }

    /// Passes a message on if it lies in the follower's box.
    fn pass_on(&mut self, sent: &crate::store::feeds::FeedMessage) -> Result<(), Error> {
        self.seen = sent.message;
        let reader = self.reader();
        let own = sent.boxes.iter().zip(&sent.numbers).find(|(of, _)| **of == reader);
        let Some((_, &number)) = own.filter(|(_, number)| **number > self.opening.place.message) else {
            return Ok(());
        };
        self.opening.place.message = number;
        if !sent.blockers.contains(&reader) {
            let shown = data(&MessageShown::sent(sent, number))?;
            self.ready.push_back(self.here("message", shown));
        }
        Ok(())
    }

    async fn read_messages(&mut self, head: &GameHead) -> Result<(), Error> {
        let (game, reader) = (self.opening.feed.game, self.reader());
        let mut connection = pool::acquire(&self.opening.pool).await?;
        // The standing first: what comes between the two is read twice and told once.
        let standing = messages::status(&mut connection, game, reader).await?;
        let after = MessageSpan::After(self.opening.place.message);
        let page = messages::page(&mut connection, game, reader, after, MOST_READ).await?;
        drop(connection);
        let is_rest = i64::try_from(page.len()) != Ok(MOST_READ);
        for copy in page {
            self.opening.place.message = copy.number;
            if !copy.blocked {
                let shown = data(&MessageShown::from(copy))?;
                self.ready.push_back(self.here("message", shown));
            }
        }
        if is_rest {
            // What came since the head was read is looked at again, and told once: its number is not after the place.
            self.seen = standing.message.min(head.message);
        } else {
            // Whether or not any of the page was shown, there is more to read.
            self.news.mark_changed();
        }
        Ok(())
    }

    fn reader(&self) -> Uuid {
        self.opening.member.unwrap_or(EVERYBODY)
    }

    fn here(&self, event: &'static str, data: String) -> String {
        Frame::at(self.opening.place.to_string(), event, data).sent()
    }
}

/// The frame that says where the follower is.
fn beginning(first: First, place: &GamePlace) -> Result<String, Error> {
    let begin = Begin { version: place.version, messages: place.message };
    Ok(Frame::at(place.to_string(), first.word(), data(&begin)?).sent())
}
