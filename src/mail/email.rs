//! An email before it is formatted: who gets it, in which thread it stands, and what it says.

use std::sync::Arc;
use std::time::SystemTime;

use lettre::Message;
use lettre::address::Address;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MessageBuilder, MultiPart, SinglePart};

use super::mailer::Unsent;
use crate::time_control::Instant;

/// The most that a mail may weigh, in bytes.
pub const MAX_BYTES: usize = 100_000;
/// The longest line that every mail server passes on, in bytes.
const MAX_LINE: usize = 998;

#[derive(Debug, Clone)]
pub struct Composed {
    pub subject: String,
    pub text: String,
    pub html: String,
}

#[derive(Debug, Clone)]
pub struct Email {
    pub to: Address,
    pub name: String,
    /// Without angle brackets. The same for every attempt, so that a double is recognised.
    pub message_id: String,
    /// The id of the thread's root, without angle brackets.
    pub thread: Option<String>,
    /// The list it belongs to, such as `018f….games.example.org`.
    pub list: Option<String>,
    /// Where replies go; `None`: to the sender.
    pub reply_to: Option<Address>,
    /// The id of the mail that it answers, without angle brackets.
    pub reply_to_mail: Option<String>,
    pub picture: Option<Arc<Vec<u8>>>,
    /// Where a POST ends mails of this kind (RFC 8058).
    pub unsubscribe: Option<String>,
    /// When it was written.
    pub date: Instant,
    pub says: Composed,
}

/// Why an email could not be formatted.
#[derive(Debug, thiserror::Error)]
#[error("the mail can't be written: {0}")]
pub struct Unwritable(String);

impl Email {
    /// An email in no thread and of no list, which no reply is expected to.
    pub fn new(to: &Address, name: &str, message_id: String, date: Instant, says: Composed) -> Self {
        Self {
            to: to.clone(),
            name: name.to_owned(),
            message_id,
            thread: None,
            list: None,
            reply_to: None,
            reply_to_mail: None,
            picture: None,
            unsubscribe: None,
            date,
            says,
        }
    }

    /// The mail as it goes over the wire.
    pub fn format(&self, from: &Mailbox) -> Result<Vec<u8>, Unwritable> {
        let mut builder = Message::builder()
            .from(from.clone())
            .to(Mailbox::new(Some(one_line(&self.name)), self.to.clone()))
            .message_id(Some(format!("<{}>", self.message_id)))
            .date(SystemTime::from(self.date))
            .subject(one_line(&self.says.subject));
        if let Some(thread) = &self.thread {
            let answered = self.reply_to_mail.as_ref().unwrap_or(thread);
            builder = builder.in_reply_to(format!("<{answered}>")).references(self.references(thread));
        }
        if let Some(address) = &self.reply_to {
            builder = builder.reply_to(Mailbox::new(None, address.clone()));
        }
        let with_picture =
            self.whole(builder.clone(), self.picture.as_ref().map(|picture| picture.as_slice()))?;
        let bytes = match &self.picture {
            // The text says what the picture shows.
            Some(_) if with_picture.len() > MAX_BYTES => self.whole(builder, None)?,
            _ => with_picture,
        };
        if bytes.len() > MAX_BYTES {
            return Err(Unwritable(format!("it weighs {} bytes", bytes.len())));
        }
        Ok(bytes)
    }

    fn whole(&self, builder: MessageBuilder, picture: Option<&[u8]>) -> Result<Vec<u8>, Unwritable> {
        let parts = self.parts(picture)?;
        let mut message = builder.multipart(parts).map_err(|error| Unwritable(error.to_string()))?;
        for (name, value) in self.labels() {
            message.headers_mut().insert_raw(HeaderValue::new(name, value));
        }
        Ok(message.formatted())
    }

    /// The same email, with the address at which it can be answered.
    pub fn answered_at(self, local: Option<&str>, domain: &str) -> Self {
        let reply_to = local.and_then(|local| Address::new(local, domain).ok());
        Self { reply_to, ..self }
    }

    /// The root of the thread, and the mail that is answered.
    fn references(&self, thread: &str) -> String {
        let answered = self.reply_to_mail.as_ref().map(|mail| format!(" <{mail}>")).unwrap_or_default();
        format!("<{thread}>{answered}")
    }

    fn parts(&self, picture: Option<&[u8]>) -> Result<MultiPart, Unwritable> {
        let part = |kind, text: &str| SinglePart::builder().header(kind).body(body(text));
        let text = MultiPart::alternative().singlepart(part(ContentType::TEXT_PLAIN, &self.says.text));
        let page = part(ContentType::TEXT_HTML, &self.says.html);
        let Some(picture) = picture else { return Ok(text.singlepart(page)) };
        let kind = ContentType::parse("image/png").map_err(|error| Unwritable(error.to_string()))?;
        let board = Attachment::new_inline("board".to_owned()).body(picture.to_vec(), kind);
        Ok(text.multipart(MultiPart::related().singlepart(page).singlepart(board)))
    }

    /// What tells other programs that no person wrote this (RFC 3834), which list it is (RFC 2919), and how mails of its
    /// kind are ended by one click (RFC 8058).
    fn labels(&self) -> Vec<(HeaderName, String)> {
        let mut labels =
            vec![(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned())];
        if let Some(list) = &self.list {
            labels.push((HeaderName::new_from_ascii_str("List-Id"), format!("<{list}>")));
        }
        if let Some(link) = &self.unsubscribe {
            labels.push((HeaderName::new_from_ascii_str("List-Unsubscribe"), format!("<{link}>")));
            let click = "List-Unsubscribe=One-Click".to_owned();
            labels.push((HeaderName::new_from_ascii_str("List-Unsubscribe-Post"), click));
        }
        labels
    }
}

/// Plain text goes as it is wherever it may (RFC 5322, 2.1.1), so that a token can be copied from an `.eml` file.
fn body(text: &str) -> Body {
    if text.is_ascii() && text.lines().all(|line| line.len() <= MAX_LINE) {
        let lines: String = text.lines().flat_map(|line| [line, "\r\n"]).collect();
        Body::dangerous_pre_encoded(lines.into_bytes(), ContentTransferEncoding::SevenBit)
    } else {
        Body::new(text.to_owned())
    }
}

/// An address as it is stored. One that can't be written to is no reason to try again.
pub fn address(stored: &str) -> Result<Address, Unsent> {
    stored.parse().map_err(|_| Unsent::Never("the address can't be written to".to_owned()))
}

/// Names are chosen by people: whatever would begin a new line is a blank here.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// An address of which only the first letter and the domain are left.
pub fn masked(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}…@{domain}")
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn no_address_is_recognised_in_a_log() {
        assert_eq!(masked("anna.karlsdottir@example.org"), "a…@example.org");
        assert_eq!(masked("no address at all"), "n…@");
        assert_eq!(masked(""), "…@");
    }
}
