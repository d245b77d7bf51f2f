//! Mail that comes back: each mail has an envelope sender of its own reader's, and a report that arrives there about a
//! permanent failure stops his address. He is told so at `GET /v1/me`; proving an address again lets mail flow again.

use mail_parser::{MessageParser, PartType};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::address::domain;
use crate::app::App;
use crate::error::Error;
use crate::service::accounts::email_key;
use crate::service::tokens::{is_sealed, seal};
use crate::store::{self, Connection, stopped_addresses};

/// What local parts for returned mail begin with.
const PREFIX: &str = "bounce+";
const ACCOUNT_BYTES: usize = 16;
/// What tells one address of an account from another.
const DIGEST_BYTES: usize = 4;
/// What seals are made for.
const PURPOSE: &str = "althing/returned-mail";

/// Where mail to one address of one account comes back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnAddress {
    account: Uuid,
    digest: [u8; DIGEST_BYTES],
    seal: [u8; 8],
}

/// Since when an account's address gets no mail, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    /// Since when.
    pub at: crate::clock::Instant,
    /// The status that its mail server gave, such as `5.1.1`.
    pub status: String,
}

impl ReturnAddress {
    /// The address of a local part, if it looks like one.
    pub fn of(local: &str) -> Option<Self> {
        let local = local.to_ascii_lowercase();
        let bytes = hex::decode(local.strip_prefix(PREFIX)?).ok()?;
        let (account, rest) = bytes.split_at_checked(ACCOUNT_BYTES)?;
        let (digest, seal) = rest.split_at_checked(DIGEST_BYTES)?;
        let account = Uuid::from_slice(account).ok()?;
        Some(Self { account, digest: digest.try_into().ok()?, seal: seal.try_into().ok()? })
    }

    fn sealed(&self) -> Vec<u8> {
        [self.account.as_bytes().as_slice(), &self.digest].concat()
    }

    /// Did this service make it?
    pub async fn is_ours(&self, app: &App, connection: &mut Connection) -> Result<bool, Error> {
        is_sealed(app, connection, PURPOSE, &self.sealed(), &self.seal).await
    }
}

fn digest(email_key: &str) -> [u8; DIGEST_BYTES] {
    let digest: [u8; 32] = Sha256::digest(email_key).into();
    [digest[0], digest[1], digest[2], digest[3]]
}

/// The envelope sender of mail to an address of an account; `None` when returned mail is not taken.
pub async fn sender(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    email: &str,
) -> Result<Option<String>, Error> {
    if !app.settings.replies.are_taken() {
        return Ok(None);
    }
    let address = ReturnAddress { account, digest: digest(&email_key(email)), seal: [0; 8] };
    let seal = seal(app, connection, PURPOSE, &address.sealed()).await?;
    let local = format!("{PREFIX}{}{}", hex::encode(address.sealed()), hex::encode(seal));
    Ok(Some(format!("{local}@{}", domain(app))))
}

/// Reads a mail that came back, and stops the address if it will never take mail.
pub async fn returned(
    app: &App,
    connection: &mut Connection,
    address: &ReturnAddress,
    raw: &[u8],
) -> Result<(), Error> {
    let Some(status) = permanent_failure(raw) else { return Ok(()) };
    let account = store::accounts::find(connection, address.account).await?;
    let Some(account) = account.filter(|account| digest(&account.email_key) == address.digest) else {
        return Ok(());
    };
    tracing::warn!(account = %account.id, status, "mail came back for good: the address gets no more");
    let stop = stopped_addresses::Row {
        account_id: account.id,
        email_key: account.email_key,
        status,
        stopped_at: app.now(),
    };
    Ok(stopped_addresses::stop(connection, &stop).await?)
}

/// Gets the present address of an account no mail?
pub async fn is_stopped(connection: &mut Connection, account: Uuid) -> Result<Option<Stopped>, Error> {
    let Some(stop) = stopped_addresses::of(connection, account).await? else { return Ok(None) };
    let account = store::accounts::find(connection, account).await?;
    let is_same = account.is_some_and(|account| account.email_key == stop.email_key);
    Ok(is_same.then_some(Stopped { at: stop.stopped_at, status: stop.status }))
}

/// The status of a report (RFC 3464) that says that a mail will never arrive. A mailbox that is full may be emptied.
fn permanent_failure(raw: &[u8]) -> Option<String> {
    let message = MessageParser::default().parse(raw)?;
    let reports = message.parts.iter().filter_map(|part| {
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
    });
    reports.filter_map(|report| failed(&report)).next()
}

fn failed(report: &str) -> Option<String> {
    let field = |name: &str| {
        let mut lines = report.lines().filter_map(|line| line.split_once(':'));
        lines
            .find(|(is, _)| is.trim().eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim().to_lowercase())
    };
    let status = field("Status")?.split_whitespace().next()?.to_owned();
    let is_plain = status.len() <= 11 && status.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_final = field("Action")? == "failed" && status.starts_with("5.") && status != "5.2.2";
    (is_plain && is_final).then_some(status)
}

#[cfg(test)]
mod tests {
    use super::permanent_failure;

    fn report(action: &str, status: &str) -> Vec<u8> {
        format!(
            "From: MAILER-DAEMON@example.org\r\nContent-Type: multipart/report; report-type=delivery-status; \
             boundary=b\r\n\r\n--b\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; aud@example.org\r\n\
             Action: {action}\r\nStatus: {status}\r\n--b--\r\n"
        )
        .into_bytes()
    }

    #[test]
    fn only_what_will_never_arrive_counts() {
        assert_eq!(permanent_failure(&report("failed", "5.1.1")).as_deref(), Some("5.1.1"));
        for (action, status) in
            [("delayed", "4.4.1"), ("failed", "4.7.0"), ("failed", "5.2.2"), ("relayed", "2.0.0")]
        {
            assert_eq!(permanent_failure(&report(action, status)), None, "{action} {status}");
        }
        assert_eq!(permanent_failure(b"From: a@b\r\nSubject: 5.1.1\r\n\r\nStatus: 5.1.1\r\n"), None);
    }
}
