//! Bringing and fighting suits, and handing a side over (rules page §5.6–5.9, B15–B22). A tie is lost by the side that
//! answers: see `Suit::is_answered_by` in `state/althing.rs`.

use super::action::Action;
use super::althing::{self, Yield};
use super::board::Place;
use super::event::Recorder;
use super::question::Answers;
use super::refusals::{self as no, Validation, refuse, refuse_if};
use super::resource::{Bundle, Resource};
use super::state::{Party, PossibleSuit, RedToken, Side, State, Suit, UnitId};
use super::view::PlayerView;
use rules::{Applied, Apply, Field, FieldKind, OrMisfit, Refusal, Seat, Shape, wire};

/// Sues a unit: one of your possible suits of this Althing.
#[wire]
pub struct Sue {
    pub unit: UnitId,
    /// How many cards of the disputed kind you stake.
    #[schema(minimum = 1, maximum = 19)]
    pub cards: u16,
}

/// Answers the suit: your side's total must rise above the other's.
#[wire]
pub struct Raise {
    /// How many cards of the disputed kind you add.
    #[schema(minimum = 1, maximum = 19)]
    pub cards: u16,
}

/// Adds cards to the side that you have handed over.
#[wire]
pub struct AddToSuit {
    /// How many cards of the disputed kind you add.
    #[schema(minimum = 1, maximum = 19)]
    pub cards: u16,
}

/// Gives the suit up; the other side wins.
#[wire]
pub struct Concede {}

/// Offers your side of the suit to a seat that is not involved yet.
#[wire]
pub struct HandOver {
    /// The seat that may take the side over.
    pub to: Seat,
}

/// Takes back your open offer to hand over.
#[wire]
pub struct WithdrawHandOver {}

/// You become principal of the side and must answer.
#[wire]
pub struct TakeOver {
    pub side: Side,
}

/// The side stays with its principal.
#[wire]
pub struct DeclineSuit {
    pub side: Side,
}

/// A new suit with its first stake; the defendant answers next.
#[wire]
pub struct SuitBrought {
    pub suit: u8,
    pub plaintiff: Seat,
    /// The owner of the unit.
    pub defendant: Seat,
    pub unit: UnitId,
    /// Where the unit stands; its yield is the kind in dispute.
    pub hex: Place,
    pub resource: Resource,
    pub cards: u16,
}

/// The answering side rose above the other's total.
#[wire]
pub struct SuitRaised {
    pub suit: u8,
    pub side: Side,
    pub seat: Seat,
    pub resource: Resource,
    pub cards: u16,
    /// How many cards the side has staked.
    pub total: u16,
}

/// A former principal added cards to the side.
#[wire]
pub struct SuitAddedTo {
    pub suit: u8,
    pub side: Side,
    pub seat: Seat,
    pub resource: Resource,
    pub cards: u16,
    /// How many cards the side has staked.
    pub total: u16,
}

/// The principal offers the side to a seat that is not involved yet.
#[wire]
pub struct HandOverOffered {
    pub suit: u8,
    pub side: Side,
    pub seat: Seat,
    /// The seat that may take the side over.
    pub to: Seat,
}

/// The principal took the offer back.
#[wire]
pub struct HandOverWithdrawn {
    pub suit: u8,
    pub side: Side,
    pub seat: Seat,
    /// The seat that could have taken over.
    pub to: Seat,
}

/// The side stays with its principal.
#[wire]
pub struct HandOverDeclined {
    pub suit: u8,
    pub side: Side,
    /// The seat that could have taken over.
    pub seat: Seat,
    pub from: Seat,
}

/// The offer lapsed, since the seat has taken over the other side.
#[wire]
pub struct HandOverVoided {
    pub suit: u8,
    pub side: Side,
    /// The seat that could have taken over.
    pub seat: Seat,
    pub from: Seat,
}

/// The side has a new principal.
#[wire]
pub struct HandOverAccepted {
    pub suit: u8,
    pub side: Side,
    pub seat: Seat,
    /// The principal until now.
    pub from: Seat,
}

/// The answering side gave up; the other wins.
#[wire]
pub struct SuitConceded {
    pub suit: u8,
    pub side: Side,
    pub seat: Seat,
}

/// The winning side's principal gets a white token.
#[wire]
pub struct SuitWon {
    pub suit: u8,
    pub side: Side,
    pub seat: Seat,
}

/// The defence lost: a red token between the unit and a building of the plaintiff makes it an outlaw.
#[wire]
pub struct UnitOutlawed {
    pub suit: u8,
    /// The owner of the unit.
    pub seat: Seat,
    pub plaintiff: Seat,
    pub unit: UnitId,
    /// Where the unit stands.
    pub hex: Place,
}

