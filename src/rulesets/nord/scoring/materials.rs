//! Scorings 1 and 3: raw materials (rules page §13.1).

use crate::nord::board::{Cell, Ends, Ground, SETTLEMENTS};
use crate::nord::connections::Connections;
use crate::nord::event::{Delivery, Event, MaterialsDelivered, MountainsCollapsed, Standing};
use crate::nord::recorder::Recorder;
use crate::nord::state::{Hold, MOST_SEATS, Table};
use crate::nord::terrain::Terrain;
use rules::Seat;

/// Forests and mountains deliver; then the mountains that did collapse.
pub fn score(recorder: &mut Recorder<'_>) {
    let table = recorder.table();
    let connections = recorder.connections();
    let deliveries = deliveries(table, &connections);
    let mut points = vec![0; table.players.len()];
    for delivery in &deliveries {
        if let Some(points) = points.get_mut(usize::from(delivery.seat)) {
            *points += u16::from(delivery.forests) + u16::from(delivery.mountains);
        }
    }
    let workers = delivering_mountains(table, &connections);
    recorder.record(Event::MaterialsDelivered(MaterialsDelivered { deliveries, points }));
    if !workers.is_empty() {
        recorder.record(Event::MountainsCollapsed(MountainsCollapsed { workers }));
    }
}

/// All that gives points, by settlement and seat: those who have given up score no more, but they count in the comparison
/// of who may deliver, and their mountains collapse like any other.
pub fn deliveries(table: &Table, connections: &Connections<'_>) -> Vec<Delivery> {
    let gathered = gathered(table, connections);
    let mut deliveries = Vec::new();
    for (settlement, _) in table.board.settlements() {
        let plays = |seat: &Seat| *seat < table.seats() && !table.has_resigned(*seat);
        for seat in deliverers(&table.hold(settlement)).filter(plays) {
            let Gathered { areas, mountains } = gathered[settlement.index()][usize::from(seat)];
            let forests = areas.count_ones() as u8;
            if forests > 0 || mountains > 0 {
                deliveries.push(Delivery { seat, settlement, forests, mountains });
            }
        }
    }
    deliveries
}

/// What the workers of a seat gather for a settlement: the forest areas, a bit each, and the mountain workers.
#[derive(Clone, Copy, Default)]
struct Gathered {
    areas: u128,
    mountains: u8,
}

/// By settlement and seat, for all workers that are connected with one.
fn gathered(table: &Table, connections: &Connections<'_>) -> [[Gathered; MOST_SEATS]; SETTLEMENTS] {
    let mut gathered = [[Gathered::default(); MOST_SEATS]; SETTLEMENTS];
    for (cell, seat) in connections.workers() {
        let Ground::Land(land) = table.board.ground(cell) else { continue };
        for settlement in connections.ends_of(cell).settlements() {
            let Some(known) = gathered[settlement.index()].get_mut(usize::from(seat)) else { continue };
            match land.terrain {
                Terrain::Mountain => known.mountains += 1,
                // There are never as many areas: an island has 64 fields at most.
                Terrain::Forest => known.areas |= 1 << (land.area & 127),
                Terrain::Karst => {}
            }
        }
    }
    gathered
}

/// Who may deliver: whoever has fighters there, but those with fewest of them unless all have equally many.
fn deliverers(hold: &Hold) -> impl Iterator<Item = Seat> + use<> {
    let hold = *hold;
    let present = move || hold.fighters.into_iter().filter(|count| *count > 0);
    let (most, fewest) = (present().max().unwrap_or(0), present().min().unwrap_or(0));
    let may = move |seat: &Seat| {
        let count = hold.of(*seat);
        count > 0 && (count == most || count > fewest)
    };
    (0..hold.fighters.len() as u8).filter(may)
}

/// The mountain workers who deliver somewhere, in reading order.
fn delivering_mountains(table: &Table, connections: &Connections<'_>) -> Vec<Standing> {
    let markets: Vec<Ends> = (0..table.seats())
        .map(|seat| {
            let of_seat = |hold: &Hold| deliverers(hold).any(|deliverer| deliverer == seat);
            table
                .settlements
                .iter()
                .filter(|(_, hold)| of_seat(hold))
                .map(|(settlement, _)| settlement)
                .collect()
        })
        .collect();
    let delivers = |cell: Cell, seat: Seat| {
        let is_mountain =
            matches!(table.board.ground(cell), Ground::Land(land) if land.terrain == Terrain::Mountain);
        let market = markets.get(usize::from(seat)).copied().unwrap_or(Ends::NONE);
        is_mountain && connections.ends_of(cell).meets(market)
    };
    let delivering = connections.workers().filter(|(cell, seat)| delivers(*cell, *seat));
    delivering.map(|(cell, seat)| Standing { field: table.board.field(cell), seat }).collect()
}
