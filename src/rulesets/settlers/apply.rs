//! Folds one event into a state: live play, replay and time travel share it.
//!
//! Total: an event that does not fit the state (which `decide` never gives) changes what it can and stops nothing.

use super::board::{Edge, Vertex};
use super::development::{DevelopmentCard, DevelopmentCards};
use super::event::{Event, GameEnded, IslandLaid, MonopolyPlayed, TradeMade, TradeOffered, TurnBegun};
use super::resource::Bundle;
use super::route;
use super::state::{
    Addressee, Building, BuildingKind, Founding, Offer, OfferId, Phase, Reply, Resume, State, Table,
};
use rules::Seat;

/// Folds `event` in.
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::IslandLaid(event) => island_laid(state, event),
        Event::DeckShuffled(event) => {
            state.table.deck = u8::try_from(event.deck.len()).unwrap_or(u8::MAX);
            state.secret.deck.clone_from(&event.deck);
        }
        Event::SettlementFounded(event) => {
            build(state, event.seat, event.vertex);
            if let Phase::Founding(founding) = &mut state.table.phase {
                founding.settlement = Some(event.vertex);
            }
        }
        Event::StartingCardsTaken(event) => state.pay_out(event.seat, event.cards),
        Event::RoadFounded(event) => road_founded(state, event.seat, event.edge),
        Event::TurnBegun(event) => turn_begun(state, event),
        Event::TurnEnded(_) => {}
        Event::SeatGivenUp(event) => {
            if let Some(player) = state.table.player_mut(event.seat) {
                player.resigned = true;
            }
            match &mut state.table.phase {
                Phase::Discard { owed } => owed.retain(|owed| owed.seat != event.seat),
                Phase::Founding(_) if state.table.active == event.seat => founded(&mut state.table),
                _ => {}
            }
        }
        Event::GameEnded(GameEnded { ended_by, winner, .. }) => {
            state.table.phase = Phase::Over { ended_by: *ended_by, winner: *winner };
        }
        Event::DiceRolled(event) => {
            acted(state, event.seat);
            state.table.dice = Some(event.dice);
        }
        Event::ResourcesProduced(event) => {
            event.yields.iter().for_each(|yields| state.pay_out(yields.seat, yields.cards));
            enter_main(&mut state.table);
        }
        Event::DiscardsAwaited(event) => state.table.phase = Phase::Discard { owed: event.owed.clone() },
        Event::CardsLaidAside(event) => laid_aside(state, event.seat, event.cards),
        Event::CardsDiscarded(event) => {
            event.discards.iter().for_each(|discard| state.pay(discard.seat, discard.cards));
            state.secret.aside.fill(Bundle::EMPTY);
        }
        Event::RobberAwaited(_) => state.table.phase = Phase::Robber { then: Resume::Main },
        Event::RobberMoved(event) => {
            acted(state, event.seat);
            state.table.robber = event.hex;
            resume(&mut state.table);
        }
        Event::CardStolen(event) => state.hand_over(event.victim, event.seat, Bundle::of(event.card, 1)),
        Event::DevelopmentCardBought(event) => {
            state.pay(event.seat, event.paid);
            bought(state, event.seat, event.card);
        }
        Event::KnightPlayed(event) => {
            let then = played(state, event.seat, DevelopmentCard::Knight);
            state.table.phase = Phase::Robber { then };
        }
        Event::RoadBuildingPlayed(event) => {
            let then = played(state, event.seat, DevelopmentCard::RoadBuilding);
            state.table.phase = Phase::FreeRoads { left: event.roads, then };
        }
        Event::FreeRoadPlaced(event) => {
            acted(state, event.seat);
            lay_road(state, event.seat, event.edge);
            if let Phase::FreeRoads { left, .. } = &mut state.table.phase {
                *left = left.saturating_sub(1);
            }
        }
        Event::FreeRoadsEnded(_) => resume(&mut state.table),
        Event::YearOfPlentyPlayed(event) => {
            played(state, event.seat, DevelopmentCard::YearOfPlenty);
            state.pay_out(event.seat, event.cards);
        }
        Event::MonopolyPlayed(event) => monopoly(state, event),
        Event::TradeOffered(event) => offered(state, event),
        Event::TradeAccepted(event) => replied(state, event.offer, event.seat, Reply::Accepted),
        Event::TradeRejected(event) => replied(state, event.offer, event.seat, Reply::Rejected),
        Event::OfferClosed(event) => {
            event.seat.into_iter().for_each(|seat| acted(state, seat));
            state.table.offers.retain(|offer| offer.id != event.offer);
        }
        Event::TradeMade(event) => traded(state, event),
        Event::MaritimeTraded(event) => {
            acted(state, event.seat);
            state.pay(event.seat, Bundle::of(event.give, event.rate));
            state.pay_out(event.seat, Bundle::of(event.get, 1));
        }
        Event::TradingClosed(_) => state.table.trading_open = false,
        Event::RoadBuilt(event) => {
            acted(state, event.seat);
            state.pay(event.seat, event.paid);
            lay_road(state, event.seat, event.edge);
        }
        Event::SettlementBuilt(event) => {
            acted(state, event.seat);
            state.pay(event.seat, event.paid);
            build(state, event.seat, event.vertex);
        }
        Event::CityBuilt(event) => {
            acted(state, event.seat);
            state.pay(event.seat, event.paid);
            city(state, event.seat, event.vertex);
        }
        Event::LongestRouteMoved(event) => state.table.route.holder = event.holder,
        Event::LargestArmyMoved(event) => state.table.army_holder = Some(event.holder),
    }
}

