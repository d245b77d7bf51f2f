//! What can be chosen on several pages: a time zone, the clock of a game, how long standing orders wait.

use chrono_tz::TZ_VARIANTS;

use crate::error::{Code, Error};
use crate::service::lobby::PROPOSED_ORDER_DELAY_SECONDS;
use crate::time_control::Clock;

/// The regions whose zones are named after places; the others are names of long ago.
const REGIONS: [&str; 9] =
    ["Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/// The time zones of the world by their places, each with its label; `chosen` is among them.
pub fn time_zones(chosen: &str) -> Vec<(String, String)> {
    let of_region = |name: &&str| name.split_once('/').is_some_and(|(region, _)| REGIONS.contains(&region));
    let place = |name: &str| {
        let (region, place) = name.split_once('/').unwrap_or(("", name));
        (name.to_owned(), format!("{} ({region})", place.replace('_', " ")))
    };
    let mut zones: Vec<_> = TZ_VARIANTS.iter().map(|zone| zone.name()).filter(of_region).map(place).collect();
    zones.sort_by(|(_, one), (_, other)| one.cmp(other));
    zones.insert(0, ("UTC".to_owned(), "UTC".to_owned()));
    if zones.iter().all(|(known, _)| known != chosen) {
        zones.insert(0, (chosen.to_owned(), chosen.to_owned()));
    }
    zones
}

/// The clock that a page offers under this name. Error: `invalid_field`.
pub fn clock(name: &str) -> Result<Clock, Error> {
    match name {
        "untimed" => Ok(Clock::Untimed {}),
        "quick" => Ok(Clock::Plain { hours: 12 }),
        "day" => Ok(Clock::Banked { free_hours: 24, bank_hours: 72, refund_hours: 6, cap_hours: 96 }),
        "three_days" => Ok(Clock::Plain { hours: 72 }),
        "week" => Ok(Clock::Plain { hours: 168 }),
        _ => Err(Code::InvalidField.at("clock")),
    }
}

/// The seconds that standing orders wait, by the name that a page offers it under. Error: `invalid_field`.
pub fn order_delay(name: &str) -> Result<u32, Error> {
    match name {
        "random" => Ok(PROPOSED_ORDER_DELAY_SECONDS),
        "at_once" => Ok(0),
        _ => Err(Code::InvalidField.at("order_delay")),
    }
}
