//! The binary: it only reads the arguments.

use std::process::ExitCode;

use althing::cli::{self, CommandLine};
use clap::Parser;

/// After some dozens of logins the system's allocator keeps a gigabyte that nobody uses; this one gives it back.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run(CommandLine::parse())
}
