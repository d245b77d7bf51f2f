//! Control characters, which no text of a request holds: a database refuses some of them, headers and logs others.

use serde_json::Value;

use crate::error::{MOST_MISTAKES, below};

/// Does the text hold a control character beside line breaks and tabs?
pub fn holds_control_characters(text: &str) -> bool {
    text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t'))
}

/// Is the value of that name taken as it is? A password may be any characters: only its hash is stored, and one that was set
/// must go on opening its account.
pub fn is_verbatim(name: &str) -> bool {
    name.ends_with("password")
}

/// Where in a value such a text stands, as JSON Pointers, as far as they are told.
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
                // A name is a text, too: the members of some objects are named by the caller.
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

/// A pointer is written only for what is wrong: one for each value would cost as much as the depth of the body.
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
