//! A mail server of our own on a real socket (RFC 5321): it takes mails, and it can be told to misbehave.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use mail_parser::{HeaderValue, MessageParser};

/// A moment in the talk about one mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// `MAIL FROM`
    Sender,
    /// `RCPT TO`
    Recipient,
    /// `DATA`
    Data,
    /// The dot after the mail.
    Content,
}

/// What the server does about one mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whim {
    /// Takes it.
    Take,
    /// Answers with this code at that moment.
    Refuse(Stage, u16),
    /// Gives this answer to the recipient.
    Say(&'static str),
    /// Closes the connection at that moment.
    HangUp(Stage),
    /// Says nothing more from that moment on.
    FallSilent(Stage),
}

/// Runs until the test ends.
pub struct SmtpSink {
    address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    /// What is done about the coming mails; after these, mails are taken.
    whims: VecDeque<Whim>,
    taken: Vec<Mail>,
    /// Mails that were handed over whole and refused then.
    refused: Vec<Mail>,
    /// Recipients named so far.
    named: usize,
}

impl SmtpSink {
    /// Starts it on a free port.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Mutex::new(Shared::default()));
        let theirs = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = theirs.clone();
                std::thread::spawn(move || Talk { shared, whim: Whim::Take }.hold(&stream));
            }
        });
        Self { address, shared }
    }

    /// The URL for the settings.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// What is to be done about the coming mails, one after the other.
    pub fn will(&self, whims: impl IntoIterator<Item = Whim>) {
        self.shared.lock().unwrap().whims.extend(whims);
    }

    /// Every mail taken so far, in order.
    pub fn taken(&self) -> Vec<Mail> {
        self.shared.lock().unwrap().taken.clone()
    }

    /// Those behind the first `count`.
    pub fn taken_after(&self, count: usize) -> Vec<Mail> {
        self.shared.lock().unwrap().taken[count..].to_vec()
    }

    /// Every mail that was refused after it had been handed over whole.
    pub fn refused(&self) -> Vec<Mail> {
        self.shared.lock().unwrap().refused.clone()
    }

    /// How many recipients were named.
    pub fn named(&self) -> usize {
        self.shared.lock().unwrap().named
    }

    /// What happens to the next mail has not happened yet.
    pub fn has_whims(&self) -> bool {
        !self.shared.lock().unwrap().whims.is_empty()
    }
}

/// One connection.
struct Talk {
    shared: Arc<Mutex<Shared>>,
    whim: Whim,
}

/// What to do after an answer.
enum Next {
    Go,
    Read,
    End,
}

impl Talk {
    fn hold(mut self, stream: &TcpStream) {
        let mut lines = BufReader::new(stream);
        let mut out = stream;
        let mut mail = Mail::default();
        let _ = out.write_all(b"220 sink\r\n");
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            let next = match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
                "EHLO" => say(out, "250-sink\r\n250-8BITMIME\r\n250 SMTPUTF8"),
                "MAIL" => {
                    self.whim = self.shared.lock().unwrap().whims.pop_front().unwrap_or(Whim::Take);
                    mail = Mail { from: address(&line), ..Mail::default() };
                    self.answer(out, Stage::Sender, "250 ok")
                }
                "RCPT" => {
                    mail.to.push(address(&line));
                    self.shared.lock().unwrap().named += 1;
                    self.answer(out, Stage::Recipient, "250 ok")
                }
                "DATA" => self.answer(out, Stage::Data, "354 go on"),
                "RSET" | "NOOP" => say(out, "250 ok"),
                "QUIT" => {
                    say(out, "221 bye");
                    Next::End
                }
                _ => say(out, "500 what?"),
            };
            match next {
                Next::Go => {}
                Next::End => return,
                Next::Read => {
                    mail.raw = content(&mut lines);
                    self.keep(&mail);
                    if matches!(self.answer(out, Stage::Content, "250 taken"), Next::End) {
                        return;
                    }
                }
            }
        }
    }

    fn keep(&self, mail: &Mail) {
        let mut shared = self.shared.lock().unwrap();
        match self.whim {
            Whim::Take => shared.taken.push(mail.clone()),
            _ => shared.refused.push(mail.clone()),
        }
    }

    fn answer(&self, out: &TcpStream, stage: Stage, usual: &str) -> Next {
        match self.whim {
            Whim::Refuse(at, code) if at == stage => say(out, &format!("{code} no, {}", "you@example.org")),
            Whim::Say(answer) if stage == Stage::Recipient => say(out, answer),
            Whim::HangUp(at) if at == stage => Next::End,
            Whim::FallSilent(at) if at == stage => Next::Go,
            _ if stage == Stage::Data => {
                say(out, usual);
                Next::Read
            }
            _ => say(out, usual),
        }
    }
}

fn say(mut out: &TcpStream, answer: &str) -> Next {
    let sent = out.write_all(format!("{answer}\r\n").as_bytes());
    if sent.is_ok() { Next::Go } else { Next::End }
}

/// What stands between `<` and `>`.
fn address(line: &str) -> String {
    line.split(['<', '>']).nth(1).unwrap_or_default().to_owned()
}

/// The lines up to the dot, with the dots that were put before dots taken away.
fn content(lines: &mut impl BufRead) -> Vec<u8> {
    let mut raw = Vec::new();
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) && line != b".\r\n" {
        raw.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        line.clear();
    }
    raw
}

// A mail that was received, as its reader has it.

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
