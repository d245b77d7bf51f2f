//! A seven and the robber: discards, the robber's move, the stolen card (rules page §6.3).

use std::cmp::Reverse;

use super::board::{Hex, Spot};
use super::event::Recorder;
use super::question::{Answers, card_limits};
use super::refusals::{self as no, Validation, ensure, refuse};
use super::resource::{Bundle, Resource};
use super::state::{CardCount, Phase, ResumeAt, SeatCards, State, Table};
use super::view::PlayerView;
use super::{scoring, turn};
use rules::legal::FieldKind;
use rules::{Applied, Apply, Field, OrMisfit, Seat, wire};

/// After a roll of 7: the cards you give back. It can't be changed once sent.
#[wire(Settlers)]
pub struct Discard {
    /// Exactly as many as you owe: half your hand, rounded down.
    pub cards: Bundle,
}

/// Moves the robber; a card of the victim, drawn by chance, becomes yours.
#[wire(Settlers)]
pub struct MoveRobber {
    /// Any other hex than the one where it stands.
    pub hex: Hex,
    /// An opponent with a building at that hex and a card in hand. Left out or null only if there is none.
    pub victim: Option<Seat>,
}

/// After a roll of 7: seats with too many cards give half of them back.
#[wire(Settlers)]
pub struct DiscardsAwaited {
    /// How many cards each of these seats owes.
    pub owed: Vec<CardCount>,
}

/// The seat has chosen what it gives back; shown to others when all have chosen.
#[wire(Settlers)]
pub struct CardsLaidAside {
    pub seat: Seat,
    /// Shown to the seat alone.
    pub cards: Bundle,
}

/// All have chosen: the cards are back in the bank.
#[wire(Settlers)]
pub struct CardsDiscarded {
    /// What each seat gave back.
    pub discards: Vec<SeatCards>,
}

/// After a roll of 7 or a knight.
#[wire(Settlers)]
pub struct RobberAwaited {
    pub seat: Seat,
}

/// The hex where it now stands yields nothing.
#[wire(Settlers)]
pub struct RobberMoved {
    pub seat: Seat,
    pub hex: Hex,
}

/// The robber took a card from a hand by chance.
#[wire(Settlers)]
pub struct CardStolen {
    pub seat: Seat,
    pub victim: Seat,
    /// Shown to the two seats alone.
    pub card: Resource,
}

/// How many cards a hand of that size gives back.
fn half_above(cards: u8, limit: u8) -> u8 {
    if cards > limit { cards / 2 } else { 0 }
}

pub fn owed_by(table: &Table, seat: Seat) -> Option<u8> {
    match &table.phase {
        Phase::Discard { owed } => owed.iter().find(|owed| owed.seat == seat).map(|owed| owed.count),
        _ => None,
    }
}

/// The opponents with a building on that hex and a card in hand, in seat order.
pub fn victims(player: &PlayerView<'_>, hex: Hex) -> impl Iterator<Item = Seat> {
    let table = player.table;
    let stands = move |seat: Seat| table.buildings_on(hex).any(|building| building.seat == seat);
    table.others(player.seat).filter(move |seat| table.player(*seat).cards > 0 && stands(*seat))
}

/// The seats with too many cards give half of them back, all at the same time; then the robber moves.
pub fn seven(recorder: &mut Recorder<'_>, seat: Seat) {
    let table = &recorder.table;
    let count = |seat: Seat| half_above(table.player(seat).cards, table.discard_limit);
    // A seat that has given up gives nothing back: a choice made for it would reveal its cards.
    let owed = table.playing().map(|seat| CardCount { seat, count: count(seat) });
    let owed: Vec<CardCount> = owed.filter(|owed| owed.count > 0).collect();
    if owed.is_empty() {
        recorder.record(RobberAwaited { seat });
    } else {
        recorder.record(DiscardsAwaited { owed });
    }
}

impl Discard {
    /// The cards move, and are shown, when the last seat has chosen (§14).
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let player = PlayerView::after(recorder, seat);
        let owed = owed_by(player.table, seat).ok_or_else(|| refuse(no::NOT_AWAITED))?;
        let fits = self.cards.total() == owed && player.hand.covers(&self.cards);
        ensure(fits, refuse(no::BAD_DISCARD).at_field("cards"))?;
        recorder.record(CardsLaidAside { seat, cards: self.cards });
        settle_discards(recorder);
        Ok(())
    }
}

/// When no seat owes any more, the chosen cards go back and the robber moves; it stays where the active player has
/// given up.
pub fn settle_discards(recorder: &mut Recorder<'_>) {
    if matches!(&recorder.table.phase, Phase::Discard { owed } if owed.is_empty()) {
        let aside = (0..).zip(&recorder.secret.aside).map(|(seat, &cards)| SeatCards { seat, cards });
        let discards = aside.filter(|aside| !aside.cards.is_empty()).collect();
        recorder.record(CardsDiscarded { discards });
        let seat = recorder.table.active;
        if recorder.table.has_resigned(seat) {
            turn::end(recorder, seat);
        } else {
            recorder.record(RobberAwaited { seat });
        }
    }
}

