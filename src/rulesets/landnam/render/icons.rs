//! The small pictures of cards, pieces and figures. A resource has the ground of its terrain.

use super::picture::style_of;
use crate::landnam::fate::{FateCard, SubPhase};
use crate::landnam::resource::Resource;
use crate::landnam::terrain::Terrain;
use rules::render::Icon;
use rules::render::icon_paths::{CARDS, SHEEP, STAR, STARRED_CARD, TREE, WHEAT};

/// Bars of iron.
const IRON: Icon = Icon::new(
    "iron",
    (style_of(Some(Terrain::Bog)).ground, "#43203f"),
    "M-4-8.5H4L6.5-.8H-6.5zM-8.6.8H-1.6L.2 8.5H-11zM1.6.8H8.6L11 8.5H1.6z",
);
const GRAIN: Icon = Icon::new("grain", (style_of(Some(Terrain::Field)).ground, "#4f3600"), WHEAT);
const TIMBER: Icon = Icon::new("timber", (style_of(Some(Terrain::Forest)).ground, "#0f3317"), TREE);
const WOOL: Icon = Icon::new("wool", (style_of(Some(Terrain::Pasture)).ground, "#26400f"), SHEEP);

/// What everybody sees.
const PUBLIC: (&str, &str) = ("#27465c", "#ffffff");
const FATE: (&str, &str) = ("#7a2e2e", "#ffffff");
const COUNTED: (&str, &str) = ("#d9dee3", "#1d252b");
const PIECE: (&str, &str) = ("#efe6d2", "#1d252b");
const WON: (&str, &str) = ("#f5c542", "#3a2a00");

const SHIP_PATH: &str =
    "M-11 3H-1.2V1.5H-8.5Q-6-4-7-9.5Q1-8 8.5-9.5Q7.5-4 9 1.5H1.2V3H11Q9 9.5 4 9.5H-4Q-9 9.5-11 3z";
const HOUSE_PATH: &str = "M-10.5-.8L0-9.8 10.5-.8H8V9.5H2.5V3H-2.5V9.5H-8V-.8z";
const WALKER_PATH: &str = "M0-11A3 3 0 0 1 0-5A3 3 0 0 1 0-11zM-5.5 10.8Q-7-4 0-4Q7-4 5.5 10.8z";

pub const CARDS_IN_HAND: Icon = Icon::new("cards", PUBLIC, CARDS);
pub const FATE_CARDS: Icon = Icon::new("fate_cards", FATE, STARRED_CARD);
pub const HOUSES: Icon = Icon::new("houses", COUNTED, HOUSE_PATH);
pub const UNITS: Icon = Icon::new("units", COUNTED, SHIP_PATH);
pub const TOKENS: Icon = Icon::new("tokens_won", WON, STAR);

pub const ANY_CARD: Icon = Icon::new("any_card", ("#e4e7ea", "#1d252b"), CARDS);
pub const UNIT: Icon = Icon::new("unit", PIECE, WALKER_PATH);
pub const SETTLER: Icon = Icon::new("settler", PIECE, WALKER_PATH);
pub const SHIP: Icon = Icon::new("ship", PIECE, SHIP_PATH);
pub const FARM: Icon = Icon::new("farm", PIECE, HOUSE_PATH);
/// Two roofs.
pub const TOWN: Icon = Icon::new("town", PIECE, "M-11-1L-5-7-1-3 4.5-9.5 11-2.5V9.5H-11z");
/// An anchor.
pub const HARBOUR: Icon = Icon::new(
    "harbour",
    PIECE,
    "M0-11A3 3 0 0 1 1.5-5.4V-3.6H5.5V-1H1.5V7.8Q6 7 7.2 3.2L5 3.8 8.2-.6 11 4.2 9.4 3.8Q8 10.6 0 10.8Q-8 10.6-9.4 3.8L-11 4.2-8.2-.6-5 3.8-7.2 3.2Q-6 7-1.5 7.8V-1H-5.5V-3.6H-1.5V-5.4A3 3 0 0 1 0-11z",
);
/// An hour-glass.
pub const AGING: Icon = Icon::new(
    "aging",
    PIECE,
    "M-8-11H8V-8.4H6.4Q6.4-2.6 1.6 0Q6.4 2.6 6.4 8.4H8V11H-8V8.4H-6.4Q-6.4 2.6-1.6 0Q-6.4-2.6-6.4-8.4H-8z",
);

/// A sickle, scales, a ship and a compass: when a fate card is played.
const AT_HARVEST: Icon = Icon::new(
    "harvest_card",
    FATE,
    "M-1.5-10.8Q9.5-9.5 9.5-.5Q9.5 6-.5 5.5L-6.2 11.2-8.8 8.6-3 2.8Q5 3 5.5-1.5Q5.5-7.5-1.5-10.8z",
);
const AT_THE_ALTHING: Icon = Icon::new(
    "althing_card",
    FATE,
    "M-1.2-10.8H1.2V-8.6H9V-6.4H7.8L11 2.2Q9.5 5 7 5Q4.5 5 3 2.2L6.2-6.4H1.2V8H5V10.6H-5V8H-1.2V-6.4H-6.2L-3 2.2Q-4.5 5-7 5Q-9.5 5-11 2.2L-7.8-6.4H-9V-8.6H-1.2z",
);
const WHILE_MOVING: Icon = Icon::new("movement_card", FATE, SHIP_PATH);
const WHILE_EXPLORING: Icon = Icon::new(
    "exploration_card",
    FATE,
    "M0-11.2L2.6-2.6 11.2 0 2.6 2.6 0 11.2-2.6 2.6-11.2 0-2.6-2.6zM0-1.6A1.6 1.6 0 0 0 0 1.6A1.6 1.6 0 0 0 0-1.6z",
);

/// All of them, each once.
pub const ICONS: [Icon; 21] = [
    IRON,
    GRAIN,
    TIMBER,
    WOOL,
    CARDS_IN_HAND,
    FATE_CARDS,
    HOUSES,
    UNITS,
    TOKENS,
    ANY_CARD,
    UNIT,
    SETTLER,
    SHIP,
    FARM,
    TOWN,
    HARBOUR,
    AGING,
    AT_HARVEST,
    AT_THE_ALTHING,
    WHILE_MOVING,
    WHILE_EXPLORING,
];

pub const fn resource(kind: Resource) -> Icon {
    match kind {
        Resource::Iron => IRON,
        Resource::Grain => GRAIN,
        Resource::Timber => TIMBER,
        Resource::Wool => WOOL,
    }
}

/// By the part of the turn in which the card is played, which is what a player looks for.
pub const fn fate(card: FateCard) -> Icon {
    match card.sub_phase() {
        SubPhase::Harvest => AT_HARVEST,
        SubPhase::Althing => AT_THE_ALTHING,
        SubPhase::Movement => WHILE_MOVING,
        SubPhase::Exploration => WHILE_EXPLORING,
    }
}
