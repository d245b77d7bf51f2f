//! Reads reports about mails that could not be delivered: those in the machine-readable form (RFC 3464), and those that
//! a mail server writes only in words.

use mail_parser::{Message, MessageParser, MessagePart, PartType};

use crate::mail::failure::status_of;
use crate::notifications::suppression::is_for_good;
use crate::service::identity::email_key;
use crate::service::replies::FailedDelivery;
use crate::texts::PROGRAM_PHRASES;

/// The most lines of a report that are read: a server states the reason before the copy of the mail.
const MAX_LINES: usize = 200;
const MAX_LINE: usize = 1_000;

/// The deliveries that a report says were given up.
pub fn failed_deliveries(raw: &[u8]) -> Vec<FailedDelivery> {
    let Some(message) = MessageParser::default().parse(raw) else { return vec![] };
    let reports: Vec<String> = message.parts.iter().filter_map(|part| report(part, raw)).collect();
    if reports.is_empty() {
        return in_words(&message);
    }
    let mut failed: Vec<_> = reports.iter().flat_map(|report| failures(report)).collect();
    // The words beside the report may give a precise status where the report gives a general one.
    for found in in_words(&message) {
        let vague = failed.iter_mut().find(|failed| {
            failed.status.ends_with(".0.0")
                && found.recipients.iter().all(|found| failed.recipients.contains(found))
        });
        if let (Some(vague), true) = (vague, is_for_good(&found.status)) {
            vague.status = found.status;
        }
    }
    failed
}

/// The text of a part that is a report.
fn report(part: &MessagePart<'_>, raw: &[u8]) -> Option<String> {
    let kind =
        part.headers.iter().find(|header| header.name.as_str().eq_ignore_ascii_case("content-type"))?;
    let kind = kind.value.as_content_type()?;
    let is_report = kind.c_type == "message"
        && matches!(kind.c_subtype.as_deref(), Some("delivery-status" | "global-delivery-status"));
    is_report.then(|| match &part.body {
        PartType::Text(text) => text.to_string(),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        _ => String::from_utf8_lossy(
            raw.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default(),
        )
        .into_owned(),
    })
}

/// The failures in a report, which consists of groups of fields between empty lines, one for each recipient.
fn failures(report: &str) -> Vec<FailedDelivery> {
    let report = report.replace("\r\n", "\n").replace("\n ", " ").replace("\n\t", " ");
    report.split("\n\n").filter_map(failure).collect()
}

fn failure(group: &str) -> Option<FailedDelivery> {
    let field = |name: &str| {
        let mut lines = group.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(is, _)| is.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let action = field("Action").map(|action| without_comments(action).trim().to_ascii_lowercase());
    // `delayed`, `relayed` or no action at all: the server has not given the mail up.
    if !action.as_ref().is_some_and(|action| action.starts_with("fail")) {
        return None;
    }
    // After forwarding, our recipient is the original one, and the final one is an address that we don't know.
    let recipients =
        ["Final-Recipient", "Original-Recipient", "X-Actual-Recipient"].into_iter().filter_map(field);
    let recipients = recipients.map(|recipient| email_key(&recipient_of(recipient))).collect();
    // Some servers write the reason into comments of these fields.
    let words: Vec<&str> = ["Action", "Status", "Diagnostic-Code"].into_iter().filter_map(field).collect();
    let status = status_of(field("Status"), &words.join("\n"))?;
    Some(FailedDelivery { recipients, status })
}

/// The address in a field, behind its type: `rfc822; aud@example.org`.
fn recipient_of(field: &str) -> String {
    let address = field.split_once(';').map_or(field, |(_, address)| address);
    let address = without_comments(address);
    let address = address.trim();
    address.strip_prefix('<').and_then(|address| address.strip_suffix('>')).unwrap_or(address).to_owned()
}

/// The value without comments in parentheses (RFC 5322, 3.2.2).
fn without_comments(value: &str) -> String {
    let mut depth = 0_usize;
    let is_outside = |letter: &char| {
        match letter {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                return false;
            }
            _ => {}
        }
        depth == 0
    };
    value.chars().filter(is_outside).collect()
}

