//! `althing drive`: the rules over standard input and output, for authors of clients and bots.
//!
//! May know: one ruleset by its JSON face, and lines in and out. May not know: any ruleset by name, files, the web.
//! One JSON request a line, one JSON answer a line; `http/docs/pipe.md` describes them. Whatever is wrong with a request is an
//! answer too, and the game stays as it was. The pipe hides nothing: events, draws and states come with their secrets.

use std::io;
use std::io::{BufRead, Read, Write};
use std::process::ExitCode;

use clap::Args;
use conformance::ToolRuleset;

use fault::Fault;
use session::Session;

mod answer;
mod fault;
mod game;
mod request;
mod session;
mod write;

/// The arguments of `drive`.
#[derive(Debug, Args)]
pub struct DriveArguments {
    /// The ruleset, for example `landnam`.
    pub ruleset: String,
}

/// Answers standard input on standard output until the input ends.
pub fn run(arguments: &DriveArguments) -> ExitCode {
    let ruleset = match super::ruleset(&arguments.ruleset) {
        Ok(ruleset) => ruleset,
        Err(code) => return code,
    };
    match serve(ruleset.as_ref(), io::stdin().lock(), io::stdout().lock()) {
        // A reader that closes the pipe is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("althing: reading or writing failed: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Answers each line of `input` with a line on `output`. Blank lines are skipped.
///
/// # Errors
/// Only when reading or writing fails; a request that can't be served is answered.
pub fn serve(ruleset: &dyn ToolRuleset, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::new(ruleset);
    loop {
        let answer = match next(&mut input)? {
            Line::End => return Ok(()),
            Line::TooLong => Fault::line_too_long().into_json(),
            Line::Text(text) if text.trim_ascii().is_empty() => continue,
            Line::Text(text) => session.answer(&text).unwrap_or_else(Fault::into_json),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
}

/// The longest request, in bytes; a state with everything in it has a few thousand.
const MAX_REQUEST_BYTES: u64 = 1 << 20;

enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// A line longer than [`MAX_REQUEST_BYTES`]; it was passed over.
    TooLong,
    End,
}

fn next(input: &mut impl BufRead) -> io::Result<Line> {
    let mut text = Vec::new();
    if input.by_ref().take(MAX_REQUEST_BYTES + 1).read_until(b'\n', &mut text)? == 0 {
        return Ok(Line::End);
    }
    if text.last() == Some(&b'\n') {
        text.pop();
    } else if text.len() as u64 > MAX_REQUEST_BYTES {
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
