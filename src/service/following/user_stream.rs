//! One follower of a person's own stream: everything that happens to that person, at all his games.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;
use tokio::time::Sleep;
use uuid::Uuid;

use super::frame::{Frame, GREETING, HEARTBEAT, data};
use super::head::UserHead;
use super::line::{Happened, happened};
use super::pass::Pass;
use super::table::TableMoved;
use super::{Ending, UserPlace};
use crate::app::App;
use crate::error::Error;
use crate::service::log::Mark;
use crate::service::talk::MessageShown;
use crate::store::feeds::FeedMessage;
use crate::store::feeds::{self, TableChangeRow as Change};
use crate::store::history::Entry;
use crate::store::stream_items::{self, StreamItem};
use crate::store::{Connection, Pool, pool};
use rules::Seat;

/// The most items that are read at once.
const MOST_READ: i64 = 50;

/// What a follower of a person begins with.
pub struct UserOpening {
    pub head: Arc<UserHead>,
    /// After which item.
    pub place: UserPlace,
    /// What he is told first, if he must be told anything.
    pub first: Option<First>,
    /// How often he hears something even if nothing happens.
    pub heartbeat: Duration,
    pub pass: Pass,
    pub app: App,
    pub pool: Pool,
}

/// What a follower is told first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// Where he begins, because he did not say.
    Begin,
    /// That what he asked for is no longer kept, or was lost by the database: he must look anew.
    Reset,
}

impl First {
    /// The kind of event that says so.
    pub fn word(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Reset => "reset",
        }
    }
}

/// The stream of a person for one follower.
pub struct UserStream {
    opening: UserOpening,
    news: watch::Receiver<()>,
    ready: VecDeque<String>,
    heartbeat: std::pin::Pin<Box<Sleep>>,
    over: bool,
}

/// Where a person's stream begins.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UserBegin {
    /// The number of the last event before those that follow.
    pub number: i64,
}

/// What happened at a game of the person.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HappenedAt {
    /// The game.
    pub game_id: Uuid,
    /// What happened there.
    #[serde(flatten)]
    pub happened: Happened,
}

/// What happened at a table of the person before the start.
#[derive(Debug, Serialize)]
pub struct MovedAt {
    pub game_id: Uuid,
    #[serde(flatten)]
    pub moved: TableMoved,
}

/// What was said at a game of the person.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SaidAt {
    /// The game.
    pub game_id: Uuid,
    /// What was said there.
    #[serde(flatten)]
    pub message: MessageShown,
}

/// The person is called: the kinds are those of the notices.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Called {
    /// The game.
    pub game_id: Uuid,
    /// The version that opened the call.
    pub version: i64,
    /// The seat that is called.
    pub seat: Option<i16>,
    /// What for: `your_turn`, `vote`, `game_started` and the like.
    pub kind: String,
    /// The decision that is asked, or the vote, if one is.
    pub decision: Option<String>,
}

impl UserStream {
    pub fn open(opening: UserOpening) -> Result<Self, Error> {
        let mut ready = VecDeque::from([GREETING.to_owned()]);
        if let Some(first) = opening.first {
            ready.push_back(beginning(first, &opening.place)?);
        }
        let news = opening.head.listen();
        let heartbeat = Box::pin(tokio::time::sleep(opening.heartbeat));
        Ok(Self { news, ready, heartbeat, over: false, opening })
    }

