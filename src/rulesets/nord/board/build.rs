//! An island of tiles, written down.

use std::collections::BTreeMap;

use super::field::Field;
use super::island::{Island, Sites};
use super::settlement::Settlement;
use super::tile::LaidTile;
use crate::nord::components::Components;
use rules::Spots;

/// The sea that is shown around the land.
const MARGIN: i16 = 2;

/// Writes an island down, moved so that two rows and columns of sea lie around the land. Tiles and settlements meet the
/// conditions of `check`.
pub fn build(
    components: &Components,
    tiles: &[LaidTile],
    boat: Field,
    sites: Sites,
    starts: Vec<Settlement>,
) -> Island {
    let land: BTreeMap<Field, char> =
        tiles.iter().filter_map(|tile| Some(tile.letters(components.side(tile)?))).flatten().collect();
    let seen = || land.keys().copied().chain([boat]);
    let least = |least: Option<i16>| MARGIN.saturating_sub(least.unwrap_or(0));
    let (right, down) = (least(seen().map(|field| field.x).min()), least(seen().map(|field| field.y).min()));
    let most = |most: Option<i16>, moved: i16| most.unwrap_or(0).saturating_add(moved).saturating_add(MARGIN);
    let (last_column, last_row) =
        (most(seen().map(|field| field.x).max(), right), most(seen().map(|field| field.y).max(), down));
    let letter = |x: i16, y: i16| land.get(&Field::new(x, y).moved(-right, -down)).copied().unwrap_or('.');
    let rows = (0..=last_row).map(|y| (0..=last_column).map(|x| letter(x, y)).collect());
    let mut settlements: Sites = Spots::default();
    sites.iter().for_each(|(settlement, field)| settlements.put(settlement, field.moved(right, down)));
    let moved = |tile: &LaidTile| LaidTile { x: tile.x + right, y: tile.y + down, ..*tile };
    Island {
        rows: rows.collect(),
        dragon_boat: boat.moved(right, down),
        settlements,
        starts,
        tiles: tiles.iter().map(moved).collect(),
    }
}