/// The failures in a report in words: each paragraph that names addresses, with the paragraphs after it that name none.
fn in_words(message: &Message<'_>) -> Vec<FailedDelivery> {
    if !is_of_server(message) {
        return vec![];
    }
    let text = (0..3).filter_map(|part| message.body_text(part)).collect::<Vec<_>>().join("\n\n");
    let text = before_copy(&text);
    let small = text.to_lowercase();
    let subject = message.subject().unwrap_or_default().to_lowercase();
    let goes_on = |text: &str| PROGRAM_PHRASES.delayed.iter().any(|phrase| text.contains(phrase.as_str()));
    if goes_on(&small) || goes_on(&subject) {
        return vec![];
    }
    let named = named_in_header(message);
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    for paragraph in text.split("\n\n") {
        let addresses = addresses(paragraph);
        match found.last_mut() {
            // A server that names the recipient in a header often gives only the reason in the text.
            None if addresses.is_empty() && named.len() == 1 => {
                found.push((named.clone(), paragraph.to_owned()))
            }
            Some((_, words)) if addresses.is_empty() => {
                words.push('\n');
                words.push_str(paragraph);
            }
            _ if addresses.is_empty() => {}
            _ => found.push((addresses, paragraph.to_owned())),
        }
    }
    found
        .into_iter()
        .filter_map(|(recipients, words)| {
            let status = status_of(None, &words)?;
            Some(FailedDelivery { recipients, status })
        })
        .collect()
}

/// Did a mail server write this? A vacation responder writes to the same address and may name the address of its owner,
/// which must not count as a failure.
fn is_of_server(message: &Message<'_>) -> bool {
    let local = |address: &str| address.rsplit_once('@').map_or(address, |(local, _)| local).to_lowercase();
    let senders = message.from().into_iter().flat_map(|from| from.iter());
    let mut senders = senders.filter_map(|sender| sender.address()).map(local);
    let is_server = |sender: String| {
        ["daemon", "postmaster", "mail-delivery", "maildelivery", "mail.delivery", "bounce", "mailer"]
            .into_iter()
            .any(|part| sender.contains(part))
    };
    let subject = message.subject().unwrap_or_default().trim().to_lowercase();
    senders.any(is_server)
        || message.header("X-Failed-Recipients").is_some()
        || PROGRAM_PHRASES.bounces.iter().any(|beginning| subject.starts_with(beginning.as_str()))
}

fn named_in_header(message: &Message<'_>) -> Vec<String> {
    message.header_raw("X-Failed-Recipients").map(addresses).unwrap_or_default()
}

/// The report up to the copy of the failed mail, in lines of a bounded length that end with `\n`. The copy is cut off
/// so that our own mail, and messages of players in it, are not taken for the server's words.
fn before_copy(text: &str) -> String {
    let begins_copy = |line: &str| {
        let line = line.to_lowercase();
        let is_header = ["return-path:", "received:", "message-id:", "mime-version:", "dkim-signature:"]
            .into_iter()
            .any(|header| line.starts_with(header));
        is_header || PROGRAM_PHRASES.copies.iter().any(|phrase| line.contains(phrase.as_str()))
    };
    let lines = text.lines().take(MAX_LINES).take_while(|line| !begins_copy(line.trim_start()));
    let lines = lines.map(|line| line.trim().chars().take(MAX_LINE).collect::<String>());
    lines.collect::<Vec<_>>().join("\n")
}

/// The addresses in a text, as keys for comparing.
fn addresses(text: &str) -> Vec<String> {
    let is_between = |letter: char| letter.is_whitespace() || "<>()[]{}\"',;:|*".contains(letter);
    let words = text.split(is_between).map(|word| word.trim_matches(['.', '!', '?', '-', '=', '#']));
    let is_address = |word: &&str| {
        word.split_once('@')
            .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.') && !domain.contains('@'))
    };
    let mut addresses: Vec<String> = words.filter(is_address).map(email_key).collect();
    addresses.dedup();
    addresses
}

