//! Somebody's times as he is shown them.

use chrono::{Datelike, NaiveDate, NaiveTime, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::clocks::{self, Sleep};
use crate::error::Error;
use crate::service::accounts;
use crate::store::{Connection, availability};

/// When your time counts. Nobody else sees it: others are shown your deadlines alone.
#[derive(Debug, Serialize, ToSchema)]
pub struct Availability {
    /// Whose wall clock is read; it is part of your profile.
    pub time_zone: String,
    /// Your night; null: every hour counts.
    pub sleep: Option<Night>,
    /// The days of the week that do not count.
    pub days_off: Vec<DayOff>,
    /// Your vacations, past ones too, the earliest first.
    pub vacations: Vec<VacationShown>,
    /// How many days you may still book, this year and next.
    pub vacation_days: Vec<VacationDays>,
}

/// A night, every day from one time of your wall clock until another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Night {
    /// When it begins, such as `23:00`.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub from: String,
    /// When it ends, such as `07:00`; at most 16 hours later.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub until: String,
}

/// A day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the days of the week")]
pub enum DayOff {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// Days in a row on which your time does not count.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VacationShown {
    /// Its id.
    pub id: Uuid,
    /// The first day, by your wall clock.
    #[schema(value_type = String, format = Date)]
    pub first_day: NaiveDate,
    /// The last day.
    #[schema(value_type = String, format = Date)]
    pub last_day: NaiveDate,
}

/// What is left of a year's allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct VacationDays {
    /// The year.
    pub year: i32,
    /// Days that may still be booked in it.
    pub left: i64,
}

/// What `account` has set.
pub async fn show(app: &App, connection: &mut Connection, account: Uuid) -> Result<Availability, Error> {
    let time_zone = accounts::show(connection, account).await?.time_zone;
    let row = availability::find(connection, account).await?;
    let vacations = availability::vacations(connection, account).await?;
    let spans: Vec<clocks::Vacation> = vacations.iter().map(span).collect();
    let this_year = app.now().with_timezone(&zone(&time_zone)).year();
    let left = |year| VacationDays { year, left: left_in(app, &spans, year).max(0) };
    let sleep = row.as_ref().and_then(|row| row.sleep_from.zip(row.sleep_until));
    let days = row.iter().flat_map(|row| &row.days_off);
    Ok(Availability {
        time_zone,
        sleep: sleep.map(|(from, until)| Night::of(Sleep { from, until })),
        days_off: days.filter_map(|day| DayOff::of(*day)).collect(),
        vacations: vacations.iter().map(VacationShown::of).collect(),
        vacation_days: vec![left(this_year), left(this_year + 1)],
    })
}

/// What is left of a year's allowance beside these vacations; may be negative where the operator gave more before.
pub(super) fn left_in(app: &App, booked: &[clocks::Vacation], year: i32) -> i64 {
    let taken: i64 = booked.iter().map(|vacation| vacation.days_in(year)).sum();
    app.settings.clocks.vacation_days - taken
}

/// A stored vacation as clocks read it.
pub(super) fn span(row: &availability::Vacation) -> clocks::Vacation {
    clocks::Vacation { first: row.first_day, last: row.last_day }
}

/// A zone by its stored name.
pub(super) fn zone(name: &str) -> chrono_tz::Tz {
    name.parse().unwrap_or(chrono_tz::Tz::UTC)
}

impl VacationShown {
    pub(super) fn of(row: &availability::Vacation) -> Self {
        Self { id: row.id, first_day: row.first_day, last_day: row.last_day }
    }
}

impl Night {
    fn of(sleep: Sleep) -> Self {
        let written = |time: NaiveTime| time.format("%H:%M").to_string();
        Self { from: written(sleep.from), until: written(sleep.until) }
    }
}

impl DayOff {
    /// Counted from 0 for Monday.
    pub(super) fn number(self) -> i16 {
        i16::from(self as u8)
    }

    fn of(number: i16) -> Option<Self> {
        Some(match Weekday::try_from(u8::try_from(number).ok()?).ok()? {
            Weekday::Mon => Self::Monday,
            Weekday::Tue => Self::Tuesday,
            Weekday::Wed => Self::Wednesday,
            Weekday::Thu => Self::Thursday,
            Weekday::Fri => Self::Friday,
            Weekday::Sat => Self::Saturday,
            Weekday::Sun => Self::Sunday,
        })
    }
}
