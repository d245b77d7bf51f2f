//! Trade with the bank (rules page §7.2), the open offers of the players, and who is called for them. The offers are made
//! and answered in `offers`.

pub mod offers;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::components::Components;
use super::event::{Event, Recorder};
use super::question::{self, Answers, Question};
use super::refusals::{self as no, Validation, ensure, refuse};
use super::resource::{Bundle, Resource};
use super::state::{State, Table};
use super::view::PlayerView;
use rules::{Applied, Apply, Decision, Seat, wire, words};

/// The number of an offer, counted from 1 over the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = SettlersOfferId, value_type = u32, minimum = 1, maximum = 1_000_000)]
pub struct OfferId(pub u32);

/// An open offer by the active seat, or one made to it.
#[wire(Settlers)]
pub struct Offer {
    pub id: OfferId,
    /// The seat that made it.
    pub from: Seat,
    /// The seats that may answer, with their answers so far.
    pub to: Vec<Addressee>,
    pub give: Bundle,
    pub get: Bundle,
    /// The offer to which this is the counter-offer.
    pub answers: Option<OfferId>,
    /// Is the first acceptance carried out at once, without the maker's confirmation?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_come: bool,
    /// How often its last acceptance was taken back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub emptied: u16,
}

/// A seat that may answer an offer.
#[wire(Settlers)]
#[derive(Copy)]
pub struct Addressee {
    pub seat: Seat,
    /// Its answer so far.
    pub reply: OfferReply,
    /// How often its decision on the offer began anew: it took an acceptance back, or made a counter-offer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub taken_back: u16,
}

/// Trades cards of one kind for one of another with the bank, at your best rate.
#[wire(Settlers)]
pub struct MaritimeTrade {
    /// The kind given; your rate says how many.
    pub give: Resource,
    pub get: Resource,
}

/// `rate` cards of one kind for one of another, with the bank.
#[wire(Settlers)]
pub struct MaritimeTraded {
    pub seat: Seat,
    pub give: Resource,
    pub rate: u8,
    pub get: Resource,
}

/// No more trade in this turn; open offers are gone.
#[wire(Settlers)]
pub struct TradingClosed {
    pub seat: Seat,
}

fn is_zero(count: &u16) -> bool {
    *count == 0
}

/// `pending` until the seat answers; a seat that rejected may still accept while the offer stands.
#[words(Settlers)]
pub enum OfferReply {
    /// It has not answered yet.
    Pending,
    /// Yes; the maker may carry it out with this seat.
    Accepted,
    /// No; it may still accept while the offer stands.
    Rejected,
}

/// Why an offer ended without a trade; `cards_missing`: a side lacked the cards when it was to be carried out, as its
/// maker alone is shown; `not_carried_out`: what everybody else is shown then.
#[words(Settlers)]
pub enum OfferClosedBecause {
    /// Its maker took it back.
    Withdrawn,
    /// When it was to be carried out, a side lacked the cards.
    CardsMissing,
    /// Trade is over for the turn.
    TradingClosed,
    /// It was to be carried out and was not. No event has this reason: it is what stands in a redacted one.
    NotCarriedOut,
}

impl Offer {
    fn addressee(&self, seat: Seat) -> Option<&Addressee> {
        self.to.iter().find(|to| to.seat == seat)
    }

    pub fn reply_of(&self, seat: Seat) -> Option<OfferReply> {
        self.addressee(seat).map(|to| to.reply)
    }

    pub fn asks(&self, seat: Seat) -> bool {
        self.reply_of(seat) == Some(OfferReply::Pending)
    }

    /// May `seat` accept it? One that has rejected it still may: a slip of the thumb must not cost a trade.
    pub fn may_still_accept(&self, seat: Seat) -> bool {
        matches!(self.reply_of(seat), Some(OfferReply::Pending | OfferReply::Rejected))
    }

    /// May `seat` reject it, or take its acceptance back?
    pub fn may_still_reject(&self, seat: Seat) -> bool {
        matches!(self.reply_of(seat), Some(OfferReply::Pending | OfferReply::Accepted))
    }

    pub fn taken_back_by(&self, seat: Seat) -> u16 {
        self.addressee(seat).map_or(0, |to| to.taken_back)
    }

    pub fn is_rejected(&self) -> bool {
        self.to.iter().all(|to| to.reply == OfferReply::Rejected)
    }

    pub fn accepted(&self) -> impl Iterator<Item = Seat> {
        self.to.iter().filter(|to| to.reply == OfferReply::Accepted).map(|to| to.seat)
    }
}

