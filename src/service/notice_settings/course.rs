//! What is done with a notice that is due: a function of what its reader set and of the instant.

use chrono::TimeDelta;
use chrono_tz::Tz;

use super::{Collection, QuietHours, Topic, Way, Ways, day};
use crate::clock::Instant;
use crate::store::notice_settings::Held;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    Now,
    Hold {
        /// Until when.
        until: Instant,
        why: &'static str,
    },
    Collect {
        into: Collection,
        /// When that one is sent, if it has to be begun.
        due_at: Instant,
    },
    /// It is not sent.
    Mute,
}

/// What one reader wants of the notices of one game.
#[derive(Debug, Clone)]
pub struct Habits {
    zone: Tz,
    general: Ways,
    of_game: Ways,
    quiet: Option<QuietHours>,
    warn_in_quiet: bool,
    digest_hour: i16,
    batch: TimeDelta,
    hold_down: Option<TimeDelta>,
}

impl Habits {
    /// As they are stored. A zone that is unknown by now is UTC.
    pub fn of(held: &Held) -> Self {
        let row = &held.general;
        Self {
            zone: held.time_zone.parse().unwrap_or(Tz::UTC),
            general: Ways::stored(&row.ways),
            of_game: held.game_ways.as_deref().map(Ways::stored).unwrap_or_default(),
            quiet: row.quiet_from.zip(row.quiet_to).map(|(from, to)| QuietHours { from, to }),
            warn_in_quiet: row.warn_in_quiet,
            digest_hour: row.digest_hour,
            batch: TimeDelta::minutes(row.batch_minutes.into()),
            hold_down: row.hold_down_minutes.map(|minutes| TimeDelta::minutes(minutes.into())),
        }
    }

    /// How notices of that topic reach the reader: what is set for the game comes before what is set for all.
    pub fn way(&self, topic: Topic) -> Way {
        self.of_game.of(topic).or_else(|| self.general.of(topic)).unwrap_or(topic.default_way())
    }

    /// What is done at `now` with a notice that became true at `written_at`. The daily mail comes at its hour even if
    /// that is a quiet one: its reader chose it.
    pub fn course(&self, topic: Topic, written_at: Instant, now: Instant) -> Course {
        match self.way(topic) {
            Way::Never => Course::Mute,
            Way::Daily => {
                let due_at = day::next(now, self.zone, self.digest_hour);
                Course::Collect { into: Collection::Digest, due_at }
            }
            Way::Batched => {
                let due_at = now + self.batch;
                let due_at = self.quiet_end(topic, due_at).unwrap_or(due_at);
                Course::Collect { into: Collection::Batch, due_at }
            }
            Way::Instantly => self.instantly(topic, written_at, now),
        }
    }

    fn instantly(&self, topic: Topic, written_at: Instant, now: Instant) -> Course {
        if let Some(until) = self.quiet_end(topic, now) {
            return Course::Hold { until, why: "quiet" };
        }
        match self.hold_down.map(|held| written_at + held) {
            Some(until) if until > now => Course::Hold { until, why: "hold_down" },
            _ => Course::Now,
        }
    }

    fn quiet_end(&self, topic: Topic, at: Instant) -> Option<Instant> {
        let warns = topic == Topic::DeadlineNear && self.warn_in_quiet;
        self.quiet.filter(|_| !warns)?.end(at, self.zone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn habits(general: &str, of_game: &str) -> Habits {
        Habits {
            zone: Tz::Europe__Oslo,
            general: Ways::stored(general),
            of_game: Ways::stored(of_game),
            quiet: Some(QuietHours { from: 22, to: 7 }),
            warn_in_quiet: true,
            digest_hour: 18,
            batch: TimeDelta::minutes(30),
            hold_down: Some(TimeDelta::minutes(5)),
        }
    }

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_set_for_a_game_comes_first() {
        let habits = habits(r#"{"vote": "never", "message": "daily"}"#, r#"{"vote": "instantly"}"#);
        assert_eq!(habits.way(Topic::Vote), Way::Instantly);
        assert_eq!(habits.way(Topic::Message), Way::Daily);
        assert_eq!(habits.way(Topic::YourTurn), Way::Instantly);
    }

    #[test]
    fn offers_that_cannot_be_accepted_are_sent_only_where_that_is_set() {
        assert_eq!(habits("{}", "{}").way(Topic::UnpayableOffer), Way::Never);
        assert_eq!(habits(r#"{"unpayable_offer": "daily"}"#, "{}").way(Topic::UnpayableOffer), Way::Daily);
    }

    #[test]
    fn a_notice_is_held_down_and_then_sent() {
        let habits = habits("{}", "{}");
        let written = at("2026-07-01T12:00:00Z");
        let until = at("2026-07-01T12:05:00Z");
        assert_eq!(
            habits.course(Topic::YourTurn, written, at("2026-07-01T12:01:00Z")),
            Course::Hold { until, why: "hold_down" }
        );
        assert_eq!(habits.course(Topic::YourTurn, written, until), Course::Now);
    }

    #[test]
    fn at_night_only_warnings_come_where_they_may() {
        let (night, morning) = (at("2026-07-01T23:00:00Z"), at("2026-07-02T05:00:00Z"));
        let mut habits = habits("{}", "{}");
        let held = Course::Hold { until: morning, why: "quiet" };
        assert_eq!(habits.course(Topic::YourTurn, night, night), held);
        assert_eq!(habits.course(Topic::DeadlineNear, night - TimeDelta::hours(1), night), Course::Now);
        habits.warn_in_quiet = false;
        assert_eq!(habits.course(Topic::DeadlineNear, night, night), held);
    }

    #[test]
    fn a_batch_that_would_end_at_night_waits_for_the_morning_and_the_daily_mail_for_its_hour() {
        let habits = habits(r#"{"your_turn": "batched", "vote": "daily"}"#, "{}");
        let evening = at("2026-07-01T19:45:00Z");
        let batch = Course::Collect { into: Collection::Batch, due_at: at("2026-07-02T05:00:00Z") };
        assert_eq!(habits.course(Topic::YourTurn, evening, evening), batch);
        let daily = Course::Collect { into: Collection::Digest, due_at: at("2026-07-02T16:00:00Z") };
        assert_eq!(habits.course(Topic::Vote, evening, evening), daily);
    }
}
