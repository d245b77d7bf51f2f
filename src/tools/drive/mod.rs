//! `althing drive`: the rules core on a pipe, for those who write clients and bots.
//!
//! May know: one ruleset by its JSON face, and lines in and out. May not know: any title, files, the web.
//! One JSON request a line, one JSON answer a line. Whatever is wrong with a request is an answer too, and the
//! game stays as it was. The pipe hides nothing: events, draws and states come with their secrets.

mod answer;
mod line;
mod request;
mod session;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use clap::Args;

use answer::Fault;
use line::Line;
use rules::AnyRuleset;
use session::Session;

/// Arguments of `drive`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The ruleset, for example `landnam`.
    pub ruleset: String,
}

/// Serves the pipe of this process until stdin ends.
pub fn run(arguments: &Arguments) -> ExitCode {
    let ruleset = match super::ruleset(&arguments.ruleset) {
        Ok(ruleset) => ruleset,
        Err(code) => return code,
    };
    match serve(ruleset.as_ref(), io::stdin().lock(), io::stdout().lock()) {
        // A reader that has had enough is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("althing: the pipe broke: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Answers each line of `input` with a line on `output`. Blank lines are passed over.
///
/// # Errors
/// Only when reading or writing fails; a request that can't be served is answered.
pub fn serve(ruleset: &dyn AnyRuleset, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::new(ruleset);
    loop {
        let answer = match line::next(&mut input)? {
            Line::End => return Ok(()),
            Line::TooLong => Fault::line_too_long().into_json(),
            Line::Text(text) if text.trim_ascii().is_empty() => continue,
            Line::Text(text) => session.answer(&text).unwrap_or_else(Fault::into_json),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
}
