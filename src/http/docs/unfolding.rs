//! Which types of members are shown within the page of another, so that a reader opens one page and not five.

use std::cell::Cell;
use std::rc::Rc;

use serde_json::Value;

use super::reference::{list, schema_name};

/// How deep types within types are shown.
const MOST_LEVELS: usize = 4;

/// How far the types on a page are unfolded.
pub struct Unfolding {
    levels: usize,
    /// How many rows the page may still get.
    left: Rc<Cell<usize>>,
    is_full: Rc<Cell<bool>>,
    /// The types around the one that is shown.
    around: Vec<String>,
}

impl Unfolding {
    /// What `make` makes with as many levels as fit into that many rows.
    pub fn widest<T>(most_rows: usize, make: impl Fn(&Self) -> T) -> T {
        let of = |levels| {
            let left = Rc::new(Cell::new(most_rows));
            let unfolding = Self { levels, left, is_full: Rc::default(), around: Vec::new() };
            (make(&unfolding), unfolding.is_full.get())
        };
        let (mut made, _) = of(0);
        for levels in 1..=MOST_LEVELS {
            let (wider, is_full) = of(levels);
            if is_full {
                break;
            }
            made = wider;
        }
        made
    }

    /// Counts a row below the first level; false if there is no room for it.
    pub fn has_room(&self) -> bool {
        if self.around.is_empty() {
            return true;
        }
        match self.left.get().checked_sub(1) {
            Some(left) => self.left.set(left),
            None => self.is_full.set(true),
        }
        !self.is_full.get()
    }

    /// One level deeper, within the type of this name; `None` where it is not unfolded.
    pub fn within(&self, name: &str) -> Option<Self> {
        let is_shown = self.around.len() < self.levels && !self.around.iter().any(|outer| outer == name);
        (is_shown && !self.is_full.get()).then(|| Self {
            levels: self.levels,
            left: Rc::clone(&self.left),
            is_full: Rc::clone(&self.is_full),
            around: [self.around.as_slice(), &[name.to_owned()]].concat(),
        })
    }
}

/// The one type that a member consists of, alone, in a list, or as the values of an object.
pub fn named(schema: &Value) -> Option<&str> {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return schema_name(target);
    }
    if let [one, other] = list(&schema["oneOf"]) {
        let is_null = |form: &Value| form["type"] == "null";
        return match (is_null(one), is_null(other)) {
            (true, false) => named(other),
            (false, true) => named(one),
            _ => None,
        };
    }
    ["items", "additionalProperties"].into_iter().filter_map(|keyword| schema.get(keyword)).find_map(named)
}
