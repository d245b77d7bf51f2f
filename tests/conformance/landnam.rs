//! For the suite that every ruleset must pass: the laws of every reachable state, and other states that a viewer
//! can't distinguish from one.
//!
//! Nothing is created, nothing is lost, everything stands where it may, every seat, unit and hex that is named exists,
//! and no count overflows. A state that comes from outside (`drive`) must obey them before it is used.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use rules::{Seat, Viewer};
use rulesets::landnam::board::{Place, SIDES};
use rulesets::landnam::components::Components;
use rulesets::landnam::fate::FateCard;
use rulesets::landnam::number::Number;
use rulesets::landnam::resource::{Bundle, Resource};
use rulesets::landnam::state::{
    Althing, Movement, Party, Phase, Secret, Side, State, Suit, Table, Trading, Unit, UnitId, UnitKind,
};
use rulesets::landnam::terrain::Terrain;
use rulesets::landnam::{Landnam, question, setup};

use crate::{Conformance, ensure};

/// No count of tokens, moves or answers comes near this.
const MAX_COUNT: u8 = 200;
/// No count of acts in a phase of trade and building does.
const MANY: u16 = 60_000;

impl Conformance for Landnam {
    fn check_invariants(&self, state: &State) -> Result<(), String> {
        let components = &self.components;
        seats(components, state)?;
        turn(components, &state.table)?;
        pending(state)?;
        resource_cards(components, state)?;
        fate_cards(components, state)?;
        tiles(components, &state.table)?;
        markers(components, &state.table)?;
        pieces(components, &state.table)?;
        state.table.units.iter().try_for_each(|unit| stands(&state.table, *unit))?;
        tokens(&state.table)?;
        let awaited =
            question::open(&state.table).into_iter().any(|(seat, _)| state.table.has_resigned(seat));
        ensure(!awaited, || "a seat that has given up is awaited".to_owned())
    }

    /// Exchanges what the viewer can't know, in a way that leaves everything they see as it is.
    fn randomize_hidden(&self, state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        let mut other = state.clone();
        shuffle_fate_cards(&mut other, viewer, rng);
        for _ in 0..EXCHANGES {
            exchange_resources(&mut other, viewer, rng);
        }
        other
    }
}

fn ensure_possible(holds: bool, what: &str) -> Result<(), String> {
    ensure(holds, || format!("{what} can't be so"))
}

fn seats(components: &Components, state: &State) -> Result<(), String> {
    let (table, secret) = (&state.table, &state.secret);
    let seats = table.players.len();
    let allowed = usize::from(components.players.min)..=usize::from(components.players.max);
    ensure_possible(allowed.contains(&seats), "the number of players")?;
    ensure_possible(secret.hands.len() == seats && secret.fate_cards.len() == seats, "the number of hands")?;
    let named = table.units.iter().map(|unit| unit.seat);
    let named = named.chain(table.buildings.iter().map(|(_, building)| building.seat));
    let mut named = named.chain(table.red_tokens.iter().map(|token| token.plaintiff)).chain([table.active]);
    ensure(named.all(|seat| has(table, seat)), || {
        "something belongs to a seat that is not there".to_owned()
    })?;
    let mut sides = table.players.iter().filter_map(|player| player.first_side);
    ensure_possible(sides.all(|side| side < SIDES), "the side of a first step")?;
    let mut tokens = table.players.iter().flat_map(|player| [player.white, player.red, player.black]);
    ensure_possible(tokens.all(|count| count < MAX_COUNT), "the tokens won")
}

fn turn(components: &Components, table: &Table) -> Result<(), String> {
    let last = u32::from(components.turn_limit_per_player) * u32::from(table.seats());
    ensure_possible(table.turn <= last, "the number of the turn")?;
    let fits = |dice: [u8; 2]| dice.iter().all(|face| (1..=6).contains(face));
    ensure_possible(table.roll.is_none_or(fits), "the roll")
}

