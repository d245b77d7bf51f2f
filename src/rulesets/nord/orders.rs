//! Standing orders: what a seat may leave behind, and what it answers (rules page §17).
//!
//! May know: what one seat sees and its legal answers. May not know: the state, or any secret of another seat. An order
//! only ever gives one of the answers that are listed to its seat.
//!
//! | order | answers |
//! |---|---|
//! | `start` | `choose_start`, where players wait for each other before the first turn |
//! | `defeat_jarl` | `turn` |

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use utoipa::ToSchema;

use super::Nord;
use super::action::{Action, ChooseStart};
use super::board::{Settlement, are_distinct};
use super::question::Question;
use super::view::{PlayerView, View};
use rules::orders::{ensure, last_that_answers, no_seat};
use rules::{Field, FieldKind, Legal, OrderAnswer, Refusal, Shape, StandingOrders, wire};

/// An answer in advance, told apart by `type`. Of several that fit, the latest answers.
#[derive(Debug, Clone, PartialEq, Eq, strum::VariantNames, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = NordOrder)]
pub enum Order {
    Start(StartPreference),
    DefeatJarl(JarlPreference),
}

/// The seat has its start settlement, or others have all that it named.
pub const START_OVER: &str = "start_over";
pub const REASONS: [&str; 1] = [START_OVER];

/// Chooses your start settlement where the island names none.
#[wire(Nord)]
pub struct StartPreference {
    /// The first of these that is free. If all are taken, you are asked.
    #[schema(min_items = 1, max_items = 8)]
    pub settlements: Vec<Settlement>,
}

/// Defeats a jarl as soon as your turn begins and it brings enough points.
#[wire(Nord)]
pub struct JarlPreference {
    /// The fewest points for which it is done. Of several jarls, the one in the first settlement is taken.
    #[schema(minimum = 1, maximum = 20)]
    pub at_least: u8,
}

impl StandingOrders for Nord {
    type Order = Order;

    fn order_kinds(&self) -> &'static [&'static str] {
        Order::VARIANTS
    }

    fn accept_order(&self, view: &View, order: Order) -> Result<Order, Refusal> {
        let player = view.player_view(&self.components).ok_or_else(no_seat)?;
        match &order {
            Order::Start(start) => {
                validate_start(&player, start)?;
                let open = !is_over(&player, start);
                ensure(open, "settlements", "You have begun already, or all of these are taken.")
            }
            Order::DefeatJarl(order) => {
                let enough = |place: &u8| *place >= order.at_least;
                let reached = order.at_least > 0 && player.table.places.iter().any(enough);
                ensure(reached, "at_least", "No place of the large dragon boat brings so many points.")
            }
        }?;
        Ok(order)
    }

    fn expired(&self, view: &View, order: &Order) -> Option<&'static str> {
        let Order::Start(start) = order else { return None };
        is_over(&view.player_view(&self.components)?, start).then_some(START_OVER)
    }

    fn order_answer(
        &self,
        view: &View,
        legal: &[Legal<Action>],
        orders: &[Order],
    ) -> Option<OrderAnswer<Action>> {
        let player = view.player_view(&self.components)?;
        last_that_answers(legal, orders, |legal, order| answer_by(&player, legal, order))
    }

    fn typical_orders(&self) -> Vec<Order> {
        vec![Order::DefeatJarl(JarlPreference { at_least: 12 })]
    }

    fn offered_orders(&self) -> Vec<Shape<Order>> {
        let points = Field { name: "at_least", kind: FieldKind::Integer { min: 1, max: 20 } };
        let action = Order::DefeatJarl(JarlPreference { at_least: 12 });
        vec![Shape { action, fields: vec![points] }]
    }
}

fn validate_start(player: &PlayerView<'_>, order: &StartPreference) -> Result<(), Refusal> {
    let named = &order.settlements;
    ensure(!named.is_empty(), "settlements", "Name a settlement.")?;
    let known = named.iter().all(|settlement| player.table.board.field_of(*settlement).is_some());
    ensure(known, "settlements", "There is no such settlement on the island.")?;
    ensure(are_distinct(named), "settlements", "A settlement is named twice.")
}

/// Has the seat begun, or have others all that it named?
fn is_over(player: &PlayerView<'_>, order: &StartPreference) -> bool {
    let table = player.table;
    let begun = table.turn > 0 || !table.own_settlements(player.seat).has_no_settlement();
    let taken = |settlement| table.garrison(settlement).jarl.is_some();
    begun || order.settlements.iter().all(|settlement| taken(*settlement))
}

fn answer_by(player: &PlayerView<'_>, legal: &Legal<Action>, order: &Order) -> Option<Action> {
    match (legal.decision.kind.parse().ok()?, order) {
        (Question::ChooseStart, Order::Start(order)) => start(legal, order),
        (Question::Turn, Order::DefeatJarl(order)) => defeat_jarl(player, legal, order),
        _ => None,
    }
}

fn start(legal: &Legal<Action>, order: &StartPreference) -> Option<Action> {
    let mut choices =
        order.settlements.iter().map(|&settlement| Action::ChooseStart(ChooseStart { settlement }));
    choices.find(|choice| legal.actions.contains(choice))
}

fn defeat_jarl(player: &PlayerView<'_>, legal: &Legal<Action>, order: &JarlPreference) -> Option<Action> {
    if player.table.next_place()? < order.at_least {
        return None;
    }
    legal.find(|action| matches!(action, Action::DefeatJarl(_)))
}
