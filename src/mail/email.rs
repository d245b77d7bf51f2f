//! An email before it is formatted: its recipient, thread and content.

use std::fmt::Display;
use std::sync::Arc;
use std::time::SystemTime;

use lettre::Message;
use lettre::address::Address;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MessageBuilder, MultiPart, SinglePart};

use super::mailer::Unsent;
use crate::time_control::Instant;

/// The most bytes of a mail.
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
    /// Without angle brackets. Every attempt has the same id, so that mail programs recognise a double.
    pub message_id: String,
    /// The id of the thread's root, without angle brackets.
    pub thread: Option<String>,
    /// The `List-Id`, such as `018f….games.example.org`.
    pub list: Option<String>,
    /// The address for replies; `None`: the sender's.
    pub reply_to: Option<Address>,
    /// The id of the mail that it answers, without angle brackets.
    pub reply_to_mail: Option<String>,
    pub picture: Option<Arc<Vec<u8>>>,
    /// The URL at which a POST unsubscribes from mails of this kind (RFC 8058).
    pub unsubscribe: Option<String>,
    pub date: Instant,
    pub says: Composed,
}

impl Email {
    /// An email without thread, list or address for replies.
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

    /// The mail as it is sent, in bytes. A failure is final: it would be the same at the next attempt.
    pub fn format(&self, from: &Mailbox) -> Result<Vec<u8>, Unsent> {
        let mut builder = Message::builder()
            .from(from.clone())
            .to(Mailbox::new(Some(one_line(&self.name)), self.to.clone()))
            .message_id(Some(format!("<{}>", self.message_id)))
            .date(SystemTime::from(self.date))
            .subject(one_line(&self.says.subject));
        if let Some(thread) = &self.thread {
            let answered = self.reply_to_mail.as_ref().unwrap_or(thread);
            builder = builder.in_reply_to(format!("<{answered}>"));
            // The root of the thread comes first, then the mail that is answered.
            builder = builder.references(match &self.reply_to_mail {
                Some(mail) => format!("<{thread}> <{mail}>"),
                None => format!("<{thread}>"),
            });
        }
        if let Some(address) = &self.reply_to {
            builder = builder.reply_to(Mailbox::new(None, address.clone()));
        }
        let with_picture =
            self.whole(builder.clone(), self.picture.as_ref().map(|picture| picture.as_slice()))?;
        let bytes = match &self.picture {
            // The picture may be left out, since the text says what it shows.
            Some(_) if with_picture.len() > MAX_BYTES => self.whole(builder, None)?,
            _ => with_picture,
        };
        if bytes.len() > MAX_BYTES {
            return Err(unwritable(&format!("it weighs {} bytes", bytes.len())));
        }
        Ok(bytes)
    }

    fn whole(&self, builder: MessageBuilder, picture: Option<&[u8]>) -> Result<Vec<u8>, Unsent> {
        let parts = self.parts(picture)?;
        let mut message = builder.multipart(parts).map_err(|error| unwritable(&error))?;
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

    fn parts(&self, picture: Option<&[u8]>) -> Result<MultiPart, Unsent> {
        let part = |kind, text: &str| SinglePart::builder().header(kind).body(body(text));
        let text = MultiPart::alternative().singlepart(part(ContentType::TEXT_PLAIN, &self.says.text));
        let page = part(ContentType::TEXT_HTML, &self.says.html);
        let Some(picture) = picture else { return Ok(text.singlepart(page)) };
        let kind = ContentType::parse("image/png").map_err(|error| unwritable(&error))?;
        let board = Attachment::new_inline("board".to_owned()).body(picture.to_vec(), kind);
        Ok(text.multipart(MultiPart::related().singlepart(page).singlepart(board)))
    }

    /// The headers that mark the mail as automatic (RFC 3834), name its list (RFC 2919), and offer to unsubscribe by
    /// one click (RFC 8058).
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

/// The body of a part. ASCII text with short lines is not encoded (RFC 5322, 2.1.1), so that a token can be copied from
/// an `.eml` file.
fn body(text: &str) -> Body {
    if text.is_ascii() && text.lines().all(|line| line.len() <= MAX_LINE) {
        let lines: String = text.lines().flat_map(|line| [line, "\r\n"]).collect();
        Body::dangerous_pre_encoded(lines.into_bytes(), ContentTransferEncoding::SevenBit)
    } else {
        Body::new(text.to_owned())
    }
}

fn unwritable(why: &dyn Display) -> Unsent {
    Unsent::Never(format!("the mail can't be written: {why}"))
}

/// Parses a stored address. A failure is final: it would be the same at the next attempt.
pub fn address(stored: &str) -> Result<Address, Unsent> {
    stored.parse().map_err(|_| Unsent::Never("the address can't be written to".to_owned()))
}

/// Replaces control characters by blanks. Players choose names, and a line break in one would begin a header of its
/// own.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Masks an address for the log: only the first letter and the domain are left.
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