impl MoveRobber {
    /// Takes any of the victim's cards with the same chance.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        self.validate(&PlayerView::after(recorder, seat))?;
        recorder.record(RobberMoved { seat, hex: self.hex });
        let Some(victim) = self.victim else { return Ok(()) };
        let hand = recorder.secret.hand(victim);
        let place = recorder.chance.pick("stolen_card", u32::from(hand.total()));
        if let Some(card) = hand.each().nth(place as usize) {
            recorder.record(CardStolen { seat, victim, card });
        }
        Ok(())
    }

    fn validate(&self, player: &PlayerView<'_>) -> Validation {
        ensure(self.hex.exists(), refuse(no::UNKNOWN_ID).at_field("hex"))?;
        ensure(self.hex != player.table.robber, refuse(no::SAME_HEX).at_field("hex"))?;
        let mut victims = victims(player, self.hex);
        let fits = match self.victim {
            None => victims.next().is_none(),
            Some(victim) => victims.any(|seat| seat == victim),
        };
        ensure(fits, refuse(no::BAD_VICTIM).at_field("victim"))
    }
}

impl Apply<State> for DiscardsAwaited {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.phase = Phase::Discard { owed: self.owed.clone() };
        Ok(())
    }
}

impl Apply<State> for CardsLaidAside {
    fn apply(&self, state: &mut State) -> Applied {
        *state.secret.aside.get_mut(usize::from(self.seat)).or_misfit("no such seat")? = self.cards;
        if let Phase::Discard { owed } = &mut state.table.phase {
            owed.retain(|owed| owed.seat != self.seat);
        }
        Ok(())
    }
}

impl Apply<State> for CardsDiscarded {
    fn apply(&self, state: &mut State) -> Applied {
        self.discards.iter().try_for_each(|discard| state.pay(discard.seat, discard.cards))?;
        state.secret.aside.fill(Bundle::EMPTY);
        Ok(())
    }
}

impl Apply<State> for RobberAwaited {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.phase = Phase::Robber { then: ResumeAt::Main };
        Ok(())
    }
}

impl Apply<State> for RobberMoved {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        state.table.robber = self.hex;
        state.table.resume();
        Ok(())
    }
}

impl Apply<State> for CardStolen {
    fn apply(&self, state: &mut State) -> Applied {
        state.hand_over(self.victim, self.seat, Bundle::of(self.card, 1))
    }
}

pub fn list_discards(answers: &mut Answers<'_>) {
    let player = answers.player;
    let Some(owed) = owed_by(player.table, player.seat) else { return };
    let count = u32::from(owed);
    let most = card_limits(player.hand);
    let kind = FieldKind::Bundle { limits: most, min_total: count, max_total: count, not_in: None };
    answers.add_shape(Discard { cards: Bundle::EMPTY }, vec![Field { name: "cards", kind }]);
}

pub fn list_moves(answers: &mut Answers<'_>) {
    let player = answers.player;
    for hex in Hex::all().filter(|hex| *hex != player.table.robber) {
        let mut victims = victims(&player, hex).peekable();
        if victims.peek().is_none() {
            answers.add(MoveRobber { hex, victim: None });
        }
        answers.extend(victims.map(|victim| MoveRobber { hex, victim: Some(victim) }));
    }
}

/// For an absent seat (§15): one card after the other of the most frequent kind in hand; equal piles in a fixed order.
pub fn largest_pile_first(mut hand: Bundle, owed: u8) -> Bundle {
    const ORDER: [Resource; Resource::COUNT] =
        [Resource::Ore, Resource::Grain, Resource::Wool, Resource::Lumber, Resource::Brick];
    let mut given = Bundle::EMPTY;
    for _ in 0..owed {
        let most = hand.most();
        if let Some(kind) = ORDER.into_iter().find(|kind| hand.get(*kind) == most) {
            hand.remove(kind);
            given.add(kind);
        }
    }
    given
}

/// For an absent seat (§15): where the robber does most harm to others, counted in claims × pips, and if possible none
/// to the own buildings, the lowest hex of equals; from the victim with most public points, then most cards, then the
/// lowest seat.
pub fn default_move(player: &PlayerView<'_>) -> Option<MoveRobber> {
    let (table, seat) = (player.table, player.seat);
    let others = || Hex::all().filter(|hex| *hex != table.robber);
    let spares_own = |hex: &Hex| table.buildings_on(*hex).all(|building| building.seat != seat);
    let harm = |hex: &Hex| -> u16 {
        let theirs = table.buildings_on(*hex).filter(|building| building.seat != seat);
        let claims: u16 = theirs.map(|building| u16::from(building.kind.worth())).sum();
        claims * u16::from(table.board.pips(*hex))
    };
    let worst = |hexes: &mut dyn Iterator<Item = Hex>| hexes.min_by_key(|hex| (Reverse(harm(hex)), *hex));
    let hex = worst(&mut others().filter(spares_own)).or_else(|| worst(&mut others()))?;
    let rank = |victim: &Seat| {
        let points = scoring::public_points(table, *victim);
        (Reverse((points, table.player(*victim).cards)), *victim)
    };
    Some(MoveRobber { hex, victim: victims(player, hex).min_by_key(rank) })
}
