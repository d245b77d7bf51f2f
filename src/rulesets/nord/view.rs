//! What a viewer may see of a game (rules page §14), and what one seat knows. Nothing reaches a viewer except through
//! `event::redact` and [`view`].
//!
//! After the end all hands are shown; treasures face down on the board and in the draw pile never are.

use std::sync::Arc;

use super::board::{Endpoints, Settlement};
use super::components::Components;
use super::connections::Connections;
use super::event::Recorder;
use super::state::{BuriedTreasure, Links, Phase, State, Table};
use super::treasures::Treasures;
use rules::{Seat, Shared, Viewer, wire};

/// One seat's knowledge. Which actions are legal for the seat depends on nothing else; so a list of them reveals no
/// secret, and a client that has only a view can make it, too.
#[derive(Debug, Clone, Copy)]
pub struct PlayerView<'a> {
    pub components: &'a Components,
    pub table: &'a Table,
    pub seat: Seat,
    pub hand: Treasures,
}

impl<'a> PlayerView<'a> {
    /// What `seat` knows after everything recorded so far.
    pub fn after(recorder: &'a Recorder<'_>, seat: Seat) -> Self {
        Self::of(recorder.components, recorder, seat)
    }

    pub fn of(components: &'a Components, state: &'a State, seat: Seat) -> Self {
        Self { components, table: &state.table, seat, hand: state.secret.hand(seat) }
    }

    pub fn connections(&self) -> Arc<Connections> {
        self.table.connections()
    }

    pub fn own_settlements(&self) -> Endpoints {
        self.table.own_settlements(self.seat)
    }
}

/// The game as one seat or a spectator sees it.
#[wire(Nord)]
pub struct View {
    #[schema(value_type = Table)]
    pub table: Shared<Table>,
    /// The settlements that are linked now.
    pub links: Links,
    /// The settlements that are linked with the small dragon boat now.
    pub boat_links: Vec<Settlement>,
    /// What each seat held, in seat order; missing until the game is over.
    pub shown: Option<Vec<Treasures>>,
    /// What only the viewer knows; missing for a spectator.
    pub own: Option<OwnTreasures>,
}

#[wire(Nord)]
pub struct OwnTreasures {
    pub seat: Seat,
    pub treasures: Treasures,
    /// What it took with its last placement, and where.
    pub taken: Vec<BuriedTreasure>,
}

impl View {
    pub fn player_view<'v>(&'v self, components: &'v Components) -> Option<PlayerView<'v>> {
        let own = self.own.as_ref()?;
        Some(PlayerView { components, table: &self.table, seat: own.seat, hand: own.treasures })
    }
}

pub fn view(state: &State, viewer: Viewer) -> View {
    let State { table, secret } = state;
    let connections = table.connections();
    let own = viewer.filter(|seat| *seat < table.seats());
    let is_over = matches!(table.phase, Phase::Over { .. });
    View {
        table: table.clone(),
        links: connections.links(),
        boat_links: connections.boat_links().settlements().collect(),
        shown: is_over.then(|| secret.hands.clone()),
        own: own.map(|seat| OwnTreasures {
            seat,
            treasures: secret.hand(seat),
            taken: secret.taken(seat).to_vec(),
        }),
    }
}
