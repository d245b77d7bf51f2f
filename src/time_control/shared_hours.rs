//! When two players are both usually available, as one of them reads it from their wall clock.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Weekday};
use chrono_tz::Tz;

use super::Instant;
use super::availability::StoredAvailability;
use super::deadlines::Stretch;

/// Hours in which both are available, by the wall clock of the first player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedWindow {
    /// The days on which they begin, from Monday on.
    pub days: Vec<Weekday>,
    pub from: NaiveTime,
    /// Passes midnight if it is earlier than `from`; a whole day if it is the same.
    pub until: NaiveTime,
}

/// When both are available in the week that begins with `own`'s today: nights and days off alone count. Hours of more
/// than a day are cut at midnight.
pub fn shared_hours(own: &StoredAvailability, other: &StoredAvailability, now: Instant) -> Vec<SharedWindow> {
    let usual = |whole: &StoredAvailability| StoredAvailability { vacations: Vec::new(), ..whole.clone() };
    let (own, other) = (usual(own), usual(other));
    let zone = own.zone();
    let today = now.with_timezone(&zone).date_naive().and_time(NaiveTime::MIN);
    let begin = instant(zone, today).unwrap_or(now);
    let end = instant(zone, today + TimeDelta::days(7)).unwrap_or(begin + TimeDelta::days(7));
    let mut spans = spans(&own, &other, begin, end);
    join_ends(&mut spans, wall(zone, begin), wall(zone, end));
    let mut by_hours: BTreeMap<(NaiveTime, NaiveTime), Vec<Weekday>> = BTreeMap::new();
    for (from, until) in spans.into_iter().flat_map(days_of) {
        by_hours.entry((from.time(), until.time())).or_default().push(from.date().weekday());
    }
    let shared = |((from, until), mut days): (_, Vec<Weekday>)| {
        days.sort_unstable_by_key(Weekday::num_days_from_monday);
        days.dedup();
        SharedWindow { days, from, until }
    };
    by_hours.into_iter().map(shared).collect()
}

/// A span of the first player's wall clock.
type Span = (NaiveDateTime, NaiveDateTime);

fn spans(own: &StoredAvailability, other: &StoredAvailability, begin: Instant, end: Instant) -> Vec<Span> {
    let (zone, other_zone) = (own.zone(), other.zone());
    let mut spans: Vec<Span> = Vec::new();
    let mut at = begin;
    while at < end {
        let (mine, theirs) = (Stretch::at(at, zone, own), Stretch::at(at, other_zone, other));
        let until = mine.end.min(theirs.end).min(end);
        if mine.counts && theirs.counts {
            let (from, to) = (wall(zone, at), wall(zone, until));
            match spans.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => spans.push((from, to)),
            }
        }
        at = until;
    }
    spans
}

/// What reaches the end of the week goes on at its beginning.
fn join_ends(spans: &mut Vec<Span>, begin: NaiveDateTime, end: NaiveDateTime) {
    let [first, .., last] = spans.as_mut_slice() else { return };
    if first.0 == begin && last.1 == end {
        last.1 += first.1 - first.0;
        spans.remove(0);
    }
}

/// The span itself, or its days if it is longer than one.
fn days_of((from, until): Span) -> Vec<Span> {
    if until - from <= TimeDelta::days(1) {
        return vec![(from, until)];
    }
    let midnights = (1..).map(|days| from.date().and_time(NaiveTime::MIN) + TimeDelta::days(days));
    let cuts: Vec<NaiveDateTime> = std::iter::once(from)
        .chain(midnights.take_while(|midnight| *midnight < until))
        .chain(std::iter::once(until))
        .collect();
    cuts.iter().copied().zip(cuts.iter().copied().skip(1)).collect()
}

fn wall(zone: Tz, at: Instant) -> NaiveDateTime {
    at.with_timezone(&zone).naive_local()
}

