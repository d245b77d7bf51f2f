//! Recognises automatic mail. It is never read as a reply and never answered: two programs would answer each other for
//! ever.
//!
//! Automatic mail is recognised by its headers, by its form (reports, receipts, answers of calendars, reactions), by
//! the address of its sender, or by a subject that no reply to our mails has.

use mail_parser::{HeaderValue, Message, MessagePart, MimeHeaders, PartType};

use crate::texts::PROGRAM_PHRASES;

/// The classes of automatic messages in Outlook's own format (TNEF).
const TNEF_CLASSES: [&[u8]; 7] = [
    b"report.ipm",
    b"ipm.note.rules",
    b"ipm.schedule",
    b"microsoft schedule",
    b"read receipt",
    b"non-delivery",
    b"mtgresp",
];
/// The most bytes before the colon of a subject that are searched for stems.
const MAX_PREFIX: usize = 60;

/// Did a program write this mail? `return_path` is the envelope sender, which is empty for reports about mails.
pub fn is_automatic(message: &Message<'_>, return_path: &str) -> bool {
    return_path.trim().is_empty()
        || header_whole(message, "Return-Path").is_some_and(|path| path == "<>")
        || is_marked(message)
        || named_senders(message).any(|sender| is_program(&sender))
        || is_program(return_path) && !return_path.to_lowercase().starts_with("bounce")
        || message.parts.iter().any(is_no_writing)
        || message.subject().is_some_and(has_automatic_subject)
        || is_reaction(message)
}

/// The value of a header in small letters, up to a semicolon or a comment; `None` without the header.
fn header(message: &Message<'_>, name: &str) -> Option<String> {
    let text = match message.header(name)? {
        HeaderValue::Text(text) => text.to_string(),
        HeaderValue::TextList(texts) => texts.join(" "),
        HeaderValue::Empty => String::new(),
        // The parser gives structured headers a form of their own; that the header is there is enough.
        _ => message.header_raw(name).unwrap_or("?").to_owned(),
    };
    let first = text.split([';', '(']).next().unwrap_or_default();
    Some(first.trim().to_lowercase())
}

fn is_marked(message: &Message<'_>) -> bool {
    let says = |name: &str, nothing: &str| {
        header(message, name).is_some_and(|value| !value.is_empty() && value != nothing)
    };
    let precedence = ["Precedence", "X-Precedence"].into_iter().find_map(|name| header(message, name));
    let precedence = precedence.unwrap_or_default();
    // X-Auto-Response-Suppress asks for no answers, and an answer is all that we would send.
    says("Auto-Submitted", "no")
        || says("X-Auto-Response-Suppress", "none")
        || ["bulk", "junk", "list"].contains(&precedence.as_str())
        || precedence.starts_with("auto")
        || ["Autoforwarded", "X-MS-Exchange-Organization-AutoForwarded"]
            .into_iter()
            .any(|name| header(message, name).is_some_and(|value| value == "true"))
        || header_whole(message, "Delivered-To").is_some_and(|to| to == "autoresponder")
        || PROGRAM_PHRASES.headers.iter().any(|name| message.header(name.as_str()).is_some())
        || message.headers().iter().any(|header| is_of_family(header.name.as_str()))
        || ["X-Mailer", "User-Agent", "X-POST-MessageClass"].into_iter().any(|name| {
            header_whole(message, name)
                .is_some_and(|value| PROGRAM_PHRASES.mailers.iter().any(|mailer| value.contains(mailer)))
        })
}

fn header_whole(message: &Message<'_>, name: &str) -> Option<String> {
    Some(message.header_raw(name)?.trim().to_lowercase())
}

fn is_of_family(name: &str) -> bool {
    PROGRAM_PHRASES.header_families.iter().any(|family| {
        name.get(..family.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(family))
    })
}

fn named_senders(message: &Message<'_>) -> impl Iterator<Item = String> {
    let named = message.from().into_iter().flat_map(|from| from.iter());
    named.filter_map(|sender| sender.address()).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// Is the local part one that programs have, alone or with a tag: `noreply+4711`? `bounces+4711` as the envelope sender
/// is no such mark: services that forward a person's mail write it to get the bounces themselves.
fn is_program(sender: &str) -> bool {
    let local = sender.rsplit_once('@').map_or(sender, |(local, _)| local).to_lowercase();
    PROGRAM_PHRASES.senders.iter().any(|name| {
        let rest = local.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['+', '-', '_', '.', '=']))
    })
}

