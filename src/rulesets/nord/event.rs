//! What happened, with everything chance gave and every secret inside; the log in which an action records it; and what
//! a viewer may see of it. Each event has its struct and its effect in the file of its subject.
//!
//! Nothing reaches a viewer except through `view` and [`redact`]. Every viewer gets every event, or at least its type,
//! so that missing events reveal nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::board::Field;
use super::components::Components;
use super::state::State;
use super::treasures::Treasures;
use rules::{Seat, Viewer};

rules::list_of! {
/// An event, distinguished by its `type`.
#[schema(as = NordEvent)]
pub enum Event applies to State {
    // Set-up and end
    setup: IslandLaid, TreasuresDealt;
    start: StartChosen, JarlsSeated;
    turn: SeatGivenUp, GameEnded;
    // Turn
    turn: TurnBegun, TurnEnded;
    treasures: TreasurePlayed, FighterMoved;
    placement: WorkersPlaced, TreasureTaken;
    attacks: SettlementAttacked;
    jarls: JarlDefeated;
    // Scoring
    scoring: ScoringBegun, MaterialsDelivered, MountainsCollapsed, FightersFed, StormRaised, DragonBoatCleared;
    treasures: DiscardShuffled, TreasuresLaid;
    scoring: ScoringEnded;
    treasures: TreasuresScored;
}
}

pub type Recorder<'r> = rules::Recorder<'r, Components, State, Event>;

rules::redacted_event!(RedactedEvent as NordRedactedEvent);

/// The redacted forms of events with secrets, under the same `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordRedacted)]
pub enum Redacted {
    /// The treasures were dealt, laid out and piled.
    TreasuresDealt {
        /// What the viewer got; missing for a spectator.
        #[serde(skip_serializing_if = "Option::is_none")]
        own: Option<Treasures>,
        /// One for each seat, in seat order.
        counts: Vec<u8>,
        /// Where treasures lie face down.
        fields: Vec<Field>,
        /// How many treasures are left for the draw pile.
        draw_pile_count: usize,
    },
    /// Another seat took the treasure of a field.
    TreasureTaken { seat: Seat, field: Field },
    /// The discards are the draw pile now, in secret order.
    DiscardShuffled { count: usize },
    /// New treasures lie face down on free cairns.
    TreasuresLaid { fields: Vec<Field> },
}

pub fn redact(event: &Event, viewer: Viewer) -> RedactedEvent {
    let redacted = match event {
        Event::TreasuresDealt(event) => Some(event.redacted(viewer)),
        Event::TreasureTaken(event) => event.redacted(viewer),
        Event::DiscardShuffled(event) => Some(event.redacted()),
        Event::TreasuresLaid(event) => Some(event.redacted()),
        _ => None,
    };
    redacted.map_or_else(|| RedactedEvent::Whole(event.clone()), RedactedEvent::Redacted)
}

/// Does anyone learn something by it that could not be known before? See [`rules::Rules::reveals`].
///
/// Everything hidden is a treasure tile; the rest follows from what all see. Nobody sees the tiles that are laid, but
/// the rules page (§17) has nothing taken back once new ones lie. A treasure that a seat plays it shows of its own
/// accord.
pub const fn reveals(event: &Event) -> bool {
    match event {
        Event::IslandLaid(_)
        | Event::TreasuresDealt(_)
        | Event::TreasureTaken(_)
        | Event::DiscardShuffled(_)
        | Event::TreasuresLaid(_)
        | Event::TreasuresScored(_) => true,
        Event::StartChosen(_)
        | Event::JarlsSeated(_)
        | Event::SeatGivenUp(_)
        | Event::GameEnded(_)
        | Event::TurnBegun(_)
        | Event::TurnEnded(_)
        | Event::TreasurePlayed(_)
        | Event::FighterMoved(_)
        | Event::WorkersPlaced(_)
        | Event::SettlementAttacked(_)
        | Event::JarlDefeated(_)
        | Event::ScoringBegun(_)
        | Event::MaterialsDelivered(_)
        | Event::MountainsCollapsed(_)
        | Event::FightersFed(_)
        | Event::StormRaised(_)
        | Event::DragonBoatCleared(_)
        | Event::ScoringEnded(_) => false,
    }
}
