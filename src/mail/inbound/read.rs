//! Reads a mail, through MIME, character sets and HTML, down to the lines that its writer wrote.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use url::Host;

use super::automatic::is_automatic;
use super::html::html_lines;
use super::own_words::{OurMails, own_words};
use crate::service::identity::email_key;
use crate::service::replies::{InboundMail, OwnLine};
use rules::typed_answers::words;

/// The most parts, and bytes of text, that are read: no answer to a game is longer.
const MAX_PARTS: usize = 20;
const MAX_TEXT: usize = 400_000;
/// The most bytes of headers; mails of people have some thousand, and Postfix cuts them at 100 kB. All headers are
/// searched for each of some twenty names, which for the 70,000 headers of two megabytes took half a second.
const MAX_HEADERS: usize = 200_000;

/// Reads a mail with the envelope sender `return_path`; `None` when it can't be parsed or its headers are too long.
pub fn read(raw: &[u8], return_path: &str, ours: &OurMails) -> Option<InboundMail> {
    if headers_length(raw) > MAX_HEADERS {
        return None;
    }
    let message = MessageParser::default().parse(raw)?;
    let senders = message.from().into_iter().flat_map(|from| from.iter());
    let named = message.from().and_then(|from| from.first()).and_then(|sender| sender.name());
    Some(InboundMail {
        id: message.message_id().filter(|id| id.len() <= 500 && is_one_word(id)).map(str::to_owned),
        from: senders.filter_map(|sender| sender.address()).map(sender_key).collect(),
        from_name: named.map(str::to_owned),
        from_lines: message.headers().iter().filter(|header| is_from(header.name.as_str())).count(),
        is_automatic: is_automatic(&message, return_path),
        lines: lines(&message, ours),
    })
}

/// The bytes before the first empty line.
fn headers_length(raw: &[u8]) -> usize {
    let lines = raw.split_inclusive(|byte| *byte == b'\n');
    lines.take_while(|line| !line.trim_ascii().is_empty()).map(<[u8]>::len).sum()
}

fn is_from(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("from")
}

fn is_one_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'<' && byte != b'>')
}

/// The address as a key for comparing with accounts. Accounts have the ASCII form of a domain; mail programs may write
/// the Unicode form.
fn sender_key(address: &str) -> String {
    let ascii = address.rsplit_once('@').and_then(|(local, domain)| match Host::parse(domain) {
        Ok(Host::Domain(domain)) if !address.is_ascii() => Some(format!("{local}@{domain}")),
        _ => None,
    });
    email_key(ascii.as_deref().unwrap_or(address))
}

/// The writer's lines from all text parts, in their order. The HTML alternative is read instead where the plain text is
/// empty, or is a stub whose lines are not in the HTML.
fn lines(message: &Message<'_>, ours: &OurMails) -> Vec<OwnLine> {
    let own = own_words(&text_of(message, &message.text_body), ours);
    if message.html_body == message.text_body {
        return own;
    }
    let page = text_of(message, &message.html_body);
    let said = |text: &str| words(text).join(" ");
    let shown = said(&page);
    let mut written = own.iter().filter(|line| !line.text.is_empty()).take(3).peekable();
    let is_stub = written.peek().is_none() || written.all(|line| !shown.contains(&said(&line.text)));
    if is_stub { own_words(&page, ours) } else { own }
}

fn text_of(message: &Message<'_>, parts: &[u32]) -> String {
    let mut text = String::new();
    for part in parts.iter().take(MAX_PARTS).filter_map(|part| message.part(*part)) {
        let read = match &part.body {
            PartType::Text(read) => {
                let read = with_plain_ends(&decoded(message, part, read));
                let read = clear_signed(&read);
                if is_flowed(part) { unflowed(read, deletes_space(part)) } else { read.to_owned() }
            }
            PartType::Html(page) => with_plain_ends(&html_lines(bounded(&decoded(message, part, page)))),
            _ => continue,
        };
        text.push_str(bounded(&read));
        text.push('\n');
        if text.len() >= MAX_TEXT {
            break;
        }
    }
    text
}

/// The text up to the bound, at the end of a character.
fn bounded(text: &str) -> &str {
    // A character has at most four bytes, so one of these offsets is a boundary.
    (MAX_TEXT..MAX_TEXT + 4).find_map(|end| text.get(..end)).unwrap_or(text)
}

/// The text of a part. Bytes that are invalid in the character set that the part names, or in UTF-8 where it names
/// none, are read as Windows-1252, which old mail programs write without declaring it.
fn decoded<'t>(message: &Message<'_>, part: &MessagePart<'_>, read: &'t str) -> Cow<'t, str> {
    if !read.contains(char::REPLACEMENT_CHARACTER) {
        return Cow::Borrowed(read);
    }
    let bytes =
        message.raw_message.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default();
    let bytes = match part.encoding {
        Encoding::None => Some(Cow::Borrowed(bytes)),
        Encoding::QuotedPrintable => quoted_printable_decode(bytes).map(Cow::Owned),
        Encoding::Base64 => base64_decode(bytes).map(Cow::Owned),
    };
    let western = charset_decoder(b"windows-1252").zip(bytes).map(|(decode, bytes)| decode(&bytes));
    western.map_or(Cow::Borrowed(read), Cow::Owned)
}

