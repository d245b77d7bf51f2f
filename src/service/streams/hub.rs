//! The open streams of this process, the credentials they depend on, and the feeds they read.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{Notify, watch};
use uuid::Uuid;

use super::events::StreamEndReason;
use super::feed::{AccountFeed, CompetitionFeed, GameFeed};
use crate::app::events::ChangeEvent;
use crate::config::StreamSettings;
use crate::error::{Code, Error, More, Sentence};
use crate::service::App;
use crate::service::access::Grant;
use crate::service::limits::subscriber;
use crate::service::rulesets::Ruleset;
use crate::telemetry::metrics;
use crate::time_control::Instant;

/// How many exports an account may fetch at the same time from one process.
const EXPORTS_AT_ONCE: usize = 2;
/// After how many seconds a caller with too many streams may try again.
const RETRY_AFTER: u64 = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credential {
    pub account: Uuid,
    pub grant: Grant,
    /// When the credential expires; `None`: never.
    pub ends_at: Option<Instant>,
}

/// The followers of a server. Cheap to clone.
#[derive(Clone, Default)]
pub struct Hub(Arc<Inner>);

#[derive(Default)]
struct Inner {
    games: Mutex<HashMap<Uuid, Weak<GameFeed>>>,
    accounts: Mutex<HashMap<Uuid, Weak<AccountFeed>>>,
    competitions: Mutex<HashMap<Uuid, Weak<CompetitionFeed>>>,
    permits: Mutex<Permits>,
    /// Games and accounts with a new follower, to be read without waiting for the next poll.
    requested: Mutex<Vec<ChangeEvent>>,
    request: Notify,
    polls: AtomicU64,
}

#[derive(Default)]
struct Permits {
    last_number: u64,
    open: HashMap<u64, OpenStream>,
    per_account: HashMap<Uuid, usize>,
    /// The exports among them.
    exports: HashMap<Uuid, usize>,
    per_address: HashMap<IpAddr, AddressCount>,
    anonymous: usize,
    is_closed: bool,
}

#[derive(Default)]
struct AddressCount {
    all: usize,
    anonymous: usize,
}

struct OpenStream {
    credential: Option<Credential>,
    address: IpAddr,
    is_export: bool,
    ended: watch::Sender<Option<StreamEndReason>>,
}

impl Permits {
    /// Why a caller may not open another stream; `None`: they may.
    fn refusal(
        &self,
        settings: &StreamSettings,
        credential: Option<Credential>,
        address: IpAddr,
    ) -> Option<Sentence> {
        if self.is_closed || self.open.len() >= settings.per_process {
            return Some(Sentence::StreamsFull);
        }
        let (all, anonymous) = self.per_address.get(&address).map_or((0, 0), |of| (of.all, of.anonymous));
        if all >= settings.per_address {
            return Some(Sentence::StreamsOfAddress);
        }
        match credential {
            Some(Credential { account, .. }) => {
                let own = self.per_account.get(&account).copied().unwrap_or_default();
                let message = Sentence::StreamsOfAccount;
                (own >= settings.per_account).then_some(message)
            }
            None if anonymous >= settings.anonymous_per_address => Some(Sentence::StreamsOfStrangers),
            None => (self.anonymous >= settings.anonymous).then_some(Sentence::StreamsFullForStrangers),
        }
    }

    fn count(&mut self, credential: Option<Credential>, address: IpAddr) {
        let of = self.per_address.entry(address).or_default();
        of.all += 1;
        match credential {
            Some(Credential { account, .. }) => *self.per_account.entry(account).or_default() += 1,
            None => {
                of.anonymous += 1;
                self.anonymous += 1;
            }
        }
    }

