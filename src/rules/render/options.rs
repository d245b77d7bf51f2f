//! How a board is to be rendered, beside what is on it: plain data.

use std::sync::LazyLock;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum PictureParts {
    /// The board with its heading, the players and the hand above it, and everything else below: what is pending, the
    /// pieces of the players, the supply, the key.
    #[default]
    Whole,
    /// The board with what stands above it, for where the rest is put in words.
    Upper,
    /// The board alone, for a client that has its own panels.
    Board,
}

/// Places on a board that a picture marks, named as the ruleset names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// Where the last entry that changed the board changed it, as the viewer saw it.
    pub changed: Vec<String>,
    /// Where the viewer may act now.
    pub legal: Vec<String>,
    /// Makes each of these places a link: the beginning of its address, which ends with the name of the place. For a
    /// page that contains the picture itself.
    pub legal_link: Option<String>,
    /// The address of the same board drawn large: a link in the corner of the board, for a page likewise.
    pub large_link: Option<String>,
}

/// Are the names of places drawn on them, such as numbers of corners? A player who types actions needs them; on a small
/// screen they hide the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum PlaceLabels {
    #[default]
    Shown,
    /// What is written on the board is large instead.
    Hidden,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RenderOptions {
    /// The players' names by seat; they are untrusted text and may be missing.
    pub names: Vec<String>,
    /// The code of the reader's language; English for an unknown one.
    pub language: String,
    pub parts: PictureParts,
    pub theme: Theme,
    pub place_labels: PlaceLabels,
    pub marks: Marks,
    /// Is the game over, although its state may be in the middle of a turn? Players can end it by a vote.
    pub is_over: bool,
}

/// Is the ground of the picture light or dark?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Theme {
    #[default]
    Light,
    Dark,
    /// Light or dark as the reader of the page prefers that contains the picture and [`page_style`].
    Page,
}

/// The colours of a theme for everything that is not a piece or a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// The ground of panels.
    pub paper: &'static str,
    /// Text and lines on it.
    pub ink: &'static str,
    /// Lines that separate.
    pub rule: &'static str,
    /// The ground of the row of the seat whose turn it is.
    pub active_row: &'static str,
    pub heading: &'static str,
    /// The sea around a board, the lines on it and the small texts.
    pub sea: &'static str,
    pub sea_lines: &'static str,
    pub sea_ink: &'static str,
    /// The sea beyond a board of land and sea.
    pub outer_sea: &'static str,
    /// A card that is not held: ground and edge.
    pub no_card: (&'static str, &'static str),
}

const LIGHT: Palette = Palette {
    paper: "#fbf9f4",
    ink: "#1d252b",
    rule: "#d4cdbd",
    active_row: "#fff3b8",
    heading: "#27465c",
    sea: "#a9d4ec",
    sea_lines: "#8fc1de",
    sea_ink: "#3c6b88",
    outer_sea: "#5f9cc5",
    no_card: ("#f1ede3", "#b9b2a3"),
};

const DARK: Palette = Palette {
    paper: "#171c20",
    ink: "#e9e6de",
    rule: "#3f484f",
    active_row: "#4b431a",
    heading: "#0d2230",
    sea: "#1f3f54",
    sea_lines: "#345c75",
    sea_ink: "#b4d3e5",
    outer_sea: "#23485f",
    no_card: ("#232a2f", "#56606a"),
};

/// The colours of [`LIGHT`], unless the page says otherwise.
const PAGE: Palette = Palette {
    paper: "var(--board-paper,#fbf9f4)",
    ink: "var(--board-ink,#1d252b)",
    rule: "var(--board-rule,#d4cdbd)",
    active_row: "var(--board-active-row,#fff3b8)",
    heading: "var(--board-heading,#27465c)",
    sea: "var(--board-sea,#a9d4ec)",
    sea_lines: "var(--board-sea-lines,#8fc1de)",
    sea_ink: "var(--board-sea-ink,#3c6b88)",
    outer_sea: "var(--board-outer-sea,#5f9cc5)",
    no_card: ("var(--board-no-card,#f1ede3)", "var(--board-no-card-edge,#b9b2a3)"),
};

/// How opaque the ground of tiles is on a page: in the dark the sea below shows through.
pub(super) const GROUND_ON_PAGE: &str = "var(--board-ground,1)";

impl Palette {
    /// The colours with their names in style sheets.
    const fn named(&self) -> [(&'static str, &'static str); 11] {
        [
            ("paper", self.paper),
            ("ink", self.ink),
            ("rule", self.rule),
            ("active-row", self.active_row),
            ("heading", self.heading),
            ("sea", self.sea),
            ("sea-lines", self.sea_lines),
            ("sea-ink", self.sea_ink),
            ("outer-sea", self.outer_sea),
            ("no-card", self.no_card.0),
            ("no-card-edge", self.no_card.1),
        ]
    }
}

/// The style sheet of a page that contains boards of [`Theme::Page`]: their colours for readers who prefer the dark, and
/// a frame around the place that the keyboard has reached.
pub fn page_style() -> &'static str {
    static STYLE: LazyLock<String> = LazyLock::new(|| {
        let colours = DARK.named().map(|(name, colour)| format!("--board-{name}:{colour}"));
        format!(
            "@media (prefers-color-scheme:dark){{:root{{{};--board-ground:.{KEPT_IN_THE_DARK}}}}}\
             a:focus-visible .target{{stroke:#1d252b;stroke-width:4}}",
            colours.join(";")
        )
    });
    &STYLE
}

/// How much of its lightness the ground of a tile keeps in the dark, in hundredths.
const KEPT_IN_THE_DARK: u32 = 84;

impl Theme {
    pub const fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Page => &PAGE,
        }
    }

    /// A colour of the ground of tiles, `#rrggbb`, as the theme shows it.
    pub fn ground(self, colour: &str) -> String {
        let parts = colour.strip_prefix('#').and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match (self, parts) {
            (Self::Dark, Some(parts)) => {
                let kept = |bits: u32| ((parts >> bits) & 0xff) * KEPT_IN_THE_DARK / 100;
                format!("#{:02x}{:02x}{:02x}", kept(16), kept(8), kept(0))
            }
            _ => colour.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grounds_are_darker_in_the_dark() {
        assert_eq!(Theme::Light.ground("#ffffff"), "#ffffff");
        assert_eq!(Theme::Dark.ground("#ff6400"), "#d65400");
    }

    #[test]
    fn a_page_has_the_light_colours_until_its_style_gives_the_dark_ones() {
        for ((name, light), (_, on_page)) in LIGHT.named().into_iter().zip(PAGE.named()) {
            assert_eq!(on_page, format!("var(--board-{name},{light})"));
        }
        assert!(page_style().contains("--board-sea:#1f3f54;"), "{}", page_style());
    }
}
