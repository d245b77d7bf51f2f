//! What a viewer may see (rules page §14), and what one seat knows. Besides [`view`] and `event::redact` nothing
//! else reaches a viewer.
//!
//! After the end everything is shown but the order of the deck that was left.

use super::components::Components;
use super::development::DevelopmentCards;
use super::event::Recorder;
use super::resource::Bundle;
use super::scoring;
use super::state::{State, Table};
use super::trade::rates;
use rules::{Seat, Shared, Viewer, wire};

/// The game as one seat or a spectator sees it.
#[wire(Settlers)]
pub struct View {
    #[schema(value_type = Table)]
    pub table: Shared<Table>,
    /// One for each seat, in seat order.
    pub seats: Vec<SeatView>,
    /// What only the viewer knows; missing for a spectator.
    pub own: Option<OwnCards>,
}

/// What follows from the table for a seat.
#[wire(Settlers)]
pub struct SeatView {
    pub seat: Seat,
    /// Victory points that everybody sees; once the game is over, all.
    pub points: i32,
    /// How many cards of each kind the bank takes for one of another.
    pub rates: Bundle,
    /// What it held; missing until the game is over.
    pub shown: Option<ShownCards>,
}

/// What a seat held when the game ended.
#[wire(Settlers)]
pub struct ShownCards {
    pub cards: Bundle,
    /// Those it had not played.
    pub development_cards: DevelopmentCards,
}

#[wire(Settlers)]
pub struct OwnCards {
    pub seat: Seat,
    pub cards: Bundle,
    /// Its development cards that were not played.
    pub development_cards: DevelopmentCards,
    /// Those of them that were bought in this turn and can't be played before the next.
    pub bought: DevelopmentCards,
    /// What it has chosen to give back while others still choose; part of `cards` until then.
    pub aside: Bundle,
    /// Victory points, hidden cards included.
    pub points: i32,
}

pub fn view(state: &State, viewer: Viewer) -> View {
    let seats = state.table.seats();
    View {
        table: state.table.clone(),
        seats: (0..seats).map(|seat| seat_view(state, seat)).collect(),
        own: viewer.filter(|&seat| seat < seats).map(|seat| own_cards(state, seat)),
    }
}

fn seat_view(state: &State, seat: Seat) -> SeatView {
    let secret = &state.secret;
    let shown = || ShownCards { cards: secret.hand(seat), development_cards: secret.development_of(seat) };
    SeatView {
        seat,
        points: scoring::known_points(state, seat),
        rates: rates(&state.table, seat),
        shown: state.table.is_over().then(shown),
    }
}

fn own_cards(state: &State, seat: Seat) -> OwnCards {
    let secret = &state.secret;
    OwnCards {
        seat,
        cards: secret.hand(seat),
        development_cards: secret.development_of(seat),
        bought: bought_by(state, seat),
        aside: secret.aside_of(seat),
        points: scoring::total_points(state, seat),
    }
}

fn bought_by(state: &State, seat: Seat) -> DevelopmentCards {
    if state.table.active == seat { state.secret.bought } else { DevelopmentCards::default() }
}

/// One seat's knowledge. What is legal for the seat depends on nothing else, so that listing legal actions reveals
/// no secret, and a client that has only a view can list them too.
#[derive(Debug, Clone, Copy)]
pub struct PlayerView<'a> {
    pub components: &'a Components,
    pub table: &'a Table,
    pub seat: Seat,
    pub hand: Bundle,
    pub development: DevelopmentCards,
    /// Those of them that were bought in this turn.
    pub bought: DevelopmentCards,
}

impl<'a> PlayerView<'a> {
    /// What `seat` knows after everything recorded so far.
    pub fn after(recorder: &'a Recorder<'_>, seat: Seat) -> Self {
        Self::of(recorder.components, recorder, seat)
    }

    pub fn of(components: &'a Components, state: &'a State, seat: Seat) -> Self {
        let (hand, development) = (state.secret.hand(seat), state.secret.development_of(seat));
        Self { components, table: &state.table, seat, hand, development, bought: bought_by(state, seat) }
    }

    pub fn is_active(&self) -> bool {
        self.table.active == self.seat
    }
}

impl View {
    /// What the seat that has this view knows; `None` for a spectator.
    pub fn player_view<'v>(&'v self, components: &'v Components) -> Option<PlayerView<'v>> {
        let own = self.own.as_ref()?;
        Some(PlayerView {
            components,
            table: &self.table,
            seat: own.seat,
            hand: own.cards,
            development: own.development_cards,
            bought: own.bought,
        })
    }
}
