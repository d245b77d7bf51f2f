//! League: a season's schedule in which everybody meets as equally often as possible, and who goes up and down.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chance::lot;
use crate::competition::{Competition, CompetitionForm, Fill, LeagueForm, TableSeat};
use crate::pairing::{Bye, CannotPair, PairedTable, Pairing, Reason};
use crate::search::{Start, arrange};
use crate::sizes::Sizes;
use crate::standings::{Standing, first_order};

/// The season of a division.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DivisionSeason {
    /// By round.
    pub rounds: Vec<DivisionRound>,
    /// How often the two meet who meet least, and those who meet most.
    pub fewest: i64,
    pub most: i64,
}

/// What a division does in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DivisionRound {
    /// The entrants by table and seat; `None` where a bot sits.
    pub tables: Vec<Vec<Option<u32>>>,
    pub byes: Vec<u32>,
}

/// The schedule of every division, which is the same in every round. Entrants who withdraw stay in it; a bot takes
/// their seats.
///
/// Tables for two are those of the circle: with `n` places, the last of them not taken if the entrants are odd in
/// number, place `n − 1` meets place `r` in round `r`, counted from 0, and `(r + i)`
/// meets `(r − i)`, modulo `n − 1`.
///
/// For other sizes byes go round: with `b` of them, round `r` leaves out `b` entrants from place `r · b` on. The
/// others are dealt to tables in rows; row `i` begins `r · i` tables further, so that where the number of tables is
/// prime nobody meets again for as many rounds. So it is with four tables, where sum and product are those of the
/// field of four elements. These tables are then improved ([`arrange`]), round after round in up to six passes: first
/// beside the rounds before, then beside all others. Two who meet `m` times in those count as `m²` meetings, so that
/// many meetings of the same two are avoided more than a few of several.
pub fn season(competition: &Competition, secret: &[u8; 32]) -> Result<Vec<DivisionSeason>, CannotPair> {
    let CompetitionForm::League(LeagueForm { divisions, rounds, .. }) = &competition.settings.form else {
        return Err(CannotPair::Settings);
    };
    let places = first_order(competition, secret);
    let division = |members: &Vec<u32>| {
        let mut members = members.clone();
        members.sort_by_key(|member| places[*member as usize]);
        let sizes = Sizes::of(members.len(), &competition.settings).ok_or(CannotPair::TooFew)?;
        let duels = competition.settings.least == 2 && competition.settings.most == 2;
        let tables = if duels {
            circle(members.len(), *rounds as usize)
        } else {
            search(members.len(), *rounds as usize, &sizes)
        };
        let met = meetings(members.len(), tables.iter());
        let met = || (0..members.len()).flat_map(|a| met[a][..a].iter().copied());
        let (fewest, most) = (met().min().unwrap_or_default(), met().max().unwrap_or_default());
        let alone = duels && competition.settings.fill == Fill::Byes;
        let rounds = seat(&tables, &members, &sizes, secret, alone);
        Ok(DivisionSeason { rounds, fewest, most })
    };
    divisions.iter().map(division).collect()
}

/// The tables of a round, by place in the first order of the division.
type Tables = Vec<Vec<usize>>;

fn circle(entrants: usize, rounds: usize) -> Vec<Tables> {
    let others = entrants.next_multiple_of(2) - 1;
    let pairs = |round: usize| {
        let pair = |i: usize| [(round + i) % others, (round % others + others - i) % others];
        let last = [others, round % others];
        let pairs = (1..=others / 2).map(pair).chain([last]);
        pairs.map(|pair| pair.into_iter().filter(|one| *one < entrants).collect()).collect()
    };
    (0..rounds).map(pairs).collect()
}

fn search(entrants: usize, rounds: usize, sizes: &Sizes) -> Vec<Tables> {
    let mut season: Vec<Tables> = Vec::new();
    for round in 0..rounds {
        let has_bye = |one: &usize| (one + entrants - round * sizes.byes % entrants) % entrants < sizes.byes;
        let mut playing = (0..entrants).filter(|one| !has_bye(one));
        let room: Vec<usize> = sizes.entrants().collect();
        let mut tables: Tables = vec![Vec::new(); room.len()];
        for row in 0..room.first().copied().unwrap_or_default() {
            let width = room.iter().filter(|room| **room > row).count();
            for column in 0..width {
                tables[moved(round, row, column, width)].extend(playing.next());
            }
        }
        season.push(tables);
        improve(entrants, &mut season, round, sizes);
    }
    for _ in 0..5 {
        let mut changed = false;
        for round in 0..rounds {
            changed |= improve(entrants, &mut season, round, sizes);
        }
        if !changed {
            break;
        }
    }
    season
}

/// Where place `column` of a row of so many tables sits in a round.
fn moved(round: usize, row: usize, column: usize, width: usize) -> usize {
    /// Products in the field of four elements.
    const PRODUCTS: [[usize; 4]; 4] = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]];
    if width == 4 { column ^ PRODUCTS[round % 4][row % 4] } else { (column + round * row) % width }
}

