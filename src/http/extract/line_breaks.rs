//! Normalises line breaks in bodies, forms and queries to `\n`.

use std::borrow::Cow;

use serde_json::Value;

use crate::validation::is_verbatim;

/// The characters besides `\n` that end a line. Browsers send CRLF for each break of a text area; some editors and
/// keyboards write the others.
const BREAKS: [char; 4] = ['\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// A text in which every line ends with `\n`.
pub fn normalized(text: &str) -> Cow<'_, str> {
    if !text.contains(BREAKS) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace(BREAKS, "\n"))
}

/// Normalises all texts of a JSON body but those that are kept as typed, such as passwords.
pub fn normalize_json(body: &mut Value) {
    match body {
        Value::String(text) => {
            if let Cow::Owned(changed) = normalized(text) {
                *text = changed;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(normalize_json),
        Value::Object(members) => {
            let members = members.iter_mut().filter(|(name, _)| !is_verbatim(name));
            members.for_each(|(_, member)| normalize_json(member));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The names and values of a form or a query, with normalised line breaks.
pub fn pairs(encoded: &[u8]) -> Vec<(String, String)> {
    let pair = |(name, value): (Cow<'_, str>, Cow<'_, str>)| {
        let value = if is_verbatim(&name) { value.into_owned() } else { normalized(&value).into_owned() };
        (name.into_owned(), value)
    };
    form_urlencoded::parse(encoded).map(pair).collect()
}

/// [`pairs`] encoded again: serde's reader of forms, which turns texts into numbers, takes nothing but the encoded
/// form.
pub fn encoded(pairs: &[(String, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_break_of_a_line_is_one_newline() {
        for sent in ["one\ntwo\n\nthree", "one\r\ntwo\r\n\r\nthree", "one\rtwo\r\rthree"] {
            assert_eq!(normalized(sent), "one\ntwo\n\nthree", "{sent:?}");
        }
        assert_eq!(normalized("one\u{2028}two\u{2029}\u{85}three"), "one\ntwo\n\nthree");
        assert_eq!(normalized("a\r\r\nb\n\rc"), "a\n\nb\n\nc");
        assert!(matches!(normalized("as it is\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn texts_of_forms_and_json_have_them_at_every_depth_and_passwords_are_left_alone() {
        let form = pairs(b"text=a%0D%0Ab&to=1&password=a%0Db");
        assert_eq!(encoded(&form), "text=a%0Ab&to=1&password=a%0Db");
        let mut body =
            serde_json::json!({"text": "a\r\nb", "in": [{"deep": "a\rb"}], "old_password": "a\rb"});
        normalize_json(&mut body);
        assert_eq!(
            body,
            serde_json::json!({"text": "a\nb", "in": [{"deep": "a\nb"}], "old_password": "a\rb"})
        );
    }
}
