//! The numbers of the game: tiles, markers, cards, costs, tables, limits. Every number that the rules page does
//! not take from the sources lives in `components.json`, so that a group that owns the game can set its own.
//!
//! May know: the vocabulary (resources, terrains, numbers, cards). May not know: a game in progress.

mod exploration_table;

use std::collections::BTreeMap;

use super::board::SIDES;
use super::fate::{FateCard, SubPhase};
use super::number::Number;
use super::resource::{Bundle, Resource};
use super::state::UnitKind;
use super::terrain::Terrain;
pub use exploration_table::ExplorationTable;
use exploration_table::Written;
use rules::components::{PlayerRange, unplayable};
use rules::{ComponentData, refusal::Validation, wire};

#[wire]
pub struct Components {
    /// For how many players the game is made.
    pub players: PlayerRange,
    /// The shape of the board, which is fixed.
    // Other values are refused.
    pub board: BoardShape,
    /// What each player can have on the board.
    pub pieces_per_player: Pieces,
    /// How many cards of each kind every player begins with.
    pub starting_resources_each: u8,
    /// A turn that ends with a player at this many points ends the game.
    pub victory_points: u8,
    /// Tiles by terrain, without the mountain in the middle and the rim.
    #[schema(value_type = std::collections::BTreeMap<String, u8>)]
    pub terrain_tiles: BTreeMap<Terrain, u8>,
    /// How many markers there are of each number.
    #[schema(value_type = std::collections::BTreeMap<String, u8>)]
    pub number_markers: BTreeMap<u8, u8>,
    /// How many harbours can be built for each resource.
    pub harbour_markers: Bundle,
    /// The cards that the supply has before the game.
    pub resource_cards: Bundle,
    /// The cards that each thing is paid with.
    pub costs: Costs,
    /// What a ship or settler that enters an unknown hex finds there.
    #[schema(value_type = Written)]
    pub exploration_table: ExplorationTable,
    /// The fate cards, in the order in which the deck is laid out before it is shuffled.
    pub fate_deck: Vec<CardCount>,
    /// Rounds after which the game ends whatever the points are.
    // B59
    pub turn_limit_per_player: u16,
    /// Offers and counter-offers of one seat in one turn.
    // B60
    pub offers_per_seat_and_turn: u8,
}

/// What is known of the board before the first step.
#[wire]
#[derive(Copy)]
pub struct BoardShape {
    /// The distance from the centre to the outermost interior hexes.
    pub interior_radius: u8,
    /// What lies in the middle of the board.
    pub centre: Terrain,
    /// What lies around the interior.
    pub rim: Terrain,
}

#[wire]
#[derive(Copy)]
pub struct Pieces {
    /// Houses: one for a farm, two for a town.
    pub houses: u8,
    pub settlers: u8,
    /// Ships, the one that begins on the outer sea included.
    pub ships: u8,
}

/// The price of each thing that can be built or done.
#[wire]
#[derive(Copy)]
pub struct Costs {
    pub farm: Bundle,
    /// What is paid on top of the farm that becomes a town.
    pub town: Bundle,
    pub settler: Bundle,
    pub ship: Bundle,
    /// What a harbour costs, in cards of the kind that it takes.
    pub harbour: OfItsKind,
    /// What keeps a hex from aging, in cards of the kind that it yields.
    pub aging: OfItsKind,
}

impl Costs {
    pub const fn unit(&self, kind: UnitKind) -> Bundle {
        match kind {
            UnitKind::Ship => self.ship,
            UnitKind::Settler => self.settler,
        }
    }
}

/// A cost in cards of the kind that the harbour or hex is about.
#[wire]
#[derive(Copy)]
pub struct OfItsKind {
    /// How many cards of that kind.
    pub of_its_kind: u8,
}

impl OfItsKind {
    pub fn of(self, kind: Resource) -> Bundle {
        Bundle::of(kind, self.of_its_kind)
    }
}

/// How many there are of a fate card.
#[wire]
#[derive(Copy)]
pub struct CardCount {
    pub id: FateCard,
    /// When it can be played.
    // The effect decides it; the data repeats it for readers.
    pub phase: SubPhase,
    pub count: u8,
}

impl ComponentData for Components {
    const STANDARD: &'static str = include_str!("../components.json");

    /// Components that can't be played are refused when they are read (B58).
    fn check(&self) -> Validation {
        players(self)?;
        board(self)?;
        supplies(self)?;
        costs(self)?;
        deck(self)?;
        limits(self)
    }
}

impl Components {
    // A kind that the data does not name is one of which there are none.

    /// The tiles of the supply, by [`Terrain::index`].
    pub fn tiles(&self) -> [u8; Terrain::ALL.len()] {
        Terrain::ALL.map(|terrain| self.terrain_tiles.get(&terrain).copied().unwrap_or(0))
    }

