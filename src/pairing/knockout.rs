//! Knockout: the best of each table go on, until one table decides.

use crate::competition::{Competition, Fill, TableSeat};
use crate::pairing::{Bye, CannotPair, PairedTable, Pairing, Reason};
use crate::seats::{Peers, SeatCounts};
use crate::sizes::Sizes;
use crate::standings::Standing;

/// Those who are still in, by standing, are dealt to tables row by row, there and back (a snake); in a row each in
/// turn sits at the free table where they met least, the first in the direction of the row if there are several. Byes
/// go to the best.
pub fn pair(
    competition: &Competition,
    standings: &[Standing],
    secret: &[u8; 32],
    advance: usize,
) -> Result<Pairing, CannotPair> {
    let settings = &competition.settings;
    let still_in = still_in(competition, standings, advance)?;
    let sizes = match still_in.len() {
        few if (settings.least..=settings.most).contains(&few) => Some(Sizes::spread(few, 1, 0, false)),
        many if settings.fill == Fill::Byes => with_byes(competition, many, advance),
        many => Sizes::of(many, settings),
    };
    let sizes = sizes.ok_or(CannotPair::TooFew)?;
    let byes = still_in.iter().take(sizes.byes).map(|entrant| Bye::of(*entrant)).collect();
    let mut pairing = Pairing { byes, ..Pairing::default() };

    let met = competition.meetings();
    let room: Vec<usize> = sizes.entrants().collect();
    let mut tables: Vec<Vec<usize>> = vec![Vec::new(); room.len()];
    let mut next = still_in.iter().skip(sizes.byes);
    for row in 0..settings.most {
        let mut free: Vec<usize> = (0..room.len()).filter(|table| room[*table] > row).collect();
        if row % 2 == 1 {
            free.reverse();
        }
        while !free.is_empty() {
            let Some(entrant) = next.next() else { break };
            let repeats =
                |table: &usize| tables[*table].iter().map(|other| met[*entrant][*other]).sum::<i64>();
            let least = (0..free.len()).min_by_key(|place| repeats(&free[*place])).unwrap_or_default();
            tables[free.remove(least)].push(*entrant);
        }
    }

    let had = SeatCounts::of(competition);
    let mut peers = Peers::default();
    let mut bots = (0..).map(TableSeat::Bot);
    for (members, bot_count) in tables.into_iter().zip(&sizes.bots) {
        let seed =
            |entrant: &usize| still_in.iter().position(|other| other == entrant).map_or(0, |place| place + 1);
        let reasons =
            members.iter().map(|one| Reason::Seeded { entrant: *one as u32, seed: seed(one) }).collect();
        let members =
            members.iter().map(|one| TableSeat::Entrant(*one as u32)).chain(bots.by_ref().take(*bot_count));
        let table =
            PairedTable::seated(members.collect(), &had, &mut peers, competition.next_round(), secret);
        pairing.tables.push(PairedTable { reasons, ..table });
    }
    Ok(pairing)
}

/// Those who are still in, by standing: in the first round everybody; then those who had a bye, and of each table the
/// best who are not withdrawn. If that is too few for a table, the best of the others of the last round fill it up.
fn still_in(
    competition: &Competition,
    standings: &[Standing],
    advance: usize,
) -> Result<Vec<usize>, CannotPair> {
    let playing: Vec<usize> =
        standings.iter().map(|row| row.entrant as usize).filter(|one| competition.is_playing(*one)).collect();
    let Some(last) = competition.rounds.last().map(|played| &played.pairing) else { return Ok(playing) };
    if last.byes.is_empty() && last.tables.len() == 1 {
        return Err(CannotPair::Over);
    }
    let mut goes_on: Vec<usize> = last.byes.iter().map(|bye| bye.entrant as usize).collect();
    let mut others = Vec::new();
    for table in &last.tables {
        let sat = |one: &usize| table.seats.contains(&TableSeat::Entrant(*one as u32));
        let best: Vec<usize> = playing.iter().copied().filter(sat).collect();
        let (best, rest) = best.split_at(advance.min(best.len()));
        goes_on.extend(best);
        others.extend(rest.iter().copied());
    }
    goes_on.retain(|one| playing.contains(one));
    let missing = competition.settings.least.saturating_sub(goes_on.len());
    goes_on.extend(playing.iter().filter(|one| others.contains(one)).take(missing));
    Ok(playing.into_iter().filter(|one| goes_on.contains(one)).collect())
}

/// The fewest byes after which no later round needs any; else those that this round needs.
fn with_byes(competition: &Competition, entrants: usize, advance: usize) -> Option<Sizes> {
    let settings = &competition.settings;
    let full = |seats: usize| Sizes::of(seats, settings).filter(|sizes| sizes.byes == 0);
    let comes_out = |mut left: usize| {
        while !(settings.least..=settings.most).contains(&left) {
            let Some(sizes) = full(left) else { return false };
            left = sizes.seats.len() * advance;
        }
        true
    };
    let clean = (0..entrants).find_map(|byes| {
        let sizes = full(entrants - byes).filter(|sizes| comes_out(byes + sizes.seats.len() * advance))?;
        Some(Sizes { byes, ..sizes })
    });
    clean.or_else(|| Sizes::of(entrants, settings))
}
