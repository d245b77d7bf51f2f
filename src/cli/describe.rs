//! `althing openapi`: prints the description of the service.

use std::process::ExitCode;

use super::Outcome;
use crate::http::openapi::{Narrowing, Without, describe};

#[derive(clap::Args)]
pub struct DescribeArguments {
    /// As JSON.
    #[arg(long)]
    json: bool,
    /// Only what a client for this ruleset needs.
    #[arg(long)]
    ruleset: Option<String>,
    /// Leaves out what only operators do.
    #[arg(long)]
    without_operators: bool,
}

pub fn run(arguments: &DescribeArguments) -> Outcome {
    let without = arguments.without_operators.then_some(Without::Operators);
    let narrowing = Narrowing { ruleset: arguments.ruleset.clone(), without };
    let rulesets = rulesets::all();
    let ids: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.id()).collect();
    let description = describe(&rulesets).and_then(|whole| whole.part(&narrowing, &ids));
    let description = description.map_err(|defect| defect.to_string())?;
    if arguments.json {
        println!("{}", description.json());
    } else {
        print!("{}", description.yaml());
    }
    Ok(ExitCode::SUCCESS)
}
