//! Writes of games that go to the database together: while one statement is under way, those that come wait for the
//! next one.
//!
//! Most of what a write costs the database is the commit, so that under load eight games in a statement cost half as
//! much as one by one. A write that comes when nothing is under way goes at once and alone.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use tokio::sync::oneshot;

use crate::error::Error;
use crate::store::pool::{self, NoConnection};
use crate::store::write::{self, MOST_GAMES, Write};
use crate::store::{self, Pool};

/// How long a statement for several games waits for a row that another transaction has locked, in milliseconds. Then
/// each of its writes goes alone, so that only that game's waits on.
const LOCK_LIMIT_MS: u32 = 100;

/// The writes of one thread: a connection's task lives on the thread that made it. Cheap to clone.
#[derive(Clone)]
pub struct WriteQueue(Rc<Inner>);

struct Inner {
    pool: Pool,
    /// The most games of one statement.
    most: usize,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    is_under_way: bool,
}

struct Waiting {
    write: Write,
    done: oneshot::Sender<Done>,
}

/// What became of a write.
enum Done {
    /// The revision of the game; `None`: it was not written, see [`write::write`].
    Written(Write, Option<i64>),
    /// Nothing of the statement was written, and the write is to be tried by itself.
    Alone(Write),
    Failed(Error),
}

impl WriteQueue {
    /// A queue whose statements write at most so many games.
    pub fn new(pool: Pool, most: usize) -> Self {
        Self(Rc::new(Inner { pool, most: most.min(MOST_GAMES), state: RefCell::default() }))
    }

    /// Stores a write as [`write::write`] does, and gives it back with the revision of its game.
    pub async fn write(&self, write: Write) -> Result<(Write, Option<i64>), Error> {
        if self.0.most <= 1 {
            return self.write_alone(write).await;
        }
        let (done, outcome) = oneshot::channel();
        self.0.state.borrow_mut().waiting.push_back(Waiting { write, done });
        // A task of its own: the statement holds writes of other requests, and goes on when the request that began it is
        // given up.
        if let Some(turn) = Turn::take(&self.0) {
            tokio::task::spawn_local(turn.write_all());
        }
        match outcome.await {
            Ok(Done::Written(write, revision)) => Ok((write, revision)),
            Ok(Done::Alone(write)) => self.write_alone(write).await,
            Ok(Done::Failed(error)) => Err(error),
            Err(_) => Err(NoConnection("the task that writes games has ended".to_owned()).into()),
        }
    }

    async fn write_alone(&self, write: Write) -> Result<(Write, Option<i64>), Error> {
        let mut connection = pool::acquire(&self.0.pool).await?;
        let revision = write::write(&mut connection, &write).await?;
        Ok((write, revision))
    }
}

/// The right to send statements; there is one for each queue.
struct Turn(Rc<Inner>);

impl Turn {
    fn take(queue: &Rc<Inner>) -> Option<Self> {
        let was_under_way = std::mem::replace(&mut queue.state.borrow_mut().is_under_way, true);
        (!was_under_way).then(|| Self(Rc::clone(queue)))
    }

    /// Writes what waits, until nothing does.
    async fn write_all(self) {
        loop {
            let batch: Vec<Waiting> = {
                let mut state = self.0.state.borrow_mut();
                let most = state.waiting.len().min(self.0.most);
                state.waiting.drain(..most).collect()
            };
            if batch.is_empty() {
                return;
            }
            self.write(batch).await;
        }
    }

    async fn write(&self, batch: Vec<Waiting>) {
        let written = self.send(&batch).await;
        let revisions = match written {
            Ok(revisions) => revisions,
            Err(error) => return fail(batch, error),
        };
        for (Waiting { write, done }, revision) in batch.into_iter().zip(revisions) {
            // A request that was given up has nobody who waits.
            let _ = done.send(Done::Written(write, revision));
        }
    }

    async fn send(&self, batch: &[Waiting]) -> Result<Vec<Option<i64>>, Error> {
        let mut connection = pool::acquire(&self.0.pool).await?;
        let writes: Vec<&Write> = batch.iter().map(|waiting| &waiting.write).collect();
        Ok(write::write_all(&mut connection, &writes, LOCK_LIMIT_MS).await?)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.state.borrow_mut().is_under_way = false;
    }
}

/// Tells the writes of a failed statement what to do. If the database said no, nothing was written, and each finds out
/// by itself whose fault it was. If the connection broke, the statement may have been carried out all the same.
fn fail(batch: Vec<Waiting>, error: Error) {
    let was_undone = matches!(&error, Error::Store(cause) if store::was_undone(cause));
    for Waiting { write, done } in batch {
        let outcome = if was_undone { Done::Alone(write) } else { Done::Failed(repeated(&error)) };
        let _ = done.send(outcome);
    }
}

/// The same error for another request.
fn repeated(error: &Error) -> Error {
    match error {
        outage if outage.is_outage() => NoConnection(outage.to_string()).into(),
        other => Error::bug(format!("games could not be written: {other}")),
    }
}
