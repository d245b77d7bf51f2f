//! Every way to answer each open decision of a seat, listed by the functions that validate it (rules page §13).
//!
//! Discards and offers are shapes; everything else is listed ready to send.

use super::action::Action;
use super::production::Roll;
use super::question::{Question, of_seat};
use super::resource::{Bundle, Resource};
use super::trade::{maritime, offers};
use super::turn::EndTurn;
use super::view::PlayerView;
use super::{building, development, founding, robber};
use rules::legal::{FieldKind, KindLimit};
use rules::{Field, Legal, Shape};

/// The answers to one question, as far as they were found.
pub struct Answers<'a> {
    pub player: PlayerView<'a>,
    actions: Vec<Action>,
    shapes: Vec<Shape<Action>>,
}

impl Answers<'_> {
    pub fn add(&mut self, action: impl Into<Action>) {
        self.actions.push(action.into());
    }

    pub fn extend<A: Into<Action>>(&mut self, actions: impl IntoIterator<Item = A>) {
        self.actions.extend(actions.into_iter().map(Into::into));
    }

    pub fn add_shape(&mut self, action: impl Into<Action>, fields: Vec<Field>) {
        self.shapes.push(Shape { action: action.into(), fields });
    }
}

pub fn legal(player: PlayerView<'_>) -> Vec<Legal<Action>> {
    let answered = |question: Question| {
        let mut answers = Answers { player, actions: Vec::new(), shapes: Vec::new() };
        list(&mut answers, question);
        let decision = question.decision(player.table, player.seat);
        Legal { decision, actions: answers.actions, shapes: answers.shapes }
    };
    of_seat(player.table, player.seat).map(answered).collect()
}

fn list(answers: &mut Answers<'_>, question: Question) {
    match question {
        Question::SetupSettlement => founding::list_settlements(answers),
        Question::SetupRoad => founding::list_roads(answers),
        Question::Roll => {
            answers.add(Roll {});
            development::list_cards(answers);
        }
        Question::Discard => robber::list_discards(answers),
        Question::MoveRobber => robber::list_moves(answers),
        Question::FreeRoad => development::list_free_roads(answers),
        Question::Main => {
            answers.add(EndTurn {});
            building::list(answers);
            development::list_purchase(answers);
            development::list_cards(answers);
            if answers.player.table.trading_open {
                maritime::list(answers);
                offers::list_own_offers(answers);
            }
        }
        Question::TradeAnswer(offer) => offers::list_answers(answers, offer),
        Question::ConfirmTrade(offer) => offers::list_confirmations(answers, offer),
        Question::Trade => offers::list_standing_trade(answers),
    }
}

/// The most of each kind that a hand can give.
pub fn card_limits(hand: Bundle) -> Vec<KindLimit> {
    hand.kinds().map(|(kind, count)| KindLimit { kind: kind.into(), max: u32::from(count) }).collect()
}

/// The two sides of a trade: what the hand can give, and of each kind as many cards to get as there are. The rules do
/// not limit how many cards are requested; the shape ends the total where the largest kind ends.
pub fn side_fields(player: &PlayerView<'_>) -> Vec<Field> {
    let hand = player.hand;
    let total = u32::from(hand.total());
    let give = FieldKind::Bundle { limits: card_limits(hand), min_total: 1, max_total: total, not_in: None };
    let cards = |kind: Resource| u32::from(player.components.resource_cards.get(kind));
    let most = Resource::ALL.map(|kind| KindLimit { kind: kind.into(), max: cards(kind) }).to_vec();
    let max_total = player.components.resource_cards.most().into();
    let get = FieldKind::Bundle { limits: most, min_total: 1, max_total, not_in: Some("give") };
    vec![Field { name: "give", kind: give }, Field { name: "get", kind: get }]
}

/// One shape; where the hand has all kinds, one for each kind kept back, since otherwise no kind might be left to
/// request.
pub fn add_trade_shapes(answers: &mut Answers<'_>, action: impl Into<Action>, fields: &[Field]) {
    let action: Action = action.into();
    if answers.player.hand.kinds().count() < Resource::COUNT {
        answers.add_shape(action, fields.to_vec());
        return;
    }
    for kept in Resource::ALL {
        let mut fields = fields.to_vec();
        for field in fields.iter_mut().filter(|field| field.name == "give") {
            if let FieldKind::Bundle { limits, max_total, .. } = &mut field.kind {
                limits.retain(|limit| limit.kind != <&str>::from(kept));
                *max_total = limits.iter().map(|limit| limit.max).sum();
            }
        }
        answers.add_shape(action.clone(), fields);
    }
}
