//! Who stands where, and by which criterion.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::chance::lot;
use crate::competition::{
    Competition, CompetitionForm, FirstOrder, LeagueForm, PlayedBy, SeatResult, TableSeat,
};

/// A row of the standings. The criteria count in the order in which they stand here, up to `lot`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    pub entrant: u32,
    /// Of a league, from 0. Each has standings of its own.
    pub division: usize,
    /// From 1, within the division.
    pub rank: usize,
    /// In a knockout, the last round in which the entrant was paired: more is better. Else 0.
    pub reached: u32,
    /// In a knockout, the place at the table of that round; 0 while it is played, and after a bye. Less is better.
    pub last_place: usize,
    /// In hundredths: what places and byes gave, and the corrections. Who share a place share what their places
    /// give, rounded down.
    pub match_points: i64,
    /// The entrant's shares of the points of the tables' games, in thousandths, rounded down for each table. Points
    /// below 0 count as 0; where nobody has any, and for a bye, it is an even share.
    pub points: i64,
    /// Among those who are equal so far: at common tables, how often the entrant left one of them behind, less how
    /// often it was left behind. A seat that lapsed is behind all others.
    pub direct: i64,
    /// The match points of all whom the entrant met, as often as they met.
    pub opponents: i64,
    /// Place in the first order, from 0: less is better.
    pub lot: usize,
    /// Tables with a result, and byes.
    pub tables: u32,
    pub byes: u32,
    /// Of these tables, how many a replacement played, and how many lapsed.
    pub replaced: u32,
    pub lapsed: u32,
    pub replaced_from: Option<u32>,
    pub withdrawn_from: Option<u32>,
    /// The part of the match points that organisers gave or took.
    pub corrected: i64,
}

/// The place of each entrant in the first order.
pub(crate) fn first_order(competition: &Competition, secret: &[u8; 32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..competition.entrants.len()).collect();
    if competition.settings.first_order == FirstOrder::Drawn {
        order.sort_by_cached_key(|entrant| lot(secret, 0, TableSeat::Entrant(*entrant as u32)));
    }
    let mut places = vec![0; order.len()];
    for (place, entrant) in order.into_iter().enumerate() {
        places[entrant] = place;
    }
    places
}

/// The place of a seat beside others at its table; a seat that lapsed is behind all.
fn place(results: &[SeatResult], seat: usize) -> usize {
    if results[seat].by == PlayedBy::Lapse { results.len() + 1 } else { results[seat].place }
}

impl Standing {
    /// A seat at a table with a result.
    fn score(&mut self, results: &[SeatResult], seat: usize, worth: &[i64]) {
        self.tables += 1;
        let own = &results[seat];
        if own.by == PlayedBy::Lapse {
            self.lapsed += 1;
            self.match_points += worth.last().copied().unwrap_or_default();
            return;
        }
        self.replaced += u32::from(own.by == PlayedBy::Replacement);
        let shared = results.iter().filter(|other| other.place == own.place).count();
        let places = worth.iter().skip(own.place - 1).take(shared);
        self.match_points += places.sum::<i64>().div_euclid(shared as i64);
        let all: i64 = results.iter().map(|result| result.points.max(0)).sum();
        self.points += match all {
            0 => 1000 / results.len() as i64,
            all => 1000 * own.points.max(0) / all,
        };
    }

    /// What is the same for those whom only the later criteria tell apart.
    fn class(&self) -> impl Ord + use<> {
        (
            self.division,
            Reverse(self.reached),
            self.last_place,
            Reverse(self.match_points),
            Reverse(self.points),
        )
    }

    fn order(&self) -> impl Ord + use<> {
        (self.class(), Reverse(self.direct), Reverse(self.opponents), self.lot)
    }
}

/// All entrants, best first, division by division. Corrections count that the pairing of the next round knows of.
pub fn standings(competition: &Competition, secret: &[u8; 32]) -> Vec<Standing> {
    let lots = first_order(competition, secret);
    let settings = &competition.settings;
    let byes = competition.byes();
    let mut rows: Vec<Standing> =
        (0..lots.len()).map(|entrant| row(competition, entrant, lots[entrant])).collect();
    for (row, byes) in rows.iter_mut().zip(&byes) {
        row.byes = *byes;
        row.match_points += i64::from(*byes) * settings.points_of_bye();
        row.points += i64::from(*byes) * (1000 / settings.size as i64);
    }
    for (seats, results) in competition.tables() {
        let Some(results) = results else { continue };
        let worth = settings.points_of(seats.len());
        for (seat, entrant) in seats.iter().enumerate() {
            if let Some(entrant) = entrant.entrant() {
                rows[entrant].score(results, seat, &worth);
            }
        }
    }
    if matches!(settings.form, CompetitionForm::Knockout(_)) {
        reach(competition, &mut rows);
    }
    meet(competition, &mut rows);
    rows.sort_by_cached_key(Standing::order);
    let mut ranks = BTreeMap::new();
    for row in &mut rows {
        let rank: &mut usize = ranks.entry(row.division).or_default();
        *rank += 1;
        row.rank = *rank;
    }
    rows
}

/// A row with what does not come from tables and byes.
fn row(competition: &Competition, entrant: usize, lot: usize) -> Standing {
    let Competition { settings, entrants, corrections, .. } = competition;
    let number = entrant as u32;
    let division = match &settings.form {
        CompetitionForm::League(LeagueForm { divisions, .. }) => {
            divisions.iter().position(|members| members.contains(&number))
        }
        _ => None,
    };
    let known = |from_round: u32| from_round <= competition.next_round();
    let corrections = corrections.iter().filter(|made| made.entrant == number && known(made.from_round));
    let corrected = corrections.map(|made| made.change).sum();
    Standing {
        entrant: number,
        division: division.unwrap_or_default(),
        rank: 0,
        reached: 0,
        last_place: 0,
        match_points: corrected,
        points: 0,
        direct: 0,
        opponents: 0,
        lot,
        tables: 0,
        byes: 0,
        replaced: 0,
        lapsed: 0,
        replaced_from: entrants[entrant].replaced_from,
        withdrawn_from: entrants[entrant].withdrawn_from,
        corrected,
    }
}

/// How far each entrant of a knockout came.
fn reach(competition: &Competition, rows: &mut [Standing]) {
    for (played, number) in competition.rounds.iter().zip(1..) {
        for bye in &played.pairing.byes {
            rows[bye.entrant as usize].reached = number;
            rows[bye.entrant as usize].last_place = 0;
        }
        for (table, results) in played.pairing.tables.iter().zip(&played.results) {
            for (seat, entrant) in table.seats.iter().enumerate() {
                if let Some(entrant) = entrant.entrant() {
                    rows[entrant].reached = number;
                    rows[entrant].last_place = results.as_ref().map_or(0, |results| place(results, seat));
                }
            }
        }
    }
}

/// The criteria that compare the entrants of a table.
fn meet(competition: &Competition, rows: &mut [Standing]) {
    for (seats, results) in competition.tables() {
        for (seat, own) in seats.iter().enumerate() {
            for (other_seat, other) in seats.iter().enumerate().filter(|(other, _)| *other != seat) {
                let (Some(own), Some(other)) = (own.entrant(), other.entrant()) else { continue };
                rows[own].opponents += rows[other].match_points;
                if let Some(results) = results.filter(|_| rows[own].class() == rows[other].class()) {
                    let (own_place, other_place) = (place(results, seat), place(results, other_seat));
                    rows[own].direct +=
                        i64::from(own_place < other_place) - i64::from(other_place < own_place);
                }
            }
        }
    }
}
