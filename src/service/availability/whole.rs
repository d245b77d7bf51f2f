//! All of it together, as clocks need it, and its copies beside the seats.

use chrono::Weekday;
use uuid::Uuid;

use crate::clocks::{Availability, Sleep, Vacation};
use crate::error::Error;
use crate::store::seats::SeatRow;
use crate::store::{Connection, accounts, availability, clocks};
use rules::Seat;

/// When the time of `account` counts; always, for somebody who is gone.
pub async fn of(connection: &mut Connection, account: Uuid) -> Result<Availability, Error> {
    let zone = accounts::find(connection, account).await?.map(|row| row.time_zone);
    let row = availability::find(connection, account).await?;
    let vacations = availability::vacations(connection, account).await?;
    let (sleep, days) =
        row.map(|row| (row.sleep_from.zip(row.sleep_until), row.days_off)).unwrap_or_default();
    let whole = Availability {
        zone: zone.unwrap_or_else(|| "UTC".to_owned()),
        sleep: sleep.map(|(from, until)| Sleep { from, until }),
        days_off: days
            .into_iter()
            .filter_map(|day| Weekday::try_from(u8::try_from(day).ok()?).ok())
            .collect(),
        vacations: vacations
            .iter()
            .map(|vacation| Vacation { first: vacation.first_day, last: vacation.last_day })
            .collect(),
    };
    // Whose clock never stops is the same in every zone.
    Ok(if whole.is_always() { Availability::default() } else { whole })
}

pub async fn copy(
    connection: &mut Connection,
    game: Uuid,
    seat: Seat,
    whole: &Availability,
) -> Result<(), Error> {
    let text = serde_json::to_string(whole).map_err(|error| Error::Internal(error.to_string()))?;
    let text = (!whole.is_always()).then_some(text);
    Ok(clocks::set_availability(connection, game, i16::from(seat), text.as_deref()).await?)
}

/// Copies everybody's beside his seat in a game that starts.
pub async fn copy_to(connection: &mut Connection, game: Uuid, seats: &[SeatRow]) -> Result<(), Error> {
    for (seat, account) in seats.iter().filter_map(|taken| Some((taken.seat, taken.account_id?))) {
        let whole = of(connection, account).await?;
        if !whole.is_always() {
            copy(connection, game, Seat::try_from(seat).unwrap_or_default(), &whole).await?;
        }
    }
    Ok(())
}
