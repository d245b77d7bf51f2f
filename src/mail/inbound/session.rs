//! The session with one mail server that brings mail: its commands and our replies.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

use super::delivery::{Envelope, UnknownRecipient, deliver, find, together};
use crate::service::{App, Ctx};
use crate::store::Pool;

/// The longest command, in bytes.
const MAX_COMMAND: usize = 2_000;
/// The longest line of a mail, in bytes; the protocol allows 998.
const MAX_LINE: usize = 64_000;
const MAX_RECIPIENTS: usize = 10;
/// The session ends after this many mistakes.
const MAX_MISTAKES: usize = 20;
/// The connection is closed when a mail exceeds its limit this many times over. Up to there the rest is read and
/// dropped, so that the client gets its 552.
const MAX_TIMES_LIMIT: usize = 25;
/// The longest wait for a line of the client.
const LINE_TIMEOUT: Duration = Duration::from_secs(60);

pub struct SmtpSession<'s, R, W> {
    app: &'s Arc<App>,
    pool: &'s Pool,
    from: R,
    to: W,
    envelope: Envelope,
    /// LMTP wants a reply for each recipient, SMTP one for all.
    is_lmtp: bool,
    is_greeted: bool,
    mistakes: usize,
}

/// What became of the body of a mail.
enum MailBody {
    Whole(Vec<u8>),
    TooLarge,
    LineTooLong,
    /// Too large by far: the rest is not read.
    Endless,
    /// The client is gone, or too slow.
    Incomplete,
}

impl<'s, R: AsyncBufRead + Unpin, W: AsyncWrite + Unpin> SmtpSession<'s, R, W> {
    pub fn new(app: &'s Arc<App>, pool: &'s Pool, from: R, to: W) -> Self {
        let envelope = Envelope::default();
        Self { app, pool, from, to, envelope, is_lmtp: false, is_greeted: false, mistakes: 0 }
    }

    /// Runs until the client or the server ends the session.
    pub async fn run(mut self) {
        if !self.say("220 althing takes replies").await {
            return;
        }
        while self.mistakes < MAX_MISTAKES {
            let command = match next_line(&mut self.from, MAX_COMMAND).await {
                InboundLine::Whole(line, _) => Command::read(&String::from_utf8_lossy(&line)),
                InboundLine::TooLong { .. } => Command::Unknown,
                InboundLine::End => return,
            };
            let ends = command == Command::Quit;
            if !self.answer(command).await || ends {
                return;
            }
        }
        self.say("421 4.7.0 too many errors").await;
    }

    /// `false` when the session is over.
    async fn answer(&mut self, command: Command) -> bool {
        match command {
            Command::Lhlo | Command::Ehlo => self.greet(command == Command::Lhlo).await,
            Command::Helo => {
                (self.is_greeted, self.is_lmtp) = (true, false);
                self.envelope = Envelope::default();
                self.say("250 althing").await
            }
            Command::Mail { from, size } => self.sender(from, size).await,
            Command::Recipient(address) => self.recipient(&address).await,
            Command::Data => self.data().await,
            Command::Reset => {
                self.envelope = Envelope::default();
                self.say("250 2.0.0 ok").await
            }
            Command::Noop => self.say("250 2.0.0 ok").await,
            Command::Verify => self.say("252 2.5.0 send it and see").await,
            Command::Quit => self.say("221 2.0.0 bye").await,
            Command::Malformed => self.mistake("501 5.5.4 syntax error in parameters").await,
            Command::Unknown => self.mistake("500 5.5.2 unknown command").await,
        }
    }

    async fn greet(&mut self, is_lmtp: bool) -> bool {
        (self.is_greeted, self.is_lmtp) = (true, is_lmtp);
        self.envelope = Envelope::default();
        let size = self.app.settings.replies.most_bytes;
        let extensions = format!(
            "250-althing\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-ENHANCEDSTATUSCODES\r\n250 SIZE {size}"
        );
        self.say(&extensions).await
    }

    async fn sender(&mut self, from: String, size: Option<usize>) -> bool {
        if !self.is_greeted || self.envelope.from.is_some() {
            return self.mistake("503 5.5.1 bad sequence of commands").await;
        }
        if size.is_some_and(|size| size > self.app.settings.replies.most_bytes) {
            return self.mistake("552 5.3.4 the mail is too large").await;
        }
        self.envelope.from = Some(from);
        self.say("250 2.1.0 ok").await
    }

