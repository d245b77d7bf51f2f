//! Statements that requests share: while one is under way, those that come wait for the next one.
//!
//! Most of what a write costs the database is the commit, and most of what a short read costs is the way there and back,
//! so that under load eight in a statement cost half as much as one by one. What comes when nothing is under way goes at
//! once and alone.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use tokio::sync::oneshot;

use crate::error::Error;
use crate::store::pool::{self, NoConnection};
use crate::store::positions::{self, VersionKey, VersionProbe};
use crate::store::write::{self, MOST_GAMES, Write};
use crate::store::{self, Connection, Pool};

/// How long a statement that writes several games waits for a row that another transaction has locked, in milliseconds.
/// Then each of its writes goes alone, so that only that game's waits on.
const LOCK_LIMIT_MS: u32 = 100;

/// What the database does for one request, or for several in one statement.
#[expect(async_fn_in_trait, reason = "a queue sends on the thread that owns it")]
pub trait Queued: Sized + 'static {
    type Answer: 'static;

    async fn send(&self, connection: &mut Connection) -> store::Result<Self::Answer>;

    /// As [`Self::send`] does for each; the answers are in the same order. An error that the database gives undoes all.
    async fn send_all(connection: &mut Connection, queued: &[&Self]) -> store::Result<Vec<Self::Answer>>;
}

/// Answers the revision of the game; `None`: it was not written, see [`write::write`].
impl Queued for Write {
    type Answer = Option<i64>;

    async fn send(&self, connection: &mut Connection) -> store::Result<Option<i64>> {
        write::write(connection, self).await
    }

    async fn send_all(connection: &mut Connection, queued: &[&Self]) -> store::Result<Vec<Option<i64>>> {
        write::write_all(connection, queued, LOCK_LIMIT_MS).await
    }
}

impl Queued for VersionKey {
    type Answer = Option<VersionProbe>;

    async fn send(&self, connection: &mut Connection) -> store::Result<Option<VersionProbe>> {
        positions::probe_version(connection, self).await
    }

    async fn send_all(
        connection: &mut Connection,
        queued: &[&Self],
    ) -> store::Result<Vec<Option<VersionProbe>>> {
        positions::probe_versions(connection, queued).await
    }
}

/// The queue of one thread: a connection's task lives on the thread that made it. Cheap to clone.
pub struct StatementQueue<T: Queued>(Rc<Inner<T>>);

impl<T: Queued> Clone for StatementQueue<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

struct Inner<T: Queued> {
    pool: Pool,
    /// The most that share a statement.
    most: usize,
    state: RefCell<State<T>>,
}

struct State<T: Queued> {
    waiting: VecDeque<Waiting<T>>,
    is_under_way: bool,
}

struct Waiting<T: Queued> {
    sent: T,
    done: oneshot::Sender<Done<T>>,
}

/// What became of what a request sent.
enum Done<T: Queued> {
    Answered(T, T::Answer),
    /// The statement did nothing, and this is to be tried by itself.
    Alone(T),
    Failed(Error),
}

impl<T: Queued> StatementQueue<T> {
    /// A queue whose statements serve at most so many requests.
    pub fn new(pool: Pool, most: usize) -> Self {
        let state = RefCell::new(State { waiting: VecDeque::new(), is_under_way: false });
        Self(Rc::new(Inner { pool, most: most.min(MOST_GAMES), state }))
    }

    /// Sends this as [`Queued::send`] does, and gives it back with the answer.
    pub async fn send(&self, sent: T) -> Result<(T, T::Answer), Error> {
        if self.0.most <= 1 {
            return self.send_alone(sent).await;
        }
        let (done, outcome) = oneshot::channel();
        self.0.state.borrow_mut().waiting.push_back(Waiting { sent, done });
        // A task of its own: the statement serves other requests, and goes on when the request that began it is given up.
        if let Some(turn) = Turn::take(&self.0) {
            tokio::task::spawn_local(turn.send_what_waits());
        }
        match outcome.await {
            Ok(Done::Answered(sent, answer)) => Ok((sent, answer)),
            Ok(Done::Alone(sent)) => self.send_alone(sent).await,
            Ok(Done::Failed(error)) => Err(error),
            Err(_) => Err(NoConnection("the task that sends statements has ended".to_owned()).into()),
        }
    }

    async fn send_alone(&self, sent: T) -> Result<(T, T::Answer), Error> {
        let mut connection = pool::acquire(&self.0.pool).await?;
        let answer = sent.send(&mut connection).await?;
        Ok((sent, answer))
    }
}

/// The right to send statements; there is one for each queue.
struct Turn<T: Queued>(Rc<Inner<T>>);

impl<T: Queued> Turn<T> {
    fn take(queue: &Rc<Inner<T>>) -> Option<Self> {
        let was_under_way = std::mem::replace(&mut queue.state.borrow_mut().is_under_way, true);
        (!was_under_way).then(|| Self(Rc::clone(queue)))
    }

    /// Sends until nothing waits.
    async fn send_what_waits(self) {
        loop {
            let group: Vec<Waiting<T>> = {
                let mut state = self.0.state.borrow_mut();
                let most = state.waiting.len().min(self.0.most);
                state.waiting.drain(..most).collect()
            };
            if group.is_empty() {
                return;
            }
            self.send(group).await;
        }
    }

    async fn send(&self, group: Vec<Waiting<T>>) {
        let answers = match self.ask(&group).await {
            Ok(answers) => answers,
            Err(error) => return fail(group, error),
        };
        for (Waiting { sent, done }, answer) in group.into_iter().zip(answers) {
            // A request that was given up has nobody who waits.
            let _ = done.send(Done::Answered(sent, answer));
        }
    }

    async fn ask(&self, group: &[Waiting<T>]) -> Result<Vec<T::Answer>, Error> {
        let mut connection = pool::acquire(&self.0.pool).await?;
        let group: Vec<&T> = group.iter().map(|waiting| &waiting.sent).collect();
        Ok(T::send_all(&mut connection, &group).await?)
    }
}

impl<T: Queued> Drop for Turn<T> {
    fn drop(&mut self) {
        self.0.state.borrow_mut().is_under_way = false;
    }
}

/// Tells those of a failed statement what to do. If the database said no, nothing was done, and each finds out by itself
/// whose fault it was. If the connection broke, the statement may have been carried out all the same.
fn fail<T: Queued>(group: Vec<Waiting<T>>, error: Error) {
    let was_undone = matches!(&error, Error::Store(cause) if store::was_undone(cause));
    for Waiting { sent, done } in group {
        let outcome = if was_undone { Done::Alone(sent) } else { Done::Failed(repeated(&error)) };
        let _ = done.send(outcome);
    }
}

/// The same error for another request.
fn repeated(error: &Error) -> Error {
    match error {
        outage if outage.is_outage() => NoConnection(outage.to_string()).into(),
        other => Error::bug(format!("a statement for several requests failed: {other}")),
    }
}
