//! A competition as it is stored and exported: settings, entrants, rounds and corrections.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::pairing::{CannotPair, PairedTable, Pairing};

/// The most seats of a table.
const MOST_SEATS: usize = 8;

/// Everything that a pairing and the standings follow from, beside the secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Competition {
    pub settings: CompetitionSettings,
    /// By sign-up: an entrant's place in this list is its number.
    pub entrants: Vec<Entrant>,
    /// Those that were paired so far.
    pub rounds: Vec<PlayedRound>,
    pub corrections: Vec<Correction>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CompetitionSettings {
    pub form: CompetitionForm,
    /// How many seats a table shall have.
    pub size: usize,
    /// The fewest and the most seats that a table may have instead, `least ≤ size ≤ most`, at most 8.
    pub least: usize,
    pub most: usize,
    /// What happens where the numbers do not fit.
    pub fill: Fill,
    /// The order of entrants before anybody has played; it also decides when all else is equal.
    pub first_order: FirstOrder,
    /// For a size of tables, what the places give, best first, in hundredths of a match point. For a size that is not
    /// named the place `p` at a table of `s` gives `100 · (s − p) · (size − 1) / (s − 1)`: each entrant whom one
    /// leaves behind gives one point, and the first place at a smaller or larger table is worth the same.
    pub match_points: BTreeMap<usize, Vec<i64>>,
    /// What a bye gives, in hundredths. Half of a first place if it is not set: an entrant neither wins nor loses.
    pub bye_points: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompetitionForm {
    League(LeagueForm),
    Swiss(SwissForm),
    Knockout(KnockoutForm),
}

/// Everybody meets the others of their division as equally often as possible. The schedule of a season is known when it
/// begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeagueForm {
    /// The entrants of each division, highest first.
    pub divisions: Vec<Vec<u32>>,
    pub rounds: u32,
    /// How many go up from each division but the highest, and down from each but the lowest.
    pub promoted: usize,
}

/// In each round those who stand alike meet, and nobody meets again while it can be helped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SwissForm {
    pub rounds: u32,
}

/// The best `advance` of each table go on, until one table decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KnockoutForm {
    pub advance: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// Who has no table has a bye.
    Byes,
    /// Bots take the seats that are left.
    Bots,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstOrder {
    /// By the lots of round 0.
    Drawn,
    /// By number: the organiser has listed the strongest first.
    Given,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Entrant {
    /// The first round for which the entrant is no longer paired.
    pub withdrawn_from: Option<u32>,
    /// The first round in which another player stands in for the one who signed up. The entrant keeps its points.
    pub replaced_from: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayedRound {
    pub pairing: Pairing,
    /// For each table, the result by seat. A table without one counts as a meeting and gives nobody anything.
    pub results: Vec<Option<Vec<SeatResult>>>,
    /// For each table, the first round whose pairing knows of its result: rounds that are paired by date don't wait.
    /// Where there is none, the next one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known_from: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatResult {
    /// From 1; those who share a place have the same.
    pub place: usize,
    /// Points of the game.
    pub points: i64,
    pub by: PlayedBy,
}

/// Who played a seat to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayedBy {
    /// The entrant, or a bot that was paired.
    Owner,
    /// Another player for the entrant. It counts as if the entrant had played, and the standings say so.
    Replacement,
    /// Nobody, or a bot for the absent entrant. For the entrant this is a last place without points; to the others
    /// the places count as they are.
    Lapse,
}

/// Who sits in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableSeat {
    Entrant(u32),
    Bot(u32),
}

/// A table of a round. Rounds count from 1, tables from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CompetitionTable {
    #[schema(minimum = 1, maximum = 1000)]
    pub round: u32,
    #[schema(maximum = 1000)]
    pub table: u32,
}

/// A change of match points that the organisers made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Correction {
    pub entrant: u32,
    /// The table that it is about, if it is about one.
    pub table: Option<CompetitionTable>,
    /// In hundredths of a match point.
    pub change: i64,
    /// Why, for everybody to read.
    pub note: String,
    /// The first round whose pairing knows of it.
    pub from_round: u32,
}

/// Of such numbers there can be millions, and their sum is no overflow.
fn is_small(points: i64) -> bool {
    points.unsigned_abs() < 1 << 32
}

impl TableSeat {
    pub fn entrant(self) -> Option<usize> {
        match self {
            Self::Entrant(entrant) => Some(entrant as usize),
            Self::Bot(_) => None,
        }
    }
}

