//! The stream of a player's public games, for others: what happens in them, as spectators see it.
//!
//! It reads the items of the player's own stream, without those of other games and without what is for the player alone.
//! The numbers of the items count these, too, so no id of an event tells one: it names the game and the place in it.

use std::collections::VecDeque;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::events::{PersonStreamPlace, StreamEndReason, StreamEvent};
use super::feed::AccountFeed;
use super::hub::{Credential, Hub};
use super::positions::{LastEventId, NoPosition, UserPosition, number};
use super::stream::{Follower, Progress, Stream, frame};
use super::user_stream::Contents;
use crate::error::{Code, Error};
use crate::service::people;
use crate::service::{App, Ctx};
use crate::store::people::PersonKey;
use crate::store::stream_items::{self, StreamItem, StreamItemKind};
use crate::store::{self, Connection, Pool, blocks};

const MAX_READ: i64 = 50;

/// The stream of a player that is requested.
#[derive(Debug)]
pub struct OpenPersonStream<'r> {
    /// The player, by id or name.
    pub person: &'r str,
    pub credential: Credential,
    /// The network address that the caller counts as.
    pub address: IpAddr,
    /// The last event the client has.
    pub last_event: Option<LastEventId>,
}

/// The last event that a client was sent: what its id says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PersonPosition {
    /// There was none yet.
    Beginning,
    Entry {
        game: Uuid,
        version: i64,
    },
    Change {
        game: Uuid,
        number: i64,
    },
}

impl PersonPosition {
    fn of(kind: StreamItemKind, game: Uuid, position: i64) -> Self {
        match kind {
            StreamItemKind::Change => Self::Change { game, number: position },
            _ => Self::Entry { game, version: position },
        }
    }
}

impl fmt::Display for PersonPosition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beginning => out.write_str("0"),
            Self::Entry { game, version } => write!(out, "{game}.{version}"),
            Self::Change { game, number } => write!(out, "{game}.c{number}"),
        }
    }
}

impl FromStr for PersonPosition {
    type Err = NoPosition;

    fn from_str(text: &str) -> Result<Self, NoPosition> {
        if text == "0" {
            return Ok(Self::Beginning);
        }
        let (game, place) = text.split_once('.').ok_or(NoPosition)?;
        let game = Uuid::parse_str(game).map_err(|_| NoPosition)?;
        match place.strip_prefix('c') {
            Some(change) => Ok(Self::Change { game, number: number(change)? }),
            None => Ok(Self::Entry { game, version: number(place)? }),
        }
    }
}

/// Lets a caller follow the public games of a player. Error: `account_not_found`, also where one of the two blocks the
/// other.
pub async fn open_person(
    app: &Arc<App>,
    hub: &Hub,
    pool: &Pool,
    request: OpenPersonStream<'_>,
) -> Result<Stream<PersonFollower>, Error> {
    let viewer = request.credential.account;
    let mut ctx = Ctx::acquire(app, pool).await?;
    let person = people::id_of(&mut ctx.db, request.person).await?;
    if blocks::between(&mut ctx.db, person, viewer).await? {
        return Err(Code::AccountNotFound.problem());
    }
    let known: Option<PersonPosition> = request.last_event.as_ref().map(LastEventId::parse).transpose()?;
    let permit = hub.admit(app, Some(request.credential), request.address)?;
    // The feed is taken before the extent is read, so that no item that comes in between goes unnoticed.
    let feed = hub.account(person);
    let (end, first_kept) = stream_items::extent(&mut ctx.db, person).await?;
    let after = match known {
        None => None,
        Some(PersonPosition::Beginning) => first_kept.is_none_or(|first| first <= 1).then_some(0),
        Some(position) => number_of(&mut ctx.db, person, position).await?,
    };
    let sent = match (after, known) {
        (Some(_), Some(known)) => known,
        _ => present(&mut ctx.db, person, end).await?,
    };
    let position = UserPosition::load(&mut ctx.db, person, after.unwrap_or(end)).await?;
    let start = match (after, known) {
        (Some(_), _) => None,
        (None, Some(_)) => Some(StreamEvent::Reset as Start),
        (None, None) => Some(StreamEvent::Opened as Start),
    };
    let first = start.map(|start| start_frame(start, person, sent)).transpose()?;
    let news = feed.listen();
    let follower = PersonFollower { feed, viewer, position, app: app.clone(), pool: pool.clone() };
    let heartbeat = Duration::from_secs(app.settings.streams.heartbeat_seconds);
    Ok(Stream::open(follower, news, first, heartbeat, permit))
}

