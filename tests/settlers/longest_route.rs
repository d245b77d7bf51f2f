//! The longest route (L1 to L17).

use proptest::prelude::*;
use rulesets::settlers::board::{EDGES, Edge, VERTICES, Vertex};
use rulesets::settlers::scoring;
use rulesets::settlers::state::{Building, BuildingKind};
use serde_json::json;

use super::position::{Game, X, Y, Z, combined, standard};

fn built(game: Game, seat: u8, edge: u8) -> Game {
    let mut game = game.active(seat).hand(seat, [1, 1, 0, 0, 0]);
    game.does(seat, json!({"type": "build_road", "edge": edge}));
    game
}

/// The seat settles there; it has a road to it.
fn settled(game: Game, seat: u8, vertex: u8, road: u8) -> Game {
    let mut game = game.roads(seat, &[road]).active(seat).hand(seat, [1, 1, 1, 1, 0]);
    game.does(seat, json!({"type": "build_settlement", "vertex": vertex}));
    game
}

fn holder(game: &Game) -> Option<u8> {
    game.state.table.route.holder
}

#[test]
fn l1_five_in_a_row_take_the_card() {
    let game = combined().roads(0, &Z[..4]);
    assert_eq!((game.lengths()[0], holder(&game)), (4, None));
    let game = built(game, 0, Z[4]);
    assert_eq!((game.lengths()[0], holder(&game)), (5, Some(0)));
}

#[test]
fn l2_branches_do_not_add_up() {
    assert_eq!(combined().roads(0, &Z[..4]).roads(0, &[34]).lengths()[0], 4);
}

const RING: [u8; 6] = [28, 36, 44, 43, 35, 27];

#[test]
fn l3_l4_l5_rings_count_whole_and_so_do_their_tails() {
    let ring = || combined().roads(0, &RING);
    assert_eq!(ring().lengths()[0], 6);
    let tail = || ring().roads(0, &[20, 13]);
    assert_eq!(tail().lengths()[0], 8);
    assert_eq!(tail().roads(0, &[45]).lengths()[0], 8);
}

#[test]
fn l6_l7_a_ring_may_begin_and_end_at_an_opponents_building() {
    let ring = || combined().roads(0, &RING).settlement(1, &[24]);
    assert_eq!(ring().lengths()[0], 6);
    assert_eq!(ring().roads(0, &[29]).lengths()[0], 6);
    assert_eq!(ring().roads(0, &[29, 20]).lengths()[0], 6);
}

#[test]
fn l8_two_rings_side_by_side_are_eleven() {
    let both: Vec<u8> = {
        use rulesets::settlers::board::{Edge, Hex, Spot};
        let around = |hex: u8| {
            let corners = Hex(hex).vertices();
            Edge::all().filter(move |edge| edge.vertices().iter().all(|end| corners.contains(end)))
        };
        let mut edges: Vec<u8> = around(9).chain(around(10)).map(|edge| edge.0).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    };
    assert_eq!(both.len(), 11);
    assert_eq!(combined().roads(0, &both).lengths()[0], 11);
}

#[test]
fn l9_l10_an_opponent_may_break_a_route() {
    let holding = || combined().roads(0, &Z[..7]).route_holder(0);
    let game = settled(holding(), 1, 17, 19);
    assert_eq!((game.lengths()[0], holder(&game)), (4, None));
    let at_22 = rulesets::settlers::board::Vertex(22);
    let road = at_22.edges().find(|edge| !Z.contains(&edge.0)).unwrap().0;
    let game = settled(holding(), 1, 22, road);
    assert_eq!((game.lengths()[0], holder(&game)), (5, Some(0)));
}

#[test]
fn l11_a_route_may_end_at_an_opponents_building() {
    assert_eq!(combined().settlement(1, &[19]).roads(0, &Z[..7]).lengths()[0], 7);
    assert_eq!(combined().roads(0, &Z[..7]).settlement(1, &[19]).lengths()[0], 7);
}

#[test]
fn l12_own_buildings_never_interrupt() {
    assert_eq!(combined().roads(0, &Z[..7]).settlement(0, &[17]).lengths()[0], 7);
}

#[test]
fn l13_an_equal_length_takes_nothing_and_a_longer_one_does() {
    let game = combined().roads(0, &Z[..5]).route_holder(0).roads(1, &Y[..4]).settlement(1, &[33]);
    let game = built(game, 1, Y[4]);
    assert_eq!(holder(&game), Some(0));
    assert_eq!(holder(&built(game, 1, 58)), Some(1));
}

#[test]
fn l14_a_tie_above_the_holder_sets_the_card_aside_until_one_is_alone() {
    let game = combined().roads(0, &Z[..7]).route_holder(0).roads(1, &Y).roads(2, &X).settlement(1, &[33]);
    let game = settled(game, 3, 17, 19);
    assert_eq!((game.lengths(), holder(&game)), (&[4, 5, 5, 1][..], None));
    let game = built(game, 1, 58);
    assert_eq!(holder(&game), Some(1));
}

#[test]
fn l15_the_card_moves_at_once_in_anybodys_turn() {
    let game = combined().roads(0, &Z[..7]).route_holder(0).roads(1, &Y);
    let game = settled(game, 2, 17, 19);
    assert_eq!((&game.lengths()[..2], holder(&game)), (&[4, 5][..], Some(1)));
}

#[test]
fn l16_l17_the_holder_keeps_it_while_nobody_is_longer() {
    for (roads, lengths) in [(8, [5, 5]), (9, [6, 5])] {
        let game = combined().roads(0, &Z[..roads]).route_holder(0).roads(1, &Y);
        let game = settled(game, 3, 17, 19);
        assert_eq!((&game.lengths()[..2], holder(&game)), (&lengths[..], Some(0)));
    }
}

// The longest route against an independent count: every trail is tried edge by edge, from sets of edges alone.

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
