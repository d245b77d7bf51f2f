//! Placing workers and taking the treasures of their fields (rules page §9.1, §9.3).

use super::action::Action;
use super::attacks;
use super::board::{Board, Cell, Endpoints, Field, Ground, Surface, connected};
use super::connections::Connections;
use super::event::{Recorder, Redacted};
use super::refusals::{self as no, Validation, ensure, refuse};
use super::state::{BuriedTreasure, Phase, PlacementMode, State};
use super::treasures::{Treasure, Treasures};
use super::view::PlayerView;
use rules::{Applied, Apply, OrMisfit, Seat, Viewer, wire};
use smallvec::SmallVec;

/// The attacks that the workers force follow one by one.
#[wire(Nord)]
pub struct PlaceWorkers {
    /// Where the workers go, each field once, in any order.
    #[schema(min_items = 1, max_items = 8, value_type = Vec<Field>)]
    pub fields: Fields,
}

/// The fields of one placement. Thousands are listed for one decision, and an allocation for each took a sixth of the time
/// of a game between random bots.
pub type Fields = SmallVec<[Field; MAX_WORKERS]>;

/// The most workers that components may allow in a turn.
const MAX_WORKERS: usize = 8;

/// Treasures on their fields are taken next; attacks may follow.
#[wire(Nord)]
pub struct WorkersPlaced {
    pub seat: Seat,
    pub fields: Vec<Field>,
    pub boats: u8,
}

/// Which kind it is, the seat alone sees.
#[wire(Nord)]
pub struct TreasureTaken {
    pub seat: Seat,
    pub field: Field,
    /// Shown to the seat alone.
    pub treasure: Treasure,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds {
    land: usize,
    sea: usize,
    areas: usize,
}

impl Bounds {
    /// The bounds by the treasure that was played, whatever there is to place.
    fn by_treasure(player: &PlayerView<'_>) -> Self {
        let (limits, mode) = (player.components.limits, player.table.this_turn.mode);
        let (land, sea) = match mode {
            PlacementMode::ManyWorkers => (limits.many_land, limits.many_sea),
            PlacementMode::Normal | PlacementMode::TwoAreas => (limits.land, limits.sea),
        };
        let areas = if mode == PlacementMode::TwoAreas { 2 } else { 1 };
        Self { land: land.into(), sea: sea.into(), areas }
    }

