//! How a competition is played and how far it is, in words.

use minijinja::context;

use crate::http::pages::words::PageWords;
use crate::service::App;
use crate::service::competitions::{CompetitionDetails, FormSettings, NextRound};
use crate::service::lobby::wait_in_minutes;
use crate::store::competitions::CompetitionStatus;
use crate::texts::when;
use crate::time_control::{Clock, Instant};
use pairing::Fill;

/// The section of the texts.
const TEXTS: &str = "competition";

pub struct CompetitionSentences<'c> {
    pub app: &'c App,
    pub words: &'c PageWords,
    pub details: &'c CompetitionDetails,
    /// The time zone of the reader.
    pub zone: &'c str,
}

impl CompetitionSentences<'_> {
    fn say(&self, key: &str, about: minijinja::Value) -> String {
        self.words.say_of(TEXTS, key, about)
    }

    fn when(&self, at: Instant) -> String {
        when(at, self.zone, self.words.code())
    }

    /// How far it is.
    pub fn status(&self) -> String {
        let details = self.details;
        let (key, at) = match details.status {
            CompetitionStatus::Open => ("status_open", details.next_round_at),
            CompetitionStatus::Running => ("status_running", details.next_round_at),
            CompetitionStatus::Finished => ("status_finished", details.ended_at),
            CompetitionStatus::Cancelled => ("status_cancelled", details.ended_at),
        };
        let rounds = match details.form {
            FormSettings::League { rounds, .. } | FormSettings::Swiss { rounds } => Some(rounds),
            FormSettings::Knockout { .. } => None,
        };
        self.say(key, context! { at => at.map(|at| self.when(at)), round => details.round, rounds })
    }

    /// How many signed up.
    pub fn signed_up(&self) -> String {
        let CompetitionDetails { entrant_count, most_entrants, .. } = self.details;
        self.say("signed_up", context! { count => entrant_count, most => most_entrants })
    }

    /// What it is and how far it is, in short.
    pub fn summary(&self) -> String {
        let title = self.words.ruleset_name(self.app, &self.details.games.ruleset);
        let own = match &self.details.form {
            FormSettings::League { .. } => "in_league",
            FormSettings::Swiss { .. } => "in_swiss",
            FormSettings::Knockout { .. } => "in_knockout",
        };
        let more = match self.details.status {
            CompetitionStatus::Open => self.signed_up(),
            _ => String::new(),
        };
        format!("{} {} {more}", self.say(own, context! { title }), self.status()).trim_end().to_owned()
    }

    /// How it is played, in sentences.
    pub fn rules(&self, bye_points: i64) -> Vec<String> {
        let details = self.details;
        let tables = &details.tables;
        let mut rules = self.form();
        let (least, most) = (tables.least.unwrap_or(tables.size), tables.most.unwrap_or(tables.size));
        rules.push(self.say("tables", context! { size => tables.size, least, most }));
        rules.extend(self.points());
        rules.push(match tables.fill {
            Fill::Bots => self.say("fill_bots", context! {}),
            Fill::Byes => self.say("fill_byes", context! { points => self.words.hundredths(bye_points) }),
        });
        rules.push(match details.schedule.next_round {
            NextRound::WhenOver => self.say("next_when_over", context! {}),
            NextRound::EveryDays { days } => self.say("next_every_days", context! { days }),
            NextRound::WhenFree => self.say("next_when_free", context! {}),
            NextRound::ByOrganisers => self.say("next_by_organisers", context! {}),
        });
        let games = &details.games;
        rules.push(self.words.clock(games.clock.unwrap_or_else(Clock::usual)));
        if let Some(options) = &games.options {
            rules.extend(self.words.option_sentences(self.app, &games.ruleset, options.get()));
        }
        if let Some(minutes) = wait_in_minutes(games.order_delay_seconds.unwrap_or_default()) {
            rules.push(self.words.say_of("table", "order_delay", context! { minutes }));
        }
        rules
    }

    fn form(&self) -> Vec<String> {
        match self.details.form {
            FormSettings::League { rounds, divisions, promoted } => {
                let league = self.say("league", context! { rounds, divisions });
                let promotion = self.say("promotion", context! { promoted });
                let has_promotion = divisions > 1 && promoted > 0;
                [league].into_iter().chain(has_promotion.then_some(promotion)).collect()
            }
            FormSettings::Swiss { rounds } => vec![self.say("swiss", context! { rounds })],
            FormSettings::Knockout { advance } => vec![self.say("knockout", context! { advance })],
        }
    }

    /// What places give.
    fn points(&self) -> Vec<String> {
        let given = &self.details.scoring.match_points;
        let of_size = |(seats, points): (&usize, &Vec<i64>)| {
            let points = points.iter().map(|points| self.words.hundredths(*points));
            self.say("points_of_places", context! { seats, points => points.collect::<Vec<_>>() })
        };
        match given.is_empty() {
            true => vec![self.say("points_usual", context! {})],
            false => given.iter().map(of_size).collect(),
        }
    }
}
