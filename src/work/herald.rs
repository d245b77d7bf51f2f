//! Between processes: tells others of what this one left to do, and listens to them. Nothing depends on either.

use std::collections::HashSet;
use std::time::Duration;

use uuid::Uuid;

use super::shift::Stop;
use crate::app::events::{ChangeEvent, EventBus};
use crate::store::connect::Target;
use crate::store::notify::{self, Listener, Notification};
use crate::store::{Pool, pool};

/// Knocks within this time are told as one.
const COALESCED: Duration = Duration::from_millis(20);
/// How long a broken connection is left alone.
const PAUSE: Duration = Duration::from_secs(5);
/// More moves than this are told as a move of anything: a notification holds 8,000 bytes.
const MOST_TOLD: usize = 200;
/// What stands for a move of anything.
const ANYTHING: &str = "*";

/// Tells other processes whenever there is a knock or a move here.
pub async fn tell(events: &EventBus, pool: &Pool, mut stop: Stop) {
    tokio::select! {
        () = stop.said() => {}
        () = tell_knocks(events, pool) => {}
        () = tell_moves(events, pool) => {}
    }
}

async fn tell_knocks(events: &EventBus, pool: &Pool) {
    let mut knocks = events.work_for_others();
    loop {
        knocks.received().await;
        tokio::time::sleep(COALESCED).await;
        knocks.catch_up();
        let told = match pool::acquire(pool).await {
            Ok(mut connection) => {
                notify::notify_work(&mut connection).await.map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        unless_told(told);
    }
}

async fn tell_moves(events: &EventBus, pool: &Pool) {
    let mut moves = events.changes_for_others();
    loop {
        let first = moves.next().await;
        tokio::time::sleep(COALESCED).await;
        let all: HashSet<ChangeEvent> = std::iter::once(first).chain(moves.rest()).collect();
        let told = match pool::acquire(pool).await {
            Ok(mut connection) => {
                notify::notify_moves(&mut connection, &written(&all)).await.map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        unless_told(told);
    }
}

fn unless_told(told: Result<(), String>) {
    if let Err(error) = told {
        tracing::debug!(%error, "other processes could not be woken; they look by themselves");
    }
}

/// Moves as they are told: a letter and an id each.
fn written(moves: &HashSet<ChangeEvent>) -> String {
    if moves.len() > MOST_TOLD || moves.contains(&ChangeEvent::Anything) {
        return ANYTHING.to_owned();
    }
    let words = moves.iter().map(|moved| match moved {
        ChangeEvent::Game(id) => format!("g{}", id.simple()),
        ChangeEvent::Account(id) => format!("a{}", id.simple()),
        ChangeEvent::Anything => ANYTHING.to_owned(),
    });
    words.collect::<Vec<_>>().join(",")
}

fn read(word: &str) -> ChangeEvent {
    let id = |text: &str| Uuid::try_parse(text).ok();
    let game = word.strip_prefix('g').and_then(id).map(ChangeEvent::Game);
    game.or_else(|| word.strip_prefix('a').and_then(id).map(ChangeEvent::Account))
        .unwrap_or(ChangeEvent::Anything)
}

/// Listens to the knocks and moves of other processes.
pub async fn listen(events: &EventBus, database: &Target, mut stop: Stop) {
    tokio::select! {
        () = stop.said() => {}
        () = listen_for_ever(events, database) => {}
    }
}

async fn listen_for_ever(events: &EventBus, database: &Target) {
    loop {
        match Listener::open(database).await {
            Ok(mut listener) => {
                while let Some(heard) = listener.recv().await {
                    match heard {
                        Notification::Work => events.notify_local_workers(),
                        Notification::Moves(words) => {
                            words.split(',').for_each(|word| events.changed_elsewhere(read(word)))
                        }
                    }
                }
            }
            Err(error) => tracing::debug!(%error, "the database can't be listened to; polling goes on"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_they_were_written() {
        let moves =
            HashSet::from([ChangeEvent::Game(Uuid::from_u128(7)), ChangeEvent::Account(Uuid::from_u128(8))]);
        let words = written(&moves);
        assert_eq!(words.split(',').map(read).collect::<HashSet<_>>(), moves);
        assert_eq!(read(ANYTHING), ChangeEvent::Anything);
    }

    #[test]
    fn too_many_moves_are_told_as_one() {
        let moves = (0..300).map(|id| ChangeEvent::Game(Uuid::from_u128(id))).collect();
        assert_eq!(written(&moves), ANYTHING);
        let most = (0..MOST_TOLD as u128).map(|id| ChangeEvent::Game(Uuid::from_u128(id))).collect();
        assert!(written(&most).len() < 8_000);
    }
}
