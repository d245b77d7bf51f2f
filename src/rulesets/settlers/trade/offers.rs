//! Trade between players: offers, their answers, and what comes of them (rules page §7.1).

use super::{Addressee, Offer, OfferClosedBecause, OfferId, OfferReply, ensure_open};
use crate::settlers::event::Recorder;
use crate::settlers::question::{Answers, add_trade_shapes, side_fields};
use crate::settlers::refusals::{self as no, Validation, ensure, refuse};
use crate::settlers::resource::Bundle;
use crate::settlers::state::State;
use crate::settlers::view::PlayerView;
use rules::legal::FieldKind;
use rules::{Applied, Apply, Field, OrMisfit, Refusal, Seat, wire};

/// From a seat whose turn it is not, the offer goes to the active seat.
#[wire(Settlers)]
pub struct OfferTrade {
    /// What you give, at least one card.
    pub give: Bundle,
    /// What you get, at least one card, of no kind that you give.
    pub get: Bundle,
    /// The seats that may accept; all if left out.
    pub to: Option<Vec<Seat>>,
    /// Only in your turn. `true`: the first acceptance is carried out at once; `false`: you confirm one of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_come: bool,
}

/// Makes the active seat another offer in answer to its own, which is rejected if it was not yet.
#[wire(Settlers)]
pub struct CounterTrade {
    pub offer: OfferId,
    /// What you give, at least one card.
    pub give: Bundle,
    /// What you get, at least one card, of no kind that you give.
    pub get: Bundle,
}

/// Carried out at once, unless the active seat offers to several seats and confirms one itself.
#[wire(Settlers)]
pub struct AcceptTrade {
    pub offer: OfferId,
}

/// Also takes back your acceptance that was not confirmed yet.
#[wire(Settlers)]
pub struct RejectTrade {
    pub offer: OfferId,
}

/// Carries out your offer with one of the seats that accepted it.
#[wire(Settlers)]
pub struct ConfirmTrade {
    pub offer: OfferId,
    /// A seat that has accepted.
    pub with: Seat,
}

/// Takes your offer back.
#[wire(Settlers)]
pub struct WithdrawTrade {
    pub offer: OfferId,
}

/// The seats in `to` may answer.
#[wire(Settlers)]
pub struct TradeOffered {
    pub offer: OfferId,
    pub seat: Seat,
    pub to: Vec<Seat>,
    pub give: Bundle,
    pub get: Bundle,
    /// The offer to which this is the counter-offer.
    pub answers: Option<OfferId>,
    /// Is the first acceptance carried out at once, without the maker's confirmation?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_come: bool,
}

/// The maker may carry the offer out with this seat.
#[wire(Settlers)]
pub struct TradeAccepted {
    pub offer: OfferId,
    pub seat: Seat,
}

/// An acceptance of the seat before is taken back by it.
#[wire(Settlers)]
pub struct TradeRejected {
    pub offer: OfferId,
    pub seat: Seat,
}

/// The offer ended without a trade.
#[wire(Settlers)]
pub struct OfferClosed {
    pub offer: OfferId,
    pub maker: Seat,
    pub reason: OfferClosedBecause,
    /// The seat whose action closed it; missing if none did, or if `reason` is `not_carried_out`.
    pub seat: Option<Seat>,
}

/// The cards changed hands.
#[wire(Settlers)]
pub struct TradeMade {
    pub offer: OfferId,
    pub maker: Seat,
    pub seat: Seat,
    pub give: Bundle,
    pub get: Bundle,
}

fn validate_new_offer(player: &PlayerView<'_>) -> Validation {
    ensure_open(player)?;
    let own = player.table.offers.iter().filter(|offer| offer.from == player.seat).count();
    let most = usize::from(player.components.open_offers_per_seat);
    ensure(own < most, refuse(no::TOO_MANY_OFFERS))
}