/// `None` for a time that the wall clock leaves out.
fn instant(zone: Tz, wall: NaiveDateTime) -> Option<Instant> {
    zone.from_local_datetime(&wall).earliest().map(|at| at.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sleep, VacationRange};

    fn time(hour: u32) -> NaiveTime {
        NaiveTime::from_hms_opt(hour % 24, 0, 0).unwrap_or_default()
    }

    fn of(zone: &str, night: Option<(u32, u32)>, days_off: &[Weekday]) -> StoredAvailability {
        let sleep = night.map(|(from, until)| Sleep { from: time(from), until: time(until) });
        let zone = zone.to_owned();
        StoredAvailability { zone, sleep, days_off: days_off.to_vec(), ..StoredAvailability::default() }
    }

    /// A Friday in winter.
    fn now() -> Instant {
        "2026-11-27T18:00:00Z".parse().unwrap_or_default()
    }

    /// Each as its number of days, and the hours.
    fn shared(own: &StoredAvailability, other: &StoredAvailability) -> Vec<(usize, NaiveTime, NaiveTime)> {
        shared_hours(own, other, now()).into_iter().map(|one| (one.days.len(), one.from, one.until)).collect()
    }

    #[test]
    fn two_of_one_zone_share_what_neither_sleeps() {
        let (one, other) = (of("UTC", Some((23, 7)), &[]), of("UTC", Some((1, 9)), &[]));
        for (own, other) in [(&one, &other), (&other, &one)] {
            assert_eq!(shared(own, other), [(7, time(9), time(23))]);
        }
    }

    #[test]
    fn hours_are_told_by_the_clock_of_the_first_and_may_pass_midnight() {
        let (berlin, new_york) =
            (of("Europe/Berlin", Some((3, 10)), &[]), of("America/New_York", Some((22, 14)), &[]));
        assert_eq!(shared(&berlin, &new_york), [(7, time(20), time(3))]);
        assert_eq!(shared(&new_york, &berlin), [(7, time(14), time(21))]);
    }

    #[test]
    fn days_off_differ_by_zone_and_whole_days_are_cut_at_midnight() {
        let always = StoredAvailability::default();
        assert_eq!(shared(&always, &always), [(7, time(0), time(0))]);
        let off = of("UTC", None, &[Weekday::Sun]);
        assert_eq!(shared(&always, &off), [(6, time(0), time(0))]);
        let far = of("Asia/Tokyo", None, &[Weekday::Sun]);
        let hours = shared_hours(&always, &far, now());
        assert_eq!(hours.iter().map(|one| one.days.len()).sum::<usize>(), 7, "{hours:?}");
        let saturday = hours.iter().find(|one| one.days == [Weekday::Sat]);
        assert_eq!(saturday.map(|one| (one.from, one.until)), Some((time(0), time(15))), "{hours:?}");
    }

    #[test]
    fn vacations_change_nothing_and_those_who_never_meet_share_nothing() {
        let one = of("UTC", Some((8, 0)), &[]);
        let today = now().date_naive();
        let away = VacationRange { first: today, last: today + TimeDelta::days(30) };
        let gone = StoredAvailability { vacations: vec![away], ..one.clone() };
        assert_eq!(shared(&one, &gone), [(7, time(0), time(8))]);
        assert_eq!(shared(&gone, &one), [(7, time(0), time(8))]);
        let other = of("UTC", Some((0, 8)), &[]);
        assert!(shared(&one, &other).is_empty());
    }

    #[test]
    fn in_the_week_in_which_clocks_change_it_ends_and_no_hour_comes_twice() {
        let (one, other) = (of("Europe/Berlin", Some((23, 7)), &[]), of("America/New_York", None, &[]));
        for at in ["2026-10-20T12:00:00Z", "2026-10-25T00:30:00Z", "2027-03-27T23:30:00Z"] {
            let hours = shared_hours(&one, &other, at.parse().unwrap_or_default());
            assert_eq!(hours.len(), 1, "{hours:?}");
            assert_eq!(
                hours.first().map(|one| (one.days.len(), one.from, one.until)),
                Some((7, time(7), time(23)))
            );
        }
    }
}
