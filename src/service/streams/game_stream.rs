//! The stream of one game: who may follow it, from which position, and what lies after that.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::events::{
    GAME_EVENTS, GameStreamPlace, LobbyChanged, MessagePosted, StreamEndReason, StreamEvent,
};
use super::feed::{FeedDelta, GameFeed, RenderedEntry};
use super::hub::{Credential, Hub};
use super::positions::{GamePosition, LastEventId};
use super::stream::{Follower, Progress, Stream, frame, frame_of};
use super::words::StreamWords;
use crate::error::{Code, Error, Sentence};
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::loaded_game::Ties;
use crate::service::log::Mark;
use crate::service::messages::Message;
use crate::service::{App, Ctx};
use crate::store::feeds::{FeedMessage, GameHead};
use crate::store::messages::{self, EVERYBODY, MessageSpan, TalkStatus};
use crate::store::{Connection, Pool, feeds, history, pool, positions};
use rules::{Seat, Viewer};

/// The most entries, or messages, that are read from the database at once.
const MAX_READ: i64 = 50;

/// The stream of a game that is requested.
#[derive(Debug)]
pub struct OpenGameStream {
    pub game: Uuid,
    pub credential: Option<Credential>,
    /// The network address that the caller counts as.
    pub address: IpAddr,
    /// Is even a player to see only what a spectator sees?
    pub as_spectator: bool,
    /// The version after which events are sent; `None`: the present one.
    pub after: Option<i64>,
    /// The last event the client has.
    pub last_event: Option<LastEventId>,
    /// The language of the texts of events, if they are to have any.
    pub texts: Option<Language>,
}

/// Lets a caller follow a game.
pub async fn open_game(
    app: &Arc<App>,
    hub: &Hub,
    pool: &Pool,
    request: &OpenGameStream,
) -> Result<Stream<GameFollower>, Error> {
    let account = request.credential.map(|credential| credential.account);
    let mut ctx = Ctx::acquire(app, pool).await?;
    let loaded = LoadedGame::open(&mut ctx, request.game, account, None).await?;
    let permit = hub.admit(app, request.credential, request.address)?;
    let member = account.filter(|_| loaded.seat.is_some() && !request.as_spectator);
    let status = messages::status(&mut ctx.db, request.game, member.unwrap_or(EVERYBODY)).await?;
    let since = hub.last_poll();
    let version = loaded.present.version.unwrap_or(-1);
    let change = feeds::last_change(&mut ctx.db, request.game).await?;
    let (position, start) = start(&mut ctx.db, request, version, change, &status).await?;
    let feed = hub.game(request.game, &loaded.ruleset);
    let (resets, news) = (feed.resets(), feed.listen());
    let is_new = start.is_some();
    let first = start.map(|start| start_frame(request.game, start, &position)).transpose()?;
    let follower = GameFollower {
        feed,
        account,
        is_guest: loaded.present.is_guest,
        app: Arc::clone(app),
        texts: request.texts,
        member,
        position,
        // A position that the client named may have been left long ago: its messages are read from the database.
        seen: if is_new { status.message } else { NOTHING_SEEN },
        since,
        resets,
        pool: pool.clone(),
    };
    let heartbeat = Duration::from_secs(app.settings.streams.heartbeat_seconds);
    Ok(Stream::open(follower, news, first, heartbeat, permit))
}

/// The position after which the client follows, and the first frame, unless the stream goes on where the client was. A
/// position that is not in the history of the game was lost by the database, and the client must read everything again.
async fn start(
    connection: &mut Connection,
    request: &OpenGameStream,
    version: i64,
    change: i64,
    status: &TalkStatus,
) -> Result<(GamePosition, Option<Start>), Error> {
    let present = async |connection: &mut Connection, version| {
        let mark = mark(connection, request.game, version).await?;
        Ok::<_, Error>(GamePosition { version, message: status.last, change: Some(change), mark })
    };
    if let Some(last) = &request.last_event {
        let position: GamePosition = last.parse()?;
        let known = position.change.unwrap_or(change);
        let is_beyond = position.version > version || position.message > status.last || known > change;
        let mark = mark(connection, request.game, position.version).await?;
        if !is_beyond && (position.mark.is_none() || position.mark == mark) {
            return Ok((GamePosition { change: Some(known), mark, ..position }, None));
        }
        return Ok((present(connection, version).await?, Some(StreamEvent::Reset as Start)));
    }
    let after = request.after.unwrap_or(version);
    if after > version {
        return Err(Code::InvalidParameter.field("after", Sentence::BeyondPresent { version }));
    }
    Ok((present(connection, after).await?, Some(StreamEvent::Opened as Start)))
}

async fn mark(connection: &mut Connection, game: Uuid, version: i64) -> Result<Option<Mark>, Error> {
    Ok(history::digest(connection, game, version).await?.as_deref().map(Mark::of))
}

/// Makes the first event of a stream that does not go on where the client was.
type Start = fn(GameStreamPlace) -> StreamEvent<GameStreamPlace>;

