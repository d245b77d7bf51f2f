//! A client that costs as little as possible, so that it takes no processor time from what is measured: HTTP/1.1 over
//! one connection that is kept open.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// One connection to the server.
pub struct Wire {
    stream: TcpStream,
    address: String,
    buffer: Vec<u8>,
}

/// A status and a body.
pub struct Reply<'w> {
    pub status: u16,
    pub body: &'w [u8],
    head: &'w [u8],
}

impl Reply<'_> {
    /// The tag of what was sent; empty when there is none.
    pub fn tag(&self) -> String {
        let head = String::from_utf8_lossy(self.head);
        let tags = head.lines().filter_map(|line| line.split_once(": "));
        let mut tags = tags.filter(|(name, _)| name.eq_ignore_ascii_case("etag"));
        tags.next().map(|(_, tag)| tag.to_owned()).unwrap_or_default()
    }
}

impl Wire {
    pub async fn open(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, address: address.to_owned(), buffer: Vec::with_capacity(1 << 16) })
    }

    /// Gets a page.
    pub async fn get(&mut self, path: &str, token: &str) -> io::Result<Reply<'_>> {
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\r\n", self.address);
        self.send(head.as_bytes()).await
    }

    /// Gets a page, unless it is still what `tag` stands for.
    pub async fn get_unless(&mut self, tag: &str, path: &str, token: &str) -> io::Result<Reply<'_>> {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nIf-None-Match: {tag}\r\n\r\n",
            self.address
        );
        self.send(head.as_bytes()).await
    }

    /// Posts JSON under a key of its own.
    pub async fn post(&mut self, path: &str, token: &str, key: &str, body: &str) -> io::Result<Reply<'_>> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.send(request.as_bytes()).await
    }

    async fn send(&mut self, request: &[u8]) -> io::Result<Reply<'_>> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let (status, start, end) = loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let Some((status, start, length)) = head(&self.buffer) else { continue };
            if self.buffer.len() >= start + length {
                break (status, start, start + length);
            }
        };
        Ok(Reply { status, body: &self.buffer[start..end], head: &self.buffer[..start] })
    }
}

/// Status, where the body begins, and how long it is; `None` while the head is not complete.
fn head(bytes: &[u8]) -> Option<(u16, usize, usize)> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    let status = text.get(9..12)?.parse().ok()?;
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then(|| value.parse().ok())?
    });
    Some((status, end + 4, length.unwrap_or(0)))
}
