//! The longest route against an independent count: every trail is tried edge by edge, from sets of edges alone.

use proptest::prelude::*;
use rulesets::settlers::board::{EDGES, Edge, VERTICES, Vertex};
use rulesets::settlers::scoring;
use rulesets::settlers::state::{Building, BuildingKind};

use super::position::standard;

/// Without optimisation fewer must do.
const NETWORKS: u32 = if cfg!(debug_assertions) { 3_000 } else { 100_000 };

/// Grows the trail at its last point by every edge of the set that is left; `closed` points can't be passed.
fn grown(edges: &[[u8; 2]], left: u32, at: u8, closed: &[u8]) -> u32 {
    if closed.contains(&at) {
        return 0;
    }
    let nexts = edges.iter().enumerate().filter(|(place, ends)| left >> place & 1 == 1 && ends.contains(&at));
    nexts
        .map(|(place, ends)| {
            let next = if ends[0] == at { ends[1] } else { ends[0] };
            1 + grown(edges, left & !(1 << place), next, closed)
        })
        .max()
        .unwrap_or(0)
}

/// The longest trail over these edges. A trail that begins at a closed point is one that ends there, turned round.
fn by_force(edges: &[[u8; 2]], closed: &[u8]) -> u32 {
    let all = (1_u32 << edges.len()) - 1;
    let starts = edges
        .iter()
        .enumerate()
        .flat_map(|(place, &[one, other])| [(place, one, other), (place, other, one)]);
    starts.map(|(place, _, to)| 1 + grown(edges, all & !(1 << place), to, closed)).max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: NETWORKS, ..ProptestConfig::default() })]

    #[test]
    fn the_longest_route_is_the_one_that_force_finds(
        start in 0..EDGES as u8,
        grow in prop::collection::vec(0..200_usize, 0..14),
        strewn in prop::collection::vec(0..EDGES as u8, 0..4),
        opponents in prop::collection::vec(0..VERTICES as u8, 0..6),
    ) {
        let mut edges = vec![start];
        for choice in grow {
            let near: Vec<u8> = edges
                .iter()
                .flat_map(|edge| Edge(*edge).vertices())
                .flat_map(Vertex::edges)
                .map(|edge| edge.0)
                .filter(|edge| !edges.contains(edge))
                .collect();
            edges.push(near[choice % near.len()]);
        }
        edges.extend(strewn);
        edges.sort_unstable();
        edges.dedup();
        edges.truncate(15);
        let mut game = standard().roads(0, &edges);
        for vertex in &opponents {
            game.state.table.buildings.put(Vertex(*vertex), Building { seat: 1, kind: BuildingKind::Settlement });
        }
        let ends: Vec<[u8; 2]> = edges.iter().map(|edge| Edge(*edge).vertices().map(|end| end.0)).collect();
        prop_assert_eq!(u32::from(scoring::longest_route(&game.state.table, 0)), by_force(&ends, &opponents));
    }
}
