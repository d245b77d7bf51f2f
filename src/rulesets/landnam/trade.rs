//! Trade with the supply and between players (rules page §7, B40–B43, B60, B61).

use super::action::Action;
use super::board::{Place, PlaceSet};
use super::event::Recorder;
use super::question::Answers;
use super::refusals::{self as no, Validation, refuse, refuse_if};
use super::resource::{Bundle, Resource};
use super::state::{Offer, OfferId, Phase, State, Table, Trading, UnitKind};
use super::view::PlayerView;
use rules::legal::KindLimit;
use rules::{Applied, Apply, BySeat, Field, FieldKind, OrMisfit, Refusal, Seat, Shape, wire, words};

/// The cards of one kind given for one other.
pub const ORDINARY_RATE: u8 = 4;
/// The same with a harbour of that kind.
const HARBOUR_RATE: u8 = 2;

/// Trades several cards of one kind for one of another, at your best rate.
#[wire]
pub struct TradeWithSupply {
    /// The kind given; your rate says how many.
    pub give: Resource,
    pub get: Resource,
}

/// A new offer replaces your former one. From a seat whose turn it is not, it is a counter-offer to the active seat.
#[wire]
pub struct OfferTrade {
    /// What you give, at least one card.
    pub give: Bundle,
    /// What you get, at least one card, of no kind that you give.
    pub want: Bundle,
    /// The seats that may accept; all if left out. A counter-offer goes to the active seat.
    pub to: Option<Vec<Seat>>,
}

/// The trade is carried out at once.
#[wire]
pub struct AcceptOffer {
    pub offer: OfferId,
}

/// You may still accept it later.
#[wire]
pub struct DeclineOffer {
    pub offer: OfferId,
}

/// Takes your offer back.
#[wire]
pub struct WithdrawOffer {
    pub offer: OfferId,
}

/// No more trade in this turn; building follows.
#[wire]
pub struct EndTrade {}

/// Phase 3 begins: trade, then building.
#[wire]
pub struct TradeBegun {
    pub seat: Seat,
}

/// `rate` cards of one kind for one of another.
#[wire]
pub struct SupplyTraded {
    pub seat: Seat,
    pub give: Resource,
    pub rate: u8,
    pub get: Resource,
}

/// It replaces the maker's former offer.
#[wire]
pub struct TradeOffered {
    pub offer: OfferId,
    pub seat: Seat,
    pub to: Vec<Seat>,
    pub give: Bundle,
    pub want: Bundle,
}

/// The seat may still accept while the offer is open.
#[wire]
pub struct OfferDeclined {
    pub offer: OfferId,
    pub seat: Seat,
    pub maker: Seat,
}

/// The offer is gone without a trade.
#[wire]
pub struct OfferClosed {
    pub offer: OfferId,
    pub seat: Seat,
    pub reason: Closing,
}

/// The cards changed hands.
#[wire]
pub struct TradeMade {
    pub offer: OfferId,
    pub maker: Seat,
    pub seat: Seat,
    pub give: Bundle,
    pub want: Bundle,
}

/// No more trade in this turn.
#[wire]
pub struct TradeEnded {
    pub seat: Seat,
}

/// Why an offer ended without a trade; `hand_changed`: its maker's cards did.
#[words]
pub enum Closing {
    /// Its maker took it back.
    Withdrawn,
    /// Its maker made another.
    Replaced,
    /// The hand of its maker changed (B40).
    HandChanged,
    /// Trade of this turn is over.
    TradeEnded,
}

/// The best rate of a seat for cards of one kind, as the board stands now (B42).
pub fn rate(table: &Table, seat: Seat, give: Resource) -> u8 {
    rates(table, seat).get(give)
}

/// The best rates of a seat for cards of each kind.
pub fn rates(table: &Table, seat: Seat) -> Bundle {
    rates_by_seat(table).get(usize::from(seat)).copied().unwrap_or(Bundle::of_each(ORDINARY_RATE))
}

/// The best rates of every seat, by one walk over the harbours. A harbour serves the owner of the ship in it; without a
/// ship, every seat that has a building at it.
pub fn rates_by_seat(table: &Table) -> BySeat<Bundle> {
    let mut all = BySeat::default().map(|()| Bundle::of_each(ORDINARY_RATE));
    let harbours = table.tiles.harbours();
    let mut without_ship = harbours;
    let mut serve = |seat: Seat, harbour: Place| {
        let kind = table.tile(harbour).and_then(|tile| tile.harbour);
        if let (Some(kind), Some(rates)) = (kind, all.get_mut(usize::from(seat))) {
            rates.set(kind, HARBOUR_RATE);
        }
    };
    let ships = table.units.iter().filter(|unit| unit.kind == UnitKind::Ship);
    for ship in ships.filter(|ship| harbours.contains(ship.place)) {
        serve(ship.seat, ship.place);
        without_ship = without_ship - PlaceSet::only(ship.place);
    }
    for harbour in without_ship.places() {
        table.buildings_at(harbour).for_each(|(_, building)| serve(building.seat, harbour));
    }
    all
}

