//! What a competition is like: its form, its tables, the points, the games and the schedule.

use std::collections::BTreeMap;

use pairing::{
    Competition, CompetitionForm, CompetitionSettings, Fill, FirstOrder, KnockoutForm, LeagueForm, SwissForm,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};

use crate::error::{Code, Error, Mistakes, Sentence, bounded};
use crate::service::App;
use crate::service::caretakers::caretaker;
use crate::service::lobby::{CreateGame, GameSettings};
use crate::time_control::{Clock, Instant};
use rules::{AnyRuleset, Json};

/// The most entrants of a competition, and the fewest that are two at one table.
const MOST_ENTRANTS: u16 = 1000;
const ROUNDS: std::ops::RangeInclusive<u32> = 1..=50;
const DIVISIONS: std::ops::RangeInclusive<u16> = 1..=50;
const DAYS: std::ops::RangeInclusive<u16> = 1..=365;
const MAX_BOTS: usize = 50;
/// Points of a place or a bye, in hundredths of a match point.
const POINTS: std::ops::RangeInclusive<i64> = -100_000..=100_000;

/// How it is decided who meets whom, and how many rounds there are.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FormSettings {
    /// Everybody meets the others of their division as equally often as possible.
    League {
        #[schema(minimum = 1, maximum = 50)]
        rounds: u32,
        /// Entrants are spread over so many divisions, the first the highest; 1 if left out.
        #[serde(default = "one")]
        #[schema(minimum = 1, maximum = 50, default = 1)]
        divisions: u16,
        /// How many go up from each division, and down, when the next season begins; 1 if left out.
        #[serde(default = "one")]
        #[schema(maximum = 50, default = 1)]
        promoted: u16,
    },
    /// Those who stand alike meet, and nobody meets again while it can be helped.
    Swiss {
        #[schema(minimum = 1, maximum = 50)]
        rounds: u32,
    },
    /// The best of each table go on, until one table decides.
    Knockout {
        /// How many of each table go on; 1 if left out.
        #[serde(default = "one")]
        #[schema(minimum = 1, maximum = 7, default = 1)]
        advance: u16,
    },
}

const fn one() -> u16 {
    1
}

/// How many sit at a table, and what happens where the numbers do not fit.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// How many seats a table shall have.
    #[schema(minimum = 2, maximum = 8)]
    pub size: u8,
    /// The fewest seats that a table may have instead; `size` if left out.
    #[schema(minimum = 2, maximum = 8)]
    pub least: Option<u8>,
    /// The most seats that a table may have instead; `size` if left out.
    #[schema(minimum = 2, maximum = 8)]
    pub most: Option<u8>,
    /// What happens where the numbers do not fit.
    #[serde(default = "byes")]
    #[schema(default = "byes")]
    pub fill: Fill,
    /// The bot that sits where `fill` says `bots`, or where a player is gone; the ruleset's caretaker if left out.
    pub bot: Option<String>,
}

const fn byes() -> Fill {
    Fill::Byes
}

/// What places are worth, and who comes first before anybody has played.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// The order of entrants before anybody has played; it also decides when all else is equal.
    #[schema(default = "drawn")]
    pub first_order: FirstOrder,
    /// In hundredths of a match point, by the number of seats.
    #[schema(schema_with = match_points)]
    pub match_points: BTreeMap<usize, Vec<i64>>,
    /// What a bye gives, in hundredths of a match point; half of a first place if left out.
    #[schema(minimum = -100_000, maximum = 100_000)]
    pub bye_points: Option<i64>,
}

/// By hand, since the derive has no bounds for numbers in lists.
fn match_points() -> RefOr<Schema> {
    let (least, most) = (*POINTS.start(), *POINTS.end());
    let points = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(most));
    let places = ArrayBuilder::new().items(points.build()).max_items(Some(8));
    let about = "For a number of seats, what the places give, best first, in hundredths of a match point. At a table of a \
                 number that is not named, each seat that one leaves behind gives one point (100), scaled to `size`.";
    ObjectBuilder::new().description(Some(about)).additional_properties(Some(places)).build().into()
}