/// Are these two sides of a trade, and does the seat have the cards of its own?
fn validate_sides(player: &PlayerView<'_>, give: Bundle, get: Bundle) -> Validation {
    ensure(!give.is_empty(), refuse(no::BAD_OFFER).at_field("give"))?;
    ensure(!get.is_empty() && !give.shares_a_kind_with(&get), refuse(no::BAD_OFFER).at_field("get"))?;
    ensure(player.hand.covers(&give), refuse(no::CARDS_MISSING).at_field("give"))
}

/// The seats to which an offer of this seat may go; a seat that has given up trades no more.
fn partners(player: &PlayerView<'_>) -> Vec<Seat> {
    if player.is_active() {
        player.table.playing().filter(|seat| *seat != player.seat).collect()
    } else {
        vec![player.table.active]
    }
}

fn open_offer<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    ensure_open(player)?;
    player.table.offer(id).ok_or_else(|| refuse(no::OFFER_CLOSED).at_field("offer"))
}

/// The offer, if the seat may accept it, be it after a rejection. Whether its maker still has those cards is checked
/// when it is carried out.
pub fn validate_acceptance<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    ensure(offer.may_still_accept(player.seat), refuse(no::OFFER_NOT_TO_YOU).at_field("offer"))?;
    ensure(player.hand.covers(&offer.get), refuse(no::CARDS_MISSING).at_field("offer"))?;
    Ok(offer)
}

fn own_offer<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    ensure(offer.from == player.seat, refuse(no::NOT_YOUR_OFFER).at_field("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may carry it out with that one.
fn validate_confirmation<'a>(player: &PlayerView<'a>, id: OfferId, with: Seat) -> Result<&'a Offer, Refusal> {
    let offer = own_offer(player, id)?;
    let accepted = offer.reply_of(with) == Some(OfferReply::Accepted);
    ensure(accepted, refuse(no::NOT_ACCEPTED).at_field("with"))?;
    ensure(player.hand.covers(&offer.give), refuse(no::CARDS_MISSING).at_field("offer"))?;
    Ok(offer)
}

impl OfferTrade {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let to = self.recipients(&PlayerView::after(recorder, seat))?;
        let &Self { give, get, first_come, .. } = self;
        let offer = next_id(recorder);
        recorder.record(TradeOffered { offer, seat, to, give, get, answers: None, first_come });
        Ok(())
    }

    /// The seats to which the offer goes, in order, if the seat may make it.
    fn recipients(&self, player: &PlayerView<'_>) -> Result<Vec<Seat>, Refusal> {
        validate_new_offer(player)?;
        validate_sides(player, self.give, self.get)?;
        ensure(player.is_active() || !self.first_come, refuse(no::NOT_YOUR_TURN).at_field("first_come"))?;
        let partners = partners(player);
        let Some(mut named) = self.to.clone() else { return Ok(partners) };
        let count = named.len();
        named.sort_unstable();
        named.dedup();
        let is_possible = named.iter().all(|seat| partners.contains(seat));
        let fits = !named.is_empty() && named.len() == count && is_possible;
        ensure(fits, refuse(no::WRONG_RECIPIENTS).at_field("to"))?;
        Ok(named)
    }
}

impl CounterTrade {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let &Self { give, get, offer: answered } = self;
        let player = PlayerView::after(recorder, seat);
        let offer = open_offer(&player, answered)?;
        let active = player.table.active;
        let (asks, is_open) = (offer.asks(seat), offer.may_still_accept(seat) && offer.from == active);
        ensure(is_open, refuse(no::OFFER_NOT_TO_YOU).at_field("offer"))?;
        validate_new_offer(&player)?;
        validate_sides(&player, give, get)?;
        // After an earlier rejection the maker has heard of it: a second one would say again that all have declined.
        if asks {
            recorder.record(TradeRejected { offer: answered, seat });
        }
        let (offer, to, answers) = (next_id(recorder), vec![active], Some(answered));
        recorder.record(TradeOffered { offer, seat, to, give, get, answers, first_come: false });
        Ok(())
    }
}