/// Stakes are lost, neither side wins, and the unit does not become an outlaw.
#[wire]
pub struct SuitBrokenOff {
    pub suit: u8,
}

/// The possible suit that the seat may bring with that stake.
fn validate_sue(player: &PlayerView<'_>, action: &Sue) -> Result<PossibleSuit, Refusal> {
    refuse_if(player.table.unit(action.unit).is_none(), no::UNKNOWN_UNIT, "unit")?;
    let possible = player.table.althing().and_then(|althing| althing.possible(player.seat, action.unit));
    let suit = possible.ok_or_else(|| refuse(no::SUIT_NOT_POSSIBLE).at_field("unit"))?;
    refuse_if(suit.brought, no::SUIT_ALREADY_BROUGHT, "unit")?;
    validate_stake(player, suit.resource, action.cards, 1)?;
    Ok(*suit)
}

/// May the seat stake `cards` cards where at least `fewest` are needed?
fn validate_stake(player: &PlayerView<'_>, kind: Resource, cards: u16, fewest: u16) -> Result<(), Refusal> {
    refuse_if(cards < fewest, no::STAKE_TOO_LOW, "cards")?;
    refuse_if(cards > u16::from(player.hand.get(kind)), no::CARDS_NOT_HELD, "cards")
}

/// The principal of the side to answer brings its total above the other's: a tie is too low (B17).
fn validate_raise(player: &PlayerView<'_>, suit: &Suit, cards: u16) -> Result<(), Refusal> {
    validate_stake(player, suit.resource, cards, suit.needed_to_answer())
}

/// An earlier principal of the side to answer adds any number (B17).
fn validate_addition(player: &PlayerView<'_>, suit: &Suit, cards: u16) -> Result<(), Refusal> {
    validate_stake(player, suit.resource, cards, 1)
}

/// The side that a principal offers by asking `to` to take it over (B19).
fn validate_hand_over(player: &PlayerView<'_>, suit: &Suit, to: Seat) -> Result<Side, Refusal> {
    let side = suit.side_led_by(player.seat).ok_or_else(|| refuse(no::NO_HAND_OVER))?;
    let party = suit.party(side);
    let barred = if to >= player.table.seats() {
        no::NO_SUCH_SEAT
    } else if player.table.has_resigned(to) {
        no::HAS_RESIGNED
    } else if suit.involves(to) {
        no::ALREADY_INVOLVED
    } else if party.offer.is_some() {
        no::HAND_OVER_OPEN
    } else if party.asked.contains(&to) {
        no::ALREADY_ASKED
    } else {
        return Ok(side);
    };
    Err(refuse(barred).at_field("to"))
}

fn validate_withdrawal(player: &PlayerView<'_>, suit: &Suit) -> Result<Side, Refusal> {
    let side = suit.side_led_by(player.seat).filter(|&side| suit.party(side).offer.is_some());
    side.ok_or_else(|| refuse(no::NO_HAND_OVER))
}

impl Sue {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let suit = validate_sue(&PlayerView::after(recorder, seat), self)?;
        let althing = recorder.table.althing().ok_or_else(|| refuse(no::WRONG_PHASE))?;
        recorder.record(SuitBrought {
            suit: althing.brought + 1,
            plaintiff: seat,
            defendant: suit.defendant,
            unit: suit.unit,
            hex: suit.hex,
            resource: suit.resource,
            cards: self.cards,
        });
        Ok(())
    }
}

/// The suit being fought. A decision about it was found open, so it is there.
fn open_suit(recorder: &Recorder<'_>) -> Result<Suit, Refusal> {
    recorder.table.suit().cloned().ok_or_else(|| refuse(no::WRONG_PHASE))
}

impl Raise {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let suit = open_suit(recorder)?;
        validate_raise(&PlayerView::after(recorder, seat), &suit, self.cards)?;
        // To answer oneself withdraws an open offer of the side (B20).
        close_hand_over(recorder, &suit, suit.answering);
        let (side, cards, resource) = (suit.answering, self.cards, suit.resource);
        let total = suit.party(side).total + cards;
        recorder.record(SuitRaised { suit: suit.number, side, seat, resource, cards, total });
        Ok(())
    }
}

impl AddToSuit {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let suit = open_suit(recorder)?;
        validate_addition(&PlayerView::after(recorder, seat), &suit, self.cards)?;
        let (side, cards, resource) = (suit.answering, self.cards, suit.resource);
        let total = suit.party(side).total + cards;
        recorder.record(SuitAddedTo { suit: suit.number, side, seat, resource, cards, total });
        Ok(())
    }
}

