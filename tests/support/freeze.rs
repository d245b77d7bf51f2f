//! A network between a server and the database that can stop carrying anything, while connections stay open.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

/// Carries bytes to the database and back until it is frozen.
pub struct FreezingProxy {
    /// Where to connect instead.
    pub url: String,
    gate: Arc<Gate>,
}

#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    moved: Condvar,
}

#[derive(Default)]
struct State {
    is_frozen: bool,
    /// Freezes as soon as this was passed on to the database.
    last_words: Option<Vec<u8>>,
    connections: usize,
}

impl FreezingProxy {
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
        let gate = Arc::new(Gate::default());
        let theirs = gate.clone();
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let (gate, socket) = (theirs.clone(), socket.clone());
                thread::spawn(move || carry(client, &socket, gate));
            }
        });
        Self { url: format!("postgres://{user}@{address}/{database}"), gate }
    }

    /// Nothing is carried from now on.
    pub fn freeze(&self) {
        self.gate.state.lock().unwrap().is_frozen = true;
    }

    /// Freezes as soon as these words have reached the database, so that its answer does not come back.
    pub fn freeze_after(&self, words: &str) {
        self.gate.state.lock().unwrap().last_words = Some(words.as_bytes().to_vec());
    }

    /// Carries everything again, what was held up first.
    pub fn thaw(&self) {
        self.gate.state.lock().unwrap().is_frozen = false;
        self.gate.moved.notify_all();
    }

    /// Is it frozen?
    pub fn is_frozen(&self) -> bool {
        self.gate.state.lock().unwrap().is_frozen
    }

    /// How many connections have come so far.
    pub fn connections(&self) -> usize {
        self.gate.state.lock().unwrap().connections
    }
}

impl Drop for FreezingProxy {
    fn drop(&mut self) {
        self.thaw();
    }
}

impl Gate {
    /// Waits until something may pass.
    fn wait(&self) {
        let state = self.state.lock().unwrap();
        drop(self.moved.wait_while(state, |state| state.is_frozen).unwrap());
    }

    /// Passes something on, and freezes if these were the last words.
    fn pass(&self, bytes: &[u8], to: &mut impl Write) -> bool {
        self.wait();
        let mut state = self.state.lock().unwrap();
        let is_last = |words: &Vec<u8>| bytes.windows(words.len()).any(|window| window == words);
        if state.last_words.as_ref().is_some_and(is_last) {
            state.last_words = None;
            state.is_frozen = true;
        }
        to.write_all(bytes).is_ok()
    }
}

fn carry(client: TcpStream, socket: &str, gate: Arc<Gate>) {
    gate.state.lock().unwrap().connections += 1;
    gate.wait();
    let Ok(server) = UnixStream::connect(socket) else { return };
    let (mut from, mut to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let theirs = gate.clone();
    thread::spawn(move || {
        copy(&mut from, &mut to, &theirs);
        let _ = to.shutdown(Shutdown::Both);
    });
    let (mut from, mut to) = (server, client);
    copy(&mut from, &mut to, &gate);
    let _ = to.shutdown(Shutdown::Both);
}

fn copy(from: &mut impl Read, to: &mut impl Write, gate: &Gate) {
    let mut space = [0; 16_384];
    while let Ok(length @ 1..) = from.read(&mut space) {
        if !gate.pass(&space[..length], to) {
            return;
        }
    }
}