/// Searches better tables for a round, beside all others of the season so far.
fn improve(entrants: usize, season: &mut [Tables], round: usize, sizes: &Sizes) -> bool {
    let mut met =
        meetings(entrants, season.iter().enumerate().filter(|(other, _)| *other != round).map(|(_, t)| t));
    // Only those who play are given to the search, under the numbers of their places among them.
    let mut playing: Vec<usize> = season[round].iter().flatten().copied().collect();
    playing.sort_unstable();
    let number = |one: &usize| playing.binary_search(one).unwrap_or_default();
    let tables: Tables = season[round].iter().map(|members| members.iter().map(number).collect()).collect();
    met = playing.iter().map(|a| playing.iter().map(|b| met[*a][*b].pow(2)).collect()).collect();
    let cost = |tables: &Tables| -> i64 {
        tables
            .iter()
            .flat_map(|members| members.iter().flat_map(|a| members.iter().map(|b| met[*a][*b])))
            .sum()
    };
    let seats = sizes.seats.clone();
    let had = vec![vec![0; seats.first().copied().unwrap_or_default()]; playing.len()];
    let start =
        Start { tables: tables.clone(), seats, met: met.clone(), groups: vec![0; playing.len()], had };
    let (found, _) = arrange(start);
    let better = cost(&found) < cost(&tables);
    if better {
        season[round] =
            found.iter().map(|members| members.iter().map(|one| playing[*one]).collect()).collect();
    }
    better
}

fn meetings<'a>(entrants: usize, rounds: impl Iterator<Item = &'a Tables>) -> Vec<Vec<i64>> {
    let mut met = vec![vec![0; entrants]; entrants];
    for members in rounds.flatten() {
        for a in members {
            for b in members.iter().filter(|b| *b != a) {
                met[*a][*b] += 1;
            }
        }
    }
    met
}

/// Gives seats, so that the counts of an entrant's seat numbers differ by at most one at every moment if all tables
/// have the same size.
///
/// A seat number is a colour of the edge from an entrant to a table. Each entrant is split into one vertex for every
/// `size` tables, so that no vertex has more edges than there are seats; such a bipartite graph has a colouring in
/// which no vertex has a colour twice, which grows edge by edge (König). At smaller tables the colours only give the
/// order.
fn seat(
    season: &[Tables],
    members: &[u32],
    sizes: &Sizes,
    secret: &[u8; 32],
    alone: bool,
) -> Vec<DivisionRound> {
    let colours = sizes.seats.first().copied().unwrap_or_default();
    let mut colouring = Colouring { at: BTreeMap::new(), colours };
    let mut games = vec![0; members.len()];
    for (round, tables) in season.iter().enumerate() {
        for (table, present) in tables.iter().enumerate() {
            let mut present = present.clone();
            present
                .sort_by_cached_key(|one| lot(secret, round as u32 + 1, TableSeat::Entrant(members[*one])));
            for one in present.iter().filter(|_| !(alone && present.len() == 1)) {
                colouring.join((0, *one, games[*one] / colours), (1, round, table));
                games[*one] += 1;
            }
        }
    }
    let mut rounds = Vec::new();
    for (round, tables) in season.iter().enumerate() {
        let mut seated = DivisionRound { tables: Vec::new(), byes: Vec::new() };
        for (table, seats) in (0..tables.len()).zip(&sizes.seats) {
            let Some(edges) = colouring.at.get(&(1, round, table)) else { continue };
            let present = edges.iter().map(|vertex| vertex.map(|(_, one, _)| members[one]));
            let order: Vec<Option<u32>> = match *seats == colours {
                true => present.collect(),
                false => present.flatten().map(Some).chain((0..*seats).map(|_| None)).take(*seats).collect(),
            };
            seated.tables.push(order);
        }
        let plays = |one: &u32| seated.tables.iter().flatten().any(|seat| *seat == Some(*one));
        seated.byes = members.iter().copied().filter(|one| !plays(one)).collect();
        rounds.push(seated);
    }
    rounds
}

/// An entrant (0, place, turn) or a table (1, round, number).
type Vertex = (usize, usize, usize);

struct Colouring {
    /// By vertex and colour, the other end of the edge.
    at: BTreeMap<Vertex, Vec<Option<Vertex>>>,
    colours: usize,
}

impl Colouring {
    /// Adds an edge. If no colour is free at both ends, the path from `to` in the first colour that is free at `from`
    /// and the first that is free at `to`, in turn, changes its colours; it does not come to `from`.
    fn join(&mut self, from: Vertex, to: Vertex) {
        for end in [from, to] {
            self.at.entry(end).or_insert_with(|| vec![None; self.colours]);
        }
        let free = |end: Vertex, colour: &usize| self.at[&end][*colour].is_none();
        let first = |end: Vertex| (0..self.colours).find(|colour| free(end, colour)).unwrap_or_default();
        let common = (0..self.colours).find(|colour| free(from, colour) && free(to, colour));
        let (a, b) = common.map_or_else(|| (first(from), first(to)), |colour| (colour, colour));
        let mut path = vec![to];
        let mut colour = a;
        while let Some(next) = path.last().and_then(|end| self.at[end][colour]) {
            path.push(next);
            colour = a + b - colour;
        }
        for (step, edge) in path.windows(2).enumerate() {
            self.paint(edge[0], edge[1], if step % 2 == 0 { b } else { a });
        }
        // Each inner vertex had both colours and keeps them; the last loses the one of its only edge.
        if let [.., last] = path.as_slice() {
            let lost = if path.len() % 2 == 0 { a } else { b };
            if path.len() > 1 {
                self.set(*last, lost, None);
            }
        }
        self.paint(from, to, a);
    }

