//! The ids of decisions.

use super::Question;
use crate::landnam::state::{Suit, Table};
use rules::Seat;

impl Question {
    /// A function of the table alone. It changes when the seat's own question does, in open phases with each
    /// action of the seat, and one that was closed never comes back.
    pub(super) fn id(self, table: &Table, seat: Seat) -> String {
        let turn = table.turn;
        match self {
            Self::HarvestCard => format!("t{turn}.harvest"),
            Self::ChooseAging => format!("t{turn}.aging"),
            Self::NameFirst => format!("t{turn}.first"),
            Self::AlthingCard => format!("t{turn}.althing"),
            Self::Sue => {
                let brought = table.althing().map_or(0, |althing| althing.brought_by(seat));
                format!("t{turn}.sue.{brought}")
            }
            Self::AnswerSuit { .. } | Self::LeadSuit | Self::AddToSuit | Self::TakeOver { .. } => {
                table.suit().map_or_else(String::new, |suit| self.suit_id(turn, suit, seat))
            }
            Self::Movement => format!("t{turn}.move.{}", movement_acts(table)),
            Self::ChooseNumber => format!("t{turn}.number.{}", movement_acts(table)),
            Self::Flee => {
                let flights = table.movement().map_or(0, |movement| movement.chased.len());
                format!("t{turn}.flight.{flights}")
            }
            Self::Build => format!("t{turn}.build.{}", table.trading().map_or(0, |trading| trading.acts)),
            Self::Trade => {
                let acts = table.trading().map_or(0, |trading| trading.trade_acts(seat));
                format!("t{turn}.trade.{acts}")
            }
            Self::TradeAnswer { offer, .. } => format!("t{turn}.offer{}", offer.0),
        }
    }

    /// Within one suit a side is asked anew each time the turn to answer has passed to it.
    fn suit_id(self, turn: u32, suit: &Suit, seat: Seat) -> String {
        let (number, answers) = (suit.number, suit.answers);
        match self {
            Self::LeadSuit => format!("t{turn}.suit{number}.lead.{answers}"),
            Self::AddToSuit => format!("t{turn}.suit{number}.add.{answers}.{}", suit.added_by(seat)),
            Self::TakeOver { side, .. } => format!("t{turn}.suit{number}.takeover.{}", side.name()),
            _ => format!("t{turn}.suit{number}.answer.{answers}"),
        }
    }
}

fn movement_acts(table: &Table) -> u16 {
    table.movement().map_or(0, |movement| movement.acts)
}

/// The code for a decision of this game that is not open: is it about an offer that is gone? Offers are numbered within a
/// turn, and none outlives its turn.
pub fn closed_code(table: &Table, decision: &str) -> &'static str {
    let number = |word: Option<&str>, before| word?.strip_prefix(before)?.parse::<u32>().ok();
    let mut words = decision.split('.');
    let (turn, offer) = (number(words.next(), "t"), number(words.next(), "offer"));
    let is_gone = turn.zip(offer).is_some_and(|(turn, offer)| {
        let made = table.trading().map_or(0, |trading| u32::from(trading.offers_made));
        let is_open = table
            .trading()
            .is_some_and(|trading| trading.offers.iter().any(|open| u32::from(open.id.0) == offer));
        (1..table.turn).contains(&turn) || (turn == table.turn && (1..=made).contains(&offer) && !is_open)
    });
    if is_gone { "offer_closed" } else { "decision_closed" }
}
