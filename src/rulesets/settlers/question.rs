//! The decisions of the game: when they are open, their kinds and ids, which actions answer them, every legal answer,
//! the answer for an absent seat, and the one that the server gives itself (rules page §13, §15).
//!
//! | kind | open for | answers |
//! |---|---|---|
//! | `setup_settlement`, `setup_road` | the founder | the placement |
//! | `roll` | active | roll, or a development card before |
//! | `discard` | every seat that owes, at the same time | the cards |
//! | `move_robber`, `free_road` | active | the place |
//! | `main` | active | trade, building, cards, the end of the turn |
//! | `trade_answer` | addressees of an open offer; invited | accept, reject, counter; after a rejection accept or counter |
//! | `confirm_trade` | the active player whose offer a seat has accepted; invited | confirm |
//! | `trade` | all but the active seat while trade is open; invited | offers to the active player, and withdrawals |
//!
//! Trade stays open while the active player moves the robber for a knight or lays free roads, so that an offer keeps
//! its decision as long as it stands.
//!
//! Discards and offers are listed as shapes, everything else ready to send, by the functions that validate it.
//!
//! | decision | action for an absent seat |
//! |---|---|
//! | `setup_settlement` | the free vertex with most pips, the lowest of equals |
//! | `setup_road`, `free_road` | the lowest edge |
//! | `roll` | rolls |
//! | `discard` | largest pile first; equal piles in the order ore, grain, wool, lumber, brick |
//! | `move_robber` | where it does most harm to others and none to the seat itself |
//! | `main` | ends the turn |
//! | `trade_answer` | rejects; nothing where it has rejected already |
//!
//! `confirm_trade` and `trade` are left unanswered.

use strum::IntoStaticStr;

use super::action::Action;
use super::components::Components;
use super::production::Roll;
use super::resource::{Bundle, Resource};
use super::robber::Discard;
use super::state::{Phase, State, Table};
use super::trade::OfferId;
use super::trade::offers::{self, RejectTrade};
use super::turn::EndTurn;
use super::view::PlayerView;
use super::{building, development, founding, robber, trade};
use rules::legal::{FieldKind, KindLimit};
use rules::{Actor, CallKind, Decision, Field, Legal, Seat, Shape, numbered_turn_id, turn_id};

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Question {
    SetupSettlement,
    SetupRoad,
    /// Roll, or play a card before.
    Roll,
    Discard,
    MoveRobber,
    FreeRoad,
    Main,
    TradeAnswer(OfferId),
    /// Carry an own offer out with a seat that has accepted it.
    ConfirmTrade(OfferId),
    /// Offer the active player a trade, or take something back.
    Trade,
}

