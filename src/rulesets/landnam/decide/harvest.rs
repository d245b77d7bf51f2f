//! The roll, the harvest card, the yield and famine (rules page §4).

use super::{Verdict, aging, althing, turn};
use crate::landnam::action::PlayHarvestCard;
use crate::landnam::card::FateCard;
use crate::landnam::event::{
    DiceRolled, Event, FamineLoss, FamineStruck, HarvestCardAwaited, HarvestCardDeclined, HarvestCardPlayed,
    HarvestYielded, HexYield,
};
use crate::landnam::harvest::{self, Played};
use crate::landnam::recorder::Recorder;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::validate;
use rules::{Chance, Seat};

/// The server rolls; a 7 opens an Althing.
pub(super) fn roll(recorder: &mut Recorder<'_>, chance: &mut Chance) {
    let dice = [chance.die("die", 6), chance.die("die", 6)].map(|face| u8::try_from(face).unwrap_or(6));
    recorder.record(Event::DiceRolled(DiceRolled { dice }));
    if harvest::rolled(recorder.table()).is_none() {
        return althing::open(recorder, chance);
    }
    let seat = recorder.table().active;
    let dues = harvest::dues(recorder.table(), None);
    // Whatever the cards held are: to skip the window on account of them would tell which (B2).
    if dues.is_empty() || recorder.state().secret.fate_cards_of(seat).is_empty() {
        reap(recorder, None);
    } else {
        recorder.record(Event::HarvestCardAwaited(HarvestCardAwaited { seat }));
    }
}

pub(super) fn play_card(recorder: &mut Recorder<'_>, seat: Seat, action: &PlayHarvestCard) -> Verdict {
    validate::harvest::harvest_card(&recorder.player_view(seat), action)?;
    let (card, hex) = (action.card, action.hex);
    recorder.record(Event::HarvestCardPlayed(HarvestCardPlayed { seat, card, hex }));
    reap(recorder, Some((card, hex)));
    Ok(())
}

pub(super) fn decline_card(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    recorder.record(Event::HarvestCardDeclined(HarvestCardDeclined { seat }));
    reap(recorder, None);
    Ok(())
}

/// Famine is tested after the card (B6); then the hexes give, and one of them ages.
fn reap(recorder: &mut Recorder<'_>, played: Played) {
    let dues = harvest::dues(recorder.table(), played);
    let short = short_kinds(recorder, &dues);
    if !short.is_empty() {
        famine(recorder, short);
        return turn::begin_movement(recorder);
    }
    if dues.is_empty() {
        return turn::begin_movement(recorder);
    }
    recorder.record(Event::HarvestYielded(HarvestYielded { yields: dues.clone() }));
    let fallow = played.is_some_and(|(card, _)| card == FateCard::Fallow);
    if fallow { turn::begin_movement(recorder) } else { aging::begin(recorder, &dues) }
}

/// The kinds of which more is due than the supply holds.
fn short_kinds(recorder: &Recorder<'_>, dues: &[HexYield]) -> Vec<Resource> {
    let due = |kind: Resource| -> u32 {
        dues.iter().filter(|due| due.resource == kind).map(|due| u32::from(due.cards)).sum()
    };
    let stock = recorder.state().secret.stock;
    Resource::ALL.into_iter().filter(|&kind| due(kind) > u32::from(stock.get(kind))).collect()
}

/// Everybody returns all cards of the short kinds, also those who were due nothing (B6).
fn famine(recorder: &mut Recorder<'_>, short: Vec<Resource>) {
    let lost = |seat: Seat| {
        let hand = recorder.state().secret.hand(seat);
        let mut cards = Bundle::EMPTY;
        short.iter().for_each(|&kind| cards.set(kind, hand.get(kind)));
        FamineLoss { seat, cards }
    };
    let losses = (0..recorder.table().seats()).map(lost).filter(|loss| !loss.cards.is_empty());
    let returned = losses.collect();
    recorder.record(Event::FamineStruck(FamineStruck { short, returned }));
}
