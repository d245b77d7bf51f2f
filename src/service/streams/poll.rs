//! The one loop that reads what is new, for everything that is followed in this process.
//!
//! The loop is woken when something moved, and polls once a second in any case: notifications only decide how soon
//! followers are served.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

use super::events::StreamEndReason;
use super::feed::{AccountFeed, CompetitionFeed, GameFeed, RenderedEntry};
use super::hub::{Credential, Hub};
use crate::app::events::ChangeEvent;
use crate::error::Error;
use crate::service::App;
use crate::service::access::Grant;
use crate::store::feeds::{self, FeedMessage, GameHead, Span};
use crate::store::{self, Connection, Pool, pool};

/// Moves within this time are read together.
const COALESCED: Duration = Duration::from_millis(10);
/// How often everything is read, whatever was notified.
const POLL: Duration = Duration::from_secs(1);
/// A feed that is further behind is not filled here; its followers read from the database themselves.
const MAX_AT_ONCE: i64 = 100;

/// Polls until `stop` is dropped.
pub async fn poll(app: &App, hub: &Hub, pool: &Pool, mut stop: watch::Receiver<()>) {
    let stopped = std::pin::pin!(async move { while stop.changed().await.is_ok() {} });
    let polling = std::pin::pin!(poll_for_ever(app, hub, pool));
    match select(stopped, polling).await {
        Either::Left(_) => {}
        Either::Right((never, _)) => match never {},
    }
}

async fn poll_for_ever(app: &App, hub: &Hub, pool: &Pool) -> std::convert::Infallible {
    let mut moves = app.events.changes();
    let mut timer = tokio::time::interval(POLL);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let (moved, is_timed) = tokio::select! {
            first = moves.next() => {
                tokio::time::sleep(COALESCED).await;
                let mut moved = moves.rest();
                moved.push(first);
                (moved, false)
            }
            requested = hub.requested() => (requested, false),
            _ = timer.tick() => (vec![ChangeEvent::Anything], true),
        };
        let mut outcome = read_moved(hub, pool, &moved).await;
        if is_timed {
            hub.games().iter().for_each(|feed| feed.sweep());
            // Streams outlive the check of their token: this ends those whose session has ended, within a second.
            outcome = outcome.and(end_expired(app, hub, pool).await);
        }
        if let Err(error) = outcome {
            tracing::warn!(%error, "could not read what is new; it is tried again in a second");
        }
    }
}

async fn read_moved(hub: &Hub, pool: &Pool, moved: &[ChangeEvent]) -> Result<(), Error> {
    // Nobody notifies of a competition by its id: who follows one waits for the next change of anything, or a second.
    let (games, accounts, competitions) = if moved.contains(&ChangeEvent::Anything) {
        (hub.games(), hub.accounts(), hub.competitions())
    } else {
        let (games, accounts) = followed(hub, moved);
        (games, accounts, Vec::new())
    };
    if games.is_empty() && accounts.is_empty() && competitions.is_empty() {
        return Ok(());
    }
    let mut connection = pool::acquire(pool).await?;
    read_games(&mut connection, hub.begin_poll(), &games).await?;
    read_accounts(&mut connection, &accounts).await?;
    read_competitions(&mut connection, &competitions).await
}

async fn read_competitions(
    connection: &mut Connection,
    competitions: &[Arc<CompetitionFeed>],
) -> Result<(), Error> {
    if competitions.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = competitions.iter().map(|feed| feed.competition).collect();
    for mark in store::competitions::marks(connection, &ids).await? {
        if let Some(feed) = competitions.iter().find(|feed| feed.competition == mark.competition) {
            feed.advance(mark);
        }
    }
    Ok(())
}

