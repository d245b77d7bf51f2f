//! Whose answer a suit needs next and what that takes, and which stakes are lost when it ends.

use super::{Effect, Moment};
use crate::landnam::action::Action;
use crate::landnam::resource::Resource;
use crate::landnam::state::{Side, Suit, Table, UnitId};
use rules::{Seat, wire};

/// Next the seat must answer the suit: raise above the other side's total, hand over, or concede.
#[wire]
pub struct MustAnswerSuit {
    pub suit: u8,
    /// The principal of the answering side.
    pub seat: Seat,
    pub side: Side,
    pub resource: Resource,
    /// The fewest cards that do.
    pub cards: u16,
    /// The side's total with these cards.
    pub total: u16,
    /// The seat that wins if this side concedes.
    pub winner: Seat,
    /// The unit that becomes an outlaw if this side concedes; missing if it is the plaintiff's side.
    pub outlaw: Option<UnitId>,
}

/// Next the seat must say whether it takes over the side that has to answer.
#[wire]
pub struct MustAnswerHandOver {
    pub suit: u8,
    /// The seat that is asked.
    pub seat: Seat,
    /// The principal of the side, who may still answer instead.
    pub from: Seat,
    pub side: Side,
    pub resource: Resource,
    /// The fewest cards that do.
    pub cards: u16,
    /// The side's total with these cards.
    pub total: u16,
}

/// The suit ends, and neither side gets back the cards that it staked: they stay in the supply.
#[wire]
pub struct StakesWillBeLost {
    pub suit: u8,
    pub resource: Resource,
    /// How many cards that side staked.
    pub plaintiff: u16,
    /// How many cards that side staked.
    pub defendant: u16,
}

pub fn foresee(moment: &Moment<'_>, effects: &mut Vec<Effect>) {
    let (before, after) = (moment.player.table, moment.after);
    let needed = needed_answer(after);
    if needed != needed_answer(before) {
        effects.extend(needed);
    }
    let goes_on = |lost: &StakesWillBeLost| after.suit().is_some_and(|suit| suit.number == lost.suit);
    effects.extend(staked(moment).filter(|lost| !goes_on(lost)).map(Effect::from));
}

/// Whose answer the game waits for. Asked to take over, a seat is waited for in place of the principal (B20).
fn needed_answer(table: &Table) -> Option<Effect> {
    let open = table.suit()?;
    let &Suit { number: suit, answering: side, resource, .. } = open;
    let party = open.party(side);
    let cards = open.needed_to_answer();
    let total = party.total + cards;
    if let Some(seat) = party.offer {
        let from = party.principal;
        return Some(MustAnswerHandOver { suit, seat, from, side, resource, cards, total }.into());
    }
    let (seat, winner) = (party.principal, open.party(side.other()).principal);
    let outlaw = (side == Side::Defendant).then_some(open.unit);
    Some(MustAnswerSuit { suit, seat, side, resource, cards, total, winner, outlaw }.into())
}

/// Everything staked in the suit that the action is about, what it stakes itself included.
fn staked(moment: &Moment<'_>) -> Option<StakesWillBeLost> {
    let althing = moment.player.table.althing()?;
    if let Action::Sue(sue) = moment.action {
        let resource = althing.possible(moment.player.seat, sue.unit)?.resource;
        let suit = althing.brought + 1;
        return Some(StakesWillBeLost { suit, resource, plaintiff: sue.cards, defendant: 0 });
    }
    let open = althing.suit.as_ref()?;
    let added = match moment.action {
        Action::Raise(raise) => raise.cards,
        Action::AddToSuit(addition) => addition.cards,
        _ => 0,
    };
    let total = |side| open.party(side).total + if side == open.answering { added } else { 0 };
    Some(StakesWillBeLost {
        suit: open.number,
        resource: open.resource,
        plaintiff: total(Side::Plaintiff),
        defendant: total(Side::Defendant),
    })
}
