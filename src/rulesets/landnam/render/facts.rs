//! Everything public, and the viewer's own cards, in plain sentences: the picture and the page both take them from
//! here.

use super::{Scene, bundle, cards, listed};
use crate::landnam::board::Place;
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{BuildingKind, Phase, Player, RedToken, Unit};
use crate::landnam::terrain::Terrain;
use crate::landnam::trade::ORDINARY_RATE;
use crate::landnam::view::SeatView;
use rules::Hex;
use rules::render::counted;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnHeading {
    pub turn: String,
    /// `Ada's turn`, or how it ended.
    pub whose: String,
    pub phase: String,
    pub dice: Option<[u8; 2]>,
}

impl TurnHeading {
    pub fn rolled(&self) -> Option<String> {
        self.dice.map(|[one, other]| format!("Dice: {one} and {other}, together {}.", one + other))
    }
}

pub fn heading(scene: &Scene<'_>) -> TurnHeading {
    let table = scene.table;
    TurnHeading {
        turn: format!("Turn {}", table.turn),
        whose: format!("{} turn", scene.whose(table.active)),
        phase: phase(&table.phase),
        dice: table.roll,
    }
}

fn phase(phase: &Phase) -> String {
    let text = match phase {
        Phase::SetUp => "Set-up",
        Phase::Roll => "The roll of the dice",
        Phase::HarvestCard => "Harvest: a card may be played",
        Phase::Aging { .. } => "Harvest: a hex ages",
        Phase::Althing(althing) if althing.suit.is_some() => "Althing: a suit is fought",
        Phase::Althing(_) => "Althing",
        Phase::Movement(_) => "Movement and exploration",
        Phase::Trading(trading) if trading.closed => "Building",
        Phase::Trading(_) => "Trade, then building",
        Phase::Over { ended_by } => {
            return format!("The game is over ({})", ended_by.to_string().replace('_', " "));
        }
    };
    text.to_owned()
}

pub fn score(seat: &SeatView) -> String {
    let (points, cards) = (counted(seat.points, "point"), counted(seat.cards, "card"));
    format!("{points}, {cards}, {}", counted(seat.fate_cards, "fate card"))
}

/// Tokens won, and where the first ship came ashore.
pub fn tokens(player: Player) -> String {
    let first = player.first_side.map(|side| format!("; first landing on side {side}"));
    let (white, red, black) = (player.white, player.red, player.black);
    format!("tokens: {white} white, {red} red, {black} black{}", first.unwrap_or_default())
}

/// What can still be built, and the rates of the supply.
pub fn supplies(seat: &SeatView) -> String {
    let houses = counted(seat.houses_left, "house");
    let (ships, settlers) = (counted(seat.ships_left, "ship"), counted(seat.settlers_left, "settler"));
    format!("left: {houses}, {ships}, {settlers}; supply: {}", rates(seat.rates))
}

/// The ordinary rate, and the kinds of which fewer will do.
fn rates(rates: Bundle) -> String {
    let better = Resource::ALL.into_iter().filter(|&kind| rates.get(kind) < ORDINARY_RATE);
    let better = better.map(|kind| format!(", {} {} for 1", rates.get(kind), kind));
    let better: String = better.collect();
    format!("{ORDINARY_RATE} for 1{better}")
}

pub fn units(scene: &Scene<'_>, seat: &SeatView) -> String {
    let units: Vec<String> =
        scene.units_of(seat.seat).map(|unit| format!("{} on {}", scene.unit(unit), unit.place)).collect();
    if units.is_empty() { "no units".to_owned() } else { listed(units) }
}

pub fn buildings(scene: &Scene<'_>, seat: &SeatView) -> Option<String> {
    let kinds = [BuildingKind::Town, BuildingKind::Farm].into_iter().filter_map(|kind| {
        let own = scene.buildings_of(seat.seat).filter(|(_, building)| building.kind == kind);
        let corners: Vec<String> = own.map(|(corner, _)| corner.to_string()).collect();
        let plural = if corners.len() > 1 { "s" } else { "" };
        (!corners.is_empty()).then(|| format!("{}{plural} at {}", kind, corners.join(" ")))
    });
    let kinds: Vec<String> = kinds.collect();
    (!kinds.is_empty()).then(|| kinds.join("; "))
}

