//! What a viewer is told of an event: with `view`, the only exit for anything a person sees.
//!
//! Everybody is told every event, at least that something of its type happened, so that gaps tell nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::board::Field;
use super::event::{Event, TreasuresDealt};
use super::state::Buried;
use super::treasure::Treasures;
use rules::{Seat, Viewer};

/// An event as a viewer is told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = NordTold)]
pub enum RedactedEvent {
    /// The event as it is; nothing in it is secret from the viewer.
    Whole(Event),
    /// What is left of an event with a secret in it.
    Redacted(Redacted),
}

/// Events with secrets, without them. The types are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordRedacted)]
pub enum Redacted {
    /// The treasures were dealt, laid out and piled.
    TreasuresDealt {
        /// What the viewer got; nothing for a spectator.
        #[serde(skip_serializing_if = "Option::is_none")]
        own: Option<Treasures>,
        /// How many each seat got, by seat.
        counts: Vec<u8>,
        /// The fields on which one lies, in reading order.
        fields: Vec<Field>,
        /// How many are in the draw pile.
        draw_pile: usize,
    },
    /// Somebody else took the treasure of a field.
    TreasureTaken {
        /// Who.
        seat: Seat,
        /// Where it lay.
        field: Field,
    },
    /// The discard pile was shuffled and is the draw pile now; its order is secret.
    DiscardShuffled {
        /// How many tiles there are.
        count: usize,
    },
    /// New treasures lie face down on free cairns.
    TreasuresLaid {
        /// Where, in reading order.
        fields: Vec<Field>,
    },
}

/// What `viewer` is told of `event`.
pub fn redact(event: &Event, viewer: Viewer) -> RedactedEvent {
    RedactedEvent::Redacted(match event {
        Event::TreasuresDealt(dealt) => treasures_dealt(dealt, viewer),
        Event::TreasureTaken(taken) if viewer != Some(taken.seat) => {
            Redacted::TreasureTaken { seat: taken.seat, field: taken.field }
        }
        Event::DiscardShuffled(shuffled) => Redacted::DiscardShuffled { count: shuffled.draw_pile.len() },
        Event::TreasuresLaid(laid) => Redacted::TreasuresLaid { fields: fields(&laid.buried) },
        open => return RedactedEvent::Whole(open.clone()),
    })
}

fn treasures_dealt(dealt: &TreasuresDealt, viewer: Viewer) -> Redacted {
    Redacted::TreasuresDealt {
        own: viewer.and_then(|seat| dealt.hands.get(usize::from(seat)).copied()),
        counts: dealt.hands.iter().map(Treasures::total).collect(),
        fields: fields(&dealt.buried),
        draw_pile: dealt.draw_pile.len(),
    }
}

fn fields(buried: &[Buried]) -> Vec<Field> {
    buried.iter().map(|buried| buried.field).collect()
}
