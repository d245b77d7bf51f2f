//! The set-up: two rounds of free placement (rules page §5).

use super::{Verdict, turn};
use crate::rules::Seat;
use crate::rulesets::settlers::action::{PlaceSetupRoad, PlaceSetupSettlement};
use crate::rulesets::settlers::board::Vertex;
use crate::rulesets::settlers::event::{Event, RoadFounded, SettlementFounded, StartingCardsTaken};
use crate::rulesets::settlers::judge::building as judge;
use crate::rulesets::settlers::refusals::{self as no, refuse};
use crate::rulesets::settlers::resource::Bundle;
use crate::rulesets::settlers::scribe::Scribe;
use crate::rulesets::settlers::state::{Founding, Phase, Table};

/// A settlement is founded; the second one gives a card for each land hex around it.
pub fn settlement(scribe: &mut Scribe<'_>, seat: Seat, action: &PlaceSetupSettlement) -> Verdict {
    let vertex = action.vertex;
    judge::is_free(&scribe.sight(seat), vertex)?;
    let second = founding(scribe.table()).is_some_and(|founding| founding.placed >= scribe.table().seats());
    scribe.tell(Event::SettlementFounded(SettlementFounded { seat, vertex }));
    if second {
        let cards = first_cards(scribe.table(), vertex);
        scribe.tell(Event::StartingCardsTaken(StartingCardsTaken { seat, cards }));
    }
    Ok(())
}

/// Its road; after the last one the first turn begins.
pub fn road(scribe: &mut Scribe<'_>, seat: Seat, action: &PlaceSetupRoad) -> Verdict {
    let settlement = founding(scribe.table()).and_then(|founding| founding.settlement);
    let settlement = settlement.ok_or_else(|| refuse(no::WRONG_PHASE))?;
    judge::setup_road(&scribe.sight(seat), settlement, action.edge)?;
    scribe.tell(Event::RoadFounded(RoadFounded { seat, edge: action.edge }));
    let table = scribe.table();
    if founding(table).is_some_and(|founding| founding.placed >= 2 * table.seats()) {
        turn::begin_first(scribe);
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