    /// The bounds with the men and fishing boats that are left.
    fn now(player: &PlayerView<'_>) -> Self {
        let Self { land, sea, areas } = Self::by_treasure(player);
        let supply = usize::from(player.table.player(player.seat).supply);
        Self { land: land.min(supply), sea: sea.min(supply).min(player.table.boats.into()), areas }
    }
}

/// Could the seat place a worker if it had fighters in the settlements `own`?
pub fn is_possible(player: &PlayerView<'_>, connections: &Connections, own: Endpoints) -> bool {
    let Bounds { land, sea, .. } = Bounds::now(player);
    let fits = |surface| match surface {
        Surface::Land => land > 0,
        Surface::Sea => sea > 0,
        Surface::Closed => false,
    };
    (land > 0 || sea > 0) && connections.root_candidates(own).any(|cell| fits(connections.free_surface(cell)))
}

/// May the seat place workers on these fields? They are sorted. The conditions of §9.3 in their order, each with a code
/// of its own.
fn validate(player: &PlayerView<'_>, connections: &Connections, fields: &[Field]) -> Validation {
    let refuse = |code| refuse(code).at_field("fields");
    let board = &player.table.board;
    let named_once = fields.windows(2).all(|pair| pair[0] != pair[1]);
    ensure(!fields.is_empty() && named_once, || refuse(no::BAD_FIELDS))?;
    // Far out at sea, where no cell is, nothing stands.
    let is_free = |field: &Field| board.cell(*field).is_none_or(|cell| connections.is_free(cell));
    ensure(fields.iter().all(is_free), || refuse(no::NOT_FREE))?;
    let at_sea = player.table.count_at_sea(fields);
    let on_land = at_sea == 0;
    ensure(on_land || at_sea == fields.len(), || refuse(no::MIXED))?;
    let most = Bounds::by_treasure(player);
    ensure(fields.len() <= if on_land { most.land } else { most.sea }, || refuse(no::TOO_MANY))?;
    ensure(fields.len() <= usize::from(player.table.player(player.seat).supply), || refuse(no::NO_MEN))?;
    ensure(at_sea <= usize::from(player.table.boats), || refuse(no::NO_BOATS))?;
    let together = connected(fields[0], |near| fields.contains(&near));
    ensure(together.len() == fields.len(), || refuse(no::NOT_ADJACENT))?;
    ensure(count_areas(board, fields) <= most.areas, || refuse(no::TOO_MANY_AREAS))?;
    let own = player.own_settlements();
    let joins = |field: &Field| board.cell(*field).is_some_and(|cell| connections.is_root(cell, own));
    ensure(fields.iter().any(joins), || refuse(no::NOT_CONNECTED))
}

fn count_areas(board: &Board, fields: &[Field]) -> usize {
    let lands = fields.iter().filter_map(|field| board.land(*field));
    lands.fold(0_u64, |areas, land| areas | land.area_bit()).count_ones() as usize
}

impl PlaceWorkers {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let mut fields = self.fields.to_vec();
        fields.sort_unstable();
        validate(&PlayerView::after(recorder, seat), &recorder.table.connections(), &fields)?;
        let boats = recorder.table.count_at_sea(&fields) as u8;
        recorder.record(WorkersPlaced { seat, fields: fields.clone(), boats });
        for field in fields {
            // Each tile is recorded with the field where it really lay (§15, Q15b).
            if let Some(treasure) = recorder.secret.buried_at(field) {
                recorder.record(TreasureTaken { seat, field, treasure });
            }
        }
        attacks::continue_or_end_turn(recorder, seat);
        Ok(())
    }
}

impl Apply<State> for WorkersPlaced {
    fn apply(&self, state: &mut State) -> Applied {
        let State { table, secret } = state;
        for &field in &self.fields {
            table.workers.put(field, self.seat);
        }
        table.take_men(self.seat, self.fields.len() as u8)?;
        table.boats = table.boats.checked_sub(self.boats).or_misfit("fewer fishing boats than are taken")?;
        table.this_turn.placed.clone_from(&self.fields);
        // Where no attack is forced, the turn ends with the same action.
        table.phase = Phase::Attack {};
        table.count_act()?;
        // A secret without any such tiles stays shared: this runs for every placement that is tried.
        if !secret.taken(self.seat).is_empty() {
            secret.taken_mut(self.seat).clear();
        }
        Ok(())
    }
}

impl Apply<State> for TreasureTaken {
    fn apply(&self, state: &mut State) -> Applied {
        let Self { seat, field, treasure } = *self;
        let State { table, secret } = state;
        secret.buried.retain(|buried| buried.field != field);
        table.treasures.retain(|known| *known != field);
        let hand = secret.hand_mut(seat)?;
        hand.put(Treasures::of(treasure, 1))?;
        table.player_mut(seat)?.treasures = hand.total();
        secret.taken_mut(seat).push(BuriedTreasure { field, treasure });
        Ok(())
    }
}

impl TreasureTaken {
    pub fn redacted(&self, viewer: Viewer) -> Option<Redacted> {
        (viewer != Some(self.seat)).then_some(Redacted::TreasureTaken { seat: self.seat, field: self.field })
    }
}

pub fn legal(player: &PlayerView<'_>, connections: &Connections) -> Vec<Action> {
    placements(player, connections).map(|fields| Action::PlaceWorkers(PlaceWorkers { fields })).collect()
}