#[cfg(test)]
mod tests {
    use super::failed_deliveries;
    use crate::notifications::suppression::is_for_good;
    use crate::service::replies::failed_status;

    fn report(groups: &[(&str, &str, &str)]) -> Vec<u8> {
        let groups: String = groups
            .iter()
            .map(|(recipient, action, status)| {
                format!(
                    "Final-Recipient: rfc822;\r\n {recipient}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n"
                )
            })
            .collect();
        format!(
            "From: MAILER-DAEMON@example.org\r\nContent-Type: multipart/report; report-type=delivery-status; \
             boundary=b\r\n\r\n--b\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mx.example.org\r\n\r\n{groups}--b--\r\n"
        )
        .into_bytes()
    }

    fn status(raw: &[u8]) -> Option<String> {
        failed_status(&failed_deliveries(raw), "aud@example.org").map(str::to_owned)
    }

    fn of_aud(groups: &[(&str, &str, &str)]) -> Option<String> {
        status(&report(groups))
    }

    #[test]
    fn only_what_was_given_up_counts() {
        assert_eq!(of_aud(&[("aud@example.org", "failed", "5.1.1")]).as_deref(), Some("5.1.1"));
        assert_eq!(of_aud(&[("aud@example.org", "failed", "4.4.7")]).as_deref(), Some("4.4.7"));
        for (action, status) in
            [("delayed", "4.4.1"), ("relayed", "2.0.0"), ("failed", "2.0.0"), ("failed", "5.x")]
        {
            assert_eq!(of_aud(&[("aud@example.org", action, status)]), None, "{action} {status}");
        }
        assert_eq!(failed_deliveries(b"From: a@b\r\nSubject: 5.1.1\r\n\r\nStatus: 5.1.1\r\n"), []);
    }

    #[test]
    fn comments_and_diagnostics_say_what_a_status_does_not() {
        for (action, status) in [
            ("failed (bad destination mailbox address)", "5.1.1"),
            ("Failed", "5.1.1 (user unknown)"),
            ("(permanently) failed", "5.1.1(unknown user)"),
            ("failed(no such user)", "5.0.0"),
            (
                "failed",
                "5.0.0 (permanent failure)\r\nDiagnostic-Code: smtp; 550-5.1.1 The account is gone\r\n 550 5.1.1 gsmtp",
            ),
            ("failed", "5.5.0\r\nDiagnostic-Code: smtp; 550 no such user here"),
        ] {
            let found = of_aud(&[("aud@example.org (Aud)", action, status)]);
            assert_eq!(found.as_deref(), Some("5.1.1"), "{action} {status}");
        }
        for (action, status) in [
            ("failed", "5.0.0\r\nDiagnostic-Code: smtp; 554 5.7.1 spam"),
            ("failed (over quota)", "5.2.2 (mailbox full)"),
            ("failed", "4.4.7 (no such user found in time)"),
        ] {
            let found = of_aud(&[("aud@example.org", action, status)]).unwrap();
            assert!(!is_for_good(&found), "{action} {status}: {found}");
        }
        assert_eq!(of_aud(&[("aud@example.org", "delayed (5.1.1)", "4.4.1")]), None);
    }

    /// What a server that writes to people says of `aud@example.org`.
    fn in_words(headers: &str, text: &str) -> Option<String> {
        status(
            format!("{headers}\r\nMIME-Version: 1.0\r\n\r\n{text}\r\n")
                .replace('\n', "\r\n")
                .replace("\r\r", "\r")
                .as_bytes(),
        )
    }

    const DAEMON: &str = "From: MAILER-DAEMON@mx.example.net\nSubject: failure notice";