fn next_id(recorder: &Recorder<'_>) -> OfferId {
    OfferId(recorder.table.offers_made + 1)
}

impl AcceptTrade {
    /// Carried out at once where nothing is left to choose: an offer to the active player, one to a single seat, or the
    /// first acceptance of one that says so. Else the active player confirms it.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let offer = validate_acceptance(&PlayerView::after(recorder, seat), self.offer)?.clone();
        if offer.from != recorder.table.active || offer.to.len() == 1 || offer.first_come {
            carry_out(recorder, &offer, seat, seat);
        } else {
            recorder.record(TradeAccepted { offer: offer.id, seat });
        }
        Ok(())
    }
}

impl RejectTrade {
    /// An offer that every seat has rejected still stands: each of them may yet accept it.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let offer = open_offer(&PlayerView::after(recorder, seat), self.offer)?;
        ensure(offer.may_still_reject(seat), refuse(no::OFFER_NOT_TO_YOU).at_field("offer"))?;
        recorder.record(TradeRejected { offer: self.offer, seat });
        Ok(())
    }
}

impl ConfirmTrade {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let offer = validate_confirmation(&PlayerView::after(recorder, seat), self.offer, self.with)?.clone();
        carry_out(recorder, &offer, self.with, seat);
        Ok(())
    }
}

/// Checks both sides again: where one lacks its cards the offer closes instead, as the rules page requires; a refusal
/// could change nothing.
fn carry_out(recorder: &mut Recorder<'_>, offer: &Offer, with: Seat, acting: Seat) {
    let &Offer { id, from: maker, give, get, .. } = offer;
    let secret = &recorder.secret;
    if secret.hand(maker).covers(&give) && secret.hand(with).covers(&get) {
        recorder.record(TradeMade { offer: id, maker, seat: with, give, get });
    } else {
        let reason = OfferClosedBecause::CardsMissing;
        recorder.record(OfferClosed { offer: id, maker, reason, seat: Some(acting) });
    }
}

impl WithdrawTrade {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        own_offer(&PlayerView::after(recorder, seat), self.offer)?;
        withdraw(recorder, self.offer, seat);
        Ok(())
    }
}

fn withdraw(recorder: &mut Recorder<'_>, offer: OfferId, maker: Seat) {
    let reason = OfferClosedBecause::Withdrawn;
    recorder.record(OfferClosed { offer, maker, reason, seat: Some(maker) });
}

/// The seat gives up: its own offers are taken back, and it rejects those made to it.
pub fn leave(recorder: &mut Recorder<'_>, seat: Seat) {
    for offer in recorder.table.offers.clone() {
        if offer.from == seat {
            withdraw(recorder, offer.id, seat);
        }
    }
    for offer in recorder.table.offers.clone() {
        if offer.may_still_reject(seat) {
            recorder.record(TradeRejected { offer: offer.id, seat });
        }
    }
}

impl Apply<State> for TradeOffered {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        let addressee = |&seat: &Seat| Addressee { seat, reply: OfferReply::Pending, taken_back: 0 };
        let to = self.to.iter().map(addressee).collect();
        let &Self { offer: id, seat: from, give, get, answers, first_come, .. } = self;
        state.table.offers_made = id.0;
        // The seat may counter again. Its decision is another one then, so that a late repeat of the counter-offer, whose
        // cards may have changed hands meanwhile, does nothing.
        let answered = state.table.offers.iter_mut().find(|offer| Some(offer.id) == answers);
        if let Some(maker) = answered.and_then(|offer| offer.to.iter_mut().find(|to| to.seat == from)) {
            maker.take_back()?;
        }
        state.table.offers.push(Offer { id, from, to, give, get, answers, first_come, emptied: 0 });
        Ok(())
    }
}

impl Apply<State> for TradeAccepted {
    fn apply(&self, state: &mut State) -> Applied {
        note_reply(state, self.offer, self.seat, OfferReply::Accepted)
    }
}

