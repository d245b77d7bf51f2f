//! Lines of bounded length.

use std::io::{self, BufRead, Read};

/// The longest request, in bytes; a state with everything in it has a few thousand.
pub(super) const LONGEST: u64 = 1 << 20;

pub(super) enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// A line longer than [`LONGEST`]; it was passed over.
    TooLong,
    End,
}

pub(super) fn next(input: &mut impl BufRead) -> io::Result<Line> {
    let mut text = Vec::new();
    if input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut text)? == 0 {
        return Ok(Line::End);
    }
    if text.last() == Some(&b'\n') {
        text.pop();
    } else if text.len() as u64 > LONGEST {
        pass_over(input)?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(text))
}

/// Reads to the end of the line without keeping it.
fn pass_over(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        if let Some(end) = buffer.iter().position(|&byte| byte == b'\n') {
            input.consume(end + 1);
            return Ok(());
        }
        let all = buffer.len();
        input.consume(all);
    }
}
