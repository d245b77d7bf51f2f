//! A record in a file, and what the verifiers say of it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use althing::record::{Defect, Record, replay, verify};

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/verify.py");

/// A file of one test's own.
pub struct File(PathBuf);

impl File {
    /// An empty one.
    pub fn new(name: &str) -> Self {
        // Services of different tests give their games the same ids, and may run at the same time.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("records");
        fs::create_dir_all(&folder).unwrap();
        Self(folder.join(format!("{name}-{}-{number}.json", std::process::id())))
    }

    /// The file with that in it.
    pub fn holding(&self, bytes: impl AsRef<[u8]>) -> &Self {
        fs::write(&self.0, bytes).unwrap();
        self
    }

    /// As a process: what the person at the keyboard gets.
    pub fn althing(&self, role: &str) -> (bool, String) {
        ended(Command::new(env!("CARGO_BIN_EXE_althing")).arg(role).arg(&self.0).output().unwrap())
    }

    /// The same in this process, which is quicker.
    pub fn verify(&self) -> (bool, String) {
        said(self.read().and_then(|record| {
            let done = verify(&record)?;
            Ok(format!("{} entries and {} draws are as they should be", done.entries, done.draws))
        }))
    }

    /// Plays it again by the rules of its title.
    pub fn replay(&self) -> (bool, String) {
        said(self.read().and_then(|record| {
            let unknown = || Defect::Unreadable("an unknown title".to_owned());
            let title = rulesets::find(&record.head.ruleset).ok_or_else(unknown)?;
            Ok(replay(title.as_ref(), &record)?.to_string())
        }))
    }

    fn read(&self) -> Result<Record, Defect> {
        let bytes = fs::read(&self.0).unwrap();
        let text = String::from_utf8(bytes).map_err(|_| Defect::Unreadable("no text".to_owned()))?;
        Record::read(&text)
    }

    /// What the page of Python says.
    pub fn python(&self) -> (bool, String) {
        ended(Command::new("python3").arg(PYTHON).arg(&self.0).output().unwrap())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn said(checked: Result<String, Defect>) -> (bool, String) {
    checked.map_or_else(|defect| (false, defect.to_string()), |line| (true, line))
}

/// Did it end well, and what did it say? Anything but 0 and 1 is a break-down.
pub fn ended(output: Output) -> (bool, String) {
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap().trim().trim_start_matches("althing: ").to_owned();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}: {said}", output.status);
    assert!(!said.contains("panicked") && !said.contains("Traceback"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    (output.status.success(), said)
}
