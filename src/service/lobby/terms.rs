//! How a table fills: what it says about itself, how it starts, who may join.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text;
use crate::error::{Code, Error};
use crate::store::games::Game;

/// The hours in which presence is to be confirmed, where a table does not say.
const CONFIRM_HOURS: u16 = 48;
/// The fewest and most hours that a table can give.
const HOURS: std::ops::RangeInclusive<u16> = 1..=336;

/// When a full table starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartRule {
    /// At once.
    #[default]
    WhenFull,
    /// When every person at it has confirmed to be there.
    OnConfirmation,
}

/// Who may join a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JoinRule {
    /// Whoever sees it.
    #[default]
    Open,
    /// Whoever is invited or has a link.
    Invitation,
}

/// The terms of a table as they are stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// What the owner says about the table.
    pub description: String,
    /// When it starts.
    pub start: StartRule,
    /// Who may join.
    pub join: JoinRule,
    /// How many hours people have to confirm.
    pub confirm_hours: u16,
}

impl Default for Terms {
    fn default() -> Self {
        let (start, join) = (StartRule::default(), JoinRule::default());
        Self { description: String::new(), start, join, confirm_hours: CONFIRM_HOURS }
    }
}

impl Terms {
    /// Terms as somebody set them; what he left out is as usual. Error: `invalid_field`.
    pub fn new(
        description: Option<&str>,
        start: StartRule,
        join: JoinRule,
        hours: Option<u16>,
    ) -> Result<Self, Error> {
        let description = description.map_or(Ok(String::new()), text::description)?;
        Ok(Self { description, start, join, confirm_hours: confirm_hours(hours)? })
    }

    /// The terms of a stored game.
    pub fn of(game: &Game) -> Result<Self, Error> {
        serde_json::from_str(&game.terms)
            .map_err(|error| Error::Internal(format!("the terms of game {} do not read: {error}", game.id)))
    }

    /// As they are stored.
    pub fn text(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::Internal(error.to_string()))
    }
}

/// The hours to confirm in, within their bounds. Error: `invalid_field`.
pub fn confirm_hours(given: Option<u16>) -> Result<u16, Error> {
    let hours = given.unwrap_or(CONFIRM_HOURS);
    if HOURS.contains(&hours) {
        return Ok(hours);
    }
    let sentence = format!("Presence is confirmed within {} to {} hours.", HOURS.start(), HOURS.end());
    Err(Code::InvalidField.field("confirm_hours", sentence))
}