impl Question {
    pub fn kind(self) -> &'static str {
        self.into()
    }

    pub const fn blocking(self) -> bool {
        !matches!(self, Self::TradeAnswer(_) | Self::ConfirmTrade(_) | Self::Trade)
    }

    /// What a person is called for when it opens. A seat that has rejected an offer may still accept it, but is not
    /// called again.
    fn call(self, table: &Table, seat: Seat) -> Option<CallKind> {
        match self {
            Self::Discard => Some(crate::settlers::DISCARD),
            Self::TradeAnswer(offer) => {
                let asks = table.offer(offer).is_some_and(|offer| offer.asks(seat));
                asks.then_some(CallKind::TRADE_OFFERED)
            }
            Self::ConfirmTrade(_) => Some(CallKind::OFFER_ANSWERED),
            Self::Trade => None,
            _ => Some(CallKind::YOUR_TURN),
        }
    }

    /// A function of the public state alone. It changes when the seat's own decision does and, where a seat may act
    /// several times, with each of its actions; one that was closed never comes back.
    fn id(self, table: &Table, seat: Seat) -> String {
        let (turn, acts) = (table.turn, table.acts);
        match (self, &table.phase) {
            (Self::SetupSettlement | Self::SetupRoad, Phase::Founding(founding)) => {
                format!("{}.{}", self.kind(), founding.placed)
            }
            (Self::Discard, _) => turn_id(turn, "discard", &[]),
            // A seat that takes an acceptance back or makes a counter-offer has a new decision, so that a late repeat
            // does nothing.
            (Self::TradeAnswer(offer), _) => {
                let back = table.offer(offer).map_or(0, |offer| offer.taken_back_by(seat));
                let again = [u32::from(back)];
                numbered_turn_id(turn, "offer", offer.0, if back == 0 { &[] } else { &again })
            }
            (Self::ConfirmTrade(offer), _) => {
                let emptied = table.offer(offer).map_or(0, |offer| offer.emptied);
                numbered_turn_id(turn, "confirm", offer.0, &[emptied.into()])
            }
            (Self::Trade, _) => turn_id(turn, "trade", &[table.player(seat).trade_acts.into()]),
            _ => turn_id(turn, self.kind(), &[acts.into()]),
        }
    }

    pub fn decision(self, table: &Table, seat: Seat) -> Decision {
        Decision {
            id: self.id(table, seat),
            seat,
            kind: self.kind(),
            blocking: self.blocking(),
            call: self.call(table, seat),
        }
    }

    /// Is `action` an answer to it? Whether it is allowed is another matter.
    pub fn takes(self, action: &Action) -> bool {
        match (self, action) {
            (Self::SetupSettlement, Action::PlaceSetupSettlement(_))
            | (Self::SetupRoad, Action::PlaceSetupRoad(_))
            | (Self::Roll, Action::Roll(_))
            | (Self::Discard, Action::Discard(_))
            | (Self::MoveRobber, Action::MoveRobber(_))
            | (Self::FreeRoad, Action::PlaceFreeRoad(_))
            | (Self::Roll | Self::Main, Action::PlayKnight(_) | Action::PlayRoadBuilding(_))
            | (Self::Roll | Self::Main, Action::PlayYearOfPlenty(_) | Action::PlayMonopoly(_))
            | (Self::Main, Action::BuildRoad(_) | Action::BuildSettlement(_) | Action::BuildCity(_))
            | (Self::Main, Action::BuyDevelopmentCard(_) | Action::EndTurn(_))
            | (Self::Main, Action::AcceptTrade(_) | Action::ConfirmTrade(_) | Action::MaritimeTrade(_))
            | (
                Self::Main | Self::Trade,
                Action::OfferTrade(_) | Action::RejectTrade(_) | Action::WithdrawTrade(_),
            ) => true,
            (Self::TradeAnswer(offer), Action::AcceptTrade(accepted)) => accepted.offer == offer,
            (Self::TradeAnswer(offer), Action::RejectTrade(rejected)) => rejected.offer == offer,
            (Self::TradeAnswer(offer), Action::CounterTrade(counter)) => counter.offer == offer,
            (Self::ConfirmTrade(offer), Action::ConfirmTrade(confirmed)) => confirmed.offer == offer,
            _ => false,
        }
    }
}

pub fn open(table: &Table) -> Vec<(Seat, Question)> {
    let active = table.active;
    match &table.phase {
        Phase::Blank {} | Phase::Over { .. } => Vec::new(),
        Phase::Founding(founding) => {
            let question = match founding.settlement {
                None => Question::SetupSettlement,
                Some(_) => Question::SetupRoad,
            };
            vec![(active, question)]
        }
        Phase::Roll {} => vec![(active, Question::Roll)],
        Phase::Discard { owed } => owed.iter().map(|owed| (owed.seat, Question::Discard)).collect(),
        Phase::Robber { .. } => with_trade(table, Question::MoveRobber),
        Phase::FreeRoads { .. } => with_trade(table, Question::FreeRoad),
        Phase::Main {} => with_trade(table, Question::Main),
    }
}

