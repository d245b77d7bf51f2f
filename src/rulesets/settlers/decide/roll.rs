//! The roll: production, or a seven (rules page §6.2, §6.3).

use super::Verdict;
use crate::settlers::event::{
    DiceRolled, DiscardsAwaited, Event, Owed, ResourcesProduced, RobberAwaited, Yield,
};
use crate::settlers::recorder::Recorder;
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::state::Table;
use crate::settlers::validate::robber;
use rules::{Chance, Seat};

const MOST_SEATS: usize = 4;

pub fn roll(recorder: &mut Recorder<'_>, seat: Seat, chance: &mut Chance) -> Verdict {
    let mut die = || u8::try_from(chance.die("die", 6)).unwrap_or(1);
    let dice = [die(), die()];
    recorder.record(Event::DiceRolled(DiceRolled { seat, dice }));
    match dice.iter().sum() {
        7 => seven(recorder, seat),
        number => produce(recorder, number),
    }
    Ok(())
}

/// Whoever holds too many gives half of them back, all at the same time; then the robber moves.
fn seven(recorder: &mut Recorder<'_>, seat: Seat) {
    let table = recorder.table();
    let count = |seat: Seat| robber::owed(table.player(seat).cards, table.discard_limit);
    // Who has given up gives nothing back: a choice made for him would tell what he holds.
    let owed = table.playing().map(|seat| Owed { seat, count: count(seat) });
    let owed: Vec<Owed> = owed.filter(|owed| owed.count > 0).collect();
    recorder.record(if owed.is_empty() {
        Event::RobberAwaited(RobberAwaited { seat })
    } else {
        Event::DiscardsAwaited(DiscardsAwaited { owed })
    });
}

/// Of each kind everybody gets what he claims, or, if the bank can't pay all claims, nobody gets any.
fn produce(recorder: &mut Recorder<'_>, number: u8) {
    let table = recorder.table();
    let claims = claims(table, number);
    let total = |kind: Resource| claims.iter().map(|claim| u16::from(claim.get(kind))).sum::<u16>();
    let is_short = |kind: &Resource| total(*kind) > u16::from(table.bank.get(*kind));
    let short: Vec<Resource> = Resource::ALL.into_iter().filter(is_short).collect();
    let paid = |mut cards: Bundle| {
        short.iter().for_each(|kind| cards.set(*kind, 0));
        cards
    };
    let yields = (0..).zip(claims).map(|(seat, claim)| Yield { seat, cards: paid(claim) });
    let yields = yields.filter(|yields| !yields.cards.is_empty()).collect();
    recorder.record(Event::ResourcesProduced(ResourcesProduced { yields, short }));
}

/// What the buildings around the hexes of that number claim, by seat; the robber's hex gives nothing, and those who have
/// given up claim nothing.
fn claims(table: &Table, number: u8) -> [Bundle; MOST_SEATS] {
    let mut claims = [Bundle::EMPTY; MOST_SEATS];
    for (hex, land) in table.board.lands() {
        let Some(resource) = land.terrain.resource() else { continue };
        if land.number != Some(number) || hex == table.robber {
            continue;
        }
        let buildings = hex.vertices().into_iter().filter_map(|vertex| table.buildings.get(vertex));
        for building in buildings.filter(|building| !table.has_resigned(building.seat)) {
            if let Some(claim) = claims.get_mut(usize::from(building.seat)) {
                *claim += Bundle::of(resource, building.kind.worth());
            }
        }
    }
    claims
}
