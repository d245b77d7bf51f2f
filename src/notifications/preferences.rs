//! The preferences of a reader about mails, and what is done by them with a mail that is due.
//!
//! Preferences are applied when a mail is due, so a change affects what waits already. They decide when a mail is sent
//! and never what it says. Mails about the account itself (a password, an address) ignore them.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kinds::{Kinds, MailKind, OwnTopic};
use super::quiet_hours::{QuietHours, next_hour};
use crate::error::{Code, Error, Mistake, RequestPart, Sentence, below};
use crate::store::preferences::ReaderPreferences;
use crate::time_control::Instant;

/// Kinds of notification that a reader sets together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Topic {
    name: &'static str,
    default: DeliveryMode,
}

impl Topic {
    /// The topic of warnings, which may come in quiet hours if the reader has set so.
    pub const DEADLINE_NEAR: Self = Self::usual(OwnTopic::DeadlineNear.into_str());

    /// `default` is how it reaches a reader who has set nothing.
    pub const fn new(name: &'static str, default: DeliveryMode) -> Self {
        Self { name, default }
    }

    /// A topic that comes at once where nothing is set.
    pub const fn usual(name: &'static str) -> Self {
        Self::new(name, DeliveryMode::Instantly)
    }

    pub const fn name(self) -> &'static str {
        self.name
    }

    /// How such mails reach a reader who has set nothing.
    pub const fn default_mode(self) -> DeliveryMode {
        self.default
    }
}

/// Mails that contain several notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestKind {
    /// The notifications of some minutes.
    Batch,
    /// The notifications of a day, and everything that is open.
    Daily,
}

impl DigestKind {
    pub const ALL: [Self; 2] = [Self::Batch, Self::Daily];

    pub fn name(self) -> &'static str {
        match self {
            Self::Batch => MailKind::Batch.name(),
            Self::Daily => MailKind::Digest.name(),
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// `instantly`: each in a mail of its own; `batched`: with others some minutes after the first; `daily`: in the daily
/// mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryMode {
    /// Each in a mail of its own, after the hold-down.
    Instantly,
    /// With others, of other games too, in one mail some minutes after the first of them.
    Batched,
    /// In the mail that comes once a day.
    Daily,
    /// Not at all.
    Never,
}

/// Delivery modes by name of topic. A topic that is missing is not set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryModes(BTreeMap<String, DeliveryMode>);

impl DeliveryModes {
    /// Modes as a reader gave them. Error: `invalid_field`, with the name of the topic that does not exist.
    pub fn given(kinds: &Kinds, written: BTreeMap<String, DeliveryMode>) -> Result<Self, Error> {
        if let Some(unknown) = written.keys().find(|name| kinds.topic(name).is_none()) {
            let known = kinds.topics().into_iter().map(|topic| topic.name().to_owned()).collect();
            let place = RequestPart::Body(below("/modes".to_owned(), unknown));
            let mistake = Mistake::new(place, Sentence::UnknownMember { known });
            return Err(Code::InvalidField.mistaken(vec![mistake]));
        }
        Ok(Self(written))
    }

    /// Modes as they are stored.
    #[track_caller]
    pub fn parse(json: &str) -> Result<Self, Error> {
        match serde_json::from_str(json) {
            Ok(modes) => Ok(modes),
            Err(error) => Err(Error::internal("preferences as stored", error)),
        }
    }

    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }

    /// The topics that are set, with their modes.
    pub fn shown(&self, kinds: &Kinds) -> BTreeMap<String, DeliveryMode> {
        let set = |topic: Topic| Some((topic.name().to_owned(), self.of(topic)?));
        kinds.topics().into_iter().filter_map(set).collect()
    }

    /// Every topic with its mode, the default where none is set.
    pub fn whole(&self, kinds: &Kinds) -> BTreeMap<String, DeliveryMode> {
        let mode = |topic: Topic| (topic.name().to_owned(), self.of(topic).unwrap_or(topic.default_mode()));
        kinds.topics().into_iter().map(mode).collect()
    }

    pub fn of(&self, topic: Topic) -> Option<DeliveryMode> {
        self.0.get(topic.name()).copied()
    }

