//! Whose turn it is, and where in it the game is.

use crate::landnam::render::scene::Scene;
use crate::landnam::state::Phase;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// `Turn 12`.
    pub turn: String,
    /// `Ada's turn`, or how it ended.
    pub whose: String,
    pub phase: String,
    /// The dice of the turn, once rolled.
    pub dice: Option<[u8; 2]>,
}

impl Heading {
    /// The dice and their sum in words.
    pub fn rolled(&self) -> Option<String> {
        self.dice.map(|[one, other]| format!("Dice: {one} and {other}, together {}.", one + other))
    }
}

pub fn heading(scene: &Scene<'_>) -> Heading {
    let table = scene.table;
    Heading {
        turn: format!("Turn {}", table.turn),
        whose: format!("{} turn", scene.whose(table.active)),
        phase: phase(&table.phase),
        dice: table.roll,
    }
}

fn phase(phase: &Phase) -> String {
    let text = match phase {
        Phase::SetUp => "Set-up",
        Phase::Roll => "The roll of the dice",
        Phase::HarvestCard => "Harvest: a card may be played",
        Phase::Aging { .. } => "Harvest: a hex ages",
        Phase::Althing(althing) if althing.suit.is_some() => "Althing: a suit is fought",
        Phase::Althing(_) => "Althing",
        Phase::Movement(_) => "Movement and exploration",
        Phase::Trading(trading) if trading.closed => "Building",
        Phase::Trading(_) => "Trade, then building",
        Phase::Over { ended_by } => {
            return format!("The game is over ({})", ended_by.word().replace('_', " "));
        }
    };
    text.to_owned()
}
