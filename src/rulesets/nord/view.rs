//! What a viewer may see (rules page §14): with `tell`, the only exit for anything a person sees.
//!
//! After the end all hands are shown; what lies face down on the board and in the draw pile never is.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::Settlement;
use super::components::Components;
use super::connections::Connections;
use super::player_view::PlayerView;
use super::state::{Buried, Links, Phase, State, Table};
use super::treasure::Treasures;
use rules::{Seat, Viewer};

/// The game through the eyes of a seat, or of a spectator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordView)]
pub struct View {
    /// What lies on the table for everybody to see.
    pub table: Table,
    /// The settlements that are linked now.
    pub links: Links,
    /// The settlements that are linked with the small dragon boat now.
    pub boat_links: Vec<Settlement>,
    /// The treasures of each seat, by seat, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Vec<Treasures>>,
    /// The viewer's own treasures; none for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Own>,
}

/// What only the seat itself sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordOwn)]
pub struct Own {
    /// The seat.
    pub seat: Seat,
    /// Its treasures.
    pub treasures: Treasures,
    /// What it took with its last placement, and where each of these tiles lay.
    pub taken: Vec<Buried>,
}

impl View {
    /// The view with which its seat looks for what it may do; `None` for a spectator.
    pub fn player_view<'v>(&'v self, components: &'v Components) -> Option<PlayerView<'v>> {
        let own = self.own.as_ref()?;
        Some(PlayerView { components, table: &self.table, seat: own.seat, hand: own.treasures })
    }
}

/// What `viewer` may see of `state`.
pub fn view(state: &State, viewer: Viewer) -> View {
    let table = &state.table;
    let connections = Connections::of(&table.board, &table.workers);
    let own = viewer.filter(|seat| *seat < table.seats());
    let is_over = matches!(table.phase, Phase::Over { .. });
    View {
        table: table.clone(),
        links: connections.links(),
        boat_links: connections.boat_links().settlements().collect(),
        shown: is_over.then(|| state.secret.hands.clone()),
        own: own.map(|seat| Own {
            seat,
            treasures: state.secret.hand(seat),
            taken: state.secret.taken(seat).to_vec(),
        }),
    }
}
