//! Sends every statement without a name, for poolers that give each transaction another session.
//!
//! The driver prepares a statement under a name, and later binds to that name. A pooler in transaction mode may hand the
//! later message to a session that does not know the name. Here the text is kept instead, and sent again, without a name,
//! in the same message as what is bound to it: the server parses it each time, and no round trip is added. The answer to
//! the additional Parse is taken out, because the driver did not ask for it.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::frames::{self, HEADER, QUERY, READY_FOR_QUERY, SYNC};
use super::wire::Carrier;

const PARSE: u8 = b'P';
const BIND: u8 = b'B';
const DESCRIBE: u8 = b'D';
const CLOSE: u8 = b'C';
const PARSE_COMPLETE: u8 = b'1';
/// What Describe and Close are about: a statement, not a portal.
const STATEMENT: u8 = b'S';

pub struct UnnamedStatements {
    carrier: Box<dyn Carrier>,
    sent: Sent,
    received: Received,
}

impl UnnamedStatements {
    pub fn over(carrier: Box<dyn Carrier>) -> Self {
        Self { carrier, sent: Sent::default(), received: Received::default() }
    }

    /// Sends what is rewritten and not sent.
    fn poll_drain(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.sent.rewritten.is_empty() {
            let written = ready!(Pin::new(&mut self.carrier).poll_write(context, &self.sent.rewritten))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.sent.rewritten.drain(..written);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for UnnamedStatements {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        ready!(this.poll_drain(context))?;
        this.sent.feed(bytes, &mut this.received.expected);
        // The bytes are taken, whether all of them can be sent now or not: flushing sends the rest.
        match this.poll_drain(context) {
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            _ => Poll::Ready(Ok(bytes.len())),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_drain(context))?;
        Pin::new(&mut this.carrier).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_drain(context))?;
        Pin::new(&mut this.carrier).poll_shutdown(context)
    }
}

impl AsyncRead for UnnamedStatements {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        while this.received.passed.is_empty() {
            let mut space = [0; 8192];
            let mut read = ReadBuf::new(&mut space);
            ready!(Pin::new(&mut this.carrier).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.received.feed(read.filled());
        }
        let step = this.received.passed.len().min(buffer.remaining());
        buffer.put_slice(&this.received.passed[..step]);
        this.received.passed.drain(..step);
        Poll::Ready(Ok(()))
    }
}

/// An answer that is to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// To a Parse of the driver.
    Parse,
    /// To a Parse that was added here.
    AddedParse,
    /// The end of a request. After an error the server skips the rest of the request, so answers up to here may be missing.
    End,
}

/// Rewrites what the driver sends.
#[derive(Default)]
struct Sent {
    /// The first message has no letter.
    has_begun: bool,
    /// The beginning of a message whose end is missing.
    partial: Vec<u8>,
    /// For each name, what follows it in a Parse: the text and the types of its parameters.
    statements: HashMap<Vec<u8>, Vec<u8>>,
    rewritten: Vec<u8>,
}

impl Sent {
    fn feed(&mut self, bytes: &[u8], expected: &mut VecDeque<Expected>) {
        self.partial.extend_from_slice(bytes);
        let mut at = 0;
        while let Some(length) = self.length_at(at).filter(|length| *length <= self.partial.len() - at) {
            let message = self.partial[at..at + length].to_vec();
            self.rewrite(&message, expected);
            self.has_begun = true;
            at += length;
        }
        self.partial.drain(..at);
    }

    fn length_at(&self, at: usize) -> Option<usize> {
        let rest = &self.partial[at..];
        if self.has_begun {
            return frames::length(rest);
        }
        let length: &[u8; 4] = rest.first_chunk()?;
        usize::try_from(u32::from_be_bytes(*length)).ok()
    }

    fn rewrite(&mut self, message: &[u8], expected: &mut VecDeque<Expected>) {
        let (letter, body) = match self.has_begun {
            true => (message[0], &message[HEADER..]),
            false => (0, message),
        };
        match letter {
            PARSE => {
                expected.push_back(Expected::Parse);
                if let Some((name, rest)) = named(body) {
                    self.statements.insert(name.to_vec(), rest.to_vec());
                    return frames::append(&mut self.rewritten, PARSE, &[b"\0", rest]);
                }
            }
            BIND => {
                let parts = body.iter().position(|byte| *byte == 0).map(|end| body.split_at(end + 1));
                let bound = parts.and_then(|(portal, rest)| Some((portal, named(rest)?)));
                if let Some((portal, (name, rest))) = bound
                    && let Some(statement) = self.statements.get(name)
                {
                    frames::append(&mut self.rewritten, PARSE, &[b"\0", statement]);
                    expected.push_back(Expected::AddedParse);
                    return frames::append(&mut self.rewritten, BIND, &[portal, b"\0", rest]);
                }
            }
            DESCRIBE | CLOSE if body.first() == Some(&STATEMENT) => {
                if let Some((name, _)) = named(&body[1..]) {
                    if letter == CLOSE {
                        self.statements.remove(name);
                    }
                    return frames::append(&mut self.rewritten, letter, &[&[STATEMENT, 0]]);
                }
            }
            SYNC | QUERY => expected.push_back(Expected::End),
            _ => {}
        }
        self.rewritten.extend_from_slice(message);
    }
}

