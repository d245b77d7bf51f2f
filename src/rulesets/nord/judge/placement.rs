//! Placing workers (rules page §9.1, §9.3).

use super::{Verdict, demand};
use crate::rulesets::nord::board::{Ends, Field, Ground};
use crate::rulesets::nord::connections::Connections;
use crate::rulesets::nord::refusals::{self as no, refuse};
use crate::rulesets::nord::sight::Sight;
use crate::rulesets::nord::state::Mode;

/// How many workers may be placed, and in how many areas; supplies are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most on land.
    pub land: usize,
    /// The most at sea.
    pub sea: usize,
    /// The most areas.
    pub areas: usize,
}

/// The bounds by the treasure that was played, whatever there is to place.
fn by_treasure(sight: &Sight<'_>) -> Bounds {
    let limits = sight.components.limits;
    let (land, sea) = match sight.table.this_turn.mode {
        Mode::ManyWorkers => (limits.many_land, limits.many_sea),
        Mode::Normal | Mode::TwoAreas => (limits.land, limits.sea),
    };
    let areas = if sight.table.this_turn.mode == Mode::TwoAreas { 2 } else { 1 };
    Bounds { land: land.into(), sea: sea.into(), areas }
}

/// The bounds of a placement now.
pub fn bounds(sight: &Sight<'_>) -> Bounds {
    let Bounds { land, sea, areas } = by_treasure(sight);
    let supply = usize::from(sight.table.player(sight.seat).supply);
    Bounds { land: land.min(supply), sea: sea.min(supply).min(sight.table.boats.into()), areas }
}

/// Could the seat place a worker if it had fighters in the settlements `own`?
pub fn is_possible(sight: &Sight<'_>, connections: &Connections<'_>, own: Ends) -> bool {
    let Bounds { land, sea, .. } = bounds(sight);
    let fits = |ground| match ground {
        Ground::Land(_) => land > 0,
        Ground::Sea => sea > 0,
        _ => false,
    };
    let board = &sight.table.board;
    (land > 0 || sea > 0) && connections.root_candidates(own).any(|cell| fits(board.ground(cell)))
}

/// May the seat place workers on these fields? They are sorted.
pub fn placement(sight: &Sight<'_>, connections: &Connections<'_>, fields: &[Field]) -> Verdict {
    let refuse = |row| refuse(row).of("fields");
    let named_once = fields.windows(2).all(|pair| pair[0] != pair[1]);
    demand(!fields.is_empty() && named_once, || refuse(no::BAD_FIELDS))?;
    demand(fields.iter().all(|field| is_free(sight, *field)), || refuse(no::NOT_FREE))?;
    let board = &sight.table.board;
    let on_land = fields.iter().filter(|field| board.land(**field).is_some()).count();
    demand(on_land == 0 || on_land == fields.len(), || refuse(no::MIXED))?;
    let most = by_treasure(sight);
    let most_here = if on_land > 0 { most.land } else { most.sea };
    demand(fields.len() <= most_here, || refuse(no::TOO_MANY))?;
    demand(fields.len() <= usize::from(sight.table.player(sight.seat).supply), || refuse(no::NO_MEN))?;
    demand(on_land > 0 || fields.len() <= usize::from(sight.table.boats), || refuse(no::NO_BOATS))?;
    demand(hang_together(fields), || refuse(no::NOT_ADJACENT))?;
    demand(areas(sight, fields) <= most.areas, || refuse(no::TOO_MANY_AREAS))?;
    let own = sight.own();
    let joins = |field: &Field| board.cell(*field).is_some_and(|cell| connections.is_root(cell, own));
    demand(fields.iter().any(joins), || refuse(no::NOT_CONNECTED))
}

/// Does nothing stand there? Far out at sea nothing does.
fn is_free(sight: &Sight<'_>, field: Field) -> bool {
    let board = &sight.table.board;
    let ground = board.cell(field).map_or(Ground::Sea, |cell| board.ground(cell));
    matches!(ground, Ground::Sea | Ground::Land(_)) && sight.table.workers.get(field).is_none()
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
fn areas(sight: &Sight<'_>, fields: &[Field]) -> usize {
    let mut areas: Vec<u8> =
        fields.iter().filter_map(|field| sight.table.board.land(*field)).map(|land| land.area).collect();
    areas.sort_unstable();
    areas.dedup();
    areas.len()
}
