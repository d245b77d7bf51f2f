//! The one loop that reads what is new, for all who follow something in this process.
//!
//! It is woken when somebody says that something moved, and looks by itself once a second: what was said only decides
//! how soon.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

use super::feed::Feed;
use super::head::UserHead;
use super::line::Line;
use super::{Ending, Hub, Proof};
use crate::app::App;
use crate::error::Error;
use crate::service::access::Grant;
use crate::store::feeds::{self, FeedMessage, GameHead, KnownHeads, Spans};
use crate::store::{self, Connection, Pool, pool};
use crate::work::Moved;

/// Moves within this time are looked at together.
const COALESCED: Duration = Duration::from_millis(10);
/// How often everything is looked at, whatever was said.
const POLL: Duration = Duration::from_secs(1);
/// Whoever is further behind is not read for; followers read for themselves.
const MOST_AT_ONCE: i64 = 100;

/// Looks until `stop` is dropped.
pub async fn follow(app: &App, hub: &Hub, pool: &Pool, mut stop: watch::Receiver<()>) {
    let stopped = std::pin::pin!(async move { while stop.changed().await.is_ok() {} });
    let looking = std::pin::pin!(look_for_ever(app, hub, pool));
    match select(stopped, looking).await {
        Either::Left(_) => {}
        Either::Right((never, _)) => match never {},
    }
}

async fn look_for_ever(app: &App, hub: &Hub, pool: &Pool) -> std::convert::Infallible {
    let mut moves = app.wake.follow();
    let mut poll = tokio::time::interval(POLL);
    poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let (moved, is_poll) = tokio::select! {
            first = moves.next() => {
                tokio::time::sleep(COALESCED).await;
                let mut moved = moves.rest();
                moved.push(first);
                (moved, false)
            }
            asked = hub.asked() => (asked, false),
            _ = poll.tick() => (vec![Moved::Anything], true),
        };
        let mut looked = look(hub, pool, &moved).await;
        if is_poll {
            hub.games().iter().for_each(|feed| feed.sweep());
            looked = looked.and(guard(app, hub, pool).await);
        }
        if let Err(error) = looked {
            tracing::warn!(%error, "could not look for what is new; it is tried again in a second");
        }
    }
}

async fn look(hub: &Hub, pool: &Pool, moved: &[Moved]) -> Result<(), Error> {
    let (games, people) =
        if moved.contains(&Moved::Anything) { (hub.games(), hub.people()) } else { followed(hub, moved) };
    if games.is_empty() && people.is_empty() {
        return Ok(());
    }
    let mut connection = pool::acquire(pool).await?;
    look_at_games(&mut connection, hub.begin_look(), &games).await?;
    look_at_people(&mut connection, &people).await
}

fn followed(hub: &Hub, moved: &[Moved]) -> (Vec<Arc<Feed>>, Vec<Arc<UserHead>>) {
    let mut games: HashMap<Uuid, Arc<Feed>> = HashMap::new();
    let mut people: HashMap<Uuid, Arc<UserHead>> = HashMap::new();
    for this in moved {
        match this {
            Moved::Game(id) => games.extend(hub.followed_game(*id).map(|feed| (*id, feed))),
            Moved::Account(id) => people.extend(hub.followed_person(*id).map(|head| (*id, head))),
            Moved::Anything => {}
        }
    }
    (games.into_values().collect(), people.into_values().collect())
}

async fn look_at_games(connection: &mut Connection, look: u64, games: &[Arc<Feed>]) -> Result<(), Error> {
    if games.is_empty() {
        return Ok(());
    }
    let mut known = KnownHeads::default();
    games.iter().for_each(|feed| known.push(feed.game, feed.head().as_deref()));
    let heads = feeds::heads(connection, &known).await?;
    let mut heads: HashMap<Uuid, GameHead> = heads.into_iter().map(|head| (head.game, head)).collect();
    let (mut versions, mut places) = (Spans::default(), Spans::default());
    for feed in games {
        let (Some(old), Some(new)) = (feed.head(), heads.get(&feed.game)) else { continue };
        if !new.goes_on {
            continue;
        }
        if (1..=MOST_AT_ONCE).contains(&(new.version - old.version)) {
            versions.push(feed.game, old.version, new.version);
        }
        if (1..=MOST_AT_ONCE).contains(&(new.message - old.message)) {
            places.push(feed.game, old.message, new.message);
        }
    }
    let mut lines = lines(connection, &versions).await?;
    let mut sent = sent(connection, &places).await?;
    for feed in games {
        let Some(head) = heads.remove(&feed.game) else {
            feed.go();
            continue;
        };
        let is_news = feed.head().is_none_or(|old| {
            let places = |head: &GameHead| (head.version, head.message, head.change);
            !head.goes_on
                || places(&old) != places(&head)
                || old.accounts != head.accounts
                || old.visibility != head.visibility
        });
        if is_news {
            let lines = lines.remove(&feed.game).unwrap_or_default();
            feed.advance(look, head, lines, sent.remove(&feed.game).unwrap_or_default());
        } else {
            feed.confirm(look);
        }
    }
    Ok(())
}

async fn lines(connection: &mut Connection, spans: &Spans) -> Result<HashMap<Uuid, Vec<Line>>, Error> {
    let mut by_game: HashMap<Uuid, Vec<Line>> = HashMap::new();
    if !spans.games.is_empty() {
        for (game, entry) in feeds::entries(connection, spans).await? {
            by_game.entry(game).or_default().push(Line::new(entry));
        }
    }
    Ok(by_game)
}

async fn sent(connection: &mut Connection, spans: &Spans) -> Result<HashMap<Uuid, Vec<FeedMessage>>, Error> {
    let mut by_game: HashMap<Uuid, Vec<FeedMessage>> = HashMap::new();
    if !spans.games.is_empty() {
        for sent in feeds::messages(connection, spans).await? {
            by_game.entry(sent.game).or_default().push(sent);
        }
    }
    Ok(by_game)
}

async fn look_at_people(connection: &mut Connection, people: &[Arc<UserHead>]) -> Result<(), Error> {
    if people.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = people.iter().map(|head| head.account).collect();
    let last: HashMap<Uuid, i64> = store::stream_items::heads(connection, &ids).await?.into_iter().collect();
    for head in people {
        head.advance(last.get(&head.account).copied().unwrap_or(0));
    }
    Ok(())
}

/// Sends away whoever's proof is no good any more.
async fn guard(app: &App, hub: &Hub, pool: &Pool) -> Result<(), Error> {
    let proofs = hub.proofs();
    if proofs.is_empty() {
        return Ok(());
    }
    let now = app.now();
    let (mut sessions, mut tokens) = (Vec::new(), Vec::new());
    for (_, proof) in &proofs {
        match proof.grant {
            Grant::Session(id) => sessions.push(id),
            Grant::Token { id, .. } => tokens.push(id),
        }
    }
    sessions.sort_unstable();
    sessions.dedup();
    tokens.sort_unstable();
    tokens.dedup();
    let mut connection = pool::acquire(pool).await?;
    let ended = store::sessions::ended_credentials(&mut connection, &sessions, &tokens, now).await?;
    for (number, Proof { grant, ends_at, .. }) in proofs {
        let id = match grant {
            Grant::Session(id) | Grant::Token { id, .. } => id,
        };
        if ended.contains(&id) {
            hub.dismiss(number, Ending::AccessEnded);
        } else if ends_at.is_some_and(|end| end <= now) {
            hub.dismiss(number, Ending::TokenExpired);
        }
    }
    Ok(())
}