/// Is this a part that only programs send: a report, a receipt, the answer of a calendar, a reaction?
fn is_no_writing(part: &MessagePart<'_>) -> bool {
    let Some(kind) = part.content_type() else { return false };
    let subtype = kind.c_subtype.as_deref().unwrap_or_default().to_ascii_lowercase();
    match (kind.c_type.to_ascii_lowercase().as_str(), subtype.as_str()) {
        ("multipart", "report") => true,
        ("message", status) => {
            status.ends_with("-status") || status.ends_with("-notification") || status.ends_with("-report")
        }
        // A calendar entry that a person attaches has the method `publish`; all others are sent by programs.
        ("text" | "application", "calendar" | "ics") => {
            let method = kind.attribute("method").map(str::to_ascii_lowercase).or_else(|| method(part));
            method.is_some_and(|method| method != "publish")
        }
        ("text" | "application", other) if other.contains("reaction") => true,
        ("application", "ms-tnef" | "vnd.ms-tnef") => is_tnef_of_a_program(part),
        _ => false,
    }
}

/// The method that a calendar entry names itself.
fn method(part: &MessagePart<'_>) -> Option<String> {
    let text = String::from_utf8_lossy(part.contents()).to_ascii_lowercase();
    text.lines().find_map(|line| line.trim().strip_prefix("method:").map(|method| method.trim().to_owned()))
}

/// Is this TNEF part automatic? A person's mail from Outlook has text beside the TNEF; a mail of TNEF alone is a
/// receipt.
fn is_tnef_of_a_program(part: &MessagePart<'_>) -> bool {
    let is_alone = part.headers.iter().any(|header| header.name.as_str().eq_ignore_ascii_case("from"));
    let contents = match &part.body {
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => bytes.to_ascii_lowercase(),
        _ => part.contents().to_ascii_lowercase(),
    };
    // The classes stand near the beginning.
    let beginning = contents.get(..4_096).unwrap_or(&contents);
    is_alone || TNEF_CLASSES.iter().any(|class| beginning.windows(class.len()).any(|piece| piece == *class))
}

/// Is this a subject that no reply to our mails has? A person's reply has our subject behind `Re:`; it is read whatever
/// that subject quotes.
fn has_automatic_subject(subject: &str) -> bool {
    let phrases = &*PROGRAM_PHRASES;
    let subject = plain(subject);
    if is_of_ticket(&subject) {
        return true;
    }
    let subject = without_tags(&subject);
    let begins = |list: &[String]| list.iter().any(|beginning| subject.starts_with(beginning.as_str()));
    if begins(&phrases.absent) || begins(&phrases.receipts) || begins(&phrases.bounces) {
        return true;
    }
    let prefix = subject.split([':', '：']).next().unwrap_or_default().trim();
    let word = prefix.split(['[', '(', '^']).next().unwrap_or_default().trim();
    if prefix.len() < subject.len() && phrases.reply_prefixes.iter().any(|reply| reply == word) {
        return false;
    }
    let has_one = |text: &str, list: &[String]| list.iter().any(|stem| text.contains(stem.as_str()));
    if has_one(subject, &phrases.absent_inside) || has_reacted(subject, is_picture(subject)) {
        return true;
    }
    // For languages without phrases of their own: the words before the colon often share a stem with other languages.
    let has_colon = prefix.len() < subject.len();
    prefix.len() <= MAX_PREFIX
        && (has_one(prefix, &phrases.automatic_stems) || has_colon && has_one(prefix, &phrases.absent_stems))
}

/// The text in small letters, with single blanks, none before a colon, and one kind of apostrophe.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase().replace('’', "'").replace(" :", ":")
}

/// The subject without the tags that gateways write before it: `[EXTERNAL]`, `(spam)`, `***`.
fn without_tags(subject: &str) -> &str {
    let mut rest = subject.trim_start_matches(['*', ' ']);
    let closing = |rest: &str| match rest.chars().next() {
        Some('[') => Some(']'),
        Some('(') => Some(')'),
        Some('{') => Some('}'),
        _ => None,
    };
    while let Some((_, behind)) = closing(rest).and_then(|close| rest.split_once(close)) {
        rest = behind.trim_start_matches([':', '-', ' ']);
    }
    rest
}

