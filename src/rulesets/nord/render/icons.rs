//! The small pictures of men and treasures.

use crate::nord::treasures::Treasure;
use rules::render::Icon;
use rules::render::icon_paths::SWORD as BLADE;

const COUNTED: (&str, &str) = ("#d9dee3", "#1d252b");
const WOOD: (&str, &str) = ("#7a4a1e", "#ffffff");
const TREASURE: (&str, &str) = ("#ffd54a", "#3a2a00");

/// A house with a man in its door.
pub const AT_HOME: Icon = Icon::new(
    "men",
    COUNTED,
    "M-10.5-1L0-10 10.5-1H8.2V9.8H-8.2V-1zM0-2.6A2.1 2.1 0 0 0 0 1.6A2.1 2.1 0 0 0 0-2.6zM-3.6 9.8H3.6Q4.4 2.4 0 2.4Q-4.4 2.4-3.6 9.8z",
);
/// A pick.
pub const WORKERS: Icon = Icon::new(
    "workers",
    COUNTED,
    "M-9.5-4.5Q-4.5-10.8 2.5-9.6L4.4-11 6.2-9.2 9.8-7 8.8-4.8Q11.5 1 9.4 5.6Q8-.4 4.4-3.4L-7.6 10.4-10.4 7.6 2-5.4Q-3-7-9.5-4.5z",
);
pub const FIGHTERS: Icon = Icon::new(
    "fighters",
    COUNTED,
    "M-10.6-10.6L-6.4-9.8 8.2 4.8 9.6 3.4 11 4.8 7.9 7.9 10.8 10.8 9.4 12 6.5 9.2 4.8 11 3.4 9.6 4.8 8.2 0 3.4-4.8 8.2-3.4 9.6-4.8 11-6.5 9.2-9.4 12-10.8 10.8-7.9 7.9-11 4.8-9.6 3.4-8.2 4.8-3.4 0-9.8-6.4zM10.6-10.6L9.8-6.4 4.6-1.2 1.2-4.6 6.4-9.8z",
);
/// A chest.
pub const TREASURES: Icon = Icon::new(
    "treasures",
    WOOD,
    "M-10.5-1.2V-4Q-10.5-8.8-5.5-8.8H5.5Q10.5-8.8 10.5-4V-1.2H2.2V-2.6H-2.2V-1.2zM-10.5.8H-2.2V3.4H2.2V.8H10.5V9.2H-10.5z",
);

const AXE: Icon = Icon::new(
    "axe",
    TREASURE,
    "M-2.2-11H.8V-8.6Q5.2-7.6 7.6-11Q10.6-4.4 7.6 2.2Q5.2-1.2.8-.2V11H-2.2V-.4L-4.8-.8V-8L-2.2-8.4z",
);
const GOLD: Icon = Icon::new(
    "gold",
    TREASURE,
    "M-8.4 3H8.4Q10 3 10 4.6V7.6Q10 9.2 8.4 9.2H-8.4Q-10 9.2-10 7.6V4.6Q-10 3-8.4 3zM-5.4-4.2H8.4Q10-4.2 10-2.6V0Q10 1.6 8.4 1.6H-5.4Q-7 1.6-7-.0V-2.6Q-7-4.2-5.4-4.2zM-7.4-11H6.4Q8-11 8-9.4V-7.2Q8-5.6 6.4-5.6H-7.4Q-9-5.6-9-7.2V-9.4Q-9-11-7.4-11z",
);
const HAMMER: Icon =
    Icon::new("hammer", TREASURE, "M-10-2.4V-9.6L-8-11H8L10-9.6V-2.4L8-1H2V7.4H4V11H-4V7.4H-2V-1H-8z");
const HELMET: Icon = Icon::new(
    "helmet",
    TREASURE,
    "M0-11L1.6-8.6Q9.5-7.6 9.5 1.6H1.7V8.4L0 10.8-1.7 8.4V1.6H-9.5Q-9.5-7.6-1.6-8.6zM-9.5 3.4H-3.4Q-3.4 6.2-6.4 6.2Q-9 6.2-9.5 3.4zM9.5 3.4H3.4Q3.4 6.2 6.4 6.2Q9 6.2 9.5 3.4z",
);
const CHALICE: Icon = Icon::new(
    "chalice",
    TREASURE,
    "M-8.5-10.8H8.5Q9 .6 1.6 1.8V7.2Q5.6 7.6 6.2 10.8H-6.2Q-5.6 7.6-1.6 7.2V1.8Q-9 .6-8.5-10.8z",
);
const SWORD: Icon = Icon::new("sword", TREASURE, BLADE);

/// All of them, each once.
pub const ICONS: [Icon; 10] =
    [AT_HOME, WORKERS, FIGHTERS, TREASURES, AXE, GOLD, HAMMER, HELMET, CHALICE, SWORD];

pub const fn treasure(kind: Treasure) -> Icon {
    match kind {
        Treasure::Axe => AXE,
        Treasure::Gold => GOLD,
        Treasure::Hammer => HAMMER,
        Treasure::Helmet => HELMET,
        Treasure::Chalice => CHALICE,
        Treasure::Sword => SWORD,
    }
}
