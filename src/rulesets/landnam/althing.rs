//! The Althing around its suits: possible suits, who may sue when, Althing cards, black tokens (rules page §5, B9–B14,
//! B23, B24). The suits themselves are fought in `suits`; what happens on a tie is in `state/althing.rs`.

use super::action::Action;
use super::event::Recorder;
use super::fate::{self, FateCard, SubPhase};
use super::refusals::{self as no, Validation, refuse, refuse_if};
use super::resource::Resource;
use super::state::{Althing, Phase, PossibleSuit, State, Table, Unit};
use super::suits::SuitBrokenOff;
use super::view::PlayerView;
use super::{flight, turn};
use rules::{Applied, Apply, Refusal, Seat, wire};

/// With this many possible suits against a player, of which none is brought, the player gets a black token (rules page
/// §5.10).
const SUITS_FOR_BLACK_TOKEN: usize = 3;

/// At the opening of the Althing: names the seat that may sue first.
#[wire]
pub struct NameFirst {
    /// Any seat, even one that can bring no suit.
    pub seat: Seat,
}

/// Ends your time to sue in this Althing.
#[wire]
pub struct Yield {}

/// Any seat may play one at any time of the Althing; it ends one suit, or all.
#[wire]
pub struct PlayAlthingCard {
    /// `settlement` breaks off one suit, `uproar` the whole Althing.
    pub card: FateCard,
    /// With `settlement`: the suit that is broken off, by its number in this Althing. Left out with `uproar`.
    #[schema(minimum = 1, maximum = 255)]
    pub suit: Option<u8>,
}

/// The possible suits are fixed now; without any, the Althing is over at once.
#[wire]
pub struct AlthingOpened {
    /// Ordered by hex, then by plaintiff.
    pub suits: Vec<PossibleSuit>,
}

/// `seat`, whose turn it is, named the seat that may sue first.
#[wire]
pub struct FirstNamed {
    pub seat: Seat,
    pub first: Seat,
}

/// From now on this seat may sue, until it yields.
#[wire]
pub struct SuitorCalled {
    pub seat: Seat,
}

/// The seat can't sue, or no longer: it has no suit to bring or no card to stake.
#[wire]
pub struct SuitorPassedOver {
    pub seat: Seat,
}

/// The seat ended its time to sue by itself.
#[wire]
pub struct SuitorYielded {
    pub seat: Seat,
}

/// `settlement` or `uproar` went to the discards; what it breaks off follows.
#[wire]
pub struct AlthingCardPlayed {
    pub seat: Seat,
    pub card: FateCard,
    /// With `settlement`: the suit it breaks off, by its number in this Althing.
    pub suit: Option<u8>,
}

/// By `uproar`: all suits end, and nobody gets a black token.
#[wire]
pub struct AlthingBrokenUp {}

/// At least three suits were possible against the seat, and none was brought.
#[wire]
pub struct BlackTokenAwarded {
    pub seat: Seat,
}

/// Movement follows. Also sent where no Althing was held.
#[wire]
pub struct AlthingEnded {}

/// The possible suits, from the board alone: every pair of a plaintiff and a unit, in the order of hexes, then
/// plaintiffs (rules page §5.3, B11).
fn possible_suits(table: &Table) -> Vec<PossibleSuit> {
    let mut units: Vec<Unit> = table.units.clone();
    units.sort_by_key(|unit| unit.place);
    let mut suits = Vec::new();
    for unit in units {
        let Some(resource) = disputed(table, unit) else { continue };
        let plaintiffs =
            (0..table.seats()).filter(|&seat| seat != unit.seat && table.has_building_at(seat, unit.place));
        suits.extend(plaintiffs.map(|plaintiff| PossibleSuit {
            plaintiff,
            unit: unit.id,
            defendant: unit.seat,
            hex: unit.place,
            resource,
            brought: false,
        }));
    }
    suits
}

/// The disputed kind: what a numbered hex yields, or the harbour's resource.
fn disputed(table: &Table, unit: Unit) -> Option<Resource> {
    let tile = table.tile(unit.place)?;
    tile.terrain.yields().or(tile.harbour)
}

/// The seats with at least three possible suits against their units and none brought (B23).
pub fn unsued(althing: &Althing, seats: u8) -> Vec<Seat> {
    let against = |seat: Seat| althing.suits.iter().filter(move |suit| suit.defendant == seat);
    let spared = |seat: &Seat| {
        against(*seat).count() >= SUITS_FOR_BLACK_TOKEN && against(*seat).all(|suit| !suit.brought)
    };
    (0..seats).filter(spared).collect()
}

/// May the Althing card be played now? `settlement` names the suit it breaks off (B14).
fn validate_card(player: &PlayerView<'_>, action: &PlayAlthingCard) -> Result<(), Refusal> {
    fate::playable(player, action.card, SubPhase::Althing, "card")?;
    match (action.card, player.table.suit()) {
        (FateCard::Settlement, None) => Err(refuse(no::CARD_WITHOUT_EFFECT).at_field("card")),
        (FateCard::Settlement, Some(suit)) if action.suit == Some(suit.number) => Ok(()),
        (FateCard::Uproar, _) if action.suit.is_none() => Ok(()),
        _ => Err(refuse(no::SUIT_CLOSED).at_field("suit")),
    }
}

/// Draws, outlaws away, suits listed, naming (B10). Without a possible suit there is no Althing to speak of (B12).
pub fn open(recorder: &mut Recorder<'_>) {
    draw_fate_cards(recorder);
    flight::remove_outlaws(recorder);
    let suits = possible_suits(&recorder.table);
    let none = suits.is_empty();
    recorder.record(AlthingOpened { suits });
    if none {
        recorder.record(AlthingEnded {});
        turn::begin_movement(recorder);
    }
}

