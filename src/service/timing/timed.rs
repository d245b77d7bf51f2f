//! The clocks of a table as they were read.

use serde::de::DeserializeOwned;

use crate::clocks::{Availability, Clocks, Deadline, Timing};
use crate::error::Error;
use crate::service::table::Table;

/// A table with clocks.
pub struct Timed {
    pub timing: Timing,
    /// The clocks at the version that was read.
    pub clocks: Clocks,
    /// When the time of each seat's person counts.
    pub availability: Vec<Availability>,
}

impl Timed {
    /// The clocks of a table; `None` for one without.
    pub fn of(table: &Table) -> Result<Option<Self>, Error> {
        let present = &table.present;
        let Some(clock) = present.clock.as_deref() else { return Ok(None) };
        let timing: Timing = read(table, clock)?;
        let clocks = match running(table)? {
            Some(clocks) => clocks,
            None => Clocks::begin(&timing.clock, present.accounts.len()),
        };
        let availability = present.availability.iter().map(|own| match own.as_deref() {
            Some(own) => read(table, own),
            None => Ok(Availability::default()),
        });
        Ok(Some(Self { timing, clocks, availability: availability.collect::<Result<_, _>>()? }))
    }
}

/// Until when there is time for what is open at a table, without the rest of its clocks: whoever only looks asks for
/// no more.
pub fn deadlines(table: &Table) -> Result<Vec<Deadline>, Error> {
    Ok(running(table)?.map(|clocks: Clocks| clocks.deadlines()).unwrap_or_default())
}

fn running(table: &Table) -> Result<Option<Clocks>, Error> {
    table.present.clocks.as_deref().map(|clocks| read(table, clocks)).transpose()
}

fn read<T: DeserializeOwned>(table: &Table, text: &str) -> Result<T, Error> {
    serde_json::from_str(text)
        .map_err(|error| Error::Internal(format!("the clocks of game {} do not read: {error}", table.id)))
}
