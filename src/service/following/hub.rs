//! Who follows what in this process.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{Notify, watch};
use uuid::Uuid;

use super::Ending;
use super::feed::Feed;
use super::head::UserHead;
use super::pass::{Pass, Proof};
use crate::app::App;
use crate::error::{Code, Error, More};
use crate::measures;
use crate::service::limits::subscriber;
use crate::service::titles::Title;
use crate::settings::StreamSettings;
use crate::work::Moved;

/// After how many seconds somebody who follows too much may try again.
const TRY_AGAIN: u64 = 10;

/// The followers of a server. Cheap to clone.
#[derive(Clone, Default)]
pub struct Hub(Arc<Inner>);

#[derive(Default)]
struct Inner {
    games: Mutex<HashMap<Uuid, Weak<Feed>>>,
    people: Mutex<HashMap<Uuid, Weak<UserHead>>>,
    passes: Mutex<Passes>,
    /// What somebody has just begun to follow.
    asked: Mutex<Vec<Moved>>,
    asking: Notify,
    looks: AtomicU64,
}

#[derive(Default)]
struct Passes {
    last: u64,
    given: HashMap<u64, Given>,
    per_account: HashMap<Uuid, usize>,
    per_address: HashMap<IpAddr, OfAddress>,
    anonymous: usize,
    closed: bool,
}

/// The passes that were given to one network address.
#[derive(Default)]
struct OfAddress {
    all: usize,
    anonymous: usize,
}

struct Given {
    proof: Option<Proof>,
    from: IpAddr,
    ended: watch::Sender<Option<Ending>>,
}

impl Passes {
    /// Why one more can't be given to a caller; `None`: it can.
    fn refusal(&self, settings: &StreamSettings, proof: Option<Proof>, from: IpAddr) -> Option<&'static str> {
        const FULL: &str = "This server holds as many streams as it can; try again.";
        if self.closed || self.given.len() >= settings.per_process {
            return Some(FULL);
        }
        let (all, anonymous) = self.per_address.get(&from).map_or((0, 0), |of| (of.all, of.anonymous));
        if all >= settings.per_address {
            return Some("Your network address has as many streams open as it may; close one first.");
        }
        match proof {
            Some(Proof { account, .. }) => {
                let own = self.per_account.get(&account).copied().unwrap_or_default();
                let message = "You have as many streams open as you may; close one first.";
                (own >= settings.per_account).then_some(message)
            }
            None if anonymous >= settings.anonymous_per_address => Some(
                "Without a log-in your network address has as many streams open as it may: close one first, or log in.",
            ),
            None => (self.anonymous >= settings.anonymous).then_some(
                "This server holds as many streams without a log-in as it can: log in, or try again.",
            ),
        }
    }

    fn count(&mut self, proof: Option<Proof>, from: IpAddr) {
        let of = self.per_address.entry(from).or_default();
        of.all += 1;
        match proof {
            Some(Proof { account, .. }) => *self.per_account.entry(account).or_default() += 1,
            None => {
                of.anonymous += 1;
                self.anonymous += 1;
            }
        }
    }

    fn discount(&mut self, proof: Option<Proof>, from: IpAddr) {
        if let Some(of) = self.per_address.get_mut(&from) {
            of.all -= 1;
            of.anonymous -= usize::from(proof.is_none());
            if of.all == 0 {
                self.per_address.remove(&from);
            }
        }
        let Some(Proof { account, .. }) = proof else {
            self.anonymous -= 1;
            return;
        };
        if let Some(own) = self.per_account.get_mut(&account) {
            *own -= 1;
            if *own == 0 {
                self.per_account.remove(&account);
            }
        }
    }
}

