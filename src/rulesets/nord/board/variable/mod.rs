//! Variable islands (rules page §6.2): each has a number, and the number decides everything.
//!
//! May know: tiles and the conditions of an island. May not know: chance; whoever lays an island draws its number and
//! nothing else. First the outline grows tile by tile around the small dragon boat, then settlements are found for it,
//! then tiles change places until the terrain pleases.

mod lot;
mod outline;
mod sites;
mod terrain;

use super::build::build;
use super::check::check;
use super::field::Field;
use super::island::{Island, Sites};
use super::settlement::Settlement;
use super::tile::LaidTile;
use crate::nord::components::Components;
use crate::nord::options::Sides;
use lot::Lot;

pub const NUMBERS: u32 = 1_000_000;

/// How many outlines are tried for one that leaves nothing to wish for; the best of them is taken.
const ATTEMPTS: usize = 24;

/// What is laid before it is written down.
struct Draft {
    tiles: Vec<LaidTile>,
    sites: Vec<Field>,
    /// How much is left to wish for (S1 to S3, S5).
    faults: usize,
}

/// Where the small dragon boat lies while an island is laid.
const BOAT: Field = Field::new(0, 0);

/// The island of that number for so many players; `None` if no attempt gives one, which happens with no number of the
/// components in this source.
pub fn island(components: &Components, players: u8, sides: Sides, number: u32) -> Option<Island> {
    let mut lot = Lot::of(u64::from(number) << 16 | u64::from(players) << 8 | sides as u64);
    let mut best: Option<Draft> = None;
    for _ in 0..ATTEMPTS {
        let Some(draft) = draft(components, players, sides, &mut lot) else { continue };
        let better = best.as_ref().is_none_or(|best| draft.faults < best.faults);
        if better {
            best = Some(draft);
        }
        if best.as_ref().is_some_and(|best| best.faults == 0) {
            break;
        }
    }
    let Draft { tiles, sites, .. } = best?;
    let sites = in_reading_order(sites);
    check(&tiles, BOAT, &sites, components.tiles_for(players)).ok()?;
    Some(build(components, &tiles, BOAT, sites, Vec::new()))
}

fn draft(components: &Components, players: u8, sides: Sides, lot: &mut Lot) -> Option<Draft> {
    let count = components.tiles_for(players);
    let chosen = terrain::choose(components, count, sides, lot);
    let outline = outline::best(&chosen, BOAT, lot)?;
    let sites = sites::find(&outline.tiles, BOAT, lot)?;
    let (tiles, rough) = terrain::arrange(components, outline.tiles, &sites, sides, lot);
    Some(Draft { tiles, sites, faults: rough + outline.faults })
}

fn in_reading_order(mut fields: Vec<Field>) -> Sites {
    fields.sort_unstable();
    let mut sites = Sites::default();
    let numbered = fields.into_iter().enumerate();
    numbered.filter_map(|(place, field)| Some((Settlement::at(place)?, field))).for_each(
        |(settlement, field)| {
            sites.put(settlement, field);
        },
    );
    sites
}
