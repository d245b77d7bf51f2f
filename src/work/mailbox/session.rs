//! The talk with one server that brings mail.

use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt};

use super::command::Command;
use super::deliver::{deliver, together};
use super::envelope::{Envelope, NotHere, find};
use super::lines::{self, Line};
use crate::app::App;
use crate::store::{Pool, pool};

/// The longest command, in bytes.
const LONGEST_COMMAND: usize = 2_000;
/// The longest line of a mail, in bytes; the protocol wants at most 998.
const LONGEST_LINE: usize = 64_000;
const MOST_RECIPIENTS: usize = 10;
/// Whoever makes so many mistakes is sent away.
const MOST_MISTAKES: usize = 20;
/// A mail that goes on beyond so many times its bound is cut off.
const PATIENCE_WITH_BYTES: usize = 25;

pub struct Session<'s, R, W> {
    app: &'s App,
    pool: &'s Pool,
    from: R,
    to: W,
    envelope: Envelope,
    /// Does it want an answer for each recipient?
    each: bool,
    is_greeted: bool,
    mistakes: usize,
}

/// What became of the body of a mail.
enum Body {
    Whole(Vec<u8>),
    TooLarge,
    LineTooLong,
    BrokenOff,
}

impl<'s, R: AsyncBufRead + Unpin, W: AsyncWrite + Unpin> Session<'s, R, W> {
    /// A talk that has not begun.
    pub fn new(app: &'s App, pool: &'s Pool, from: R, to: W) -> Self {
        let envelope = Envelope::default();
        Self { app, pool, from, to, envelope, each: false, is_greeted: false, mistakes: 0 }
    }

    /// Talks until one of the two ends it.
    pub async fn hold(mut self) {
        if !self.say("220 althing takes replies").await {
            return;
        }
        while self.mistakes < MOST_MISTAKES {
            let command = match lines::next(&mut self.from, LONGEST_COMMAND).await {
                Line::Whole(line, _) => Command::read(&String::from_utf8_lossy(&line)),
                Line::TooLong => Command::Unknown,
                Line::End => return,
            };
            let ends = command == Command::Quit;
            if !self.answer(command).await || ends {
                return;
            }
        }
        self.say("421 4.7.0 too many mistakes").await;
    }

    /// `false`: the other one is gone.
    async fn answer(&mut self, command: Command) -> bool {
        match command {
            Command::Lhlo | Command::Ehlo => self.greet(command == Command::Lhlo).await,
            Command::Helo => {
                (self.is_greeted, self.each) = (true, false);
                self.say("250 althing").await
            }
            Command::Mail { from, size } => self.sender(from, size).await,
            Command::Recipient(address) => self.recipient(&address).await,
            Command::Data => self.data().await,
            Command::Reset => {
                self.envelope = Envelope::default();
                self.say("250 2.0.0 ok").await
            }
            Command::Nothing => self.say("250 2.0.0 ok").await,
            Command::Verify => self.say("252 2.5.0 send it and see").await,
            Command::Quit => self.say("221 2.0.0 bye").await,
            Command::Malformed => self.mistake("501 5.5.4 that can't be read").await,
            Command::Unknown => self.mistake("500 5.5.2 no such command").await,
        }
    }

    async fn greet(&mut self, each: bool) -> bool {
        (self.is_greeted, self.each) = (true, each);
        self.envelope = Envelope::default();
        let size = self.app.settings.replies.most_bytes;
        let extensions = format!(
            "250-althing\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-ENHANCEDSTATUSCODES\r\n250 SIZE {size}"
        );
        self.say(&extensions).await
    }

    async fn sender(&mut self, from: String, size: Option<usize>) -> bool {
        if !self.is_greeted || self.envelope.from.is_some() {
            return self.mistake("503 5.5.1 not now").await;
        }
        if size.is_some_and(|size| size > self.app.settings.replies.most_bytes) {
            return self.mistake("552 5.3.4 the mail is too large").await;
        }
        self.envelope.from = Some(from);
        self.say("250 2.1.0 ok").await
    }

    async fn recipient(&mut self, address: &str) -> bool {
        if self.envelope.from.is_none() {
            return self.mistake("503 5.5.1 not now").await;
        }
        if self.envelope.to.len() >= MOST_RECIPIENTS {
            return self.mistake("452 4.5.3 too many recipients").await;
        }
        let found = match pool::acquire(self.pool).await {
            Ok(mut connection) => find(self.app, &mut connection, address).await,
            Err(error) => Err(error),
        };
        match found {
            Ok(Ok(recipient)) => {
                self.envelope.to.push(recipient);
                self.say("250 2.1.5 ok").await
            }
            Ok(Err(NotHere::Elsewhere)) => self.mistake("550 5.7.1 nothing is carried on").await,
            Ok(Err(NotHere::Unknown)) => {
                self.mistake("550 5.1.1 this address is none of ours, or it is too old").await
            }
            Err(_) => self.say("451 4.3.0 try again later").await,
        }
    }

    async fn data(&mut self) -> bool {
        if self.envelope.to.is_empty() {
            return self.mistake("503 5.5.1 nobody to take it").await;
        }
        if !self.say("354 go on").await {
            return false;
        }
        let envelope = std::mem::take(&mut self.envelope);
        let answers = match self.body().await {
            Body::Whole(raw) => deliver(self.app, self.pool, &envelope, &raw).await,
            Body::TooLarge => vec!["552 5.3.4 the mail is too large".to_owned(); envelope.to.len()],
            Body::LineTooLong => vec!["554 5.6.0 a line is too long".to_owned(); envelope.to.len()],
            Body::BrokenOff => {
                self.say("552 5.3.4 the mail is too large").await;
                return false;
            }
        };
        let answers = if self.each { answers } else { vec![together(&answers)] };
        for answer in answers {
            if !self.say(&answer).await {
                return false;
            }
        }
        true
    }

    /// The lines up to the dot. What is beyond the bound is read and forgotten, up to a bound of its own.
    async fn body(&mut self) -> Body {
        let most = self.app.settings.replies.most_bytes;
        let (mut raw, mut bytes, mut has_long_line, mut follows_proper) = (Vec::new(), 0_usize, false, true);
        loop {
            match lines::next(&mut self.from, LONGEST_LINE).await {
                Line::End => return Body::BrokenOff,
                Line::TooLong => (has_long_line, bytes) = (true, bytes.saturating_add(LONGEST_LINE)),
                // Only a dot between two proper ends of lines is the end: everything else is somebody's trick.
                Line::Whole(line, true) if line == b"." && follows_proper => break,
                Line::Whole(line, is_proper) => {
                    bytes = bytes.saturating_add(line.len() + 2);
                    if bytes <= most {
                        let stuffed = follows_proper && line.first() == Some(&b'.');
                        raw.extend(line.iter().skip(usize::from(stuffed)));
                        raw.extend_from_slice(b"\r\n");
                    } else {
                        raw = Vec::new();
                    }
                    follows_proper = is_proper;
                }
            }
            if bytes > most.saturating_mul(PATIENCE_WITH_BYTES) {
                return Body::BrokenOff;
            }
        }
        match (bytes > most, has_long_line) {
            (true, _) => Body::TooLarge,
            (_, true) => Body::LineTooLong,
            _ => Body::Whole(raw),
        }
    }

    async fn mistake(&mut self, answer: &str) -> bool {
        self.mistakes += 1;
        self.say(answer).await
    }

    async fn say(&mut self, answer: &str) -> bool {
        self.to.write_all(format!("{answer}\r\n").as_bytes()).await.is_ok() && self.to.flush().await.is_ok()
    }
}
