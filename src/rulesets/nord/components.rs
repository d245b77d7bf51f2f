//! The numbers of the game: men, limits, places of the large dragon boat, treasures, tiles, the standard islands. They
//! live in `components.json`, and a game keeps those it was started with. What the rulebook leaves open (rules page
//! §15) stands there and nowhere else.

use std::collections::BTreeMap;

use super::board::{Island, IslandPlan, LaidTile, SETTLEMENTS, Side, Terrain};
use super::treasures::{Treasure, TreasureAction};
use rules::components::{PlayerRange, ensure};
use rules::refusal::Validation;
use rules::{ComponentData, wire};

#[wire(Nord)]
pub struct Components {
    /// For how many players the game is made.
    pub players: PlayerRange,
    /// The men of a player, the one who marks the score included.
    pub men: u8,
    /// The jarls with a colour, used or not.
    pub coloured_jarls: u8,
    /// The jarls that belong to no player; with the players they are as many as the tiles.
    pub neutral_jarls: u8,
    /// How many workers a turn can place.
    pub limits: Limits,
    /// The numbers of the places of the large dragon boat, ascending.
    // §12
    pub dragon_boat_places: Vec<u8>,
    /// The treasure tiles by kind.
    // §2
    pub treasures: Vec<TreasureKind>,
    /// The points for 0, 1, 2 … different kinds in the final scoring.
    // §13.4
    pub different_kinds_points: Vec<u8>,
    /// From how many equal tiles on their square is scored.
    // §13.4
    pub equal_kinds_from: u8,
    /// The tiles of land, in the order of the names of their fronts.
    pub tiles: Vec<Tile>,
    /// The islands for first games by number of players, tile by tile, as an island of one's own is given.
    // §15.2
    #[schema(value_type = std::collections::BTreeMap<String, IslandPlan>)]
    pub islands: BTreeMap<u8, IslandPlan>,
}

/// How many workers a turn can place, by where they are placed.
#[wire(Nord)]
#[derive(Copy)]
pub struct Limits {
    pub land: u8,
    pub sea: u8,
    /// On land, after a treasure that allows many workers.
    pub many_land: u8,
    /// At sea, after a treasure that allows many workers.
    pub many_sea: u8,
}

/// The tiles of one kind of treasure.
#[wire(Nord)]
#[derive(Copy)]
pub struct TreasureKind {
    pub kind: Treasure,
    /// What it allows who plays it.
    pub action: TreasureAction,
    pub count: u8,
}

/// Two rows of four letters on each side, as in the rows of an island.
#[wire(Nord)]
pub struct Tile {
    /// The side for first games.
    #[schema(value_type = Vec<String>, example = json!(["MMFF", "CKCF"]))]
    pub front: Side,
    /// The wilder side.
    #[schema(value_type = Vec<String>, example = json!(["MMMM", "MFFF"]))]
    pub back: Side,
}

impl ComponentData for Components {
    const STANDARD: &'static str = include_str!("components.json");

    fn check(&self) -> Validation {
        let players = self.players;
        let ascending = [2, players.min, players.max, self.coloured_jarls].is_sorted();
        ensure(ascending, "players")?;
        ensure(self.coloured_jarls <= 4, "coloured_jarls")?;
        ensure(self.tiles_for(players.max) <= SETTLEMENTS, "neutral_jarls")?;
        // A set of own workers is one word of 64 bits in `connections`.
        ensure((3..=64).contains(&self.men), "men")?;
        let limits = self.limits;
        let in_bounds = |most: u8| (1..=8).contains(&most);
        let limits = [limits.land, limits.sea, limits.many_land, limits.many_sea];
        ensure(limits.into_iter().all(in_bounds), "limits")?;
        let places = &self.dragon_boat_places;
        // All jarls can end there, and a place must be left for the dead (§12).
        ensure(places.len() > usize::from(self.coloured_jarls + self.neutral_jarls), "dragon_boat_places")?;
        ensure(places.is_sorted_by(|one, next| one < next), "dragon_boat_places")?;
        ensure(self.different_kinds_points.len() > Treasure::COUNT, "different_kinds_points")?;
        ensure(self.equal_kinds_from >= 1, "equal_kinds_from")?;
        self.check_treasures()?;
        let known =
            |row: &String| row.len() == 4 && row.chars().all(|letter| Terrain::of_letter(letter).is_some());
        let whole = |tile: &Tile| tile.front.iter().chain(&tile.back).all(known);
        ensure(self.tiles.len() == SETTLEMENTS && self.tiles.iter().all(whole), "tiles")?;
        (players.min..=players.max).try_for_each(|players| self.check_island(players))
    }
}

impl Components {
    /// Each kind once; each action for every player to begin with, and something left for the cairns.
    fn check_treasures(&self) -> Validation {
        let rows = |kind| self.treasures.iter().filter(|row| row.kind == kind).count();
        ensure(Treasure::ALL.into_iter().all(|kind| rows(kind) == 1), "treasures")?;
        let tiles = |action| -> u16 {
            let rows = self.treasures.iter().filter(|row| row.action == action);
            rows.map(|row| u16::from(row.count)).sum()
        };
        let players = self.players.max.into();
        ensure(TreasureAction::ALL.into_iter().all(|action| tiles(action) >= players), "treasures")
    }

    fn check_island(&self, players: u8) -> Validation {
        let sound = |island: &IslandPlan| {
            island.has_starts_for(players) && island.check(self.tiles_for(players)).is_ok()
        };
        ensure(self.islands.get(&players).is_some_and(sound), "islands")
    }

    /// How many tiles there are with `players` players, and as many settlements and fishing boats.
    pub fn tiles_for(&self, players: u8) -> usize {
        usize::from(players) + usize::from(self.neutral_jarls)
    }

    pub fn action_of(&self, treasure: Treasure) -> TreasureAction {
        let row = self.treasures.iter().find(|row| row.kind == treasure);
        // Every kind has its row: see `check_treasures`.
        row.map_or(TreasureAction::Negotiator, |row| row.action)
    }

    pub fn treasure_tiles(&self) -> Vec<Treasure> {
        let rows = self.treasures.iter();
        rows.flat_map(|row| std::iter::repeat_n(row.kind, usize::from(row.count))).collect()
    }

    /// The letters of a side that faces up.
    pub fn side(&self, laid: &LaidTile) -> Option<&Side> {
        let (number, back) = laid.tile()?;
        let tile = self.tiles.get(number)?;
        Some(if back { &tile.back } else { &tile.front })
    }

    pub fn island(&self, players: u8) -> Option<Island> {
        self.islands.get(&players).map(|plan| plan.build(self))
    }
}