fn start_frame(game: Uuid, start: Start, position: &GamePosition) -> Result<String, Error> {
    let place = GameStreamPlace { game_id: game, version: position.version, last_message: position.message };
    frame(position, &start(place))
}

/// No message of the game was seen yet.
const NOTHING_SEEN: i64 = -1;

pub struct GameFollower {
    feed: Arc<GameFeed>,
    account: Option<Uuid>,
    /// Offered a seat or invited: enough to see a private game, for as long as that stands.
    is_guest: bool,
    app: Arc<App>,
    /// The language of the texts of events, if they have any.
    texts: Option<Language>,
    /// The account whose seat it is followed from; `None` for a spectator.
    member: Option<Uuid>,
    position: GamePosition,
    /// The last message of the game that was checked for being addressed to the follower.
    seen: i64,
    /// The last poll that had begun when the seat was loaded: what it found may be older than the seat.
    since: u64,
    /// How often the end of the history had been lost when the position was last known to be good.
    resets: u64,
    /// Where to read what is older than the feed.
    pool: Pool,
}

impl Follower for GameFollower {
    async fn advance(&mut self, ready: &mut VecDeque<String>) -> Result<Progress, Error> {
        let FeedDelta { head, is_gone, resets, entries, messages } =
            self.feed.after(self.position.version, self.seen, self.since);
        if is_gone {
            return Ok(Progress::End(StreamEndReason::GameGone));
        }
        let Some(head) = head else { return Ok(Progress::UpToDate) };
        if self.depends_on_being_a_guest(&head) && self.is_behind(&head) {
            self.is_guest = self.is_still_a_guest().await?;
        }
        if !self.ties(&head).may_see(head.visibility) {
            return Ok(Progress::End(StreamEndReason::GameGone));
        }
        let Some(viewer) = self.viewer(&head) else { return Ok(Progress::End(StreamEndReason::SeatLost)) };
        if resets != self.resets || self.is_beyond(&head) {
            self.resets = resets;
            ready.push_back(Box::pin(self.reset(&head)).await?);
            return Ok(Progress::UpToDate);
        }
        if self.changes_sent() < head.change {
            Box::pin(self.read_changes(&head, ready)).await?;
            return Ok(Progress::UpToDate);
        }
        if self.position.version < head.version {
            let Some(entries) = entries else {
                // Older than the feed: one page is read here, and the rest once that was sent.
                Box::pin(self.read_entries(&head, viewer, ready)).await?;
                return Ok(Progress::UpToDate);
            };
            Box::pin(self.send_entries(&entries, viewer, ready)).await?;
        }
        if self.seen < head.message {
            match messages.filter(|_| self.seen > NOTHING_SEEN) {
                Some(messages) => messages.iter().try_for_each(|sent| self.send_message(sent, ready))?,
                None => match Box::pin(self.read_messages(&head, ready)).await? {
                    Progress::UpToDate => {}
                    progress => return Ok(progress),
                },
            }
        }
        if head.status.is_over() && ready.is_empty() && !self.is_behind(&head) {
            return Ok(Progress::End(StreamEndReason::GameOver));
        }
        Ok(Progress::UpToDate)
    }

    fn describe(&self) -> String {
        format!("of game {}", self.feed.game)
    }
}

impl GameFollower {
    /// Was the follower sent more than has happened?
    fn is_beyond(&self, head: &GameHead) -> bool {
        let position = &self.position;
        position.version > head.version || self.seen > head.message || position.change > Some(head.change)
    }

    /// Is there anything new to send?
    fn is_behind(&self, head: &GameHead) -> bool {
        self.changes_sent() < head.change || self.position.version < head.version || self.seen < head.message
    }

    /// The last change before the start that was sent; once the game has started there are no more.
    fn changes_sent(&self) -> i64 {
        self.position.change.filter(|_| self.position.version < 0).unwrap_or(i64::MAX)
    }

    /// What ties the follower to the game: it may become private while it is followed.
    fn ties(&self, head: &GameHead) -> Ties {
        let sits_there = self.account.is_some() && head.accounts.contains(&self.account);
        // A player who has lost the seat gets a reason for the end.
        let was_member = self.member.is_some();
        Ties { is_member: sits_there || was_member, is_guest: self.is_guest, has_link: false }
    }

    fn depends_on_being_a_guest(&self, head: &GameHead) -> bool {
        self.is_guest && !Ties { is_guest: false, ..self.ties(head) }.may_see(head.visibility)
    }

    async fn is_still_a_guest(&self) -> Result<bool, Error> {
        let mut connection = pool::acquire(&self.pool).await?;
        Ok(positions::is_guest(&mut connection, self.feed.game, self.account, self.app.now()).await?)
    }

    /// In whose seat the follower sees the game now; `None` when the seat is lost.
    fn viewer(&self, head: &GameHead) -> Option<Viewer> {
        let Some(member) = self.member else { return Some(None) };
        let index = head.accounts.iter().position(|sitting| *sitting == Some(member))?;
        Seat::try_from(index).ok().map(Some)
    }

