//! Every way to answer each open decision of a seat, listed by the predicates that validate it (rules page §13).
//!
//! Discards and offers are shapes; everything else is listed ready to send.

use super::action::{
    AcceptTrade, Action, BuildCity, BuildRoad, BuildSettlement, BuyDevelopmentCard, ConfirmTrade,
    CounterTrade, Discard, EndTurn, MaritimeTrade, MoveRobber, OfferTrade, PlaceFreeRoad, PlaceSetupRoad,
    PlaceSetupSettlement, PlayKnight, PlayMonopoly, PlayRoadBuilding, PlayYearOfPlenty, RejectTrade, Roll,
    WithdrawTrade,
};
use super::board::{Hex, Spot, Vertex};
use super::development::DevelopmentCard;
use super::player_view::PlayerView;
use super::question::{Question, of_seat};
use super::resource::{Bundle, Resource};
use super::state::{Offer, OfferId, Phase, Reply};
use super::validate::{building, cards, offers, robber};
use rules::legal::{FieldKind, KindLimit};
use rules::{Field, Legal, Shape};

/// Every open decision of the seat with its answers.
pub fn legal(player: PlayerView<'_>) -> Vec<Legal<Action>> {
    let of_this_seat = of_seat(player.table, player.seat);
    of_this_seat
        .map(|question| {
            let mut answers = Answers { player, actions: Vec::new(), shapes: Vec::new() };
            answers.of(question);
            let Answers { actions, shapes, .. } = answers;
            Legal { decision: question.decision(player.table, player.seat), actions, shapes }
        })
        .collect()
}

/// The answers to one question, as far as they were found.
struct Answers<'a> {
    player: PlayerView<'a>,
    actions: Vec<Action>,
    shapes: Vec<Shape<Action>>,
}