/// Does the subject have the number of a ticket: `[Ticket#4711]`, `case #12`, `(sak 2026-12)`?
fn is_of_ticket(subject: &str) -> bool {
    PROGRAM_PHRASES.tickets.iter().any(|word| {
        subject.match_indices(word.as_str()).any(|(at, _)| {
            let before = subject.get(..at).and_then(|before| before.chars().next_back());
            let behind = subject.get(at + word.len()..).unwrap_or_default();
            let number = behind.trim_start_matches([' ', ':', '-', '.']);
            let is_in_brackets = matches!(before, Some('[' | '('));
            let is_number = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
            !before.is_some_and(char::is_alphanumeric)
                && (number.strip_prefix('#').is_some_and(|number| is_number(number.trim_start()))
                    || is_in_brackets && is_number(number))
        })
    })
}

/// Does the line say who reacted to our mail? Common words count only behind a picture: "das hat mit der 3 zu tun" is a
/// person's answer.
fn has_reacted(line: &str, behind_picture: bool) -> bool {
    let has_one = |list: &[String]| list.iter().any(|reaction| line.contains(reaction.as_str()));
    has_one(&PROGRAM_PHRASES.reactions)
        || behind_picture && has_one(&PROGRAM_PHRASES.reactions_behind_pictures)
}

/// Does the line begin with an emoji rather than with a word?
fn is_picture(line: &str) -> bool {
    line.chars().next().is_some_and(|first| !first.is_alphanumeric() && !first.is_ascii())
}