    async fn recipient(&mut self, address: &str) -> bool {
        if self.envelope.from.is_none() {
            return self.mistake("503 5.5.1 bad sequence of commands").await;
        }
        if self.envelope.to.len() >= MAX_RECIPIENTS {
            return self.mistake("452 4.5.3 too many recipients").await;
        }
        let found = match Ctx::acquire(self.app, self.pool).await {
            Ok(mut ctx) => find(&mut ctx, address).await,
            Err(error) => Err(error),
        };
        match found {
            Ok(Ok(recipient)) => {
                self.envelope.to.push(recipient);
                self.say("250 2.1.5 ok").await
            }
            Ok(Err(UnknownRecipient::OtherDomain)) => {
                self.mistake("550 5.7.1 this server does not relay mail").await
            }
            Ok(Err(UnknownRecipient::NoSuchAddress)) => {
                self.mistake("550 5.1.1 this address does not exist, or it has expired").await
            }
            Err(_) => self.say("451 4.3.0 try again later").await,
        }
    }

    async fn data(&mut self) -> bool {
        if self.envelope.to.is_empty() {
            return self.mistake("503 5.5.1 no valid recipient").await;
        }
        if !self.say("354 go on").await {
            return false;
        }
        let envelope = std::mem::take(&mut self.envelope);
        let answers = match self.body().await {
            MailBody::Whole(raw) => deliver(self.app, self.pool, &envelope, &raw).await,
            MailBody::TooLarge => vec!["552 5.3.4 the mail is too large".to_owned(); envelope.to.len()],
            MailBody::LineTooLong => {
                vec!["554 5.6.0 a line of the mail is too long".to_owned(); envelope.to.len()]
            }
            MailBody::Endless => {
                self.say("552 5.3.4 the mail is too large").await;
                return false;
            }
            // 421 and not 552: a client that was only slow must bring the reply again, or the reply is lost.
            MailBody::Incomplete => {
                self.say("421 4.4.2 the connection ended before the mail did").await;
                return false;
            }
        };
        let answers = if self.is_lmtp { answers } else { vec![together(&answers)] };
        for answer in answers {
            if !self.say(&answer).await {
                return false;
            }
        }
        true
    }

