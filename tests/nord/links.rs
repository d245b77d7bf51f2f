//! Connections, links and shortest connections agree with a slow second opinion that knows only sets of fields.

use std::collections::{BTreeMap, BTreeSet};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{Rules, Seat};
use rulesets::nord::Nord;
use rulesets::nord::board::{Board, Field, Settlement};
use rulesets::nord::connections::Connections;
use rulesets::nord::options::Options;
use rulesets::nord::state::Workers;

/// The bar is a hundred thousand; without optimisation a part of them must do.
const POSITIONS: u64 = if cfg!(debug_assertions) { 2_000 } else { 100_000 };
/// More ways than this are not all written down by the second opinion.
const MANY: usize = 2_000;

type Position = BTreeMap<Field, Seat>;

/// Workers scattered, now thin, now in crowds, over the island and the sea around it.
fn scattered(board: &Board, dice: &mut ChaCha8Rng) -> Position {
    let open: Vec<Field> = (-1_i16..15)
        .flat_map(|y| (-1_i16..15).map(move |x| Field::new(x, y)))
        .filter(|field| {
            *field != board.island.dragon_boat && board.settlements().all(|(_, site)| site != *field)
        })
        .collect();
    let density = dice.random_range(5..45);
    let stands = |_: &&Field| dice.random_range(0..100) < density;
    let places: Vec<Field> = open.iter().filter(stands).copied().collect();
    places.into_iter().map(|place| (place, dice.random_range(0..4))).collect()
}

/// Everything that hangs together with `first`.
fn hanging_together(position: &Position, first: Field) -> BTreeSet<Field> {
    let mut group = BTreeSet::from([first]);
    loop {
        let near = position.keys().filter(|field| group.iter().any(|known| known.distance(**field) == 1));
        let more: BTreeSet<Field> = near.copied().chain(group.iter().copied()).collect();
        if more.len() == group.len() {
            return group;
        }
        group = more;
    }
}

fn touches(group: &BTreeSet<Field>, site: Field) -> bool {
    group.iter().any(|field| field.distance(site) == 1)
}

/// The own workers of every shortest connection, written down one by one.
fn all_ways(position: &Position, from: Field, to: Field, seat: Seat) -> Option<BTreeSet<Vec<Field>>> {
    let mut ways: Vec<Vec<Field>> =
        position.keys().filter(|field| field.distance(from) == 1).map(|field| vec![*field]).collect();
    let mut seen: BTreeSet<Field> = ways.iter().flatten().copied().collect();
    while !ways.is_empty() {
        let arrived: Vec<&Vec<Field>> =
            ways.iter().filter(|way| way.last().is_some_and(|last| last.distance(to) == 1)).collect();
        if !arrived.is_empty() {
            let own = |way: &&Vec<Field>| {
                let mut own: Vec<Field> =
                    way.iter().filter(|field| position[field] == seat).copied().collect();
                own.sort_unstable();
                own
            };
            return Some(arrived.iter().map(own).collect());
        }
        let longer: Vec<Vec<Field>> = ways
            .iter()
            .flat_map(|way| {
                let last = way[way.len() - 1];
                let next = last.neighbours().into_iter();
                let next = next.filter(|field| position.contains_key(field) && !seen.contains(field));
                next.map(|field| way.iter().copied().chain([field]).collect())
            })
            .collect();
        seen.extend(longer.iter().filter_map(|way| way.last().copied()));
        ways = longer;
        if ways.len() > MANY {
            return None;
        }
    }
    Some(BTreeSet::new())
}

fn agrees(board: &Board, position: &Position, seat: Seat) -> usize {
    let mut workers = Workers::default();
    position.iter().for_each(|(field, seat)| workers.put(*field, *seat));
    let connections = Connections::of(board, &workers);
    let links = connections.links();
    let groups: BTreeSet<BTreeSet<Field>> =
        position.keys().map(|field| hanging_together(position, *field)).collect();
    assert_eq!(connections.groups().len(), groups.len(), "{position:?}");
    let site = |settlement: Settlement| board.field_of(settlement).expect("a settlement");
    let linked =
        |one: Field, other: Field| groups.iter().any(|group| touches(group, one) && touches(group, other));
    let mut compared = 0;
    for (one, _) in board.settlements() {
        let by_boat = linked(site(one), board.island.dragon_boat);
        assert_eq!(connections.boat_links().has(one), by_boat, "{one} and the boat in {position:?}");
        for (other, _) in board.settlements().filter(|(other, _)| *other != one) {
            let expected = linked(site(one), site(other));
            assert_eq!(links.has(one, other), expected, "{one} and {other} in {position:?}");
            let ways = connections.shortest(one, other, seat);
            assert_eq!(!ways.is_empty(), expected);
            let Some(slow) = all_ways(position, site(one), site(other), seat) else { continue };
            let own: Vec<Vec<Field>> = ways.iter().map(|way| way.own.clone()).collect();
            assert_eq!(own, slow.into_iter().collect::<Vec<_>>(), "{one} to {other} in {position:?}");
            for way in ways {
                is_a_way(position, &way.path, site(one), site(other));
            }
            compared += 1;
        }
    }
    compared
}

fn is_a_way(position: &Position, path: &[Field], from: Field, to: Field) {
    assert!(path.iter().all(|field| position.contains_key(field)));
    assert!(path.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
    assert!(path[0].distance(from) == 1 && path[path.len() - 1].distance(to) == 1);
}

#[test]
fn groups_links_and_shortest_connections_are_those_that_a_slow_search_finds() {
    let mut dice = ChaCha8Rng::seed_from_u64(18);
    let boards: Vec<Board> = (2..=4)
        .map(|seats| Nord::default().blank(&Options::default(), seats).expect("a table").table.board.clone())
        .collect();
    let mut compared = 0;
    for _ in 0..POSITIONS {
        let board = &boards[dice.random_range(0..boards.len())];
        let position = scattered(board, &mut dice);
        compared += agrees(board, &position, dice.random_range(0..4));
    }
    println!("{POSITIONS} positions, {compared} pairs of settlements compared");
    assert!(compared > 0);
}