fn open_trade<'a>(player: &PlayerView<'a>) -> Result<&'a Trading, Refusal> {
    let trading = player.table.trading().filter(|trading| !trading.closed);
    trading.ok_or_else(|| refuse(no::TRADE_CLOSED))
}

/// May the seat trade these kinds with the supply at that rate?
fn validate_supply_trade(player: &PlayerView<'_>, give: Resource, get: Resource, rate: u8) -> Validation {
    open_trade(player)?;
    refuse_if(give == get, no::SAME_KIND, "get")?;
    refuse_if(player.has_run_out(get), no::NONE_IN_SUPPLY, "get")?;
    refuse_if(player.hand.get(give) < rate, no::CARDS_NOT_HELD, "give")
}

/// May the seat make this offer? The seats to which it goes, in order.
fn validate_offer(player: &PlayerView<'_>, action: &OfferTrade) -> Result<Vec<Seat>, Refusal> {
    may_offer(player)?;
    refuse_if(action.give.is_empty(), no::GIFT, "give")?;
    refuse_if(action.want.is_empty(), no::GIFT, "want")?;
    refuse_if(action.give.shares_a_kind_with(&action.want), no::KIND_ON_BOTH_SIDES, "want")?;
    refuse_if(!player.hand.covers(&action.give), no::CARDS_NOT_HELD, "give")?;
    recipients(player, action.to.as_deref())
}

/// Is trade open, and has the seat offers left in this turn (B60)?
fn may_offer(player: &PlayerView<'_>) -> Result<(), Refusal> {
    let trading = open_trade(player)?;
    if trading.made_by(player.seat) >= player.components.offers_per_seat_and_turn {
        return Err(refuse(no::TOO_MANY_OFFERS));
    }
    Ok(())
}

/// The seats to which an offer of this seat may go.
fn partners(player: &PlayerView<'_>) -> Vec<Seat> {
    if player.is_active() {
        player.table.playing().filter(|&seat| seat != player.seat).collect()
    } else {
        vec![player.table.active]
    }
}

fn recipients(player: &PlayerView<'_>, to: Option<&[Seat]>) -> Result<Vec<Seat>, Refusal> {
    let partners = partners(player);
    let Some(named) = to else { return Ok(partners) };
    let mut named = named.to_vec();
    let count = named.len();
    named.sort_unstable();
    named.dedup();
    let is_possible = named.iter().all(|seat| partners.contains(seat));
    let fits = !named.is_empty() && named.len() == count && is_possible;
    refuse_if(!fits, no::WRONG_RECIPIENTS, "to")?;
    Ok(named)
}

fn open_offer<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = player.table.trading().and_then(|trading| trading.offer(id));
    offer.ok_or_else(|| refuse(no::OFFER_CLOSED).at_field("offer"))
}

/// The open offer of that number, if the seat may still answer it.
fn validate_declining<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    if offer.asks(player.seat) { Ok(offer) } else { Err(refuse(no::OFFER_NOT_TO_YOU).at_field("offer")) }
}

/// The offer, if the seat may accept it, be it after declining. Its maker has what is given: any change of that hand
/// closes it (B40).
pub fn validate_acceptance<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    refuse_if(!offer.to.contains(&player.seat), no::OFFER_NOT_TO_YOU, "offer")?;
    refuse_if(!player.hand.covers(&offer.want), no::CARDS_NOT_HELD, "offer")?;
    Ok(offer)
}

impl TradeWithSupply {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let TradeWithSupply { give, get } = *self;
        let rate = rate(&recorder.table, seat, give);
        validate_supply_trade(&PlayerView::after(recorder, seat), give, get, rate)?;
        recorder.record(SupplyTraded { seat, give, rate, get });
        close_offer_of(recorder, seat, Closing::HandChanged);
        Ok(())
    }
}

impl OfferTrade {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let to = validate_offer(&PlayerView::after(recorder, seat), self)?;
        close_offer_of(recorder, seat, Closing::Replaced);
        let made = open_trade(&PlayerView::after(recorder, seat))?.offers_made;
        recorder.record(TradeOffered {
            offer: OfferId(made + 1),
            seat,
            to,
            give: self.give,
            want: self.want,
        });
        Ok(())
    }
}

impl AcceptOffer {
    /// The first acceptance is carried out at once.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let accepted = validate_acceptance(&PlayerView::after(recorder, seat), self.offer)?;
        let &Offer { id, maker, give, want, .. } = accepted;
        recorder.record(TradeMade { offer: id, maker, seat, give, want });
        close_offer_of(recorder, seat, Closing::HandChanged);
        Ok(())
    }
}

