//! A web server of our own on a real socket: it writes down what is posted, and it can be told to misbehave.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use crate::harness::described;

/// What is done about one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whim {
    /// It is answered with this status.
    Answer(u16),
    /// It is answered with this status, header and body.
    Say(u16, &'static str, &'static str),
    /// It is sent elsewhere.
    Redirect(String),
    /// The connection is closed without an answer.
    HangUp,
    /// Nothing is said any more, and the connection stays.
    FallSilent,
    /// It is taken, with an answer whose body never ends.
    Babble,
}

/// A request that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// Its first line.
    pub line: String,
    /// By names in small letters.
    pub headers: BTreeMap<String, String>,
    /// As it came.
    pub body: Vec<u8>,
}

impl Heard {
    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn topic(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    /// The signatures, as they stand in the header.
    pub fn signatures(&self) -> Vec<&str> {
        self.headers["webhook-signature"].split(' ').collect()
    }

    /// The signature that Standard Webhooks asks for, by a secret as its owner was shown it.
    pub fn signature_by(&self, secret: &str) -> String {
        let secret = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
        mac.update(format!("{}.{}.{}", self.id(), self.headers["webhook-timestamp"], self.text()).as_bytes());
        format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// Runs until the test ends.
pub struct Receiver {
    address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    /// What is done about the coming requests; after these, all are answered with `usual`.
    whims: VecDeque<Whim>,
    usual: u16,
    heard: Vec<Heard>,
    /// How many of these were held to the description.
    fitted: usize,
    /// Connections that came.
    connections: usize,
}

impl Receiver {
    /// Starts it on a free port.
    pub fn start() -> Self {
        Self::answering(204)
    }

    /// One that answers with this status as long as nothing else was asked of it.
    pub fn answering(usual: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Shared { whims: VecDeque::new(), usual, heard: Vec::new(), fitted: 0, connections: 0 };
        let shared = Arc::new(Mutex::new(shared));
        let theirs = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = theirs.clone();
                shared.lock().unwrap().connections += 1;
                std::thread::spawn(move || serve(&shared, stream));
            }
        });
        Self { address, shared }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://{}/althing?bot=1", self.address)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// What is to be done about the coming requests, one after the other.
    pub fn will(&self, whims: impl IntoIterator<Item = Whim>) {
        self.shared.lock().unwrap().whims.extend(whims);
    }

    /// Everything that came so far, in order; all of it as it is described.
    pub fn heard(&self) -> Vec<Heard> {
        let mut shared = self.shared.lock().unwrap();
        let heard = shared.heard.len();
        let fitted = std::mem::replace(&mut shared.fitted, heard);
        let heard = shared.heard.clone();
        drop(shared);
        heard[fitted..].iter().for_each(|heard| described::must_fit("WebhookEvent", &heard.json()));
        heard
    }

    /// Everything that came so far, in order, whatever it is.
    pub fn requests(&self) -> Vec<Heard> {
        self.shared.lock().unwrap().heard.clone()
    }

    /// The beginning of its addresses.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many connections came so far.
    pub fn connections(&self) -> usize {
        self.shared.lock().unwrap().connections
    }
}

/// Reads one request and does about it what is to be done. Connections that break are no business of ours.
fn serve(shared: &Mutex<Shared>, stream: TcpStream) {
    let Some(heard) = read(&stream) else { return };
    let whim = {
        let mut shared = shared.lock().unwrap();
        shared.heard.push(heard);
        shared.whims.pop_front().unwrap_or(Whim::Answer(shared.usual))
    };
    let mut out = &stream;
    match whim {
        Whim::Answer(status) => {
            let _ = write!(out, "HTTP/1.1 {status} So\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }
        Whim::Say(status, header, body) => {
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status} So\r\n{header}\r\nContent-Length: {length}\r\nConnection: close");
            let _ = write!(out, "{head}\r\n\r\n{body}");
        }
        Whim::Redirect(to) => {
            let _ = write!(out, "HTTP/1.1 307 There\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
        }
        Whim::HangUp => {}
        Whim::FallSilent => {
            // Until the other side gives up.
            let _ = (&stream).read(&mut [0]);
        }
        Whim::Babble => {
            let _ = write!(out, "HTTP/1.1 200 Fine\r\nContent-Length: 1000000000\r\n\r\n");
            while out.write_all(&[b'x'; 1024]).is_ok() {}
        }
    }
}

fn read(stream: &TcpStream) -> Option<Heard> {
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    lines.read_line(&mut line).ok()?;
    let mut headers = BTreeMap::new();
    loop {
        let mut header = String::new();
        lines.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    lines.read_exact(&mut body).ok()?;
    Some(Heard { line: line.trim_end().to_owned(), headers, body })
}
