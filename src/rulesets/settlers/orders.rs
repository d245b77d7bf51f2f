//! Standing orders: what a seat may leave behind, and what it answers (rules page §15).
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, dice.
//! An order only ever gives one of the answers that are listed to its seat.
//!
//! | order | answers |
//! |---|---|
//! | `discard` | `discard` |
//! | `trade` `reject_trades` | `trade_answer` |
//! | `roll` | `roll`, with the dice |
//! | `robber` | `move_robber` |
//! | `end_turn` | `main` |

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use utoipa::ToSchema;

use super::Settlers;
use super::action::Action;
use super::board::Hex;
use super::question::{self, Question};
use super::refusals::Validation;
use super::resource::{Bundle, Resource};
use super::robber::{Discard, MoveRobber, largest_pile_first, owed_by};
use super::trade::{Offer, OfferId};
use super::view::{PlayerView, View};
use rules::orders::{ensure, last_that_answers, no_seat, validate_other_seat};
use rules::{Legal, OrderAnswer, Refusal, Seat, Shape, StandingOrders, wire, words};

/// An answer in advance, told apart by `type`. Of several that fit, the latest answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, VariantNames)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = SettlersOrder)]
pub enum Order {
    Discard(DiscardPreference),
    Trade(TradeFilter),
    RejectTrades(RejectAllTrades),
    Roll(RollAtOnce),
    Robber(RobberPreference),
    EndTurn(EndIdleTurn),
}

/// Gives cards back at once after a roll of 7.
#[wire(Settlers)]
pub struct DiscardPreference {
    /// The kinds that go first, in order; the rest goes from the kind you hold most of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<Resource>,
}

/// Answers offers by rules. The first that fits counts; where none fits, you are asked.
#[wire(Settlers)]
pub struct TradeFilter {
    /// In the order in which they are tried.
    #[schema(min_items = 1, max_items = 20)]
    pub rules: Vec<TradeRule>,
}

/// What to answer to some offers.
#[wire(Settlers)]
pub struct TradeRule {
    /// Only offers of this seat; of anybody if left out.
    pub from: Option<Seat>,
    /// Only offers that fit this; all if left out.
    #[serde(default)]
    pub when: TradeCondition,
    pub then: TradeReply,
}

/// What an offer must be like; what is left out excludes none.
#[wire(Settlers)]
#[derive(Default)]
#[serde(default)]
pub struct TradeCondition {
    /// The maker wants a card of one of these kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub they_want_any_of: Vec<Resource>,
    /// The maker gives at least these cards.
    pub they_give_at_least: Option<Bundle>,
    /// The maker wants no cards beyond these.
    pub they_want_at_most: Option<Bundle>,
}

/// Rejects every offer made to you.
#[wire(Settlers)]
pub struct RejectAllTrades {}

/// Rolls as soon as your turn begins.
#[wire(Settlers)]
pub struct RollAtOnce {}

/// Moves the robber to a hex without buildings of yours, and robs one of these seats.
#[wire(Settlers)]
pub struct RobberPreference {
    /// In order of preference; of its hexes the one with the likeliest number. Where none can be robbed, you are asked.
    #[schema(min_items = 1)]
    pub victims: Vec<Seat>,
    /// Hexes where the robber is not to go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spare: Vec<Hex>,
}

/// Ends your turn when you can build, buy, play and trade nothing, and no offer is open.
#[wire(Settlers)]
pub struct EndIdleTurn {}

/// `ask` leaves the offer to you.
#[words(Settlers)]
pub enum TradeReply {
    /// Yes; no where the hand can't pay.
    Accept,
    /// No, whatever cards are in hand.
    Reject,
    /// Nothing: the owner decides.
    Ask,
}

/// Every seat that an order is about has given up.
pub const SEAT_RESIGNED: &str = "seat_resigned";
pub const REASONS: [&str; 1] = [SEAT_RESIGNED];

impl StandingOrders for Settlers {
    type Order = Order;

    fn order_kinds(&self) -> &'static [&'static str] {
        Order::VARIANTS
    }

    fn accept_order(&self, view: &View, order: Order) -> Result<Order, Refusal> {
        validate(&view.player_view(&self.components).ok_or_else(no_seat)?, &order)?;
        Ok(order)
    }

    fn expired(&self, view: &View, order: &Order) -> Option<&'static str> {
        let Order::Robber(order) = order else { return None };
        let gone = order.victims.iter().all(|seat| view.table.has_resigned(*seat));
        gone.then_some(SEAT_RESIGNED)
    }

    fn order_answer(
        &self,
        view: &View,
        legal: &[Legal<Action>],
        orders: &[Order],
    ) -> Option<OrderAnswer<Action>> {
        let player = view.player_view(&self.components)?;
        last_that_answers(legal, orders, |legal, order| answer(&player, legal, order))
    }

    fn typical_orders(&self) -> Vec<Order> {
        vec![
            Order::Discard(DiscardPreference { first: Vec::new() }),
            Order::Roll(RollAtOnce {}),
            Order::EndTurn(EndIdleTurn {}),
        ]
    }

    fn offered_orders(&self) -> Vec<Shape<Order>> {
        let more = [Order::RejectTrades(RejectAllTrades {})];
        let ready = |action| Shape { action, fields: Vec::new() };
        self.typical_orders().into_iter().chain(more).map(ready).collect()
    }
}

const MAX_RULES: usize = 20;