impl DeclineOffer {
    /// One seat declines. An offer that everybody has declined still stands: each of them may yet accept it (B40).
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let maker = validate_declining(&PlayerView::after(recorder, seat), self.offer)?.maker;
        recorder.record(OfferDeclined { offer: self.offer, seat, maker });
        Ok(())
    }
}

impl WithdrawOffer {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let maker = open_offer(&PlayerView::after(recorder, seat), self.offer)?.maker;
        refuse_if(maker != seat, no::NOT_YOUR_OFFER, "offer")?;
        close_offer_of(recorder, seat, Closing::Withdrawn);
        Ok(())
    }
}

impl EndTrade {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        open_trade(&PlayerView::after(recorder, seat))?;
        close(recorder);
        Ok(())
    }
}

/// Trade is over, if it was not: every open offer goes with it.
pub fn close(recorder: &mut Recorder<'_>) {
    if recorder.table.trading().is_some_and(|trading| !trading.closed) {
        close_offers(recorder);
        let seat = recorder.table.active;
        recorder.record(TradeEnded { seat });
    }
}

pub fn close_offers(recorder: &mut Recorder<'_>) {
    let Some(trading) = recorder.table.trading() else { return };
    let makers: Vec<Seat> = trading.offers.iter().map(|offer| offer.maker).collect();
    for maker in makers {
        close_offer_of(recorder, maker, Closing::TradeEnded);
    }
}

/// Any change of the maker's hand closes an offer too, so that nothing is learnt from one that fails (B40).
pub fn close_offer_of(recorder: &mut Recorder<'_>, seat: Seat, reason: Closing) {
    let offer = recorder.table.trading().and_then(|trading| trading.offer_of(seat)).map(|offer| offer.id);
    if let Some(offer) = offer {
        recorder.record(OfferClosed { offer, seat, reason });
    }
}

/// After a take-back new offers are numbered on from those of the abandoned state, so that no number comes twice.
pub fn restore(earlier: &mut State, abandoned: &State) {
    let abandoned = &abandoned.table;
    let made = abandoned.trading().map_or(abandoned.offers_taken_back, |trading| trading.offers_made);
    match &mut earlier.table.phase {
        Phase::Trading(trading) => trading.offers_made = trading.offers_made.max(made),
        // Trade has not begun there: it goes on from this number when it does.
        _ => earlier.table.offers_taken_back = made,
    }
}

impl Apply<State> for TradeBegun {
    fn apply(&self, state: &mut State) -> Applied {
        let seats = state.table.players.len();
        let offers_made = state.table.offers_taken_back;
        let (made_by, trade_acts) = (vec![0; seats], vec![0; seats]);
        let trading = Trading { offers_made, made_by, trade_acts, ..Trading::default() };
        state.table.phase = Phase::Trading(trading);
        Ok(())
    }
}

impl Apply<State> for SupplyTraded {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.take(self.seat, Bundle::of(self.give, self.rate))?;
        state.secret.give(self.seat, Bundle::of(self.get, 1))?;
        state.table.trading_mut()?.acts += 1;
        Ok(())
    }
}

impl Apply<State> for TradeOffered {
    fn apply(&self, state: &mut State) -> Applied {
        count_offer_act(&mut state.table, self.seat)?;
        let trading = state.table.trading_mut()?;
        trading.offers_made += 1;
        *trading.made_by.get_mut(usize::from(self.seat)).or_misfit("no such seat")? += 1;
        trading.offers.push(Offer {
            id: self.offer,
            maker: self.seat,
            to: self.to.clone(),
            give: self.give,
            want: self.want,
            declined: Vec::new(),
        });
        Ok(())
    }
}

impl Apply<State> for OfferDeclined {
    fn apply(&self, state: &mut State) -> Applied {
        let is_active = self.seat == state.table.active;
        let trading = state.table.trading_mut()?;
        let offer = trading.offers.iter_mut().find(|offer| offer.id == self.offer);
        offer.or_misfit("no such offer")?.declined.push(self.seat);
        if is_active {
            trading.acts += 1;
        }
        Ok(())
    }
}

impl Apply<State> for OfferClosed {
    /// Taking one's own offer back is an act; the other reasons are not.
    fn apply(&self, state: &mut State) -> Applied {
        if self.reason == Closing::Withdrawn {
            count_offer_act(&mut state.table, self.seat)?;
        }
        remove_offer(&mut state.table, self.offer)
    }
}

