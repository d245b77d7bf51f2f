//! The styles of the terrains: a colour and a pattern each, which no two share.

use crate::landnam::terrain::Terrain;
use rules::render::TerrainStyle;

const SEA: TerrainStyle = TerrainStyle::lines(
    "landnam-sea",
    "#b5dcf2",
    ("#7db6dc", 1.6),
    "M-24-4q4-4 8 0t8 0M6 12q4-4 8 0t8 0M-12 23q4-4 8 0t8 0",
);
const BOG: TerrainStyle = TerrainStyle::lines(
    "landnam-bog",
    "#d7bfd4",
    ("#8a5f86", 1.6),
    "M-25-2h11M-22 2h5M14-3h11M17 1h5M-24 15h10M-21 19h5M12 16h11M15 20h5M-6 26h12M-3 30h6\
           M-19-2v-8M-22-3l-3-5M-16-3l3-5M19-3v-8M16-4l-3-5M22-4l3-5",
);
const FIELD: TerrainStyle = TerrainStyle::lines(
    "landnam-field",
    "#f2c84b",
    ("#b07d08", 1.6),
    "M-22 16v-24M-14 20v-30M14 20v-30M22 16v-24M-5 27v-10M5 27v-10M-22-4l-4-4M-22-4l4-4M-14-6l-4-4M-14-6l4-4\
           M14-6l-4-4M14-6l4-4M22-4l-4-4M22-4l4-4M-22 2l-4-4M-22 2l4-4M-14 0l-4-4M-14 0l4-4M14 0l-4-4M14 0l4-4M22 2l-4-4M22 2l4-4",
);
const PASTURE: TerrainStyle = TerrainStyle::lines(
    "landnam-pasture",
    "#d2ecb0",
    ("#5f9f38", 1.6),
    "M-22 0l-3-6M-22 0v-7M-22 0l3-6M22 0l-3-6M22 0v-7M22 0l3-6M-18 17l-3-6M-18 17v-7M-18 17l3-6\
           M18 17l-3-6M18 17v-7M18 17l3-6M0 28l-3-6M0 28v-7M0 28l3-6",
);
const FOREST: TerrainStyle = TerrainStyle::filled(
    "landnam-forest",
    "#6fb27a",
    "#2d7442",
    "M-23 3l6-14 6 14zM11 3l6-14 6 14zM-25 19l6-14 6 14zM13 19l6-14 6 14zM-7 31l7-15 7 15z",
);
const MOUNTAIN: TerrainStyle = TerrainStyle::filled(
    "landnam-mountain",
    "#b3ada6",
    "#857d75",
    "M-30 14L-14-13 1 14zM-3 14L14-13 30 14zM-13 28L0 6 13 28z",
);
const UNKNOWN: TerrainStyle = TerrainStyle::lines(
    "landnam-unknown",
    "#efe9da",
    ("#dcd3bd", 1.6),
    "M-29-6L-6-29M-31 11L11-31M-22 20L22-22M-11 30L30-11M6 29L29 6",
);

/// The style of a terrain; `None` is an unknown hex.
pub const fn style_of(terrain: Option<Terrain>) -> TerrainStyle {
    match terrain {
        Some(Terrain::Sea) => SEA,
        Some(Terrain::Bog) => BOG,
        Some(Terrain::Field) => FIELD,
        Some(Terrain::Pasture) => PASTURE,
        Some(Terrain::Forest) => FOREST,
        Some(Terrain::Mountain) => MOUNTAIN,
        None => UNKNOWN,
    }
}
