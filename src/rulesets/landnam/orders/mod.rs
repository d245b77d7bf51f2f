//! Standing orders: what a seat may leave behind, and what that answers.
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, dice.
//! An order only ever gives one of the answers that are listed to its seat.

mod accept;
mod answer;

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use utoipa::ToSchema;

use super::Landnam;
use super::action::Action;
use super::board::Place;
use super::fate::FateCard;
use super::resource::Resource;
use super::state::{Side, UnitId};
use super::terrain::Terrain;
use super::view::{SeatKnowledge, View};
pub use accept::REASONS;
use rules::orders::no_seat;
use rules::{Field, FieldKind, Legal, OrderAnswer, Refusal, Seat, Shape, StandingOrders, wire};

/// An answer in advance, told apart by `type`. Of several that fit, the latest answers; but cards come before stakes,
/// stakes before handing over, and that before conceding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, VariantNames)]
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

/// Narrows an order to some suits; what is left out excludes none.
#[wire]
#[derive(Copy, Default)]
#[serde(default)]
pub struct SuitsMeant {
    /// Only where you are on this side.
    pub side: Option<Side>,
    /// Only where this kind is staked.
    pub resource: Option<Resource>,
    /// Only suits against this unit.
    pub unit: Option<UnitId>,
}

/// Yields as soon as it is your time to sue.
#[wire]
pub struct YieldOrder {
    /// Only while you hold fewer cards than this of each kind that your suits would be about; always if left out.
    #[schema(minimum = 1, maximum = 19)]
    pub holding_fewer_than: Option<u8>,
}

/// Brings suits, first the one of whose kind you hold most cards.
#[wire]
pub struct SueOrder {
    #[serde(default)]
    pub suits: SuitsMeant,
    /// How many cards are staked at once.
    #[schema(minimum = 1, maximum = 19)]
    pub stake: u8,
    /// At least this many cards of the kind stay in hand.
    #[serde(default)]
    #[schema(maximum = 19)]
    pub keep: u8,
    /// Only against a player with at most this many resource cards.
    #[schema(maximum = 76)]
    pub against_at_most: Option<u8>,
}

/// Answers suits with cards up to a limit.
#[wire]
pub struct RaiseOrder {
    #[serde(default)]
    pub suits: SuitsMeant,
    /// The highest total that your side may come to.
    #[schema(minimum = 1, maximum = 19)]
    pub up_to: u8,
    /// How many cards more than needed are staked where hand and limit allow.
    #[serde(default)]
    #[schema(maximum = 19)]
    pub over: u8,
    /// At least this many cards of the kind stay in hand.
    #[serde(default)]
    #[schema(maximum = 19)]
    pub keep: u8,
    /// Only against an opponent with at most this many resource cards.
    #[schema(maximum = 76)]
    pub against_at_most: Option<u8>,
}

/// Offers your side to a player when answering would cost too much.
#[wire]
pub struct HandOverOrder {
    /// The seat that may take the side over.
    pub to: Seat,
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Applies once your side would need at least this total; if left out, once your cards are too few to answer.
    #[schema(minimum = 1, maximum = 19)]
    pub from: Option<u8>,
}

/// Gives up suits when answering would cost too much.
#[wire]
pub struct ConcedeOrder {
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Applies once your side would need at least this total; if left out, once your cards are too few to answer.
    #[schema(minimum = 1, maximum = 19)]
    pub from: Option<u8>,
}

/// Takes over sides that are offered to you and that you can answer for at once.
#[wire]
pub struct TakeOverOrder {
    /// `side` is the one that is offered to you.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Only if this many cards are enough to answer.
    #[schema(minimum = 1, maximum = 19)]
    pub up_to: u8,
    /// At least this many cards of the kind stay in hand.
    #[serde(default)]
    #[schema(maximum = 19)]
    pub keep: u8,
    /// Only from these seats; from anybody if left out.
    pub of: Option<Vec<Seat>>,
}

/// Declines to take over suits: all, or those that would leave too few cards in hand.
#[wire]
pub struct DeclineSuitsOrder {
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Only where fewer cards than this would be left, or too few are in hand to answer; always if left out.
    #[schema(minimum = 1, maximum = 19)]
    pub leaving_fewer_than: Option<u8>,
}

/// Plays an Althing card in a suit against your unit when answering would cost too much.
#[wire]
pub struct AlthingCardOrder {
    /// `settlement` breaks off one suit, `uproar` the whole Althing.
    pub card: FateCard,
    /// `side` can only be `defendant`.
    #[serde(default)]
    pub suits: SuitsMeant,
    /// Applies once your side would need at least this total; if left out, once your cards are too few to answer.
    #[schema(minimum = 1, maximum = 19)]
    pub from: Option<u8>,
}

