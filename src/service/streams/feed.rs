//! Feeds: how far each followed game or account has come, and the entries and messages of a game from the last second
//! or two. All followers of a game in this process share its feed.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use uuid::Uuid;

use super::events::{GameStreamPlace, GameUpdated, StreamEvent};
use super::hub::StreamPermit;
use super::stream::data;
use crate::error::Error;
use crate::service::rulesets::Ruleset;
use crate::store::competitions::CompetitionMark;
use crate::store::feeds::{FeedMessage, GameHead};
use crate::store::history::EntryRow;
use crate::texts::GameSentences;
use rules::{AnyRuleset, Viewer};

pub struct GameFeed {
    pub game: Uuid,
    pub ruleset: Ruleset,
    state: Mutex<State>,
    signal: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    /// `None` until the first poll.
    head: Option<Arc<GameHead>>,
    /// The number of the poll that the head is from.
    poll: u64,
    /// Is the next poll to be signalled, whatever it finds?
    is_signal_requested: bool,
    is_gone: bool,
    /// How often the known end of the history turned out to be lost, as after a failover.
    resets: u64,
    /// The last entries up to the head, without gaps; each with whether it was there at the last sweep.
    entries: VecDeque<(Arc<RenderedEntry>, bool)>,
    /// The last messages up to the head, likewise.
    messages: VecDeque<(Arc<FeedMessage>, bool)>,
}

/// What lies after a follower's position.
#[derive(Default)]
pub struct FeedDelta {
    /// How far the game has come; `None` before the first poll.
    pub head: Option<Arc<GameHead>>,
    pub is_gone: bool,
    /// How often the end of the history was lost.
    pub resets: u64,
    /// The entries after the position; `None` when they are too old to be here.
    pub entries: Option<Vec<Arc<RenderedEntry>>>,
    /// The messages after the position; `None` when they are too old to be here.
    pub messages: Option<Vec<Arc<FeedMessage>>>,
}

impl GameFeed {
    pub fn new(game: Uuid, ruleset: Ruleset) -> Self {
        Self { game, ruleset, state: Mutex::default(), signal: watch::Sender::new(()) }
    }