impl Hub {
    /// Lets a caller follow, until the pass is dropped. Counted by account, by network address and over all, and callers
    /// without an account by themselves, so that strangers can't take the room of those who are logged in. Error:
    /// `too_many_streams`.
    pub fn admit(&self, app: &App, proof: Option<Proof>, from: IpAddr) -> Result<Pass, Error> {
        let from = subscriber(from);
        let mut passes = hold(&self.0.passes);
        if let Some(message) = passes.refusal(&app.settings.streams, proof, from) {
            return Err(Code::TooManyStreams.with(message, More::RetryAfter(TRY_AGAIN)));
        }
        passes.count(proof, from);
        let (ended, hears) = watch::channel(None);
        passes.last += 1;
        let number = passes.last;
        measures::streams(1.0);
        passes.given.insert(number, Given { proof, from, ended });
        Ok(Pass { hub: self.clone(), number, ended: hears })
    }

    pub(super) fn leave(&self, number: u64) {
        let mut passes = hold(&self.0.passes);
        let Some(given) = passes.given.remove(&number) else { return };
        measures::streams(-1.0);
        passes.discount(given.proof, given.from);
    }

    pub(super) fn proofs(&self) -> Vec<(u64, Proof)> {
        let passes = hold(&self.0.passes);
        passes.given.iter().filter_map(|(number, given)| given.proof.map(|proof| (*number, proof))).collect()
    }

    /// Sends a follower away.
    pub(super) fn dismiss(&self, number: u64, ending: Ending) {
        if let Some(given) = hold(&self.0.passes).given.get(&number) {
            given.ended.send_replace(Some(ending));
        }
    }

    /// Sends everybody away and lets nobody in any more.
    pub fn close(&self) {
        let mut passes = hold(&self.0.passes);
        passes.closed = true;
        for given in passes.given.values() {
            given.ended.send_replace(Some(Ending::Restart));
        }
    }

    /// The feed of a game, which is looked at as long as somebody keeps it.
    pub fn game(&self, game: Uuid, title: &Title) -> Arc<Feed> {
        let mut games = hold(&self.0.games);
        let feed = games.get(&game).and_then(Weak::upgrade).unwrap_or_else(|| {
            let feed = Arc::new(Feed::new(game, title.clone()));
            games.insert(game, Arc::downgrade(&feed));
            feed
        });
        drop(games);
        feed.ask();
        self.ask(Moved::Game(game));
        feed
    }

    /// The head of a person's stream, which is looked at as long as somebody keeps it.
    pub fn person(&self, account: Uuid) -> Arc<UserHead> {
        let mut people = hold(&self.0.people);
        if let Some(head) = people.get(&account).and_then(Weak::upgrade) {
            return head;
        }
        let head = Arc::new(UserHead::new(account));
        people.insert(account, Arc::downgrade(&head));
        drop(people);
        self.ask(Moved::Account(account));
        head
    }

    fn ask(&self, moved: Moved) {
        hold(&self.0.asked).push(moved);
        self.0.asking.notify_one();
    }

    /// The number of the look that began last.
    pub fn last_look(&self) -> u64 {
        self.0.looks.load(Ordering::SeqCst)
    }

    pub(super) fn begin_look(&self) -> u64 {
        self.0.looks.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// Waits until somebody begins to follow something.
    pub(super) async fn asked(&self) -> Vec<Moved> {
        self.0.asking.notified().await;
        std::mem::take(&mut *hold(&self.0.asked))
    }

    /// Every game that is followed; forgets the others.
    pub(super) fn games(&self) -> Vec<Arc<Feed>> {
        living(&self.0.games)
    }

    /// Every person that is followed; forgets the others.
    pub(super) fn people(&self) -> Vec<Arc<UserHead>> {
        living(&self.0.people)
    }

    /// The game, if it is followed.
    pub(super) fn followed_game(&self, game: Uuid) -> Option<Arc<Feed>> {
        hold(&self.0.games).get(&game).and_then(Weak::upgrade)
    }

    /// The person, if he is followed.
    pub(super) fn followed_person(&self, account: Uuid) -> Option<Arc<UserHead>> {
        hold(&self.0.people).get(&account).and_then(Weak::upgrade)
    }
}

fn living<T>(kept: &Mutex<HashMap<Uuid, Weak<T>>>) -> Vec<Arc<T>> {
    let mut kept = hold(kept);
    kept.retain(|_, weak| weak.strong_count() > 0);
    kept.values().filter_map(Weak::upgrade).collect()
}

fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