/// Where your chased units flee to.
#[wire]
pub struct FleeOrder {
    /// The first of these that is open to the unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// Otherwise a place of the first of these terrains that is open, beside an own building if possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<Terrain>,
    /// Otherwise any open place; with `false` you are asked.
    #[serde(default)]
    pub anywhere: bool,
}

/// Accepts offers of one kind for another.
#[wire]
pub struct AcceptTradeOrder {
    /// The kind you receive.
    pub get: Resource,
    /// The kind you pay.
    pub pay: Resource,
    /// The most cards you pay for each one received.
    #[schema(minimum = 1, maximum = 19)]
    pub up_to: u8,
    /// At least this many cards of the kind paid stay in hand.
    #[serde(default)]
    #[schema(maximum = 19)]
    pub keep: u8,
    /// Only from these seats; from anybody if left out.
    pub from: Option<Vec<Seat>>,
    /// Ends when your turn begins.
    #[serde(default)]
    pub until_my_turn: bool,
    /// The last turn in which it applies, by number; `until_my_turn` sets it.
    #[schema(maximum = 100_000)]
    pub last_turn: Option<u32>,
}

/// Declines every offer that no other order accepts.
#[wire]
pub struct DeclineTradesOrder {
    /// Only from these seats; from anybody if left out.
    pub from: Option<Vec<Seat>>,
    /// Ends when your turn begins.
    #[serde(default)]
    pub until_my_turn: bool,
    /// The last turn in which it applies, by number; `until_my_turn` sets it.
    #[schema(maximum = 100_000)]
    pub last_turn: Option<u32>,
}

/// Ends your turn when you can build, pay for and trade nothing, and no offer is open.
#[wire]
pub struct EndTurnOrder {}

impl StandingOrders for Landnam {
    type Order = Order;

    fn order_kinds(&self) -> &'static [&'static str] {
        Order::VARIANTS
    }

    fn accept_order(&self, view: &View, order: Order) -> Result<Order, Refusal> {
        accept::accept(&SeatKnowledge::of(view, &self.components).ok_or_else(no_seat)?, order)
    }

    fn expired(&self, view: &View, order: &Order) -> Option<&'static str> {
        accept::expired(&SeatKnowledge::of(view, &self.components)?, order)
    }

    fn order_answer(
        &self,
        view: &View,
        legal: &[Legal<Action>],
        orders: &[Order],
    ) -> Option<OrderAnswer<Action>> {
        answer::answer(&SeatKnowledge::of(view, &self.components)?, legal, orders)
    }

    /// - yields when fewer than two cards are in hand of every kind that an own suit would be about;
    /// - settles a suit that would be lost with the card that does so, if it is in hand;
    /// - concedes when the hand can't answer;
    /// - takes no suit over that would leave no card of its kind in hand;
    /// - ends the own turn when there is nothing left to do in it.
    fn typical_orders(&self) -> Vec<Order> {
        let suits = SuitsMeant::default();
        vec![
            Order::Yield(YieldOrder { holding_fewer_than: Some(2) }),
            Order::AlthingCard(AlthingCardOrder { card: FateCard::Settlement, suits, from: None }),
            Order::Concede(ConcedeOrder { suits, from: None }),
            Order::DeclineSuits(DeclineSuitsOrder { suits, leaving_fewer_than: Some(1) }),
            Order::EndTurn(EndTurnOrder {}),
        ]
    }

    /// The typical ones, and those with one number that most players have a wish about.
    fn offered_orders(&self) -> Vec<Shape<Order>> {
        let ready = |action| Shape { action, fields: Vec::new() };
        let cards = Field { name: "up_to", kind: FieldKind::Integer { min: 1, max: 19 } };
        let up_to = |action| Shape { action, fields: vec![cards.clone()] };
        let suits = SuitsMeant::default();
        let typical = self.typical_orders().into_iter().map(ready);
        let raise = RaiseOrder { suits, up_to: 1, over: 0, keep: 0, against_at_most: None };
        let flee = FleeOrder { places: Vec::new(), terrains: Vec::new(), anywhere: true };
        let decline = DeclineTradesOrder { from: None, until_my_turn: true, last_turn: None };
        let others =
            [up_to(Order::Raise(raise)), ready(Order::Flee(flee)), ready(Order::DeclineTrades(decline))];
        let kinds = |get| Resource::ALL.into_iter().filter(move |pay| *pay != get).map(move |pay| (get, pay));
        let trades = Resource::ALL.into_iter().flat_map(kinds).map(|(get, pay)| {
            up_to(Order::AcceptTrade(AcceptTradeOrder {
                get,
                pay,
                up_to: 1,
                keep: 0,
                from: None,
                until_my_turn: true,
                last_turn: None,
            }))
        });
        typical.chain(others).chain(trades).collect()
    }
}
