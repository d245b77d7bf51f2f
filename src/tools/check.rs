//! `althing verify` and `althing replay`: a record is checked, and the first thing that differs is printed.
//!
//! May know: `record`, the registry, and one file or stdin. The exit code is 0 when all is as it should be, 1 when
//! something differs or can't be read.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use clap::Args;

use crate::record::{self, Record};

/// The largest record that is read, in bytes. A long game has some megabytes.
const MAX_BYTES: u64 = 1 << 28;

/// The arguments of `verify` and `replay`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The record, as `GET /v1/games/{game_id}/record` gives it; `-` reads it from stdin.
    pub record: String,
}

pub fn verify(arguments: &CheckArguments) -> ExitCode {
    tell(read(&arguments.record).and_then(|record| {
        let done = record::verify(&record).map_err(|defect| defect.to_string())?;
        Ok(format!("{} entries and {} draws are as they should be", done.entries, done.draws))
    }))
}

pub fn replay(arguments: &CheckArguments) -> ExitCode {
    tell(read(&arguments.record).and_then(|record| {
        let id = &record.head.ruleset;
        let ruleset = rulesets::find(id).ok_or_else(|| format!("this release has no ruleset `{id}`"))?;
        let versions = record::replay(ruleset.as_ref(), &record).map_err(|defect| defect.to_string())?;
        Ok(format!("{versions} versions are as they were"))
    }))
}

fn read(name: &str) -> Result<Record, String> {
    let mut text = Vec::new();
    let input: io::Result<Box<dyn Read>> = if name == "-" {
        Ok(Box::new(io::stdin().lock()))
    } else {
        File::open(name).map(|file| Box::new(file) as _)
    };
    input
        .and_then(|input| input.take(MAX_BYTES + 1).read_to_end(&mut text))
        .map_err(|error| format!("{name} can't be read: {error}"))?;
    if u64::try_from(text.len()).is_ok_and(|length| length > MAX_BYTES) {
        return Err(format!("{name} is larger than any record: {MAX_BYTES} bytes"));
    }
    let text = String::from_utf8(text).map_err(|_| format!("{name} is no text in UTF-8"))?;
    Record::read(&text).map_err(|defect| defect.to_string())
}

/// One line for a person; a closed standard output is no error.
fn tell(checked: Result<String, String>) -> ExitCode {
    match checked {
        Ok(line) => {
            let _ = writeln!(io::stdout(), "{line}");
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            let _ = writeln!(io::stderr(), "althing: {sentence}");
            ExitCode::FAILURE
        }
    }
}