    fn reader(&self) -> Uuid {
        self.member.unwrap_or(EVERYBODY)
    }

    fn frame(&self, event: &StreamEvent<GameStreamPlace>) -> Result<String, Error> {
        frame(&self.position, event)
    }

    fn message_frame(&self, message: Message) -> Result<String, Error> {
        self.frame(&StreamEvent::Message(MessagePosted { game_id: self.feed.game, message }))
    }

    /// The database lost what was last sent: the client must read everything again, and follows from the
    /// present.
    async fn reset(&mut self, head: &GameHead) -> Result<String, Error> {
        let mut connection = pool::acquire(&self.pool).await?;
        let status = messages::status(&mut connection, self.feed.game, self.reader()).await?;
        drop(connection);
        self.position = GamePosition {
            version: head.version,
            message: status.last,
            change: Some(head.change),
            mark: (head.version >= 0).then(|| Mark::of(&head.digest)),
        };
        self.seen = status.message.min(head.message);
        start_frame(self.feed.game, StreamEvent::Reset, &self.position)
    }

    async fn read_changes(&mut self, head: &GameHead, ready: &mut VecDeque<String>) -> Result<(), Error> {
        let (game, after) = (self.feed.game, self.changes_sent());
        let mut connection = pool::acquire(&self.pool).await?;
        let changes = feeds::changes_after(&mut connection, game, after, MAX_READ).await?;
        drop(connection);
        // Nothing beyond the head, though the game may have changed again: a position ahead of the head is taken for a
        // lost history.
        for row in changes.into_iter().filter(|row| row.change <= head.change) {
            self.position.change = Some(row.change);
            ready.push_back(self.frame(&StreamEvent::LobbyChange(LobbyChanged::new(row)?))?);
        }
        Ok(())
    }

    async fn read_entries(
        &mut self,
        head: &GameHead,
        viewer: Viewer,
        ready: &mut VecDeque<String>,
    ) -> Result<(), Error> {
        let (game, after) = (self.feed.game, self.position.version);
        let mut connection = pool::acquire(&self.pool).await?;
        let entries = history::entries(&mut connection, game, after, head.version, MAX_READ).await?;
        drop(connection);
        let entries: Vec<_> = entries.into_iter().map(|entry| Arc::new(RenderedEntry::new(entry))).collect();
        self.send_entries(&entries, viewer, ready).await
    }

    async fn send_entries(
        &mut self,
        entries: &[Arc<RenderedEntry>],
        viewer: Viewer,
        ready: &mut VecDeque<String>,
    ) -> Result<(), Error> {
        let reader = (viewer, self.texts.map(Language::code));
        let words = match (self.texts, entries.first()) {
            (Some(language), Some(first)) if !entries.iter().all(|entry| entry.is_rendered(reader)) => {
                let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
                let loaded = LoadedGame::open_to_read(&mut ctx, self.feed.game, self.account).await?;
                Some(StreamWords::load(&mut ctx, loaded, (language, viewer), first.entry.version).await?)
            }
            _ => None,
        };
        let sentences = words.as_ref().map(StreamWords::sentences);
        for rendered in entries {
            let game = (self.feed.game, self.feed.ruleset.as_ref());
            let data = rendered.render(game, reader, sentences.as_ref())?;
            self.position.version = rendered.entry.version;
            self.position.mark = Some(Mark::of(&rendered.entry.digest));
            ready.push_back(frame_of(&self.position, GAME_EVENTS, &data));
        }
        Ok(())
    }

    async fn read_messages(
        &mut self,
        head: &GameHead,
        ready: &mut VecDeque<String>,
    ) -> Result<Progress, Error> {
        let (game, reader) = (self.feed.game, self.reader());
        let mut connection = pool::acquire(&self.pool).await?;
        // The status before the page: a message that comes between the two reads is read twice and sent once. In the
        // other order it would be skipped.
        let status = messages::status(&mut connection, game, reader).await?;
        let after = MessageSpan::After(self.position.message);
        let page = messages::page(&mut connection, game, reader, after, MAX_READ).await?;
        drop(connection);
        let is_full = i64::try_from(page.len()) == Ok(MAX_READ);
        for row in page {
            self.position.message = row.number;
            if !row.blocked {
                ready.push_back(self.message_frame(Message::from(row))?);
            }
        }
        if is_full {
            return Ok(Progress::MoreToRead);
        }
        // Messages since the head was read are checked again, but sent once: their numbers are not after the position.
        self.seen = status.message.min(head.message);
        Ok(Progress::UpToDate)
    }

    /// Sends a message of the feed if it lies in the follower's box.
    fn send_message(&mut self, sent: &FeedMessage, ready: &mut VecDeque<String>) -> Result<(), Error> {
        self.seen = sent.message;
        let reader = self.reader();
        let Some(number) = sent.number_of(reader).filter(|number| *number > self.position.message) else {
            return Ok(());
        };
        self.position.message = number;
        if !sent.blockers.contains(&reader) {
            ready.push_back(self.message_frame(Message::sent(sent, number))?);
        }
        Ok(())
    }
}
