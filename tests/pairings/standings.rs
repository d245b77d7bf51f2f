//! Standings: worked examples, and an independent computation.

use std::collections::BTreeMap;

use pairing::{
    Competition, CompetitionForm, Correction, Fill, PairedTable, Pairing, PlayedBy, PlayedRound, SeatResult,
    Standing, SwissForm, TableSeat, standings,
};
use proptest::prelude::*;

use crate::made_up::{Numbers, empty, play, settings};

const SECRET: [u8; 32] = [7; 32];

fn swiss(size: usize, entrants: usize) -> Competition {
    empty(settings(CompetitionForm::Swiss(SwissForm { rounds: 7 }), size, Fill::Bots), entrants)
}

/// A round with one table, at which these have these places and points.
fn round(results: &[(u32, usize, i64, PlayedBy)]) -> PlayedRound {
    let seats = results.iter().map(|(one, ..)| TableSeat::Entrant(*one)).collect();
    let tables = vec![PairedTable { seats, reasons: Vec::new() }];
    let results =
        results.iter().map(|(_, place, points, by)| SeatResult { place: *place, points: *points, by: *by });
    PlayedRound {
        pairing: Pairing { tables, ..Pairing::default() },
        results: vec![Some(results.collect())],
        known_from: Vec::new(),
    }
}

fn row(competition: &Competition, entrant: u32) -> Standing {
    standings(competition, &SECRET)
        .into_iter()
        .find(|row| row.entrant == entrant)
        .expect("everybody has a row")
}

#[test]
fn who_share_a_place_share_its_match_points() {
    use PlayedBy::Owner;
    let mut competition = swiss(4, 4);
    competition.rounds.push(round(&[
        (0, 1, 30, Owner),
        (1, 2, 10, Owner),
        (2, 2, 10, Owner),
        (3, 4, 0, Owner),
    ]));
    let points = |one| (row(&competition, one).match_points, row(&competition, one).points);
    assert_eq!([0, 1, 2, 3].map(points), [(300, 600), (150, 200), (150, 200), (0, 0)]);
}

#[test]
fn the_first_place_is_worth_the_same_at_every_size() {
    let settings = swiss(4, 4).settings;
    assert_eq!(settings.points_of(3), [300, 150, 0]);
    assert_eq!(settings.points_of(5), [300, 225, 150, 75, 0]);
}

#[test]
fn a_lapse_is_a_last_place_and_a_replacement_plays_for_the_entrant() {
    use PlayedBy::{Lapse, Owner, Replacement};
    let mut competition = swiss(3, 3);
    competition.rounds.push(round(&[(0, 1, 9, Lapse), (1, 2, 6, Replacement), (2, 3, 3, Owner)]));
    let facts = |one| {
        let row = row(&competition, one);
        (row.match_points, row.points, row.lapsed, row.replaced)
    };
    assert_eq!([0, 1, 2].map(facts), [(0, 0, 1, 0), (100, 333, 0, 1), (0, 166, 0, 0)]);
}

#[test]
fn direct_meetings_decide_between_equals() {
    use PlayedBy::Owner;
    let mut competition = swiss(2, 4);
    let duel = |winner, loser| round(&[(winner, 1, 1, Owner), (loser, 2, 0, Owner)]);
    competition.rounds = vec![duel(0, 1), duel(2, 0), duel(1, 3)];
    let order: Vec<u32> = standings(&competition, &SECRET).iter().map(|row| row.entrant).collect();
    // 0, 1 and 2 have a point each; 0 beat 1 and lost to 2.
    assert_eq!(order, [2, 0, 1, 3]);
    assert_eq!([0, 1, 2].map(|one| row(&competition, one).direct), [0, -1, 1]);
    assert_eq!([0, 1, 2].map(|one| row(&competition, one).opponents), [200, 100, 100]);
}

#[test]
fn a_correction_counts_from_its_round_and_is_listed() {
    let mut competition = swiss(2, 4);
    let note = "Played twice by mistake.".to_owned();
    competition.corrections.push(Correction { entrant: 3, table: None, change: -50, note, from_round: 2 });
    assert_eq!(row(&competition, 3).match_points, 0);
    competition.rounds.push(round(&[(0, 1, 1, PlayedBy::Owner), (1, 2, 0, PlayedBy::Owner)]));
    assert_eq!((row(&competition, 3).match_points, row(&competition, 3).corrected), (-50, -50));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Match points again, table by table from the words of the rule, and the order from the rows alone.
    #[test]
    fn standings_follow_from_their_words(seed: u64, size in 2_usize..=4, count in 6_usize..20) {
        let mut numbers = Numbers(seed);
        let secret = numbers.secret();
        let mut competition = swiss(size, count);
        competition.settings.fill = Fill::Byes;
        let played = play(competition, &secret, &mut numbers, true);
        let mut expected: BTreeMap<u32, i64> = (0..count as u32).map(|one| (one, 0)).collect();
        for made in played.corrections.iter().filter(|made| made.from_round as usize <= played.rounds.len() + 1) {
            *expected.get_mut(&made.entrant).unwrap() += made.change;
        }
        for round in &played.rounds {
            for bye in &round.pairing.byes {
                *expected.get_mut(&bye.entrant).unwrap() += 50 * (size as i64 - 1);
            }
            let results = round.results.iter().zip(&round.known_from);
            let known = results.map(|(results, from)| results.as_ref().filter(|_| *from as usize <= played.rounds.len() + 1));
            for (table, results) in round.pairing.tables.iter().zip(known) {
                for (seat, own) in results.into_iter().flatten().enumerate() {
                    let TableSeat::Entrant(one) = table.seats[seat] else { continue };
                    // One point for each left behind, half a point for each who shares the place.
                    let others = results.into_iter().flatten();
                    let (behind, beside) = others.fold((0, 0), |(behind, beside), other| {
                        (behind + i64::from(other.place > own.place), beside + i64::from(other.place == own.place))
                    });
                    let points = if own.by == PlayedBy::Lapse { 0 } else { 100 * behind + 50 * (beside - 1) };
                    *expected.get_mut(&one).unwrap() += points;
                }
            }
        }
        let rows = standings(&played, &secret);
        for row in &rows {
            prop_assert_eq!(row.match_points, expected[&row.entrant]);
        }
        for (place, pair) in rows.windows(2).enumerate() {
            let criteria = |row: &Standing| (row.match_points, row.points, row.direct, row.opponents, -(row.lot as i64));
            prop_assert!(criteria(&pair[0]) > criteria(&pair[1]));
            prop_assert_eq!(pair[0].rank, place + 1);
        }
    }
}
