//! Knockouts: who goes on, who has byes, and that they end.

use pairing::{
    CannotPair, Competition, CompetitionForm, Fill, FirstOrder, KnockoutForm, TableSeat, pair, standings,
};
use proptest::prelude::*;

use crate::made_up::{Numbers, empty, play, settings};

const SECRET: [u8; 32] = [5; 32];

fn knockout(size: usize, advance: usize, fill: Fill, entrants: usize) -> Competition {
    let mut settings = settings(CompetitionForm::Knockout(KnockoutForm { advance }), size, fill);
    settings.first_order = FirstOrder::Given;
    empty(settings, entrants)
}

/// Byes and tables of each round.
fn shape(competition: Competition) -> Vec<(usize, usize)> {
    let played = play(competition, &SECRET, &mut Numbers(1), false);
    played.rounds.iter().map(|round| (round.pairing.byes.len(), round.pairing.tables.len())).collect()
}

#[test]
fn byes_are_given_in_the_first_round_to_the_best() {
    assert_eq!(shape(knockout(2, 1, Fill::Byes, 6)), [(2, 2), (0, 2), (0, 1)]);
    assert_eq!(shape(knockout(2, 1, Fill::Byes, 16)), [(0, 8), (0, 4), (0, 2), (0, 1)]);
    assert_eq!(shape(knockout(4, 2, Fill::Byes, 10)), [(6, 1), (0, 2), (0, 1)]);
    assert_eq!(shape(knockout(3, 1, Fill::Byes, 9)), [(0, 3), (0, 1)]);
    let first = pair(&knockout(2, 1, Fill::Byes, 6), &SECRET).unwrap();
    assert_eq!(first.byes.iter().map(|bye| bye.entrant).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn tables_are_dealt_there_and_back() {
    let pairing = pair(&knockout(4, 2, Fill::Byes, 8), &SECRET).unwrap();
    let members = pairing.tables.iter().map(|table| {
        let mut seats = table.seats.clone();
        seats.sort_unstable();
        seats
    });
    let expected = [[0, 3, 4, 7], [1, 2, 5, 6]].map(|members| members.map(TableSeat::Entrant));
    assert_eq!(members.collect::<Vec<_>>(), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_knockout_ends_with_one_table(seed: u64, size in 2_usize..=5, bots: bool, count in 2_usize..80) {
        let mut numbers = Numbers(seed);
        let advance = 1 + numbers.below(size as u64 / 2) as usize;
        let fill = if bots { Fill::Bots } else { Fill::Byes };
        prop_assume!(bots || count >= size);
        let played = play(knockout(size, advance, fill, count), &SECRET, &mut numbers, false);
        prop_assert_eq!(pair(&played, &SECRET), Err(CannotPair::Over));
        let last = played.rounds.last().unwrap();
        let winner = standings(&played, &SECRET).first().map(|row| TableSeat::Entrant(row.entrant));
        prop_assert!(last.pairing.tables[0].seats.iter().any(|seat| Some(*seat) == winner));
        // Nobody comes back, and the best of a table go on.
        for pair in played.rounds.windows(2) {
            let there = |round: usize| {
                let pairing = &pair[round].pairing;
                let seats = pairing.tables.iter().flat_map(|table| table.seats.iter().copied());
                seats.chain(pairing.byes.iter().map(|bye| TableSeat::Entrant(bye.entrant)))
                    .filter(|seat| matches!(seat, TableSeat::Entrant(_))).collect::<Vec<_>>()
            };
            let (before, after) = (there(0), there(1));
            prop_assert!(after.iter().all(|seat| before.contains(seat)) && after.len() < before.len());
            for (table, results) in pair[0].pairing.tables.iter().zip(&pair[0].results) {
                let results = results.as_ref().unwrap();
                let place = |seat: &TableSeat| results[table.seats.iter().position(|other| other == seat).unwrap()].place;
                let (on, out): (Vec<TableSeat>, Vec<TableSeat>) = table.seats.iter()
                    .filter(|seat| matches!(seat, TableSeat::Entrant(_))).partition(|seat| after.contains(seat));
                prop_assert!(on.iter().all(|winner| out.iter().all(|loser| place(winner) <= place(loser))));
            }
        }
    }
}
