//! How a place on a board is called in a sentence: by what lies there, and where needed by the point of the compass. Ids
//! are for clients.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::Phrases;

/// The names of the places of one view, by the keys that a ruleset's catalogue uses.
#[derive(Clone, Default)]
pub struct PlaceNames(Option<Arc<NameOf>>);

type NameOf = dyn Fn(&str) -> Option<String> + Send + Sync;

impl PlaceNames {
    pub fn new(name: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(name)))
    }

    /// The name of a place; `None` where the board has no such place.
    pub fn get(&self, key: &str) -> Option<String> {
        self.0.as_ref().and_then(|name| name(key))
    }
}

impl fmt::Debug for PlaceNames {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PlaceNames")
    }
}

/// A point of the compass. North is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Compass {
    N,
    Ne,
    E,
    Se,
    S,
    Sw,
    W,
    Nw,
}

/// The tangent of 22.5°, where one point of the compass ends and the next begins.
const HALF_POINT: f32 = 0.414;

impl Compass {
    /// Where something lies that is `right` of here and `down` from here; `None` if it is here.
    pub fn of(right: f32, down: f32) -> Option<Self> {
        let (across, along) = (right.abs(), down.abs());
        if across.max(along) < f32::EPSILON {
            return None;
        }
        let is_across = along < HALF_POINT * across;
        let is_along = across < HALF_POINT * along;
        Some(match (right > 0.0, down > 0.0) {
            (true, _) if is_across => Self::E,
            (false, _) if is_across => Self::W,
            (_, false) if is_along => Self::N,
            (_, true) if is_along => Self::S,
            (true, false) => Self::Ne,
            (true, true) => Self::Se,
            (false, true) => Self::Sw,
            (false, false) => Self::Nw,
        })
    }

    fn key(self) -> &'static str {
        self.into()
    }

    /// `north`, in `north of the forest`.
    pub fn way(self, phrases: &Phrases) -> String {
        phrases.place(self.key(), &[])
    }

    /// `north`, in `goes north`.
    pub fn onward(self, phrases: &Phrases) -> String {
        phrases.place(&format!("to_{}", self.key()), &[])
    }

    /// `north corner`
    pub fn corner(self, phrases: &Phrases) -> String {
        phrases.place(&format!("corner_{}", self.key()), &[])
    }

    /// `in the north`; of something in the middle `None`.
    pub fn within(part: Option<Self>, phrases: &Phrases) -> String {
        phrases.place(&format!("in_{}", part.map_or("middle", Self::key)), &[])
    }
}

/// `forest 8, north of the mill`
pub fn beside(phrases: &Phrases, what: &str, way: Compass, place: &str) -> String {
    phrases.place("of", &[("what", &what), ("way", &way.way(phrases)), ("place", &place)])
}

/// For each thing the first of its names that nothing else has, or its last.
///
/// Things that share a name all go on to their next one: it would be of no use that only one of two has more words.
pub fn told_apart(names: &[Vec<String>]) -> Vec<String> {
    let mut chosen = vec![0; names.len()];
    loop {
        let name_of = |index: usize| names[index].get(chosen[index]).map_or("", String::as_str);
        let mut bearers: HashMap<&str, usize> = HashMap::with_capacity(names.len());
        (0..names.len()).for_each(|index| *bearers.entry(name_of(index)).or_default() += 1);
        let shares = |index: &usize| bearers.get(name_of(*index)).is_some_and(|count| *count > 1);
        let goes_on = |index: &usize| chosen[*index] + 1 < names[*index].len();
        let next: Vec<usize> = (0..names.len()).filter(|index| shares(index) && goes_on(index)).collect();
        if next.is_empty() {
            return (0..names.len()).map(|index| name_of(index).to_owned()).collect();
        }
        next.into_iter().for_each(|index| chosen[index] += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_of_one_name_are_told_apart_by_more_words() {
        let names = |names: &[&[&str]]| {
            let names: Vec<Vec<String>> =
                names.iter().map(|names| names.iter().map(|name| (*name).to_owned()).collect()).collect();
            told_apart(&names)
        };
        assert_eq!(
            names(&[&["forest", "forest in the north"], &["bog", "bog in the west"]]),
            ["forest", "bog"]
        );
        assert_eq!(
            names(&[&["forest", "forest in the north"], &["forest", "forest in the west"]]),
            ["forest in the north", "forest in the west"]
        );
        assert_eq!(
            names(&[&["forest"], &["forest", "big forest"], &["big forest"]]),
            ["forest", "big forest", "big forest"]
        );
    }

    #[test]
    fn a_point_of_the_compass_has_an_eighth_of_the_circle() {
        assert_eq!(Compass::of(0.0, 0.0), None);
        assert_eq!(Compass::of(0.0, -1.0), Some(Compass::N));
        assert_eq!(Compass::of(1.0, -1.0), Some(Compass::Ne));
        assert_eq!(Compass::of(-3.0, 1.0), Some(Compass::W));
        assert_eq!(Compass::of(-2.0, 1.0), Some(Compass::Sw));
        assert_eq!(Compass::within(None, &Phrases::shared("en")), "in the middle");
    }
}
