//! The roll, the harvest card, the yield and famine (rules page §4).

use super::{Verdict, aging, althing, turn};
use crate::rules::{Chance, Seat};
use crate::rulesets::landnam::action::PlayHarvestCard;
use crate::rulesets::landnam::card::FateCard;
use crate::rulesets::landnam::event::{
    DiceRolled, Event, FamineLoss, FamineStruck, HarvestCardAwaited, HarvestCardDeclined, HarvestCardPlayed,
    HarvestYielded, HexYield,
};
use crate::rulesets::landnam::harvest::{self, Played};
use crate::rulesets::landnam::judge;
use crate::rulesets::landnam::resource::{Bundle, Resource};
use crate::rulesets::landnam::scribe::Scribe;

/// The server rolls; a 7 opens an Althing.
pub(super) fn roll(scribe: &mut Scribe<'_>, chance: &mut Chance) {
    let dice = [chance.die("die", 6), chance.die("die", 6)].map(|face| u8::try_from(face).unwrap_or(6));
    scribe.tell(Event::DiceRolled(DiceRolled { dice }));
    if harvest::rolled(scribe.table()).is_none() {
        return althing::open(scribe, chance);
    }
    let seat = scribe.table().active;
    let dues = harvest::dues(scribe.table(), None);
    // Whatever the cards held are: to skip the window on account of them would tell which (B2).
    if dues.is_empty() || scribe.state().secret.fate_cards_of(seat).is_empty() {
        reap(scribe, None);
    } else {
        scribe.tell(Event::HarvestCardAwaited(HarvestCardAwaited { seat }));
    }
}

pub(super) fn play_card(scribe: &mut Scribe<'_>, seat: Seat, action: &PlayHarvestCard) -> Verdict {
    judge::harvest::harvest_card(&scribe.sight(seat), action)?;
    let (card, hex) = (action.card, action.hex);
    scribe.tell(Event::HarvestCardPlayed(HarvestCardPlayed { seat, card, hex }));
    reap(scribe, Some((card, hex)));
    Ok(())
}

pub(super) fn decline_card(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    scribe.tell(Event::HarvestCardDeclined(HarvestCardDeclined { seat }));
    reap(scribe, None);
    Ok(())
}

/// Famine is tested after the card (B6); then the hexes give, and one of them ages.
fn reap(scribe: &mut Scribe<'_>, played: Played) {
    let dues = harvest::dues(scribe.table(), played);
    let short = short_kinds(scribe, &dues);
    if !short.is_empty() {
        famine(scribe, short);
        return turn::begin_movement(scribe);
    }
    if dues.is_empty() {
        return turn::begin_movement(scribe);
    }
    scribe.tell(Event::HarvestYielded(HarvestYielded { yields: dues.clone() }));
    let fallow = played.is_some_and(|(card, _)| card == FateCard::Fallow);
    if fallow { turn::begin_movement(scribe) } else { aging::begin(scribe, &dues) }
}

/// The kinds of which more is due than the supply holds.
fn short_kinds(scribe: &Scribe<'_>, dues: &[HexYield]) -> Vec<Resource> {
    let due = |kind: Resource| -> u32 {
        dues.iter().filter(|due| due.resource == kind).map(|due| u32::from(due.cards)).sum()
    };
    let stock = scribe.state().secret.stock;
    Resource::ALL.into_iter().filter(|&kind| due(kind) > u32::from(stock.get(kind))).collect()
}

/// Everybody returns all cards of the short kinds, also those who were due nothing (B6).
fn famine(scribe: &mut Scribe<'_>, short: Vec<Resource>) {
    let lost = |seat: Seat| {
        let hand = scribe.state().secret.hand(seat);
        let mut cards = Bundle::EMPTY;
        short.iter().for_each(|&kind| cards.set(kind, hand.get(kind)));
        FamineLoss { seat, cards }
    };
    let losses = (0..scribe.table().seats()).map(lost).filter(|loss| !loss.cards.is_empty());
    let returned = losses.collect();
    scribe.tell(Event::FamineStruck(FamineStruck { short, returned }));
}