impl Default for Scoring {
    fn default() -> Self {
        Self { first_order: FirstOrder::Drawn, match_points: BTreeMap::new(), bye_points: None }
    }
}

/// What the games are like. They are public unless the club is private.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompetitionGames {
    pub ruleset: String,
    /// The ruleset's defaults if left out.
    #[schema(value_type = Option<rules::schemas::AnyOptions>)]
    pub options: Option<Json>,
    /// The time that players have to answer; 24 hours each and 72 in the bank if left out.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for an absent player; 3 if left out.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// Kinds of standing orders (their `type`) that are forbidden; none if left out.
    #[serde(default)]
    pub forbidden_orders: Vec<String>,
    /// Standing orders wait up to this many seconds, by chance, and at most a twentieth of the time left; no delay if left
    /// out. Without one, since moves can be taken back, an answer that does not come at once shows which standing orders
    /// are not there.
    #[schema(maximum = 86400)]
    pub order_delay_seconds: Option<u32>,
    /// The language of messages, such as `en`; any if left out.
    #[schema(pattern = "^[a-z]{2,3}$")]
    pub language: Option<String>,
}

/// When rounds are paired.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// When the first round is paired by itself; null: when its organisers say so.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub starts_at: Option<Instant>,
    /// `when_over` if it is left out.
    // Not as a `default` of the schema: types that generators for Python make of one that is an object can't be checked.
    #[serde(default)]
    pub next_round: NextRound,
}

/// When the next round is paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum NextRound {
    /// As soon as all games of the round are over.
    #[default]
    WhenOver,
    /// So many days after the round before, whether its games are over or not; a knockout also waits for its games.
    EveryDays {
        #[schema(minimum = 1, maximum = 365)]
        days: u16,
    },
    /// In a league: each table begins when its players have ended their games of the rounds before.
    WhenFree,
    /// When its organisers say so.
    ByOrganisers,
}

/// What does not change once players sign up, but for the schedule.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Terms {
    pub form: FormSettings,
    pub tables: Tables,
    pub scoring: Scoring,
    pub games: CompetitionGames,
    pub schedule: Schedule,
    /// Bots that are entrants like players.
    pub bots: Vec<String>,
    /// Of a league that has begun, the entrants of each division.
    pub divisions: Vec<Vec<u32>>,
}

impl Terms {
    /// Error: `invalid_field`, with everything that is wrong.
    pub fn check(&self, app: &App, most_entrants: u16) -> Result<(), Error> {
        let (_, ruleset) = app.rulesets.wanted(Code::InvalidField, &self.games.ruleset).map_err(in_games)?;
        let mut mistakes = Mistakes::default();
        mistakes.note(bounded("most_entrants", most_entrants, &(2..=MOST_ENTRANTS)))?;
        mistakes.note(self.check_form())?;
        mistakes.note(self.check_tables(ruleset.as_ref()))?;
        mistakes.note(self.check_bots(ruleset.as_ref(), most_entrants))?;
        for points in self.scoring.match_points.values().flatten().chain(&self.scoring.bye_points) {
            mistakes.note(bounded("scoring.match_points", *points, &POINTS))?;
        }
        if let NextRound::EveryDays { days } = self.schedule.next_round {
            mistakes.note(bounded("schedule.next_round.days", days, &DAYS))?;
        }
        mistakes.result()?;
        let seats = self.tables.size;
        GameSettings::new(self.game(String::new(), seats)?, &[], ruleset.as_ref()).map_err(in_games)?;
        match self.competition().check() {
            Ok(()) => Ok(()),
            Err(_) => Err(Code::InvalidField.field("tables", Sentence::TablesDoNotFit)),
        }
    }

    fn check_form(&self) -> Result<(), Error> {
        match &self.form {
            FormSettings::League { rounds, divisions, .. } => {
                bounded("form.rounds", *rounds, &ROUNDS)?;
                bounded("form.divisions", *divisions, &DIVISIONS).map(|_| ())
            }
            FormSettings::Swiss { rounds } => bounded("form.rounds", *rounds, &ROUNDS).map(|_| ()),
            FormSettings::Knockout { advance } => bounded("form.advance", *advance, &(1..=7)).map(|_| ()),
        }?;
        let is_league = matches!(self.form, FormSettings::League { .. });
        if self.schedule.next_round == NextRound::WhenFree && !is_league {
            return Err(Code::InvalidField.field("schedule.next_round", Sentence::OnlyInLeagues));
        }
        Ok(())
    }