fn island_laid(state: &mut State, event: &IslandLaid) {
    let table = &mut state.table;
    table.board = event.board;
    table.robber = event.robber;
    table.first_seat = event.first_seat;
    table.active = event.first_seat;
    table.phase = Phase::Founding(Founding { placed: 0, settlement: None });
}

fn road_founded(state: &mut State, seat: Seat, edge: Edge) {
    lay_road(state, seat, edge);
    founded(&mut state.table);
}

/// A founding is done, or its founder has given up; the next one's turn is it who has not.
fn founded(table: &mut Table) {
    let Phase::Founding(Founding { placed, .. }) = table.phase else { return };
    let mut placed = placed.saturating_add(1);
    while placed < 2 * table.seats() && table.has_resigned(table.founder(placed)) {
        placed = placed.saturating_add(1);
    }
    table.phase = Phase::Founding(Founding { placed, settlement: None });
    table.active = table.founder(placed);
}

fn turn_begun(state: &mut State, event: &TurnBegun) {
    let table = &mut state.table;
    table.turn = event.turn;
    table.active = event.seat;
    table.phase = Phase::Roll {};
    table.dice = None;
    table.card_played = false;
    table.trading_open = false;
    table.acts = 0;
    table.trading_begun = false;
    table.players.iter_mut().for_each(|player| player.trade_acts = 0);
    state.secret.bought = DevelopmentCards::default();
}

/// The seat did something: its question is another one now.
fn acted(state: &mut State, seat: Seat) {
    if state.table.active == seat {
        state.table.acts = state.table.acts.saturating_add(1);
    } else if let Some(player) = state.table.player_mut(seat) {
        player.trade_acts = player.trade_acts.saturating_add(1);
    }
}

/// Trade and building go on; when they are entered first in a turn, after the roll, trade opens.
fn enter_main(table: &mut Table) {
    table.phase = Phase::Main {};
    table.trading_open |= !table.trading_begun;
    table.trading_begun = true;
}

/// After the robber or free roads: back to where the card was played. After a seven trade opens.
fn resume(table: &mut Table) {
    let (Phase::Robber { then } | Phase::FreeRoads { then, .. }) = table.phase else { return };
    match then {
        Resume::Roll => table.phase = Phase::Roll {},
        Resume::Main => enter_main(table),
    }
}

fn laid_aside(state: &mut State, seat: Seat, cards: Bundle) {
    if let Some(aside) = state.secret.aside.get_mut(usize::from(seat)) {
        *aside = cards;
    }
    if let Phase::Discard { owed } = &mut state.table.phase {
        owed.retain(|owed| owed.seat != seat);
    }
}

