//! Laws that hold in every reachable state: nothing is created, nothing is lost, everything stands where it may.

use super::board::Place;
use super::card::FateCard;
use super::components::Components;
use super::number::Number;
use super::question;
use super::references;
use super::resource::{Bundle, Resource};
use super::state::{Phase, State, Table, Unit, UnitKind};
use super::terrain::Terrain;

/// The first law that is broken.
pub fn check(components: &Components, state: &State) -> Result<(), String> {
    seats(components, state)?;
    references::check(components, state)?;
    resource_cards(components, state)?;
    fate_cards(components, state)?;
    tiles(components, &state.table)?;
    markers(components, &state.table)?;
    pieces(components, &state.table)?;
    state.table.units.iter().try_for_each(|unit| stands(&state.table, *unit))?;
    tokens(&state.table)?;
    let awaited = question::open(&state.table).into_iter().any(|(seat, _)| state.table.has_resigned(seat));
    ensure(!awaited, || "a seat that has given up is awaited".to_owned())
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// Everything belongs to somebody who sits at the table.
fn seats(components: &Components, state: &State) -> Result<(), String> {
    let (table, secret) = (&state.table, &state.secret);
    let seats = table.players.len();
    let fits = (usize::from(components.players.min)..=usize::from(components.players.max)).contains(&seats);
    ensure(fits && secret.hands.len() == seats && secret.fate_cards.len() == seats, || {
        format!("{seats} seats, {} hands, {} of fate cards", secret.hands.len(), secret.fate_cards.len())
    })?;
    let owners = table.units.iter().map(|unit| unit.seat);
    let owners = owners.chain(table.buildings.iter().map(|(_, building)| building.seat));
    let strangers = owners.chain([table.active]).any(|seat| usize::from(seat) >= seats);
    ensure(!strangers, || "something belongs to a seat that is not there".to_owned())
}

fn resource_cards(components: &Components, state: &State) -> Result<(), String> {
    let secret = &state.secret;
    for kind in Resource::ALL {
        let held: u16 = secret.hands.iter().map(|hand| u16::from(hand.get(kind))).sum();
        let all = held + u16::from(secret.stock.get(kind));
        let given = u16::from(components.resource_cards.get(kind));
        ensure(all == given, || format!("{all} cards of {} instead of {given}", kind.name()))?;
    }
    Ok(())
}

fn fate_cards(components: &Components, state: &State) -> Result<(), String> {
    if state.table.phase == Phase::SetUp {
        return Ok(());
    }
    let secret = &state.secret;
    let held = secret.fate_cards.iter().flatten();
    let mut all: Vec<FateCard> = held.chain(&secret.pile).chain(&state.table.discards).copied().collect();
    let mut deck = components.deck();
    all.sort_unstable();
    deck.sort_unstable();
    ensure(all == deck, || format!("the fate cards are {all:?}"))
}

fn tiles(components: &Components, table: &Table) -> Result<(), String> {
    let given = components.tiles();
    for terrain in Terrain::ALL {
        let laid =
            table.tiles.iter().filter(|(place, tile)| tile.terrain == terrain && *place != Place::centre());
        let all = laid.count() + usize::from(table.supply.tiles_of(terrain));
        ensure(all == usize::from(given[terrain.index()]), || format!("{all} tiles of {terrain:?}"))?;
    }
    Ok(())
}

fn markers(components: &Components, table: &Table) -> Result<(), String> {
    let given = components.markers();
    for number in Number::ALL {
        let laid = table.tiles.iter().filter(|(_, tile)| tile.number == Some(number)).count();
        let all = laid + usize::from(table.supply.numbers_of(number));
        ensure(all == usize::from(given[number.index()]), || format!("{all} markers of {}", number.value()))?;
    }
    let mut harbours = table.supply.harbours;
    for (place, tile) in table.tiles.iter() {
        if let Some(kind) = tile.harbour {
            harbours += Bundle::of(kind, 1);
            ensure(tile.terrain == Terrain::Sea, || format!("a harbour on land at {place}"))?;
        }
        let unnamed =
            table.movement().and_then(|movement| movement.naming).is_some_and(|naming| naming.hex == place);
        let numbered = tile.number.is_some() || unnamed;
        ensure(tile.terrain.is_numbered() == numbered, || format!("a wrong number marker at {place}"))?;
    }
    ensure(harbours == components.harbour_markers, || format!("the harbour markers are {harbours:?}"))
}

fn pieces(components: &Components, table: &Table) -> Result<(), String> {
    let given = components.pieces_per_player;
    for seat in 0..table.seats() {
        ensure(table.houses(seat) <= given.houses, || format!("seat {seat} has too many houses"))?;
        let ships = table.pieces_used(seat, UnitKind::Ship);
        ensure(ships <= given.ships, || format!("seat {seat} has too many ships"))?;
        let settlers = table.pieces_used(seat, UnitKind::Settler);
        ensure(settlers <= given.settlers, || format!("seat {seat} has too many settlers"))?;
    }
    let names = table.units.iter().map(|unit| unit.id);
    ensure(names.is_sorted_by(|one, other| one < other), || {
        "units out of order, or two of one name".to_owned()
    })
}

/// On a known hex, alone unless it is the outer sea, and no settler on the sea.
fn stands(table: &Table, unit: Unit) -> Result<(), String> {
    let alone = table.units.iter().filter(|other| other.place == unit.place).count() == 1;
    ensure(alone || unit.place == Place::OUTER, || format!("two units at {}", unit.place))?;
    let terrain = table.terrain(unit.place);
    let fits = match unit.kind {
        UnitKind::Ship => terrain.is_some(),
        UnitKind::Settler => terrain.is_some_and(Terrain::is_land),
    };
    ensure(fits, || format!("unit {} can't stand at {}", unit.id.0, unit.place))
}

/// A red token names a unit of somebody else and lies by a building of its plaintiff, one for each pair.
fn tokens(table: &Table) -> Result<(), String> {
    for (index, token) in table.red_tokens.iter().enumerate() {
        let unit = table.unit(token.unit);
        let fits = unit.is_some_and(|unit| unit.seat != token.plaintiff)
            && table.has_building_at(token.plaintiff, token.hex);
        ensure(fits, || format!("the red token {token:?} lies wrong"))?;
        let again = table.red_tokens[..index]
            .iter()
            .any(|other| other.unit == token.unit && other.plaintiff == token.plaintiff);
        ensure(!again, || format!("two red tokens as {token:?}"))?;
    }
    Ok(())
}
