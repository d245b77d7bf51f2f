//! Writes events as a calendar to subscribe to (RFC 5545, with the properties of RFC 7986 that clients know).

use chrono::Duration;
use icalendar::{Calendar, Component, Event, EventLike, Property};

use super::plain_line;
use crate::service::news::CalendarEvent;

pub const MEDIA_TYPE: &str = "text/calendar; charset=utf-8";
/// How often a client is to fetch the calendar. Most take their own time.
const REFRESH_MINUTES: i64 = 15;

/// A calendar of this name.
pub fn write(name: &str, events: &[CalendarEvent]) -> String {
    let mut calendar = Calendar::empty();
    for (name, value) in [
        ("VERSION", "2.0"),
        ("PRODID", concat!("-//Althing//Althing ", env!("CARGO_PKG_VERSION"), "//EN")),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", "PUBLISH"),
        ("X-WR-CALNAME", &plain_line(name)),
    ] {
        calendar.append_property(Property::new(name, value));
    }
    calendar.ttl(&Duration::minutes(REFRESH_MINUTES));
    calendar.extend(events.iter().map(event));
    calendar.to_string()
}

fn event(shown: &CalendarEvent) -> Event {
    let about = shown.about.iter().map(|about| plain_line(about));
    let description: Vec<String> = about.chain([shown.url.clone()]).collect();
    let mut event = Event::new();
    event
        .uid(&plain_line(&shown.uid))
        // Both stay as they are until the game moves on, so that an unchanged calendar is the same, byte for byte.
        .timestamp(shown.changed_at)
        .last_modified(shown.changed_at)
        .sequence(u32::try_from(shown.sequence).unwrap_or(u32::MAX))
        .starts(shown.starts)
        .ends(shown.ends)
        .summary(&plain_line(&shown.title))
        .description(&description.join("\n"))
        .url(&shown.url)
        // Neither a deadline nor a game keeps anybody busy.
        .add_property("TRANSP", "TRANSPARENT");
    event.done()
}