/// The active player, and every other who plays on and has none at the roll (B9), draws one, clockwise.
fn draw_fate_cards(recorder: &mut Recorder<'_>) {
    let (table, secret) = (&recorder.table, &recorder.secret);
    let active = table.active;
    let draws = |seat: &Seat| {
        !table.has_resigned(*seat) && (*seat == active || secret.fate_cards_of(*seat).is_empty())
    };
    // All are determined before the first draws: what is drawn here does not change which seats draw.
    let drawing: Vec<Seat> = table.clockwise_from(active).filter(draws).collect();
    for seat in drawing {
        fate::draw(recorder, seat);
    }
}

impl NameFirst {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let first = self.seat;
        refuse_if(first >= recorder.table.seats(), no::NO_SUCH_SEAT, "seat")?;
        recorder.record(FirstNamed { seat, first });
        call_from(recorder, first);
        Ok(())
    }
}

impl Yield {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        recorder.record(SuitorYielded { seat });
        call_after(recorder, seat);
        Ok(())
    }
}

/// After a suit: its bringer goes on while there is more to sue over, else is passed over too (B13).
pub fn go_on(recorder: &mut Recorder<'_>) {
    let Some(seat) = recorder.table.althing().and_then(|althing| althing.suitor) else { return };
    if !can_sue(recorder, seat) {
        recorder.record(SuitorPassedOver { seat });
        call_after(recorder, seat);
    }
}

/// A suit to bring, a card to stake, and a player there to bring it. All of it is public; the kinds of cards are not
/// (B13).
fn can_sue(recorder: &Recorder<'_>, seat: Seat) -> bool {
    let table = &recorder.table;
    let unbrought = table.althing().is_some_and(|althing| althing.unbrought(seat).next().is_some());
    unbrought && !table.has_resigned(seat) && recorder.secret.hand_size(seat) > 0
}

/// Calls the first from `seat` on who can sue.
fn call_from(recorder: &mut Recorder<'_>, seat: Seat) {
    if can_sue(recorder, seat) {
        recorder.record(SuitorCalled { seat });
    } else {
        recorder.record(SuitorPassedOver { seat });
        call_after(recorder, seat);
    }
}

/// The next after `seat`; the right to sue passes once around.
fn call_after(recorder: &mut Recorder<'_>, seat: Seat) {
    let table = &recorder.table;
    let next = (seat + 1) % table.seats();
    if table.althing().is_some_and(|althing| althing.first == Some(next)) {
        end(recorder);
    } else {
        call_from(recorder, next);
    }
}

/// The Althing ran to its end: black tokens for those who play on (rules page §5.10).
fn end(recorder: &mut Recorder<'_>) {
    let Some(althing) = recorder.table.althing() else { return };
    let mut unsued = unsued(althing, recorder.table.seats());
    unsued.retain(|seat| !recorder.table.has_resigned(*seat));
    for seat in unsued {
        recorder.record(BlackTokenAwarded { seat });
    }
    recorder.record(AlthingEnded {});
    turn::begin_movement(recorder);
}

impl PlayAlthingCard {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_card(&PlayerView::after(recorder, seat), self)?;
        let (card, suit) = (self.card, self.suit);
        recorder.record(AlthingCardPlayed { seat, card, suit });
        if let Some(suit) = recorder.table.suit().map(|suit| suit.number) {
            recorder.record(SuitBrokenOff { suit });
        }
        if card == FateCard::Uproar {
            recorder.record(AlthingBrokenUp {});
            turn::begin_movement(recorder);
        } else {
            go_on(recorder);
        }
        Ok(())
    }
}

impl Apply<State> for AlthingOpened {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.phase = Phase::Althing(Althing { suits: self.suits.clone(), ..Althing::default() });
        Ok(())
    }
}

impl Apply<State> for FirstNamed {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.althing_mut()?.first = Some(self.first);
        Ok(())
    }
}

impl Apply<State> for SuitorCalled {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.althing_mut()?.suitor = Some(self.seat);
        Ok(())
    }
}

impl Apply<State> for SuitorPassedOver {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.althing_mut()?.suitor = None;
        Ok(())
    }
}

impl Apply<State> for SuitorYielded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.althing_mut()?.suitor = None;
        Ok(())
    }
}

impl Apply<State> for AlthingCardPlayed {
    fn apply(&self, state: &mut State) -> Applied {
        fate::discard(state, self.seat, self.card)
    }
}

impl Apply<State> for BlackTokenAwarded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.player_mut(self.seat)?.black += 1;
        Ok(())
    }
}

impl Apply<State> for AlthingBrokenUp {}
impl Apply<State> for AlthingEnded {}

pub fn legal_first(player: &PlayerView<'_>) -> Vec<Action> {
    (0..player.table.seats()).map(|seat| NameFirst { seat }.into()).collect()
}

pub fn legal_cards(player: &PlayerView<'_>) -> Vec<Action> {
    let number = player.table.suit().map(|suit| suit.number);
    let cards = player.different_fate_cards().filter(|card| card.sub_phase() == SubPhase::Althing);
    let plays = cards.flat_map(|card| [None, number].map(|suit| PlayAlthingCard { card, suit }));
    let mut plays: Vec<PlayAlthingCard> = plays.filter(|play| validate_card(player, play).is_ok()).collect();
    plays.dedup();
    plays.into_iter().map(Action::from).collect()
}
