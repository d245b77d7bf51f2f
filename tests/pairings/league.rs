//! Leagues: everybody meets as equally often as possible, seats are even, and divisions change as they should.

use pairing::{
    Competition, CompetitionForm, Fill, LeagueForm, TableSeat, next_divisions, pair, season, standings,
};

use crate::made_up::{Numbers, empty, play, settings};

const SECRET: [u8; 32] = [3; 32];

fn league(divisions: Vec<Vec<u32>>, rounds: u32, size: usize, fill: Fill) -> Competition {
    let entrants = divisions.iter().map(Vec::len).sum();
    empty(
        settings(CompetitionForm::League(LeagueForm { divisions, rounds, promoted: 1 }), size, fill),
        entrants,
    )
}

/// How often the two meet who meet least, and those who meet most, in a division of `count`.
fn meetings(count: u32, rounds: u32, size: usize, fill: Fill) -> (i64, i64) {
    let season = season(&league(vec![(0..count).collect()], rounds, size, fill), &SECRET)
        .expect("there is a schedule");
    (season[0].fewest, season[0].most)
}

#[test]
fn in_a_round_robin_everybody_meets_once() {
    for count in 3..=20 {
        let rounds = if count % 2 == 0 { count - 1 } else { count };
        assert_eq!(meetings(count, rounds, 2, Fill::Byes), (1, 1), "{count}");
        assert_eq!(meetings(count, 2 * rounds, 2, Fill::Bots), (2, 2), "{count}");
    }
}

#[test]
fn larger_tables_meet_as_equally_as_can_be() {
    let of = |count, rounds, size| meetings(count, rounds, size, Fill::Bots);
    assert_eq!([of(9, 4, 3), of(16, 5, 4), of(25, 6, 5)], [(1, 1); 3], "the affine planes");
    assert_eq!(of(8, 7, 4), (3, 3), "the planes of the affine space over two elements");
    assert_eq!([of(15, 5, 3), of(20, 5, 4)], [(0, 1); 2]);
}

/// The best that was found. In 12 at tables of 3 nobody can avoid a second meeting for more than 4 rounds.
#[test]
fn other_numbers_come_close() {
    for (count, rounds, size, most) in
        [(12, 5, 3, 2), (12, 5, 4, 2), (18, 8, 3, 2), (10, 9, 4, 3), (6, 5, 3, 3)]
    {
        let (_, found) = meetings(count, rounds, size, Fill::Bots);
        assert_eq!(found, most, "{count} at tables of {size}");
    }
}

#[test]
fn seats_differ_by_at_most_one_at_every_moment() {
    for (count, size, fill) in
        [(7, 2, Fill::Byes), (12, 3, Fill::Bots), (13, 4, Fill::Byes), (14, 4, Fill::Bots)]
    {
        let season =
            season(&league(vec![(0..count).collect()], 9, size, fill), &SECRET).expect("there is a schedule");
        let mut had = vec![vec![0; size]; count as usize];
        for round in &season[0].rounds {
            for seats in &round.tables {
                assert_eq!(seats.len(), size);
                for (number, one) in
                    seats.iter().enumerate().filter_map(|(number, one)| Some((number, (*one)?)))
                {
                    had[one as usize][number] += 1;
                }
            }
            let even = |counts: &Vec<i32>| counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1;
            assert!(had.iter().all(even), "{count} at tables of {size}");
        }
    }
}

#[test]
fn a_bot_sits_for_who_withdraws() {
    let mut competition = league(vec![(0..8).collect()], 7, 4, Fill::Bots);
    let before = pair(&competition, &SECRET).unwrap();
    competition.entrants[5].withdrawn_from = Some(1);
    let after = pair(&competition, &SECRET).unwrap();
    for (before, after) in before.tables.iter().zip(&after.tables) {
        for (before, after) in before.seats.iter().zip(&after.seats) {
            match before {
                TableSeat::Entrant(5) => assert!(matches!(after, TableSeat::Bot(_))),
                same => assert_eq!(same, after),
            }
        }
    }
}

#[test]
fn the_best_go_up_and_the_worst_go_down() {
    let divisions = vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 9, 10, 11]];
    let mut numbers = Numbers(1);
    let mut played = play(league(divisions, 3, 4, Fill::Bots), &SECRET, &mut numbers, false);
    let rows = standings(&played, &SECRET);
    let ranked = |division: usize| -> Vec<u32> {
        rows.iter().filter(|row| row.division == division).map(|row| row.entrant).collect()
    };
    let [a, b, c] = [0, 1, 2].map(ranked);
    let expected = [[a[0], a[1], a[2], b[0]], [a[3], b[1], b[2], c[0]], [b[3], c[1], c[2], c[3]]];
    assert_eq!(next_divisions(&played, &rows), expected);

    // Who withdraws is the worst, and goes down instead of another; the vacancy is one of the lowest division.
    played.entrants[a[0] as usize].withdrawn_from = Some(4);
    let rows = standings(&played, &SECRET);
    let expected = [vec![a[1], a[2], a[3], b[0]], vec![b[1], b[2], c[0], b[3]], vec![c[1], c[2], c[3]]];
    let next = next_divisions(&played, &rows);
    assert_eq!(next.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 3]);
    assert_eq!(next, expected);
}
