//! Swiss: those who stand alike meet, and nobody meets again while it can be helped.

use crate::competition::{Competition, TableSeat};
use crate::pairing::{Bye, CannotPair, PairedTable, Pairing, Reason};
use crate::search::{Start, arrange};
use crate::seats::{Peers, SeatCounts, who_plays};
use crate::sizes::Sizes;
use crate::standings::Standing;

/// The entrants who still play, by standing, are cut into tables ([`Sizes`]; byes as [`who_plays`] says), which are
/// then exchanged ([`arrange`]). A score group is all who have the same match points. Bot `j` sits at the last table
/// but `j`, counted round and round.
pub fn pair(
    competition: &Competition,
    standings: &[Standing],
    secret: &[u8; 32],
    rounds: u32,
) -> Result<Pairing, CannotPair> {
    let round = competition.next_round();
    if round > rounds {
        return Err(CannotPair::Over);
    }
    let playing: Vec<&Standing> =
        standings.iter().filter(|row| competition.is_playing(row.entrant as usize)).collect();
    let sizes = Sizes::of(playing.len(), &competition.settings).ok_or(CannotPair::TooFew)?;
    let counts = SeatCounts::of(competition);
    let had = |who: &TableSeat| counts.had(*who);
    let mut seated: Vec<TableSeat> = playing.iter().map(|row| TableSeat::Entrant(row.entrant)).collect();
    let mut pairing = Pairing::default();
    let byes: Vec<u32> = playing.iter().map(|row| row.byes).collect();
    let plays = if sizes.byes > 0 {
        who_plays(&seated.iter().map(had).collect::<Vec<_>>(), &byes, &sizes.seats)
    } else {
        (0..playing.len()).collect()
    };
    let without = (0..playing.len()).filter(|one| !plays.contains(one));
    pairing.byes = without.map(|one| Bye::of(playing[one].entrant as usize)).collect();
    seated = plays.iter().map(|one| seated[*one]).collect();

    let rows: Vec<&Standing> = plays.iter().map(|one| playing[*one]).collect();
    let mut groups: Vec<i64> = rows.iter().map(|row| row.match_points).collect();
    groups.dedup();
    let group =
        |row: &&Standing| groups.iter().position(|points| *points == row.match_points).unwrap_or(0) as i64;
    let meetings = competition.meetings();
    let met = |a: &&Standing| rows.iter().map(|b| meetings[a.entrant as usize][b.entrant as usize]).collect();
    let mut tables = sizes.cut();
    for bot in 0..sizes.bots.iter().sum() {
        let last = tables.len() - 1;
        tables[last - bot % (last + 1)].push(seated.len());
        seated.push(TableSeat::Bot(bot as u32));
    }
    let (tables, proven) = arrange(Start {
        tables,
        seats: sizes.seats,
        met: rows.iter().map(met).collect(),
        groups: rows.iter().map(group).collect(),
        had: seated.iter().map(had).collect(),
    });
    pairing.proven = proven;
    let mut peers = Peers::default();
    pairing.byes.iter().for_each(|bye| peers.add(&had(&TableSeat::Entrant(bye.entrant))));
    for members in tables {
        let points: Vec<(u32, i64)> = members
            .iter()
            .filter_map(|one| rows.get(*one))
            .map(|row| (row.entrant, row.match_points))
            .collect();
        let members = members.iter().map(|one| seated[*one]).collect();
        let mut table = PairedTable::seated(members, &counts, &mut peers, round, secret);
        table.reasons = floats(points);
        pairing.tables.push(table);
    }
    Ok(pairing)
}

/// The score group of a table, and who comes from another, by number.
fn floats(mut points: Vec<(u32, i64)>) -> Vec<Reason> {
    let frequent = |own: i64| points.iter().filter(|(_, points)| *points == own).count();
    let most = points.iter().map(|(_, points)| (frequent(*points), *points)).max();
    let group = most.map_or(0, |(_, points)| points);
    points.sort_unstable();
    let others = points.into_iter().filter(|(_, points)| *points != group);
    let float = |(entrant, match_points)| match match_points > group {
        true => Reason::FloatedDown { entrant, match_points },
        false => Reason::FloatedUp { entrant, match_points },
    };
    [Reason::ScoreGroup { match_points: group }].into_iter().chain(others.map(float)).collect()
}
