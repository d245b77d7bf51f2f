//! Counts the requests that go to PostgreSQL.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Stands between a server and the database, and counts round trips: each ends with a Sync or is a plain query.
pub struct CountingProxy {
    /// Where to connect instead.
    pub url: String,
    trips: Arc<AtomicUsize>,
}

impl CountingProxy {
    /// In front of a database that is reached through a socket file.
    pub fn before(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let rest = url.strip_prefix("postgres://").unwrap();
        let (user, rest) = rest.split_once('@').unwrap();
        let (host, database) = rest.rsplit_once('/').unwrap();
        let (folder, port) = host.rsplit_once(':').unwrap();
        let folder = percent_encoding::percent_decode_str(folder).decode_utf8().unwrap().into_owned();
        let socket = format!("{folder}/.s.PGSQL.{port}");
        let trips = Arc::new(AtomicUsize::new(0));
        let counted = trips.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), UnixStream::connect(&socket).unwrap());
                let counted = counted.clone();
                let (from, to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                thread::spawn(move || count(from, to, &counted));
                thread::spawn(move || pass(server, client));
            }
        });
        // It reads along, so nothing may be encrypted or asked about that.
        Self { url: format!("postgres://{user}@{address}/{database}?sslmode=disable"), trips }
    }

    /// How many there were so far.
    pub fn trips(&self) -> usize {
        self.trips.load(Ordering::SeqCst)
    }
}

fn pass(mut from: UnixStream, mut to: TcpStream) {
    let _ = std::io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Both);
}

/// Passes messages on one by one. The first has no letter.
fn count(mut from: TcpStream, mut to: UnixStream, trips: &AtomicUsize) {
    let mut has_letter = false;
    loop {
        let mut head = [0; 5];
        let head = if has_letter { &mut head[..] } else { &mut head[..4] };
        if from.read_exact(head).is_err() {
            break;
        }
        let length = u32::from_be_bytes(head[head.len() - 4..].try_into().unwrap());
        let mut body = vec![0; length as usize - 4];
        if from.read_exact(&mut body).is_err() {
            break;
        }
        // Before it is passed on: the answer must not be there earlier than its trip.
        if has_letter && matches!(head[0], b'S' | b'Q') {
            trips.fetch_add(1, Ordering::SeqCst);
        }
        if to.write_all(head).is_err() || to.write_all(&body).is_err() {
            break;
        }
        has_letter = true;
    }
    let _ = to.shutdown(Shutdown::Both);
}
