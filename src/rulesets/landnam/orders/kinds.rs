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
    Yield(YieldTime),
    Sue(BringSuits),
    Raise(RaiseLimit),
    HandOver(AskToTakeOver),
    Concede(GiveUp),
    TakeOver(TakeSuits),
    DeclineSuits(LeaveSuits),
    AlthingCard(CardInNeed),
    Flee(FlightPreference),
    AcceptTrade(TradeWanted),
    DeclineTrades(TradeUnwanted),
    EndTurn(EndIdleTurn),
}

/// Which suits an order is about; what is left out says nothing.
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

/// Yields when the own time to sue comes.
#[wire]
pub struct YieldTime {
    /// Only while fewer cards than this are in hand of every kind that an own suit would be about; always if left out.
    #[schema(minimum = 1)]
    pub holding_fewer_than: Option<u8>,
}

/// Brings suits, those with most cards of their kind in hand first.
#[wire]
pub struct BringSuits {
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
pub struct RaiseLimit {
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

/// Offers the own side to a named player when the limit is reached.
#[wire]
pub struct AskToTakeOver {
    /// The seat that may take over.
    pub to: Seat,
    /// Which suits it is about.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// From this total on that the own side would need; if left out, when the hand can't answer.
    #[schema(minimum = 1)]
    pub from: Option<u8>,
}

/// Concedes suits that can't be won.
#[wire]
pub struct GiveUp {
    /// Which suits it is about.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// From this total on that the own side would need; if left out, when the hand can't answer.
    #[schema(minimum = 1)]
    pub from: Option<u8>,
}

/// Takes suits over that can be answered at once.
#[wire]
pub struct TakeSuits {
    /// Which suits; `side` is the one that is offered.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Only if this many cards are enough to answer.
    #[schema(minimum = 1)]
    pub up_to: u8,
    /// The cards of the kind that must be left in hand then.
    #[serde(default)]
    pub keep: u8,
    /// Only of these players; of everybody if left out.
    pub of: Option<Vec<Seat>>,
}

/// Never takes a suit over, or only where cards are at hand.
#[wire]
pub struct LeaveSuits {
    /// Which suits it is about.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Only where fewer cards would be left than this after answering; always if left out.
    #[schema(minimum = 1)]
    pub leaving_fewer_than: Option<u8>,
}

/// Plays an Althing card in a suit against an own unit that would be lost.
#[wire]
pub struct CardInNeed {
    /// The card: `settlement` or `uproar`.
    pub card: FateCard,
    /// Which suits; the side is the defendant's.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// From this total on that the own side would need; if left out, when the hand can't answer.
    #[schema(minimum = 1)]
    pub from: Option<u8>,
}

/// Where own units flee to.
#[wire]
pub struct FlightPreference {
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
pub struct TradeWanted {
    /// The kind that is got.
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
    /// The last turn in which it applies, by the number of the turn. `until_my_turn` fills it in.
    pub last_turn: Option<u32>,
}

/// Declines every trade that no order accepts.
#[wire]
pub struct TradeUnwanted {
    /// Only from these players; from everybody if left out.
    pub from: Option<Vec<Seat>>,
    /// Only until the own turn comes.
    #[serde(default)]
    pub until_my_turn: bool,
    /// The last turn in which it applies, by the number of the turn. `until_my_turn` fills it in.
    pub last_turn: Option<u32>,
}

/// Ends the own turn when nothing can be built, paid for or traded with the supply, and no offer is open.
#[wire]
pub struct EndIdleTurn {}