/// `1,-2: pasture 8; Ada's settler 4 (outlaw); red token …`.
pub fn hex(scene: &Scene<'_>, place: Place, hex: Hex) -> String {
    let mut parts = vec![format!("{hex}: {}", ground(scene, place))];
    parts.extend(scene.table.unit_at(place).map(|unit| owned(scene, unit)));
    parts.extend(scene.tokens_on(place).map(|token| lies(scene, token)));
    parts.join("; ")
}

pub fn outer(scene: &Scene<'_>) -> String {
    let units: Vec<String> = scene.on_outer().into_iter().map(|unit| owned(scene, unit)).collect();
    let tokens = scene.tokens_on(Place::OUTER).map(|token| lies(scene, token));
    let things: Vec<String> = units.into_iter().chain(tokens).collect();
    let things = if things.is_empty() { "no ship".to_owned() } else { things.join("; ") };
    format!("outer: the sea around the rim; {things}")
}

fn owned(scene: &Scene<'_>, unit: Unit) -> String {
    format!("{} {}", scene.whose(unit.seat), scene.unit(unit))
}

fn lies(scene: &Scene<'_>, token: RedToken) -> String {
    format!("red token of {} on unit {}", scene.name(token.plaintiff), token.unit.0)
}

fn ground(scene: &Scene<'_>, place: Place) -> String {
    if place.is_rim() {
        return "sea of the rim".to_owned();
    }
    let Some(tile) = scene.table.tile(place) else { return "unknown".to_owned() };
    let number = match tile.number {
        Some(number) => format!(" {}", number.value()),
        None if tile.terrain.is_numbered() => " without a number yet".to_owned(),
        None => String::new(),
    };
    let harbour = tile.harbour.map(|kind| format!(", harbour of {kind}"));
    format!("{}{number}{}", tile.terrain, harbour.unwrap_or_default())
}

/// Tiles, markers, kinds that have run out, and the piles of fate cards.
pub fn supply(scene: &Scene<'_>) -> Vec<String> {
    let supply = scene.table.supply;
    let tiles = Terrain::ALL.map(|kind| (supply.tiles_of(kind), format!(" {kind}")));
    let numbers = Number::ALL.map(|number| (supply.numbers_of(number), format!("×{}", number.value())));
    let mut lines = vec![
        format!("Tiles left: {}.", left(&tiles)),
        format!("Numbers left: {}.", left(&numbers)),
        format!("Harbours left: {}.", bundle(supply.harbours)),
    ];
    lines.push(match scene.view.run_out.as_slice() {
        [] => "No kind of resource card has run out.".to_owned(),
        _ => format!("Resource cards that have run out: {}.", listed(&scene.view.run_out)),
    });
    let discards = &scene.table.discards;
    let played = if discards.is_empty() { "none".to_owned() } else { cards(discards) };
    lines.push(format!("Fate cards to be drawn: {}; played: {played}.", scene.view.pile));
    lines
}

/// What there still is, with how much of it.
fn left(kinds: &[(u8, String)]) -> String {
    let some = kinds.iter().filter(|(count, _)| *count > 0);
    let some: Vec<String> = some.map(|(count, kind)| format!("{count}{kind}")).collect();
    if some.is_empty() { "none".to_owned() } else { listed(some) }
}

/// The viewer's hand; none for a spectator.
pub fn own(scene: &Scene<'_>) -> Option<String> {
    let own = scene.view.own.as_ref()?;
    let fate = if own.fate_cards.is_empty() { "no fate card".to_owned() } else { listed(&own.fate_cards) };
    let in_hand = if own.cards.is_empty() { "no resource card".to_owned() } else { bundle(own.cards) };
    Some(format!("You are {} (seat {}). You hold {in_hand}; {fate}.", scene.name(own.seat), own.seat))
}
