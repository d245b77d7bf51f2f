//! Free time, banks and refunds over the decisions of a game.

use althing::time_control::Instant;
use althing::time_control::{AnsweredBy, AvailabilityUpdate, Clock, ClockChange, Clocks, StoredAvailability};
use chrono::TimeDelta;

use crate::people::at;

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
