//! When a player's time counts: their nights, days off and vacations.
//!
//! A player's availability is shown to them alone, and no error reveals it to others; `people::overlap` shows what players
//! share who turned that on. Games keep a copy of it beside the seat, so that an action reads and writes nothing but its
//! game; [`super::deadlines`] carries every change there.

use chrono::{Datelike, NaiveDate, NaiveTime, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{accounts, stored_json};
use crate::error::{Code, Error, Sentence};
use crate::service::{App, Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::seats::SeatRow;
use crate::store::{self, Connection, availability};
use crate::time_control::{self, DAYS_OFF, MAX_SLEEP_HOURS, Sleep};
use rules::Seat;

/// When your time counts. Others see nothing of it but your deadlines, unless you share it (`shares_availability`).
#[derive(Debug, Serialize, ToSchema)]
pub struct Availability {
    /// The time zone of your profile, whose wall clock counts.
    pub time_zone: String,
    /// The night, in which no time counts; null if every hour does.
    pub sleep: Option<SleepWindow>,
    /// The days of the week on which no time counts.
    pub days_off: Vec<DayOff>,
    /// Past ones too, earliest first.
    pub vacations: Vec<Vacation>,
    /// What is left to book, this year and next.
    pub vacation_days: Vec<VacationDays>,
}

/// Hours of every day, by your wall clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SleepWindow {
    /// When the night begins, such as `23:00`.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub from: String,
    /// When it ends, such as `07:00`; at most 16 hours later.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub until: String,
}

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
pub struct Vacation {
    pub id: Uuid,
    #[schema(value_type = String, format = Date)]
    pub first_day: NaiveDate,
    /// By your wall clock; this day included.
    #[schema(value_type = String, format = Date)]
    pub last_day: NaiveDate,
}

/// How many days of a year's allowance are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct VacationDays {
    pub year: i32,
    /// Days that can still be booked.
    pub left: i64,
}

/// What `account` has set.
pub async fn show(ctx: &mut Ctx, account: Uuid) -> Result<Availability, Error> {
    let time_zone = accounts::show(&mut ctx.db, account).await?.time_zone;
    let row = availability::find(&mut ctx.db, account).await?;
    let vacations = availability::vacations(&mut ctx.db, account).await?;
    let spans: Vec<time_control::VacationRange> = vacations.iter().map(span).collect();
    let this_year = ctx.app.now().with_timezone(&zone(&time_zone)).year();
    let left = |year| VacationDays { year, left: left_in(&ctx.app, &spans, year).max(0) };
    let sleep = row.as_ref().and_then(|row| row.sleep_from.zip(row.sleep_until));
    let days = row.iter().flat_map(|row| &row.days_off);
    Ok(Availability {
        time_zone,
        sleep: sleep.map(|(from, until)| SleepWindow::of(Sleep { from, until })),
        days_off: days.filter_map(|day| DayOff::of(*day)).collect(),
        vacations: vacations.iter().map(Vacation::of).collect(),
        vacation_days: vec![left(this_year), left(this_year + 1)],
    })
}

/// What is left of a year's allowance beside these vacations; may be negative where the operator gave more before.
fn left_in(app: &App, booked: &[time_control::VacationRange], year: i32) -> i64 {
    let taken: i64 = booked.iter().map(|vacation| vacation.days_in(year)).sum();
    app.settings.clocks.vacation_days - taken
}

/// A stored vacation as clocks read it.
fn span(row: &availability::VacationRow) -> time_control::VacationRange {
    time_control::VacationRange { first: row.first_day, last: row.last_day }
}

/// A day of the week by its stored number.
fn weekday(number: i16) -> Option<Weekday> {
    Weekday::try_from(u8::try_from(number).ok()?).ok()
}

fn zone(name: &str) -> chrono_tz::Tz {
    name.parse().unwrap_or(chrono_tz::Tz::UTC)
}

/// A time of the wall clock, as it is shown.
pub fn clock_time(time: NaiveTime) -> String {
    time.format("%H:%M").to_string()
}

/// When an account is usually available: its nights and days off, in its zone.
pub fn usual(row: &availability::SharingRow) -> time_control::StoredAvailability {
    let sleep = row.sleep_from.zip(row.sleep_until);
    time_control::StoredAvailability {
        zone: row.time_zone.clone(),
        sleep: sleep.map(|(from, until)| Sleep { from, until }),
        days_off: row.days_off.iter().flatten().copied().filter_map(weekday).collect(),
        vacations: Vec::new(),
    }
}

impl Vacation {
    fn of(row: &availability::VacationRow) -> Self {
        Self { id: row.id, first_day: row.first_day, last_day: row.last_day }
    }
}