impl CompetitionSettings {
    /// What the places at a table of `seats` give, best first.
    pub fn points_of(&self, seats: usize) -> Vec<i64> {
        let by_rule = || {
            let steps = (seats - 1).max(1);
            (0..seats).rev().map(|behind| (100 * behind * (self.size - 1) / steps) as i64).collect()
        };
        self.match_points.get(&seats).filter(|list| list.len() == seats).cloned().unwrap_or_else(by_rule)
    }

    pub fn points_of_bye(&self) -> i64 {
        self.bye_points.unwrap_or(50 * (self.size as i64 - 1))
    }
}

impl CompetitionSettings {
    /// Can competitions be held by these?
    fn are_sound(&self, entrants: usize) -> bool {
        let sizes =
            2 <= self.least && self.least <= self.size && self.size <= self.most && self.most <= MOST_SEATS;
        let form = match &self.form {
            CompetitionForm::Swiss(_) => true,
            // A table at which nobody can be left behind decides nothing.
            CompetitionForm::Knockout(KnockoutForm { advance }) => {
                let least = if self.fill == Fill::Bots { 2 * advance } else { advance + 1 };
                *advance > 0 && least <= self.least
            }
            CompetitionForm::League(LeagueForm { divisions, .. }) => {
                let mut listed: Vec<usize> = divisions.iter().flatten().map(|one| *one as usize).collect();
                listed.sort_unstable();
                listed.into_iter().eq(0..entrants)
            }
        };
        let points = self.match_points.values().flatten().chain(&self.bye_points);
        sizes && form && points.copied().all(is_small)
    }
}

impl Competition {
    /// Do the parts fit each other? [`crate::pair`] asks; who computes standings of something else than it answered
    /// asks before.
    pub fn check(&self) -> Result<(), CannotPair> {
        let known = |entrant: u32| (entrant as usize) < self.entrants.len();
        let sits = |seat: &TableSeat| seat.entrant().is_none_or(|one| one < self.entrants.len());
        let fits = |table: &PairedTable, results: &Option<Vec<SeatResult>>| {
            let seats = table.seats.len();
            let placed = |result: &SeatResult| (1..=seats).contains(&result.place) && is_small(result.points);
            let result =
                results.as_ref().is_none_or(|results| results.len() == seats && results.iter().all(placed));
            (1..=self.settings.most).contains(&seats) && table.seats.iter().all(sits) && result
        };
        let played = |round: &PlayedRound| {
            let Pairing { tables, byes, .. } = &round.pairing;
            tables.len() == round.results.len()
                && tables.iter().zip(&round.results).all(|(table, results)| fits(table, results))
                && byes.iter().all(|bye| known(bye.entrant))
        };
        if !self.settings.are_sound(self.entrants.len()) {
            return Err(CannotPair::Settings);
        }
        let corrected = |made: &Correction| known(made.entrant) && is_small(made.change);
        let sound = self.rounds.iter().all(played) && self.corrections.iter().all(corrected);
        if sound { Ok(()) } else { Err(CannotPair::History) }
    }

    /// The number of the round that is to be paired next.
    pub fn next_round(&self) -> u32 {
        self.rounds.len() as u32 + 1
    }

    /// Does this entrant play in the round that is to be paired next?
    pub fn is_playing(&self, entrant: usize) -> bool {
        self.entrants[entrant].withdrawn_from.is_none_or(|from| from > self.next_round())
    }

    /// All seats so far at which somebody sat, by table, with the results that the pairing of the next round knows of.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&[TableSeat], Option<&Vec<SeatResult>>)> {
        let next = self.next_round();
        self.rounds.iter().flat_map(move |round| {
            let is_known = move |table: usize| round.known_from.get(table).is_none_or(|from| *from <= next);
            let results = round.results.iter().enumerate();
            let results = results.map(move |(table, results)| results.as_ref().filter(|_| is_known(table)));
            round.pairing.tables.iter().map(|table| table.seats.as_slice()).zip(results)
        })
    }

    /// How many byes each entrant had.
    pub(crate) fn byes(&self) -> Vec<u32> {
        let mut byes = vec![0; self.entrants.len()];
        for bye in self.rounds.iter().flat_map(|round| &round.pairing.byes) {
            byes[bye.entrant as usize] += 1;
        }
        byes
    }

    /// How often each two entrants have met.
    pub(crate) fn meetings(&self) -> Vec<Vec<i64>> {
        let mut met = vec![vec![0; self.entrants.len()]; self.entrants.len()];
        for (seats, _) in self.tables() {
            let present: Vec<usize> = seats.iter().filter_map(|seat| seat.entrant()).collect();
            for a in &present {
                for b in present.iter().filter(|b| *b != a) {
                    met[*a][*b] += 1;
                }
            }
        }
        met
    }
}
