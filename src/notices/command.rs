//! Commands that a reader can copy into a shell.

/// A POST of a JSON `body` with curl; `signed` leaves room for the access token.
pub fn post(url: &str, signed: bool, body: &str) -> String {
    let token = if signed { " \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\"" } else { "" };
    format!("curl {url}{token} \\\n  -H 'Content-Type: application/json' \\\n  -d {}", quoted(body))
}

/// In single quotes, as a shell reads them.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::post;

    #[test]
    fn a_body_stays_one_word_of_the_shell() {
        let command = post("http://localhost/x", false, r#"{"name":"it's"}"#);
        assert!(command.ends_with(r#"-d '{"name":"it'\''s"}'"#), "{command}");
    }
}
