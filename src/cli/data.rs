//! `althing migrate`, `shard`, `backup` and `restore`: the database as a whole.

use std::path::Path;
use std::process::ExitCode;

use super::{Outcome, block_on, say, start};
use crate::app::clock::SystemClock;
use crate::store::backup::{self, Extent};
use crate::store::{migrate, sharding};

pub fn migrate(file: Option<&str>, down: bool, may_drop: bool) -> Outcome {
    start::with_database(file, |_, database| {
        let url = &database.direct_url();
        let ran = match (down, may_drop) {
            (true, true) => migrate::down(url).map_err(|error| error.to_string()),
            (true, false) => {
                migrate::refuse_to_drop(url).map(|()| Vec::new()).map_err(|error| error.to_string())
            }
            (false, _) => start::migrate_up(url),
        };
        ran?.iter().for_each(|name| say(name));
        Ok(ExitCode::SUCCESS)
    })
}

pub fn shard(file: Option<&str>) -> Outcome {
    start::with_database(file, |_, database| {
        let url = &database.direct_url();
        migrate::must_be_up(url).map_err(|error| error.to_string())?;
        let tables = block_on(sharding::shard(url))?.map_err(|error| error.to_string())?;
        tables.iter().for_each(|table| say(table));
        Ok(ExitCode::SUCCESS)
    })
}

pub fn backup(file: Option<&str>, to: &Path) -> Outcome {
    start::with_database(file, |_, database| {
        let extent = backup::take(&database.direct_url(), to, SystemClock::System.now());
        Ok(report("backed up", &extent.map_err(|error| error.to_string())?, to))
    })
}

pub fn restore(file: Option<&str>, from: &Path) -> Outcome {
    start::with_database(file, |_, database| {
        let extent = backup::restore(&database.direct_url(), from).map_err(|error| error.to_string())?;
        Ok(report("restored", &extent, from))
    })
}

fn report(done: &str, extent: &Extent, file: &Path) -> ExitCode {
    say(&format!("{done} {} rows of {} tables: {}", extent.rows, extent.tables, file.display()));
    ExitCode::SUCCESS
}
