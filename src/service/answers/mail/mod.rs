//! A mail that came in, reduced to what its writer wrote himself.
//!
//! May know MIME and the habits of mail programs; knows no game. What was quoted, what is a signature and what a program
//! wrote is never taken for an answer.

mod automatic;
mod courtesy;
mod own_words;
mod page;
mod quoted;
mod said;

pub use said::{Said, Unsaid, said};

use mail_parser::{Message, MessageParser, PartType};

use super::super::identity::email_key;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// Its id without angle brackets, if it has one.
    pub id: Option<String>,
    /// Who wrote it, as addresses are compared.
    pub from: Vec<String>,
    /// How many lines name a writer: a mail has one (RFC 5322), and of several nobody can tell which one was checked on its
    /// way.
    pub from_lines: usize,
    pub is_automatic: bool,
    /// The lines that its writer wrote, without empty ones.
    pub lines: Vec<String>,
}

impl Incoming {
    /// Reads a mail that came from the envelope sender `return_path`; `None` when it is no mail.
    pub fn read(raw: &[u8], return_path: &str) -> Option<Self> {
        let message = MessageParser::default().parse(raw)?;
        let senders = message.from().into_iter().flat_map(|from| from.iter());
        Some(Self {
            id: message.message_id().filter(|id| id.len() <= 500 && is_one_word(id)).map(str::to_owned),
            from: senders.filter_map(|sender| sender.address()).map(email_key).collect(),
            from_lines: message.headers().iter().filter(|header| is_from(header.name.as_str())).count(),
            is_automatic: automatic::is_automatic(&message, return_path),
            lines: lines(&message),
        })
    }
}

fn is_from(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("from")
}

fn is_one_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'<' && byte != b'>')
}

/// The text is preferred; a page is read when there is no text.
fn lines(message: &Message<'_>) -> Vec<String> {
    let texts = message.text_bodies().filter_map(|part| match &part.body {
        PartType::Text(text) => Some(own_words::own_words(text)),
        PartType::Html(page) => Some(own_words::own_words(&page::as_text(page))),
        _ => None,
    });
    texts.into_iter().find(|lines| !lines.is_empty()).unwrap_or_default()
}