/// Is the mail a reaction: an emoji, and beside or below it who reacted? This is the form of reactions for mail
/// programs that do not know them.
fn is_reaction(message: &Message<'_>) -> bool {
    let Some(text) = message.body_text(0) else { return false };
    let mut has_picture = false;
    for line in text.lines().map(plain).filter(|line| !line.is_empty()).take(6) {
        has_picture |= is_picture(&line);
        if line.chars().any(char::is_alphanumeric) {
            return line.chars().count() <= 120 && has_reacted(&line, has_picture);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::is_automatic;

    fn is_automatic_mail(mail: &str) -> bool {
        is_automatic(&MessageParser::default().parse(mail.as_bytes()).unwrap(), "a@example.org")
    }

    fn automatic(headers: &str) -> bool {
        is_automatic_mail(&format!("From: a@example.org\r\n{headers}\r\n\r\n1\r\n"))
    }

    fn of_kind(kind: &str, body: &str) -> bool {
        is_automatic_mail(&format!(
            "From: a@example.org\r\nSubject: Re: it is your turn\r\nMIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n{body}\r\n"
        ))
    }

    #[test]
    fn programs_say_so_in_one_of_many_headers() {
        for headers in [
            "Auto-Submitted: auto-replied",
            "Auto-Submitted: auto-generated; owner-email=\"x@y\"",
            "Auto-Submitted: auto-notified (a calendar)",
            "Precedence: bulk",
            "Precedence: auto_reply",
            "X-Auto-Response-Suppress: All",
            "X-Autoreply: yes",
            "X-Autogenerated: Reply",
            "X-Loop: helpdesk@example.org",
            "X-OTRS-Loop: true",
            "X-Zendesk-Anything: 1",
            "X-RT-Loop-Prevention: example.org",
            "X-Failed-Recipients: b@example.org",
            "X-Mailer: Vacation 1.2",
            "List-Id: <club.example.org>",
            "X-Precedence: bulk",
            "Delivered-To: Autoresponder",
            "Return-Path: <>",
            "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        ] {
            assert!(automatic(headers), "{headers}");
        }
        for headers in [
            "Auto-Submitted: no",
            "Auto-Submitted: no (a person)",
            "X-Mailer: Apple Mail (2.3)",
            "Feedback-ID: 1.eu-west-1.x:AmazonSES",
            "X-MS-Reactions: disallow",
        ] {
            assert!(!automatic(headers), "{headers}");
        }
    }

    #[test]
    fn an_absent_person_says_so_in_many_languages() {
        for subject in [
            "Out of Office: Re: it is your turn",
            "Automatic reply: x",
            "Automated Response: Re: x",
            "Autosvar: x",
            "Automatisk svar: x",
            "Frånvaro: x",
            "Automatische Antwort: x",
            "Automatische Abwesenheitsnachricht: x",
            "Réponse automatique : x",
            "Respuesta automática: x",
            "Risposta automatica: x",
            "Automatisch antwoord: x",
            "Resposta automática: x",
            "Automaattinen vastaus: x",
            "Automatyczna odpowiedź: x",
            "Odpowiedź automatyczna: x",
            "Automatická odpověď: x",
            "Automatikus válasz: x",
            "Автоответ: x",
            "自動応答: x",
            "[EXTERNAL] Automatic reply: x",
            "Aud Jensen is out of office until Monday",
            "Aud er på ferie",
        ] {
            assert!(automatic(&format!("Subject: {subject}")), "{subject}");
        }
    }

    #[test]
    fn receipts_of_tickets_readers_and_filters_have_subjects_of_their_own() {
        for subject in [
            "Re: [Ticket#1234] it is your turn",
            "Case #77: it is your turn",
            "We got your request #3",
            "Thank you for your message",
            "Gelesen: it is your turn",
            "Accepted: it is your turn",
            "Your email requires verification verify#x",
            "Undelivered Mail Returned to Sender",
            "👍 Aud reacted to your message: it is your turn",
        ] {
            assert!(automatic(&format!("Subject: {subject}")), "{subject}");
        }
    }

    #[test]
    fn a_reply_of_a_person_is_read_whatever_its_subject_quotes() {
        for subject in [
            "Re: Out of office: it is your turn",
            "SV: Automatic reply: it is your turn",
            "AW: Urlaub: you are invited",
            "RE[2]: Semester: it is your turn",
            "Re : [Skjól] It is your turn, case closed",
            "Sv: [Ticket to the north] it is your turn",
            "it is your turn in Skjól",
            "",
        ] {
            assert!(!automatic(&format!("Subject: {subject}")), "{subject}");
        }
    }

    #[test]
    fn reports_receipts_answers_of_calendars_and_reactions_have_forms_of_their_own() {
        let mixed = |kind: &str, body: &str| {
            let body = format!(
                "--b\r\nContent-Type: text/plain\r\n\r\n3\r\n--b\r\nContent-Type: {kind}\r\n\r\n{body}\r\n--b--"
            );
            of_kind("multipart/alternative; boundary=b", &body)
        };
        assert!(of_kind("multipart/report; report-type=disposition-notification; boundary=b", "--b--"));
        assert!(of_kind("text/calendar; method=REPLY", "BEGIN:VCALENDAR"));
        assert!(of_kind("text/calendar", "BEGIN:VCALENDAR\r\nMETHOD:COUNTER\r\nEND:VCALENDAR"));
        assert!(mixed("text/calendar; method=\"REPLY\"", "BEGIN:VCALENDAR"));
        assert!(mixed("message/disposition-notification", "Disposition: manual-action; displayed"));
        assert!(mixed("text/vnd.google.email-reaction+json", "{}"));
        assert!(of_kind("application/ms-tnef", "x"));
        assert!(mixed("application/ms-tnef", "....REPORT.IPM.Note.IPNRN...."));
        assert!(of_kind("text/plain; charset=utf-8", "👍\r\n\r\nAud reacted via Gmail"));
        // What people attach, and what they say.
        assert!(!mixed("text/calendar", "BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR"));
        assert!(!mixed("application/ms-tnef", "IPM.Note"));
        assert!(!of_kind("text/plain; charset=utf-8", "3\r\n\r\nAud reacted via Gmail"));
        assert!(!of_kind("text/plain; charset=utf-8", "👍"));
        assert!(!of_kind("text/plain; charset=utf-8", "Das hat mit der 3 zu tun."));
    }

    #[test]
    fn a_program_has_an_address_of_its_own() {
        for address in ["MAILER-DAEMON@example.org", "no-reply@example.org", "noreply+4711@example.org"] {
            assert!(is_automatic_mail(&format!("From: {address}\r\n\r\n1\r\n")), "{address}");
        }
        for address in ["bouncer@example.org", "norep@example.org", "daemonica@example.org"] {
            assert!(!is_automatic_mail(&format!("From: {address}\r\n\r\n1\r\n")), "{address}");
        }
    }

    #[test]
    fn a_mail_without_a_return_path_is_automatic() {
        let message = MessageParser::default().parse(b"From: a@example.org\r\n\r\n1\r\n".as_slice()).unwrap();
        assert!(is_automatic(&message, ""));
    }
}
