//! What a viewer may see (rules page §11): with `tell`, the only exit for anything a person sees.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::card::FateCard;
use super::components::Components;
use super::player_view::PlayerView;
use super::points;
use super::resource::{Bundle, Resource};
use super::state::{State, Table, UnitKind};
use super::validate::supply_trade::rates;
use rules::{Seat, Viewer};

/// The game through the eyes of a seat, or of a spectator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LandnamView)]
pub struct View {
    /// What lies on the table for everybody to see.
    pub table: Table,
    /// What is known of each seat, by seat.
    pub seats: Vec<SeatView>,
    /// The resources that have run out in the supply; how many are left of the others is secret.
    pub run_out: Vec<Resource>,
    /// The number of fate cards to be drawn.
    pub pile: u8,
    /// The viewer's own cards; none for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Own>,
}

/// What everybody knows of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// Victory points.
    pub points: i32,
    /// The number of resource cards in hand.
    pub cards: u16,
    /// The number of fate cards in hand.
    pub fate_cards: u8,
    /// Houses that are not on the board.
    pub houses_left: u8,
    /// Ships that may be built.
    pub ships_left: u8,
    /// Settlers that may be built.
    pub settlers_left: u8,
    /// How many cards of each kind the supply takes for one of another kind.
    pub rates: Bundle,
}

/// What only the seat itself sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// The seat.
    pub seat: Seat,
    /// Its resource cards.
    pub cards: Bundle,
    /// Its fate cards, oldest first.
    pub fate_cards: Vec<FateCard>,
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
            fate_cards: &own.fate_cards,
            run_out: Resource::ALL.map(|kind| self.run_out.contains(&kind)),
        })
    }
}

/// What `viewer` may see of `state`.
pub fn view(components: &Components, state: &State, viewer: Viewer) -> View {
    let secret = &state.secret;
    let seats = state.table.seats();
    View {
        table: state.table.clone(),
        seats: (0..seats).map(|seat| seat_view(components, state, seat)).collect(),
        run_out: Resource::ALL.into_iter().filter(|&kind| secret.has_run_out(kind)).collect(),
        pile: count(&secret.pile),
        own: viewer.filter(|&seat| seat < seats).map(|seat| Own {
            seat,
            cards: secret.hand(seat),
            fate_cards: secret.fate_cards_of(seat).to_vec(),
        }),
    }
}

fn seat_view(components: &Components, state: &State, seat: Seat) -> SeatView {
    let pieces = components.pieces_per_player;
    let table = &state.table;
    SeatView {
        seat,
        points: points::of(table, seat),
        cards: state.secret.hand_size(seat),
        fate_cards: count(state.secret.fate_cards_of(seat)),
        houses_left: pieces.houses.saturating_sub(table.houses(seat)),
        ships_left: pieces.ships.saturating_sub(table.pieces_used(seat, UnitKind::Ship)),
        settlers_left: pieces.settlers.saturating_sub(table.pieces_used(seat, UnitKind::Settler)),
        rates: rates(table, seat),
    }
}

fn count(cards: &[FateCard]) -> u8 {
    u8::try_from(cards.len()).unwrap_or(u8::MAX)
}
