//! Laws of clocks, whatever the zone, the night, the days off and the vacations, and however the wall clock jumps.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

use althing::time_control::{
    AnsweredBy, AvailabilityUpdate, Clock, ClockChange, Clocks, Instant, Sleep, StoredAvailability,
    VacationRange, counted, deadline,
};
use chrono::{NaiveDate, NaiveTime, TimeDelta, Weekday};
use proptest::prelude::*;

// What holds for everybody.

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_more_time_counts_than_passes(who in people(), from in instants(), minutes in 0..20_000_i64) {
        let elapsed = TimeDelta::minutes(minutes);
        let counted = counted(from, from + elapsed, &who);
        prop_assert!(TimeDelta::zero() <= counted && counted <= elapsed);
    }

    #[test]
    fn what_counts_adds_up(who in people(), from in instants(), one in 0..9_000_i64, two in 0..9_000_i64) {
        let middle = from + TimeDelta::minutes(one);
        let end = middle + TimeDelta::minutes(two);
        prop_assert_eq!(counted(from, middle, &who) + counted(middle, end, &who), counted(from, end, &who));
    }

    #[test]
    fn minute_by_minute_the_wall_clock_says_what_counts(
        who in people(), from in instants(), minutes in 0..4_000_i64,
    ) {
        let counts = |minute: &i64| {
            let at = from + TimeDelta::minutes(*minute);
            who.counts(at.with_timezone(&who.zone()).naive_local())
        };
        let by_hand = (0..minutes).filter(counts).count();
        let end = from + TimeDelta::minutes(minutes);
        prop_assert_eq!(counted(from, end, &who), TimeDelta::minutes(by_hand as i64));
    }

    #[test]
    fn a_deadline_is_the_first_instant_at_which_the_budget_has_counted(
        who in people(), opened_at in instants(), minutes in 1..10_000_i64,
    ) {
        let budget = TimeDelta::minutes(minutes);
        let until = deadline(opened_at, budget, &who).unwrap();
        prop_assert_eq!(counted(opened_at, until, &who), budget);
        prop_assert!(counted(opened_at, until - TimeDelta::microseconds(1), &who) < budget);
    }

    #[test]
    fn whoever_has_more_time_has_it_longer(
        who in people(), opened_at in instants(), minutes in 0..10_000_i64, more in 1..5_000_i64,
    ) {
        let (less, more) = (TimeDelta::minutes(minutes), TimeDelta::minutes(minutes + more));
        prop_assert!(deadline(opened_at, less, &who) < deadline(opened_at, more, &who));
    }
}

// Free time, banks and refunds over the decisions of a game.

const CLOCK: Clock = Clock::Banked { free_hours: 24, bank_hours: 72, refund_hours: 6, cap_hours: 96 };

fn start() -> Instant {
    at("2026-06-01T12:00:00Z")
}

fn change<'c>(
    after_hours: i64,
    open: &'c [(u8, &'c str)],
    always: &'c [StoredAvailability],
) -> ClockChange<'c> {
    ClockChange::new(CLOCK, start() + TimeDelta::hours(after_hours), open, &[true, true], true, always)
}

fn hours(instant: Option<Instant>) -> Option<i64> {
    instant.map(|instant| (instant - start()).num_hours())
}

fn always() -> Vec<StoredAvailability> {
    vec![StoredAvailability::default(); 2]
}

#[test]
fn whoever_answers_in_his_free_time_gets_a_refund_and_whoever_needs_longer_pays() {
    let always = always();
    let opened = Clocks::begin(&CLOCK, 2).after(&change(0, &[(0, "a")], &always));
    assert_eq!(hours(opened.running[0].deadline), Some(96));
    let answered = |after, how| {
        let next = change(after, &[(1, "b")], &always);
        opened.after(&ClockChange { answered: Some((0, how)), ..next }).seats[0]
    };
    assert_eq!(answered(20, AnsweredBy::ByPlayer).bank, TimeDelta::hours(78));
    assert_eq!(answered(54, AnsweredBy::ByPlayer).bank, TimeDelta::hours(48));
    assert_eq!(answered(54, AnsweredBy::ForPlayer).bank, TimeDelta::hours(42), "nothing for what others did");
    assert_eq!(answered(96, AnsweredBy::Lapse).bank, TimeDelta::zero());
    assert_eq!((answered(96, AnsweredBy::Lapse).lapses, answered(1, AnsweredBy::ByPlayer).lapses), (1, 0));
}

#[test]
fn a_bank_never_holds_more_than_its_cap() {
    let always = always();
    let mut clocks = Clocks::begin(&CLOCK, 2);
    for hour in 0..20 {
        clocks = clocks.after(&change(hour, &[(0, "a")], &always));
        clocks = clocks
            .after(&ClockChange { answered: Some((0, AnsweredBy::ByPlayer)), ..change(hour, &[], &always) });
    }
    assert_eq!(clocks.seats[0].bank, TimeDelta::hours(96));
}

