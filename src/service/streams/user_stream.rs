//! The stream of one account: everything that happens to its player, in all of their games.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use uuid::Uuid;

use super::feed::{AccountFeed, EntryData, TableChangeData};
use super::hub::{Credential, Hub};
use super::positions::{LastEventId, UserPosition};
use super::stream::{Follower, Progress, Stream, StreamStart, data, frame};
use crate::app::events::ChangeEvent;
use crate::error::Error;
use crate::service::App;
use crate::service::log::Mark;
use crate::service::messages::Message;
use crate::store::feeds::{self, FeedMessage, TableChangeRow};
use crate::store::history::EntryRow;
use crate::store::stream_items::{self, StreamItem};
use crate::store::{self, Connection, Pool, pool};
use rules::Seat;

/// The most items that are read at once.
const MAX_READ: i64 = 50;
/// The most games with something to relay that are looked for at once.
const MAX_FOUND: i64 = 50;

/// Lets the holder of `credential` follow their own stream. Errors: `invalid_parameter`, `too_many_streams`.
pub async fn open_user(
    app: &App,
    hub: &Hub,
    pool: &Pool,
    (credential, address): (Credential, IpAddr),
    last_event: Option<&LastEventId>,
) -> Result<Stream<UserFollower>, Error> {
    let permit = hub.admit(app, Some(credential), address)?;
    let account = credential.account;
    // Taken first: what comes after the extent was read is news.
    let feed = hub.account(account);
    let mut connection = pool::acquire(pool).await?;
    let (end, first_kept) = stream_items::extent(&mut connection, account).await?;
    let (position, start) = match last_event {
        None => (UserPosition::load(&mut connection, account, end).await?, Some(StreamStart::Begin)),
        Some(last) => {
            let position: UserPosition = last.parse()?;
            let stored = stream_items::mark(&mut connection, account, position.number).await?;
            let is_kept =
                position.number == end || first_kept.is_some_and(|first| first <= position.number + 1);
            if position.number <= end && is_kept && !position.is_other(stored.as_deref()) {
                (position, None)
            } else {
                (UserPosition::load(&mut connection, account, end).await?, Some(StreamStart::Reset))
            }
        }
    };
    let first = start.map(|start| start_frame(start, &position)).transpose()?;
    let news = feed.listen();
    let follower = UserFollower { feed, position, app: app.clone(), pool: pool.clone() };
    let heartbeat = Duration::from_secs(app.settings.streams.heartbeat_seconds);
    Ok(Stream::open(follower, news, first, heartbeat, permit))
}

fn start_frame(start: StreamStart, position: &UserPosition) -> Result<String, Error> {
    #[derive(Serialize)]
    struct Begin {
        /// The number of the last event before those that follow.
        number: i64,
    }
    start.frame(position, &Begin { number: position.number })
}

pub struct UserFollower {
    feed: Arc<AccountFeed>,
    position: UserPosition,
    app: App,
    pool: Pool,
}

impl Follower for UserFollower {
    async fn advance(&mut self, ready: &mut VecDeque<String>) -> Result<Progress, Error> {
        match self.feed.last() {
            Some(last) if last != self.position.number => {
                Box::pin(self.read(last, ready)).await.map(|()| Progress::MoreToRead)
            }
            _ => Ok(Progress::UpToDate),
        }
    }

    fn describe(&self) -> String {
        "of an account".to_owned()
    }
}

impl UserFollower {
    async fn read(&mut self, last: i64, ready: &mut VecDeque<String>) -> Result<(), Error> {
        let (account, position) = (self.feed.account, self.position);
        let after = position.number;
        let mut connection = pool::acquire(&self.pool).await?;
        let mark = stream_items::mark(&mut connection, account, after).await?;
        if last < after || position.is_other(mark.as_deref()) {
            // The feed may be of before this follower came: only what is stored decides.
            let (end, _) = stream_items::extent(&mut connection, account).await?;
            if end < after || position.is_other(mark.as_deref()) {
                self.position = UserPosition::load(&mut connection, account, end).await?;
                ready.push_back(start_frame(StreamStart::Reset, &self.position)?);
            }
            self.feed.advance(end);
            return Ok(());
        }
        let items = stream_items::after(&mut connection, account, after, last, MAX_READ).await?;
        if items.is_empty() {
            // They were swept, or their games are gone, since the feed was polled.
            self.position = UserPosition::load(&mut connection, account, last).await?;
            return Ok(());
        }
        let contents = Contents::load(&mut connection, &items).await?;
        for item in &items {
            self.position = UserPosition { number: item.number, mark: Some(Mark::of(&item.mark)) };
            if let Some((event, data)) = contents.frame_data(&self.app, &mut connection, item).await? {
                ready.push_back(frame(&self.position, event, &data));
            }
        }
        Ok(())
    }
}

