//! Finds control characters, which no text of a request may contain: the database, headers and logs can't take some of
//! them.

use serde_json::Value;

use crate::error::{MOST_MISTAKES, below};

/// Does the text contain control characters other than line breaks and tabs?
pub fn holds_control_characters(text: &str) -> bool {
    text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t'))
}

/// Is the value of a field with this name taken as it is? A password may contain any characters: only its hash is
/// stored, and a password that was set once must keep working.
pub fn is_verbatim(name: &str) -> bool {
    name.ends_with("password")
}

/// The JSON Pointers of texts with control characters, at most one more than are named.
pub fn with_control_characters(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, &mut Vec::new(), &mut found);
    found
}

fn collect<'v>(value: &'v Value, path: &mut Vec<PathStep<'v>>, found: &mut Vec<String>) {
    if found.len() > MOST_MISTAKES {
        return;
    }
    match value {
        Value::String(text) if holds_control_characters(text) => found.push(pointer(path)),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(PathStep::Item(index));
                collect(item, path, found);
                path.pop();
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                path.push(PathStep::Member(name));
                // Names are checked, too: callers choose the names of members of some objects.
                match holds_control_characters(name) {
                    true => found.push(pointer(path)),
                    false if member.is_string() && is_verbatim(name) => {}
                    false => collect(member, path, found),
                }
                path.pop();
            }
        }
        _ => {}
    }
}

/// A step of the path to a value. Pointers are written only for mistakes: one for each value would cost as much as the
/// body is deep.
enum PathStep<'v> {
    Member(&'v str),
    Item(usize),
}

fn pointer(path: &[PathStep<'_>]) -> String {
    path.iter().fold(String::new(), |pointer, step| match step {
        PathStep::Member(name) => below(pointer, name),
        PathStep::Item(index) => below(pointer, &index.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::with_control_characters;

    #[test]
    fn they_are_found_wherever_they_stand_and_lines_may_have_ends() {
        let fine =
            json!({"text": "one\r\ntwo\tthree\u{202e}", "n": [1, null, "ø"], "new_password": "a\u{7f}b"});
        assert_eq!(with_control_characters(&fine), [""; 0]);
        let wrong = json!({"a": ["x", {"b/c": "y\u{0}"}], "d\u{1b}": "e\u{7}", "f": "\u{7f}", "g": "\u{85}"});
        assert_eq!(with_control_characters(&wrong), ["/a/1/b~1c", "/d\u{1b}", "/f", "/g"]);
    }
}
