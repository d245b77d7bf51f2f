//! Competitions that are made up, from a number.

use std::collections::BTreeMap;

use pairing::{
    CannotPair, Competition, CompetitionForm, CompetitionSettings, Correction, Entrant, Fill, FirstOrder,
    PlayedBy, PlayedRound, SeatResult, TableSeat, pair,
};

/// Numbers that look random and are the same on every machine (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) % n
    }

    pub fn secret(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.below(256) as u8)
    }
}

pub fn settings(form: CompetitionForm, size: usize, fill: Fill) -> CompetitionSettings {
    CompetitionSettings {
        form,
        size,
        least: size,
        most: size,
        fill,
        first_order: FirstOrder::Drawn,
        match_points: BTreeMap::new(),
        bye_points: None,
    }
}

pub fn empty(settings: CompetitionSettings, entrants: usize) -> Competition {
    Competition {
        settings,
        entrants: vec![Entrant::default(); entrants],
        rounds: Vec::new(),
        corrections: Vec::new(),
    }
}

/// Results of a round: those with low numbers are stronger, and some share a place.
pub fn results(seats: &[TableSeat], numbers: &mut Numbers, troubled: bool) -> Option<Vec<SeatResult>> {
    if troubled && numbers.below(50) == 0 {
        return None;
    }
    let points: Vec<i64> = seats
        .iter()
        .map(|seat| 40 - seat.entrant().map_or(20, |one| one as i64 % 20) + numbers.below(30) as i64 - 5)
        .map(|points| if points % 7 == 0 { 20 } else { points })
        .collect();
    let by = |numbers: &mut Numbers| match numbers.below(30) {
        0 if troubled => PlayedBy::Lapse,
        1 if troubled => PlayedBy::Replacement,
        _ => PlayedBy::Owner,
    };
    let place = |own: i64| 1 + points.iter().filter(|points| **points > own).count();
    let result = |own: &i64| SeatResult { place: place(*own), points: *own, by: by(numbers) };
    Some(points.iter().map(result).collect())
}

/// Plays a competition to its end. A troubled one has withdrawals, replacements, lapses, tables without a result and
/// corrections.
pub fn play(
    mut competition: Competition,
    secret: &[u8; 32],
    numbers: &mut Numbers,
    troubled: bool,
) -> Competition {
    loop {
        let pairing = match pair(&competition, secret) {
            Ok(pairing) => pairing,
            Err(CannotPair::Over | CannotPair::TooFew) => return competition,
            Err(wrong) => panic!("{wrong}"),
        };
        let results = pairing.tables.iter().map(|table| results(&table.seats, numbers, troubled)).collect();
        // In a league or a Swiss that is paired by date, a round does not wait for the results of the one before.
        let next = competition.next_round() + 1;
        let waits = matches!(competition.settings.form, CompetitionForm::Knockout(_));
        let late = |numbers: &mut Numbers| u32::from(troubled && !waits && numbers.below(6) == 0);
        let known_from = pairing.tables.iter().map(|_| next + late(numbers)).collect();
        competition.rounds.push(PlayedRound { pairing, results, known_from });
        if troubled {
            trouble(&mut competition, numbers);
        }
    }
}

fn trouble(competition: &mut Competition, numbers: &mut Numbers) {
    let from_round = competition.next_round();
    let entrant = numbers.below(competition.entrants.len() as u64) as u32;
    let status = &mut competition.entrants[entrant as usize];
    match numbers.below(6) {
        0 => status.withdrawn_from = status.withdrawn_from.or(Some(from_round)),
        1 => status.replaced_from = status.replaced_from.or(Some(from_round)),
        2 => {
            let change = numbers.below(5) as i64 * 50 - 100;
            let note = "The game was scored wrongly.".to_owned();
            competition.corrections.push(Correction { entrant, table: None, change, note, from_round });
        }
        _ => {}
    }
}
