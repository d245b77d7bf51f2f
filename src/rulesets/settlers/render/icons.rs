//! The small pictures of cards, pieces and figures. A resource has the ground of its terrain.

use super::board;
use crate::settlers::board::Terrain;
use crate::settlers::development::DevelopmentCard;
use crate::settlers::resource::Resource;
use rules::render::Icon;
use rules::render::icon_paths::{CARDS, SHEEP, STAR, STARRED_CARD, TREE, WHEAT};

const LUMBER: Icon = Icon::new("lumber", (board::style(Terrain::Forest).ground, "#0a260a"), TREE);
const BRICK: Icon = Icon::new(
    "brick",
    (board::style(Terrain::Hills).ground, "#4d1d05"),
    "M-5-8H5V-1H-5zM-10.5.8H-.8V7.8H-10.5zM.8.8H10.5V7.8H.8z",
);
const WOOL: Icon = Icon::new("wool", (board::style(Terrain::Pasture).ground, "#26400f"), SHEEP);
const GRAIN: Icon = Icon::new("grain", (board::style(Terrain::Fields).ground, "#4f3600"), WHEAT);
const ORE: Icon = Icon::new(
    "ore",
    (board::style(Terrain::Mountains).ground, "#23282e"),
    "M-10.8 8.8L-8.4.6-3-1.8.6 2 1.6 8.8zM3.4 8.8L2.4 1-1.6-3.2 1.2-9.4 7.2-8.4 10.8-1 9.8 8.8z",
);

/// What everybody sees.
const PUBLIC: (&str, &str) = ("#27465c", "#ffffff");
const DEVELOPMENT: (&str, &str) = ("#5b3f86", "#ffffff");
/// What a player has, and what has won two points with it.
const COUNTED: (&str, &str) = ("#d9dee3", "#1d252b");
const WON: (&str, &str) = ("#f5c542", "#3a2a00");
const PIECE: (&str, &str) = ("#efe6d2", "#1d252b");

/// A shield.
const SHIELD: &str =
    "M0-10.5L8.5-8V-1Q8.5 7 0 11Q-8.5 7-8.5-1V-8zM-1.5-6V-2.5H-5V.5H-1.5V6H1.5V.5H5V-2.5H1.5V-6z";
const ROUTE: &str = "M-11 9.5L-6.6-5.6-3-6.4 3 2.2 6.8-9.5 10.6-8.2 5.4 7.6 1.8 8.3-4.1-.2-7.2 10.6z";

pub const CARDS_IN_HAND: Icon = Icon::new("cards", PUBLIC, CARDS);
pub const DEVELOPMENT_CARDS: Icon = Icon::new("development_cards", DEVELOPMENT, STARRED_CARD);
const KNIGHTS: Icon = Icon::new("knights", COUNTED, SHIELD);
const LARGEST_ARMY: Icon = Icon::new("largest_army", WON, SHIELD);
const LENGTH: Icon = Icon::new("route", COUNTED, ROUTE);
const LONGEST_ROUTE: Icon = Icon::new("longest_route", WON, ROUTE);

pub const ROAD: Icon = Icon::new("road", PIECE, "M-10.6 5.4L7.4-9.4 10.6-5.4-7.4 9.4z");
pub const SETTLEMENT: Icon = Icon::new("settlement", PIECE, "M-8.5 9.5V-2L0-10 8.5-2V9.5z");
pub const CITY: Icon = Icon::new("city", PIECE, "M-10.5 9.5V-5.5L-5-10.5.5-5.5V-1.5H10.5V9.5z");
pub const DEVELOPMENT_CARD: Icon = Icon::new("development_card", DEVELOPMENT, STARRED_CARD);

const KNIGHT: Icon = Icon::new("knight", DEVELOPMENT, SHIELD);
const ROAD_BUILDING: Icon = Icon::new(
    "road_building",
    DEVELOPMENT,
    "M-10.6-1L4.4-10.8 6.8-7-8.2 2.8zM-6.8 7L8.2-2.8 10.6 1-4.4 10.8z",
);
/// Two more.
const YEAR_OF_PLENTY: Icon = Icon::new(
    "year_of_plenty",
    DEVELOPMENT,
    "M-11-1.6H-7.6V-5H-4.4V-1.6H-1V1.6H-4.4V5H-7.6V1.6H-11zM1-4.2Q1.4-9 6-9Q10.8-9 10.8-4.8Q10.8-2 7.2.4L5.2 2.6H11V6H.6V3L5.6-2.2Q7.4-3.6 7.3-4.8Q7.2-6 6-6Q4.4-6 4.3-4.2z",
);
const MONOPOLY: Icon =
    Icon::new("monopoly", DEVELOPMENT, "M-10-7L-5-1.5 0-9.5 5-1.5 10-7 8 4.5H-8zM-8 6.5H8V9.5H-8z");
const VICTORY_POINT: Icon = Icon::new("victory_point", DEVELOPMENT, STAR);

/// All of them, each once.
pub const ICONS: [Icon; 20] = [
    LUMBER,
    BRICK,
    WOOL,
    GRAIN,
    ORE,
    CARDS_IN_HAND,
    DEVELOPMENT_CARDS,
    KNIGHTS,
    LARGEST_ARMY,
    LENGTH,
    LONGEST_ROUTE,
    ROAD,
    SETTLEMENT,
    CITY,
    DEVELOPMENT_CARD,
    KNIGHT,
    ROAD_BUILDING,
    YEAR_OF_PLENTY,
    MONOPOLY,
    VICTORY_POINT,
];

pub const fn resource(kind: Resource) -> Icon {
    match kind {
        Resource::Lumber => LUMBER,
        Resource::Brick => BRICK,
        Resource::Wool => WOOL,
        Resource::Grain => GRAIN,
        Resource::Ore => ORE,
    }
}

pub const fn development(kind: DevelopmentCard) -> Icon {
    match kind {
        DevelopmentCard::Knight => KNIGHT,
        DevelopmentCard::RoadBuilding => ROAD_BUILDING,
        DevelopmentCard::YearOfPlenty => YEAR_OF_PLENTY,
        DevelopmentCard::Monopoly => MONOPOLY,
        DevelopmentCard::VictoryPoint => VICTORY_POINT,
    }
}

/// Of the knights, and of the largest army.
pub const fn knights(has_largest_army: bool) -> Icon {
    if has_largest_army { LARGEST_ARMY } else { KNIGHTS }
}

pub const fn route(is_longest: bool) -> Icon {
    if is_longest { LONGEST_ROUTE } else { LENGTH }
}