/// The text with `\n` as its only line end: some programs end lines with a lone CR, and telephones with U+2028.
fn with_plain_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace(['\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'], "\n")
}

/// The text between the marks of a PGP clear signature (RFC 9580, 7), if it has one.
fn clear_signed(text: &str) -> &str {
    let Some((_, signed)) = text.split_once("-----BEGIN PGP SIGNED MESSAGE-----\n") else { return text };
    let Some((_, signed)) = signed.split_once("\n\n") else { return text };
    signed.split_once("-----BEGIN PGP SIGNATURE-----").map_or(signed, |(signed, _)| signed)
}

fn attribute<'p>(part: &'p MessagePart<'_>, name: &str) -> Option<&'p str> {
    part.content_type()?.attribute(name)
}

/// Is the part `format=flowed` (RFC 3676), where a blank at the end of a line continues the paragraph?
fn is_flowed(part: &MessagePart<'_>) -> bool {
    attribute(part, "format").is_some_and(|format| format.eq_ignore_ascii_case("flowed"))
}

fn deletes_space(part: &MessagePart<'_>) -> bool {
    attribute(part, "delsp").is_some_and(|delsp| delsp.eq_ignore_ascii_case("yes"))
}

/// Joins the lines of each flowed paragraph. Quoted lines stay as they are.
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nix::time::{ClockId, clock_gettime};

    use super::read;
    use crate::mail::inbound::html::html_lines;
    use crate::mail::inbound::own_words::OurMails;
    use crate::service::replies::parts as grammar_parts;

    /// The lines of a mail with these headers and this body, in Latin-1.
    fn own_lines(headers: &str, body: &str) -> Vec<String> {
        let mail = format!("From: Aud <aud@example.org>\r\nMIME-Version: 1.0\r\n{headers}\r\n\r\n{body}\r\n");
        let bytes: Vec<u8> = mail.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
        let lines =
            read(&bytes, "aud@example.org", &OurMails::named("Althing", "a@example.org")).unwrap().lines;
        lines.into_iter().map(|line| line.text).filter(|text| !text.is_empty()).collect()
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
        let text = html_lines(page);
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn a_page_is_read_line_by_line_up_to_the_quote() {
        let gmail = "<div dir=\"ltr\">3</div><br><div class=\"gmail_quote\"><div>On x wrote:</div>4</div>";
        assert_eq!(lines_of(gmail), ["3", ">"]);
        let quote =
            "<html><head><style>p { x: 1 }</style></head><p>3</p><blockquote>4</blockquote><p>5</p></html>";
        assert_eq!(lines_of(quote), ["3", ">", "5"]);
        let nested = "<blockquote>1<blockquote>2</blockquote>3</blockquote>4";
        assert_eq!(lines_of(nested), [">", "4"]);
        assert_eq!(lines_of("<DIV>3</DIV><div id=\"divRplyFwdMsg\">From: x</div>"), ["3", ">"]);
        assert_eq!(lines_of("<div>3</div><div>thanks &amp; bye</div>"), ["3", "thanks & bye"]);
        assert_eq!(
            lines_of("<ol start=\"3\"><li><br></li><li>x</li><li value='9'>y</ol>"),
            ["3.", "4. x", "9. y"]
        );
        assert_eq!(
            lines_of("<!-- 1 -->2<p>3<br>4</p>\n5 <b>6</b>\n7<script>8</script>"),
            ["2", "3", "4", "5 6 7"]
        );
        assert_eq!(lines_of("3<blockquote>never closed 4"), ["3", ">"]);
    }

    #[test]
    fn all_text_parts_count_and_a_stub_for_a_page_does_not() {
        let parts = |kind: &str, parts: [(&str, &str); 2]| {
            let parts =
                parts.map(|(kind, text)| format!("--x\r\nContent-Type: {kind}\r\n\r\n{text}\r\n")).concat();
            own_lines(&format!("Content-Type: multipart/{kind}; boundary=x"), &format!("{parts}--x--"))
        };
        assert_eq!(parts("mixed", [("text/plain", "Hi!"), ("text/plain", "3")]), ["Hi!", "3"]);
        let stub = "This message is in HTML.";
        assert_eq!(parts("alternative", [("text/plain", stub), ("text/html", "<p>3</p>")]), ["3"]);
        assert_eq!(parts("alternative", [("text/plain", "3"), ("text/html", "<p>3</p>")]), ["3"]);
    }

    #[test]
    fn letters_in_no_declared_set_are_read_as_old_programs_write_them() {
        for headers in ["X: y", "Content-Type: text/plain", "Content-Type: text/plain; charset=utf-8"] {
            assert_eq!(own_lines(headers, "bygg p\u{E5} \u{E5}keren"), ["bygg på åkeren"], "{headers}");
        }
        let quoted = "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable";
        assert_eq!(own_lines(quoted, "p=E5"), ["på"]);
    }

    #[test]
    fn lines_end_in_every_way_that_programs_end_them() {
        let plain = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable";
        for end in ["=0D", "=0D=0A", "=E2=80=A8", "=E2=80=A9", "=C2=85"] {
            assert_eq!(own_lines(plain, &format!("3{end}4")), ["3", "4"], "{end}");
        }
    }

    #[test]
    fn what_is_clear_signed_is_read_without_its_signature() {
        let signed = "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\n3\r\n\
                      -----BEGIN PGP SIGNATURE-----\r\n\r\niQ4\r\n-----END PGP SIGNATURE-----";
        assert_eq!(own_lines("X: y", signed), ["3"]);
    }

    #[test]
    fn a_sender_in_the_letters_of_a_domain_is_the_one_in_ascii() {
        let mail = "From: <Aud@b\u{fc}cher.example>\r\n\r\n3\r\n";
        let mail =
            read(mail.as_bytes(), "x@example.org", &OurMails::named("Althing", "a@example.org")).unwrap();
        assert_eq!(mail.from, ["aud@xn--bcher-kva.example"]);
    }

    #[test]
    fn headers_may_be_long_but_not_without_end() {
        let ours = OurMails::named("Althing", "a@example.org");
        let mail = |headers: usize| format!("{}\r\n3", "From: Aud <aud@example.org>\r\n".repeat(headers));
        assert_eq!(read(mail(6_000).as_bytes(), "aud@example.org", &ours).unwrap().from_lines, 6_000);
        assert!(read(mail(7_000).as_bytes(), "aud@example.org", &ours).is_none());
        assert!(read(mail(70_000).trim_end().as_bytes(), "aud@example.org", &ours).is_none());
    }

    /// Processor time of this thread.
    fn time_to_read(raw: &[u8]) -> Duration {
        let ours = OurMails::named("Althing", "a@example.org");
        let now = || Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap());
        let from = now();
        let mail = read(raw, "aud@example.org", &ours).unwrap();
        grammar_parts(&mail.lines, &[]);
        now() - from
    }

    #[test]
    fn the_cost_of_a_mail_grows_with_its_length_and_not_with_its_square() {
        let text = |body: String| format!("From: Aud <aud@example.org>\r\n\r\n{body}").into_bytes();
        let typed = |kind: &str, body: String| {
            format!("From: Aud <aud@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n{body}")
                .into_bytes()
        };
        type Kind<'k> = (&'k str, &'k dyn Fn(usize) -> Vec<u8>);
        let kinds: [Kind<'_>; 14] = [
            ("sentences", &|size| text("Hi. ".repeat(size / 4))),
            ("flowed sentences", &|size| {
                typed("text/plain; format=flowed", "Hi. Hi. Hi. \r\n".repeat(size / 14))
            }),
            ("short lines", &|size| text("x\r\n".repeat(size / 3))),
            ("flowed short lines", &|size| typed("text/plain; format=flowed", "x \r\n".repeat(size / 4))),
            ("empty lines", &|size| text("\r\n".repeat(size / 2))),
            ("quotes between lines", &|size| text("Althing: 3\r\n> x\r\n".repeat(size / 17))),
            ("headers between quotes", &|size| {
                text("From: x\r\nTo: x\r\nDate: x\r\n\r\n>\r\n".repeat(size / 32))
            }),
            ("numbers", &|size| text("3, ".repeat(size / 3))),
            ("page without ends", &|size| typed("text/html", "<p".repeat(size / 2))),
            ("page of elements", &|size| typed("text/html", "<div><blockquote>".repeat(size / 17))),
            ("page of lists", &|size| typed("text/html", "<ol><li>3".repeat(size / 9))),
            ("page of comments", &|size| typed("text/html", "<!-- x".repeat(size / 6))),
            ("parts", &|size| typed("multipart/mixed; boundary=b", "--b\r\n\r\nx\r\n".repeat(size / 10))),
            ("headers of a part", &|size| {
                let headers = "Content-Description: x\r\n".repeat(size / 24);
                typed("multipart/mixed; boundary=b", format!("--b\r\n{headers}\r\n3\r\n--b--"))
            }),
        ];
        for (kind, mail) in kinds {
            let (short_mail, long_mail) = (mail(100_000), mail(2_000_000));
            let (mut short, mut long) = (Duration::MAX, Duration::MAX);
            // Twenty times as long: twenty times the work, up to 32 times the time where a virtual machine touches new
            // memory or leaves its caches, and 400 times for a square. The least of some rounds counts, because
            // processor time too grows while neighbours are busy.
            let is_linear = (0..5).any(|_| {
                short = short.min(time_to_read(&short_mail));
                long = long.min(time_to_read(&long_mail));
                long <= short * 40
            });
            assert!(is_linear, "{kind}: {short:?} for 100 kB, {long:?} for 2 MB");
        }
    }
}