    /// The next piece of the stream, as it is sent; `None` when it is over.
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
            if self.opening.head.last().is_some_and(|last| last != self.opening.place.number) {
                match Box::pin(self.read()).await {
                    Ok(()) => continue,
                    Err(error) => {
                        tracing::warn!(%error, "a person's stream broke");
                        return Some(self.end(Ending::Broken));
                    }
                }
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

    async fn read(&mut self) -> Result<(), Error> {
        let (account, place) = (self.opening.head.account, self.opening.place);
        let after = place.number;
        let last = self.opening.head.last().unwrap_or(after);
        let mut connection = pool::acquire(&self.opening.pool).await?;
        let mark = stream_items::mark(&mut connection, account, after).await?;
        if last < after || place.is_other(mark.as_deref()) {
            // The head may be of before this follower came: only what is stored decides.
            let (end, _) = stream_items::extent(&mut connection, account).await?;
            if end < after || place.is_other(mark.as_deref()) {
                self.opening.place = UserPlace::of(&mut connection, account, end).await?;
                self.ready.push_back(beginning(First::Reset, &self.opening.place)?);
            }
            self.opening.head.advance(end);
            return Ok(());
        }
        let items = stream_items::after(&mut connection, account, after, last, MOST_READ).await?;
        let telling = Telling::of(&mut connection, &items).await?;
        let app = self.opening.app.clone();
        if items.is_empty() {
            // They were swept, or their games are gone, since the head was read.
            self.opening.place = UserPlace::of(&mut connection, account, last).await?;
        }
        for item in &items {
            self.opening.place = UserPlace { number: item.number, mark: Some(Mark::of(&item.mark)) };
            if let Some((event, data)) = telling.tell(&app, &mut connection, item).await? {
                self.ready.push_back(Frame::at(self.opening.place.to_string(), event, data).sent());
            }
        }
        Ok(())
    }
}

/// What the items of one page are about.
struct Telling {
    entries: HashMap<(Uuid, i64), Entry>,
    messages: HashMap<(Uuid, i64), FeedMessage>,
    changes: HashMap<(Uuid, i64), Change>,
}

impl Telling {
    async fn of(connection: &mut Connection, items: &[StreamItem]) -> Result<Self, Error> {
        let about = |kind: &str| -> (Vec<Uuid>, Vec<i64>) {
            items.iter().filter(|item| item.kind == kind).map(|item| (item.game, item.position)).unzip()
        };
        let (mut entries, mut messages) = (HashMap::new(), HashMap::new());
        let (games, versions) = about("entry");
        if !games.is_empty() {
            let read = stream_items::entries(connection, &games, &versions).await?;
            entries.extend(read.into_iter().map(|(game, entry)| ((game, entry.version), entry)));
        }
        let (games, places) = about("message");
        if !games.is_empty() {
            let read = stream_items::messages(connection, &games, &places).await?;
            messages.extend(read.into_iter().map(|sent| ((sent.game, sent.message), sent)));
        }
        let (games, places) = about("change");
        let mut changes = HashMap::new();
        if !games.is_empty() {
            let read = feeds::changes(connection, &games, &places).await?;
            changes.extend(read.into_iter().map(|row| ((row.game_id, row.change), row)));
        }
        Ok(Self { entries, messages, changes })
    }

    /// The frame of an item: its event and data; none for something that is gone.
    async fn tell(
        &self,
        app: &App,
        connection: &mut Connection,
        item: &StreamItem,
    ) -> Result<Option<(&'static str, String)>, Error> {
        let key = (item.game, item.position);
        match item.kind.as_str() {
            "entry" => {
                let Some(entry) = self.entries.get(&key) else { return Ok(None) };
                let title = app
                    .rulesets
                    .of_game(connection, item.game, &item.ruleset, &item.components_digest)
                    .await?;
                let viewer = item.seat.and_then(|seat| Seat::try_from(seat).ok());
                let happened = happened(title.as_ref(), entry, viewer)?;
                Ok(Some(("events", data(&HappenedAt { game_id: item.game, happened })?)))
            }
            "message" => {
                let Some(sent) = self.messages.get(&key) else { return Ok(None) };
                self.said(item, sent)
            }
            "change" => {
                let Some(change) = self.changes.get(&key) else { return Ok(None) };
                let moved = TableMoved::from(change.clone())?;
                Ok(Some(("table", data(&MovedAt { game_id: item.game, moved })?)))
            }
            _ => {
                let called = Called {
                    game_id: item.game,
                    version: item.position,
                    seat: item.seat,
                    kind: item.call.clone().unwrap_or_default(),
                    decision: item.decision.clone(),
                };
                Ok(Some(("call", data(&called)?)))
            }
        }
    }

    fn said(&self, item: &StreamItem, sent: &FeedMessage) -> Result<Option<(&'static str, String)>, Error> {
        let own = sent.boxes.iter().zip(&sent.numbers).find(|(of, _)| **of == item.account);
        let Some((_, &number)) = own else { return Ok(None) };
        let message = MessageShown::sent(sent, number);
        Ok(Some(("message", data(&SaidAt { game_id: item.game, message })?)))
    }
}

impl UserPlace {
    /// The place of that number in a person's stream.
    pub async fn of(connection: &mut Connection, account: Uuid, number: i64) -> Result<Self, Error> {
        let mark = stream_items::mark(connection, account, number).await?;
        Ok(Self { number, mark: mark.as_deref().map(Mark::of) })
    }

    /// Is the stored event of this number another than the one that was told? One that is not known is none.
    pub fn is_other(&self, stored: Option<&[u8]>) -> bool {
        self.mark.zip(stored).is_some_and(|(told, stored)| told != Mark::of(stored))
    }
}

/// The frame that says where the follower is.
fn beginning(first: First, place: &UserPlace) -> Result<String, Error> {
    let begin = data(&UserBegin { number: place.number })?;
    Ok(Frame::at(place.to_string(), first.word(), begin).sent())
}