/// What is pending names what is there.
fn pending(state: &State) -> Result<(), String> {
    match &state.table.phase {
        Phase::SetUp | Phase::Roll | Phase::HarvestCard | Phase::Over { .. } => Ok(()),
        Phase::Aging { candidates } => {
            let numbered = candidates.iter().all(|&hex| state.table.number(hex).is_some());
            ensure_possible(numbered && !candidates.is_empty(), "the candidates for aging")
        }
        Phase::Althing(althing) => althing_names(&state.table, althing),
        Phase::Movement(movement) => movement_names(&state.table, movement),
        Phase::Trading(trading) => trading_names(state, trading),
    }
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
    ensure_possible(listed && !althing.suits.is_empty(), "the possible suits")?;
    let called = [althing.first, althing.suitor];
    ensure_possible(called.into_iter().flatten().all(|seat| has(table, seat)), "who goes first")?;
    althing.suit.as_ref().map_or(Ok(()), |suit| suit_names(table, althing, suit))
}

fn suit_names(table: &Table, althing: &Althing, suit: &Suit) -> Result<(), String> {
    let listed = althing.possible(suit.plaintiff, suit.unit).is_some_and(|possible| possible.brought);
    ensure_possible(listed && althing.suitor.is_some(), "the suit")?;
    ensure_possible(suit.number == althing.brought, "the number of the suit")?;
    Side::BOTH.into_iter().try_for_each(|side| party_names(table, suit.party(side)))?;
    let (mine, theirs) = (suit.party(suit.answering).total, suit.party(suit.answering.other()).total);
    ensure_possible(suit.answers < MAX_COUNT.into(), "the number of answers")?;
    ensure_possible(mine <= theirs && theirs < u16::from(u8::MAX), "the totals of the suit")
}

fn party_names(table: &Table, party: &Party) -> Result<(), String> {
    let mut named = party.earlier.iter().chain(&party.asked).chain(&party.offer).chain([&party.principal]);
    let fits = named.all(|&seat| has(table, seat)) && party.added.len() == party.earlier.len();
    let additions = party.added.iter().all(|&count| count < MAX_COUNT.into());
    ensure_possible(fits && additions, "a side of the suit")
}

fn movement_names(table: &Table, movement: &Movement) -> Result<(), String> {
    let chosen = movement.unit.is_none_or(|unit| owned(table, unit, table.active));
    ensure_possible(chosen, "the unit that is moved")?;
    let counts = [movement.acts, movement.steps.into()];
    ensure_possible(counts.iter().all(|&count| count < MAX_COUNT.into()), "the counts of movement")?;
    let flees = movement.flight.as_ref().is_none_or(|flight| {
        movement.unit.is_some() && table.unit(flight.unit).is_some_and(|unit| unit.place == flight.hex)
    });
    ensure_possible(flees, "the unit that flees")?;
    let named = movement.naming.is_none_or(|naming| {
        movement.unit.is_some() && table.terrain(naming.hex).is_some_and(|terrain| terrain.is_numbered())
    });
    ensure_possible(named, "the hex to be numbered")
}

fn trading_names(state: &State, trading: &Trading) -> Result<(), String> {
    let table = &state.table;
    let counted = [trading.made_by.len(), trading.trade_acts.len()];
    ensure_possible(counted.iter().all(|&seats| seats <= table.players.len()), "the counts of offers")?;
    let few = trading.made_by.iter().chain(trading.made_at.iter().map(|made| &made.units));
    let few = few.chain([&trading.ships_spent, &trading.settlers_spent]).all(|&count| count < MAX_COUNT);
    let many = trading.trade_acts.iter().chain([&trading.acts, &trading.offers_made]);
    ensure_possible(few && many.into_iter().all(|&count| count < MANY), "the counts of the phase")?;
    let offers = trading.offers.iter().all(|offer| {
        let mut seats = offer.to.iter().chain(&offer.declined).chain([&offer.maker]);
        // A maker's offer falls as soon as their hand changes (B40).
        seats.all(|&seat| has(table, seat)) && state.secret.hand(offer.maker).covers(&offer.give)
    });
    ensure_possible(offers, "an offer")
}

