//! Splits the byte streams of PostgreSQL's protocol into messages, because `wire.rs` counts the requests that are not
//! answered and rewords errors, and `unnamed.rs` rewrites requests.

/// A message begins with a letter and four bytes of length.
pub const HEADER: usize = 5;
// Letters of messages to the server.
pub const SYNC: u8 = b'S';
pub const QUERY: u8 = b'Q';
// Letters of messages from the server.
pub const READY_FOR_QUERY: u8 = b'Z';
const ERROR: u8 = b'E';

/// Follows what is sent to the server.
#[derive(Debug, Default)]
pub struct Requests {
    /// The first message has no letter.
    has_begun: bool,
    header: [u8; HEADER],
    filled: usize,
    body: usize,
}

impl Requests {
    /// How many requests in `bytes` get an answer of their own: each ends with a Sync, or is a plain query.
    pub fn feed(&mut self, bytes: &[u8]) -> u32 {
        let mut requests = 0;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.body > 0 {
                let step = self.body.min(bytes.len() - at);
                self.body -= step;
                at += step;
                continue;
            }
            if !self.has_begun && self.filled == 0 {
                self.filled = 1;
            }
            self.header[self.filled] = byte;
            self.filled += 1;
            at += 1;
            if self.filled == HEADER {
                requests += u32::from(self.has_begun && matches!(self.header[0], SYNC | QUERY));
                self.has_begun = true;
                self.body = body_length(&self.header);
                self.filled = 0;
            }
        }
        requests
    }
}

#[derive(Debug, Default)]
pub struct Answers {
    header: [u8; HEADER],
    filled: usize,
    body: usize,
}

impl Answers {
    /// Reads `bytes` up to where an error begins, and returns how far that is. `complete` is called with the status
    /// byte of each ReadyForQuery.
    pub fn feed(&mut self, bytes: &[u8], mut complete: impl FnMut(u8)) -> usize {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.body > 0 {
                let step = self.body.min(bytes.len() - at);
                if self.header[0] == READY_FOR_QUERY {
                    complete(byte);
                }
                self.body -= step;
                at += step;
                continue;
            }
            if self.filled == 0 && byte == ERROR {
                return at;
            }
            self.header[self.filled] = byte;
            self.filled += 1;
            at += 1;
            if self.filled == HEADER {
                self.body = body_length(&self.header);
                self.filled = 0;
            }
        }
        at
    }
}

fn body_length(header: &[u8; HEADER]) -> usize {
    let length = u32::from_be_bytes([header[1], header[2], header[3], header[4]]);
    // The length counts its own four bytes; the driver refuses a message whose length is less.
    usize::try_from(length).unwrap_or(usize::MAX).saturating_sub(4)
}

/// Appends a message whose body has these parts.
pub fn append(to: &mut Vec<u8>, letter: u8, parts: &[&[u8]]) {
    let body: usize = parts.iter().map(|part| part.len()).sum();
    to.push(letter);
    // What the driver sends has a length of four bytes, too.
    to.extend(u32::try_from(body + 4).unwrap_or(u32::MAX).to_be_bytes());
    parts.iter().for_each(|part| to.extend_from_slice(part));
}

/// The length of the message at the beginning of `bytes`, once it is known.
pub fn length(bytes: &[u8]) -> Option<usize> {
    let header: &[u8; HEADER] = bytes.first_chunk()?;
    Some(body_length(header).saturating_add(HEADER))
}

/// The SQLSTATE of a whole error, and the same error with the message that `reword` makes of message and SQLSTATE.
pub fn reworded(error: &[u8], reword: impl Fn(&str, &str) -> String) -> Option<(String, Vec<u8>)> {
    let fields: Vec<&[u8]> = error.get(HEADER..)?.split(|byte| *byte == 0).collect();
    let field = |letter: u8| fields.iter().find_map(|field| field.strip_prefix(&[letter]));
    let code = std::str::from_utf8(field(b'C')?).ok()?;
    let message = String::from_utf8_lossy(field(b'M')?);
    let message = reword(&message, code);
    let mut body = Vec::with_capacity(error.len() + message.len());
    for field in fields.iter().filter(|field| !field.is_empty()) {
        match field.strip_prefix(b"M") {
            Some(_) => body.extend([b"M", message.as_bytes()].concat()),
            None => body.extend_from_slice(field),
        }
        body.push(0);
    }
    body.push(0);
    let length = u32::try_from(body.len() + 4).ok()?;
    Some((code.to_owned(), [&[ERROR][..], &length.to_be_bytes(), &body].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(letter: u8, body: &[u8]) -> Vec<u8> {
        let mut message = Vec::new();
        append(&mut message, letter, &[body]);
        message
    }

    #[test]
    fn requests_are_counted_however_they_are_cut() {
        let begin = [&[0, 0, 0, 9][..], b"hello"].concat();
        let sent = [
            begin,
            message(b'p', b"QQSS"),
            message(b'P', b"S"),
            message(b'S', b""),
            message(b'Q', b"SELECT 1\0"),
        ]
        .concat();
        for size in 1..sent.len() {
            let mut requests = Requests::default();
            let counted: u32 = sent.chunks(size).map(|chunk| requests.feed(chunk)).sum();
            assert_eq!(counted, 2, "in pieces of {size}");
        }
    }

    #[test]
    fn answers_are_followed_up_to_an_error_however_they_are_cut() {
        let before = [message(b'D', b"ZZE"), message(b'Z', b"T"), message(b'C', b"E"), message(b'Z', b"I")];
        let before = before.concat();
        let all = [before.clone(), message(b'E', b"x")].concat();
        for size in 1..all.len() {
            let (mut answers, mut statuses, mut passed) = (Answers::default(), Vec::new(), 0);
            for chunk in all.chunks(size) {
                let step = answers.feed(chunk, |status| statuses.push(status));
                passed += step;
                if step < chunk.len() {
                    break;
                }
            }
            assert_eq!((passed, statuses), (before.len(), vec![b'T', b'I']), "in pieces of {size}");
        }
    }

    #[test]
    fn an_error_gets_another_message_and_keeps_the_rest() {
        let body = b"SERROR\0C53100\0Mno room\0Dat all\0\0";
        let error = message(b'E', body);
        assert_eq!(length(&error), Some(error.len()));
        let (code, other) = reworded(&error, |message, code| format!("{message}!{code}")).unwrap_or_default();
        assert_eq!(code, "53100");
        assert_eq!(other, message(b'E', b"SERROR\0C53100\0Mno room!53100\0Dat all\0\0"));
        assert_eq!(reworded(&message(b'E', b"SERROR\0\0"), |_, _| String::new()), None);
    }
}