    fn discount(&mut self, credential: Option<Credential>, address: IpAddr) {
        if let Some(of) = self.per_address.get_mut(&address) {
            of.all -= 1;
            of.anonymous -= usize::from(credential.is_none());
            if of.all == 0 {
                self.per_address.remove(&address);
            }
        }
        let Some(Credential { account, .. }) = credential else {
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
    /// Lets a caller follow, until the permit is dropped. Counted by account, by network address and over all, and
    /// callers without an account by themselves, so that strangers can't take the room of those who are logged in.
    pub fn admit(
        &self,
        app: &App,
        credential: Option<Credential>,
        address: IpAddr,
    ) -> Result<StreamPermit, Error> {
        self.admit_as(app, credential, address, false)
    }

    /// Lets an account fetch an export. It counts as a stream, and ends with the credential as a stream does; one account
    /// may have few at the same time.
    pub fn admit_export(
        &self,
        app: &App,
        credential: Credential,
        address: IpAddr,
    ) -> Result<StreamPermit, Error> {
        self.admit_as(app, Some(credential), address, true)
    }

    fn admit_as(
        &self,
        app: &App,
        credential: Option<Credential>,
        address: IpAddr,
        is_export: bool,
    ) -> Result<StreamPermit, Error> {
        // Counted by network: one IPv6 subscriber has a whole /64 of addresses to call from.
        let address = subscriber(address);
        let mut permits = lock(&self.0.permits);
        let refusal = permits.refusal(&app.settings.streams, credential, address);
        let is_export_too_many = || {
            let own = credential.and_then(|of| permits.exports.get(&of.account));
            is_export && own.is_some_and(|own| *own >= EXPORTS_AT_ONCE)
        };
        let too_many =
            || is_export_too_many().then_some(Sentence::ExportsOfAccount { most: EXPORTS_AT_ONCE });
        if let Some(message) = refusal.or_else(too_many) {
            return Err(Code::TooManyStreams.with(message, More::RetryAfter(RETRY_AFTER)));
        }
        permits.count(credential, address);
        if let Some(Credential { account, .. }) = credential.filter(|_| is_export) {
            *permits.exports.entry(account).or_default() += 1;
        }
        let (sender, ended) = watch::channel(None);
        permits.last_number += 1;
        let number = permits.last_number;
        metrics::change_streams(1.0);
        permits.open.insert(number, OpenStream { credential, address, is_export, ended: sender });
        Ok(StreamPermit { hub: self.clone(), number, ended })
    }

    fn release(&self, number: u64) {
        let mut permits = lock(&self.0.permits);
        let Some(stream) = permits.open.remove(&number) else { return };
        metrics::change_streams(-1.0);
        permits.discount(stream.credential, stream.address);
        let account = stream.credential.filter(|_| stream.is_export).map(|of| of.account);
        if let Some(own) = account.and_then(|account| permits.exports.get_mut(&account)) {
            *own -= 1;
            if let (0, Some(account)) = (*own, account) {
                permits.exports.remove(&account);
            }
        }
    }

    /// The credentials that open streams depend on, with the numbers of the streams.
    pub(super) fn credentials(&self) -> Vec<(u64, Credential)> {
        let permits = lock(&self.0.permits);
        let streams = permits.open.iter();
        streams.filter_map(|(number, stream)| stream.credential.map(|own| (*number, own))).collect()
    }

    pub(super) fn end(&self, number: u64, reason: StreamEndReason) {
        if let Some(stream) = lock(&self.0.permits).open.get(&number) {
            stream.ended.send_replace(Some(reason));
        }
    }

    /// Ends every stream and admits no one any more.
    pub fn close(&self) {
        let mut permits = lock(&self.0.permits);
        permits.is_closed = true;
        for stream in permits.open.values() {
            stream.ended.send_replace(Some(StreamEndReason::Restart));
        }
    }

    /// The feed of a game, which is polled while a stream has it.
    pub fn game(&self, game: Uuid, ruleset: &Ruleset) -> Arc<GameFeed> {
        let mut games = lock(&self.0.games);
        let feed = games.get(&game).and_then(Weak::upgrade).unwrap_or_else(|| {
            let feed = Arc::new(GameFeed::new(game, ruleset.clone()));
            games.insert(game, Arc::downgrade(&feed));
            feed
        });
        drop(games);
        feed.request_signal();
        self.request_poll(ChangeEvent::Game(game));
        feed
    }

    /// The feed of an account, which is polled while a stream has it.
    pub fn account(&self, account: Uuid) -> Arc<AccountFeed> {
        let mut accounts = lock(&self.0.accounts);
        if let Some(feed) = accounts.get(&account).and_then(Weak::upgrade) {
            return feed;
        }
        let feed = Arc::new(AccountFeed::new(account));
        accounts.insert(account, Arc::downgrade(&feed));
        drop(accounts);
        self.request_poll(ChangeEvent::Account(account));
        feed
    }

    /// The feed of a competition, which is polled while a stream has it.
    pub fn competition(&self, competition: Uuid) -> Arc<CompetitionFeed> {
        let mut competitions = lock(&self.0.competitions);
        let known = competitions.get(&competition).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let feed = Arc::new(CompetitionFeed::new(competition));
            competitions.insert(competition, Arc::downgrade(&feed));
            feed
        })
    }

    fn request_poll(&self, change: ChangeEvent) {
        lock(&self.0.requested).push(change);
        self.0.request.notify_one();
    }

    /// The number of the poll that began last.
    pub fn last_poll(&self) -> u64 {
        self.0.polls.load(Ordering::SeqCst)
    }

    pub(super) fn begin_poll(&self) -> u64 {
        self.0.polls.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// Waits until something begins to be followed.
    pub(super) async fn requested(&self) -> Vec<ChangeEvent> {
        self.0.request.notified().await;
        std::mem::take(&mut *lock(&self.0.requested))
    }

    /// Every game that is followed; drops the others.
    pub(super) fn games(&self) -> Vec<Arc<GameFeed>> {
        living(&self.0.games)
    }

    /// Every account that is followed; drops the others.
    pub(super) fn accounts(&self) -> Vec<Arc<AccountFeed>> {
        living(&self.0.accounts)
    }

    /// Every competition that is followed; drops the others.
    pub(super) fn competitions(&self) -> Vec<Arc<CompetitionFeed>> {
        living(&self.0.competitions)
    }

    pub(super) fn followed_game(&self, game: Uuid) -> Option<Arc<GameFeed>> {
        lock(&self.0.games).get(&game).and_then(Weak::upgrade)
    }

    pub(super) fn followed_account(&self, account: Uuid) -> Option<Arc<AccountFeed>> {
        lock(&self.0.accounts).get(&account).and_then(Weak::upgrade)
    }
}

/// Counts as a stream until it is dropped.
pub struct StreamPermit {
    hub: Hub,
    number: u64,
    ended: watch::Receiver<Option<StreamEndReason>>,
}

impl StreamPermit {
    /// Why the stream must end, if it must.
    pub fn ended(&self) -> Option<StreamEndReason> {
        *self.ended.borrow()
    }

    /// Waits until the stream must end.
    pub async fn end(&mut self) -> StreamEndReason {
        let ended = self.ended.wait_for(Option::is_some).await;
        ended.ok().and_then(|reason| *reason).unwrap_or(StreamEndReason::Restart)
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        self.hub.release(self.number);
    }
}

fn living<T>(feeds: &Mutex<HashMap<Uuid, Weak<T>>>) -> Vec<Arc<T>> {
    let mut feeds = lock(feeds);
    feeds.retain(|_, weak| weak.strong_count() > 0);
    feeds.values().filter_map(Weak::upgrade).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