impl SleepWindow {
    fn of(sleep: Sleep) -> Self {
        Self { from: clock_time(sleep.from), until: clock_time(sleep.until) }
    }
}

impl DayOff {
    /// Counted from 0 for Monday.
    pub fn number(self) -> i16 {
        i16::from(self as u8)
    }

    fn of(number: i16) -> Option<Self> {
        weekday(number).map(Self::from)
    }
}

impl From<Weekday> for DayOff {
    fn from(day: Weekday) -> Self {
        match day {
            Weekday::Mon => Self::Monday,
            Weekday::Tue => Self::Tuesday,
            Weekday::Wed => Self::Wednesday,
            Weekday::Thu => Self::Thursday,
            Weekday::Fri => Self::Friday,
            Weekday::Sat => Self::Saturday,
            Weekday::Sun => Self::Sunday,
        }
    }
}

/// Replaces all of it: what is left out is none.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateAvailability {
    /// The night, at most 16 hours long.
    pub sleep: Option<SleepWindow>,
    /// The days of the week on which no time counts, at most three.
    #[serde(default)]
    #[schema(max_items = 3)]
    pub days_off: Vec<DayOff>,
}

/// Sets nights and days off, in a transaction that [`crate::service::deadlines::apply_availability`] follows.
pub async fn set(tx: &mut Tx<'_>, account: Uuid, asked: &UpdateAvailability) -> Result<Availability, Error> {
    let sleep = asked.sleep.as_ref().map(night).transpose()?;
    if asked.days_off.len() > DAYS_OFF {
        let most = DAYS_OFF as u64;
        return Err(Code::InvalidField.field("days_off", Sentence::ItemsAtMost { most }));
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
    availability::set(&mut tx.db, &row).await?;
    availability::note_change(&mut tx.ctx.db, account, tx.ctx.app.now()).await?;
    show(tx, account).await
}

fn night(asked: &SleepWindow) -> Result<Sleep, Error> {
    let sleep = Sleep { from: time("sleep.from", &asked.from)?, until: time("sleep.until", &asked.until)? };
    if sleep.leaves_time() {
        return Ok(sleep);
    }
    let hours = MAX_SLEEP_HOURS;
    Err(Code::InvalidField.field("sleep.until", Sentence::NightAtMost { hours }))
}

fn time(field: &'static str, text: &str) -> Result<NaiveTime, Error> {
    let read = NaiveTime::parse_from_str(text, "%H:%M").ok().filter(|_| text.len() == 5);
    read.ok_or_else(|| Code::InvalidField.field(field, Sentence::MustBeTime))
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateVacation {
    /// By your wall clock, today at the earliest.
    #[schema(value_type = String, format = Date)]
    pub first_day: NaiveDate,
    /// This day included; the end of next year at the latest.
    #[schema(value_type = String, format = Date)]
    pub last_day: NaiveDate,
}

/// Books a vacation, in a transaction that [`crate::service::deadlines::apply_availability`] follows.
pub async fn book(tx: &mut Tx<'_>, account: Uuid, asked: &CreateVacation) -> Result<Vacation, Error> {
    let today = today(tx, account).await?;
    let booked: Vec<_> = availability::vacations(&mut tx.db, account).await?.iter().map(span).collect();
    validate(&tx.app, asked, today, &booked)?;
    let row = availability::VacationRow {
        account_id: account,
        id: tx.app.new_id(),
        first_day: asked.first_day,
        last_day: asked.last_day,
    };
    availability::book(&mut tx.db, &row).await?;
    availability::note_change(&mut tx.ctx.db, account, tx.ctx.app.now()).await?;
    Ok(Vacation::of(&row))
}

/// Today by the wall clock of an account.
pub fn today_of(app: &App, account: &AccountRow) -> NaiveDate {
    app.now().with_timezone(&zone(&account.time_zone)).date_naive()
}

/// Books a vacation on those of these days, from the first to the last, that an earlier one does not cover: a vacation
/// that is on is prolonged. Called like [`book`].
pub async fn be_away(
    tx: &mut Tx<'_>,
    account: Uuid,
    (mut first_day, last_day): (NaiveDate, NaiveDate),
) -> Result<(), Error> {
    // Locked before what is booked is read.
    today(tx, account).await?;
    for booked in availability::vacations(&mut tx.db, account).await? {
        if booked.first_day <= first_day && first_day <= booked.last_day {
            let Some(next) = booked.last_day.succ_opt() else { return Ok(()) };
            first_day = next;
        }
    }
    if first_day <= last_day {
        book(tx, account, &CreateVacation { first_day, last_day }).await?;
    }
    Ok(())
}

/// Ends the vacation that is on, as [`cancel`] does; `false` if none is.
pub async fn end_absence(tx: &mut Tx<'_>, account: Uuid) -> Result<bool, Error> {
    let today = today(tx, account).await?;
    let booked = availability::vacations(&mut tx.db, account).await?;
    let on = booked.iter().find(|vacation| vacation.first_day <= today && today <= vacation.last_day);
    match on.map(|vacation| vacation.id) {
        Some(id) => cancel(tx, account, id).await.map(|()| true),
        None => Ok(false),
    }
}

/// Cancels a vacation. One that has begun ends today, so that the days taken still count against the allowance. Called
/// like [`book`].
pub async fn cancel(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<(), Error> {
    let today = today(tx, account).await?;
    let booked = availability::vacations(&mut tx.db, account).await?;
    let found = booked.iter().find(|vacation| vacation.id == id && vacation.last_day >= today);
    let vacation = found.ok_or_else(|| Code::VacationNotFound.problem())?;
    if vacation.first_day > today {
        availability::cancel(&mut tx.db, account, id).await?;
    } else {
        availability::end_vacation(&mut tx.db, account, id, today).await?;
    }
    Ok(availability::note_change(&mut tx.ctx.db, account, tx.ctx.app.now()).await?)
}

/// Today by the wall clock of the account. Its row is locked: two requests never book the same days.
async fn today(ctx: &mut Ctx, account: Uuid) -> Result<NaiveDate, Error> {
    let row =
        store::accounts::lock(&mut ctx.db, account).await?.ok_or_else(|| Code::TokenInvalid.problem())?;
    Ok(today_of(&ctx.app, &row))
}

fn validate(
    app: &App,
    asked: &CreateVacation,
    today: NaiveDate,
    booked: &[time_control::VacationRange],
) -> Result<(), Error> {
    let wrong = |field: &'static str, sentence: Sentence| Err(Code::InvalidField.field(field, sentence));
    let vacation = time_control::VacationRange { first: asked.first_day, last: asked.last_day };
    if vacation.first < today {
        return wrong("first_day", Sentence::VacationFrom { today: today.to_string() });
    }
    if vacation.last < vacation.first {
        return wrong("last_day", Sentence::VacationEndsFirst);
    }
    if vacation.last.year() > today.year() + 1 {
        return wrong("last_day", Sentence::VacationTooLate);
    }
    if booked.iter().any(|other| other.overlaps(&vacation)) {
        return wrong("first_day", Sentence::VacationOverlaps);
    }
    for year in [today.year(), today.year() + 1] {
        let left = left_in(app, booked, year).max(0);
        if vacation.days_in(year) > left {
            return wrong("last_day", Sentence::VacationLeft { year, left });
        }
    }
    Ok(())
}

/// When the time of `account` counts, as clocks need it; always, for an account that is gone.
pub async fn of(
    connection: &mut Connection,
    account: Uuid,
) -> Result<time_control::StoredAvailability, Error> {
    let zone = store::accounts::find(connection, account).await?.map(|row| row.time_zone);
    let row = availability::find(connection, account).await?;
    let vacations = availability::vacations(connection, account).await?;
    let (sleep, days) =
        row.map(|row| (row.sleep_from.zip(row.sleep_until), row.days_off)).unwrap_or_default();
    let whole = time_control::StoredAvailability {
        zone: zone.unwrap_or_else(|| "UTC".to_owned()),
        sleep: sleep.map(|(from, until)| Sleep { from, until }),
        days_off: days.into_iter().filter_map(weekday).collect(),
        vacations: vacations.iter().map(span).collect(),
    };
    // Time that always counts is the same in every zone, so that the zone alone makes no difference.
    Ok(if whole.is_always() { time_control::StoredAvailability::default() } else { whole })
}

pub async fn copy(
    connection: &mut Connection,
    game: Uuid,
    seat: Seat,
    whole: &time_control::StoredAvailability,
) -> Result<(), Error> {
    let text = (!whole.is_always()).then(|| stored_json::encode(whole)).transpose()?;
    Ok(store::availability::copy_to_seat(connection, game, i16::from(seat), text.as_deref()).await?)
}

/// Copies the availability of every player beside their seat in a game that starts.
pub async fn copy_to(connection: &mut Connection, game: Uuid, seats: &[SeatRow]) -> Result<(), Error> {
    for (seat, account) in seats.iter().filter_map(|taken| Some((taken.seat, taken.account_id?))) {
        let whole = of(connection, account).await?;
        if !whole.is_always() {
            copy(connection, game, stored_json::stored_seat(seat)?, &whole).await?;
        }
    }
    Ok(())
}
