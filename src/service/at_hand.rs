//! Games that somebody looked at a moment ago, as they stood: whoever looks next, from whatever place, finds them read.
//!
//! Nothing here grows old: the digest of the last entry of a game is asked of the database every time, and what is kept
//! under another one is not shown.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use rules::AnyGame;

/// So many games are kept, of some kilobytes each.
const MOST: usize = 256;

/// A game at one version of it, that several may hold.
#[derive(Clone)]
pub struct Held {
    pub version: i64,
    /// The digest of the entry that led to it.
    pub digest: Arc<[u8]>,
    pub game: Arc<dyn AnyGame>,
}

/// The games at hand, each at the last version that was looked at.
#[derive(Clone, Default)]
pub struct AtHand(Arc<Mutex<Shelf>>);

#[derive(Default)]
struct Shelf {
    games: HashMap<Uuid, (u64, Held)>,
    /// Counts how often something was asked for, which tells what was not asked for longest.
    asked: u64,
}

impl AtHand {
    /// The game, at whatever version it was looked at last.
    pub fn recall(&self, game: Uuid) -> Option<Held> {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.asked += 1;
        let now = shelf.asked;
        let (asked, held) = shelf.games.get_mut(&game)?;
        *asked = now;
        Some(held.clone())
    }

    /// Keeps a game as it was read last, or in place of the game that nobody has asked for longest. A version may come
    /// again with other content, or a lower one after a higher: after a failover that lost a write.
    pub fn keep(&self, game: Uuid, held: Held) {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shelf = &mut *shelf;
        if shelf.games.len() >= MOST && !shelf.games.contains_key(&game) {
            let oldest = shelf.games.iter().min_by_key(|(_, (asked, _))| *asked).map(|(id, _)| *id);
            oldest.and_then(|oldest| shelf.games.remove(&oldest));
        }
        shelf.asked += 1;
        shelf.games.insert(game, (shelf.asked, held));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(version: i64) -> Held {
        let title = rulesets::find("landnam").expect("it is registered");
        let options = title.options(None).expect("the defaults");
        Held {
            version,
            digest: Arc::from(version.to_be_bytes()),
            game: Arc::from(title.blank(&options, 4).expect("a table of four")),
        }
    }

    fn id(number: usize) -> Uuid {
        Uuid::from_u128(number as u128)
    }

    #[test]
    fn a_game_is_kept_as_it_was_read_last() {
        let at_hand = AtHand::default();
        for (version, kept) in [(3, 3), (5, 5), (4, 4)] {
            at_hand.keep(id(1), held(version));
            assert_eq!(at_hand.recall(id(1)).map(|held| held.version), Some(kept));
        }
        assert!(at_hand.recall(id(2)).is_none());
    }

    #[test]
    fn of_many_games_the_one_that_was_not_asked_for_longest_goes() {
        let at_hand = AtHand::default();
        let any = held(1);
        (0..MOST).for_each(|number| at_hand.keep(id(number), any.clone()));
        assert!(at_hand.recall(id(0)).is_some());
        at_hand.keep(id(MOST), any);
        assert!(at_hand.recall(id(0)).is_some() && at_hand.recall(id(MOST)).is_some());
        assert!(at_hand.recall(id(1)).is_none());
    }
}