    fn check_tables(&self, ruleset: &dyn AnyRuleset) -> Result<(), Error> {
        let Tables { size, least, most, .. } = self.tables;
        let players = ruleset.players();
        for (field, seats) in [("size", Some(size)), ("least", least), ("most", most)] {
            if seats.is_some_and(|seats| seats < 2 || !players.contains(&seats)) {
                let (least, most) = ((*players.start()).max(2), *players.end());
                return Err(Code::InvalidField
                    .field(format!("tables.{field}"), Sentence::PlayersBetween { least, most }));
            }
        }
        Ok(())
    }

    fn check_bots(&self, ruleset: &dyn AnyRuleset, most_entrants: u16) -> Result<(), Error> {
        let known = |bot: &String| ruleset.bots().contains(&bot.as_str());
        if let Some(bot) = self.tables.bot.as_ref().filter(|bot| !known(bot)) {
            return Err(Code::InvalidField.field("tables.bot", Sentence::not_among(bot, ruleset.bots())));
        }
        if let Some(index) = self.bots.iter().position(|bot| !known(bot)) {
            let sentence = Sentence::not_among(&self.bots[index], ruleset.bots());
            return Err(Code::InvalidField.field(format!("bots[{index}]"), sentence));
        }
        let room = MAX_BOTS.min(usize::from(most_entrants));
        if self.bots.len() > room {
            let most = room as u64;
            return Err(Code::InvalidField.field("bots", Sentence::ItemsBetween { least: 0, most }));
        }
        Ok(())
    }

    /// A competition by these in which nobody plays yet.
    pub fn competition(&self) -> Competition {
        let tables = &self.tables;
        let form = match &self.form {
            FormSettings::League { rounds, promoted, .. } => CompetitionForm::League(LeagueForm {
                divisions: self.divisions.clone(),
                rounds: *rounds,
                promoted: usize::from(*promoted),
            }),
            FormSettings::Swiss { rounds } => CompetitionForm::Swiss(SwissForm { rounds: *rounds }),
            FormSettings::Knockout { advance } => {
                CompetitionForm::Knockout(KnockoutForm { advance: usize::from(*advance) })
            }
        };
        let settings = CompetitionSettings {
            form,
            size: tables.size.into(),
            least: tables.least.unwrap_or(tables.size).into(),
            most: tables.most.unwrap_or(tables.size).into(),
            fill: tables.fill,
            first_order: self.scoring.first_order,
            match_points: self.scoring.match_points.clone(),
            bye_points: self.scoring.bye_points,
        };
        Competition { settings, entrants: Vec::new(), rounds: Vec::new(), corrections: Vec::new() }
    }

    /// How many rounds there are; none for a knockout, which ends when one table has decided.
    pub fn rounds(&self) -> Option<i64> {
        match &self.form {
            FormSettings::League { rounds, .. } | FormSettings::Swiss { rounds } => Some(i64::from(*rounds)),
            FormSettings::Knockout { .. } => None,
        }
    }

    /// What the game of a table is created with.
    pub fn game(&self, name: String, seats: u8) -> Result<CreateGame, Error> {
        let games = &self.games;
        Ok(CreateGame {
            name: Some(name).filter(|name| !name.is_empty()),
            options: games.options.clone(),
            deal_seats: false,
            clock: games.clock,
            caretaker_after: games.caretaker_after,
            forbidden_orders: games.forbidden_orders.clone(),
            order_delay_seconds: games.order_delay_seconds,
            language: games.language.clone(),
            ..CreateGame::new(games.ruleset.clone(), seats)
        })
    }

    /// The bot that sits where there is no player; `None` for a ruleset without bots.
    pub fn bot<'a>(&'a self, ruleset: &'a dyn AnyRuleset) -> Option<&'a str> {
        self.tables.bot.as_deref().or_else(|| caretaker(ruleset))
    }
}

fn in_games(error: Error) -> Error {
    error.within("games")
}
