//! A strict reader of calendars, by the text of RFC 5545: what it does not take, some calendar does not take.

/// A property with its parameters, unfolded, its value still escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub name: String,
    pub parameters: String,
    pub value: String,
}

#[derive(Debug, Clone, Default)]
pub struct Read {
    pub properties: Vec<Line>,
    pub events: Vec<Vec<Line>>,
}

/// Reads a calendar. Panics where a rule is broken, with the line.
pub fn read(text: &str) -> Read {
    let mut read = Read::default();
    let mut open: Vec<&str> = Vec::new();
    let lines = content_lines(text);
    for line in &lines {
        match (line.name.as_str(), line.value.as_str()) {
            ("BEGIN", "VCALENDAR") if open.is_empty() => open.push("VCALENDAR"),
            ("BEGIN", "VEVENT") if open == ["VCALENDAR"] => {
                open.push("VEVENT");
                read.events.push(Vec::new());
            }
            ("END", name) if open.last() == Some(&name) => {
                open.pop();
            }
            ("BEGIN" | "END", _) => panic!("out of place: {line:?}"),
            _ if open == ["VCALENDAR"] => read.properties.push(line.clone()),
            _ if open == ["VCALENDAR", "VEVENT"] => read.events.last_mut().unwrap().push(line.clone()),
            _ => panic!("outside of the calendar: {line:?}"),
        }
    }
    assert!(open.is_empty(), "{open:?} does not end");
    assert_eq!(lines.last().unwrap().value, "VCALENDAR");
    // 3.6: both are required, once.
    assert_eq!(one(&read.properties, "VERSION"), "2.0");
    assert!(one(&read.properties, "PRODID").starts_with("-//"));
    for event in &read.events {
        must_be_event(event);
    }
    read
}

/// The value of a property that must be there once.
#[track_caller]
pub fn one(lines: &[Line], name: &str) -> String {
    let found: Vec<&Line> = lines.iter().filter(|line| line.name == name).collect();
    assert_eq!(found.len(), 1, "{name} in {lines:?}");
    found[0].value.clone()
}

/// The text of such a property, without its escapes (3.3.11).
#[track_caller]
pub fn text(lines: &[Line], name: &str) -> String {
    let escaped = one(lines, name);
    let (mut text, mut letters) = (String::new(), escaped.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n' | 'N') => text.push('\n'),
                Some(letter @ ('\\' | ';' | ',')) => text.push(letter),
                other => panic!("an escape of {other:?} in {escaped}"),
            },
            ';' | ',' => panic!("{letter} is not escaped in {escaped}"),
            other => text.push(other),
        }
    }
    text
}

/// 3.6.1: the required properties once, times in UTC, and an end behind the start.
fn must_be_event(event: &[Line]) {
    for name in
        ["UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "SEQUENCE", "LAST-MODIFIED", "URL", "DESCRIPTION"]
    {
        one(event, name);
    }
    for name in ["DTSTAMP", "DTSTART", "DTEND", "LAST-MODIFIED"] {
        instant(&one(event, name));
    }
    assert!(one(event, "DTSTART") < one(event, "DTEND"));
    let _: u32 = one(event, "SEQUENCE").parse().unwrap();
    assert!(event.iter().all(|line| line.name != "VALARM"));
    for name in ["SUMMARY", "DESCRIPTION", "UID"] {
        text(event, name);
    }
}

/// 3.3.5, form 2.
pub fn instant(text: &str) -> althing::time_control::Instant {
    chrono::NaiveDateTime::parse_from_str(text, "%Y%m%dT%H%M%SZ")
        .unwrap_or_else(|_| panic!("{text}"))
        .and_utc()
}

/// 3.1: lines end in CRLF, have at most 75 octets, and go on behind a space.
fn content_lines(text: &str) -> Vec<Line> {
    assert!(text.ends_with("\r\n"), "the last line has no end");
    let mut whole: Vec<String> = Vec::new();
    for line in text[..text.len() - 2].split("\r\n") {
        assert!(line.len() <= 75, "{} octets: {line}", line.len());
        assert!(!line.is_empty(), "an empty line");
        assert!(
            !line.chars().any(|letter| letter.is_control() && letter != '\t'),
            "a control character: {line:?}"
        );
        match line.strip_prefix(' ') {
            Some(rest) => whole.last_mut().expect("the first line goes on").push_str(rest),
            None => whole.push(line.to_owned()),
        }
    }
    whole.iter().map(|line| content_line(line)).collect()
}

fn content_line(line: &str) -> Line {
    let end = line.find([':', ';']).unwrap_or_else(|| panic!("no value: {line}"));
    let (name, rest) = line.split_at(end);
    assert!(
        name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-'),
        "{line}"
    );
    let (parameters, value) = rest.split_once(':').unwrap_or_else(|| panic!("no value: {line}"));
    Line { name: name.to_owned(), parameters: parameters.to_owned(), value: value.to_owned() }
}

#[test]
fn the_reader_refuses_what_the_standard_does() {
    let whole = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x\r\nEND:VCALENDAR\r\n";
    read(whole);
    let long = format!("X-A:{}\r\n", "x".repeat(80));
    for wrong in [
        whole.replace("\r\n", "\n"),
        whole.replace("VERSION:2.0\r\n", ""),
        whole.replace("END:VCALENDAR", "END:VEVENT"),
        whole.replace("PRODID", &format!("{long}PRODID")),
        whole.replace("PRODID", "BEGIN:VEVENT\r\nEND:VEVENT\r\nPRODID"),
        whole.replace("PRODID", "no value\r\nPRODID"),
    ] {
        assert!(std::panic::catch_unwind(|| read(&wrong)).is_err(), "{wrong}");
    }
}