    pub fn set(&mut self, topic: Topic, mode: DeliveryMode) {
        self.0.insert(topic.name().to_owned(), mode);
    }

    /// Removes the mode of a topic.
    pub fn unset(&mut self, topic: Topic) {
        self.0.remove(topic.name());
    }
}

/// What is done with a mail that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    Now,
    Hold {
        until: Instant,
        why: &'static str,
    },
    Collect {
        into: DigestKind,
        /// When the digest is sent, if a new one is begun.
        due_at: Instant,
    },
    /// The mail is not sent.
    Mute,
}

/// What one reader wants of the notifications of one game.
#[derive(Debug, Clone)]
pub struct Preferences {
    zone: Tz,
    general: DeliveryModes,
    of_game: DeliveryModes,
    quiet: Option<QuietHours>,
    warn_in_quiet: bool,
    digest_hour: i16,
    batch: TimeDelta,
    hold_down: Option<TimeDelta>,
}

impl Preferences {
    /// Reads stored preferences. A time zone that is no longer known counts as UTC.
    pub fn of(stored: &ReaderPreferences) -> Result<Self, Error> {
        let row = &stored.general;
        Ok(Self {
            zone: stored.time_zone.parse().unwrap_or(Tz::UTC),
            general: DeliveryModes::parse(&row.modes)?,
            of_game: stored.game_ways.as_deref().map(DeliveryModes::parse).transpose()?.unwrap_or_default(),
            quiet: row.quiet_from.zip(row.quiet_to).map(|(from, to)| QuietHours { from, to }),
            warn_in_quiet: row.warn_in_quiet,
            digest_hour: row.digest_hour,
            batch: TimeDelta::minutes(row.batch_minutes.into()),
            hold_down: row.hold_down_minutes.map(|minutes| TimeDelta::minutes(minutes.into())),
        })
    }

    /// Reads stored preferences to send a mail: preferences that can't be read are logged and count as not set, so that
    /// one broken row does not stop the sending of mails.
    pub fn for_sending(stored: &ReaderPreferences) -> Option<Self> {
        let preferences = Self::of(stored);
        preferences.inspect_err(|error| tracing::error!(%error, "default preferences are used")).ok()
    }

    /// How notifications of a topic reach the reader: the mode for the game comes before the mode for all games.
    pub fn mode(&self, topic: Topic) -> DeliveryMode {
        self.of_game.of(topic).or_else(|| self.general.of(topic)).unwrap_or(topic.default_mode())
    }

    /// What is done at `now` with a notification that became true at `written_at`. The daily mail comes at its hour
    /// even if that is a quiet one: its reader chose that hour.
    pub fn disposition(&self, topic: Topic, written_at: Instant, now: Instant) -> Disposition {
        match self.mode(topic) {
            DeliveryMode::Never => Disposition::Mute,
            DeliveryMode::Daily => {
                let due_at = next_hour(now, self.zone, self.digest_hour);
                Disposition::Collect { into: DigestKind::Daily, due_at }
            }
            DeliveryMode::Batched => {
                let due_at = now + self.batch;
                let due_at = self.quiet_end(topic, due_at).unwrap_or(due_at);
                Disposition::Collect { into: DigestKind::Batch, due_at }
            }
            DeliveryMode::Instantly => self.instantly(topic, written_at, now),
        }
    }

    fn instantly(&self, topic: Topic, written_at: Instant, now: Instant) -> Disposition {
        if let Some(until) = self.quiet_end(topic, now) {
            return Disposition::Hold { until, why: "quiet" };
        }
        match self.hold_down.map(|held| written_at + held) {
            Some(until) if until > now => Disposition::Hold { until, why: "hold_down" },
            _ => Disposition::Now,
        }
    }

