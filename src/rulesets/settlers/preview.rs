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
use super::trade::maritime::rates;
use super::trade::{Offer, OfferId};
use rules::{Previews, Seat, wire};

/// What will be true after an action, distinguished by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersOwnEffect)]
pub enum Effect {
    /// The seat pays for what it builds or buys.
    WillCost {
        /// What goes to the bank.
        cards: Bundle,
    },
    /// The seat will have other cards in hand, before chance gives anything.
    HandWillBe {
        /// The cards in hand then.
        cards: Bundle,
    },
    /// The seat keeps these cards when all have chosen what they give back.
    DiscardLeaves {
        /// The cards that stay in hand.
        cards: Bundle,
    },
    /// What the seat has in hand if the trade is carried out. It depends on what the other one has, and, where the
    /// maker is to confirm it, on the maker.
    HandIfTraded {
        /// The cards in hand then.
        cards: Bundle,
    },
    /// What the building gives whenever one of its numbers is rolled.
    WillYield {
        /// The hexes around it that give something, by number of the hex.
        hexes: Vec<HexYield>,
    },
    /// The seat will have the use of a harbour.
    HarbourGained {
        /// The kind of the harbour.
        harbour: Harbour,
        /// How many cards of each kind the bank takes then for one of another kind.
        rates: Bundle,
    },
    /// The longest route of a seat will be longer, or broken.
    RouteWillBe {
        /// The seat whose route it is.
        seat: Seat,
        /// How many roads long its longest route is then.
        length: u8,
    },
    /// The seat can't trade any more in this turn, and all open offers will be closed.
    TradeWillClose {},
    /// The game will be over, and the cards of all will be shown.
    GameWillBeOver {
        /// Why it will be over.
        ended_by: EndedBy,
        /// The seat that wins by points.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
}

/// What a hex gives to a building.
#[wire(Settlers)]
#[derive(Copy)]
pub struct HexYield {
    /// The hex beside the building.
    pub hex: Hex,
    /// The number that must be rolled.
    #[schema(minimum = 2, maximum = 12)]
    pub number: u8,
    /// The kind of the cards.
    pub resource: Resource,
    /// How many cards it gives at a time.
    pub cards: u8,
    /// Does the robber stand there, so that it gives nothing for now?
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

/// What is paid, and what stays in hand.
fn cards(components: &Components, before: &State, seat: Seat, action: &Action, after: &State) -> Vec<Effect> {
    let hand = before.secret.hand(seat);
    let without = |cards: Bundle| {
        let mut left = hand;
        left -= cards;
        left
    };
    let traded = |id: &OfferId, is_maker: bool| {
        let Some(&Offer { give, get, .. }) = before.table.offer(*id) else { return Vec::new() };
        let (gives, gets) = if is_maker { (give, get) } else { (get, give) };
        let mut cards = without(gives);
        cards += gets;
        vec![Effect::HandIfTraded { cards }]
    };
    match action {
        Action::Discard(discard) => vec![Effect::DiscardLeaves { cards: without(discard.cards) }],
        Action::AcceptTrade(accepted) => traded(&accepted.offer, false),
        Action::ConfirmTrade(confirmed) => traded(&confirmed.offer, true),
        _ => {
            let cost = cost(components, action);
            let paid = cost.map(|cards| Effect::WillCost { cards });
            // Which card is bought is not known, and the certain events stop before it.
            let left = cost.map_or_else(|| after.secret.hand(seat), without);
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

/// At the end of a turn that is no news.
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

/// Nothing beside the desert and the sea alone.
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

/// The end itself shows hidden cards, so the certain events stop before it. That it comes is certain where the points
/// that the seat knows of win: its own are all, those of others are the public ones. Or the last turn is over.
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