pub fn ensure_open(player: &PlayerView<'_>) -> Validation {
    ensure(player.table.trading_open, refuse(no::TRADING_CLOSED))
}

/// Trade is over for this turn, if it was not: every open offer goes with it.
pub fn close(recorder: &mut Recorder<'_>) {
    if !recorder.table.trading_open {
        return;
    }
    for offer in recorder.table.offers.clone() {
        let reason = OfferClosedBecause::TradingClosed;
        recorder.record(offers::OfferClosed { offer: offer.id, maker: offer.from, reason, seat: None });
    }
    let seat = recorder.table.active;
    recorder.record(TradingClosed { seat });
}

/// The best rate of a seat for one kind.
pub fn rate(table: &Table, seat: Seat, kind: Resource) -> u8 {
    rates(table, seat).get(kind)
}

/// The best rates of a seat: for a kind 2 with its harbour, 3 with a generic one, else 4.
pub fn rates(table: &Table, seat: Seat) -> Bundle {
    let is_own = |vertex| table.buildings.get(vertex).is_some_and(|building| building.seat == seat);
    // By the nine harbours: a walk over all buildings took a quarter of the time of random play.
    let own = table.board.sites().filter(|(_, edge, _)| edge.vertices().into_iter().any(is_own));
    let mut rates = Resource::ALL.map(|_| 4_u8);
    for (_, _, harbour) in own {
        match harbour.resource() {
            None => rates.iter_mut().for_each(|rate| *rate = 3.min(*rate)),
            Some(only) => rates[only.index()] = 2,
        }
    }
    Bundle::new(rates)
}

impl MaritimeTrade {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let &Self { give, get } = self;
        let rate = rate(&recorder.table, seat, give);
        self.validate(&PlayerView::after(recorder, seat), rate)?;
        recorder.record(MaritimeTraded { seat, give, rate, get });
        Ok(())
    }

    fn validate(&self, player: &PlayerView<'_>, rate: u8) -> Validation {
        ensure_open(player)?;
        ensure(self.give != self.get, refuse(no::SAME_KIND).at_field("get"))?;
        ensure(player.hand.get(self.give) >= rate, refuse(no::CANNOT_AFFORD).at_field("give"))?;
        ensure(player.table.bank.get(self.get) > 0, refuse(no::BANK_EMPTY).at_field("get"))
    }
}

impl Apply<State> for MaritimeTraded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        state.pay(self.seat, Bundle::of(self.give, self.rate))?;
        state.pay_out(self.seat, Bundle::of(self.get, 1))
    }
}

impl Apply<State> for TradingClosed {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.trading_open = false;
        Ok(())
    }
}

/// Is the decision worth a call? An offer is if the seat can accept it, or if it answers one of the seat's own; an
/// acceptance is if the seat can confirm it. What a call depends on is known to the seat that is called, and to no
/// other.
pub fn deserves_call(components: &Components, state: &State, decision: &Decision) -> bool {
    let table = &state.table;
    let player = PlayerView::of(components, state, decision.seat);
    match question::of_decision(table, decision) {
        Some(Question::TradeAnswer(id)) => {
            let is_counter = table.offer(id).is_some_and(|offer| offer.answers.is_some());
            is_counter || offers::validate_acceptance(&player, id).is_ok()
        }
        Some(Question::ConfirmTrade(id)) => {
            table.offer(id).is_some_and(|offer| player.hand.covers(&offer.give))
        }
        _ => true,
    }
}

/// The maker of an offer that was carried out, fell through or was rejected by all.
pub fn answered(table: &Table, event: &Event) -> Option<Seat> {
    match event {
        Event::TradeMade(made) => Some(made.maker),
        Event::OfferClosed(closed) if closed.reason == OfferClosedBecause::CardsMissing => Some(closed.maker),
        Event::TradeRejected(rejected) => {
            let offer = table.offer(rejected.offer)?;
            offer.is_rejected().then_some(offer.from)
        }
        _ => None,
    }
}

pub fn list_maritime(answers: &mut Answers<'_>) {
    let player = answers.player;
    let rates = rates(player.table, player.seat);
    for (give, _) in player.hand.kinds() {
        let rate = rates.get(give);
        let trades = Resource::ALL.into_iter().map(|get| MaritimeTrade { give, get });
        answers.extend(trades.filter(|trade| trade.validate(&player, rate).is_ok()));
    }
}