impl Concede {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let suit = open_suit(recorder)?;
        debug_assert_eq!(suit.party(suit.answering).principal, seat, "only the principal may concede");
        lose(recorder, &suit, suit.answering);
        Ok(())
    }
}

/// The principal of a side concedes, and the other side wins.
pub fn lose(recorder: &mut Recorder<'_>, suit: &Suit, side: Side) {
    close_hand_over(recorder, suit, side);
    let seat = suit.party(side).principal;
    recorder.record(SuitConceded { suit: suit.number, side, seat });
    let winner = side.other();
    if winner == Side::Plaintiff {
        outlaw(recorder, suit);
    }
    let seat = suit.party(winner).principal;
    recorder.record(SuitWon { suit: suit.number, side: winner, seat });
    althing::go_on(recorder);
}

/// The original defendant's unit and the original plaintiff's token, whichever seats the principals are (B22).
fn outlaw(recorder: &mut Recorder<'_>, suit: &Suit) {
    let Some(unit) = recorder.table.unit(suit.unit) else { return };
    recorder.record(UnitOutlawed {
        suit: suit.number,
        seat: unit.seat,
        plaintiff: suit.plaintiff,
        unit: suit.unit,
        hex: suit.hex,
    });
}

impl HandOver {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let suit = open_suit(recorder)?;
        let side = validate_hand_over(&PlayerView::after(recorder, seat), &suit, self.to)?;
        recorder.record(HandOverOffered { suit: suit.number, side, seat, to: self.to });
        Ok(())
    }
}

impl WithdrawHandOver {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let suit = open_suit(recorder)?;
        let side = validate_withdrawal(&PlayerView::after(recorder, seat), &suit)?;
        close_hand_over(recorder, &suit, side);
        Ok(())
    }
}

pub fn close_hand_over(recorder: &mut Recorder<'_>, suit: &Suit, side: Side) {
    let party = suit.party(side);
    if let Some(to) = party.offer {
        recorder.record(HandOverWithdrawn { suit: suit.number, side, seat: party.principal, to });
    }
}

impl TakeOver {
    /// The new principal. If both sides made that seat an offer, the other side's lapses (B19).
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let suit = open_suit(recorder)?;
        let (side, other) = (self.side, self.side.other());
        let from = suit.party(side).principal;
        recorder.record(HandOverAccepted { suit: suit.number, side, seat, from });
        if suit.party(other).offer == Some(seat) {
            let from = suit.party(other).principal;
            recorder.record(HandOverVoided { suit: suit.number, side: other, seat, from });
        }
        Ok(())
    }
}

impl DeclineSuit {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let suit = open_suit(recorder)?;
        let (side, from) = (self.side, suit.party(self.side).principal);
        recorder.record(HandOverDeclined { suit: suit.number, side, seat, from });
        Ok(())
    }
}

impl Apply<State> for SuitBrought {
    fn apply(&self, state: &mut State) -> Applied {
        take_stake(state, self.plaintiff, self.resource, self.cards)?;
        let althing = state.table.althing_mut()?;
        let mut suits = althing.suits.iter_mut();
        let possible = suits.find(|suit| suit.plaintiff == self.plaintiff && suit.unit == self.unit);
        possible.or_misfit("no such suit is possible")?.brought = true;
        althing.brought = self.suit;
        althing.suit = Some(Suit {
            number: self.suit,
            plaintiff: self.plaintiff,
            unit: self.unit,
            hex: self.hex,
            resource: self.resource,
            answering: Side::Defendant,
            answers: 0,
            plaintiffs: Party { total: self.cards, ..Party::of(self.plaintiff) },
            defendants: Party::of(self.defendant),
        });
        Ok(())
    }
}

impl Apply<State> for SuitRaised {
    fn apply(&self, state: &mut State) -> Applied {
        take_stake(state, self.seat, self.resource, self.cards)?;
        bring_to(state.table.suit_mut()?, self.side, self.total);
        Ok(())
    }
}

impl Apply<State> for SuitAddedTo {
    fn apply(&self, state: &mut State) -> Applied {
        take_stake(state, self.seat, self.resource, self.cards)?;
        let suit = state.table.suit_mut()?;
        let party = suit.party_mut(self.side);
        let mut counts = party.earlier.iter().zip(&mut party.added);
        let own = counts.find(|(earlier, _)| **earlier == self.seat);
        *own.or_misfit("the seat has not handed the side over")?.1 += 1;
        bring_to(suit, self.side, self.total);
        Ok(())
    }
}