fn resource_cards(components: &Components, state: &State) -> Result<(), String> {
    let secret = &state.secret;
    for kind in Resource::ALL {
        let in_hands: u16 = secret.hands.iter().map(|hand| u16::from(hand.get(kind))).sum();
        let all = in_hands + u16::from(secret.stock.get(kind));
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
    let in_hands = secret.fate_cards.iter().flatten();
    let mut all: Vec<FateCard> = in_hands.chain(&secret.pile).chain(&state.table.discards).copied().collect();
    let mut deck = setup::fate_deck(components, &state.table);
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

/// A red token names a unit of another seat and lies by a building of its plaintiff, one for each pair.
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

const EXCHANGES: u32 = 64;

/// All fate cards that the viewer does not see go round: those in other hands and those of the pile.
fn shuffle_fate_cards(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let secret: &mut Secret = &mut state.secret;
    let hidden = secret.fate_cards.iter_mut().enumerate();
    let hidden = hidden.filter(|(seat, _)| viewer.map(usize::from) != Some(*seat)).map(|(_, cards)| cards);
    let mut piles: Vec<&mut Vec<FateCard>> = hidden.chain([&mut secret.pile]).collect();
    let mut cards: Vec<FateCard> = piles.iter().flat_map(|pile| pile.iter().copied()).collect();
    cards.shuffle(rng);
    let mut cards = cards.into_iter();
    for place in piles.iter_mut().flat_map(|pile| pile.iter_mut()) {
        if let Some(card) = cards.next() {
            *place = card;
        }
    }
}

/// One card of a hidden hand for one of another, or of the supply. Sizes of hands stay, and so does which kinds
/// have run out. What a maker offers stays in their hand, since every seat knows that they have it (B40).
fn exchange_resources(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let seats = state.table.seats();
    let seat = rng.random_range(0..seats.max(1));
    let partner = rng.random_range(0..=seats);
    if viewer == Some(seat) || viewer == Some(partner) || seat == partner {
        return;
    }
    let [gives, gets] = [0, 0].map(|_| Resource::ALL[rng.random_range(0..Resource::ALL.len())]);
    if spare(state, seat, gives) == 0 || gives == gets {
        return;
    }
    if partner < seats {
        exchange_with_hand(state, seat, gives, partner, gets);
    } else {
        exchange_with_stock(state, seat, gives, gets);
    }
}

fn exchange_with_hand(state: &mut State, seat: Seat, gives: Resource, partner: Seat, gets: Resource) {
    if spare(state, partner, gets) == 0 {
        return;
    }
    let hands = &mut state.secret.hands;
    if let Some(hand) = hands.get_mut(usize::from(seat)) {
        *hand -= Bundle::of(gives, 1);
        *hand += Bundle::of(gets, 1);
    }
    if let Some(hand) = hands.get_mut(usize::from(partner)) {
        *hand -= Bundle::of(gets, 1);
        *hand += Bundle::of(gives, 1);
    }
}

/// The supply must keep one of the kind it gives, and already have one of the kind it gets.
fn exchange_with_stock(state: &mut State, seat: Seat, gives: Resource, gets: Resource) {
    let stock = state.secret.stock;
    if stock.get(gets) >= 2 && stock.get(gives) >= 1 {
        // `spare` and the two counts allow it.
        let _ = state.secret.take(seat, Bundle::of(gives, 1));
        let _ = state.secret.give(seat, Bundle::of(gets, 1));
    }
}

/// Cards of one kind in the hand of a seat that no other seat can know of.
fn spare(state: &State, seat: Seat, kind: Resource) -> u8 {
    let offered = state.table.trading().and_then(|trading| trading.offer_of(seat));
    let shown = offered.map_or(0, |offer| offer.give.get(kind));
    state.secret.hand(seat).get(kind).saturating_sub(shown)
}
