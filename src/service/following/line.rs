//! An entry of the log on its way to several followers: told once per viewer, not once per follower.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::frame::data;
use crate::clocks::Deadline;
use crate::error::Error;
use crate::service::lobby::raw;
use crate::service::play::{ToldEvent, told};
use crate::store::history::Entry;
use rules::{AnyRuleset, Json, Viewer};

/// An entry, and what viewers were told of it so far.
pub struct Line {
    pub entry: Entry,
    told: Mutex<Vec<(Viewer, Arc<str>)>>,
}

/// What happened at one version.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Happened {
    /// The version of the game that it led to.
    pub version: i64,
    /// What happened, as the follower is told it.
    pub events: Vec<ToldEvent>,
    /// Until when there is time from then on, decision by decision; left out where no clock runs, and in the middle of
    /// what happened at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Deadline>>)]
    pub deadlines: Option<Json>,
}

impl Line {
    pub fn new(entry: Entry) -> Self {
        Self { entry, told: Mutex::default() }
    }

    /// What `viewer` is told, as the data of a frame.
    pub fn told(&self, title: &dyn AnyRuleset, viewer: Viewer) -> Result<Arc<str>, Error> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, text)) = told.iter().find(|(other, _)| *other == viewer) {
            return Ok(Arc::clone(text));
        }
        let text: Arc<str> = data(&happened(title, &self.entry, viewer)?)?.into();
        told.push((viewer, Arc::clone(&text)));
        Ok(text)
    }
}

/// What `viewer` is told of an entry.
pub fn happened(title: &dyn AnyRuleset, entry: &Entry, viewer: Viewer) -> Result<Happened, Error> {
    let events = told::from_log(title, std::slice::from_ref(entry), viewer)?;
    let deadlines = entry.deadlines.clone().map(raw).transpose()?;
    Ok(Happened { version: entry.version, events, deadlines })
}
