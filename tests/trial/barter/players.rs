//! Who plays the barter, what they know beforehand, and what is hidden from them.

use conformance::Conformance;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use rules::{
    Bots, Choice, Legal, OrderAnswer, Previews, Refusal, Render, RenderOptions, RenderedBoard, Seat,
    StandingOrders, Viewer,
};

use super::parts::{Action, Defect, Effect, Order, State, View};
use super::{Barter, CARDS};

impl Previews for Barter {
    type Effect = Effect;

    fn effects(&self, _before: &State, seat: Seat, action: &Action, after: &State) -> Vec<Effect> {
        let of = match action {
            Action::Ask { seat: other } if self.has(Defect::ForeseesHands) => *other,
            Action::Show { .. } | Action::Offer { .. } => seat,
            _ => return vec![],
        };
        vec![Effect::WillKeep { cards: after.hands[usize::from(of)].clone() }]
    }
}

impl Bots for Barter {
    fn bots(&self) -> &'static [&'static str] {
        &["random"]
    }

    fn choose(
        &self,
        _bot: &str,
        _view: &View,
        legal: &[Legal<Action>],
        rng: &mut dyn Rng,
    ) -> Option<Choice<Action>> {
        let legal = legal.first()?;
        let leaves = !legal.decision.blocking && rng.random_bool(0.7);
        legal.actions.choose(rng).filter(|_| !leaves).map(|action| legal.answer(action.clone()))
    }
}

impl StandingOrders for Barter {
    type Order = Order;

    fn order_kinds(&self) -> &'static [&'static str] {
        &["buy", "show_first"]
    }

    fn accept_order(&self, _view: &View, order: Order) -> Result<Order, Refusal> {
        Ok(order)
    }

    fn expired(&self, _view: &View, _order: &Order) -> Option<&'static str> {
        None
    }

    fn order_answer(
        &self,
        view: &View,
        legal: &[Legal<Action>],
        orders: &[Order],
    ) -> Option<OrderAnswer<Action>> {
        rules::orders::last_that_answers(legal, orders, |legal, order| match order {
            Order::Buy {} => legal.find(|action| *action == Action::Accept {}),
            Order::ShowFirst { card } if view.acts == 0 => {
                legal.find(|action| *action == Action::Show { card: *card })
            }
            Order::ShowFirst { .. } => None,
        })
    }

    fn typical_orders(&self) -> Vec<Order> {
        vec![Order::Buy {}, Order::ShowFirst { card: 5 }]
    }
}

/// Everything that a viewer sees, as text.
impl Render for Barter {
    fn render(&self, view: &View, _options: &RenderOptions) -> RenderedBoard {
        RenderedBoard { svg: String::new(), text: format!("{view:?}") }
    }
}

impl Conformance for Barter {
    fn check_invariants(&self, state: &State) -> Result<(), String> {
        let hands = state.hands.iter().map(Vec::len).sum::<usize>();
        let cards = state.pile.len() + state.shown.len() + hands + usize::from(state.offer.is_some());
        (cards == usize::from(CARDS)).then_some(()).ok_or_else(|| format!("{cards} cards"))
    }

    fn randomize_hidden(&self, state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        let mut other = state.clone();
        let hidden = |seat: usize| viewer.map(usize::from) != Some(seat);
        let mut cards = std::mem::take(&mut other.pile);
        for (_, hand) in other.hands.iter().enumerate().filter(|(seat, _)| hidden(*seat)) {
            cards.extend(hand);
        }
        cards.shuffle(rng);
        for (_, hand) in other.hands.iter_mut().enumerate().filter(|(seat, _)| hidden(*seat)) {
            *hand = cards.split_off(cards.len() - hand.len());
        }
        other.pile = cards;
        other
    }
}
