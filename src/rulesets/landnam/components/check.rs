//! Components that can't be played are refused when they are read (B58).

use super::Components;
use crate::landnam::board::SIDES;
use crate::landnam::fate::SubPhase;
use crate::landnam::number::Number;
use crate::landnam::resource::Bundle;
use crate::landnam::terrain::Terrain;
use rules::components::unplayable;
use rules::refusal::Validation;

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

pub fn check(components: &Components) -> Validation {
    players(components)?;
    board(components)?;
    supplies(components)?;
    costs(components)?;
    deck(components)?;
    limits(components)
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
