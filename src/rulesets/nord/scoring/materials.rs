//! Scorings 1 and 3: raw materials (rules page §13.1).

use crate::rules::Seat;
use crate::rulesets::nord::board::{Cell, Ends, Ground, Settlement};
use crate::rulesets::nord::connections::Connections;
use crate::rulesets::nord::event::{Delivery, Event, MaterialsDelivered, MountainsCollapsed, Standing};
use crate::rulesets::nord::scribe::Scribe;
use crate::rulesets::nord::state::{Hold, Table};
use crate::rulesets::nord::terrain::Terrain;

/// Forests and mountains deliver; then the mountains that did collapse.
pub fn score(scribe: &mut Scribe<'_>) {
    let table = scribe.table();
    let connections = scribe.connections();
    let deliveries = deliveries(table, &connections);
    let mut points = vec![0; table.players.len()];
    for delivery in &deliveries {
        if let Some(points) = points.get_mut(usize::from(delivery.seat)) {
            *points += u16::from(delivery.forests) + u16::from(delivery.mountains);
        }
    }
    let workers = delivering_mountains(table, &connections);
    scribe.tell(Event::MaterialsDelivered(MaterialsDelivered { deliveries, points }));
    if !workers.is_empty() {
        scribe.tell(Event::MountainsCollapsed(MountainsCollapsed { workers }));
    }
}

/// All that is delivered, by settlement and seat.
pub fn deliveries(table: &Table, connections: &Connections<'_>) -> Vec<Delivery> {
    let mut deliveries = Vec::new();
    for (settlement, _) in table.board.settlements() {
        for seat in deliverers(&table.hold(settlement)).filter(|seat| *seat < table.seats()) {
            let delivery = delivery(table, connections, settlement, seat);
            if delivery.forests > 0 || delivery.mountains > 0 {
                deliveries.push(delivery);
            }
        }
    }
    deliveries
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

fn delivery(table: &Table, connections: &Connections<'_>, settlement: Settlement, seat: Seat) -> Delivery {
    let mut delivery = Delivery { seat, settlement, forests: 0, mountains: 0 };
    let mut areas: Vec<u8> = Vec::new();
    let own = connections.workers().filter(|(_, owner)| *owner == seat);
    for (cell, _) in own.filter(|(cell, _)| connections.ends_of(*cell).has(settlement)) {
        let Ground::Land(land) = table.board.ground(cell) else { continue };
        match land.terrain {
            Terrain::Mountain => delivery.mountains += 1,
            Terrain::Forest if !areas.contains(&land.area) => {
                areas.push(land.area);
                delivery.forests += 1;
            }
            Terrain::Forest | Terrain::Karst => {}
        }
    }
    delivery
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
