//! The action for an absent seat (rules page §15).
//!
//! | decision | action |
//! |---|---|
//! | `setup_settlement` | the free vertex with most pips, the lowest of equals |
//! | `setup_road`, `free_road` | the lowest edge |
//! | `roll` | rolls |
//! | `discard` | largest pile first; equal piles in the order ore, grain, wool, lumber, brick |
//! | `move_robber` | among hexes without own buildings the one with most opponents' claims × pips, the lowest of equals; from the victim with most public points, then most cards, then the lowest seat |
//! | `main` | ends the turn |
//! | `trade_answer` | rejects |
//!
//! `confirm_trade` and `trade` block nobody: nothing is done.

use std::cmp::Reverse;

use super::action::{
    Action, Discard, EndTurn, MoveRobber, PlaceFreeRoad, PlaceSetupRoad, PlaceSetupSettlement, RejectTrade,
    Roll,
};
use super::board::{Edge, Hex, Spot, Vertex};
use super::components::Components;
use super::player_view::PlayerView;
use super::points;
use super::question::{Question, of_seat};
use super::resource::{Bundle, Resource};
use super::state::{Phase, State};
use super::validate::{building, robber};
use rules::{Decision, Seat};

/// The action, or `None` if the decision is not open or is a standing invitation.
pub fn lapse(components: &Components, state: &State, decision: &Decision) -> Option<Action> {
    let (table, seat) = (&state.table, decision.seat);
    let question = of_seat(table, seat).find(|question| question.decision(table, seat).id == decision.id)?;
    let player = PlayerView::of(components, state, seat);
    Some(match question {
        Question::SetupSettlement => {
            Action::PlaceSetupSettlement(PlaceSetupSettlement { vertex: richest(&player)? })
        }
        Question::SetupRoad => Action::PlaceSetupRoad(PlaceSetupRoad { edge: first_setup_road(&player)? }),
        Question::FreeRoad => {
            let edge = building::road_candidates(&player).first().copied()?;
            Action::PlaceFreeRoad(PlaceFreeRoad { edge })
        }
        Question::Roll => Action::Roll(Roll {}),
        Question::Discard => {
            let owed = robber::owes(table, seat)?;
            Action::Discard(Discard { cards: largest_pile_first(player.hand, owed) })
        }
        Question::MoveRobber => Action::MoveRobber(robber_move(&player)?),
        Question::Main => Action::EndTurn(EndTurn {}),
        Question::TradeAnswer(offer) => Action::RejectTrade(RejectTrade { offer }),
        Question::ConfirmTrade(_) | Question::Trade => return None,
    })
}

/// The free vertex with most pips around it.
pub fn richest(player: &PlayerView<'_>) -> Option<Vertex> {
    let free = Vertex::all().filter(|vertex| building::is_free(player, *vertex).is_ok());
    let pips =
        |vertex: &Vertex| -> u16 { vertex.hexes().map(|hex| u16::from(player.table.board.pips(hex))).sum() };
    free.min_by_key(|vertex| (Reverse(pips(vertex)), *vertex))
}

fn first_setup_road(player: &PlayerView<'_>) -> Option<Edge> {
    let Phase::Founding(founding) = player.table.phase else { return None };
    let settlement = founding.settlement?;
    settlement.edges().find(|edge| building::setup_road(player, settlement, *edge).is_ok())
}

/// Gives one card after the other of the kind held most.
pub fn largest_pile_first(mut hand: Bundle, owed: u8) -> Bundle {
    /// Which of equal piles goes first.
    const ORDER: [Resource; Resource::COUNT] =
        [Resource::Ore, Resource::Grain, Resource::Wool, Resource::Lumber, Resource::Brick];
    let mut given = Bundle::EMPTY;
    for _ in 0..owed {
        let most = ORDER.iter().map(|kind| hand.get(*kind)).max().unwrap_or(0);
        if let Some(kind) = ORDER.into_iter().find(|kind| hand.get(*kind) == most) {
            hand -= Bundle::of(kind, 1);
            given += Bundle::of(kind, 1);
        }
    }
    given
}

/// Where the robber does most harm to others and none to the own buildings.
pub fn robber_move(player: &PlayerView<'_>) -> Option<MoveRobber> {
    let (table, seat) = (player.table, player.seat);
    let owners = |hex: Hex| {
        let on = hex.vertices().into_iter().filter_map(|vertex| table.buildings.get(vertex));
        on.map(|building| (building.seat, u16::from(building.kind.worth())))
    };
    let others = || Hex::all().filter(|hex| *hex != table.robber);
    let spares_own = |hex: &Hex| owners(*hex).all(|(owner, _)| owner != seat);
    let harm = |hex: &Hex| -> u16 {
        let claims: u16 = owners(*hex).filter(|(owner, _)| *owner != seat).map(|(_, worth)| worth).sum();
        claims * u16::from(table.board.pips(*hex))
    };
    let worst = |hexes: &mut dyn Iterator<Item = Hex>| hexes.min_by_key(|hex| (Reverse(harm(hex)), *hex));
    let hex = worst(&mut others().filter(spares_own)).or_else(|| worst(&mut others()))?;
    let standing =
        |victim: &Seat| (Reverse((points::public(table, *victim), table.player(*victim).cards)), *victim);
    Some(MoveRobber { hex, victim: robber::victims(player, hex).min_by_key(standing) })
}
