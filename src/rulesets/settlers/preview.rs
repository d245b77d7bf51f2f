//! What players wish to know before they send an action, beyond the events that follow for certain: what it costs and
//! what stays in hand, what a building will give, harbours, routes, and whether the game is won.
//!
//! All of it follows from what the seat sees. The certain events stop at the first card that the seat does not know;
//! what the action itself pays is known even so.

use serde::Serialize;
use utoipa::ToSchema;

use super::Settlers;
use super::action::Action;
use super::board::{Harbour, Hex, Vertex};
use super::components::Components;
use super::resource::{Bundle, Resource};
use super::scoring;
use super::state::{BuildingKind, EndedBy, State, Table};
use super::trade::rates;
use super::trade::{Offer, OfferId};
use rules::{Previews, Seat, wire};

/// What will be true after an action, distinguished by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersOwnEffect)]
pub enum Effect {
    /// What the action costs.
    WillCost {
        /// What goes back to the bank.
        cards: Bundle,
    },
    /// Your hand after the action, before chance gives anything.
    HandWillBe {
        /// All resource cards in hand then.
        cards: Bundle,
    },
    /// What you keep once all seats have given back their cards.
    DiscardLeaves { cards: Bundle },
    /// Your hand if the trade is carried out, which depends on the other seat.
    HandIfTraded {
        /// All resource cards in hand then.
        cards: Bundle,
    },
    /// What the building gives from now on.
    WillYield {
        /// The hexes around it that yield something.
        hexes: Vec<HexYield>,
    },
    /// You can trade by a harbour from now on.
    HarbourGained {
        harbour: Harbour,
        /// How many cards of each kind the bank then takes for one of another.
        rates: Bundle,
    },
    /// The length of a seat's longest route changes: it grows or is broken.
    RouteWillBe {
        seat: Seat,
        /// Its length then, in roads.
        length: u8,
    },
    /// You can't trade any more in this turn; open offers are closed.
    TradeWillClose {},
    /// The action ends the game, and all cards are shown.
    GameWillBeOver {
        ended_by: EndedBy,
        /// The seat that has reached the points; missing if none has.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
}

/// What one hex gives to the building.
#[wire(Settlers)]
#[derive(Copy)]
pub struct HexYield {
    pub hex: Hex,
    /// The roll that it yields on.
    #[schema(minimum = 2, maximum = 12)]
    pub number: u8,
    pub resource: Resource,
    /// How many cards for each such roll: 1, for a city 2.
    pub cards: u8,
    /// Does the robber stop it for now?
    pub blocked: bool,
}

impl Previews for Settlers {
    type Effect = Effect;

