//! Which exploration cards may go with a step (B29), and what the dice can find.

use super::steps::{March, Way};
use crate::landnam::board::Place;
use crate::landnam::card::{FateCard, SubPhase};
use crate::landnam::components::ExplorationTable;
use crate::landnam::refusals::{movement as no, refuse, shared};
use crate::landnam::state::Table;
use crate::landnam::terrain::Terrain;
use rules::Refusal;

impl March<'_> {
    /// May these cards go with a step of that kind to `to`?
    pub fn exploration_cards(&self, way: Way, to: Place, cards: &[FateCard]) -> Result<(), Refusal> {
        if cards.is_empty() {
            return Ok(());
        }
        if way != Way::Explore {
            return Err(refuse(no::NOTHING_TO_EXPLORE).of("cards"));
        }
        for &card in cards {
            self.exploration_card(card)?;
        }
        let found = cards.iter().find_map(|card| card.finds());
        let finds = cards.iter().filter(|card| card.finds().is_some()).count();
        if finds > 1 || cards.len() - finds > 1 {
            return Err(refuse(no::TOO_MANY_CARDS).of("cards"));
        }
        if self.has_a_finding(to, found) {
            Ok(())
        } else {
            Err(refuse(shared::CARD_WITHOUT_EFFECT).of("cards"))
        }
    }

    /// Is this an exploration card in hand?
    fn exploration_card(&self, card: FateCard) -> Result<(), Refusal> {
        if card.sub_phase() != SubPhase::Exploration {
            return Err(refuse(shared::WRONG_CARD).of("cards"));
        }
        if !self.player.holds(card) {
            return Err(refuse(shared::CARD_NOT_HELD).of("cards"));
        }
        Ok(())
    }

    /// A terrain that is ensured needs a tile; an omen alone needs a chance of numbered terrain.
    fn has_a_finding(&self, to: Place, found: Option<Terrain>) -> bool {
        let table = self.player.table;
        match found {
            Some(terrain) => table.supply.tiles_of(terrain) > 0,
            None => may_find_numbered(&self.player.components.exploration_table, table, to),
        }
    }
}

/// What its known neighbours add to the green die; the rim and unknown hexes add nothing (B31).
pub fn modifier(rows: &ExplorationTable, table: &Table, hex: Place) -> u8 {
    rows.modifier(hex.neighbours().iter().filter_map(|&near| table.terrain(near)))
}

/// The faces of the green die whose terrain has a tile left, rising, with that terrain (B30).
pub fn possible_faces<'a>(
    rows: &'a ExplorationTable,
    table: &'a Table,
    hex: Place,
) -> impl Iterator<Item = (u8, Terrain)> + use<'a> {
    let modifier = modifier(rows, table, hex);
    (1..=rows.faces())
        .map(move |face| (face, rows.terrain(face, modifier)))
        .filter(|(_, terrain)| table.supply.tiles_of(*terrain) > 0)
}

/// Can numbered terrain be found there at all? Else an omen would be spent on nothing.
fn may_find_numbered(rows: &ExplorationTable, table: &Table, hex: Place) -> bool {
    let mut faces = possible_faces(rows, table, hex).peekable();
    if faces.peek().is_some() {
        return faces.any(|(_, terrain)| terrain.is_numbered());
    }
    Terrain::ALL.iter().any(|terrain| terrain.is_numbered() && table.supply.tiles_of(*terrain) > 0)
}