    #[test]
    fn servers_that_write_to_people_are_understood() {
        for text in [
            "Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following \
             addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<aud@example.org>:\nSorry, no mailbox here \
             by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <x@y.example>",
            "A message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following \
             address(es) failed:\n\n  aud@example.org\n    host mx.example.org [192.0.2.1]\n    SMTP error from remote mail server after \
             RCPT TO:<aud@example.org>:\n    550 User unknown",
            "Message from yahoo.com.\nUnable to deliver message to the following address(es).\n\n<aud@example.org>:\n554 delivery error: dd \
             This user doesn't have a yahoo.com account (aud@example.org) [0]",
            "Your message did not reach some or all of the intended recipients.\n\nThe following recipient(s) could not be reached:\n\n \
             aud@example.org on 20.11.2026 13:05\n\n The e-mail account does not exist at the organization this message was sent to.\n \
             <mx.example.org #5.1.1>",
            "Delivery has failed to these recipients or groups:\n\nAud (aud@example.org)\nThe email address you entered couldn't be found.",
            "This is the mail system at host mx.example.net.\n\n<aud@example.org>: host mx.example.org[192.0.2.1] said: 550 5.1.1\n \
             <aud@example.org>: Recipient address rejected: User unknown (in reply to RCPT TO command)",
            "** Address not found **\n\nYour message wasn't delivered to aud@example.org because the address couldn't be found.",
            "   ----- The following addresses had permanent fatal errors -----\n<aud@example.org>\n    (reason: 550 5.1.1 User unknown)",
            "Could not deliver message to the following recipient(s):\n\nFailed Recipient: aud@example.org\nReason: Remote host said: 550 \
             no such account",
            "Die folgende Nachricht konnte nicht zugestellt werden:\n\naud@example.org\n550 Empfänger unbekannt",
            "Votre message n'a pas pu être remis à :\n\naud@example.org\n\n550 utilisateur inconnu",
        ] {
            let found = in_words(DAEMON, text);
            assert!(found.as_deref().is_some_and(is_for_good), "{found:?}: {text}");
        }
        let exim = "From: Mail Delivery System <mail@mx.example.net>\nX-Failed-Recipients: aud@example.org";
        assert_eq!(
            in_words(exim, "all relevant MX records point to: unrouteable address").as_deref(),
            Some("5.1.1")
        );
    }

    #[test]
    fn words_count_for_the_recipient_that_they_are_about_and_only_when_it_was_given_up() {
        let two = "<bob@example.org>:\n550 no such user\n\n<aud@example.org>:\n552 5.2.2 mailbox full";
        assert_eq!(in_words(DAEMON, two).as_deref(), Some("5.2.2"));
        for text in [
            "<bob@example.org>:\n550 no such user",
            "<aud@example.org>:\nno such user; delivery will be retried",
            "Your mail has been delayed.\n\n<aud@example.org>:\n450 user unknown",
            "<bob@example.org>: 550 x\n\n--- Below this line is a copy of the message.\n\nTo: aud@example.org\n\n550 no such user",
            "<aud@example.org>: sorry",
        ] {
            assert_eq!(in_words(DAEMON, text), None, "{text}");
        }
        // An answering machine is no mail server.
        let away = "From: Aud <aud@example.org>\nSubject: Re: it is your turn";
        assert_eq!(in_words(away, "The old address aud@example.org no longer exists (5.1.1)."), None);
    }

    #[test]
    fn a_report_counts_for_the_recipient_that_it_names() {
        let (aud, other) = (("<Aud@Example.org>", "failed", "5.7.1"), ("bob@example.org", "failed", "5.1.1"));
        assert_eq!(of_aud(&[other]), None);
        assert_eq!(of_aud(&[other, aud]).as_deref(), Some("5.7.1"));
        assert_eq!(of_aud(&[aud, ("aud@example.org", "failed", "5.1.1")]).as_deref(), Some("5.1.1"));
        let forwarded = String::from_utf8(report(&[other])).unwrap();
        let forwarded = forwarded.replace("Action", "Original-Recipient: rfc822; aud@example.org\r\nAction");
        assert_eq!(status(forwarded.as_bytes()).as_deref(), Some("5.1.1"));
    }
}