impl Apply<State> for TradeMade {
    fn apply(&self, state: &mut State) -> Applied {
        let secret = &mut state.secret;
        secret.take(self.maker, self.give)?;
        secret.take(self.seat, self.want)?;
        secret.give(self.maker, self.want)?;
        secret.give(self.seat, self.give)?;
        remove_offer(&mut state.table, self.offer)?;
        if self.seat == state.table.active {
            state.table.trading_mut()?.acts += 1;
        }
        Ok(())
    }
}

impl Apply<State> for TradeEnded {
    fn apply(&self, state: &mut State) -> Applied {
        let trading = state.table.trading_mut()?;
        trading.closed = true;
        trading.acts += 1;
        Ok(())
    }
}

/// Offers made and withdrawn count as acts of the active player, or number another seat's standing invitation to trade.
fn count_offer_act(table: &mut Table, seat: Seat) -> Applied {
    let is_active = seat == table.active;
    let trading = table.trading_mut()?;
    let invited = trading.trade_acts.get_mut(usize::from(seat));
    *if is_active { &mut trading.acts } else { invited.or_misfit("no such seat")? } += 1;
    Ok(())
}

fn remove_offer(table: &mut Table, id: OfferId) -> Applied {
    table.trading_mut()?.offers.retain(|offer| offer.id != id);
    Ok(())
}

/// What the active player may send in trade, while it lasts: trades with the supply, withdrawals, the end.
pub fn legal_trade(player: &PlayerView<'_>) -> Vec<Action> {
    let mut actions = Vec::with_capacity(16);
    if open_trade(player).is_err() {
        return actions;
    }
    let rates = rates(player.table, player.seat);
    for give in Resource::ALL.into_iter().filter(|&kind| player.hand.get(kind) >= HARBOUR_RATE) {
        let rate = rates.get(give);
        let fits = |get: &Resource| validate_supply_trade(player, give, *get, rate).is_ok();
        let kinds = Resource::ALL.into_iter().filter(fits);
        actions.extend(kinds.map(|get| Action::from(TradeWithSupply { give, get })));
    }
    actions.extend(legal_withdrawal(player));
    actions.push(EndTrade {}.into());
    actions
}

fn legal_withdrawal(player: &PlayerView<'_>) -> Option<Action> {
    let own = player.table.trading().and_then(|trading| trading.offer_of(player.seat))?;
    Some(WithdrawOffer { offer: own.id }.into())
}

pub fn legal_answers(player: &PlayerView<'_>, offer: OfferId) -> Vec<Action> {
    let accept = validate_acceptance(player, offer).is_ok().then(|| AcceptOffer { offer }.into());
    let decline = validate_declining(player, offer).is_ok().then(|| DeclineOffer { offer }.into());
    accept.into_iter().chain(decline).collect()
}

/// What a seat whose turn it is not may do in trade of its own accord.
pub fn legal_counter_offers(player: &PlayerView<'_>) -> Answers {
    (legal_withdrawal(player).into_iter().collect(), legal_offers(player))
}

/// The offers this seat can make. As no kind may be on both sides, one who has every kind must leave one of them
/// out of what they give: that makes a shape for each kind left out. Otherwise one shape says it all.
pub fn legal_offers(player: &PlayerView<'_>) -> Vec<Shape<Action>> {
    if player.hand.is_empty() || may_offer(player).is_err() {
        return Vec::new();
    }
    if player.hand.kinds().count() < Resource::ALL.len() {
        return vec![offer_from(player, player.hand)];
    }
    let without = |kind| {
        let mut hand = player.hand;
        hand.set(kind, 0);
        hand
    };
    Resource::ALL.into_iter().map(|kind| offer_from(player, without(kind))).collect()
}

/// Offers that give some of `hand`.
fn offer_from(player: &PlayerView<'_>, hand: Bundle) -> Shape<Action> {
    let give = hand.kinds().next().map_or(Bundle::EMPTY, |(kind, _)| Bundle::of(kind, 1));
    let wanted = Resource::ALL.into_iter().find(|&kind| hand.get(kind) == 0);
    let want = wanted.map_or(Bundle::EMPTY, |kind| Bundle::of(kind, 1));
    let fields = vec![
        Field { name: "give", kind: bundle_field(hand, None) },
        Field { name: "want", kind: bundle_field(player.components.resource_cards, Some("give")) },
        Field { name: "to", kind: FieldKind::Seats { of: partners(player), min: 1 } },
    ];
    Shape { action: OfferTrade { give, want, to: None }.into(), fields }
}

/// Between one card and all of these.
fn bundle_field(cards: Bundle, not_in: Option<&'static str>) -> FieldKind {
    let most = cards.kinds().map(|(kind, max)| KindLimit { kind: kind.name(), max: u32::from(max) });
    FieldKind::Bundle { limits: most.collect(), min_total: 1, max_total: u32::from(cards.sum()), not_in }
}
