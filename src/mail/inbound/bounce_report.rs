//! Reports about mails that could not be delivered (RFC 3464).

use mail_parser::{MessageParser, MessagePart, PartType};

use crate::service::identity::email_key;
use crate::service::replies::FailedDelivery;

/// The deliveries that a report says were given up.
pub fn failed_deliveries(raw: &[u8]) -> Vec<FailedDelivery> {
    let Some(message) = MessageParser::default().parse(raw) else { return vec![] };
    let reports = message.parts.iter().filter_map(|part| report(part, raw));
    reports.flat_map(|report| failures(&report)).collect()
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

/// A report is groups of fields with empty lines in between, one group for each recipient.
fn failures(report: &str) -> Vec<FailedDelivery> {
    let report = report.replace("\r\n", "\n").replace("\n ", " ").replace("\n\t", " ");
    report.split("\n\n").filter_map(failure).collect()
}

fn failure(group: &str) -> Option<FailedDelivery> {
    let field = |name: &str| {
        let mut lines = group.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(is, _)| is.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    // A mail that was forwarded names the address that it was written to as the original one.
    let recipients = ["Final-Recipient", "Original-Recipient"].into_iter().filter_map(field);
    let recipients = recipients.map(|recipient| email_key(recipient_of(recipient))).collect();
    let status = field("Status")?.split_whitespace().next()?;
    let is_plain = status.len() <= 11 && status.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_failure = status.starts_with(['4', '5']) && field("Action")?.eq_ignore_ascii_case("failed");
    (is_plain && is_failure).then(|| FailedDelivery { recipients, status: status.to_owned() })
}

/// The address behind the name of its kind: `rfc822; aud@example.org`.
fn recipient_of(field: &str) -> &str {
    let address = field.split_once(';').map_or(field, |(_, address)| address).trim();
    address.strip_prefix('<').and_then(|address| address.strip_suffix('>')).unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use super::failed_deliveries;
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
