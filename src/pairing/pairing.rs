//! The pairing of the next round, and its reasons.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::chance::lot;
use crate::competition::{Competition, CompetitionForm, KnockoutForm, LeagueForm, SwissForm, TableSeat};
use crate::seats::{self, Peers, SeatCounts};
use crate::standings::standings;
use crate::{knockout, league, swiss};

/// Who sits where in a round, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Pairing {
    pub tables: Vec<PairedTable>,
    pub byes: Vec<Bye>,
    /// How many times in sum somebody sits in a seat number that they had more often than another.
    pub seat_cost: i64,
    /// For each two at a table, how often they met before, in sum.
    pub repeats: i64,
    /// Nobody can pair these entrants at a lower seat cost, or at the same with fewer repeats.
    pub proven: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PairedTable {
    /// In the order of the seats.
    pub seats: Vec<TableSeat>,
    pub reasons: Vec<Reason>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Bye {
    pub entrant: u32,
    /// How many byes the entrant had before.
    pub before: u32,
    /// Rank in the standings.
    pub rank: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Reason {
    /// Of a league: the division that meets here.
    Division {
        division: usize,
    },
    /// Of a Swiss: the match points that most at this table have; the more points if two are as frequent.
    ScoreGroup {
        match_points: i64,
    },
    /// The entrant has more than these, or fewer.
    FloatedDown {
        entrant: u32,
        match_points: i64,
    },
    FloatedUp {
        entrant: u32,
        match_points: i64,
    },
    /// Of a knockout: the place among those who are still in, by which tables are dealt.
    Seeded {
        entrant: u32,
        seed: usize,
    },
    /// The two, of whom the first has the lower number, met before.
    MetBefore {
        entrants: (u32, u32),
        times: i64,
    },
    /// How often the entrant had each seat number before.
    SeatsHad {
        entrant: u32,
        had: Vec<i64>,
    },
}

/// Why there is no pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotPair {
    #[error("all rounds are paired")]
    Over,
    #[error("too few are left for a table")]
    TooFew,
    #[error("the settings contradict each other")]
    Settings,
    #[error("the rounds, results or entrants contradict each other")]
    History,
}

/// The pairing of the next round.
pub fn pair(competition: &Competition, secret: &[u8; 32]) -> Result<Pairing, CannotPair> {
    competition.check()?;
    let standings = standings(competition, secret);
    let mut pairing = match &competition.settings.form {
        CompetitionForm::Swiss(SwissForm { rounds }) => {
            swiss::pair(competition, &standings, secret, *rounds)?
        }
        CompetitionForm::Knockout(KnockoutForm { advance }) => {
            knockout::pair(competition, &standings, secret, *advance)?
        }
        CompetitionForm::League(LeagueForm { divisions, rounds, .. }) => {
            league::pair(competition, secret, divisions, *rounds)?
        }
    };
    let (byes, meetings) = (competition.byes(), competition.meetings());
    for bye in &mut pairing.byes {
        bye.before = byes[bye.entrant as usize];
        bye.rank = standings.iter().find(|row| row.entrant == bye.entrant).map_or(0, |row| row.rank);
    }
    let had = SeatCounts::of(competition);
    for table in &mut pairing.tables {
        let mut present: Vec<u32> =
            table.seats.iter().filter_map(|seat| seat.entrant()).map(|one| one as u32).collect();
        present.sort_unstable();
        for (place, a) in present.iter().enumerate() {
            for b in &present[place + 1..] {
                let times = meetings[*a as usize][*b as usize];
                if times > 0 {
                    table.reasons.push(Reason::MetBefore { entrants: (*a, *b), times });
                    pairing.repeats += times;
                }
            }
        }
        for (number, seat) in table.seats.iter().enumerate() {
            let counts = had.had(*seat);
            pairing.seat_cost += seats::costs(&counts, table.seats.len())[number];
            if let TableSeat::Entrant(entrant) = *seat {
                table.reasons.push(Reason::SeatsHad { entrant, had: counts });
            }
        }
    }
    pairing.proven |= (pairing.seat_cost, pairing.repeats) == (0, 0);
    Ok(pairing)
}

impl PairedTable {
    /// These in the seats that they choose ([`seats::choose`]) in the order of their lots in this round.
    pub(crate) fn seated(
        mut members: Vec<TableSeat>,
        had: &SeatCounts,
        peers: &mut Peers,
        round: u32,
        secret: &[u8; 32],
    ) -> Self {
        members.sort_by_cached_key(|member| lot(secret, round, *member));
        let mut seats = members.clone();
        for (member, number) in members.iter().zip(seats::choose(&members, had, peers)) {
            seats[number] = *member;
        }
        Self { seats, reasons: Vec::new() }
    }
}

impl Bye {
    pub(crate) fn of(entrant: usize) -> Self {
        Self { entrant: entrant as u32, before: 0, rank: 0 }
    }
}
