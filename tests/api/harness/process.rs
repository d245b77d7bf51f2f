//! The real binary, serving on a database of the test.

use std::path::Path;

use crate::process::{Server, althing};
use crate::support::TestDatabase;

/// A process that answers requests only.
pub fn serve(database: &TestDatabase) -> Server {
    let mut command = althing(Path::new("/nonexistent"));
    command.arg("serve").env("DATABASE_URL", database.url());
    Server::start(command)
}

/// A process that works between requests only. Dropping it kills it.
pub struct Worker(std::process::Child);

/// Starts one; it sends its mails to a folder that is forgotten.
pub fn work(database: &TestDatabase) -> Worker {
    let mut command = althing(Path::new("/nonexistent"));
    let mails = std::env::temp_dir().join(format!("althing-worker-{}", std::process::id()));
    command.arg("work").env("DATABASE_URL", database.url()).env("ALTHING__MAIL__FOLDER", mails);
    Worker(command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap())
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
