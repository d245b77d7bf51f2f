//! What follows from an island, worked out once.

use std::collections::BTreeMap;

use super::cell::{Cell, Window};
use super::ends::Ends;
use super::field::Field;
use super::ground::{self, AreaFields, Ground, Land};
use super::island::Island;
use super::settlement::Settlement;
use rules::Spot;

/// An island with its cells, areas, gates and surroundings.
pub struct Survey {
    pub island: Island,
    pub window: Window,
    pub ground: Vec<Ground>,
    /// What a worker on each cell touches.
    pub ends: Vec<Ends>,
    /// The areas, by number.
    pub areas: Vec<AreaFields>,
    /// The open fields with a cairn, in reading order.
    pub cairns: Vec<Field>,
    /// The cells before the gates, by settlement.
    pub gates: Vec<Vec<Cell>>,
    /// The cells around, by settlement.
    pub surroundings: Vec<Vec<Cell>>,
    /// The cells beside the small dragon boat.
    pub boat_sides: Vec<Cell>,
}

impl Survey {
    pub fn of(island: Island) -> Self {
        let (known, areas) = ground::survey(&island);
        let window = Window::around(known.keys().copied());
        let with_cairn = |ground: &Ground| matches!(ground, Ground::Land(Land { cairn: true, .. }));
        let cairns = known.iter().filter(|(_, ground)| with_cairn(ground)).map(|(field, _)| *field);
        let cells = |fields: &[Field]| -> Vec<Cell> {
            fields.iter().filter_map(|field| window.cell(*field)).collect()
        };
        let site = |settlement: Settlement| island.settlements.get(settlement);
        let around = |fields: fn(Field) -> Vec<Field>| -> Vec<Vec<Cell>> {
            Settlement::all()
                .map(|settlement| site(settlement).map_or(vec![], |at| cells(&fields(at))))
                .collect()
        };
        Self {
            ground: ground_of(&known, &window),
            ends: ends_of(&island, &window),
            cairns: cairns.collect(),
            gates: around(|field| field.neighbours().to_vec()),
            surroundings: around(|field| field.around().to_vec()),
            boat_sides: cells(&island.dragon_boat.neighbours()),
            island,
            window,
            areas,
        }
    }
}

fn ground_of(known: &BTreeMap<Field, Ground>, window: &Window) -> Vec<Ground> {
    let cells = (0..window.cells()).map(|number| Cell(u16::try_from(number).unwrap_or(u16::MAX)));
    let ground = |cell: Cell| match known.get(&window.field(cell)) {
        Some(ground) => *ground,
        None if window.is_rim(cell) => Ground::Rim,
        None => Ground::Sea,
    };
    cells.map(ground).collect()
}

fn ends_of(island: &Island, window: &Window) -> Vec<Ends> {
    let mut ends = vec![Ends::NONE; window.cells()];
    let sites = island.settlements.iter().map(|(settlement, field)| (Ends::only(settlement), field));
    for (end, field) in sites.chain([(Ends::BOAT, island.dragon_boat)]) {
        for near in field.neighbours() {
            if let Some(known) = window.cell(near).and_then(|cell| ends.get_mut(cell.index())) {
                *known |= end;
            }
        }
    }
    ends
}
