//! People of every kind, and instants at which wall clocks jump.

use althing::time_control::Instant;
use althing::time_control::{Sleep, StoredAvailability, VacationRange};
use chrono::{NaiveDate, NaiveTime, TimeDelta, Weekday};
use proptest::prelude::*;

/// Zones that go to summer time, at odd hours and by odd amounts, one that lost a day, and one beside the full hours.
pub const ZONES: [&str; 6] = [
    "Europe/Oslo",
    "America/St_Johns",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
];

/// Near these, wall clocks jump: to and from summer time, and over the line of the date.
const NEAR: [&str; 8] = [
    "2026-03-29T01:00:00Z",
    "2026-10-25T01:00:00Z",
    "2026-03-08T05:30:00Z",
    "2026-11-01T04:30:00Z",
    "2011-12-30T10:00:00Z",
    "2010-11-06T11:00:00Z",
    "2026-04-04T15:00:00Z",
    "2018-11-04T03:00:00Z",
];

pub fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

/// A whole minute within some days of a jump.
pub fn instants() -> impl Strategy<Value = Instant> {
    (prop::sample::select(&NEAR), -4 * 1440..4 * 1440_i64)
        .prop_map(|(near, minutes)| at(near) + TimeDelta::minutes(minutes))
}

fn nights() -> impl Strategy<Value = Option<Sleep>> {
    let time = |minutes: i64| NaiveTime::MIN + TimeDelta::minutes(minutes);
    let night = (0..1440_i64, 1..=960_i64)
        .prop_map(move |(from, length)| Sleep { from: time(from), until: time((from + length) % 1440) });
    prop::option::of(night)
}

fn vacations() -> impl Strategy<Value = Vec<VacationRange>> {
    let vacation = (instants(), 0..9_i64).prop_map(|(at, days)| {
        let first: NaiveDate = at.date_naive();
        VacationRange { first, last: first + TimeDelta::days(days) }
    });
    prop::collection::vec(vacation, 0..3)
}

/// Somebody whose clocks stop in every way that can be set.
pub fn people() -> impl Strategy<Value = StoredAvailability> {
    let days = prop::sample::subsequence(
        vec![
            Weekday::Mon,
            Weekday::Tue,
            Weekday::Wed,
            Weekday::Thu,
            Weekday::Fri,
            Weekday::Sat,
            Weekday::Sun,
        ],
        0..=3,
    );
    (prop::sample::select(&ZONES), nights(), days, vacations()).prop_map(
        |(zone, sleep, days_off, vacations)| StoredAvailability {
            zone: zone.to_owned(),
            sleep,
            days_off,
            vacations,
        },
    )
}
