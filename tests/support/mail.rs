//! A mail that was received, as its reader has it.

use mail_parser::{HeaderValue, MessageParser};

/// One mail.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mail {
    /// Who gave it to the server.
    pub from: String,
    /// Whom the server was told to give it to.
    pub to: Vec<String>,
    /// As it came over the wire.
    pub raw: Vec<u8>,
}

impl Mail {
    /// A header as text; empty when it is missing.
    pub fn header(&self, name: &str) -> String {
        let message = MessageParser::default().parse(&self.raw).expect("a mail");
        match message.header(name) {
            Some(HeaderValue::Text(text)) => text.to_string(),
            Some(HeaderValue::TextList(texts)) => texts.join(" "),
            Some(HeaderValue::DateTime(date)) => date.to_rfc3339(),
            Some(HeaderValue::Address(address)) => {
                address.first().and_then(|a| a.address()).unwrap_or("").to_owned()
            }
            _ => String::new(),
        }
    }

    /// Without angle brackets.
    pub fn message_id(&self) -> String {
        self.header("Message-ID")
    }

    pub fn subject(&self) -> String {
        self.header("Subject")
    }

    /// The part for those who read text.
    pub fn text(&self) -> String {
        let message = MessageParser::default().parse(&self.raw).expect("a mail");
        message.body_text(0).expect("a text").replace("\r\n", "\n")
    }

    /// The part that is a page.
    pub fn html(&self) -> String {
        let message = MessageParser::default().parse(&self.raw).expect("a mail");
        message.body_html(0).expect("a page").into_owned()
    }
}
