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
/// Begins the word that names the sender. A process hears its own notifications, too, and has carried them out already.
const ORIGIN: char = 'o';

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
        let payload = signature(events.origin());
        send(pool, async |connection| notify::notify_work(connection, &payload).await).await;
    }
}

async fn notify_of_changes(events: &EventBus, pool: &Pool) {
    let mut changes = events.changes_for_others();
    loop {
        let first = changes.next().await;
        tokio::time::sleep(COALESCED).await;
        let all: HashSet<ChangeEvent> = std::iter::once(first).chain(changes.rest()).collect();
        let payload = format!("{},{}", signature(events.origin()), encode(&all));
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

fn signature(origin: Uuid) -> String {
    format!("{ORIGIN}{}", origin.simple())
}

/// What other processes wrote in a payload; `None` for a notification of this process itself.
fn of_others(payload: &str, own: Uuid) -> Option<impl Iterator<Item = &str>> {
    let is_own = payload.split(',').next() == Some(signature(own).as_str());
    (!is_own).then(|| payload.split(',').filter(|word| !word.starts_with(ORIGIN)))
}

/// The changes of a payload: a letter and an id for each.
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
                        Notification::Work(payload) => {
                            if of_others(&payload, events.origin()).is_some() {
                                events.notify_local_workers();
                            }
                        }
                        Notification::Changes(payload) => {
                            let words = of_others(&payload, events.origin()).into_iter().flatten();
                            words.for_each(|word| events.changed_elsewhere(decode(word)));
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
    fn a_process_does_not_listen_to_itself() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let payload = format!("{},*", signature(own));
        assert!(of_others(&payload, own).is_none());
        assert_eq!(of_others(&payload, other).unwrap().collect::<Vec<_>>(), ["*"]);
        // The release before signs nothing.
        assert_eq!(of_others("*", own).unwrap().collect::<Vec<_>>(), ["*"]);
        assert!(of_others("", own).is_some());
    }

    #[test]
    fn too_many_changes_are_sent_as_one() {
        let changes = (0..300).map(|id| ChangeEvent::Game(Uuid::from_u128(id))).collect();
        assert_eq!(encode(&changes), ANYTHING);
        let most = (0..MAX_CHANGES as u128).map(|id| ChangeEvent::Game(Uuid::from_u128(id))).collect();
        assert!(encode(&most).len() < 8_000);
    }
}
