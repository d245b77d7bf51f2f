//! Events of the roll and of what may follow (rules page §6).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settlers::board::Hex;
use crate::settlers::resource::{Bundle, Resource};
use rules::Seat;

/// The dice were rolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersDiceRolled)]
pub struct DiceRolled {
    /// Who.
    pub seat: Seat,
    /// Two faces, 1 to 6.
    pub dice: [u8; 2],
}

/// The land gave its yield.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersResourcesProduced)]
pub struct ResourcesProduced {
    /// What each seat got, in seat order; seats that got nothing are missing.
    pub yields: Vec<Yield>,
    /// Kinds that the bank could not pay in full: nobody got any.
    pub short: Vec<Resource>,
}

/// After a seven some must give cards back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersDiscardsAwaited)]
pub struct DiscardsAwaited {
    /// Who owes how many, in seat order.
    pub owed: Vec<Owed>,
}

/// A seat has chosen what it gives back; which cards is told when the last has chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersCardsLaidAside)]
pub struct CardsLaidAside {
    /// Who.
    pub seat: Seat,
    /// The cards.
    pub cards: Bundle,
}

/// Everybody who owed has chosen, and the cards go back to the bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersCardsDiscarded)]
pub struct CardsDiscarded {
    /// What each seat gave, in seat order.
    pub discards: Vec<Yield>,
}

/// The active player must move the robber.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRobberAwaited)]
pub struct RobberAwaited {
    /// Who.
    pub seat: Seat,
}

/// The robber moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRobberMoved)]
pub struct RobberMoved {
    /// Who.
    pub seat: Seat,
    /// Where to.
    pub hex: Hex,
}

/// A card was stolen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersCardStolen)]
pub struct CardStolen {
    /// Who.
    pub seat: Seat,
    /// From whom.
    pub victim: Seat,
    /// Which.
    pub card: Resource,
}

/// Cards of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersYield)]
pub struct Yield {
    /// Who.
    pub seat: Seat,
    /// The cards.
    pub cards: Bundle,
}

/// A number of cards of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersOwed)]
pub struct Owed {
    /// Who.
    pub seat: Seat,
    /// How many cards.
    pub count: u8,
}
