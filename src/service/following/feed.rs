//! What this process knows of one game that somebody follows: how far it has come, and what happened in the last
//! second or two. Shared by all who follow it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use uuid::Uuid;

use super::line::Line;
use crate::service::titles::Title;
use crate::store::feeds::{FeedMessage, GameHead};

pub struct Feed {
    pub game: Uuid,
    pub title: Title,
    state: Mutex<State>,
    signal: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    /// `None` until it was looked at for the first time.
    head: Option<Arc<GameHead>>,
    /// The number of the look that the head is from.
    look: u64,
    /// Does somebody wait for a look, whatever it finds?
    asked: bool,
    gone: bool,
    /// Counts how often what was known turned out not to be the history of the game.
    resets: u64,
    /// The last entries up to the head, without gaps; each with whether it was there at the last sweep.
    entries: VecDeque<(Arc<Line>, bool)>,
    /// The last messages up to the head, likewise.
    messages: VecDeque<(Arc<FeedMessage>, bool)>,
}

/// What lies after a follower's place.
#[derive(Default)]
pub struct Fresh {
    /// How far the game has come; `None` while nobody has looked yet.
    pub head: Option<Arc<GameHead>>,
    pub gone: bool,
    /// How often the end of the history was lost.
    pub resets: u64,
    /// The entries after the place; `None` when they are too old to be here.
    pub entries: Option<Vec<Arc<Line>>>,
    /// The messages after the place; `None` when they are too old to be here.
    pub messages: Option<Vec<Arc<FeedMessage>>>,
}

impl Feed {
    /// A game nobody has looked at yet.
    pub fn new(game: Uuid, title: Title) -> Self {
        Self { game, title, state: Mutex::default(), signal: watch::Sender::new(()) }
    }

    /// Hears whenever something is new.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.signal.subscribe()
    }

    /// How far the game has come, as far as is known.
    pub fn head(&self) -> Option<Arc<GameHead>> {
        self.state().head.clone()
    }

    pub fn is_gone(&self) -> bool {
        self.state().gone
    }

    /// How often the end of the history was lost so far.
    pub fn resets(&self) -> u64 {
        self.state().resets
    }

    /// Somebody waits for the next look.
    pub fn ask(&self) {
        self.state().asked = true;
    }

    /// What lies after a version, and after a message of the whole game, if there was a look since the look `since`
    /// began: an older one may know nothing of a seat that was taken meanwhile.
    pub fn after(&self, version: i64, message: i64, since: u64) -> Fresh {
        let state = self.state();
        let head = state.head.clone().filter(|_| state.look > since);
        let Some(head) = head else {
            return Fresh { gone: state.gone, resets: state.resets, ..Fresh::default() };
        };
        let kept = i64::try_from(state.entries.len()).unwrap_or(i64::MAX);
        let entries = (version >= head.version - kept).then(|| {
            let later = state.entries.iter().filter(|(line, _)| line.entry.version > version);
            later.map(|(line, _)| Arc::clone(line)).collect()
        });
        let kept = i64::try_from(state.messages.len()).unwrap_or(i64::MAX);
        let messages = (message >= head.message - kept).then(|| {
            let later = state.messages.iter().filter(|(sent, _)| sent.message > message);
            later.map(|(sent, _)| Arc::clone(sent)).collect()
        });
        Fresh { head: Some(head), gone: state.gone, resets: state.resets, entries, messages }
    }

    /// The look of this number found nothing new.
    pub fn confirm(&self, look: u64) {
        let mut state = self.state();
        state.look = look;
        let asked = std::mem::take(&mut state.asked);
        drop(state);
        if asked {
            self.signal.send_replace(());
        }
    }

    /// The look of this number found that the game has come to `head`. What lies between may be given; if it is not, followers read it themselves.
    pub fn advance(&self, look: u64, head: GameHead, entries: Vec<Line>, messages: Vec<FeedMessage>) {
        let mut state = self.state();
        let (version, message) = state.head.as_ref().map_or((-1, 0), |old| (old.version, old.message));
        if !head.goes_on {
            state.resets += 1;
            state.entries.clear();
            state.messages.clear();
        }
        if head.goes_on && whole(head.version - version, entries.len()) {
            state.entries.extend(entries.into_iter().map(|line| (Arc::new(line), false)));
        } else {
            state.entries.clear();
        }
        if head.goes_on && whole(head.message - message, messages.len()) {
            state.messages.extend(messages.into_iter().map(|sent| (Arc::new(sent), false)));
        } else {
            state.messages.clear();
        }
        state.head = Some(Arc::new(head));
        state.look = look;
        state.asked = false;
        drop(state);
        self.signal.send_replace(());
    }

    pub fn go(&self) {
        self.state().gone = true;
        self.signal.send_replace(());
    }

    /// Forgets what was here at the last sweep already.
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

/// Are these all that lie between two places?
fn whole(between: i64, given: usize) -> bool {
    i64::try_from(given) == Ok(between)
}
