//! Between processes: tells others of what this one left to do, and listens to them. Nothing depends on either.

use std::collections::HashSet;
use std::time::Duration;

use uuid::Uuid;

use super::shift::Stop;
use super::wake::{Moved, Wake};
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
pub async fn tell(wake: &Wake, pool: &Pool, mut stop: Stop) {
    tokio::select! {
        () = stop.said() => {}
        () = tell_knocks(wake, pool) => {}
        () = tell_moves(wake, pool) => {}
    }
}

async fn tell_knocks(wake: &Wake, pool: &Pool) {
    let mut knocks = wake.listen_for_others();
    loop {
        knocks.heard().await;
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

async fn tell_moves(wake: &Wake, pool: &Pool) {
    let mut moves = wake.follow_for_others();
    loop {
        let first = moves.next().await;
        tokio::time::sleep(COALESCED).await;
        let all: HashSet<Moved> = std::iter::once(first).chain(moves.rest()).collect();
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
fn written(moves: &HashSet<Moved>) -> String {
    if moves.len() > MOST_TOLD || moves.contains(&Moved::Anything) {
        return ANYTHING.to_owned();
    }
    let words = moves.iter().map(|moved| match moved {
        Moved::Game(id) => format!("g{}", id.simple()),
        Moved::Account(id) => format!("a{}", id.simple()),
        Moved::Anything => ANYTHING.to_owned(),
    });
    words.collect::<Vec<_>>().join(",")
}

fn read(word: &str) -> Moved {
    let id = |text: &str| Uuid::try_parse(text).ok();
    let game = word.strip_prefix('g').and_then(id).map(Moved::Game);
    game.or_else(|| word.strip_prefix('a').and_then(id).map(Moved::Account)).unwrap_or(Moved::Anything)
}

/// Listens to the knocks and moves of other processes.
pub async fn listen(wake: &Wake, database: &Target, mut stop: Stop) {
    tokio::select! {
        () = stop.said() => {}
        () = listen_for_ever(wake, database) => {}
    }
}

async fn listen_for_ever(wake: &Wake, database: &Target) {
    loop {
        match Listener::open(database).await {
            Ok(mut listener) => {
                while let Some(heard) = listener.recv().await {
                    match heard {
                        Notification::Work => wake.knock_inside(),
                        Notification::Moves(words) => {
                            words.split(',').for_each(|word| wake.move_inside(read(word)))
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
        let moves = HashSet::from([Moved::Game(Uuid::from_u128(7)), Moved::Account(Uuid::from_u128(8))]);
        let words = written(&moves);
        assert_eq!(words.split(',').map(read).collect::<HashSet<_>>(), moves);
        assert_eq!(read(ANYTHING), Moved::Anything);
    }

    #[test]
    fn too_many_moves_are_told_as_one() {
        let moves = (0..300).map(|id| Moved::Game(Uuid::from_u128(id))).collect();
        assert_eq!(written(&moves), ANYTHING);
        let most = (0..MOST_TOLD as u128).map(|id| Moved::Game(Uuid::from_u128(id))).collect();
        assert!(written(&most).len() < 8_000);
    }
}
