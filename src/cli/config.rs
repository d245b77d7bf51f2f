//! `althing config`: what can be set, and what is.

use std::process::ExitCode;

use clap::ArgGroup;
use serde_json::{Value, json};

use super::preflight;
use super::{Outcome, exit_code, say, say_json};
use crate::config::{ChangedSetting, DEFAULTS, Settings};
use crate::mail::Mailer;

#[derive(clap::Args)]
#[command(group = ArgGroup::new("what").required(true))]
pub struct ConfigArguments {
    /// Prints every setting with its default and what it does, as a file to begin with.
    #[arg(long, group = "what")]
    defaults: bool,
    /// Reads the settings as a start does, and lists those that are not as they are by default.
    #[arg(long, group = "what")]
    check: bool,
    /// For programs.
    #[arg(long, requires = "check")]
    json: bool,
}

pub fn run(file: Option<&str>, arguments: &ConfigArguments) -> Outcome {
    if arguments.defaults {
        say(DEFAULTS.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let checked = check(file);
    if !arguments.json {
        return checked.map(|checked| {
            checked.tell(file);
            ExitCode::SUCCESS
        });
    }
    say_json(&match &checked {
        Ok(checked) => json!({
            "ok": true,
            "settings_file": file,
            "changed": checked.changed,
            "warnings": checked.warnings,
        }),
        Err(problem) => json!({"ok": false, "settings_file": file, "problem": problem}),
    })?;
    Ok(exit_code(checked.is_ok()))
}

/// Settings that can be used.
struct Checked {
    changed: Vec<ChangedSetting>,
    /// What can be used but does not work at the moment.
    warnings: Vec<String>,
}

fn check(file: Option<&str>) -> Result<Checked, String> {
    let settings = super::settings(file)?;
    preflight::check_beside_a_server(&settings)?;
    let changed = Settings::changed(file).map_err(|error| error.to_string())?;
    let unknown_host = Mailer::new(&settings, None)?.look_up().err();
    Ok(Checked { changed, warnings: unknown_host.into_iter().collect() })
}

impl Checked {
    fn tell(&self, file: Option<&str>) {
        say(&format!("settings file: {}", file.unwrap_or("none")));
        for ChangedSetting { key, value, default } in &self.changed {
            say(&format!("{key} = {}    (default {})", shown(value), shown(default)));
        }
        for warning in &self.warnings {
            say(&format!("warning: {warning}"));
        }
        say(&match self.changed.len() {
            0 => "the settings can be used; all are the defaults".to_owned(),
            1 => "the settings can be used; 1 differs from the defaults".to_owned(),
            some => format!("the settings can be used; {some} differ from the defaults"),
        });
    }
}

fn shown(value: &Option<Value>) -> String {
    value.as_ref().map_or_else(|| "(a secret)".to_owned(), Value::to_string)
}
