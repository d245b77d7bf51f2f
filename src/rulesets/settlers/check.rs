//! Laws that hold in every reachable state (rules page §12): nothing is created, nothing is lost, and what is
//! counted is counted right.

use super::board::{Edge, Vertex};
use super::components::Components;
use super::development::DevelopmentCard;
use super::question;
use super::resource::Resource;
use super::route;
use super::state::{BuildingKind, Phase, State, Table};
use rules::Seat;

/// The first law that is broken.
pub fn check(components: &Components, state: &State) -> Result<(), String> {
    seats(state)?;
    resource_cards(components, state)?;
    development_cards(components, state)?;
    let table = &state.table;
    (0..table.seats()).try_for_each(|seat| pieces(components, table, seat))?;
    table.buildings.iter().try_for_each(|(vertex, _)| keeps_its_distance(table, vertex))?;
    ensure(table.robber.exists(), || "the robber is off the board".to_owned())?;
    let awaited = question::open(table).into_iter().any(|(seat, _)| table.has_resigned(seat));
    ensure(!awaited, || "a seat that has given up is awaited".to_owned())?;
    bonus(components, table)
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn seats(state: &State) -> Result<(), String> {
    let (table, secret) = (&state.table, &state.secret);
    let seats = table.players.len();
    let lists = [secret.hands.len(), secret.development.len(), secret.aside.len(), table.route.lengths.len()];
    ensure((2..=4).contains(&seats) && lists == [seats; 4], || format!("{seats} seats, lists of {lists:?}"))?;
    let owners = table.buildings.iter().map(|(_, building)| building.seat);
    let owners = owners.chain(table.roads.iter().map(|(_, seat)| seat)).chain([table.active]);
    let stranger =
        owners.chain(table.offers.iter().map(|offer| offer.from)).any(|seat| usize::from(seat) >= seats);
    ensure(!stranger, || "something belongs to a seat that is not there".to_owned())
}

fn resource_cards(components: &Components, state: &State) -> Result<(), String> {
    for kind in Resource::ALL {
        let held: u16 = state.secret.hands.iter().map(|hand| u16::from(hand.get(kind))).sum();
        let all = held + u16::from(state.table.bank.get(kind));
        let given = u16::from(components.resource_cards.get(kind));
        ensure(all == given, || format!("{all} cards of {} instead of {given}", kind.name()))?;
    }
    let hands = state.secret.hands.iter().zip(&state.table.players);
    let counted = hands.clone().all(|(hand, player)| hand.total() == player.cards);
    ensure(counted, || "the hands are counted wrongly".to_owned())?;
    let covered = state.secret.aside.iter().zip(&state.secret.hands).all(|(aside, hand)| hand.covers(aside));
    ensure(covered, || "more was laid aside than is held".to_owned())
}

fn development_cards(components: &Components, state: &State) -> Result<(), String> {
    let (table, secret) = (&state.table, &state.secret);
    if matches!(table.phase, Phase::Blank {})
        || (table.deck == 0 && secret.deck.is_empty() && table.turn == 0)
    {
        return Ok(());
    }
    for card in DevelopmentCard::ALL {
        let held: u8 = secret.development.iter().map(|held| held.get(card)).sum();
        let played: u8 = table.players.iter().map(|player| player.played.get(card)).sum();
        let left = secret.deck.iter().filter(|left| **left == card).count();
        let all = usize::from(held) + usize::from(played) + left;
        let given = components.development_cards.get(&card).copied().map_or(0, usize::from);
        ensure(all == given, || format!("{all} cards of {} instead of {given}", card.name()))?;
    }
    let counted = secret.development.iter().zip(&table.players);
    let counted = counted.clone().all(|(held, player)| held.total() == player.development_cards);
    ensure(counted && secret.deck.len() == usize::from(table.deck), || {
        "the development cards are counted wrongly".to_owned()
    })
}

fn pieces(components: &Components, table: &Table, seat: Seat) -> Result<(), String> {
    let (given, left) = (components.pieces, table.player(seat).left);
    let count = |wanted| table.buildings_of(seat).filter(|(_, kind)| *kind == wanted).count();
    let laid = [table.roads_of(seat).count(), count(BuildingKind::Settlement), count(BuildingKind::City)];
    let left = [left.roads, left.settlements, left.cities].map(usize::from);
    let given = [given.roads, given.settlements, given.cities].map(usize::from);
    let all = [0, 1, 2].map(|kind| laid[kind] + left[kind]);
    ensure(all == given, || format!("seat {seat} has {all:?} pieces instead of {given:?}"))?;
    let road_leads = |edge: Edge| {
        let [one, other] = edge.vertices();
        let touches = |vertex: Vertex| {
            table.buildings.get(vertex).is_some_and(|building| building.seat == seat)
                || vertex.edges().any(|near| near != edge && table.roads.get(near) == Some(seat))
        };
        touches(one) || touches(other)
    };
    ensure(table.roads_of(seat).all(road_leads), || format!("a road of seat {seat} leads from nowhere"))
}

fn keeps_its_distance(table: &Table, vertex: Vertex) -> Result<(), String> {
    let near = vertex.neighbours().any(|near| table.buildings.get(near).is_some());
    ensure(!near, || format!("two buildings stand side by side at {}", vertex.0))
}

fn bonus(components: &Components, table: &Table) -> Result<(), String> {
    for seat in 0..table.seats() {
        let known = table.route.lengths.get(usize::from(seat)).copied();
        ensure(known == Some(route::longest(table, seat)), || {
            format!("the route of seat {seat} is {known:?}")
        })?;
    }
    let competing = route::competing(table);
    let longest = competing.iter().copied().max();
    let held = |seat: Seat| competing.get(usize::from(seat)).copied();
    let fits = table.route.holder.is_none_or(|seat| held(seat) == longest);
    ensure(fits, || "the longest route lies with somebody who does not have it".to_owned())?;
    let most = (0..table.seats()).map(|seat| table.knights(seat)).max().unwrap_or(0);
    let army =
        table.army_holder.map_or(most < components.largest_army_from, |seat| table.knights(seat) == most);
    ensure(army, || "the largest army lies with somebody who does not have it".to_owned())
}
