//! How a board is to be rendered, beside what is on it: plain data.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum PictureParts {
    /// The board with its heading, and below it everything else: the players, the supply, what is pending, the key.
    #[default]
    Whole,
    /// The board with its heading, for where the rest is put in words.
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
pub enum PlaceNames {
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
    pub place_names: PlaceNames,
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
    no_card: ("#232a2f", "#56606a"),
};

/// How much of its lightness the ground of a tile keeps in the dark, in hundredths.
const KEPT_IN_THE_DARK: u32 = 84;

impl Theme {
    pub const fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
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
}
