//! Listeners that cost as little as possible: a connection each, whose bytes are looked through for the ids of events.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use crate::RedactedEvent;

/// What one listener has heard: versions, and when.
type Versions = Arc<Mutex<Vec<(i64, Instant)>>>;

/// An open stream of a game.
pub struct Listener {
    game: usize,
    heard: Versions,
    task: JoinHandle<()>,
}

/// What all listeners heard, beside what there was to hear.
pub struct Heard {
    pub delays: Vec<Duration>,
    pub missed: usize,
    pub doubled: usize,
    /// How many were heard only after the next action of their game had been carried out.
    pub overtaken: usize,
}

/// Opens a stream and waits until it has begun.
pub async fn open(address: &str, game: usize, id: &str, token: &str) -> Listener {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.set_nodelay(true).expect("a socket");
    let request = format!(
        "GET /v1/games/{id}/stream HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut text = String::new();
    while !text.contains("event: opened") {
        let mut buffer = [0; 2048];
        let read = stream.read(&mut buffer).await.expect("it answers");
        assert!(read > 0, "the stream ended: {text}");
        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    let heard = Versions::default();
    let task = tokio::spawn(listen(stream, Arc::clone(&heard)));
    Listener { game, heard, task }
}

/// Notes every event until the connection ends.
async fn listen(mut stream: TcpStream, heard: Versions) {
    let (mut buffer, mut line) = (vec![0; 16 * 1024], Vec::new());
    let mut id = None;
    while let Ok(read @ 1..) = stream.read(&mut buffer).await {
        let at = Instant::now();
        for byte in &buffer[..read] {
            if *byte != b'\n' {
                // Only the beginning of a line is of interest.
                if line.len() < 64 {
                    line.push(*byte);
                }
                continue;
            }
            if let Some(rest) = line.strip_prefix(b"id: ") {
                let version = rest.split(|byte| *byte == b'.').next().unwrap_or_default();
                id = std::str::from_utf8(version).ok().and_then(|text| text.parse().ok());
            } else if line == b"event: game_events"
                && let Some(version) = id.take()
            {
                heard.lock().expect("nobody panics").push((version, at));
            }
            line.clear();
        }
    }
}

/// Holds what was heard against what there was to hear.
pub async fn compare(listeners: Vec<Listener>, told: &RedactedEvent, patience: Duration) -> Heard {
    let until = Instant::now() + patience;
    let mut result = Heard { delays: Vec::new(), missed: 0, doubled: 0, overtaken: 0 };
    for listener in listeners {
        let told = &told[listener.game];
        let last = told.iter().map(|(version, _)| *version).max().unwrap_or(-1);
        let has_all = || {
            let heard = listener.heard.lock().expect("nobody panics");
            heard.iter().any(|(version, _)| *version >= last)
        };
        while !told.is_empty() && !has_all() && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        listener.task.abort();
        let heard = listener.heard.lock().expect("nobody panics").clone();
        hold(&heard, told, last, &mut result);
    }
    result
}

fn hold(heard: &[(i64, Instant)], told: &[(i64, Instant)], last: i64, result: &mut Heard) {
    for pair in heard.windows(2) {
        let step = pair[1].0 - pair[0].0;
        result.missed += usize::try_from(step - 1).unwrap_or(0);
        result.doubled += usize::from(step < 1);
    }
    let reached = heard.last().map_or(-1, |(version, _)| *version);
    result.missed += usize::from(!told.is_empty() && reached < last);
    for (place, (version, at)) in told.iter().enumerate() {
        let Some((_, when)) = heard.iter().find(|(other, _)| other == version) else {
            result.missed += 1;
            continue;
        };
        result.delays.push(when.saturating_duration_since(*at));
        result.overtaken += usize::from(told.get(place + 1).is_some_and(|(_, next)| when > next));
    }
}
