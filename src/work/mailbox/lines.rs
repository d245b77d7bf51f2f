//! Lines from a socket, each with a bound on its length and on the time it may take.

use std::time::Duration;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};
use tokio::time::timeout;

/// How long a server may think before it says something.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end, and whether it ended as the protocol says (CR LF).
    Whole(Vec<u8>, bool),
    /// A line that is too long; it was read to its end and forgotten.
    TooLong,
    End,
}

/// The next line of at most `most` bytes. Whoever is too slow has ended.
pub async fn next(from: &mut (impl AsyncBufRead + Unpin), most: usize) -> Line {
    match timeout(PATIENCE, read(from, most)).await {
        Ok(Ok(line)) => line,
        Ok(Err(_)) | Err(_) => Line::End,
    }
}

async fn read(from: &mut (impl AsyncBufRead + Unpin), most: usize) -> std::io::Result<Line> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let buffered = from.fill_buf().await?;
        if buffered.is_empty() {
            return Ok(Line::End);
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
        from.consume(taken);
        if end.is_some() {
            return Ok(if is_too_long { Line::TooLong } else { whole(line) });
        }
    }
}

fn whole(mut line: Vec<u8>) -> Line {
    line.pop();
    let is_proper = line.last() == Some(&b'\r');
    if is_proper {
        line.pop();
    }
    Line::Whole(line, is_proper)
}