/// What the items of one page are about, by game and by number within the game.
struct Contents {
    entries: HashMap<(Uuid, i64), EntryRow>,
    messages: HashMap<(Uuid, i64), FeedMessage>,
    changes: HashMap<(Uuid, i64), TableChangeRow>,
}

impl Contents {
    async fn load(connection: &mut Connection, items: &[StreamItem]) -> Result<Self, Error> {
        let about = |kind: &str| -> (Vec<Uuid>, Vec<i64>) {
            items.iter().filter(|item| item.kind == kind).map(|item| (item.game, item.position)).unzip()
        };
        let (mut entries, mut messages, mut changes) = (HashMap::new(), HashMap::new(), HashMap::new());
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
        if !games.is_empty() {
            let read = feeds::changes(connection, &games, &places).await?;
            changes.extend(read.into_iter().map(|row| ((row.game_id, row.change), row)));
        }
        Ok(Self { entries, messages, changes })
    }

    /// The event and data of an item's frame; `None` for something that is gone.
    async fn frame_data(
        &self,
        app: &App,
        connection: &mut Connection,
        item: &StreamItem,
    ) -> Result<Option<(&'static str, String)>, Error> {
        let key = (item.game, item.position);
        let (event, data) = match item.kind.as_str() {
            "entry" => {
                let Some(entry) = self.entries.get(&key) else { return Ok(None) };
                let ruleset = app
                    .rulesets
                    .of_game(connection, item.game, &item.ruleset, &item.components_digest)
                    .await?;
                let viewer = item.seat.and_then(|seat| Seat::try_from(seat).ok());
                ("events", data(&InGame::of(item, EntryData::new(ruleset.as_ref(), entry, viewer)?))?)
            }
            "message" => {
                let own =
                    self.messages.get(&key).and_then(|sent| Some((sent, sent.number_of(item.account)?)));
                let Some((sent, number)) = own else { return Ok(None) };
                ("message", data(&InGame::of(item, Message::sent(sent, number)))?)
            }
            "change" => {
                let Some(change) = self.changes.get(&key) else { return Ok(None) };
                ("table", data(&InGame::of(item, TableChangeData::new(change.clone())?))?)
            }
            _ => ("call", data(&InGame::of(item, Call::from(item)))?),
        };
        Ok(Some((event, data)))
    }
}

/// Something that happened, with its game.
#[derive(Serialize)]
struct InGame<T> {
    game_id: Uuid,
    #[serde(flatten)]
    what: T,
}

impl<T> InGame<T> {
    fn of(item: &StreamItem, what: T) -> Self {
        Self { game_id: item.game, what }
    }
}

/// The player is needed.
#[derive(Serialize)]
struct Call {
    /// The version that opened the call.
    version: i64,
    seat: Option<i16>,
    /// `your_turn`, `vote`, `game_started` and the like: the kinds of notices.
    kind: String,
    /// The id of the decision, or of the vote, if the call is about one.
    decision: Option<String>,
}

impl From<&StreamItem> for Call {
    fn from(item: &StreamItem) -> Self {
        Self {
            version: item.position,
            seat: item.seat,
            kind: item.call.clone().unwrap_or_default(),
            decision: item.decision.clone(),
        }
    }
}

/// Carries what happened in games to the streams of the accounts in them, one game after the other, until each was
/// tried once. A game that can't be carried does not hold up the others; the error is that of the last such game.
pub async fn relay(app: &App, connection: &mut Connection) -> Result<(), Error> {
    let kinds: Vec<&str> =
        app.kinds().all().filter(|entry| entry.in_stream).map(|entry| entry.name).collect();
    let (mut after, mut outcome) = (Uuid::nil(), Ok(()));
    loop {
        let due = store::relay::find(connection, after, MAX_FOUND).await?;
        let Some(last) = due.last() else { return outcome };
        after = *last;
        for game in due {
            match store::relay::fan_out(connection, game, &kinds).await {
                Ok(accounts) => {
                    accounts
                        .into_iter()
                        .for_each(|account| app.events.changed(ChangeEvent::Account(account)));
                }
                Err(error) => outcome = Err(error.into()),
            }
        }
    }
}