/// The number of the item that a client has, while it is stored and its game is public.
async fn number_of(
    connection: &mut Connection,
    person: Uuid,
    position: PersonPosition,
) -> Result<Option<i64>, Error> {
    let (kind, game, place) = match position {
        PersonPosition::Beginning => return Ok(Some(0)),
        PersonPosition::Entry { game, version } => (StreamItemKind::Entry, game, version),
        PersonPosition::Change { game, number } => (StreamItemKind::Change, game, number),
    };
    Ok(stream_items::public_number(connection, person, kind, game, place).await?)
}

/// What the last item up to `number` is for others.
async fn present(connection: &mut Connection, person: Uuid, number: i64) -> Result<PersonPosition, Error> {
    let last = stream_items::last_public(connection, person, number).await?;
    Ok(last.map_or(PersonPosition::Beginning, |(kind, game, place)| PersonPosition::of(kind, game, place)))
}

/// Makes the first event of a stream that does not go on where the client was.
type Start = fn(PersonStreamPlace) -> StreamEvent<PersonStreamPlace>;

fn start_frame(start: Start, person: Uuid, sent: PersonPosition) -> Result<String, Error> {
    frame(&sent, &start(PersonStreamPlace { account_id: person }))
}

pub struct PersonFollower {
    feed: Arc<AccountFeed>,
    viewer: Uuid,
    /// The last item of the player's own stream that was read, whether or not it was one for others.
    position: UserPosition,
    app: Arc<App>,
    pool: Pool,
}

impl Follower for PersonFollower {
    async fn advance(&mut self, ready: &mut VecDeque<String>) -> Result<Progress, Error> {
        match self.feed.last() {
            Some(last) if last != self.position.number => Box::pin(self.read(last, ready)).await,
            _ => Ok(Progress::UpToDate),
        }
    }

    fn describe(&self) -> String {
        "of a player's public games".to_owned()
    }
}

impl PersonFollower {
    async fn read(&mut self, last: i64, ready: &mut VecDeque<String>) -> Result<Progress, Error> {
        let (person, after) = (self.feed.account, self.position.number);
        let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
        let is_there = store::people::find(&mut ctx.db, PersonKey::Id(person)).await?.is_some();
        if !is_there || blocks::between(&mut ctx.db, person, self.viewer).await? {
            return Ok(Progress::End(StreamEndReason::PersonGone));
        }
        let mark = stream_items::mark(&mut ctx.db, person, after).await?;
        if last < after || self.position.is_other(mark.as_deref()) {
            // The number in the feed may be older than this position: only the database can tell if items were lost.
            let (end, _) = stream_items::extent(&mut ctx.db, person).await?;
            if end < after || self.position.is_other(mark.as_deref()) {
                self.position = UserPosition::load(&mut ctx.db, person, end).await?;
                let sent = present(&mut ctx.db, person, end).await?;
                ready.push_back(start_frame(StreamEvent::Reset, person, sent)?);
            }
            self.feed.advance(end);
            return Ok(Progress::MoreToRead);
        }
        let items: Vec<StreamItem> =
            stream_items::public_after(&mut ctx.db, person, after, last, MAX_READ).await?;
        let contents = Contents::load(&mut ctx.db, &items).await?;
        for item in &items {
            if let Some(event) = contents.event_for_spectators::<PersonStreamPlace>(&mut ctx, item).await? {
                let sent = PersonPosition::of(item.kind, item.game, item.position);
                ready.push_back(frame(&sent, &event)?);
            }
        }
        let is_full = i64::try_from(items.len()) == Ok(MAX_READ);
        let read_to = items.last().filter(|_| is_full).map_or(last, |item| item.number);
        self.position = UserPosition::load(&mut ctx.db, person, read_to).await?;
        Ok(Progress::MoreToRead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_was_written_and_nothing_else_is() {
        let game = Uuid::from_u128(7);
        for position in [
            PersonPosition::Beginning,
            PersonPosition::Entry { game, version: 0 },
            PersonPosition::Change { game, number: 12 },
        ] {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        for text in ["", "1", "0.0", "x.1", &format!("{game}"), &format!("{game}.-1"), &format!("{game}.e1")]
        {
            assert_eq!(text.parse::<PersonPosition>(), Err(NoPosition), "{text}");
        }
    }
}
