//! What a viewer may see (rules page §14): with `tell`, the only exit for anything a person sees.
//!
//! After the end everything is shown but the order of the deck that was left.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::components::Components;
use super::development::DevelopmentCards;
use super::player_view::PlayerView;
use super::points;
use super::resource::Bundle;
use super::state::{Phase, State, Table};
use super::validate::offers::rates;
use rules::{Seat, Viewer};

/// The game through the eyes of a seat, or of a spectator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersView)]
pub struct View {
    /// What lies on the table for everybody to see.
    pub table: Table,
    /// Points and rates of each seat, by seat.
    pub seats: Vec<SeatView>,
    /// The viewer's own cards; none for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Own>,
}

/// What follows from the table for a seat, and its cards once the game is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersSeatView)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// Victory points that everybody sees; all of them once the game is over.
    pub points: i32,
    /// How many cards of each kind the bank takes for one of another kind.
    pub rates: Bundle,
    /// Its cards, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
}

/// The cards of a seat, shown at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersShown)]
pub struct Shown {
    /// Resource cards.
    pub cards: Bundle,
    /// Development cards that were not played.
    pub development_cards: DevelopmentCards,
}

/// What only the seat itself sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersOwn)]
pub struct Own {
    /// The seat.
    pub seat: Seat,
    /// Its resource cards.
    pub cards: Bundle,
    /// Its development cards that were not played.
    pub development_cards: DevelopmentCards,
    /// Those of them that were bought in this turn and can't be played before the next.
    pub bought: DevelopmentCards,
    /// What it has chosen to give back while others still choose; these cards are still in hand.
    pub aside: Bundle,
    /// Victory points, hidden cards included.
    pub points: i32,
}

impl View {
    /// The view with which its seat looks for what it may do; `None` for a spectator.
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

/// What `viewer` may see of `state`.
pub fn view(state: &State, viewer: Viewer) -> View {
    let seats = state.table.seats();
    View {
        table: state.table.clone(),
        seats: (0..seats).map(|seat| seat_view(state, seat)).collect(),
        own: viewer.filter(|&seat| seat < seats).map(|seat| own(state, seat)),
    }
}

fn is_over(state: &State) -> bool {
    matches!(state.table.phase, Phase::Over { .. })
}

fn seat_view(state: &State, seat: Seat) -> SeatView {
    let secret = &state.secret;
    let shown = || Shown { cards: secret.hand(seat), development_cards: secret.development_of(seat) };
    SeatView {
        seat,
        points: points::known(state, seat),
        rates: rates(&state.table, seat),
        shown: is_over(state).then(shown),
    }
}

fn own(state: &State, seat: Seat) -> Own {
    let secret = &state.secret;
    Own {
        seat,
        cards: secret.hand(seat),
        development_cards: secret.development_of(seat),
        bought: if state.table.active == seat { secret.bought } else { DevelopmentCards::default() },
        aside: secret.aside.get(usize::from(seat)).copied().unwrap_or_default(),
        points: points::total(state, seat),
    }
}
