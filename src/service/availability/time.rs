//! Setting nights and days off.

use chrono::NaiveTime;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::shown::{Availability, DayOff, Night, show};
use crate::app::App;
use crate::clocks::{DAYS_OFF, LONGEST_SLEEP_HOURS, Sleep};
use crate::error::{Code, Error};
use crate::store::{Connection, availability};

/// Nights and days off as they shall be; what is left out is none.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AvailabilityChange {
    /// Your night, at most 16 hours long.
    pub sleep: Option<Night>,
    /// The days of the week that do not count, at most three.
    #[serde(default)]
    #[schema(max_items = 3)]
    pub days_off: Vec<DayOff>,
}

/// Sets them; to be called in a transaction and followed by [`crate::service::timing::hear_all`].
/// Error: `invalid_field`.
pub async fn set(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    asked: &AvailabilityChange,
) -> Result<Availability, Error> {
    let sleep = asked.sleep.as_ref().map(night).transpose()?;
    if asked.days_off.len() > DAYS_OFF {
        let sentence = format!("At most {DAYS_OFF} days of a week are off.");
        return Err(Code::InvalidField.field("days_off", sentence));
    }
    let mut days_off: Vec<i16> = asked.days_off.iter().map(|day| day.number()).collect();
    days_off.sort_unstable();
    days_off.dedup();
    let row = availability::AvailabilityRow {
        account_id: account,
        sleep_from: sleep.map(|sleep| sleep.from),
        sleep_until: sleep.map(|sleep| sleep.until),
        days_off,
    };
    availability::set(connection, &row).await?;
    availability::note_change(connection, account, app.now()).await?;
    show(app, connection, account).await
}

fn night(asked: &Night) -> Result<Sleep, Error> {
    let sleep = Sleep { from: time("sleep.from", &asked.from)?, until: time("sleep.until", &asked.until)? };
    if sleep.leaves_time() {
        return Ok(sleep);
    }
    let sentence = format!("A night ends at most {LONGEST_SLEEP_HOURS} hours after it began.");
    Err(Code::InvalidField.field("sleep.until", sentence))
}

fn time(field: &'static str, text: &str) -> Result<NaiveTime, Error> {
    let read = NaiveTime::parse_from_str(text, "%H:%M").ok().filter(|_| text.len() == 5);
    read.ok_or_else(|| Code::InvalidField.field(field, "This is no time of a day, such as 23:00."))
}
