//! The tools of the binary that need no database: the rules core on a pipe, many games in a row, the two that check a
//! record, and the manual.
//!
//! May know: `rules` by its JSON face, the registry of `rulesets`, `conformance`, `record`, the clock, threads, stdin,
//! stdout, and a file or folder that is named.
//! May not know: the web, a database, accounts, or any ruleset by name.

pub mod check;
pub mod drive;
pub mod manual;
pub mod simulate;

use std::process::ExitCode;

use conformance::ToolRuleset;

/// The exit code for arguments that can't be used, as clap has it.
const WRONG_ARGUMENTS: u8 = 2;

/// The ruleset of that name, or the exit code after a sentence on stderr.
fn ruleset(id: &str) -> Result<Box<dyn ToolRuleset>, ExitCode> {
    conformance::find(id).ok_or_else(|| {
        let known: Vec<&str> = conformance::all().iter().map(|ruleset| ruleset.interface().id()).collect();
        wrong_arguments(&format!("there is no ruleset `{id}`; known are: {}", known.join(", ")))
    })
}

fn wrong_arguments(sentence: &str) -> ExitCode {
    eprintln!("althing: {sentence}");
    ExitCode::from(WRONG_ARGUMENTS)
}
