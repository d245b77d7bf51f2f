//! The seal: a chain of SHA-256 over everything in a record but the names of the players.
//!
//! It begins with `"althing/record/v1"` ‖ 0 ‖ the head, and goes on with each entry: SHA-256(what it was ‖ the entry).
//! Head and entries are hashed in canonical form: JSON without white space, the members of objects in the order of
//! their names' code points, nothing escaped that need not be. The head is the record without `entries`, `digest` and
//! the players' `name`; an entry is itself without its `digest`.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

const LABEL: &[u8] = b"althing/record/v1\0";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal([u8; 32]);

impl Seal {
    /// The seal of a record without entries. Members of `head` that are not sealed are passed over.
    pub fn begin(head: &Value) -> Self {
        let mut text = String::new();
        write_members(members_of(head), &["entries", "digest"], &mut text, &mut write_head_member);
        Self(Sha256::new().chain_update(LABEL).chain_update(&text).finalize().into())
    }

    pub fn add(&mut self, entry: &Value) {
        let mut text = String::new();
        write_members(members_of(entry), &["digest"], &mut text, &mut |_, value, text| write(value, text));
        self.0 = Sha256::new().chain_update(self.0).chain_update(&text).finalize().into();
    }

    /// The seal as it stands in a record.
    pub fn hex(self) -> String {
        hex::encode(self.0)
    }
}

/// A value that is no object has no members; readers have refused it before.
fn members_of(value: &Value) -> Option<&Map<String, Value>> {
    value.as_object()
}

fn write_head_member(name: &str, value: &Value, text: &mut String) {
    let (true, Some(players)) = (name == "players", value.as_array()) else { return write(value, text) };
    write_list(players, text, &mut |player, text| {
        write_members(members_of(player), &["name"], text, &mut |_, value, text| write(value, text));
    });
}

/// The canonical form of any JSON.
fn write(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            write_members(Some(members), &[], text, &mut |_, value, text| write(value, text));
        }
        Value::Array(items) => write_list(items, text, &mut write),
        scalar => text.push_str(&scalar.to_string()),
    }
}

fn write_list(items: &[Value], text: &mut String, each: &mut dyn FnMut(&Value, &mut String)) {
    text.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        each(item, text);
    }
    text.push(']');
}

type EachMember<'f> = &'f mut dyn FnMut(&str, &Value, &mut String);

fn write_members(
    members: Option<&Map<String, Value>>,
    without: &[&str],
    text: &mut String,
    each: EachMember<'_>,
) {
    let mut sorted: Vec<(&String, &Value)> = members.into_iter().flatten().collect();
    sorted.retain(|(name, _)| !without.contains(&name.as_str()));
    sorted.sort_unstable_by_key(|(name, _)| *name);
    text.push('{');
    for (index, (name, value)) in sorted.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&Value::from(name.as_str()).to_string());
        text.push(':');
        each(name, value, text);
    }
    text.push('}');
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Seal, write};

    fn canonical(value: &Value) -> String {
        let mut text = String::new();
        write(value, &mut text);
        text
    }

    #[test]
    fn members_are_sorted_at_every_depth_and_nothing_is_escaped_that_need_not_be() {
        let value = json!({"b": [{"z": 1, "a": "á\n\u{1}\"\\/"}, true, null], "a": -2});
        assert_eq!(
            canonical(&value),
            "{\"a\":-2,\"b\":[{\"a\":\"á\\n\\u0001\\\"\\\\/\",\"z\":1},true,null]}"
        );
    }

    #[test]
    fn names_are_not_sealed_but_everything_else_is() {
        let head = json!({"game": 1, "players": [{"seat": 0, "name": "Aud"}], "entries": [1], "digest": "x"});
        let mut other = head.clone();
        other["players"][0]["name"] = json!("Departed 4f2a");
        other["entries"] = json!([]);
        other["digest"] = json!(null);
        assert_eq!(Seal::begin(&head), Seal::begin(&other));
        other["players"][0]["seat"] = json!(1);
        assert_ne!(Seal::begin(&head), Seal::begin(&other));
    }

    #[test]
    fn the_order_of_entries_is_sealed() {
        let seal = |entries: [u8; 2]| {
            let mut seal = Seal::begin(&json!({}));
            entries.into_iter().for_each(|version| seal.add(&json!({"version": version})));
            seal
        };
        assert_ne!(seal([0, 1]), seal([1, 0]));
    }
}