impl Apply<State> for TradeRejected {
    fn apply(&self, state: &mut State) -> Applied {
        note_reply(state, self.offer, self.seat, OfferReply::Rejected)
    }
}

impl Addressee {
    fn take_back(&mut self) -> Applied {
        self.taken_back = self.taken_back.checked_add(1).or_misfit("more answers than a turn can have")?;
        Ok(())
    }
}

fn note_reply(state: &mut State, id: OfferId, seat: Seat, reply: OfferReply) -> Applied {
    state.table.count_act(seat)?;
    let offer = state.table.offers.iter_mut().find(|offer| offer.id == id).or_misfit("no such offer")?;
    let to = offer.to.iter_mut().find(|to| to.seat == seat).or_misfit("the offer is not to the seat")?;
    let takes_back = to.reply == OfferReply::Accepted && reply == OfferReply::Rejected;
    to.reply = reply;
    if takes_back {
        to.take_back()?;
        if offer.accepted().next().is_none() {
            offer.emptied = offer.emptied.checked_add(1).or_misfit("more answers than a turn can have")?;
        }
    }
    Ok(())
}

impl Apply<State> for OfferClosed {
    fn apply(&self, state: &mut State) -> Applied {
        self.seat.into_iter().try_for_each(|seat| state.table.count_act(seat))?;
        state.table.offers.retain(|offer| offer.id != self.offer);
        Ok(())
    }
}

impl Apply<State> for TradeMade {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.maker)?;
        state.table.count_act(self.seat)?;
        state.hand_over(self.maker, self.seat, self.give)?;
        state.hand_over(self.seat, self.maker, self.get)?;
        state.table.offers.retain(|offer| offer.id != self.offer);
        Ok(())
    }
}

pub fn list_own_offers(answers: &mut Answers<'_>) {
    let player = answers.player;
    let own = player.table.offers.iter().filter(|offer| offer.from == player.seat);
    answers.extend(own.map(|offer| WithdrawTrade { offer: offer.id }));
    if validate_new_offer(&player).is_err() || player.hand.is_empty() {
        return;
    }
    let mut fields = side_fields(&player);
    if player.is_active() {
        fields.push(Field { name: "to", kind: FieldKind::Seats { of: partners(&player), min: 1 } });
    }
    let (give, get) = (Bundle::EMPTY, Bundle::EMPTY);
    add_trade_shapes(answers, OfferTrade { give, get, to: None, first_come: false }, &fields);
}

pub fn list_answers(answers: &mut Answers<'_>, offer: OfferId) {
    let player = answers.player;
    if validate_acceptance(&player, offer).is_ok() {
        answers.add(AcceptTrade { offer });
    }
    let Some(open) = player.table.offer(offer).filter(|offer| offer.may_still_accept(player.seat)) else {
        return;
    };
    if open.asks(player.seat) {
        answers.add(RejectTrade { offer });
    }
    let may_counter = !player.is_active() && validate_new_offer(&player).is_ok();
    if may_counter && !player.hand.is_empty() {
        let (give, get) = (Bundle::EMPTY, Bundle::EMPTY);
        add_trade_shapes(answers, CounterTrade { offer, give, get }, &side_fields(&player));
    }
}

pub fn list_confirmations(answers: &mut Answers<'_>, offer: OfferId) {
    let player = answers.player;
    let accepted = player.table.offer(offer).into_iter().flat_map(Offer::accepted);
    let with = accepted.filter(|with| validate_confirmation(&player, offer, *with).is_ok());
    answers.extend(with.map(|with| ConfirmTrade { offer, with }));
}

/// What a seat may do on its own while the active player trades.
pub fn list_standing_trade(answers: &mut Answers<'_>) {
    let player = answers.player;
    let accepted = |offer: &&Offer| offer.reply_of(player.seat) == Some(OfferReply::Accepted);
    let accepted = player.table.offers.iter().filter(accepted);
    answers.extend(accepted.map(|offer| RejectTrade { offer: offer.id }));
    list_own_offers(answers);
}
