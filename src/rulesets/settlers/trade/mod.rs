//! Trade between players and with the bank (rules page §7): the open offers, and who is called for them.

pub mod maritime;
pub mod offers;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::components::Components;
use super::event::{Event, Recorder};
use super::question::{self, Question};
use super::refusals::{self as no, Validation, ensure, refuse};
use super::resource::Bundle;
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
