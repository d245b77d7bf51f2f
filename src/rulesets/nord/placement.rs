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
        let mut fields = self.fields.clone();
        fields.sort_unstable();
        validate(&PlayerView::after(recorder, seat), &recorder.table.connections(), &fields)?;
        let boats = recorder.table.count_at_sea(&fields) as u8;
        recorder.record(WorkersPlaced { seat, fields: fields.to_vec(), boats });
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

pub fn legal<'p>(
    player: &PlayerView<'p>,
    connections: &Connections,
) -> impl ExactSizeIterator<Item = Action> + use<'p> {
    placements(player, connections).map(|fields| Action::PlaceWorkers(PlaceWorkers { fields }))
}

/// Every set of fields on which the seat can place workers now: small ones first, then in reading order.
pub fn placements<'p>(
    player: &PlayerView<'p>,
    connections: &Connections,
) -> impl ExactSizeIterator<Item = Fields> + use<'p> {
    let board = &player.table.board;
    let bounds = Bounds::now(player);
    let mut search = SetSearch {
        board,
        free: connections.free_surfaces().to_vec(),
        surface: Surface::Closed,
        most: 0,
        most_areas: bounds.areas,
        open: Vec::with_capacity(32),
        found: Vec::with_capacity(128),
    };
    for root in connections.roots(player.own_settlements()).cells() {
        search.surface = connections.free_surface(root);
        let most = if search.surface == Surface::Land { bounds.land } else { bounds.sea };
        search.most = most.min(MAX_WORKERS);
        search.grow(root);
    }
    search.found.sort_unstable();
    search.found.into_iter().map(|set| set.fields(board))
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

    /// Its fields. All places of the list are filled, which takes no branch for each; those behind the last cell, which
    /// would be of cell 0, are not in the list.
    fn fields(self, board: &Board) -> Fields {
        let unused = self.0.leading_zeros() / Self::BITS;
        let mut left = self.0 << (unused * Self::BITS);
        let fields = [(); MAX_WORKERS].map(|()| {
            left = left.rotate_left(Self::BITS);
            board.field(Cell(left as u16))
        });
        Fields::from_buf_and_len(fields, MAX_WORKERS - unused as usize)
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
    /// The surface of each cell by which sets can still grow: the cells that are chosen, open or left out are closed.
    free: Vec<Surface>,
    surface: Surface,
    most: usize,
    most_areas: usize,
    /// The cells by which it can grow.
    open: Vec<Cell>,
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
        self.free[root.index()] = Surface::Closed;
        let areas = self.area_bit(root);
        self.choose(Chosen { cells: CellSet::EMPTY.with(root), count: 1, areas }, root, 0);
    }

    fn area_bit(&self, cell: Cell) -> u64 {
        match self.board.ground(cell) {
            Ground::Land(land) => land.area_bit(),
            _ => 0,
        }
    }

    /// Notes a set to which `cell` came last, and goes on with the open cells from `next` on.
    fn choose(&mut self, chosen: Chosen, cell: Cell, next: usize) {
        self.found.push(chosen.cells);
        if chosen.count == self.most {
            return;
        }
        let before = self.open.len();
        self.open_around(cell);
        for index in next..self.open.len() {
            let other = self.open[index];
            let areas = chosen.areas | self.area_bit(other);
            // Most cells lie in an area of the set, so that none have to be counted.
            if areas == chosen.areas || areas.count_ones() as usize <= self.most_areas {
                let cells = chosen.cells.with(other);
                self.choose(Chosen { cells, count: chosen.count + 1, areas }, other, index + 1);
            }
        }
        for cell in self.open.drain(before..) {
            self.free[cell.index()] = self.surface;
        }
    }

    fn open_around(&mut self, cell: Cell) {
        for near in self.board.near(cell) {
            let free = &mut self.free[near.index()];
            if *free == self.surface {
                *free = Surface::Closed;
                self.open.push(near);
            }
        }
    }
}
