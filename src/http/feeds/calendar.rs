//! Writes deadlines as a calendar to subscribe to (RFC 5545, with the properties of RFC 7986 that clients know).
//!
//! A deadline is the end of a short event. An event without a length is drawn as a bare line by some calendars and is
//! left out by others; one that begins at the deadline would show time that there no longer is.

use chrono::{Duration, TimeDelta};
use icalendar::{Calendar, Component, Event, EventLike, Property};
use minijinja::context;

use super::plain_line;
use crate::service::news::CalendarDeadline;
use crate::store::accounts::AccountRow;
use crate::texts::{feed_text, when};

/// How long before its deadline an event begins.
const MINUTES_BEFORE: i64 = 30;
/// How often a client is to fetch the calendar. Most take their own time.
const REFRESH_MINUTES: i64 = 15;

/// The calendar of an account.
pub fn write(club: &str, account: &AccountRow, deadlines: &[CalendarDeadline]) -> String {
    let mut calendar = Calendar::empty();
    let name = feed_text(&account.language, "calendar_name", context! { club });
    for (name, value) in [
        ("VERSION", "2.0"),
        ("PRODID", concat!("-//Althing//Althing ", env!("CARGO_PKG_VERSION"), "//EN")),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", "PUBLISH"),
        ("X-WR-CALNAME", &plain_line(&name)),
    ] {
        calendar.append_property(Property::new(name, value));
    }
    calendar.ttl(&Duration::minutes(REFRESH_MINUTES));
    calendar.extend(deadlines.iter().map(|deadline| event(account, deadline)));
    calendar.to_string()
}

fn event(account: &AccountRow, deadline: &CalendarDeadline) -> Event {
    let until = when(deadline.deadline, &account.time_zone, &account.language);
    let about = feed_text(&account.language, "calendar_until", context! { until });
    let mut event = Event::new();
    event
        .uid(&plain_line(&deadline.uid))
        // Both stay as they are until the game moves on, so that an unchanged calendar is the same, byte for byte.
        .timestamp(deadline.changed_at)
        .last_modified(deadline.changed_at)
        .sequence(u32::try_from(deadline.sequence).unwrap_or(u32::MAX))
        .starts(deadline.deadline - TimeDelta::minutes(MINUTES_BEFORE))
        .ends(deadline.deadline)
        .summary(&plain_line(&deadline.title))
        .description(&format!("{}\n{}", plain_line(&about), deadline.url))
        .url(&deadline.url)
        // A deadline keeps nobody busy.
        .add_property("TRANSP", "TRANSPARENT");
    event.done()
}
