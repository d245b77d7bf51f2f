//! Notifies other processes of work and of changes, and listens to their notifications. Nothing depends on either,
//! since every process polls.

use std::collections::HashSet;
use std::time::Duration;

use uuid::Uuid;

use super::poll::Stop;
use crate::app::events::{ChangeEvent, EventBus};
use crate::store::connect::DatabaseTarget;
use crate::store::notify::{self, Listener, Notification};
use crate::store::{Connection, Pool, StoreError, pool};

/// Events within this time lead to one notification.
const COALESCED: Duration = Duration::from_millis(20);
/// The wait before a broken connection is opened again.
const RECONNECT: Duration = Duration::from_secs(5);
/// More changes than this are sent as a change of anything: a notification can have 8,000 bytes.
const MAX_CHANGES: usize = 200;
/// Stands for a change of anything.
const ANYTHING: &str = "*";

/// Passes the events of this process on to the others.
pub async fn notify_others(events: &EventBus, pool: &Pool, mut stop: Stop) {
    tokio::select! {
        () = stop.requested() => {}
        () = notify_of_work(events, pool) => {}
        () = notify_of_changes(events, pool) => {}
    }
}

async fn notify_of_work(events: &EventBus, pool: &Pool) {
    let mut work = events.work_for_others();
    loop {
        work.received().await;
        tokio::time::sleep(COALESCED).await;
        work.catch_up();
        send(pool, async |connection| notify::notify_work(connection).await).await;
    }
}

async fn notify_of_changes(events: &EventBus, pool: &Pool) {
    let mut changes = events.changes_for_others();
    loop {
        let first = changes.next().await;
        tokio::time::sleep(COALESCED).await;
        let all: HashSet<ChangeEvent> = std::iter::once(first).chain(changes.rest()).collect();
        let payload = encode(&all);
        send(pool, async |connection| notify::notify_changes(connection, &payload).await).await;
    }
}

async fn send(pool: &Pool, notify: impl AsyncFn(&mut Connection) -> Result<(), StoreError>) {
    let sent = match pool::acquire(pool).await {
        Ok(mut connection) => notify(&mut connection).await.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    if let Err(error) = sent {
        tracing::debug!(%error, "other processes could not be notified; they poll anyway");
    }
}

/// The payload of a notification: a letter and an id for each change.
fn encode(changes: &HashSet<ChangeEvent>) -> String {
    if changes.len() > MAX_CHANGES || changes.contains(&ChangeEvent::Anything) {
        return ANYTHING.to_owned();
    }
    let words = changes.iter().map(|change| match change {
        ChangeEvent::Game(id) => format!("g{}", id.simple()),
        ChangeEvent::Account(id) => format!("a{}", id.simple()),
        ChangeEvent::Anything => ANYTHING.to_owned(),
    });
    words.collect::<Vec<_>>().join(",")
}

/// Reads one change of a payload. A word that can't be read, such as one of a newer version, is a change of anything.
fn decode(word: &str) -> ChangeEvent {
    let id = |text: &str| Uuid::try_parse(text).ok();
    let game = word.strip_prefix('g').and_then(id).map(ChangeEvent::Game);
    game.or_else(|| word.strip_prefix('a').and_then(id).map(ChangeEvent::Account))
        .unwrap_or(ChangeEvent::Anything)
}

/// Receives the events of other processes.
pub async fn listen(events: &EventBus, database: &DatabaseTarget, mut stop: Stop) {
    tokio::select! {
        () = stop.requested() => {}
        () = listen_for_ever(events, database) => {}
    }
}

async fn listen_for_ever(events: &EventBus, database: &DatabaseTarget) {
    loop {
        match Listener::open(database).await {
            Ok(mut listener) => {
                while let Some(notification) = listener.recv().await {
                    match notification {
                        Notification::Work => events.notify_local_workers(),
                        Notification::Changes(words) => {
                            words.split(',').for_each(|word| events.changed_elsewhere(decode(word)))
                        }
                    }
                }
            }
            Err(error) => tracing::debug!(%error, "the database can't be listened to; polling goes on"),
        }
        tokio::time::sleep(RECONNECT).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_decoded_as_they_were_encoded() {
        let changes =
            HashSet::from([ChangeEvent::Game(Uuid::from_u128(7)), ChangeEvent::Account(Uuid::from_u128(8))]);
        let words = encode(&changes);
        assert_eq!(words.split(',').map(decode).collect::<HashSet<_>>(), changes);
        assert_eq!(decode(ANYTHING), ChangeEvent::Anything);
    }

    #[test]
    fn too_many_changes_are_sent_as_one() {
        let changes = (0..300).map(|id| ChangeEvent::Game(Uuid::from_u128(id))).collect();
        assert_eq!(encode(&changes), ANYTHING);
        let most = (0..MAX_CHANGES as u128).map(|id| ChangeEvent::Game(Uuid::from_u128(id))).collect();
        assert!(encode(&most).len() < 8_000);
    }
}