    /// The number markers of the supply, by [`Number::index`].
    pub fn markers(&self) -> [u8; Number::COUNT] {
        Number::ALL.map(|number| self.number_markers.get(&number.value()).copied().unwrap_or(0))
    }

    /// Every fate card, in the order of the data: what the first shuffle permutes.
    pub fn deck(&self) -> Vec<FateCard> {
        self.fate_deck.iter().flat_map(|row| std::iter::repeat_n(row.id, usize::from(row.count))).collect()
    }
}

/// The radius of the interior that the board's geometry is made for.
const RADIUS: u8 = 3;
/// Interior hexes without the one in the middle.
const UNKNOWN_HEXES: u32 = 36;
const MAX_PLAYERS: u8 = 5;
/// Pieces of one kind; keeps stored states small.
const MAX_PIECES: u8 = 20;

fn ensure(holds: bool, field: &str, why: &str) -> Validation {
    if holds { Ok(()) } else { Err(unplayable(field, why)) }
}

fn players(components: &Components) -> Validation {
    let players = components.players;
    ensure(
        players.min >= 2 && players.min <= players.max,
        "players.min",
        "at least 2 and at most the maximum",
    )?;
    ensure(players.max <= MAX_PLAYERS, "players.max", "at most 5, for there are five colours")?;
    // Every player needs a side of the rim of their own at the first step.
    ensure(SIDES >= players.max, "players.max", "more players than sides of the rim")?;
    let pieces = components.pieces_per_player;
    let fits = |count: u8| (1..=MAX_PIECES).contains(&count);
    ensure(fits(pieces.houses), "pieces_per_player.houses", "1 to 20")?;
    ensure(fits(pieces.settlers), "pieces_per_player.settlers", "1 to 20")?;
    ensure(fits(pieces.ships), "pieces_per_player.ships", "1 to 20")
}

fn board(components: &Components) -> Validation {
    let board = components.board;
    ensure(board.interior_radius == RADIUS, "board.interior_radius", "the board is made for radius 3")?;
    ensure(board.centre == Terrain::Mountain, "board.centre", "a mountain")?;
    ensure(board.rim == Terrain::Sea, "board.rim", "sea")
}

fn supplies(components: &Components) -> Validation {
    let tiles = components.tiles();
    let all: u32 = tiles.iter().map(|&count| u32::from(count)).sum();
    ensure(all >= UNKNOWN_HEXES, "terrain_tiles", "at least one tile for each of the 36 unknown hexes")?;
    let known = |value: &u8| Number::try_from(*value).is_ok();
    ensure(components.number_markers.keys().all(known), "number_markers", "values are 2 to 6 and 8 to 12")?;
    let markers: u32 = components.markers().iter().map(|&count| u32::from(count)).sum();
    let numbered = Terrain::ALL.iter().filter(|terrain| terrain.is_numbered());
    let numbered: u32 = numbered.map(|terrain| u32::from(tiles[terrain.index()])).sum();
    ensure(markers >= numbered, "number_markers", "at least one marker for each numbered tile")?;
    // More than 255 of each kind are more than any supply has.
    let dealt = components.starting_resources_each.saturating_mul(components.players.max);
    ensure(
        components.resource_cards.covers(&Bundle::of_each(dealt)),
        "resource_cards",
        "too few for what the players begin with",
    )
}

fn costs(components: &Components) -> Validation {
    let costs = components.costs;
    for (field, cost) in
        [("farm", costs.farm), ("town", costs.town), ("settler", costs.settler), ("ship", costs.ship)]
    {
        ensure(
            !cost.is_empty(),
            &format!("costs.{field}"),
            "at least one card, or building would never end",
        )?;
    }
    ensure(costs.harbour.of_its_kind > 0, "costs.harbour", "at least one card")?;
    ensure(costs.aging.of_its_kind > 0, "costs.aging", "at least one card")
}

fn deck(components: &Components) -> Validation {
    for (index, row) in components.fate_deck.iter().enumerate() {
        let field = format!("fate_deck[{index}]");
        ensure(row.phase == row.id.sub_phase(), &field, "the card is played in another sub-phase")?;
        let again = components.fate_deck[..index].iter().any(|other| other.id == row.id);
        ensure(!again, &field, "the card is listed twice")?;
    }
    let exploration = components.fate_deck.iter().filter(|row| row.phase == SubPhase::Exploration);
    let exploration: u32 = exploration.map(|row| u32::from(row.count)).sum();
    ensure(
        exploration >= u32::from(components.players.max),
        "fate_deck",
        "fewer exploration cards than players, who begin with one each",
    )
}

fn limits(components: &Components) -> Validation {
    ensure(components.victory_points > 0, "victory_points", "at least 1")?;
    ensure(components.turn_limit_per_player > 0, "turn_limit_per_player", "at least 1")?;
    ensure(components.offers_per_seat_and_turn > 0, "offers_per_seat_and_turn", "at least 1")
}
