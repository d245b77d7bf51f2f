//! Nights and days off where the wall clock jumps, by hand.

use althing::time_control::{Sleep, StoredAvailability, VacationRange, counted, deadline};
use chrono::{NaiveDate, NaiveTime, TimeDelta, Weekday};

use crate::people::at;

fn sleeper(zone: &str, from: u32, until: u32) -> StoredAvailability {
    let time = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap();
    let sleep = Some(Sleep { from: time(from), until: time(until) });
    StoredAvailability { zone: zone.to_owned(), sleep, ..StoredAvailability::default() }
}

#[test]
fn the_night_in_which_summer_time_begins_is_an_hour_shorter() {
    let who = sleeper("Europe/Oslo", 23, 7);
    // From 22:00 to 08:00 by the wall clock, once over an ordinary night and twice over a jump.
    let night = |from, until| counted(at(from), at(until), &who);
    assert_eq!(night("2026-03-27T21:00:00Z", "2026-03-28T07:00:00Z"), TimeDelta::hours(2));
    assert_eq!(night("2026-03-28T21:00:00Z", "2026-03-29T06:00:00Z"), TimeDelta::hours(2));
    assert_eq!(night("2026-10-24T20:00:00Z", "2026-10-25T07:00:00Z"), TimeDelta::hours(2));
    let until = deadline(at("2026-03-28T21:00:00Z"), TimeDelta::hours(2), &who);
    assert_eq!(until, Some(at("2026-03-29T06:00:00Z")), "eight o'clock in the morning, by the new time");
}

#[test]
fn a_night_that_begins_in_the_hour_that_is_left_out_begins_after_it() {
    // There is no half past two on this morning in St. John's: the clock goes from two to three.
    let half_past = NaiveTime::from_hms_opt(2, 30, 0).unwrap();
    let six = NaiveTime::from_hms_opt(6, 0, 0).unwrap();
    let who = StoredAvailability {
        sleep: Some(Sleep { from: half_past, until: six }),
        ..sleeper("America/St_Johns", 0, 1)
    };
    let counted = counted(at("2026-03-08T04:30:00Z"), at("2026-03-08T09:30:00Z"), &who);
    assert_eq!(counted, TimeDelta::hours(2), "one hour before two, one after six");
}

#[test]
fn an_hour_that_comes_twice_counts_twice() {
    let who = sleeper("Europe/Oslo", 3, 7);
    assert_eq!(counted(at("2026-10-24T23:00:00Z"), at("2026-10-25T02:00:00Z"), &who), TimeDelta::hours(3));
}

#[test]
fn a_day_that_never_was_is_no_day_off_and_no_vacation() {
    // Samoa went from Thursday the 29th to Saturday the 31st of December 2011.
    let friday = StoredAvailability {
        zone: "Pacific/Apia".to_owned(),
        days_off: vec![Weekday::Fri],
        ..StoredAvailability::default()
    };
    let (from, until) = (at("2011-12-30T08:00:00Z"), at("2011-12-30T12:00:00Z"));
    assert_eq!(counted(from, until, &friday), TimeDelta::hours(4));
    let day = NaiveDate::from_ymd_opt(2011, 12, 30).unwrap();
    let vacation = VacationRange { first: day, last: day };
    let away = StoredAvailability { vacations: vec![vacation], days_off: vec![], ..friday.clone() };
    assert_eq!(counted(from, until, &away), TimeDelta::hours(4));
    let saturday = StoredAvailability { days_off: vec![Weekday::Sat], ..friday };
    assert_eq!(counted(from, until, &saturday), TimeDelta::hours(2), "the other two are of Saturday already");
}

#[test]
fn kathmandu_sleeps_beside_the_full_hours() {
    let who = sleeper("Asia/Kathmandu", 22, 6);
    let until = deadline(at("2026-06-01T16:00:00Z"), TimeDelta::hours(1), &who);
    assert_eq!(until, Some(at("2026-06-02T01:00:00Z")), "15 minutes until ten, and 45 from six on");
}

#[test]
fn a_zone_that_is_gone_is_read_as_utc() {
    let who = sleeper("Middle/Earth", 0, 6);
    assert_eq!(counted(at("2026-06-01T00:00:00Z"), at("2026-06-01T07:00:00Z"), &who), TimeDelta::hours(1));
}
