//! Naming the first plaintiff, suing, and Althing cards (rules page §5).

use super::super::Outlook;
use super::super::shapes::bounds;
use super::odds::{RED, WHITE, menace, outbids, price};
use super::{best, suit};
use crate::landnam::action::{Action, PlayAlthingCard, Sue};
use crate::landnam::card::FateCard;
use crate::landnam::state::{Althing, Phase, PossibleSuit, Suit};
use rules::Legal;
use rules::ruleset::Choice;

/// A stake brings no more than this many cards to the first bid.
const MOST_STAKED: u16 = 6;
/// From this menace on, a plaintiff's point is worth a card to prevent.
const DANGER: f32 = 0.5;
/// Below this a suit is not worth bringing, in points.
const LEAST: f32 = 0.02;

pub fn session<'s>(outlook: &'s Outlook<'_>) -> Option<&'s Althing> {
    match &outlook.table.phase {
        Phase::Althing(althing) => Some(althing),
        _ => None,
    }
}

/// Itself first, while everybody still has his cards.
pub fn first(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let own = |action: &&Action| matches!(action, Action::NameFirst(first) if first.seat == outlook.seat);
    legal.actions.iter().find(own).cloned()
}

/// The suit and stake with the best prospect, or the end of the own time.
pub fn sue(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let althing = session(outlook)?;
    let bids = legal.shapes.iter().flat_map(|shape| {
        let (low, high) = bounds(shape, "cards").unwrap_or((1, 0));
        let possible = match &shape.action {
            Action::Sue(sue) => althing.possible(outlook.seat, sue.unit),
            _ => None,
        };
        possible.into_iter().flat_map(move |possible| {
            (low..=high.min(MOST_STAKED))
                .map(move |cards| (prospect(outlook, possible, cards), (possible.unit, cards)))
        })
    });
    match best(bids, LEAST) {
        Some((unit, cards)) => Some(Action::Sue(Sue { unit, cards })),
        None => legal.actions.iter().find(|action| matches!(action, Action::Yield(_))).cloned(),
    }
}

/// What suing with that stake can be thought to bring, in points.
fn prospect(outlook: &Outlook<'_>, possible: &PossibleSuit, cards: u16) -> f32 {
    let alone = 1.0 - outbids(outlook, possible.defendant, possible.resource, cards + 1);
    // Somebody else may be asked to take the defence over; few do.
    let taken = outlook
        .others()
        .filter(|&seat| seat != possible.defendant)
        .fold(1.0, |free, seat| free * (1.0 - 0.25 * outbids(outlook, seat, possible.resource, cards + 1)));
    let spare =
        f32::from(outlook.hand.get(possible.resource).saturating_sub(u8::try_from(cards).unwrap_or(u8::MAX)));
    let again = 0.1 * spare.min(3.0);
    let wins = (alone * taken + again).min(0.97);
    let worth = WHITE + RED + 0.3 * menace(outlook, possible.defendant);
    wins * worth
        - (1.0 - wins) * menace(outlook, possible.defendant)
        - price(outlook, possible.resource, cards)
}

/// An Althing card, where the own side would otherwise be given up.
pub fn interjection(
    outlook: &Outlook<'_>,
    called: &Legal<Action>,
    legal: &[Legal<Action>],
) -> Option<Choice<Action>> {
    let althing = session(outlook)?;
    let fought = althing.suit.as_ref()?;
    if called.decision.kind != "answer_suit" || !called.decision.blocking || suit::can_go_on(outlook, called)
    {
        return None;
    }
    let defends = fought.defendants.principal == outlook.seat && owns(outlook, fought);
    let to_come = althing.suits.iter().filter(|suit| suit.defendant == outlook.seat && !suit.brought).count();
    let wanted = |card: FateCard| match card {
        FateCard::Settlement => defends && menace(outlook, fought.plaintiff) >= DANGER,
        FateCard::Uproar => defends && to_come >= 1,
        _ => false,
    };
    legal.iter().find_map(|legal| {
        let card = legal.actions.iter().find(
            |action| matches!(action, Action::PlayAlthingCard(PlayAlthingCard { card, .. }) if wanted(*card)),
        )?;
        Some(legal.answer(card.clone()))
    })
}

/// Is it an own unit that is sued?
pub fn owns(outlook: &Outlook<'_>, suit: &Suit) -> bool {
    outlook.table.unit(suit.unit).is_some_and(|unit| unit.seat == outlook.seat)
}