/// The name at the beginning of `body`, if it is not empty, and what follows its end.
fn named(body: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = body.iter().position(|byte| *byte == 0).filter(|end| *end > 0)?;
    Some((&body[..end], &body[end + 1..]))
}

/// Takes out of the answers what the driver did not ask for.
#[derive(Default)]
struct Received {
    expected: VecDeque<Expected>,
    /// The beginning of a message, until its letter and its length are known.
    header: Vec<u8>,
    /// Bytes of a message that are missing.
    body: usize,
    passed: Vec<u8>,
}

impl Received {
    fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            if self.body > 0 {
                let (step, after) = rest.split_at(self.body.min(rest.len()));
                self.passed.extend_from_slice(step);
                self.body -= step.len();
                rest = after;
                continue;
            }
            let (step, after) = rest.split_at((HEADER - self.header.len()).min(rest.len()));
            self.header.extend_from_slice(step);
            rest = after;
            if let Some(length) = frames::length(&self.header) {
                self.body = length - HEADER;
                if !self.is_answer_to_added() {
                    self.passed.extend_from_slice(&self.header);
                }
                self.header.clear();
            }
        }
    }

    fn is_answer_to_added(&mut self) -> bool {
        match self.header[0] {
            PARSE_COMPLETE => self.expected.pop_front() == Some(Expected::AddedParse),
            // The first one of a connection ends no request.
            READY_FOR_QUERY => {
                let end = self.expected.iter().position(|expected| *expected == Expected::End);
                self.expected.drain(..end.map_or(0, |end| end + 1));
                false
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(letter: u8, body: &[u8]) -> Vec<u8> {
        let mut message = Vec::new();
        frames::append(&mut message, letter, &[body]);
        message
    }

    fn prepared() -> Vec<u8> {
        let parse = message(PARSE, b"s1\0SELECT $1\0\0\x01\0\0\0\x17");
        [parse, message(DESCRIBE, b"Ss1\0"), message(SYNC, b"")].concat()
    }

    fn executed() -> Vec<u8> {
        [message(BIND, b"\0s1\0values"), message(b'E', b"\0\0\0\0\0"), message(SYNC, b"")].concat()
    }

    #[test]
    fn a_statement_is_sent_again_with_what_is_bound_to_it_however_the_bytes_are_cut() {
        let begin = [&[0, 0, 0, 9][..], b"hello"].concat();
        let closed = message(CLOSE, b"Ss1\0");
        let sent = [begin.clone(), prepared(), executed(), closed, message(QUERY, b"COMMIT\0")].concat();
        let parse = message(PARSE, b"\0SELECT $1\0\0\x01\0\0\0\x17");
        let wanted = [
            begin,
            parse.clone(),
            message(DESCRIBE, b"S\0"),
            message(SYNC, b""),
            parse,
            message(BIND, b"\0\0values"),
            message(b'E', b"\0\0\0\0\0"),
            message(SYNC, b""),
            message(CLOSE, b"S\0"),
            message(QUERY, b"COMMIT\0"),
        ];
        for size in 1..sent.len() {
            let (mut requests, mut expected) = (Sent::default(), VecDeque::new());
            sent.chunks(size).for_each(|chunk| requests.feed(chunk, &mut expected));
            assert_eq!(requests.rewritten, wanted.concat(), "in pieces of {size}");
            let (parse, added, end) = (Expected::Parse, Expected::AddedParse, Expected::End);
            assert_eq!(expected, [parse, end, added, end, end]);
            assert!(requests.statements.is_empty() && requests.partial.is_empty());
        }
    }

    #[test]
    fn the_answer_to_what_was_added_is_taken_out_however_the_bytes_are_cut() {
        let (complete, ready) = (message(PARSE_COMPLETE, b""), message(READY_FOR_QUERY, b"I"));
        let (row, failed) = (message(b'D', b"11Z"), message(b'E', b"SERROR\0\0"));
        // The beginning; prepared; executed; refused before the Parse was reached; prepared again.
        let came = [
            ready.clone(),
            complete.clone(),
            ready.clone(),
            complete.clone(),
            row.clone(),
            ready.clone(),
            failed.clone(),
            ready.clone(),
            complete.clone(),
            ready.clone(),
        ]
        .concat();
        let wanted = [
            ready.clone(),
            complete.clone(),
            ready.clone(),
            row,
            ready.clone(),
            failed,
            ready.clone(),
            complete,
            ready.clone(),
        ]
        .concat();
        let (parse, added, end) = (Expected::Parse, Expected::AddedParse, Expected::End);
        // The driver asks for nothing before the server is ready.
        let (begin, rest) = came.split_at(ready.len());
        for size in 1..rest.len() {
            let mut answers = Received::default();
            begin.chunks(size).for_each(|chunk| answers.feed(chunk));
            answers.expected = [parse, end, added, end, added, end, parse, end].into();
            rest.chunks(size).for_each(|chunk| answers.feed(chunk));
            assert_eq!(answers.passed, wanted, "in pieces of {size}");
            assert!(answers.expected.is_empty());
        }
    }
}
