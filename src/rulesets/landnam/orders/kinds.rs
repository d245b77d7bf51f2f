//! The kinds of order. These types are the API: unknown fields are refused by name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::Place;
use crate::landnam::fate::FateCard;
use crate::landnam::resource::Resource;
use crate::landnam::state::{Side, UnitId};
use crate::landnam::terrain::Terrain;
use rules::{Seat, wire};

/// An answer given in advance, distinguished by its `type`. Of several that could answer, the one given last does; but
/// cards come before stakes, stakes before asking another player to take over, and that before giving up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::VariantNames)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = LandnamOrder)]
pub enum Order {
    Yield(YieldOrder),
    Sue(SueOrder),
    Raise(RaiseOrder),
    HandOver(HandOverOrder),
    Concede(ConcedeOrder),
    TakeOver(TakeOverOrder),
    DeclineSuits(DeclineSuitsOrder),
    AlthingCard(AlthingCardOrder),
    Flee(FleeOrder),
    AcceptTrade(AcceptTradeOrder),
    DeclineTrades(DeclineTradesOrder),
    EndTurn(EndTurnOrder),
}

/// Which suits an order is about; a field that is left out excludes nothing.
#[wire]
#[derive(Copy, Default)]
#[serde(default)]
pub struct SuitsMeant {
    /// Only where the own side is this one.
    pub side: Option<Side>,
    /// Only where this kind of card is staked.
    pub resource: Option<Resource>,
    /// Only where this unit is sued.
    pub unit: Option<UnitId>,
}

/// Yields when it is the own turn to sue.
#[wire]
pub struct YieldOrder {
    /// Only while fewer cards than this are in hand of every kind that an own suit would be about; always if left out.
    #[schema(minimum = 1)]
    pub holding_fewer_than: Option<u8>,
}

/// Brings suits, starting with the one of whose kind the most cards are in hand.
#[wire]
pub struct SueOrder {
    /// Which suits it is about.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// How many cards are staked.
    #[schema(minimum = 1)]
    pub stake: u8,
    /// The cards of the kind that must be left in hand then.
    #[serde(default)]
    pub keep: u8,
    /// Only against a player who has at most this many resource cards.
    pub against_at_most: Option<u8>,
}

/// Answers suits with cards, up to a limit.
#[wire]
pub struct RaiseOrder {
    /// Which suits it is about.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// The most that the own side's total may come to.
    #[schema(minimum = 1)]
    pub up_to: u8,
    /// How many cards more than needed are staked, where hand and limit allow.
    #[serde(default)]
    pub over: u8,
    /// The cards of the kind that must be left in hand then.
    #[serde(default)]
    pub keep: u8,
    /// Only against an opponent who has at most this many resource cards.
    pub against_at_most: Option<u8>,
}

/// Offers the own side to a named player when answering would cost too much.
#[wire]
pub struct HandOverOrder {
    /// The seat that may take over.
    pub to: Seat,
    /// Which suits it is about.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Applies once the own side would need at least this total; if left out, once the cards in hand are too few to
    /// answer.
    #[schema(minimum = 1)]
    pub from: Option<u8>,
}

/// Concedes suits when answering would cost too much.
#[wire]
pub struct ConcedeOrder {
    /// Which suits it is about.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Applies once the own side would need at least this total; if left out, once the cards in hand are too few to
    /// answer.
    #[schema(minimum = 1)]
    pub from: Option<u8>,
}

/// Takes over suits that can be answered at once.
#[wire]
pub struct TakeOverOrder {
    /// Which suits; `side` is the one that is offered.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Only if this many cards are enough to answer.
    #[schema(minimum = 1)]
    pub up_to: u8,
    /// The cards of the kind that must be left in hand then.
    #[serde(default)]
    pub keep: u8,
    /// Only from these players; from everybody if left out.
    pub of: Option<Vec<Seat>>,
}

/// Declines to take over suits, either all or those that would leave too few cards in hand.
#[wire]
pub struct DeclineSuitsOrder {
    /// Which suits it is about.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Only where fewer cards than this would be left after answering, or too few are in hand to answer; always if left
    /// out.
    #[schema(minimum = 1)]
    pub leaving_fewer_than: Option<u8>,
}

/// Plays an Althing card in a suit against an own unit when answering would cost too much.
#[wire]
pub struct AlthingCardOrder {
    /// The card: `settlement` or `uproar`.
    pub card: FateCard,
    /// Which suits; the side is the defendant's.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Applies once the own side would need at least this total; if left out, once the cards in hand are too few to
    /// answer.
    #[schema(minimum = 1)]
    pub from: Option<u8>,
}

/// Where own units flee to.
#[wire]
pub struct FleeOrder {
    /// The first of these places that is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// Otherwise a place of the first of these terrains that there is, by an own building if possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<Terrain>,
    /// Otherwise the first place that is open; if not, the owner decides.
    #[serde(default)]
    pub anywhere: bool,
}

/// Accepts trades of one kind for another.
#[wire]
pub struct AcceptTradeOrder {
    /// The kind that is received.
    pub get: Resource,
    /// The kind that is paid.
    pub pay: Resource,
    /// The most cards paid for each one.
    #[schema(minimum = 1)]
    pub up_to: u8,
    /// The cards of the kind paid that must be left in hand.
    #[serde(default)]
    pub keep: u8,
    /// Only from these players; from everybody if left out.
    pub from: Option<Vec<Seat>>,
    /// Only until the own turn comes.
    #[serde(default)]
    pub until_my_turn: bool,
    /// The number of the last turn in which it applies. `until_my_turn` fills it in.
    pub last_turn: Option<u32>,
}

/// Declines every trade that no order accepts.
#[wire]
pub struct DeclineTradesOrder {
    /// Only from these players; from everybody if left out.
    pub from: Option<Vec<Seat>>,
    /// Only until the own turn comes.
    #[serde(default)]
    pub until_my_turn: bool,
    /// The number of the last turn in which it applies. `until_my_turn` fills it in.
    pub last_turn: Option<u32>,
}

/// Ends the own turn when nothing can be built, paid for or traded with the supply, and no offer is open.
#[wire]
pub struct EndTurnOrder {}