/// Every set of fields on which the seat can place workers now: small ones first, then in reading order.
pub fn placements<'p>(
    player: &PlayerView<'p>,
    connections: &Connections,
) -> impl Iterator<Item = Fields> + use<'p> {
    let board = &player.table.board;
    let bounds = Bounds::now(player);
    let mut search = SetSearch {
        board,
        connections,
        surface: Surface::Closed,
        most: 0,
        most_areas: bounds.areas,
        open: Vec::with_capacity(32),
        met: vec![false; board.cells()],
        found: Vec::with_capacity(128),
    };
    for root in connections.roots(player.own_settlements()).cells() {
        search.surface = connections.free_surface(root);
        let most = if search.surface == Surface::Land { bounds.land } else { bounds.sea };
        search.most = most.min(MAX_WORKERS);
        search.grow(root);
    }
    search.found.sort_unstable();
    let fields = |set: CellSet| set.cells().map(|cell| board.field(cell)).collect();
    search.found.into_iter().map(fields)
}

/// A set of cells, in reading order. Small sets are less than large ones.
///
/// The cells lie 16 bits each in one number, the first one highest. No worker can stand on cell 0, a corner of the rim,
/// so that a number is the higher the more cells are in it. Sets are sorted by the thousand, and numbers are compared
/// in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CellSet(u128);

impl CellSet {
    const BITS: u32 = u16::BITS;

    const EMPTY: Self = Self(0);

    fn cells(self) -> impl Iterator<Item = Cell> {
        let count = (u128::BITS - self.0.leading_zeros()).div_ceil(Self::BITS) as u8;
        (0..count).rev().map(move |place| Cell((self.0 >> (u32::from(place) * Self::BITS)) as u16))
    }

    /// The set with one more cell, which it does not have yet.
    const fn with(self, cell: Cell) -> Self {
        let mut later = 0;
        while (self.0 >> later) as u16 > cell.0 {
            later += Self::BITS;
        }
        let below = self.0 & ((1 << later) - 1);
        let above = (self.0 >> later) << Self::BITS | cell.0 as u128;
        Self(above << later | below)
    }
}

/// The search for every set of cells on which workers can be placed, each once.
///
/// A set grows from one root, cell by cell. A cell that was left out at one step is left out of everything that grows
/// from there, and a root is left out of everything that grows from a later one; so no set is met twice.
struct SetSearch<'a> {
    board: &'a Board,
    connections: &'a Connections,
    surface: Surface,
    most: usize,
    most_areas: usize,
    /// The cells by which it can grow.
    open: Vec<Cell>,
    /// The cells that are chosen, open, or left out.
    met: Vec<bool>,
    found: Vec<CellSet>,
}

/// The cells that are chosen at one step.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    cells: CellSet,
    count: usize,
    /// Their areas, one bit each; none for the sea.
    areas: u64,
}

impl SetSearch<'_> {
    fn grow(&mut self, root: Cell) {
        if self.most == 0 {
            return;
        }
        self.met[root.index()] = true;
        self.choose(Chosen { cells: CellSet::EMPTY, count: 0, areas: 0 }, root, 0);
    }

    fn area_bit(&self, cell: Cell) -> u64 {
        match self.board.ground(cell) {
            Ground::Land(land) => land.area_bit(),
            _ => 0,
        }
    }

    /// Adds a cell to a set, notes the new one, and goes on with the open cells from `next` on.
    fn choose(&mut self, before: Chosen, cell: Cell, next: usize) {
        let Chosen { cells, count, areas } = before;
        let chosen = Chosen { cells: cells.with(cell), count: count + 1, areas: areas | self.area_bit(cell) };
        self.found.push(chosen.cells);
        if chosen.count == self.most {
            return;
        }
        let before = self.open.len();
        self.open_around(cell);
        for index in next..self.open.len() {
            let other = self.open[index];
            if self.fits(chosen.areas, other) {
                self.choose(chosen, other, index + 1);
            }
        }
        for index in before..self.open.len() {
            self.met[self.open[index].index()] = false;
        }
        self.open.truncate(before);
    }

    fn open_around(&mut self, cell: Cell) {
        for near in self.board.near(cell) {
            if self.connections.free_surface(near) == self.surface && !self.met[near.index()] {
                self.met[near.index()] = true;
                self.open.push(near);
            }
        }
    }

    /// Does a set in these areas stay within as many as are allowed with that cell?
    fn fits(&self, areas: u64, cell: Cell) -> bool {
        let with = areas | self.area_bit(cell);
        with == areas || with.count_ones() as usize <= self.most_areas
    }
}
