//! Whose answer a suit needs next and what that takes, and which stakes are lost when it ends.

use super::{Effect, Moment};
use crate::landnam::action::Action;
use crate::landnam::resource::Resource;
use crate::landnam::state::{Side, Suit, Table, UnitId};
use rules::{Seat, wire};

/// A seat must answer the suit: bring the total of its side above the other's, hand over, or concede.
#[wire]
pub struct MustAnswerSuit {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The principal of the side that answers.
    pub seat: Seat,
    /// The side that must answer.
    pub side: Side,
    /// The kind that is staked.
    pub resource: Resource,
    /// The fewest cards that are an answer.
    pub cards: u16,
    /// The side's total with these.
    pub total: u16,
    /// The seat that wins the suit if that side concedes.
    pub winner: Seat,
    /// The unit that is made an outlaw then; none if the plaintiff's side concedes.
    pub outlaw: Option<UnitId>,
}

/// A seat must say whether it takes over the side that is to answer the suit.
#[wire]
pub struct MustAnswerHandOver {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The seat that is asked to take over.
    pub seat: Seat,
    /// The principal of the side until then, who may still answer the suit instead.
    pub from: Seat,
    /// The side that is offered.
    pub side: Side,
    /// The kind that is staked.
    pub resource: Resource,
    /// The fewest cards that are an answer to the suit.
    pub cards: u16,
    /// The side's total with these.
    pub total: u16,
}

/// The suit ends, and nothing that was staked in it comes back.
#[wire]
pub struct StakesWillBeLost {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The kind that was staked.
    pub resource: Resource,
    /// How many cards the plaintiff's side staked.
    pub plaintiff: u16,
    /// How many cards the defendant's side staked.
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