    /// Signals whenever something is new.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.signal.subscribe()
    }

    /// How far the game has come, as far as is known.
    pub fn head(&self) -> Option<Arc<GameHead>> {
        self.state().head.clone()
    }

    pub fn is_gone(&self) -> bool {
        self.state().is_gone
    }

    /// How often the end of the history was lost so far.
    pub fn resets(&self) -> u64 {
        self.state().resets
    }

    /// Lets the next poll signal even if it finds nothing new: a new follower waits for a poll that began after it
    /// came.
    pub fn request_signal(&self) {
        self.state().is_signal_requested = true;
    }

    /// What lies after a version, and after a message of the whole game, if there was a poll since the poll `since`
    /// began: an older one may know nothing of a seat that was taken meanwhile.
    pub fn after(&self, version: i64, message: i64, since: u64) -> FeedDelta {
        let state = self.state();
        let head = state.head.clone().filter(|_| state.poll > since);
        let Some(head) = head else {
            return FeedDelta { is_gone: state.is_gone, resets: state.resets, ..FeedDelta::default() };
        };
        let kept = i64::try_from(state.entries.len()).unwrap_or(i64::MAX);
        let entries = (version >= head.version - kept).then(|| {
            let later = state.entries.iter().filter(|(rendered, _)| rendered.entry.version > version);
            later.map(|(rendered, _)| Arc::clone(rendered)).collect()
        });
        let kept = i64::try_from(state.messages.len()).unwrap_or(i64::MAX);
        let messages = (message >= head.message - kept).then(|| {
            let later = state.messages.iter().filter(|(sent, _)| sent.message > message);
            later.map(|(sent, _)| Arc::clone(sent)).collect()
        });
        FeedDelta { head: Some(head), is_gone: state.is_gone, resets: state.resets, entries, messages }
    }

    /// The poll of this number found nothing new.
    pub fn confirm(&self, poll: u64) {
        let mut state = self.state();
        state.poll = poll;
        let is_signal_requested = std::mem::take(&mut state.is_signal_requested);
        drop(state);
        if is_signal_requested {
            self.signal.send_replace(());
        }
    }

    /// The poll of this number found that the game has come to `head`. What lies between may be handed over; if it is
    /// not, followers read it themselves.
    pub fn advance(
        &self,
        poll: u64,
        head: GameHead,
        entries: Vec<RenderedEntry>,
        messages: Vec<FeedMessage>,
    ) {
        let mut state = self.state();
        let (version, message) = state.head.as_ref().map_or((-1, 0), |old| (old.version, old.message));
        if !head.goes_on {
            state.resets += 1;
            state.entries.clear();
            state.messages.clear();
        }
        if head.goes_on && is_gapless(head.version - version, entries.len()) {
            state.entries.extend(entries.into_iter().map(|entry| (Arc::new(entry), false)));
        } else {
            state.entries.clear();
        }
        if head.goes_on && is_gapless(head.message - message, messages.len()) {
            state.messages.extend(messages.into_iter().map(|sent| (Arc::new(sent), false)));
        } else {
            state.messages.clear();
        }
        state.head = Some(Arc::new(head));
        state.poll = poll;
        state.is_signal_requested = false;
        drop(state);
        self.signal.send_replace(());
    }

    /// The game is no longer stored.
    pub fn set_gone(&self) {
        self.state().is_gone = true;
        self.signal.send_replace(());
    }

    /// Drops the entries and messages that were here at the last sweep already.
    pub fn sweep(&self) {
        let mut state = self.state();
        while state.entries.front().is_some_and(|(_, old)| *old) {
            state.entries.pop_front();
        }
        while state.messages.front().is_some_and(|(_, old)| *old) {
            state.messages.pop_front();
        }
        state.entries.iter_mut().for_each(|(_, old)| *old = true);
        state.messages.iter_mut().for_each(|(_, old)| *old = true);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_gapless(distance: i64, count: usize) -> bool {
    i64::try_from(count) == Ok(distance)
}

/// Waits until the game has moved beyond `version`, `most` has passed, or the permit has ended. The feed must have been
/// taken before the version was read, or a move in between would be missed.
pub async fn moved_beyond(feed: &Arc<GameFeed>, version: i64, permit: &mut StreamPermit, most: Duration) {
    let mut news = feed.listen();
    let moved = async {
        while !feed.is_gone() && feed.head().is_none_or(|head| head.version <= version) {
            if news.changed().await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = moved => {}
        _ = permit.end() => {}
        () = tokio::time::sleep(most) => {}
    }
}

/// For whom an entry is rendered: a viewer, and the language of its texts, if it has any.
type RenderedFor = (Viewer, Option<&'static str>);

/// An entry of the log on its way to several followers: rendered once per viewer, not once per follower.
pub struct RenderedEntry {
    pub entry: EntryRow,
    rendered: Mutex<Vec<(RenderedFor, Arc<str>)>>,
}

impl RenderedEntry {
    pub fn new(entry: EntryRow) -> Self {
        Self { entry, rendered: Mutex::default() }
    }

    /// Was it rendered for them before?
    pub fn is_rendered(&self, reader: RenderedFor) -> bool {
        self.rendered().iter().any(|(known, _)| *known == reader)
    }

    fn rendered(&self) -> MutexGuard<'_, Vec<(RenderedFor, Arc<str>)>> {
        self.rendered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the viewer may see of it, as the data of a frame of `game`, of which it is an entry; in the words of these
    /// sentences, if there is a language.
    pub fn render(
        &self,
        (game, ruleset): (Uuid, &dyn AnyRuleset),
        reader: RenderedFor,
        sentences: Option<&GameSentences<'_>>,
    ) -> Result<Arc<str>, Error> {
        let mut rendered = self.rendered();
        if let Some((_, text)) = rendered.iter().find(|(known, _)| *known == reader) {
            return Ok(Arc::clone(text));
        }
        let updated = GameUpdated::new(game, ruleset, &self.entry, reader.0)?.in_words(sentences);
        let text: Arc<str> = data(&StreamEvent::<GameStreamPlace>::GameEvents(updated))?.into();
        rendered.push((reader, Arc::clone(&text)));
        Ok(text)
    }
}

/// The last number before the first poll.
const UNKNOWN: i64 = -1;

/// The last number of an account's stream.
pub struct AccountFeed {
    pub account: Uuid,
    last: AtomicI64,
    signal: watch::Sender<()>,
}

impl AccountFeed {
    pub fn new(account: Uuid) -> Self {
        Self { account, last: AtomicI64::new(UNKNOWN), signal: watch::Sender::new(()) }
    }

    /// The last number, as far as is known.
    pub fn last(&self) -> Option<i64> {
        Some(self.last.load(Ordering::Acquire)).filter(|last| *last != UNKNOWN)
    }

    /// Signals whenever the number changes.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.signal.subscribe()
    }

    pub fn advance(&self, last: i64) {
        if self.last.swap(last, Ordering::AcqRel) != last {
            self.signal.send_replace(());
        }
    }
}

/// How far a competition is.
pub struct CompetitionFeed {
    pub competition: Uuid,
    /// `None` until the first poll.
    mark: Mutex<Option<Arc<CompetitionMark>>>,
    signal: watch::Sender<()>,
}

impl CompetitionFeed {
    pub fn new(competition: Uuid) -> Self {
        Self { competition, mark: Mutex::default(), signal: watch::Sender::new(()) }
    }

    pub fn mark(&self) -> Option<Arc<CompetitionMark>> {
        self.mark.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Signals whenever the mark changes.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.signal.subscribe()
    }

    pub fn advance(&self, mark: CompetitionMark) {
        let mut known = self.mark.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_deref() != Some(&mark) {
            *known = Some(Arc::new(mark));
            drop(known);
            self.signal.send_replace(());
        }
    }
}
