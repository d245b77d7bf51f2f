//! What a process keeps in memory: a bounded cache of what is stored elsewhere, and what is made once and kept.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use lru::LruCache;

/// Keeps a bounded number of entries; the least recently used one goes first. Cheap to clone; all clones are one cache.
pub struct Cache<K: Eq + Hash, V>(Arc<Mutex<LruCache<K, V>>>);

impl<K: Eq + Hash, V> Clone for Cache<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// Keeps up to `most` entries; 0 counts as 1.
    pub fn new(most: usize) -> Self {
        let most = NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN);
        Self(Arc::new(Mutex::new(LruCache::new(most))))
    }

    pub fn get(&self, key: &K) -> Option<V> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    pub fn remove(&self, key: &K) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop(key);
    }

    pub fn insert(&self, key: K, value: V) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(key, value);
    }
}

/// Values that depend only on the release and the rulesets of the process. Each is made when it is first needed, and is
/// never dropped.
pub struct MadeOnce<K, V: 'static>(RwLock<BTreeMap<K, Option<&'static V>>>);

impl<K: Ord, V> MadeOnce<K, V> {
    #[expect(clippy::new_without_default, reason = "it stands in statics, which `default` can't make")]
    pub const fn new() -> Self {
        Self(RwLock::new(BTreeMap::new()))
    }

    /// The value of `key`, made by `make` the first time. If it can't be made, that is a bug of the release: the answer
    /// is `None` from then on, and one error in the log names the value as `what`.
    pub fn get(&self, key: K, what: &str, make: impl FnOnce() -> Result<V, String>) -> Option<&'static V> {
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return *known;
        }
        // Made under the lock, so that concurrent callers wait for one value. `make` must not ask for a value of the
        // same map: it would wait for itself.
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let made = || {
            let made = make().inspect_err(|defect| tracing::error!(defect, "{what} can't be made"));
            made.ok().map(|made| &*Box::leak(Box::new(made)))
        };
        *all.entry(key).or_insert_with(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_kept_as_it_was_inserted_last() {
        let cache = Cache::new(8);
        for value in [3, 5, 4] {
            cache.insert(1, value);
            assert_eq!(cache.get(&1), Some(value));
        }
        assert_eq!(cache.get(&2), None);
    }

    #[test]
    fn of_many_entries_the_one_that_was_not_used_for_longest_goes() {
        let cache = Cache::new(256);
        (0..256).for_each(|key| cache.insert(key, ()));
        assert!(cache.get(&0).is_some());
        cache.insert(256, ());
        assert!(cache.get(&0).is_some() && cache.get(&256).is_some());
        assert!(cache.get(&1).is_none());
    }
}
