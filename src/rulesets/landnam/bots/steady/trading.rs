//! Trade with the supply and with others (rules page §7).

use super::super::Outlook;
use super::{best, goals};
use crate::landnam::action::{AcceptOffer, Action, OfferTrade, TradeWithSupply};
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::Offer;
use crate::landnam::validate::supply_trade::rate;
use rules::{FieldKind, Legal, Seat, Shape};

/// Cards that a seat must be thought to hold of a kind to be asked for one.
const LIKELY: f32 = 1.0;
/// A trade must better the hand by this much.
const LEAST: f32 = 0.15;
/// Nobody this close to the end is traded with, in points lacking.
const CLOSE: u8 = 2;

/// A trade that brings the first goal within reach, if one does.
pub fn towards(outlook: &Outlook<'_>, legal: &Legal<Action>, goals: &[Bundle]) -> Option<Action> {
    goals.iter().find_map(|&goal| {
        let missing = goals::lacking(outlook.hand, goal);
        let (wanted, _) = missing.kinds().next()?;
        let spare = goals::surplus(outlook.hand, goal);
        offer(outlook, legal, spare, wanted, missing.total()).or_else(|| {
            let affordable: u16 = spare
                .kinds()
                .map(|(kind, count)| u16::from(count / rate(outlook.table, outlook.seat, kind)))
                .sum();
            if affordable < missing.total() { None } else { with_supply(outlook, legal, spare, wanted) }
        })
    })
}

fn with_supply(
    outlook: &Outlook<'_>,
    legal: &Legal<Action>,
    spare: Bundle,
    wanted: Resource,
) -> Option<Action> {
    let trades = legal.actions.iter().filter_map(|action| match action {
        Action::TradeWithSupply(TradeWithSupply { give, get }) if *get == wanted => {
            let rate = rate(outlook.table, outlook.seat, *give);
            (spare.get(*give) >= rate).then(|| (f32::from(spare.get(*give)) - f32::from(rate), action))
        }
        _ => None,
    });
    best(trades, f32::MIN).cloned()
}

/// One card for one card, once in a turn, for the last card that is lacking, to those who may well have it.
fn offer(
    outlook: &Outlook<'_>,
    legal: &Legal<Action>,
    spare: Bundle,
    wanted: Resource,
    lacking: u16,
) -> Option<Action> {
    if lacking > 1 || outlook.table.trading()?.made_by(outlook.seat) > 0 {
        return None;
    }
    let kinds = spare.kinds().filter(|&(kind, _)| kind != wanted);
    let given = best(kinds.map(|(kind, held)| (f32::from(held), kind)), 0.0)?;
    let partners = legal.shapes.iter().find_map(seats)?.iter().copied();
    let to: Vec<Seat> = partners.filter(|&seat| outlook.guess(seat, wanted) > LIKELY).collect();
    let (give, want) = (Bundle::of(given, 1), Bundle::of(wanted, 1));
    (!to.is_empty()).then_some(Action::OfferTrade(OfferTrade { give, want, to: Some(to) }))
}

/// The seats to which an offer can be made.
fn seats(shape: &Shape<Action>) -> Option<&[Seat]> {
    let offer = matches!(shape.action, Action::OfferTrade(_));
    let fields = shape.fields.iter().filter(|_| offer);
    fields.into_iter().find_map(|field| match &field.kind {
        FieldKind::Seats { of, .. } => Some(of.as_slice()),
        _ => None,
    })
}

/// Accepts an offer that betters the own hand and helps nobody to the end.
pub fn reply(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let offers = &outlook.table.trading()?.offers;
    let accepted = legal.actions.iter().find(|action| match action {
        Action::AcceptOffer(AcceptOffer { offer }) => {
            offers.iter().any(|open| open.id == *offer && betters(outlook, open))
        }
        _ => false,
    });
    let declined = || legal.actions.iter().find(|action| matches!(action, Action::DeclineOffer(_)));
    accepted.or_else(declined).cloned()
}

fn betters(outlook: &Outlook<'_>, offer: &Offer) -> bool {
    if outlook.lacking(offer.maker) <= CLOSE {
        return false;
    }
    let before = outlook.hand;
    let mut after = before;
    after -= offer.want;
    after += offer.give;
    hand(outlook, after) > hand(outlook, before) + LEAST
}

/// What a hand is worth: its cards, and how far the goals are.
fn hand(outlook: &Outlook<'_>, hand: Bundle) -> f32 {
    let wants = outlook.wants();
    let cards: f32 = hand.kinds().map(|(kind, count)| wants[kind.index()] * f32::from(count).sqrt()).sum();
    let near: f32 = goals::all(outlook)
        .iter()
        .enumerate()
        .map(|(rank, &goal)| {
            1.5 / (1.0 + rank as f32) / (1.0 + f32::from(goals::lacking(hand, goal).total()))
        })
        .sum();
    cards + near
}