    fn quiet_end(&self, topic: Topic, at: Instant) -> Option<Instant> {
        let warns = topic == Topic::DEADLINE_NEAR && self.warn_in_quiet;
        self.quiet.filter(|_| !warns)?.end(at, self.zone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds() -> Kinds {
        Kinds::new(rulesets::all().iter().flat_map(|ruleset| ruleset.call_kinds()).copied())
    }

    fn preferences(general: &str, of_game: &str) -> Preferences {
        Preferences {
            zone: Tz::Europe__Oslo,
            general: DeliveryModes::parse(general).unwrap(),
            of_game: DeliveryModes::parse(of_game).unwrap(),
            quiet: Some(QuietHours { from: 22, to: 7 }),
            warn_in_quiet: true,
            digest_hour: 18,
            batch: TimeDelta::minutes(30),
            hold_down: Some(TimeDelta::minutes(5)),
        }
    }

    fn topic(name: &str) -> Topic {
        kinds().topic(name).unwrap()
    }

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_set_for_a_game_comes_first() {
        let preferences = preferences(r#"{"vote": "never", "message": "daily"}"#, r#"{"vote": "instantly"}"#);
        assert_eq!(preferences.mode(topic("vote")), DeliveryMode::Instantly);
        assert_eq!(preferences.mode(topic("message")), DeliveryMode::Daily);
        assert_eq!(preferences.mode(topic("your_turn")), DeliveryMode::Instantly);
    }

    #[test]
    fn offers_that_cannot_be_accepted_are_sent_only_where_that_is_set() {
        assert_eq!(preferences("{}", "{}").mode(topic("unpayable_offer")), DeliveryMode::Never);
        assert_eq!(
            preferences(r#"{"unpayable_offer": "daily"}"#, "{}").mode(topic("unpayable_offer")),
            DeliveryMode::Daily
        );
    }

    #[test]
    fn a_notice_is_held_down_and_then_sent() {
        let preferences = preferences("{}", "{}");
        let written = at("2026-07-01T12:00:00Z");
        let until = at("2026-07-01T12:05:00Z");
        assert_eq!(
            preferences.disposition(topic("your_turn"), written, at("2026-07-01T12:01:00Z")),
            Disposition::Hold { until, why: "hold_down" }
        );
        assert_eq!(preferences.disposition(topic("your_turn"), written, until), Disposition::Now);
    }

    #[test]
    fn at_night_only_warnings_come_where_they_may() {
        let (night, morning) = (at("2026-07-01T23:00:00Z"), at("2026-07-02T05:00:00Z"));
        let mut preferences = preferences("{}", "{}");
        let held = Disposition::Hold { until: morning, why: "quiet" };
        assert_eq!(preferences.disposition(topic("your_turn"), night, night), held);
        assert_eq!(
            preferences.disposition(Topic::DEADLINE_NEAR, night - TimeDelta::hours(1), night),
            Disposition::Now
        );
        preferences.warn_in_quiet = false;
        assert_eq!(preferences.disposition(Topic::DEADLINE_NEAR, night, night), held);
    }

    #[test]
    fn a_batch_that_would_end_at_night_waits_for_the_morning_and_the_daily_mail_for_its_hour() {
        let preferences = preferences(r#"{"your_turn": "batched", "vote": "daily"}"#, "{}");
        let evening = at("2026-07-01T19:45:00Z");
        let batch = Disposition::Collect { into: DigestKind::Batch, due_at: at("2026-07-02T05:00:00Z") };
        assert_eq!(preferences.disposition(topic("your_turn"), evening, evening), batch);
        let daily = Disposition::Collect { into: DigestKind::Daily, due_at: at("2026-07-02T16:00:00Z") };
        assert_eq!(preferences.disposition(topic("vote"), evening, evening), daily);
    }

    #[test]
    fn every_topic_is_found_by_its_name_and_every_call_has_one() {
        let kinds = kinds();
        let topics = kinds.topics();
        assert_eq!(topics.len(), 18);
        for topic in topics {
            assert_eq!(kinds.topic(topic.name()), Some(topic));
        }
        for call in kinds.calls() {
            assert_eq!(kinds.topic_of(call.name).map(Topic::name), Some(call.name));
        }
        assert_eq!(kinds.topic_of("verify_address"), None);
    }

    #[test]
    fn what_tables_tell_has_a_topic() {
        for kind in ["confirm_presence", "seat_lost", "kicked", "game_cancelled", "game_expired"] {
            assert_eq!(kinds().topic_of(kind), Some(topic("membership")));
        }
        for kind in ["caretaker_seated", "seat_replaced"] {
            assert_eq!(kinds().topic_of(kind), Some(topic("membership")));
        }
    }
}
