//! What an operator gets from the shell: text for people, JSON for programs, and an exit status, on good and on broken
//! installations.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::althing::althing;

/// What a command came to.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// It must have been done.
    pub fn done(self) -> Self {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    /// It must have failed, with one sentence, which is returned.
    pub fn refused(self) -> String {
        assert_eq!(self.code, 1, "{self:?}");
        let sentences: Vec<&str> = self.err.lines().filter(|line| !line.contains(" INFO ")).collect();
        assert_eq!(sentences.len(), 1, "not one sentence: {self:?}");
        sentences[0].to_owned()
    }
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Said {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Said { code: status.code().unwrap(), out: text(stdout), err: text(stderr) }
}

/// The binary with words and variables.
pub fn with(data: &Path, words: &[&str], variables: &[(&str, &str)]) -> Said {
    run(althing(data).args(words).envs(variables.iter().copied()))
}

/// Writes a settings file into a folder.
pub fn settings_file(folder: &Path, text: &str) -> String {
    let file = folder.join("althing.toml");
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Fails unless a text has all the parts.
pub fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no “{part}” in: {text}");
    }
}