impl Answers<'_> {
    fn of(&mut self, question: Question) {
        match question {
            Question::SetupSettlement => self.setup_settlements(),
            Question::SetupRoad => self.setup_roads(),
            Question::Roll => {
                self.actions.push(Action::Roll(Roll {}));
                self.cards();
            }
            Question::Discard => self.discards(),
            Question::MoveRobber => self.robber(),
            Question::FreeRoad => {
                let places = building::road_candidates(&self.player).into_iter();
                self.actions.extend(places.map(|edge| Action::PlaceFreeRoad(PlaceFreeRoad { edge })));
            }
            Question::Main => self.main(),
            Question::TradeAnswer(offer) => self.trade_answers(offer),
            Question::ConfirmTrade(offer) => self.confirmations(offer),
            Question::Trade => self.standing_trade(),
        }
    }

    fn setup_settlements(&mut self) {
        let free = Vertex::all().filter(|vertex| building::is_free(&self.player, *vertex).is_ok());
        let found = free.map(|vertex| Action::PlaceSetupSettlement(PlaceSetupSettlement { vertex }));
        self.actions.extend(found);
    }

    fn setup_roads(&mut self) {
        let Phase::Founding(founding) = self.player.table.phase else { return };
        let Some(settlement) = founding.settlement else { return };
        let places = settlement.edges();
        let places = places.filter(|edge| building::setup_road(&self.player, settlement, *edge).is_ok());
        self.actions.extend(places.map(|edge| Action::PlaceSetupRoad(PlaceSetupRoad { edge })));
    }

    fn cards(&mut self) {
        let player = &self.player;
        if player.table.card_played || player.development.total() == 0 {
            return;
        }
        if cards::playable(player, DevelopmentCard::Knight).is_ok() {
            self.actions.push(Action::PlayKnight(PlayKnight {}));
        }
        if cards::road_building(player).is_ok() {
            self.actions.push(Action::PlayRoadBuilding(PlayRoadBuilding {}));
        }
        if cards::playable(player, DevelopmentCard::YearOfPlenty).is_ok() {
            let choices = cards::plenty_choices(player.table.bank).into_iter();
            self.actions.extend(choices.map(|cards| Action::PlayYearOfPlenty(PlayYearOfPlenty { cards })));
        }
        if cards::playable(player, DevelopmentCard::Monopoly).is_ok() {
            let kinds = Resource::ALL.into_iter();
            self.actions.extend(kinds.map(|resource| Action::PlayMonopoly(PlayMonopoly { resource })));
        }
    }

    fn discards(&mut self) {
        let Some(owed) = robber::owes(self.player.table, self.player.seat) else { return };
        let count = u32::from(owed);
        let kind = FieldKind::Bundle {
            most: limits(self.player.hand),
            min_total: count,
            max_total: count,
            not_in: None,
        };
        let action = Action::Discard(Discard { cards: Bundle::EMPTY });
        self.shapes.push(Shape { action, fields: vec![Field { name: "cards", kind }] });
    }

    fn robber(&mut self) {
        let player = self.player;
        for hex in Hex::all().filter(|hex| *hex != player.table.robber) {
            let before = self.actions.len();
            let victims = robber::victims(&player, hex);
            self.actions
                .extend(victims.map(|victim| Action::MoveRobber(MoveRobber { hex, victim: Some(victim) })));
            if self.actions.len() == before {
                self.actions.push(Action::MoveRobber(MoveRobber { hex, victim: None }));
            }
        }
    }

    fn main(&mut self) {
        self.actions.push(Action::EndTurn(EndTurn {}));
        self.buildings();
        self.cards();
        if self.player.table.trading_open {
            self.maritime();
            self.withdrawals();
            self.new_offer();
        }
    }

    fn buildings(&mut self) {
        let player = self.player;
        let costs = &player.components.costs;
        if player.hand.covers(&costs.road) {
            let places = building::road_candidates(&player).into_iter();
            self.actions.extend(places.map(|edge| Action::BuildRoad(BuildRoad { edge })));
        }
        if player.hand.covers(&costs.settlement) && player.table.player(player.seat).left.settlements > 0 {
            let places = Vertex::all().filter(|vertex| building::settlement(&player, *vertex).is_ok());
            let places = places.map(|vertex| Action::BuildSettlement(BuildSettlement { vertex }));
            self.actions.extend(places);
        }
        if player.hand.covers(&costs.city) {
            let own = player.table.buildings_of(player.seat).map(|(vertex, _)| vertex);
            let places = own.filter(|vertex| building::city(&player, *vertex).is_ok());
            self.actions.extend(places.map(|vertex| Action::BuildCity(BuildCity { vertex })));
        }
        if building::development_card(&player).is_ok() {
            self.actions.push(Action::BuyDevelopmentCard(BuyDevelopmentCard {}));
        }
    }

    fn maritime(&mut self) {
        let player = self.player;
        for (give, count) in player.hand.kinds().filter(|(_, count)| *count >= 2) {
            let rate = offers::rate(player.table, player.seat, give);
            if count < rate {
                continue;
            }
            let kinds = Resource::ALL.into_iter();
            let kinds = kinds.filter(|get| offers::maritime_at(rate, &player, give, *get).is_ok());
            self.actions.extend(kinds.map(|get| Action::MaritimeTrade(MaritimeTrade { give, get })));
        }
    }

    fn confirmations(&mut self, offer: OfferId) {
        let player = self.player;
        let accepted = player.table.offer(offer).into_iter().flat_map(Offer::accepted);
        let with = accepted.filter(|with| offers::confirmation(&player, offer, *with).is_ok());
        self.actions.extend(with.map(|with| Action::ConfirmTrade(ConfirmTrade { offer, with })));
    }

    fn withdrawals(&mut self) {
        let own = self.player.table.offers.iter().filter(|offer| offer.from == self.player.seat);
        self.actions.extend(own.map(|offer| Action::WithdrawTrade(WithdrawTrade { offer: offer.id })));
    }

    fn new_offer(&mut self) {
        let player = self.player;
        if offers::may_offer(&player).is_err() || player.hand.is_empty() {
            return;
        }
        let action = Action::OfferTrade(OfferTrade {
            give: Bundle::EMPTY,
            get: Bundle::EMPTY,
            to: None,
            first_come: false,
        });
        let mut fields = sides(player.hand);
        if player.is_active() {
            fields
                .push(Field { name: "to", kind: FieldKind::Seats { of: offers::partners(&player), min: 1 } });
        }
        self.shapes.extend(every_shape(action, fields, player.hand));
    }

    fn trade_answers(&mut self, offer: OfferId) {
        if offers::acceptance(&self.player, offer).is_ok() {
            self.actions.push(Action::AcceptTrade(AcceptTrade { offer }));
        }
        if !self.player.table.offer(offer).is_some_and(|offer| offer.asks(self.player.seat)) {
            return;
        }
        self.actions.push(Action::RejectTrade(RejectTrade { offer }));
        let may_counter = !self.player.is_active() && offers::may_offer(&self.player).is_ok();
        if may_counter && !self.player.hand.is_empty() {
            let (give, get) = (Bundle::EMPTY, Bundle::EMPTY);
            let action = Action::CounterTrade(CounterTrade { offer, give, get });
            let hand = self.player.hand;
            self.shapes.extend(every_shape(action, sides(hand), hand));
        }
    }

    /// What a seat may do unasked while the active player trades.
    fn standing_trade(&mut self) {
        let player = self.player;
        for offer in &player.table.offers {
            if offer.reply_of(player.seat) == Some(Reply::Accepted) {
                self.actions.push(Action::RejectTrade(RejectTrade { offer: offer.id }));
            }
        }
        self.withdrawals();
        self.new_offer();
    }
}

/// The most that may be asked of one kind: as many as there are.
const MOST_OF_A_KIND: u32 = 19;

fn limits(hand: Bundle) -> Vec<KindLimit> {
    hand.kinds().map(|(kind, count)| KindLimit { kind: kind.name(), max: u32::from(count) }).collect()
}

fn sides(hand: Bundle) -> Vec<Field> {
    let total = u32::from(hand.total());
    let give = FieldKind::Bundle { most: limits(hand), min_total: 1, max_total: total, not_in: None };
    let all = Resource::ALL.map(|kind| KindLimit { kind: kind.name(), max: MOST_OF_A_KIND });
    let get = FieldKind::Bundle {
        most: all.to_vec(),
        min_total: 1,
        max_total: MOST_OF_A_KIND,
        not_in: Some("give"),
    };
    vec![Field { name: "give", kind: give }, Field { name: "get", kind: get }]
}

/// One shape; where the hand has all kinds, one for each kind kept back, for else nothing might be left to ask for.
fn every_shape(action: Action, fields: Vec<Field>, hand: Bundle) -> Vec<Shape<Action>> {
    if hand.kinds().count() < Resource::COUNT {
        return vec![Shape { action, fields }];
    }
    let without = |kept: Resource| {
        let mut fields = fields.clone();
        for field in fields.iter_mut().filter(|field| field.name == "give") {
            if let FieldKind::Bundle { most, max_total, .. } = &mut field.kind {
                most.retain(|limit| limit.kind != kept.name());
                *max_total = most.iter().map(|limit| limit.max).sum();
            }
        }
        Shape { action: action.clone(), fields }
    };
    Resource::ALL.into_iter().map(without).collect()
}
