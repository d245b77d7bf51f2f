//! The set-up: two rounds of free placement (rules page §5).

use super::{Verdict, turn};
use crate::settlers::action::{PlaceSetupRoad, PlaceSetupSettlement};
use crate::settlers::board::Vertex;
use crate::settlers::event::{Event, RoadFounded, SettlementFounded, StartingCardsTaken};
use crate::settlers::recorder::Recorder;
use crate::settlers::refusals::{self as no, refuse};
use crate::settlers::resource::Bundle;
use crate::settlers::state::{Founding, Phase, Table};
use crate::settlers::validate::building as validate;
use rules::Seat;

/// A settlement is founded; the second one gives a card for each land hex around it.
pub fn settlement(recorder: &mut Recorder<'_>, seat: Seat, action: &PlaceSetupSettlement) -> Verdict {
    let vertex = action.vertex;
    validate::is_free(&recorder.player_view(seat), vertex)?;
    let second =
        founding(recorder.table()).is_some_and(|founding| founding.placed >= recorder.table().seats());
    recorder.record(Event::SettlementFounded(SettlementFounded { seat, vertex }));
    if second {
        let cards = first_cards(recorder.table(), vertex);
        recorder.record(Event::StartingCardsTaken(StartingCardsTaken { seat, cards }));
    }
    Ok(())
}

/// Its road; after the last one the first turn begins.
pub fn road(recorder: &mut Recorder<'_>, seat: Seat, action: &PlaceSetupRoad) -> Verdict {
    let settlement = founding(recorder.table()).and_then(|founding| founding.settlement);
    let settlement = settlement.ok_or_else(|| refuse(no::WRONG_PHASE))?;
    validate::setup_road(&recorder.player_view(seat), settlement, action.edge)?;
    recorder.record(Event::RoadFounded(RoadFounded { seat, edge: action.edge }));
    let table = recorder.table();
    if founding(table).is_some_and(|founding| founding.placed >= 2 * table.seats()) {
        turn::begin_first(recorder);
    }
    Ok(())
}

fn founding(table: &Table) -> Option<Founding> {
    match table.phase {
        Phase::Founding(founding) => Some(founding),
        _ => None,
    }
}

fn first_cards(table: &Table, vertex: Vertex) -> Bundle {
    let mut cards = Bundle::EMPTY;
    let lands = vertex.hexes().filter_map(|hex| table.board.land(hex));
    for resource in lands.filter_map(|land| land.terrain.resource()) {
        cards += Bundle::of(resource, 1);
    }
    cards
}