/// The decision of the active player, and those of trade beside it while it is open.
fn with_trade(table: &Table, awaited: Question) -> Vec<(Seat, Question)> {
    let mut open = Vec::with_capacity(8);
    for seat in 0..table.seats() {
        let is_active = seat == table.active;
        if is_active {
            open.push((seat, awaited));
        }
        if !table.trading_open || table.has_resigned(seat) {
            continue;
        }
        for offer in &table.offers {
            if offer.may_still_accept(seat) {
                open.push((seat, Question::TradeAnswer(offer.id)));
            }
            if is_active && offer.from == seat && offer.accepted().next().is_some() {
                open.push((seat, Question::ConfirmTrade(offer.id)));
            }
        }
        if !is_active {
            open.push((seat, Question::Trade));
        }
    }
    open
}

pub fn of_seat(table: &Table, seat: Seat) -> impl Iterator<Item = Question> {
    open(table).into_iter().filter(move |(awaited, _)| *awaited == seat).map(|(_, question)| question)
}

pub fn of_decision(table: &Table, decision: &Decision) -> Option<Question> {
    let seat = decision.seat;
    of_seat(table, seat).find(|question| question.id(table, seat) == decision.id)
}

/// The open question of `seat` that `action` answers: about an offer its own, else the general one, which says why
/// there is none.
pub fn find(table: &Table, seat: Seat, action: &Action) -> Option<Question> {
    let about_an_offer =
        |question: &Question| matches!(question, Question::TradeAnswer(_) | Question::ConfirmTrade(_));
    let mut general = None;
    for question in of_seat(table, seat).filter(|question| question.takes(action)) {
        if about_an_offer(&question) {
            return Some(question);
        }
        general = general.or(Some(question));
    }
    general
}

/// The code for a decision of this game that is not open: is it about an offer that is gone?
pub fn closed_code(table: &Table, decision: &str) -> &'static str {
    let number = decision.split('.').nth(1).and_then(|word| {
        word.strip_prefix("offer")
            .or_else(|| word.strip_prefix("confirm"))
            .and_then(|number| number.parse().ok())
    });
    match number {
        Some(number)
            if (1..=table.offers_made).contains(&number) && table.offer(OfferId(number)).is_none() =>
        {
            "offer_closed"
        }
        _ => "decision_closed",
    }
}

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
                trade::list_maritime(answers);
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

/// The action for an absent seat, or `None` if the decision is not open or is a standing invitation.
pub fn lapse(components: &Components, state: &State, decision: &Decision) -> Option<Action> {
    let player = PlayerView::of(components, state, decision.seat);
    Some(match of_decision(&state.table, decision)? {
        Question::SetupSettlement => founding::default_settlement(&player)?.into(),
        Question::SetupRoad => founding::default_road(&player)?.into(),
        Question::FreeRoad => development::default_free_road(&player)?.into(),
        Question::Roll => Roll {}.into(),
        Question::Discard => {
            let cards = robber::largest_pile_first(player.hand, robber::owed_by(player.table, player.seat)?);
            Discard { cards }.into()
        }
        Question::MoveRobber => robber::default_move(&player)?.into(),
        Question::Main => EndTurn {}.into(),
        // A seat that has rejected the offer is still invited, since it may yet accept it.
        Question::TradeAnswer(offer) if !state.table.offer(offer)?.asks(decision.seat) => return None,
        Question::TradeAnswer(offer) => RejectTrade { offer }.into(),
        Question::ConfirmTrade(_) | Question::Trade => return None,
    })
}

/// The step the server takes where public facts leave one outcome: it depends on nothing that some seat does not know.
/// Which cards a seat has is secret, how many is not.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let active = state.table.active;
    let player = state.table.player(active);
    let action = match state.table.phase {
        Phase::Roll {} if player.development_cards == 0 => Roll {}.into(),
        Phase::Main {} if player.development_cards == 0 && player.cards == 0 => EndTurn {}.into(),
        Phase::FreeRoads { .. } => {
            let places = building::road_places(&PlayerView::of(components, state, active));
            let &[edge] = places.as_slice() else { return None };
            development::PlaceFreeRoad { edge }.into()
        }
        _ => return None,
    };
    Some((Some(active), action))
}
