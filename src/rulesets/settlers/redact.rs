//! What a viewer is told of an event: with `view`, the only exit for anything a person sees.
//!
//! Everybody is told every event, at least that something of its type happened, so that gaps tell nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::event::Event;
use super::resource::Bundle;
use rules::{Seat, Viewer};

/// An event as a viewer is told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = SettlersTold)]
pub enum RedactedEvent {
    /// The event as it is; nothing in it is secret from the viewer.
    Whole(Event),
    /// What is left of an event with a secret in it.
    Redacted(Redacted),
}

/// Events with secrets, without them. The types are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersRedacted)]
pub enum Redacted {
    /// The development cards were shuffled; their order is secret.
    DeckShuffled {
        /// How many there are.
        count: usize,
    },
    /// Somebody else has chosen what he gives back; which cards is told when the last has chosen.
    CardsLaidAside {
        /// Who.
        seat: Seat,
    },
    /// A card was stolen between two others.
    CardStolen {
        /// Who took it.
        seat: Seat,
        /// From whom.
        victim: Seat,
    },
    /// Somebody else bought a development card.
    DevelopmentCardBought {
        /// Who.
        seat: Seat,
        /// What was paid.
        paid: Bundle,
    },
}

/// What `viewer` is told of `event`.
pub fn redact(event: &Event, viewer: Viewer) -> RedactedEvent {
    let is = |seat: Seat| viewer == Some(seat);
    RedactedEvent::Redacted(match event {
        Event::DeckShuffled(shuffled) => Redacted::DeckShuffled { count: shuffled.deck.len() },
        Event::CardsLaidAside(aside) if !is(aside.seat) => Redacted::CardsLaidAside { seat: aside.seat },
        Event::CardStolen(stolen) if !is(stolen.seat) && !is(stolen.victim) => {
            Redacted::CardStolen { seat: stolen.seat, victim: stolen.victim }
        }
        Event::DevelopmentCardBought(bought) if !is(bought.seat) => {
            Redacted::DevelopmentCardBought { seat: bought.seat, paid: bought.paid }
        }
        open => return RedactedEvent::Whole(open.clone()),
    })
}
