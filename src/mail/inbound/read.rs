//! Reading a mail: MIME and HTML, down to the lines that its writer wrote.
//!
//! What was quoted, what is a signature and what a program wrote is never taken for an answer.

use mail_parser::decoders::html::html_to_text;
use mail_parser::{Message, MessageParser, PartType};

use super::automatic::is_automatic;
use super::own_words::own_words;
use crate::service::identity::email_key;
use crate::service::replies::InboundMail;

/// Where mail programs begin to quote in HTML.
const QUOTES: [&str; 11] = [
    "<blockquote",
    "class=\"gmail_quote",
    "class=\"gmail_attr",
    "class=\"gmail_signature",
    "class=\"yahoo_quoted",
    "class=\"moz-cite-prefix",
    "class=\"moz-signature",
    "id=\"appendonsend",
    "id=\"divrplyfwdmsg",
    "id=\"mail-editor-reference-message-container",
    "id=\"signature",
];
const BLOCK_ENDS: [&str; 7] = ["</div", "</li", "</tr", "</h1", "</h2", "</table", "<hr"];

/// Reads a mail that came from the envelope sender `return_path`; `None` when it is no mail.
pub fn read(raw: &[u8], return_path: &str) -> Option<InboundMail> {
    let message = MessageParser::default().parse(raw)?;
    let senders = message.from().into_iter().flat_map(|from| from.iter());
    let named = message.from().and_then(|from| from.first()).and_then(|sender| sender.name());
    Some(InboundMail {
        id: message.message_id().filter(|id| id.len() <= 500 && is_one_word(id)).map(str::to_owned),
        from: senders.filter_map(|sender| sender.address()).map(email_key).collect(),
        from_name: named.map(str::to_owned),
        from_lines: message.headers().iter().filter(|header| is_from(header.name.as_str())).count(),
        is_automatic: is_automatic(&message, return_path),
        lines: lines(&message),
    })
}

fn is_from(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("from")
}

fn is_one_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'<' && byte != b'>')
}

/// Plain text is preferred; HTML is read when there is none.
fn lines(message: &Message<'_>) -> Vec<String> {
    let texts = message.text_bodies().filter_map(|part| match &part.body {
        PartType::Text(text) => Some(own_words(text)),
        PartType::Html(page) => Some(own_words(&html_as_text(page))),
        _ => None,
    });
    texts.into_iter().find(|lines| !lines.is_empty()).unwrap_or_default()
}

/// An HTML page as text, up to where it quotes.
fn html_as_text(page: &str) -> String {
    // Only ASCII changes its case here, so that what is found in one stands in the same place in the other.
    let small = page.to_ascii_lowercase();
    let quoted = QUOTES.iter().filter_map(|mark| small.find(mark)).min();
    let own =
        quoted.and_then(|at| page.get(..page.get(..at)?.rfind('<').unwrap_or(at).max(start(&small, at))));
    html_to_text(&with_line_breaks(own.unwrap_or(page)))
}

/// A mark that opens an element begins with it; any other stands inside of one.
fn start(small: &str, at: usize) -> usize {
    if small.get(at..).is_some_and(|rest| rest.starts_with('<')) { at } else { 0 }
}

/// The same page with a line break wherever an element ends that stands on lines of its own.
fn with_line_breaks(page: &str) -> String {
    let small = page.to_ascii_lowercase();
    let mut places: Vec<usize> =
        BLOCK_ENDS.iter().flat_map(|end| small.match_indices(end).map(|(at, _)| at)).collect();
    places.sort_unstable();
    let mut text = String::with_capacity(page.len() + places.len() * 4);
    let mut from = 0;
    for at in places {
        text.push_str(page.get(from..at).unwrap_or_default());
        text.push_str("<br>");
        from = at;
    }
    text.push_str(page.get(from..).unwrap_or_default());
    text
}

#[cfg(test)]
mod tests {
    use super::html_as_text;

    fn lines_of(page: &str) -> Vec<String> {
        let text = html_as_text(page);
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn a_page_is_read_line_by_line_up_to_the_quote() {
        let gmail = "<div dir=\"ltr\">3</div><br><div class=\"gmail_quote\"><div>On x wrote:</div>4</div>";
        assert_eq!(lines_of(gmail), ["3"]);
        assert_eq!(
            lines_of("<html><head><style>p { x: 1 }</style></head><p>3</p><blockquote>4</blockquote>"),
            ["3"]
        );
        assert_eq!(lines_of("<DIV>3</DIV><div id=\"divRplyFwdMsg\">From: x</div>"), ["3"]);
        assert_eq!(lines_of("<div>3</div><div>thanks &amp; bye</div>"), ["3", "thanks & bye"]);
    }
}