fn followed(hub: &Hub, moved: &[ChangeEvent]) -> (Vec<Arc<GameFeed>>, Vec<Arc<AccountFeed>>) {
    let mut games: HashMap<Uuid, Arc<GameFeed>> = HashMap::new();
    let mut accounts: HashMap<Uuid, Arc<AccountFeed>> = HashMap::new();
    for this in moved {
        match this {
            ChangeEvent::Game(id) => games.extend(hub.followed_game(*id).map(|feed| (*id, feed))),
            ChangeEvent::Account(id) => accounts.extend(hub.followed_account(*id).map(|feed| (*id, feed))),
            ChangeEvent::Anything => {}
        }
    }
    (games.into_values().collect(), accounts.into_values().collect())
}

async fn read_games(connection: &mut Connection, poll: u64, games: &[Arc<GameFeed>]) -> Result<(), Error> {
    if games.is_empty() {
        return Ok(());
    }
    let known: Vec<_> = games.iter().map(|feed| (feed.game, feed.head())).collect();
    let heads = feeds::heads(connection, &known).await?;
    let mut heads: HashMap<Uuid, GameHead> = heads.into_iter().map(|head| (head.game, head)).collect();
    let (mut versions, mut places) = (Vec::new(), Vec::new());
    for feed in games {
        let (Some(old), Some(new)) = (feed.head(), heads.get(&feed.game)) else { continue };
        if !new.goes_on {
            continue;
        }
        if (1..=MAX_AT_ONCE).contains(&(new.version - old.version)) {
            versions.push(Span { game: feed.game, after: old.version, last: new.version });
        }
        if (1..=MAX_AT_ONCE).contains(&(new.message - old.message)) {
            places.push(Span { game: feed.game, after: old.message, last: new.message });
        }
    }
    let mut entries: HashMap<Uuid, Vec<RenderedEntry>> = HashMap::new();
    if !versions.is_empty() {
        for (game, entry) in feeds::entries(connection, &versions).await? {
            entries.entry(game).or_default().push(RenderedEntry::new(entry));
        }
    }
    let mut messages: HashMap<Uuid, Vec<FeedMessage>> = HashMap::new();
    if !places.is_empty() {
        for sent in feeds::messages(connection, &places).await? {
            messages.entry(sent.game).or_default().push(sent);
        }
    }
    for feed in games {
        let Some(head) = heads.remove(&feed.game) else {
            feed.set_gone();
            continue;
        };
        if feed.head().is_none_or(|old| is_news(&old, &head)) {
            let entries = entries.remove(&feed.game).unwrap_or_default();
            feed.advance(poll, head, entries, messages.remove(&feed.game).unwrap_or_default());
        } else {
            feed.confirm(poll);
        }
    }
    Ok(())
}

fn is_news(old: &GameHead, new: &GameHead) -> bool {
    let counters = |head: &GameHead| (head.version, head.message, head.change);
    !new.goes_on
        || counters(old) != counters(new)
        || old.accounts != new.accounts
        || old.status != new.status
        || old.visibility != new.visibility
}

async fn read_accounts(connection: &mut Connection, accounts: &[Arc<AccountFeed>]) -> Result<(), Error> {
    if accounts.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = accounts.iter().map(|feed| feed.account).collect();
    let last: HashMap<Uuid, i64> = store::stream_items::heads(connection, &ids).await?.into_iter().collect();
    for feed in accounts {
        feed.advance(last.get(&feed.account).copied().unwrap_or(0));
    }
    Ok(())
}

/// Ends the streams whose session or token is no longer good.
async fn end_expired(app: &App, hub: &Hub, pool: &Pool) -> Result<(), Error> {
    let credentials = hub.credentials();
    if credentials.is_empty() {
        return Ok(());
    }
    let now = app.now();
    let (mut sessions, mut tokens) = (Vec::new(), Vec::new());
    for (_, credential) in &credentials {
        match credential.grant {
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
    for (number, Credential { grant, ends_at, .. }) in credentials {
        let (Grant::Session(id) | Grant::Token { id, .. }) = grant;
        if ended.contains(&id) {
            hub.end(number, StreamEndReason::AccessEnded);
        } else if ends_at.is_some_and(|end| end <= now) {
            hub.end(number, StreamEndReason::TokenExpired);
        }
    }
    Ok(())
}