    /// Reads the lines up to the dot. Lines beyond the limit are read and dropped, up to a limit of their own.
    async fn body(&mut self) -> MailBody {
        let most = self.app.settings.replies.most_bytes;
        let (mut raw, mut bytes, mut has_long_line, mut follows_crlf) = (Vec::new(), 0_usize, false, true);
        loop {
            match next_line(&mut self.from, MAX_LINE).await {
                InboundLine::End => return MailBody::Incomplete,
                InboundLine::TooLong { ends_crlf } => {
                    (has_long_line, bytes) = (true, bytes.saturating_add(MAX_LINE));
                    follows_crlf = ends_crlf;
                }
                // Only a dot between two CR LF ends the mail: if a lone LF did, one mail could be smuggled in another.
                InboundLine::Whole(line, true) if line == b"." && follows_crlf => break,
                InboundLine::Whole(line, ends_crlf) => {
                    bytes = bytes.saturating_add(line.len() + 2);
                    if bytes <= most {
                        let stuffed = follows_crlf && line.first() == Some(&b'.');
                        raw.extend(line.iter().skip(usize::from(stuffed)));
                        raw.extend_from_slice(b"\r\n");
                    } else {
                        raw = Vec::new();
                    }
                    follows_crlf = ends_crlf;
                }
            }
            if bytes > most.saturating_mul(MAX_TIMES_LIMIT) {
                return MailBody::Endless;
            }
        }
        match (bytes > most, has_long_line) {
            (true, _) => MailBody::TooLarge,
            (_, true) => MailBody::LineTooLong,
            _ => MailBody::Whole(raw),
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

#[derive(Debug, Clone, PartialEq, Eq)]
enum Command {
    /// `LHLO`: the client speaks LMTP and wants a reply for each recipient.
    Lhlo,
    Ehlo,
    Helo,
    /// `MAIL FROM`.
    Mail {
        /// The envelope sender; empty for reports about mails.
        from: String,
        /// In bytes, as announced.
        size: Option<usize>,
    },
    /// `RCPT TO`.
    Recipient(String),
    Data,
    Reset,
    Noop,
    Verify,
    Quit,
    /// A known command with malformed arguments.
    Malformed,
    Unknown,
}

impl Command {
    /// Reads a line without its end.
    fn read(line: &str) -> Self {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_ascii_uppercase().as_str() {
            "LHLO" => Self::Lhlo,
            "EHLO" => Self::Ehlo,
            "HELO" => Self::Helo,
            "MAIL" => mail(rest),
            "RCPT" => match path(rest, "TO:") {
                Some((to, _)) if !to.is_empty() => Self::Recipient(to),
                _ => Self::Malformed,
            },
            "DATA" => Self::Data,
            "RSET" => Self::Reset,
            "NOOP" => Self::Noop,
            "VRFY" => Self::Verify,
            "QUIT" => Self::Quit,
            _ => Self::Unknown,
        }
    }
}

fn mail(rest: &str) -> Command {
    let Some((from, parameters)) = path(rest, "FROM:") else { return Command::Malformed };
    let size = parameters.split_whitespace().find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.eq_ignore_ascii_case("SIZE").then(|| value.parse().unwrap_or(usize::MAX))
    });
    Command::Mail { from, size }
}

/// The address between angle brackets behind `label`, and what follows it.
fn path(rest: &str, label: &str) -> Option<(String, String)> {
    let (head, tail) = rest.split_at_checked(label.len())?;
    if !head.eq_ignore_ascii_case(label) {
        return None;
    }
    let (address, parameters) = tail.trim_start().strip_prefix('<')?.split_once('>')?;
    Some((address.to_owned(), parameters.to_owned()))
}

#[derive(Debug, PartialEq, Eq)]
enum InboundLine {
    /// A line without its end, and whether it ended with CR LF, as the protocol wants.
    Whole(Vec<u8>, bool),
    /// A line that was read to its end and dropped. Its end counts all the same: without it a dot behind a lone LF
    /// could end the mail.
    TooLong { ends_crlf: bool },
    /// The client is gone, or too slow.
    End,
}

/// The next line of at most `most` bytes.
async fn next_line(from: &mut (impl AsyncBufRead + Unpin), most: usize) -> InboundLine {
    match timeout(LINE_TIMEOUT, read_line(from, most)).await {
        Ok(Ok(line)) => line,
        Ok(Err(_)) | Err(_) => InboundLine::End,
    }
}

async fn read_line(from: &mut (impl AsyncBufRead + Unpin), most: usize) -> io::Result<InboundLine> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    let mut last_was_cr = false;
    loop {
        let buffered = from.fill_buf().await?;
        if buffered.is_empty() {
            return Ok(InboundLine::End);
        }
        let end = buffered.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(buffered.len(), |at| at + 1);
        if line.len() + taken > most + 2 {
            is_too_long = true;
            line.clear();
        }
        if !is_too_long {
            line.extend(buffered.iter().take(taken));
        }
        // A line may span several buffers, and its CR and LF may lie in two.
        let before_end = end.and_then(|at| at.checked_sub(1)).and_then(|at| buffered.get(at));
        let ends_crlf = before_end.map_or(last_was_cr, |byte| *byte == b'\r');
        last_was_cr = buffered.last() == Some(&b'\r');
        from.consume(taken);
        if end.is_some() {
            return Ok(if is_too_long { InboundLine::TooLong { ends_crlf } } else { whole_line(line) });
        }
    }
}

fn whole_line(mut line: Vec<u8>) -> InboundLine {
    line.pop();
    let ends_crlf = line.last() == Some(&b'\r');
    if ends_crlf {
        line.pop();
    }
    InboundLine::Whole(line, ends_crlf)
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn commands_are_read_in_any_case_with_what_extensions_add() {
        let from = |address: &str, size| Command::Mail { from: address.to_owned(), size };
        assert_eq!(Command::read("mail from:<a@b> SIZE=20 BODY=8BITMIME SMTPUTF8"), from("a@b", Some(20)));
        assert_eq!(Command::read("MAIL FROM:<>"), from("", None));
        assert_eq!(Command::read("MAIL FROM:<a@b> size=much"), from("a@b", Some(usize::MAX)));
        assert_eq!(Command::read("RCPT TO: <ø@b>"), Command::Recipient("ø@b".to_owned()));
        assert_eq!(Command::read("RCPT TO:<>"), Command::Malformed);
        assert_eq!(Command::read("RCPT a@b"), Command::Malformed);
        assert_eq!(Command::read("quit"), Command::Quit);
        assert_eq!(Command::read("BDAT 20 LAST"), Command::Unknown);
    }
}
