//! What a viewer is told of an event: with `view`, the only exit for anything a person sees.
//!
//! Everybody is told every event, at least that something of its type happened, so that gaps tell nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::event::Event;
use super::resource::Resource;
use rules::{Seat, Viewer};

/// An event as a viewer is told it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = LandnamTold)]
pub enum RedactedEvent {
    /// The event as it is; nothing in it is secret from the viewer.
    Whole(Event),
    /// What is left of an event with a secret in it.
    Redacted(Redacted),
}

/// Events with secrets, without them. The types are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = LandnamRedacted)]
pub enum Redacted {
    /// The draw pile lies ready; its order is secret.
    FatePileLaid {
        /// How many fate cards it has.
        count: usize,
    },
    /// The discards were shuffled into a new draw pile; its order is secret.
    FatePileReshuffled {
        /// How many fate cards it has.
        count: usize,
    },
    /// Somebody else drew a fate card; which is secret.
    FateCardDrawn {
        /// Who drew it.
        seat: Seat,
    },
    /// A famine. How many cards each seat returned is public; of which kinds is not, where two were short.
    FamineStruck {
        /// The short kinds.
        short: Vec<Resource>,
        /// What each seat returned, in seat order; seats that returned nothing are missing.
        returned: Vec<Loss>,
    },
}

/// How many cards a famine took from one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LandnamLoss)]
pub struct Loss {
    /// Who returned cards.
    pub seat: Seat,
    /// How many.
    pub count: u16,
}

/// What `viewer` is told of `event`.
pub fn redact(event: &Event, viewer: Viewer) -> RedactedEvent {
    RedactedEvent::Redacted(match event {
        Event::FatePileLaid(laid) => Redacted::FatePileLaid { count: laid.pile.len() },
        Event::FatePileReshuffled(laid) => Redacted::FatePileReshuffled { count: laid.pile.len() },
        Event::FateCardDrawn(drawn) if viewer != Some(drawn.seat) => {
            Redacted::FateCardDrawn { seat: drawn.seat }
        }
        Event::FamineStruck(famine) => Redacted::FamineStruck {
            short: famine.short.clone(),
            returned: famine
                .returned
                .iter()
                .map(|loss| Loss { seat: loss.seat, count: loss.cards.total() })
                .collect(),
        },
        open => return RedactedEvent::Whole(open.clone()),
    })
}