    fn effects(&self, before: &State, seat: Seat, action: &Action, after: &State) -> Vec<Effect> {
        let mut effects = cards(&self.components, before, seat, action, after);
        if closes_trade(&before.table, action, &after.table) {
            effects.push(Effect::TradeWillClose {});
        }
        if let Some((vertex, kind)) = new_building(action) {
            effects.extend(will_yield(&after.table, vertex, kind));
            effects.extend(harbour(before, seat, vertex, kind, after));
        }
        effects.extend(routes(before, after));
        effects.extend(end_of_game(before, seat, action, after));
        effects
    }
}

fn cards(components: &Components, before: &State, seat: Seat, action: &Action, after: &State) -> Vec<Effect> {
    let hand = before.secret.hand(seat);
    let traded = |id: &OfferId, is_maker: bool| {
        let Some(&Offer { give, get, .. }) = before.table.offer(*id) else { return Vec::new() };
        let (gives, gets) = if is_maker { (give, get) } else { (get, give) };
        vec![Effect::HandIfTraded { cards: hand - gives + gets }]
    };
    match action {
        Action::Discard(discard) => vec![Effect::DiscardLeaves { cards: hand - discard.cards }],
        Action::AcceptTrade(accepted) => traded(&accepted.offer, false),
        Action::ConfirmTrade(confirmed) => traded(&confirmed.offer, true),
        _ => {
            let cost = cost(components, action);
            let paid = cost.map(|cards| Effect::WillCost { cards });
            // Which card is bought is not known, and the certain events stop before it.
            let left = cost.map_or_else(|| after.secret.hand(seat), |cost| hand - cost);
            let changed = (left != hand).then_some(Effect::HandWillBe { cards: left });
            paid.into_iter().chain(changed).collect()
        }
    }
}

const fn cost(components: &Components, action: &Action) -> Option<Bundle> {
    match action {
        Action::BuildRoad(_) => Some(components.costs.road),
        Action::BuildSettlement(_) => Some(components.costs.settlement),
        Action::BuildCity(_) => Some(components.costs.city),
        Action::BuyDevelopmentCard(_) => Some(components.costs.development_card),
        _ => None,
    }
}

/// Does the action close trade? The end of a turn always does, which is no news.
fn closes_trade(before: &Table, action: &Action, after: &Table) -> bool {
    let goes_on = !matches!(action, Action::EndTurn(_)) && before.turn == after.turn;
    goes_on && before.trading_open && !after.trading_open
}

fn new_building(action: &Action) -> Option<(Vertex, BuildingKind)> {
    match action {
        Action::PlaceSetupSettlement(founded) => Some((founded.vertex, BuildingKind::Settlement)),
        Action::BuildSettlement(built) => Some((built.vertex, BuildingKind::Settlement)),
        Action::BuildCity(built) => Some((built.vertex, BuildingKind::City)),
        _ => None,
    }
}

/// What the hexes around a new building will give; nothing where only desert and sea lie around it.
fn will_yield(table: &Table, vertex: Vertex, kind: BuildingKind) -> Option<Effect> {
    let yields = vertex.hexes().filter_map(|hex| {
        let land = table.board.land(hex)?;
        let (number, resource) = (land.number?, land.terrain.resource()?);
        Some(HexYield { hex, number, resource, cards: kind.worth(), blocked: hex == table.robber })
    });
    let hexes: Vec<HexYield> = yields.collect();
    (!hexes.is_empty()).then_some(Effect::WillYield { hexes })
}

fn harbour(before: &State, seat: Seat, vertex: Vertex, kind: BuildingKind, after: &State) -> Option<Effect> {
    if kind != BuildingKind::Settlement {
        return None;
    }
    let harbour = before.table.board.harbour(vertex)?;
    Some(Effect::HarbourGained { harbour, rates: rates(&after.table, seat) })
}

/// The first roads of the game are too short to be worth a word.
fn routes(before: &State, after: &State) -> impl Iterator<Item = Effect> {
    let is_founded = before.table.turn > 0;
    let lengths = (0..).zip(before.table.route.lengths.iter().zip(&after.table.route.lengths));
    let changed = lengths.filter(move |(_, (was, will_be))| is_founded && was != will_be);
    changed.map(|(seat, (_, length))| Effect::RouteWillBe { seat, length: *length })
}

/// The end shows hidden cards, so that the certain events stop before it. It is certain where the points that the seat
/// knows of are enough (all of its own, the public ones of others), or where the last turn is over.
fn end_of_game(before: &State, seat: Seat, action: &Action, after: &State) -> Option<Effect> {
    let (table, active) = (&after.table, after.table.active);
    if table.turn == 0 || table.has_resigned(active) {
        return None;
    }
    let points = if active == seat {
        scoring::total_points(after, active)
    } else {
        scoring::public_points(table, active)
    };
    if points >= i32::from(table.victory_points) {
        return Some(Effect::GameWillBeOver { ended_by: EndedBy::Points, winner: Some(active) });
    }
    // Else the next turn would have begun.
    let is_last = matches!(action, Action::EndTurn(_)) && table.turn == before.table.turn;
    is_last.then_some(Effect::GameWillBeOver { ended_by: EndedBy::TurnLimit, winner: None })
}