/// The refusal names the field that makes no sense.
fn validate(player: &PlayerView<'_>, order: &Order) -> Validation {
    match order {
        Order::Discard(order) => different("first", &order.first),
        Order::Trade(order) => {
            let count = (1..=MAX_RULES).contains(&order.rules.len());
            ensure(count, "rules", "A filter has 1 to 20 rules.")?;
            order.rules.iter().enumerate().try_for_each(|(index, rule)| possible(player, index, rule))
        }
        Order::Robber(order) => {
            ensure(!order.victims.is_empty(), "victims", "Name a player.")?;
            ensure(order.spare.iter().all(|hex| hex.exists()), "spare", "There is no such hex.")?;
            order.victims.iter().try_for_each(|seat| other_seat(player, "victims", *seat))
        }
        Order::RejectTrades(_) | Order::Roll(_) | Order::EndTurn(_) => Ok(()),
    }
}

fn possible(player: &PlayerView<'_>, index: usize, rule: &TradeRule) -> Validation {
    let seat = rule.from.map_or(Ok(()), |seat| other_seat(player, &format!("rules[{index}].from"), seat));
    seat.and(different(&format!("rules[{index}].when.they_want_any_of"), &rule.when.they_want_any_of))
}

fn different(field: &str, kinds: &[Resource]) -> Validation {
    let twice =
        kinds.iter().enumerate().any(|(index, kind)| kinds.iter().take(index).any(|other| other == kind));
    ensure(!twice, field, "A kind is named twice.")
}

fn other_seat(player: &PlayerView<'_>, field: &str, seat: Seat) -> Validation {
    let table = player.table;
    validate_other_seat(player.seat, table.seats(), |seat| table.has_resigned(seat), field, seat)
}

/// What an order answers to a question, if it is meant for it.
fn answer(player: &PlayerView<'_>, legal: &Legal<Action>, order: &Order) -> Option<Action> {
    match (question::of_decision(player.table, &legal.decision)?, order) {
        (Question::Discard, Order::Discard(order)) => discard(player, order),
        // The active player is there and reads what others offer; no order answers again for a seat that has rejected.
        (Question::TradeAnswer(_), _) if player.is_active() || !legal.decision.is_asked() => None,
        (Question::TradeAnswer(offer), Order::Trade(order)) => {
            answer_offer(player.table.offer(offer)?, legal, order)
        }
        (Question::TradeAnswer(_), Order::RejectTrades(_)) => {
            legal.find(|action| matches!(action, Action::RejectTrade(_)))
        }
        (Question::Roll, Order::Roll(_)) => legal.find(|action| matches!(action, Action::Roll(_))),
        (Question::MoveRobber, Order::Robber(order)) => rob(player, legal, order),
        (Question::Main, Order::EndTurn(_)) => end_turn(player, legal),
        _ => None,
    }
}

/// The kinds that go first, then the largest piles.
fn discard(player: &PlayerView<'_>, order: &DiscardPreference) -> Option<Action> {
    let mut owed = owed_by(player.table, player.seat)?;
    let (mut hand, mut given) = (player.hand, Bundle::EMPTY);
    for kind in &order.first {
        let cards = Bundle::of(*kind, hand.get(*kind).min(owed));
        owed -= cards.get(*kind);
        hand -= cards;
        given += cards;
    }
    given += largest_pile_first(hand, owed);
    Some(Discard { cards: given }.into())
}

fn answer_offer(offer: &Offer, legal: &Legal<Action>, order: &TradeFilter) -> Option<Action> {
    let accepts = |id: OfferId| {
        legal.find(|action| matches!(action, Action::AcceptTrade(accepted) if accepted.offer == id))
    };
    let rejects = || legal.find(|action| matches!(action, Action::RejectTrade(_)));
    match order.rules.iter().find(|rule| fits(offer, rule))?.then {
        TradeReply::Accept => accepts(offer.id).or_else(rejects),
        TradeReply::Reject => rejects(),
        TradeReply::Ask => None,
    }
}

fn fits(offer: &Offer, rule: &TradeRule) -> bool {
    let wanted = &rule.when.they_want_any_of;
    rule.from.is_none_or(|from| from == offer.from)
        && (wanted.is_empty() || wanted.iter().any(|kind| offer.get.get(*kind) > 0))
        && rule.when.they_give_at_least.is_none_or(|least| offer.give.covers(&least))
        && rule.when.they_want_at_most.is_none_or(|most| most.covers(&offer.get))
}

/// The first victim that can be robbed where the seat has no building, on the hex with the likeliest number.
fn rob(player: &PlayerView<'_>, legal: &Legal<Action>, order: &RobberPreference) -> Option<Action> {
    let own = |hex: Hex| player.table.buildings_on(hex).any(|building| building.seat == player.seat);
    let moves = |victim: u8| {
        let moves = legal.actions.iter().filter_map(move |action| match action {
            Action::MoveRobber(MoveRobber { hex, victim: Some(from) }) if *from == victim => Some(*hex),
            _ => None,
        });
        moves.filter(|hex| !order.spare.contains(hex) && !own(*hex))
    };
    let (hex, victim) = order.victims.iter().find_map(|&victim| {
        // The first of equals, so that the same position always gets the same answer.
        let pips = |hex: Hex| player.table.board.pips(hex);
        let best = moves(victim).reduce(|best, next| if pips(next) > pips(best) { next } else { best });
        best.map(|hex| (hex, victim))
    })?;
    Some(MoveRobber { hex, victim: Some(victim) }.into())
}

/// Ends the turn if nothing else can be done without another player.
fn end_turn(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    // An offer that every seat has rejected is nothing to wait for, nor is taking it back something to do.
    let idle = player.table.offers.iter().all(Offer::is_rejected)
        && legal.actions.iter().all(|action| matches!(action, Action::EndTurn(_) | Action::WithdrawTrade(_)));
    if idle { legal.find(|action| matches!(action, Action::EndTurn(_))) } else { None }
}