#[test]
fn an_outage_takes_nothing_of_what_was_left() {
    let always = always();
    let open = [(0, "a")];
    let opened = Clocks::begin(&CLOCK, 2).after(&change(0, &open, &always));
    let before = hours(opened.running[0].deadline).unwrap();
    let down = |from: i64, until: i64, at: i64, clocks: &Clocks| {
        let outage = Some((start() + TimeDelta::hours(from), start() + TimeDelta::hours(until)));
        clocks.after(&ClockChange { outage, ..change(at, &open, &always) })
    };
    // Its deadline fell into it, it began in the middle of it, or after it.
    for (from, until, moved) in [(30, 500, 470), (-5, 20, 20), (-20, 0, 0)] {
        let after = down(from, until, until + 1, &opened);
        assert_eq!(hours(after.running[0].deadline), Some(before + moved), "{from} to {until}");
        assert_eq!(down(from, until, until + 2, &after).running, after.running, "once");
    }
    let paused = opened.after(&ClockChange { is_running: false, ..change(30, &open, &always) });
    let outage = Some((start() + TimeDelta::hours(31), start() + TimeDelta::hours(90)));
    let still = paused.after(&ClockChange { is_running: false, outage, ..change(91, &open, &always) });
    assert_eq!(still.running, paused.running, "a clock that stands still loses nothing");
}

#[test]
fn what_others_do_moves_no_deadline() {
    let always = always();
    let open = [(0, "a"), (1, "b")];
    let opened = Clocks::begin(&CLOCK, 2).after(&change(0, &open, &always));
    let later = opened
        .after(&ClockChange { answered: Some((1, AnsweredBy::ByPlayer)), ..change(30, &open[..1], &always) });
    assert_eq!(opened.running[0], later.running[0]);
}

#[test]
fn a_pause_moves_a_deadline_by_what_was_left() {
    let always = always();
    let open = [(0, "a")];
    let opened = Clocks::begin(&CLOCK, 2).after(&change(0, &open, &always));
    let paused = opened.after(&ClockChange { is_running: false, ..change(30, &open, &always) });
    assert_eq!(paused.running[0].deadline, None);
    assert_eq!(paused.running[0].budget(), TimeDelta::hours(66));
    let still = paused.after(&ClockChange { is_running: false, ..change(500, &open, &always) });
    let resumed = still.after(&change(1_000, &open, &always));
    assert_eq!(hours(resumed.running[0].deadline), Some(1_066));
    assert_eq!(resumed.moved(&still).count(), 1);
}

#[test]
fn an_extension_and_a_night_move_a_deadline_on() {
    let always = always();
    let open = [(0, "a")];
    let opened = Clocks::begin(&CLOCK, 2).after(&change(0, &open, &always));
    let longer =
        opened.after(&ClockChange { extended_by: TimeDelta::hours(48), ..change(90, &open, &always) });
    assert_eq!(hours(longer.running[0].deadline), Some(144));
    let tuesdays =
        StoredAvailability { days_off: vec![chrono::Weekday::Tue], ..StoredAvailability::default() };
    let away = AvailabilityUpdate { seat: 0, availability: tuesdays, late: false };
    // It is Monday noon: twelve hours of the day's budget count before Tuesday and the rest after it.
    let later = opened.after(&ClockChange { availability_update: Some(&away), ..change(0, &open, &always) });
    assert_eq!(hours(later.running[0].deadline), Some(120));
    // On Wednesday noon, the Tuesday has counted, unless the game should have known.
    let later = opened.after(&ClockChange { availability_update: Some(&away), ..change(48, &open, &always) });
    assert_eq!(hours(later.running[0].deadline), Some(96));
    let late = AvailabilityUpdate { late: true, ..away };
    let later = opened.after(&ClockChange { availability_update: Some(&late), ..change(48, &open, &always) });
    assert_eq!(hours(later.running[0].deadline), Some(120));
}

#[test]
fn a_bot_has_no_clock_and_who_comes_back_begins_anew() {
    let always = always();
    let open = [(0, "a")];
    let opened = Clocks::begin(&CLOCK, 2).after(&change(0, &open, &always));
    let replaced =
        opened.after(&ClockChange { played_by_owner: &[false, true], ..change(80, &open, &always) });
    assert_eq!(replaced.running[0].deadline, None);
    let back = replaced.after(&ClockChange { restarted: &[0], ..change(200, &open, &always) });
    assert_eq!(hours(back.running[0].deadline), Some(200 + 24 + 16));
    let other =
        replaced.after(&ClockChange { restarted: &[0], newcomers: &[0], ..change(200, &open, &always) });
    assert_eq!(hours(other.running[0].deadline), Some(200 + 96));
}

// Nights and days off where the wall clock jumps, by hand.

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

// People of every kind, and instants at which wall clocks jump.

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
