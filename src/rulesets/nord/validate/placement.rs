//! Placing workers (rules page §9.1, §9.3).

use super::{Verdict, ensure};
use crate::nord::board::{Ends, Field, Ground};
use crate::nord::connections::Connections;
use crate::nord::player_view::PlayerView;
use crate::nord::refusals::{self as no, refuse};
use crate::nord::state::Mode;

/// How many workers may be placed, and in how many areas; supplies are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub land: usize,
    pub sea: usize,
    pub areas: usize,
}

/// The bounds by the treasure that was played, whatever there is to place.
fn by_treasure(player: &PlayerView<'_>) -> Bounds {
    let limits = player.components.limits;
    let (land, sea) = match player.table.this_turn.mode {
        Mode::ManyWorkers => (limits.many_land, limits.many_sea),
        Mode::Normal | Mode::TwoAreas => (limits.land, limits.sea),
    };
    let areas = if player.table.this_turn.mode == Mode::TwoAreas { 2 } else { 1 };
    Bounds { land: land.into(), sea: sea.into(), areas }
}

pub fn bounds(player: &PlayerView<'_>) -> Bounds {
    let Bounds { land, sea, areas } = by_treasure(player);
    let supply = usize::from(player.table.player(player.seat).supply);
    Bounds { land: land.min(supply), sea: sea.min(supply).min(player.table.boats.into()), areas }
}

/// Could the seat place a worker if it had fighters in the settlements `own`?
pub fn is_possible(player: &PlayerView<'_>, connections: &Connections<'_>, own: Ends) -> bool {
    let Bounds { land, sea, .. } = bounds(player);
    let fits = |ground| match ground {
        Ground::Land(_) => land > 0,
        Ground::Sea => sea > 0,
        _ => false,
    };
    let board = &player.table.board;
    (land > 0 || sea > 0) && connections.root_candidates(own).any(|cell| fits(board.ground(cell)))
}

/// May the seat place workers on these fields? They are sorted.
pub fn placement(player: &PlayerView<'_>, connections: &Connections<'_>, fields: &[Field]) -> Verdict {
    let refuse = |row| refuse(row).of("fields");
    let named_once = fields.windows(2).all(|pair| pair[0] != pair[1]);
    ensure(!fields.is_empty() && named_once, || refuse(no::BAD_FIELDS))?;
    ensure(fields.iter().all(|field| is_free(player, *field)), || refuse(no::NOT_FREE))?;
    let board = &player.table.board;
    let on_land = fields.iter().filter(|field| board.land(**field).is_some()).count();
    ensure(on_land == 0 || on_land == fields.len(), || refuse(no::MIXED))?;
    let most = by_treasure(player);
    let most_here = if on_land > 0 { most.land } else { most.sea };
    ensure(fields.len() <= most_here, || refuse(no::TOO_MANY))?;
    ensure(fields.len() <= usize::from(player.table.player(player.seat).supply), || refuse(no::NO_MEN))?;
    ensure(on_land > 0 || fields.len() <= usize::from(player.table.boats), || refuse(no::NO_BOATS))?;
    ensure(hang_together(fields), || refuse(no::NOT_ADJACENT))?;
    ensure(areas(player, fields) <= most.areas, || refuse(no::TOO_MANY_AREAS))?;
    let own = player.own();
    let joins = |field: &Field| board.cell(*field).is_some_and(|cell| connections.is_root(cell, own));
    ensure(fields.iter().any(joins), || refuse(no::NOT_CONNECTED))
}

/// Does nothing stand there? Far out at sea nothing does.
fn is_free(player: &PlayerView<'_>, field: Field) -> bool {
    let board = &player.table.board;
    let ground = board.cell(field).map_or(Ground::Sea, |cell| board.ground(cell));
    matches!(ground, Ground::Sea | Ground::Land(_)) && player.table.workers.get(field).is_none()
}

/// Are they connected by edges within themselves?
fn hang_together(fields: &[Field]) -> bool {
    let mut reached = fields.get(..1).unwrap_or_default().to_vec();
    let mut next = 0;
    while let Some(field) = reached.get(next).copied() {
        next += 1;
        let near = fields.iter().filter(|near| near.distance(field) == 1);
        let new: Vec<Field> = near.filter(|near| !reached.contains(near)).copied().collect();
        reached.extend(new);
    }
    reached.len() == fields.len()
}

/// In how many land areas do they lie?
fn areas(player: &PlayerView<'_>, fields: &[Field]) -> usize {
    let mut areas: Vec<u8> =
        fields.iter().filter_map(|field| player.table.board.land(*field)).map(|land| land.area).collect();
    areas.sort_unstable();
    areas.dedup();
    areas.len()
}
