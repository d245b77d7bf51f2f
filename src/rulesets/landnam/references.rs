//! Laws that hold in every reachable state, second part: every seat, unit and hex that is named is there,
//! and no count has run away. A state
//! that comes from outside (`drive`) is held to them before anything is asked of it.

use super::board::SIDES;
use super::components::Components;
use super::state::{Althing, Movement, Party, Phase, Side, State, Suit, Table, Trading, UnitId};
use rules::Seat;

/// No count of tokens, moves or answers comes near this.
const MOST: u8 = 200;
/// No count of acts in a phase of trade and building does.
const MANY: u16 = 60_000;

/// What the table names and does not have.
pub fn check(components: &Components, state: &State) -> Result<(), String> {
    seats(components, state)?;
    turn(components, &state.table)?;
    match &state.table.phase {
        Phase::SetUp | Phase::Roll | Phase::HarvestCard | Phase::Over { .. } => Ok(()),
        Phase::Aging { candidates } => {
            let numbered = candidates.iter().all(|&hex| state.table.number(hex).is_some());
            ensure(numbered && !candidates.is_empty(), "the candidates for aging")
        }
        Phase::Althing(althing) => althing_names(&state.table, althing),
        Phase::Movement(movement) => movement_names(&state.table, movement),
        Phase::Trading(trading) => trading_names(state, trading),
    }
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("{what} can't be so")) }
}

fn seats(components: &Components, state: &State) -> Result<(), String> {
    let (table, secret) = (&state.table, &state.secret);
    let seats = table.players.len();
    let allowed = usize::from(components.players.min)..=usize::from(components.players.max);
    ensure(allowed.contains(&seats), "the number of players")?;
    ensure(secret.hands.len() == seats && secret.fate_cards.len() == seats, "the number of hands")?;
    let named = table.units.iter().map(|unit| unit.seat);
    let named = named.chain(table.buildings.iter().map(|(_, building)| building.seat));
    let mut named = named.chain(table.red_tokens.iter().map(|token| token.plaintiff)).chain([table.active]);
    ensure(named.all(|seat| has(table, seat)), "a seat")?;
    let mut sides = table.players.iter().filter_map(|player| player.first_side);
    ensure(sides.all(|side| side < SIDES), "the side of a first step")?;
    let mut tokens = table.players.iter().flat_map(|player| [player.white, player.red, player.black]);
    ensure(tokens.all(|count| count < MOST), "the tokens won")
}

fn turn(components: &Components, table: &Table) -> Result<(), String> {
    let last = u32::from(components.turn_limit_per_player) * u32::from(table.seats());
    ensure(table.turn <= last, "the number of the turn")?;
    let fits = |dice: [u8; 2]| dice.iter().all(|face| (1..=6).contains(face));
    ensure(table.roll.is_none_or(fits), "the roll")
}

fn has(table: &Table, seat: Seat) -> bool {
    seat < table.seats()
}

fn owned(table: &Table, unit: UnitId, seat: Seat) -> bool {
    table.unit(unit).is_some_and(|unit| unit.seat == seat)
}

fn althing_names(table: &Table, althing: &Althing) -> Result<(), String> {
    let listed = althing.suits.iter().all(|suit| {
        has(table, suit.plaintiff)
            && owned(table, suit.unit, suit.defendant)
            && table.unit(suit.unit).is_some_and(|unit| unit.place == suit.hex)
    });
    ensure(listed && !althing.suits.is_empty(), "the possible suits")?;
    let called = [althing.first, althing.suitor];
    ensure(called.into_iter().flatten().all(|seat| has(table, seat)), "who goes first")?;
    althing.suit.as_ref().map_or(Ok(()), |suit| suit_names(table, althing, suit))
}

fn suit_names(table: &Table, althing: &Althing, suit: &Suit) -> Result<(), String> {
    let listed = althing.possible(suit.plaintiff, suit.unit).is_some_and(|possible| possible.brought);
    ensure(listed && althing.suitor.is_some(), "the suit")?;
    ensure(suit.number == althing.brought, "the number of the suit")?;
    Side::BOTH.into_iter().try_for_each(|side| party_names(table, suit.party(side)))?;
    let (mine, theirs) = (suit.party(suit.answering).total, suit.party(suit.answering.other()).total);
    ensure(suit.answers < MOST.into(), "the number of answers")?;
    ensure(mine <= theirs && theirs < u16::from(u8::MAX), "the totals of the suit")
}

fn party_names(table: &Table, party: &Party) -> Result<(), String> {
    let mut named = party.earlier.iter().chain(&party.asked).chain(&party.offer).chain([&party.principal]);
    let fits = named.all(|&seat| has(table, seat)) && party.added.len() == party.earlier.len();
    let additions = party.added.iter().all(|&count| count < MOST.into());
    ensure(fits && additions, "a side of the suit")
}

fn movement_names(table: &Table, movement: &Movement) -> Result<(), String> {
    let chosen = movement.unit.is_none_or(|unit| owned(table, unit, table.active));
    ensure(chosen, "the unit that is moved")?;
    let counts = [movement.acts, movement.steps.into()];
    ensure(counts.iter().all(|&count| count < MOST.into()), "the counts of movement")?;
    let flees = movement.flight.as_ref().is_none_or(|flight| {
        movement.unit.is_some() && table.unit(flight.unit).is_some_and(|unit| unit.place == flight.hex)
    });
    ensure(flees, "the unit that flees")?;
    let named = movement.naming.is_none_or(|naming| {
        movement.unit.is_some() && table.terrain(naming.hex).is_some_and(|terrain| terrain.is_numbered())
    });
    ensure(named, "the hex to be numbered")
}

fn trading_names(state: &State, trading: &Trading) -> Result<(), String> {
    let table = &state.table;
    let counted = [trading.made_by.len(), trading.trade_acts.len()];
    ensure(counted.iter().all(|&seats| seats <= table.players.len()), "the counts of offers")?;
    let few = trading.made_by.iter().chain(trading.made_at.iter().map(|(_, count)| count));
    let few = few.chain([&trading.ships_spent, &trading.settlers_spent]).all(|&count| count < MOST);
    let many = trading.trade_acts.iter().chain([&trading.acts, &trading.offers_made]);
    ensure(few && many.into_iter().all(|&count| count < MANY), "the counts of the phase")?;
    let offers = trading.offers.iter().all(|offer| {
        let mut seats = offer.to.iter().chain(&offer.declined).chain([&offer.maker]);
        // A maker's offer falls as soon as his hand changes (B40).
        seats.all(|&seat| has(table, seat)) && state.secret.hand(offer.maker).covers(&offer.give)
    });
    ensure(offers, "an offer")
}
