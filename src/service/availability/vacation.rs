//! Booking vacations, and taking them back.

use chrono::{Datelike, NaiveDate};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::shown::{VacationShown, left_in, span, zone};
use crate::app::App;
use crate::clocks;
use crate::error::{Code, Error};
use crate::store::{Connection, accounts, availability};

/// Days in a row on which your time shall not count.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewVacation {
    /// The first day, by your wall clock; today at the earliest.
    #[schema(value_type = String, format = Date)]
    pub first_day: NaiveDate,
    /// The last day; the end of next year at the latest.
    #[schema(value_type = String, format = Date)]
    pub last_day: NaiveDate,
}

/// Books a vacation; to be called in a transaction and followed by [`crate::service::timing::hear_all`].
/// Error: `invalid_field`.
pub async fn book(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    asked: &NewVacation,
) -> Result<VacationShown, Error> {
    let today = today(app, connection, account).await?;
    let booked: Vec<_> = availability::vacations(connection, account).await?.iter().map(span).collect();
    check(app, asked, today, &booked)?;
    let row = availability::Vacation {
        account_id: account,
        id: app.new_id(),
        first_day: asked.first_day,
        last_day: asked.last_day,
    };
    availability::book(connection, &row).await?;
    availability::note_change(connection, account, app.now()).await?;
    Ok(VacationShown::of(&row))
}

/// Takes a vacation back; one that has begun ends with today, so that no day of it is had for nothing. To be called like
/// [`book`]. Error: `vacation_not_found`.
pub async fn cancel(app: &App, connection: &mut Connection, account: Uuid, id: Uuid) -> Result<(), Error> {
    let today = today(app, connection, account).await?;
    let booked = availability::vacations(connection, account).await?;
    let found = booked.iter().find(|vacation| vacation.id == id && vacation.last_day >= today);
    let vacation = found.ok_or_else(|| Code::VacationNotFound.problem())?;
    if vacation.first_day > today {
        availability::cancel(connection, account, id).await?;
    } else {
        availability::end_vacation(connection, account, id, today).await?;
    }
    Ok(availability::note_change(connection, account, app.now()).await?)
}

/// The day it is by his wall clock. His row is held: two requests never book the same days.
async fn today(app: &App, connection: &mut Connection, account: Uuid) -> Result<NaiveDate, Error> {
    let row = accounts::lock(connection, account).await?.ok_or_else(|| Code::TokenInvalid.problem())?;
    Ok(app.now().with_timezone(&zone(&row.time_zone)).date_naive())
}

fn check(app: &App, asked: &NewVacation, today: NaiveDate, booked: &[clocks::Vacation]) -> Result<(), Error> {
    let wrong = |field: &'static str, sentence: String| Err(Code::InvalidField.field(field, sentence));
    let vacation = clocks::Vacation { first: asked.first_day, last: asked.last_day };
    if vacation.first < today {
        return wrong("first_day", format!("Today is {today}: a vacation begins today at the earliest."));
    }
    if vacation.last < vacation.first {
        return wrong("last_day", "A vacation ends on its first day at the earliest.".to_owned());
    }
    if vacation.last.year() > today.year() + 1 {
        return wrong("last_day", "A vacation ends with the next year at the latest.".to_owned());
    }
    if booked.iter().any(|other| other.overlaps(&vacation)) {
        return wrong("first_day", "Some of these days are booked already.".to_owned());
    }
    for year in [today.year(), today.year() + 1] {
        let left = left_in(app, booked, year).max(0);
        if vacation.days_in(year) > left {
            return wrong("last_day", format!("Of {year}, {left} days can still be booked."));
        }
    }
    Ok(())
}