fn bought(state: &mut State, seat: Seat, card: DevelopmentCard) {
    acted(state, seat);
    state.secret.deck.pop();
    state.table.deck = state.table.deck.saturating_sub(1);
    state.secret.bought.add(card);
    if let Some(held) = state.secret.development.get_mut(usize::from(seat)) {
        held.add(card);
    }
    if let Some(player) = state.table.player_mut(seat) {
        player.development_cards = player.development_cards.saturating_add(1);
    }
}

/// A card leaves the hand and lies open; where the turn goes on after it.
fn played(state: &mut State, seat: Seat, card: DevelopmentCard) -> Resume {
    acted(state, seat);
    state.table.card_played = true;
    if let Some(held) = state.secret.development.get_mut(usize::from(seat)) {
        held.remove(card);
    }
    if let Some(player) = state.table.player_mut(seat) {
        player.development_cards = player.development_cards.saturating_sub(1);
        player.played.add(card);
    }
    if state.table.phase == (Phase::Roll {}) { Resume::Roll } else { Resume::Main }
}

fn monopoly(state: &mut State, event: &MonopolyPlayed) {
    played(state, event.seat, DevelopmentCard::Monopoly);
    for taken in &event.taken {
        state.hand_over(taken.seat, event.seat, Bundle::of(event.resource, taken.count));
    }
}

fn offered(state: &mut State, event: &TradeOffered) {
    acted(state, event.seat);
    let to = event.to.iter().map(|&seat| Addressee { seat, reply: Reply::Pending, taken_back: 0 }).collect();
    let TradeOffered { offer: id, seat: from, give, get, answers, first_come, .. } = *event;
    state.table.offers_made = id.0;
    state.table.offers.push(Offer { id, from, to, give, get, answers, first_come, emptied: 0 });
}

fn replied(state: &mut State, id: OfferId, seat: Seat, reply: Reply) {
    acted(state, seat);
    let Some(offer) = state.table.offers.iter_mut().find(|offer| offer.id == id) else { return };
    let Some(to) = offer.to.iter_mut().find(|to| to.seat == seat) else { return };
    let takes_back = to.reply == Reply::Accepted && reply == Reply::Rejected;
    to.reply = reply;
    if takes_back {
        to.taken_back = to.taken_back.saturating_add(1);
        let is_empty = offer.accepted().next().is_none();
        offer.emptied = offer.emptied.saturating_add(u16::from(is_empty));
    }
}

fn traded(state: &mut State, event: &TradeMade) {
    acted(state, event.maker);
    acted(state, event.seat);
    state.hand_over(event.maker, event.seat, event.give);
    state.hand_over(event.seat, event.maker, event.get);
    state.table.offers.retain(|offer| offer.id != event.offer);
}

fn lay_road(state: &mut State, seat: Seat, edge: Edge) {
    state.table.roads.put(edge, seat);
    if let Some(player) = state.table.player_mut(seat) {
        player.left.roads = player.left.roads.saturating_sub(1);
    }
    measure(&mut state.table, seat);
}

/// A settlement; a route of somebody else may pass there no longer.
fn build(state: &mut State, seat: Seat, vertex: Vertex) {
    state.table.buildings.put(vertex, Building { seat, kind: BuildingKind::Settlement });
    if let Some(player) = state.table.player_mut(seat) {
        player.left.settlements = player.left.settlements.saturating_sub(1);
    }
    for other in state.table.others(seat) {
        if state.table.has_road_at(vertex, other) {
            measure(&mut state.table, other);
        }
    }
}

fn city(state: &mut State, seat: Seat, vertex: Vertex) {
    state.table.buildings.put(vertex, Building { seat, kind: BuildingKind::City });
    if let Some(player) = state.table.player_mut(seat) {
        player.left.cities = player.left.cities.saturating_sub(1);
        player.left.settlements = player.left.settlements.saturating_add(1);
    }
}

fn measure(table: &mut Table, seat: Seat) {
    let length = route::longest(table, seat);
    if let Some(known) = table.route.lengths.get_mut(usize::from(seat)) {
        *known = length;
    }
}