/// Staked cards go to the supply at once; the totals are plain numbers (B16).
fn take_stake(state: &mut State, seat: Seat, resource: Resource, cards: u16) -> Applied {
    let count = u8::try_from(cards).ok().or_misfit("a higher stake than there are cards")?;
    state.secret.take(seat, Bundle::of(resource, count))
}

/// Sets a side's total. The turn to answer passes once the answering side has answered (B16).
fn bring_to(suit: &mut Suit, side: Side, total: u16) {
    suit.party_mut(side).total = total;
    if side == suit.answering && suit.is_answered_by(total) {
        suit.answering = side.other();
        suit.answers += 1;
    }
}

impl Apply<State> for HandOverOffered {
    fn apply(&self, state: &mut State) -> Applied {
        let party = state.table.suit_mut()?.party_mut(self.side);
        party.offer = Some(self.to);
        party.asked.push(self.to);
        Ok(())
    }
}

impl Apply<State> for HandOverWithdrawn {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.suit_mut()?.party_mut(self.side).offer = None;
        Ok(())
    }
}

impl Apply<State> for HandOverDeclined {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.suit_mut()?.party_mut(self.side).offer = None;
        Ok(())
    }
}

impl Apply<State> for HandOverVoided {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.suit_mut()?.party_mut(self.side).offer = None;
        Ok(())
    }
}

impl Apply<State> for HandOverAccepted {
    fn apply(&self, state: &mut State) -> Applied {
        let party = state.table.suit_mut()?.party_mut(self.side);
        party.offer = None;
        party.earlier.push(self.from);
        party.added.push(0);
        party.principal = self.seat;
        Ok(())
    }
}

impl Apply<State> for SuitConceded {}

impl Apply<State> for SuitWon {
    /// The winning principal gets a white token (B22).
    fn apply(&self, state: &mut State) -> Applied {
        state.table.player_mut(self.seat)?.white += 1;
        state.table.althing_mut()?.suit = None;
        Ok(())
    }
}

impl Apply<State> for UnitOutlawed {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.red_tokens.push(RedToken { unit: self.unit, plaintiff: self.plaintiff, hex: self.hex });
        Ok(())
    }
}

impl Apply<State> for SuitBrokenOff {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.althing_mut()?.suit = None;
        Ok(())
    }
}

/// To yield, or a suit with a stake.
pub fn legal_suits(player: &PlayerView<'_>) -> Answers {
    let own = player.table.althing().into_iter().flat_map(|althing| althing.unbrought(player.seat));
    let bring = |suit: &PossibleSuit| {
        let action = Sue { unit: suit.unit, cards: 1 };
        validate_sue(player, &action).ok()?;
        Some(staked(action, 1, player.hand.get(suit.resource)))
    };
    (vec![Yield {}.into()], own.filter_map(bring).collect())
}

/// To concede, hand over or raise.
pub fn legal_answers(player: &PlayerView<'_>) -> Answers {
    let mut actions = vec![Concede {}.into()];
    actions.extend(legal_hand_overs(player));
    let raise = |suit: &Suit| {
        let cards = suit.needed_to_answer();
        validate_raise(player, suit, cards).ok()?;
        Some(staked(Raise { cards }, cards, player.hand.get(suit.resource)))
    };
    (actions, player.table.suit().and_then(raise).into_iter().collect())
}

/// The offers to hand over that a principal may make, and taking one back.
pub fn legal_hand_overs(player: &PlayerView<'_>) -> Vec<Action> {
    let Some(suit) = player.table.suit() else { return Vec::new() };
    let takers = (0..player.table.seats()).filter(|&to| validate_hand_over(player, suit, to).is_ok());
    let mut actions: Vec<Action> = takers.map(|to| HandOver { to }.into()).collect();
    if validate_withdrawal(player, suit).is_ok() {
        actions.push(WithdrawHandOver {}.into());
    }
    actions
}

pub fn legal_take_over(side: Side) -> Vec<Action> {
    vec![TakeOver { side }.into(), DeclineSuit { side }.into()]
}

pub fn legal_additions(player: &PlayerView<'_>) -> Vec<Shape<Action>> {
    let addition = |suit: &Suit| {
        validate_addition(player, suit, 1).ok()?;
        Some(staked(AddToSuit { cards: 1 }, 1, player.hand.get(suit.resource)))
    };
    player.table.suit().and_then(addition).into_iter().collect()
}

/// A stake: the field `cards` from the fewest that are enough to all in hand.
fn staked(action: impl Into<Action>, fewest: u16, in_hand: u8) -> Shape<Action> {
    let kind = FieldKind::Integer { min: fewest.into(), max: in_hand.into() };
    Shape { action: action.into(), fields: vec![Field { name: "cards", kind }] }
}