    fn paint(&mut self, from: Vertex, to: Vertex, colour: usize) {
        self.set(from, colour, Some(to));
        self.set(to, colour, Some(from));
    }

    fn set(&mut self, at: Vertex, colour: usize, to: Option<Vertex>) {
        if let Some(edge) = self.at.get_mut(&at).and_then(|edges| edges.get_mut(colour)) {
            *edge = to;
        }
    }
}

/// The tables and byes of the next round, from the schedule.
pub fn pair(
    competition: &Competition,
    secret: &[u8; 32],
    divisions: &[Vec<u32>],
    rounds: u32,
) -> Result<Pairing, CannotPair> {
    let round = competition.next_round();
    if round > rounds {
        return Err(CannotPair::Over);
    }
    let mut pairing = Pairing { proven: true, ..Pairing::default() };
    let mut bots = (0..).map(TableSeat::Bot);
    for (division, schedule) in season(competition, secret)?.into_iter().enumerate().take(divisions.len()) {
        pairing.proven &= schedule.most - schedule.fewest <= 1;
        let Some(now) = schedule.rounds.into_iter().nth(round as usize - 1) else { continue };
        for seats in now.tables {
            let mut who = |seat: Option<u32>| match seat.filter(|one| competition.is_playing(*one as usize)) {
                Some(one) => Some(TableSeat::Entrant(one)),
                None => bots.next(),
            };
            let seats = seats.into_iter().filter_map(&mut who).collect();
            pairing.tables.push(PairedTable { seats, reasons: vec![Reason::Division { division }] });
        }
        let byes = now.byes.into_iter().map(|one| one as usize).filter(|one| competition.is_playing(*one));
        pairing.byes.extend(byes.map(Bye::of));
    }
    Ok(pairing)
}

/// All entrants in so many divisions of about the same size, by the first order: the divisions of a first season.
pub fn first_divisions(competition: &Competition, secret: &[u8; 32], divisions: usize) -> Vec<Vec<u32>> {
    let places = first_order(competition, secret);
    let mut order: Vec<u32> = (0..).take(places.len()).collect();
    order.sort_by_key(|entrant| places[*entrant as usize]);
    let many = divisions.clamp(1, order.len().max(1));
    let bounds = |division: usize| division * order.len() / many..(division + 1) * order.len() / many;
    (0..many).map(|division| order[bounds(division)].to_vec()).collect()
}

/// The divisions of the next season, in the numbers of this one: the best of each division change places with the
/// worst of the one above, as many as `promoted` says, at most half of the smaller division.
///
/// Withdrawn entrants count as the worst, and leave. A vacancy is filled by the best of those who come next: first
/// those who go down from the division, then the best who stay in the one below. So only the lowest division becomes
/// smaller.
pub fn next_divisions(competition: &Competition, standings: &[Standing]) -> Vec<Vec<u32>> {
    let CompetitionForm::League(LeagueForm { divisions, promoted, .. }) = &competition.settings.form else {
        return Vec::new();
    };
    let withdrawn = |entrant: u32| competition.entrants[entrant as usize].withdrawn_from.is_some();
    let ranked = |division: usize| {
        let rows = standings.iter().filter(move |row| row.division == division).map(|row| row.entrant);
        rows.clone()
            .filter(|one| !withdrawn(*one))
            .chain(rows.filter(|one| withdrawn(*one)))
            .collect::<Vec<u32>>()
    };
    let ranked: Vec<Vec<u32>> = (0..divisions.len()).map(ranked).collect();
    let across = |upper: usize| match (ranked.get(upper), ranked.get(upper + 1)) {
        (Some(above), Some(below)) => (*promoted).min(above.len() / 2).min(below.len() / 2),
        _ => 0,
    };
    let mut order = Vec::new();
    for (division, members) in ranked.iter().enumerate() {
        let up = if division == 0 { 0 } else { across(division - 1) };
        if division > 0 {
            let above = &ranked[division - 1];
            order.extend_from_slice(&above[above.len() - up..]);
        }
        order.extend_from_slice(&members[up..members.len() - across(division)]);
        if let Some(below) = ranked.get(division + 1) {
            order.extend_from_slice(&below[..across(division)]);
        }
    }
    let mut order = order.into_iter().filter(|one| !withdrawn(*one));
    ranked.iter().map(|members| order.by_ref().take(members.len()).collect()).collect()
}
