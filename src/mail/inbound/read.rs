//! Reading a mail: MIME and HTML, down to the lines that its writer wrote.
//!
//! What was quoted, what is a signature and what a program wrote is never taken for an answer.

use mail_parser::decoders::html::html_to_text;
use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders, PartType};

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

/// Plain text is preferred; HTML is read when there is none, or nothing in it.
fn lines(message: &Message<'_>) -> Vec<String> {
    let texts = message.text_bodies().chain(message.html_bodies()).filter_map(|part| match &part.body {
        PartType::Text(text) if is_flowed(part) => Some(own_words(&unflowed(text, deletes_space(part)))),
        PartType::Text(text) => Some(own_words(text)),
        PartType::Html(page) => Some(own_words(&html_as_text(page))),
        _ => None,
    });
    texts.into_iter().find(|lines| !lines.is_empty()).unwrap_or_default()
}

fn attribute<'p>(part: &'p MessagePart<'_>, name: &str) -> Option<&'p str> {
    part.content_type()?.attribute(name)
}

/// Does a blank at the end of a line say that its paragraph goes on (RFC 3676)?
fn is_flowed(part: &MessagePart<'_>) -> bool {
    attribute(part, "format").is_some_and(|format| format.eq_ignore_ascii_case("flowed"))
}

fn deletes_space(part: &MessagePart<'_>) -> bool {
    attribute(part, "delsp").is_some_and(|delsp| delsp.eq_ignore_ascii_case("yes"))
}

/// With each paragraph on one line. What is quoted stays as it is.
fn unflowed(text: &str, deletes_space: bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let is_quoted = line.starts_with('>');
        let line = if is_quoted { line } else { line.strip_prefix(' ').unwrap_or(line) };
        match lines.last_mut().filter(|_| goes_on && !is_quoted) {
            Some(paragraph) => {
                if deletes_space {
                    paragraph.pop();
                }
                paragraph.push_str(line);
            }
            None => lines.push(line.to_owned()),
        }
        goes_on = line.ends_with(' ') && !is_quoted && line != "-- ";
    }
    lines.join("\n")
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
    use super::{html_as_text, read};

    /// The lines of a mail with these headers and this body, in Latin-1.
    fn own_lines(headers: &str, body: &str) -> Vec<String> {
        let mail = format!("From: Aud <aud@example.org>\r\nMIME-Version: 1.0\r\n{headers}\r\n\r\n{body}\r\n");
        let bytes: Vec<u8> = mail.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
        read(&bytes, "aud@example.org").unwrap().lines
    }

    #[test]
    fn letters_are_the_same_in_every_encoding() {
        let said = ["bygg vegen på åkeren"];
        for (headers, body) in [
            (
                "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit",
                "bygg vegen på åkeren",
            ),
            ("Content-Type: text/plain; charset=windows-1252", "bygg vegen på åkeren\u{A0}"),
            (
                "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable",
                "bygg vegen p=C3=A5 =C3=A5=\r\nkeren",
            ),
            (
                "Content-Type: text/plain; charset=iso-8859-15\r\nContent-Transfer-Encoding: quoted-printable",
                "bygg vegen p=E5 =E5keren",
            ),
            (
                "Content-Type: text/plain; charset=\"UTF-8\"\r\nContent-Transfer-Encoding: base64",
                "YnlnZyB2ZWdlbiBww6Ug\r\nw6VrZXJlbg==",
            ),
            (
                "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable",
                "<p>bygg&nbsp;vegen p=C3=A5 &aring;keren</p><br><div class=3D\"gmail_quote\">x</div>",
            ),
        ] {
            let lines: Vec<String> = own_lines(headers, body)
                .iter()
                .map(|line| line.replace('\u{A0}', " ").trim().to_owned())
                .collect();
            assert_eq!(lines, said, "{headers}");
        }
    }

    #[test]
    fn a_paragraph_that_flows_is_one_line() {
        let flowed = "Content-Type: text/plain; charset=utf-8; format=flowed";
        let body = "Build a road \r\non edge 5\r\nend \r\nturn\r\n\r\n-- \r\nAud \r\n> 3 \r\n> 4";
        assert_eq!(own_lines(flowed, body), ["Build a road on edge 5", "end turn"]);
        let deleting = format!("{flowed}; delsp=yes");
        assert_eq!(
            own_lines(&deleting, "Build a road  \r\non edge 5\r\n  3"),
            ["Build a road on edge 5", "3"]
        );
        let fixed = "Content-Type: text/plain; charset=utf-8";
        assert_eq!(own_lines(fixed, "3 \r\n4"), ["3", "4"]);
    }

    #[test]
    fn the_page_of_an_alternative_is_read_where_its_text_is_empty() {
        let headers = "Content-Type: multipart/alternative; boundary=x";
        let body = "--x\r\nContent-Type: text/plain\r\n\r\n \r\n--x\r\nContent-Type: text/html\r\n\r\n\
                    <div>3</div><div>Sent from my iPhone</div><blockquote>4</blockquote>\r\n--x--";
        assert_eq!(own_lines(headers, body), ["3"]);
    }

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
